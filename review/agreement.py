"""How far people who judged the same things agree, and what of it is more than chance.

A table holds ratings of units (instances) by varying raters; nothing here knows what a review
is. What cannot be computed is None with a reason in words, never NaN and never a bare 0.

- Krippendorff's alpha: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011);
  Content Analysis, 4th ed. (2018), ch. 12.
- AC1: K. L. Gwet, "Computing inter-rater reliability and its variance in the presence of high
  agreement", Br. J. Math. Stat. Psychol. 61 (2008). AC2 and the ordinal weights: K. L. Gwet,
  Handbook of Inter-Rater Reliability, 4th ed. (2014), ch. 3 to 5.
- Cohen's kappa: J. Cohen, "A coefficient of agreement for nominal scales", Educ. Psychol.
  Meas. 20 (1960).
- Agreement per category: D. V. Cicchetti and A. R. Feinstein, "High agreement but low kappa:
  II", J. Clin. Epidemiol. 43 (1990); J. L. Fleiss, Statistical Methods for Rates and
  Proportions (1981), ch. 13.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, TypeAlias, TypeVar

from review.bootstrap import Bootstrap, Interval, Units, interval

KAPPA_UNITS: Final = 20
INTERVAL_UNITS: Final = 10
SKEW: Final = 0.9
UNDEFINED_DRAWS: Final = 0.05

Pattern: TypeAlias = tuple[int, ...]
P = TypeVar("P")


@dataclass(frozen=True)
class Scale:
    """The answers a question allows; where `ordinal`, from one end to the other.

    All of them count as categories, whether anyone gave them or not.
    """

    categories: tuple[str, ...]
    ordinal: bool = False


@dataclass(frozen=True)
class Estimate:
    """A figure that rests on `n` units, its interval, and what has to be said about it.

    `value` is None where it is not defined; `note` says why, or how to read it.
    """

    n: int
    value: float | None
    interval: Interval | None = None
    note: str = ""


@dataclass(frozen=True)
class Table:
    """Ratings, counted: how many units have how many ratings in each category.

    In the order of the patterns, so that the order of units and raters leaves no trace.
    """

    scale: Scale
    units: Units[Pattern]

    @cached_property
    def n(self) -> int:
        """How many units have two ratings or more."""
        return sum(count for _, count in self.pairable)

    @cached_property
    def pairable(self) -> Units[Pattern]:
        """The patterns with two ratings or more."""
        return tuple((pattern, count) for pattern, count in self.units if sum(pattern) > 1)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """How many ratings each category has, over the units with two or more."""
        return tuple(
            sum(count * pattern[k] for pattern, count in self.pairable)
            for k in range(len(self.scale.categories))
        )


@dataclass(frozen=True)
class Agreement:
    """Everything about one question; `specific` is by category."""

    table: Table
    raw: Estimate
    specific: Mapping[str, Estimate]
    alpha: Estimate
    ac: Estimate


def agreement(
    units: Iterable[Iterable[str | None]], scale: Scale, bootstrap: Bootstrap | None = None
) -> Agreement:
    """All figures for ratings by varying raters; without a bootstrap no intervals."""
    table = tabulate(units, scale)
    return Agreement(
        table, raw(table, bootstrap), specific(table), alpha(table, bootstrap), ac(table, bootstrap)
    )


def tabulate(units: Iterable[Iterable[str | None]], scale: Scale) -> Table:
    """Count the ratings of each unit. None is a rating that is missing; a unit may have any
    number. Raises ValueError for an answer that the scale does not have."""
    patterns: Counter[Pattern] = Counter()
    for unit in units:
        given = Counter(rating for rating in unit if rating is not None)
        if unknown := sorted(given.keys() - set(scale.categories)):
            raise ValueError(f"'{unknown[0]}' is not one of {', '.join(scale.categories)}")
        if given:
            patterns[tuple(given[category] for category in scale.categories)] += 1
    return Table(scale, tuple(sorted(patterns.items())))


# -- agreement as it is seen ------------------------------------------------------------------


def raw(table: Table, bootstrap: Bootstrap | None = None) -> Estimate:
    """How many of a unit's pairs of ratings are equal, averaged over units."""
    if table.n == 0:
        return _not_defined(0, _NO_PAIRS)
    weights = _identity(len(table.scale.categories))
    return _with_interval(
        Estimate(table.n, _observed(table, weights)),
        table.units,
        lambda units: _observed(Table(table.scale, units), weights),
        bootstrap,
    )


