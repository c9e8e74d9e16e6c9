"""The reviews of a benchmark in numbers, without a name of anyone: for reports and releases.

Only rounds that are over are counted, so that nothing shows what an open round hides. The unit
of agreement is an instance's first round that two people reviewed; instances that were
eliminated or withdrawn later, or whose task was retired, stay in. All other reviews are counted
apart: of other rounds, beyond the two, and of instances that were adopted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Any, Final, TypeAlias, get_args

from benchmark.identity import find_person
from benchmark.load import Benchmark, LoadedInstance
from review.agreement import KAPPA_UNITS, Estimate, Scale, agreement, kappa
from review.bootstrap import Bootstrap, Interval
from review.rule import ClosedRound
from review.standing import Basis, Status
from review.standings import rounds_over, standing_of
from schemas.acts import Adopt, Difficulty, Reference, Review, Submit
from schemas.fields import FLAG_FIELDS

Pair: TypeAlias = tuple[Review, Review]
"""The two reviews of a unit, in the order of their writers' ids."""

DIGITS: Final = 6
BOOTSTRAP: Final = Bootstrap()


@dataclass(frozen=True)
class Question:
    """Something reviews answer: the scale, and where the answer is."""

    scale: Scale
    answer: Callable[[Review], str]


QUESTIONS: Final[Mapping[str, Question]] = {
    "task_fit": Question(Scale(("bad", "good")), lambda review: review.task_fit),
    "reference_answer": Question(
        Scale(get_args(Reference), ordinal=True), lambda review: review.reference_answer
    ),
    "reference_answer_bad": Question(
        Scale(("bad", "not_bad")),
        lambda review: "bad" if "reference_answer" in review.flags else "not_bad",
    ),
    "score_rubric": Question(Scale(("bad", "good")), lambda review: review.score_rubric),
    "difficulty": Question(
        Scale(get_args(Difficulty), ordinal=True), lambda review: review.difficulty
    ),
    "overall": Question(
        Scale(("flag", "no_flag")), lambda review: "flag" if review.flags else "no_flag"
    ),
}


def statistics(benchmark: Benchmark) -> dict[str, Any]:
    """Everything as plain values; the same for the same files, to the byte.

    `rounds` counts the instances that reviews or a curator's elimination ended, by their last
    round; `revised` those with reviews in more than one round; `single_reader` the accepted
    ones whose final text only one person reviewed; `withdrawn` includes retired tasks'.
    """
    histories = [
        history
        for loaded in benchmark.instances
        if (history := _history(benchmark, loaded)).was_submitted
    ]
    pairs = _pairs(histories)
    return {
        "people": _people(benchmark, histories),
        **_counts(histories),
        "tasks_retired": sum(benchmark.is_retired(task) for task in benchmark.tasks),
        "rounds": _rounds(histories),
        "single_reader": sum(h.final_readers == 1 for h in histories),
        "agreement": {
            name: _in_full(question, pairs, BOOTSTRAP) for name, question in QUESTIONS.items()
        },
        "bootstrap": {
            "draws": BOOTSTRAP.draws,
            "seed": BOOTSTRAP.seed,
            "level": BOOTSTRAP.level,
        },
        "figure": _figure(pairs),
        "apart": _apart(histories),
        "by": {
            "capability": _grouped(histories, lambda history: history.capability),
            "origin": _grouped(histories, lambda history: history.origin),
            "language": _grouped(histories, lambda history: history.language),
        },
    }


# -- the units --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _History:
    """What happened to one instance, as far as it is no secret; kept small, for there are many."""

    capability: str
    origin: str
    language: str
    status: Status
    basis: Basis
    round: int
    was_submitted: bool
    writers: frozenset[str]
    closed: tuple[ClosedRound, ...]
    final_readers: int

    @property
    def is_adopted(self) -> bool:
        return self.basis == "adopted"

    @property
    def is_accepted(self) -> bool:
        return self.basis == "reviewed"

    @property
    def reviews(self) -> list[Review]:
        return [item.review for round in self.closed for item in round.reviews]

    @property
    def unit(self) -> Pair | None:
        """The two reviews of the first round with two; of those asked to where there are more."""
        for round in self.closed:
            by_person: dict[str, Review] = {}
            for item in round.reviews:
                by_person.setdefault(item.review.by, item.review)
            if len(by_person) > 1:
                one, two, *_ = by_person.values()
                return (one, two) if one.by < two.by else (two, one)
        return None


