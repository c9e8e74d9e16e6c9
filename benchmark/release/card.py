"""The dataset card: what the release is, how it was made, and how far to trust it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from benchmark.layout import TaskName
from benchmark.release import composition, licence, making
from benchmark.release.citation import bibtex
from benchmark.release.composition import ORIGINS
from benchmark.release.credits import title
from benchmark.release.data import COLUMNS, WrittenFile
from benchmark.release.facts import Facts
from benchmark.release.front_matter import front_matter
from benchmark.release.limits import known_limits
from benchmark.release.markdown import code, link, table, text
from benchmark.release.sources import drawn_on, warnings
from benchmark.release.wording import number

_LONG: Final = 25


def card(facts: Facts, data: Sequence[WrittenFile]) -> str:
    """The card as Markdown with front matter; `data` are the files it is about."""
    return front_matter(facts, data) + "\n" + "\n".join(_body(facts)) + "\n"


def _body(facts: Facts) -> list[str]:
    return [
        f"# {text(title(facts))} {facts.version}",
        "",
        *_summary(facts),
        "## Load it",
        "",
        *_loading(facts),
        "## What is in it",
        "",
        *_capabilities(facts),
        "![Instances by capability and what else is counted below](pictures/composition.svg)",
        "",
        *_small_tables(facts),
        *_tasks(facts),
        *_lengths(facts),
        *_columns(),
        "## How it was made",
        "",
        *making.section(facts),
        "## Known limits",
        "",
        *(f"- {text(limit)}" for limit in known_limits(facts)),
        "",
        "## Sources and licences",
        "",
        *_licences(facts),
        "## Is it the real one?",
        "",
        *_verifying(facts),
        "## Cite it",
        "",
        *_fenced(bibtex(facts), "bibtex"),
    ]


def _summary(facts: Facts) -> list[str]:
    rows = facts.rows
    lines = [
        f"{number(len(rows), 'instance')} in {number(len(composition.tasks(rows)), 'task')} of "
        f"{number(len(composition.capabilities(rows)), 'capability', 'capabilities')}, for "
        "judging what language models write. Each instance has a system prompt, an input, a "
        "reference answer worth the score 5, and a rubric of its own: one criterion, and what "
        "every score from 1 to 5 looks like.",
        "",
    ]
    warned = warnings(facts)
    if warned:
        lines += ["> **Content warnings.** These tasks hold texts not everyone wants to read:", ">"]
        lines += [
            f"> - {code('/'.join(task))}: {', '.join(text(word) for word in words)}"
            for task, words in warned.items()
        ]
        lines += [""]
    if facts.benchmark.settings.canary:
        lines += [
            "Benchmark data should never be part of a training corpus. Canary: "
            + code(facts.benchmark.settings.canary),
            "",
        ]
    return lines


def _loading(facts: Facts) -> list[str]:
    first = next(iter(composition.capabilities(facts.rows)), "")
    return [
        *_fenced(
            "from datasets import load_dataset\n\n"
            'everything = load_dataset("PATH", "all", split="test")\n'
            f'one = load_dataset("PATH", "{first}", split="test")  # one capability',
            "python",
        ),
        "`PATH` is this folder or its place on a hub; nothing else is needed. The data itself is "
        "JSON Lines, one file a capability, in `data/`. To judge an answer, give a judge the "
        "system prompt, the input, the answer, the reference answer and the rubric.",
        "",
    ]


def _capabilities(facts: Facts) -> list[str]:
    shown = _origins_shown(facts)
    return table(
        ("Capability", "What it is", "Tasks", "Instances", *shown),
        [
            (
                code(name),
                text(_description(facts, name)),
                len(composition.tasks(rows)),
                len(rows),
                *_by_origin(composition.by_origin(rows), shown),
            )
            for name, rows in composition.capabilities(facts.rows).items()
        ],
    )


def _small_tables(facts: Facts) -> list[str]:
    lines, same = [], []
    for head, column, order in (
        ("Origin", "origin", ORIGINS),
        ("Language", "language", ()),
        ("Basis", "basis", ("reviewed", "adopted")),
    ):
        found = composition.counts(facts.rows, column, order)
        if len(found) > 1:
            lines += table((head, "Instances"), [(code(k), n) for k, n in found.items()])
        else:
            same.append(f"{head.lower()} {''.join(map(code, found))}")
    answers = composition.difficulties(facts.rows)
    if answers:
        lines += table(
            ("Difficulty", "Reviewers' answers"), [(code(k), n) for k, n in answers.items()]
        )
    return [*lines, *([f"The same for all: {', '.join(same)}.", ""] if same else [])]


def _tasks(facts: Facts) -> list[str]:
    shown = _origins_shown(facts)
    lines = ["![Instances by task](pictures/tasks.svg)", ""]
    for capability, rows in composition.capabilities(facts.rows).items():
        found = composition.tasks(rows)
        lines += table(
            (f"Tasks of {code(capability)}", "What they ask for", "Instances", *shown),
            [
                (
                    code(task[1]),
                    text(_task_description(facts, task)),
                    len(own),
                    *_by_origin(composition.by_origin(own), shown),
                )
                for task, own in found.items()
            ],
        )
    total = len(composition.tasks(facts.rows))
    return ["### Tasks", "", *_folded(f"All {total} tasks", lines, total)]


def _lengths(facts: Facts) -> list[str]:
    return [
        "### Lengths",
        "",
        "In characters, over all instances; of a rubric, criterion and descriptions together.",
        "",
        "![Length of the texts](pictures/lengths.svg)",
        "",
        *table(
            ("Text", "5 %", "25 %", "Median", "75 %", "95 %", "Longest", "Empty"),
            [
                (code(e.field), e.p5, e.p25, e.median, e.p75, e.p95, e.longest, e.empty)
                for e in composition.lengths(facts.rows)
            ],
        ),
    ]


def _columns() -> list[str]:
    kinds = {"text": "text", "number": "whole number", "texts": "texts", "rubric": "texts by name"}
    return [
        "### Columns",
        "",
        *table(
            ("Column", "Type", "Meaning"),
            [(code(column.name), kinds[column.kind], column.meaning) for column in COLUMNS],
        ),
    ]


def _licences(facts: Facts) -> list[str]:
    name = facts.benchmark.settings.licence
    places = licence.addresses(name)
    lines = [
        f"The benchmark is under {text(name) or 'no stated licence'}"
        + (f" ({', '.join(f'<{place}>' for place in places)})" if places else "")
        + "; see `LICENSE`.",
        "",
    ]
    drawn = drawn_on(facts)
    if not drawn:
        return [*lines, "No sources are recorded for its texts.", ""]
    found = table(
        ("Source", "Licence", "Use", "Instances", "Tasks"),
        [
            (
                link(entry.source.ref),
                text(entry.source.licence) or "not stated",
                entry.source.use,
                entry.instances,
                ", ".join(code("/".join(task)) for task in entry.tasks),
            )
            for entry in drawn
        ],
    )
    return [
        *lines,
        "Its texts draw on the following; where a text was adapted or taken over, the licence of "
        "the source holds for that part.",
        "",
        *_folded(f"All {len(drawn)} sources", found, len(drawn)),
    ]


def _verifying(facts: Facts) -> list[str]:
    return [
        *_fenced("sha256sum -c SHA256SUMS\ncurate release verify .", "sh"),
        "Both work offline. `manifest.json` names every instance with the digest of its texts, "
        f"and what was left out; the tag {code('v' + facts.version)} of the benchmark's "
        "repository carries the digest of the manifest.",
        "",
        f"Built by {text(facts.tool)} from commit {code(facts.source_commit)} of "
        f"{text(facts.source_time)}. The same commit and tool give the same bytes again.",
        "",
    ]


def _fenced(content: str, language: str) -> list[str]:
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language}", content, fence, ""]


def _folded(summary: str, lines: Iterable[str], length: int) -> list[str]:
    """Folded away where it is long."""
    if length <= _LONG:
        return list(lines)
    return ["<details>", f"<summary>{summary}</summary>", "", *lines, "</details>", ""]


def _description(facts: Facts, capability: str) -> str:
    found = facts.benchmark.capabilities.get(capability)
    return found.description if found else ""


def _task_description(facts: Facts, task: TaskName) -> str:
    found = facts.benchmark.tasks.get(task)
    return found.description if found else ""


def _origins_shown(facts: Facts) -> list[str]:
    found = list(composition.counts(facts.rows, "origin", ORIGINS))
    return found if len(found) > 1 else []


def _by_origin(parts: Sequence[int], shown: Sequence[str]) -> list[int]:
    return [part for part, name in zip(parts, ORIGINS, strict=True) if name in shown]