def specific(table: Table) -> dict[str, Estimate]:
    """By category: where one rater gave it, how often another did too.

    With two raters 2a / (2a + b + c); `n` is how many units have it at least once.
    """
    found = {}
    for k, category in enumerate(table.scale.categories):
        having = [(pattern, count) for pattern, count in table.pairable if pattern[k]]
        if not having:
            why = _NO_PAIRS if table.n == 0 else f"nobody answered '{category}'"
            found[category] = _not_defined(0, why)
            continue
        together = sum(c * p[k] * (p[k] - 1) / (sum(p) - 1) for p, c in having)
        given = sum(c * p[k] for p, c in having)
        found[category] = Estimate(sum(c for _, c in having), together / given)
    return found


# -- agreement beyond chance ------------------------------------------------------------------


def alpha(table: Table, bootstrap: Bootstrap | None = None) -> Estimate:
    """Krippendorff's alpha, with his nominal or ordinal difference."""
    if reason := _too_little(table):
        return _not_defined(table.n, reason)
    return _with_interval(
        Estimate(table.n, _alpha(table), note=_skew(table) or _none_beyond_chance(_alpha(table))),
        table.units,
        lambda units: _alpha(Table(table.scale, units)),
        bootstrap,
    )


def ac(table: Table, bootstrap: Bootstrap | None = None) -> Estimate:
    """Gwet's AC1, and for an ordinal scale his AC2 with his ordinal weights.

    The weight of two answers falls with the number of pairs of categories from one to the
    other: 1 - C(distance + 1, 2) / C(categories, 2).
    """
    if reason := _too_little(table):
        return _not_defined(table.n, reason)
    value = _ac(table)
    return _with_interval(
        Estimate(table.n, value, note=_none_beyond_chance(value)),
        table.units,
        # A draw of one category has AC 1 by the formula; leaving it out would lower the rest.
        lambda units: _ac(Table(table.scale, units)),
        bootstrap,
    )


def kappa(
    pairs: Iterable[tuple[str | None, str | None]], bootstrap: Bootstrap | None = None
) -> Estimate:
    """Cohen's kappa (unweighted) of two people: the answers of the one and of the other.

    Only for one fixed pair: where the raters differ from unit to unit there is no first one.
    """
    both = Counter((one, other) for one, other in pairs if one is not None and other is not None)
    units = tuple(sorted(both.items()))
    n = sum(both.values())
    if n < KAPPA_UNITS:
        return _not_defined(n, f"the two share {_instances(n)} and it takes {KAPPA_UNITS}")
    value = _kappa(units)
    if value is None:
        return _not_defined(n, f"both answered '{units[0][0][0]}' every time")
    one_answer = min(len({pair[side] for pair in both}) for side in (0, 1)) == 1
    note = (
        "one of the two gave a single answer: kappa is 0 whatever the other says"
        if one_answer
        else _none_beyond_chance(value)
    )
    return _with_interval(Estimate(n, value, note=note), units, _kappa, bootstrap)


def _observed(table: Table, weights: Sequence[Sequence[float]]) -> float | None:
    """The weighted agreement within units, averaged over those with two ratings or more."""
    total = 0.0
    for pattern, count in table.pairable:
        m = sum(pattern)
        agreeing = sum(
            given * (sum(w * other for w, other in zip(row, pattern, strict=True)) - 1)
            for given, row in zip(pattern, weights, strict=True)
            if given
        )
        total += count * agreeing / (m * (m - 1))
    return total / table.n if table.n else None