def _history(benchmark: Benchmark, loaded: LoadedInstance) -> _History:
    acts = benchmark.acts_of(loaded)
    submits = [a.act for a in acts if isinstance(a.act, Submit)]
    instance = loaded.instance
    standing = standing_of(benchmark, loaded)
    author = instance.provenance.author
    closed = rounds_over(benchmark, loaded)
    history = _History(
        capability=loaded.task[0],
        origin=instance.provenance.origin,
        language=instance.language,
        status=standing.status,
        basis=standing.basis,
        round=standing.round,
        was_submitted=bool(submits) or any(isinstance(a.act, Adopt) for a in acts),
        writers=frozenset(w for act in submits for w in act.writers) | ({author} - {""}),
        closed=closed,
        final_readers=len(_readers(closed, loaded.digest)) if standing.basis == "reviewed" else 0,
    )
    return history if closed else _one(history)


def _readers(closed: Iterable[ClosedRound], digest: str) -> set[str]:
    """Who reviewed the text it was accepted with."""
    reviews = (item.review for round in closed for item in round.reviews)
    return {review.by for review in reviews if review.digest == digest}


@lru_cache(4096)
def _one(history: _History) -> _History:
    """One object for all equal ones: most of an adopted benchmark."""
    return history


def _pairs(histories: Iterable[_History]) -> list[Pair]:
    return [h.unit for h in histories if h.unit and not h.is_adopted]


# -- counts -----------------------------------------------------------------------------------


def _people(benchmark: Benchmark, histories: Sequence[_History]) -> dict[str, int]:
    """How many really wrote, and how many really reviewed."""
    writers = {writer for h in histories for writer in h.writers}
    return {
        "authors": len({find_person(benchmark, w) or w.casefold() for w in writers}),
        "reviewers": len({review.by for h in histories for review in h.reviews}),
    }


def _counts(histories: Sequence[_History]) -> dict[str, int]:
    return {
        "instances": len(histories),
        "reviewed": sum(bool(h.reviews) for h in histories),
        "accepted": sum(h.is_accepted for h in histories),
        "adopted": sum(h.is_adopted for h in histories),
        "eliminated": sum(h.status == "eliminated" for h in histories),
        "revised": sum(sum(bool(r.reviews) for r in h.closed) > 1 for h in histories),
        "withdrawn": sum(h.status == "withdrawn" for h in histories),
    }


def _rounds(histories: Iterable[_History]) -> dict[str, int]:
    ended = Counter(h.round for h in histories if h.is_accepted or h.status == "eliminated")
    return {str(round): count for round, count in sorted(ended.items())}


def _figure(pairs: Sequence[Pair]) -> dict[str, Any]:
    """BiGGen's Figure 3 (Kim et al., 2024): what both said, and how difficult either found it.

    Good is what is not flagged: of a reference answer, Acceptable too.
    """
    found: dict[str, Any] = {"instances": len(pairs)}
    for field in FLAG_FIELDS:
        found[field] = _both(sum(field in review.flags for review in pair) for pair in pairs)
    found["overall"] = _both(sum(bool(review.flags) for review in pair) for pair in pairs)
    reviews = [review for pair in pairs for review in pair]
    return {**found, "difficulty": _answers(QUESTIONS["difficulty"], reviews)}


def _both(bad: Iterable[int]) -> dict[str, int]:
    count = Counter(bad)
    return {"agree_good": count[0], "agree_bad": count[2], "disagree": count[1]}


def _answers(question: Question, reviews: Iterable[Review]) -> dict[str, int]:
    count = Counter(question.answer(review) for review in reviews)
    return {category: count[category] for category in question.scale.categories}


