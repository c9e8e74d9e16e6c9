"""The report as a picture: BiGGen's Figure 3 (Kim et al., 2024), and how it went by capability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from benchmark.release.svg import CELL, Colour, Drawing, broken, cells_of
from benchmark.release.wording import number

_WIDTH: Final = 760
_EDGE: Final = 20
_BAR: Final = 16
_LABEL_CELLS: Final = 30
PARTS: Final[tuple[tuple[str, str, Colour], ...]] = (
    ("agree_good", "both good", "first"),
    ("disagree", "they differ", "third"),
    ("agree_bad", "both bad", "second"),
)
CRITERIA: Final = {
    "task_fit": "task and capability fit",
    "reference_answer": "reference answer",
    "score_rubric": "scoring rubric",
    "overall": "overall (any of the three)",
}
DIFFICULTY: Final = {
    "very_easy": "very easy",
    "easy": "easy",
    "intermediate": "intermediate",
    "hard": "hard",
}


def picture(report: Mapping[str, Any], name: str) -> str:
    """The SVG of a report of the benchmark called `name`."""
    return _Page(report, name).svg()


class _Page:
    def __init__(self, report: Mapping[str, Any], name: str) -> None:
        self.report = report
        self.title = f"Reviews of {name}"
        self.groups = {
            group: {label: entry["figure"] for label, entry in report["by"][group].items()}
            for group in ("capability", "origin", "language")
        }
        labels = [*CRITERIA.values(), *(x for group in self.groups.values() for x in group)]
        self.lines = {label: broken(label, _LABEL_CELLS) for label in labels}
        cells = max(cells_of(line) for lines in self.lines.values() for line in lines)
        self.left = _EDGE + CELL * cells + 12
        self.right = _WIDTH - _EDGE - 14 - CELL * max(map(len, self._numbers()))
        self.drawing = Drawing(_WIDTH)
        self.y = 30.0

    def svg(self) -> str:
        self._line(self.title, bold=True)
        for line in outcome(self.report):
            self._line(line)
        pairs = self.report["figure"]["instances"]
        if pairs:
            self._criteria(pairs)
            self._difficulty()
            for group, figures in self.groups.items():
                if len(figures) > 1:
                    self._group(group, figures)
        else:
            self._line("No instance has two reviews whose round is over.")
        return self.drawing.svg(self.y + 6, f"{self.title}: {in_words(self.report)}")

    def _numbers(self) -> Iterator[str]:
        """Everything that stands at the right."""
        figure = self.report["figure"]
        answers = figure["difficulty"]
        yield from (_counted(n, sum(answers.values())) for n in answers.values())
        yield from (_in_parts(figure[field]) for field in CRITERIA)
        for figures in self.groups.values():
            yield from (_in_parts(figure["overall"]) for figure in figures.values())

    def _line(self, text: str, *, bold: bool = False) -> None:
        for line in broken(text, int((_WIDTH - 2 * _EDGE) / CELL)):
            self.drawing.write(_EDGE, self.y, line, "ink" if bold else "soft", bold=bold)
            self.y += 18

    def _heading(self, text: str) -> None:
        self.y += 18
        self.drawing.write(_EDGE, self.y, text, bold=True)
        self.y += 10

    def _criteria(self, pairs: int) -> None:
        self._heading(f"What two blind reviews said of {number(pairs, 'instance')}")
        self._legend()
        for field, label in CRITERIA.items():
            self._row(label, self.report["figure"][field])

    def _group(self, group: str, figures: Mapping[str, Mapping[str, Any]]) -> None:
        self._heading(f"Overall, by {group}")
        for label, figure in figures.items():
            self._row(label, figure["overall"])

    def _legend(self) -> None:
        self.y += 6
        x = self.left
        for _, words, colour in PARTS:
            self.drawing.box(x, self.y, 11, 11, colour)
            self.drawing.write(x + 17, self.y + 10, words, "soft")
            x += 17 + CELL * len(words) + 22
        self.y += 20

    def _label(self, label: str) -> None:
        for place, line in enumerate(self.lines[label]):
            self.drawing.write(self.left - 12, self.y + 12 + 14 * place, line, "soft", to_left=True)

    def _row(self, label: str, counts: Mapping[str, int]) -> None:
        self._label(label)
        total, x = sum(counts.values()), self.left
        for part, _, colour in PARTS:
            if total and counts[part]:
                width = (self.right - self.left) * counts[part] / total
                self.drawing.box(x, self.y, max(width, 1.5), _BAR, colour)
                x += width
        self.drawing.write(_WIDTH - _EDGE, self.y + 12, _in_parts(counts), to_left=True)
        self.y += 8 + max(_BAR, 14 * len(self.lines[label]))

    def _difficulty(self) -> None:
        counts = self.report["figure"]["difficulty"]
        total, most = sum(counts.values()), max(counts.values())
        self._heading("How difficult it is for a strong model (both answers count)")
        for answer, label in DIFFICULTY.items():
            self.lines.setdefault(label, [label])
            self._label(label)
            width = (self.right - self.left) * counts[answer] / most
            if counts[answer]:
                self.drawing.box(self.left, self.y, max(width, 1.5), _BAR, "first")
            words = _counted(counts[answer], total)
            self.drawing.write(_WIDTH - _EDGE, self.y + 12, words, to_left=True)
            self.y += 8 + _BAR


def _in_parts(counts: Mapping[str, int]) -> str:
    return " · ".join(f"{counts[part]:,}" for part, _, _ in PARTS)


def _counted(count: int, total: int) -> str:
    return f"{count:,} ({percent(count, total)})"


def percent(part: int, whole: int) -> str:
    """A share in words, to the nearest percent; what is there is never 0 %."""
    if part and 100 * part < whole:
        return "< 1 %"
    return f"{round(100 * part / whole)} %" if whole else "–"


def in_words(report: Mapping[str, Any]) -> str:
    """The figure as a sentence, for who cannot see it."""
    figure = report["figure"]
    criteria = "; ".join(
        f"{label}: " + ", ".join(f"{figure[field][part]} {words}" for part, words, _ in PARTS)
        for field, label in CRITERIA.items()
    )
    answers = ", ".join(f"{figure['difficulty'][a]} {label}" for a, label in DIFFICULTY.items())
    return f"{figure['instances']} instances with two reviews. {criteria}. Difficulty: {answers}"


def outcome(report: Mapping[str, Any]) -> list[str]:
    """How it ended, in at most two lines."""
    ended = [
        f"{report[name]:,} {name}"
        for name in ("accepted", "adopted", "eliminated", "withdrawn")
        if report[name]
    ]
    submitted = number(report["instances"], "instance")
    first = f"{submitted} submitted: {', '.join(ended) or 'none has ended'}"
    if report["revised"]:
        first += f"; {report['revised']:,} revised on the way"
    rounds = ", ".join(f"{count:,} in round {round}" for round, count in report["rounds"].items())
    return [first, *([f"Ended by reviews: {rounds}"] if rounds else [])]