def _alpha(table: Table) -> float | None:
    totals = table.totals
    observed = expected = 0.0
    for k, other in combinations(range(len(totals)), 2):
        if not (totals[k] and totals[other]):
            continue
        difference = 1.0
        if table.scale.ordinal:
            between = sum(totals[k : other + 1]) - (totals[k] + totals[other]) / 2
            difference = between * between
        expected += totals[k] * totals[other] * difference
        observed += difference * sum(
            count * pattern[k] * pattern[other] / (sum(pattern) - 1)
            for pattern, count in table.pairable
        )
    return 1 - (sum(totals) - 1) * observed / expected if expected else None


def _ac(table: Table) -> float | None:
    q = len(table.scale.categories)
    weights = _ordinal(q) if table.scale.ordinal else _identity(q)
    seen = _observed(table, weights)
    if seen is None:
        return None
    rated = sum(count for _, count in table.units)
    shares = [sum(c * p[k] / sum(p) for p, c in table.units) / rated for k in range(q)]
    chance = sum(map(sum, weights)) / (q * (q - 1)) * sum(s * (1 - s) for s in shares)
    return (seen - chance) / (1 - chance)


def _kappa(units: Units[tuple[str, str]]) -> float | None:
    n = sum(count for _, count in units)
    one: Counter[str] = Counter()
    two: Counter[str] = Counter()
    for (first, second), count in units:
        one[first] += count
        two[second] += count
    by_chance = sum(one[category] * two[category] for category in sorted(one))
    if by_chance == n * n:
        return None
    equal = sum(count for (first, second), count in units if first == second)
    return (n * equal - by_chance) / (n * n - by_chance)


def _identity(q: int) -> list[list[float]]:
    return [[float(k == other) for other in range(q)] for k in range(q)]


def _ordinal(q: int) -> list[list[float]]:
    def pairs(steps: int) -> int:
        return steps * (steps + 1) // 2

    return [[1 - pairs(abs(k - other)) / pairs(q - 1) for other in range(q)] for k in range(q)]


def _with_interval(
    estimate: Estimate,
    units: Units[P],
    value: Callable[[Units[P]], float | None],
    bootstrap: Bootstrap | None,
) -> Estimate:
    if bootstrap is None:
        return estimate
    found, why = None, f"no interval from {_instances(estimate.n)}"
    if estimate.n >= INTERVAL_UNITS:
        found, missing = interval(units, value, bootstrap)
        if missing > UNDEFINED_DRAWS:
            found, why = None, f"no interval: {percent(missing)} of the draws are one category"
        elif found and found[0] == found[1]:
            why = "every draw gives the same value, so the interval has no width"
        else:
            why = ""
    note = "; ".join(text for text in (estimate.note, why) if text)
    return Estimate(estimate.n, estimate.value, found, note)


# -- in words ---------------------------------------------------------------------------------

_NO_PAIRS: Final = "no instance has two ratings"


def _not_defined(n: int, reason: str) -> Estimate:
    return Estimate(n, None, note=f"not defined, because {reason}")


def _too_little(table: Table) -> str:
    """Why nothing can be said about chance; empty where something can."""
    if table.n == 0:
        return _NO_PAIRS
    if table.n == 1:
        return "only one instance has two ratings"
    used = [c for c, total in zip(table.scale.categories, table.totals, strict=True) if total]
    if len(used) == 1:
        return f"every rating is '{used[0]}'"
    return ""


def _skew(table: Table) -> str:
    most = max(table.totals)
    share = most / sum(table.totals)
    if share < SKEW:
        return ""
    category = table.scale.categories[table.totals.index(most)]
    return (
        f"{percent(share)} of the ratings are '{category}', so that a few disagreements take "
        "alpha to 0 or below: read it beside raw agreement and AC"
    )


def _none_beyond_chance(value: float | None) -> str:
    return "no more agreement than chance gives" if value is not None and abs(value) < 5e-4 else ""


def percent(share: float) -> str:
    """A share in words. Rounded down, so that only all of them are 100 %."""
    return f"{int(share * 100)} %"


def _instances(n: int) -> str:
    return f"{n} instance{'' if n == 1 else 's'}"