def _apart(histories: Sequence[_History]) -> dict[str, Any]:
    """The reviews that agreement leaves out, each once."""
    adopted = [review for h in histories if h.is_adopted for review in h.reviews]
    extra, other = [], []
    for history in histories:
        if history.is_adopted:
            continue
        unit = history.unit or ()
        first = unit[0].round if unit else 0
        for review in history.reviews:
            if review.round != first:
                other.append(review)
            elif review not in unit:
                extra.append(review)
    return {
        "other_rounds": _tally(other),
        "beyond_two": _tally(extra),
        "adopted": _tally(adopted),
    }


def _tally(reviews: Sequence[Review]) -> dict[str, Any]:
    return {
        "reviews": len(reviews),
        "flagged": sum(bool(review.flags) for review in reviews),
        "answers": {name: _answers(q, reviews) for name, q in QUESTIONS.items()},
    }


def _grouped(histories: Sequence[_History], group_of: Callable[[_History], str]) -> dict[str, Any]:
    groups: dict[str, list[_History]] = {}
    for history in histories:
        groups.setdefault(group_of(history), []).append(history)
    return {name: _group(members) for name, members in sorted(groups.items())}


def _group(histories: Sequence[_History]) -> dict[str, Any]:
    pairs = _pairs(histories)
    return {
        **_counts(histories),
        "figure": _figure(pairs),
        "agreement": {name: _in_short(question, pairs) for name, question in QUESTIONS.items()},
    }


# -- agreement --------------------------------------------------------------------------------


def _in_full(question: Question, pairs: Sequence[Pair], bootstrap: Bootstrap) -> dict[str, Any]:
    found = agreement(_units(question, pairs), question.scale, bootstrap)
    figures = {"raw": found.raw, "alpha": found.alpha, "ac": found.ac}
    return {
        **_in_short(question, pairs, figures),
        "scale": "ordinal" if question.scale.ordinal else "nominal",
        "ci": {name: _interval(estimate.interval) for name, estimate in figures.items()},
        "per_category": {
            category: {"ratings": total, "agreement": _number(found.specific[category].value)}
            for category, total in zip(question.scale.categories, found.table.totals, strict=True)
        },
        "kappa": _kappas(question, pairs),
    }


def _in_short(
    question: Question, pairs: Sequence[Pair], figures: Mapping[str, Estimate] | None = None
) -> dict[str, Any]:
    if figures is None:
        found = agreement(_units(question, pairs), question.scale)
        figures = {"raw": found.raw, "alpha": found.alpha, "ac": found.ac}
    return {
        "n": len(pairs),
        **{name: _number(estimate.value) for name, estimate in figures.items()},
        "note": _note(figures),
    }


def _units(question: Question, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    return [(question.answer(one), question.answer(two)) for one, two in pairs]


def _kappas(question: Question, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Cohen's kappa over the pairs of people who share enough instances."""
    shared: dict[tuple[str, str], list[Pair]] = {}
    for one, two in pairs:
        shared.setdefault((one.by, two.by), []).append((one, two))
    enough = [_units(question, ps) for ps in shared.values() if len(ps) >= KAPPA_UNITS]
    found = sorted(e.value for units in enough if (e := kappa(units)).value is not None)
    note = ""
    if not enough:
        note = f"not defined, because no two reviewers share {KAPPA_UNITS} instances"
    elif len(found) < len(enough):
        note = f"not defined for {len(enough) - len(found)}, because both gave one same answer"
    return {
        "pairs": len(enough),
        "lowest": _number(found[0] if found else None),
        "median": _number(median(found) if found else None),
        "highest": _number(found[-1] if found else None),
        "note": note,
    }


def _note(figures: Mapping[str, Estimate]) -> str:
    """What has to be said, once each, and of which figures."""
    said: dict[str, list[str]] = {}
    for name, estimate in figures.items():
        for remark in estimate.note.split("; "):
            if remark:
                said.setdefault(remark, []).append(name)
    return "; ".join(f"{', '.join(names)}: {remark}" for remark, names in said.items())


def _number(value: float | None) -> float | None:
    # Adding 0.0 makes 0.0 of -0.0, which has other bytes.
    return None if value is None else round(value, DIGITS) + 0.0


def _interval(found: Interval | None) -> list[float | None] | None:
    return None if found is None else [_number(bound) for bound in found]
