"""`curate review report`: the reviews in numbers, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from curate.session import session

_BAR = 40
_SHADES = {"agree_good": "█", "disagree": "░", "agree_bad": "▓"}
_QUESTIONS = {
    "task_fit": "task fit",
    "reference_answer": "reference answer",
    "reference_answer_bad": "… bad or not",
    "score_rubric": "scoring rubric",
    "difficulty": "difficulty",
    "overall": "any flag",
}


def report(
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Write the picture there.")
    ] = None,
) -> None:
    """The reviews in numbers, and as a picture.

    How far two people agree, how it ended, which tasks may be dropped, who has done how much.
    Only rounds that are over count. Reviewers are numbers, and how often someone flags only they
    are told (curate.yaml can change both: show_reviewers, show_strictness).
    """
    from benchmark.files import write
    from curate.output import emit_json, note
    from review.picture import picture
    from review.report import report as numbers

    benchmark = session().load()
    found = numbers(benchmark, session().reader(benchmark))
    if svg:
        write(svg.absolute(), picture(found, benchmark.settings.name).encode())
        note(f"The picture is in {svg}.")
    if as_json:
        emit_json(found)
        return
    for part in (_outcome, _figure, _difficulty, _by, _agreement, _tasks, _reviewers):
        _say(part(found))


def _say(lines: Iterator[str]) -> None:
    from curate.output import say

    for line in lines:
        say(line)


def _outcome(found: Mapping[str, Any]) -> Iterator[str]:
    from benchmark.release.wording import number
    from review.picture import outcome

    yield from outcome(found)
    if count := found["single_reader"]:
        texts = number(count, "accepted text was", "accepted texts were")
        yield f"{texts} read by one reviewer only, as it ended."


def _figure(found: Mapping[str, Any]) -> Iterator[str]:
    from benchmark.release.wording import number
    from curate.output import columns
    from review.picture import CRITERIA, PARTS

    pairs = found["figure"]["instances"]
    yield ""
    if not pairs:
        yield "No instance has two reviews whose round is over."
        return
    legend = "   ".join(f"{_SHADES[part]} {words}" for part, words, _ in PARTS)
    yield f"Two blind reviews of {number(pairs, 'instance')}     {legend}"
    rows = [_row(label, found["figure"][field]) for field, label in CRITERIA.items()]
    for line in columns(rows):
        yield f"  {line}"


def _row(label: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    from review.picture import PARTS

    numbers = " · ".join(str(counts[part]) for part, _, _ in PARTS)
    return (label, _bar({_SHADES[part]: counts[part] for part, _, _ in PARTS}), numbers)


def _bar(parts: Mapping[str, int]) -> str:
    """Characters in proportion; what is there has at least one."""
    total = sum(parts.values())
    if not total:
        return "none"
    sizes = {s: max(round(_BAR * n / total), 1) if n else 0 for s, n in parts.items()}
    sizes[max(sizes, key=lambda shade: sizes[shade])] -= sum(sizes.values()) - _BAR
    return "".join(shade * size for shade, size in sizes.items())


def _difficulty(found: Mapping[str, Any]) -> Iterator[str]:
    from curate.output import columns
    from review.picture import DIFFICULTY, percent

    counts = found["figure"]["difficulty"]
    total = sum(counts.values())
    if not total:
        return
    yield ""
    yield "Difficulty for a strong model (both answers count)"
    most = max(counts.values())
    rows = [
        (label, "█" * round(_BAR * counts[a] / most), f"{counts[a]} ({percent(counts[a], total)})")
        for a, label in DIFFICULTY.items()
    ]
    for line in columns(rows):
        yield f"  {line}"


def _by(found: Mapping[str, Any]) -> Iterator[str]:
    from curate.output import columns

    for group, members in found["by"].items():
        if len(members) < 2:
            continue
        yield ""
        yield f"Overall, by {group}"
        for line in columns([_row(name, m["figure"]["overall"]) for name, m in members.items()]):
            yield f"  {line}"


def _agreement(found: Mapping[str, Any]) -> Iterator[str]:
    from curate.output import columns

    if not found["figure"]["instances"]:
        return
    level = round(100 * found["bootstrap"]["level"])
    yield ""
    yield f"Agreement, with {level} % intervals ({found['bootstrap']['draws']} draws)"
    rows = [("", "raw", "Krippendorff's α", "Gwet's AC")]
    remarks: dict[str, list[str]] = {}
    for question, label in _QUESTIONS.items():
        entry = found["agreement"][question]
        raw, alpha, ac = (_estimate(entry[x], entry["ci"][x]) for x in ("raw", "alpha", "ac"))
        rows.append((label, raw, alpha, ac))
        for remark in filter(None, entry["note"].split("; ")):
            remarks.setdefault(remark, []).append(label)
    for line in columns(rows):
        yield f"  {line}"
    for remark, labels in remarks.items():
        yield f"  {'all' if len(labels) == len(_QUESTIONS) else ', '.join(labels)}: {remark}"


def _estimate(value: float | None, interval: list[float] | None) -> str:
    if value is None:
        return "not defined"
    return f"{value:.3f}" + (f" ({interval[0]:.3f} to {interval[1]:.3f})" if interval else "")


def _tasks(found: Mapping[str, Any]) -> Iterator[str]:
    from curate.output import columns

    doubtful = [t for t in found["tasks"] if t["doubtful"] and not t["retired"]]
    if not doubtful:
        return
    yield ""
    yield "Tasks to look at: most of their reviewed instances are very easy or flagged"
    rows = [
        (
            f"{t['capability']}/{t['task']}",
            f"{t['very_easy']} of {t['reviewed']} very easy",
            f"{t['flagged']} flagged",
        )
        for t in doubtful
    ]
    for line in columns(rows):
        yield f"  {line}"
    yield "  Drop one: curate task retire CAPABILITY/TASK --reason … (`task restore` undoes it)"


def _reviewers(found: Mapping[str, Any]) -> Iterator[str]:
    from curate.output import columns

    if not found["reviewers"]:
        return
    yield ""
    yield "Reviews by reviewer"
    rows = [
        (
            entry["reviewer"] + (" (you)" if entry["you"] else ""),
            f"{entry['filed']} filed",
            f"{entry['waiting']} waiting",
            _habits(entry),
        )
        for entry in found["reviewers"]
    ]
    for line in columns(rows):
        yield f"  {line}"


def _habits(entry: Mapping[str, Any]) -> str:
    if not entry.get("closed"):
        return ""
    said = f"{entry['flagged']} of {entry['closed']} flag something"
    if entry["seconds"]:
        said += f", {entry['seconds'] / 60:.1f} min each (median)"
    return said
