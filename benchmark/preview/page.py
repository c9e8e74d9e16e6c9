"""One instance as one HTML page that stands alone: no scripts, nothing loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

from benchmark import files
from benchmark.layout import private_dir
from benchmark.preview.prose import as_markdown, as_typed
from benchmark.preview.style import STYLE
from schemas.cards import TaskCard
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance

HEADINGS: Final[Mapping[str, str]] = {
    "system_prompt": "System prompt",
    "input": "Input",
    "reference_answer": "Reference answer",
    "criteria": "Criterion",
    **{f"score{score}_description": f"Score {score}" for score in range(1, 6)},
}


def preview_page(instance: Instance, *, name: str, task: str, card: TaskCard | None) -> str:
    """The page. It never says who wrote the instance, so that a reviewer may look at it."""
    body = "".join(_sections(instance))
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en"><head><meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{escape(name)}</title>\n<style>{STYLE}</style></head>\n"
        f"<body><header><h1>{escape(name)}</h1>{_about(instance, task, card)}</header>\n"
        f"<main>{body}</main>\n"
        "<footer>Left as Markdown, right as typed. For reading here only: "
        "benchmark data, not for training.</footer></body></html>\n"
    )


def write_preview(root: Path, name: str, page: str) -> Path:
    """Keep a page where nobody else sees it and a browser finds it. Raises OSError."""
    file = private_dir(root) / "cache" / "preview" / f"{name}.html"
    files.write(file, page.encode("utf-8", "replace"))
    return file


def _about(instance: Instance, task: str, card: TaskCard | None) -> str:
    languages = escape(instance.language)
    if instance.rubric_language != instance.language:
        languages += f", rubric {escape(instance.rubric_language)}"
    lines = f"<p>{escape(task)} · {languages}</p>"
    if card and card.content_warnings:
        lines += f'<p class="warning">Contains: {escape(", ".join(card.content_warnings))}</p>'
    if card and card.description:
        lines += f'<p dir="auto">{escape(card.description)}</p>'
    return lines


def _sections(instance: Instance) -> Iterator[str]:
    for field in ("system_prompt", "input", "reference_answer"):
        yield _section(field, getattr(instance, field), instance.language)
    yield "<h2>Rubric</h2>"
    for field in RUBRIC_FIELDS:
        yield _section(field, getattr(instance.score_rubric, field), instance.rubric_language)


def _section(field: str, text: str, language: str) -> str:
    if not text:
        return f'<section><h3>{HEADINGS[field]}</h3><p class="empty">(empty)</p></section>\n'
    where = f'lang="{escape(language)}" dir="auto"'
    return (
        f"<section><h3>{HEADINGS[field]}</h3><div>"
        f'<article {where}>{as_markdown(text)}</article><pre lang="{escape(language)}">'
        # A line feed right after <pre> would be swallowed.
        f"\n{as_typed(text)}</pre></div></section>\n"
    )
