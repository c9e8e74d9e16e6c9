"""The pictures of the card: what a release is made of, and how long its texts are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from benchmark.release import composition
from benchmark.release.composition import ORIGINS, Lengths
from benchmark.release.row import Row
from benchmark.release.svg import CELL, Colour, Drawing, broken, cells_of
from benchmark.release.wording import number

_WIDTH: Final = 760
_EDGE: Final = 20
_NUMBER: Final = 64
_LABEL_CELLS: Final = 40
_SERIES: Final[dict[str, Colour]] = {"human": "first", "augmented": "second", "imported": "third"}


@dataclass(frozen=True)
class _Section:
    """Bars under a heading; each bar has one part an origin."""

    heading: str
    bars: Mapping[str, tuple[int, ...]]


def pictures(rows: Sequence[Row]) -> dict[str, bytes]:
    """Every picture by its path in the release; none where there is nothing to show."""
    if not rows:
        return {}
    drawn = {
        "composition": _bars(number(len(rows), "instance"), _composition(rows)),
        "tasks": _bars(f"{number(len(rows), 'instance')} by task", _tasks(rows), one_scale=True),
        "lengths": _lengths(composition.lengths(rows)),
    }
    return {f"pictures/{name}.svg": svg.encode() for name, svg in drawn.items()}


def _composition(rows: Sequence[Row]) -> Iterator[_Section]:
    groups = composition.capabilities(rows)
    yield _Section("by capability", {n: composition.by_origin(g) for n, g in groups.items()})
    for column, order in (("origin", ORIGINS), ("language", ())):
        values = composition.counts(rows, column, order)
        bars = {
            value: composition.by_origin(row for row in rows if getattr(row, column) == value)
            for value in values
        }
        if len(bars) > 1:
            yield _Section(f"by {column}", bars)
    answered = composition.difficulties(rows)
    if answered:
        yield _Section(
            "by difficulty (each reviewer's answer counts)",
            {
                answer: composition.by_origin(
                    row for row in rows for given in row.difficulty if given == answer
                )
                for answer in answered
            },
        )


def _tasks(rows: Sequence[Row]) -> Iterator[_Section]:
    for capability, group in composition.capabilities(rows).items():
        found = composition.tasks(group)
        yield _Section(
            capability, {task: composition.by_origin(own) for (_, task), own in found.items()}
        )


def _bars(title: str, given: Iterator[_Section], *, one_scale: bool = False) -> str:
    sections = list(given)
    drawing = Drawing(_WIDTH)
    colours = _colours(sections)
    own = "" if one_scale or len(sections) == 1 else " (each group to its own scale)"
    y = _head(drawing, title + own, colours)
    labels = [label for section in sections for label in section.bars]
    lines = {label: broken(label, _LABEL_CELLS) for label in labels}
    left = _EDGE + CELL * max(cells_of(line) for label in labels for line in lines[label]) + 12
    room = _WIDTH - _EDGE - _NUMBER - left
    over_all = max(sum(parts) for section in sections for parts in section.bars.values())
    for section in sections:
        most = over_all if one_scale else max(sum(parts) for parts in section.bars.values())
        for line in broken(section.heading, int((_WIDTH - 2 * _EDGE) / CELL)):
            y += 18
            drawing.write(_EDGE, y, line, bold=True)
        y += 8
        for label, parts in section.bars.items():
            for place, line in enumerate(lines[label]):
                drawing.write(left - 12, y + 11 + 14 * place, line, "soft", to_left=True)
            end = _bar(drawing, left, y + 1, room / most, parts, colours)
            drawing.write(end + 6, y + 11, f"{sum(parts):,}")
            y += 4 + 14 * len(lines[label])
        y += 8
    return drawing.svg(y + _EDGE - 8, f"{title}: {_in_words(sections)}")


def _bar(
    drawing: Drawing,
    x: float,
    y: float,
    scale: float,
    parts: tuple[int, ...],
    colours: Mapping[str, Colour],
) -> float:
    for name, part in zip(ORIGINS, parts, strict=True):
        if part:
            width = max(part * scale, 1.5)
            drawing.box(x, y, width, 12, colours[name])
            x += width
    return x


def _colours(sections: Sequence[_Section]) -> dict[str, Colour]:
    """The colour of each origin that occurs; a single one needs no telling apart."""
    found = [parts for section in sections for parts in section.bars.values()]
    shown = [name for i, name in enumerate(ORIGINS) if any(parts[i] for parts in found)]
    return {name: _SERIES[name] for name in shown} if len(shown) > 1 else {shown[0]: "first"}


def _head(drawing: Drawing, title: str, colours: Mapping[str, Colour]) -> float:
    drawing.write(_EDGE, 30, title, bold=True)
    x = float(_WIDTH - _EDGE)
    if len(colours) > 1:
        for name in reversed(list(colours)):
            x -= CELL * len(name)
            drawing.write(x, 30, name, "soft")
            x -= 16
            drawing.box(x, 20, 11, 11, colours[name])
            x -= 14
    return 40


def _in_words(sections: Sequence[_Section]) -> str:
    return "; ".join(
        f"{section.heading}: "
        + ", ".join(f"{label} {sum(parts)}" for label, parts in section.bars.items())
        for section in sections
    )


def _lengths(found: Sequence[Lengths]) -> str:
    drawing = Drawing(_WIDTH)
    drawing.write(_EDGE, 30, "Length of the texts in characters", bold=True)
    labels = [entry.field for entry in found]
    left = _EDGE + CELL * max(map(len, labels), default=0) + 14
    scale = _Scale.over(found)
    room = _WIDTH - _EDGE - _NUMBER - 16 - left
    bottom = 60 + 34 * len(found)
    narrow = room / (len(scale.ticks) - 1) < CELL * (len(f"{scale.ticks[-1]:,}") + 1)
    for tick in scale.ticks:
        x = left + room * scale.place(tick)
        drawing.box(x - 0.5, 50, 1, bottom - 50, "grid")
        if not narrow or str(tick).startswith("1"):
            drawing.write(x - CELL * len(f"{tick:,}") / 2, bottom + 16, f"{tick:,}", "soft")
    drawing.write(_WIDTH - _EDGE, 44, "median", "soft", to_left=True)
    y = 54.0
    for entry in found:
        at = {name: left + room * scale.place(value) for name, value in vars(entry).items()
              if isinstance(value, int)}  # fmt: skip
        drawing.write(left - 14, y + 19, entry.field, "soft", to_left=True)
        drawing.box(at["p5"], y + 14, max(at["p95"] - at["p5"], 1), 2, "third")
        drawing.box(at["p25"], y + 8, max(at["p75"] - at["p25"], 1), 14, "first", round_=2)
        drawing.box(at["median"] - 1.5, y + 5, 3, 20, "ink")
        drawing.box(at["longest"] - 2.5, y + 12.5, 5, 5, "third", round_=2)
        drawing.write(_WIDTH - _EDGE, y + 19, f"{entry.median:,}", to_left=True)
        y += 34
    drawing.write(
        _EDGE, bottom + 42,
        "box: the middle half · line: 5 % to 95 % · dot: the longest · mark: median", "soft",
    )  # fmt: skip
    words = ", ".join(f"{e.field} {e.median} ({e.p5} to {e.p95})" for e in found)
    return drawing.svg(bottom + 60, f"Median length (5 % to 95 %) in characters: {words}")


@dataclass(frozen=True)
class _Scale:
    """Steps 1, 2, 5, 10 … at equal distances, linear in between: close to a logarithm, but
    computed without one, whose last digit differs between machines.
    """

    ticks: tuple[int, ...]

    @classmethod
    def over(cls, found: Sequence[Lengths]) -> _Scale:
        steps = [digit * 10**power for power in range(12) for digit in (1, 2, 5)]
        least = min((entry.p5 for entry in found if entry.p5), default=1)
        most = max((entry.longest for entry in found), default=1)
        first = max(i for i, step in enumerate(steps) if step <= least)
        last = next(i for i, step in enumerate(steps) if step >= most and i > first)
        return cls(tuple(steps[first : last + 1]))

    def place(self, value: int) -> float:
        """Where a length is, from 0 to 1; what is shorter than the first step is at 0."""
        last = len(self.ticks) - 1
        for i, (low, high) in enumerate(pairwise(self.ticks)):
            if value <= high:
                return max(0.0, (i + (value - low) / (high - low)) / last)
        return 1.0
