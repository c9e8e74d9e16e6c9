"""What a release cannot do, said of itself: plain sentences, derived from its facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmark.release import composition
from benchmark.release.facts import Facts
from benchmark.release.wording import number, share
from schemas.fields import TEXT_FIELDS

_FEW: Final = 30


def known_limits(facts: Facts) -> list[str]:
    """One sentence or two for each limit, without markup."""
    return [
        *_basis(facts),
        *_difficulty(facts),
        *_agreement(facts),
        *_languages(facts),
        *_sizes(facts),
        *_origins(facts),
        *_texts(facts),
        "A reference answer is one answer worth 5, not the only one. A score is the judgement of "
        "whoever applies the rubric, and only as good as that judge.",
        "What is public can end up in training data, and then results say little. The canary "
        "helps to find out."
        if facts.benchmark.settings.canary
        else "What is public can end up in training data, and then results say little.",
    ]


def _basis(facts: Facts) -> Iterator[str]:
    adopted = sum(row.basis == "adopted" for row in facts.rows)
    if adopted:
        yield (
            f"{share(adopted, len(facts.rows))} adopted by a curator as they stood: nobody "
            "reviewed them for this release."
        )
    single = facts.statistics.get("single_reader")
    if isinstance(single, int) and single:
        yield (
            f"The final text of {number(single, 'accepted instance')} was read by one reviewer "
            "only: after a revision, just whoever had flagged something looked again."
        )
    left = sum(bool(entry.why) for entry in facts.left_out)
    if left:
        yield (
            f"{number(left, 'submitted instance was', 'submitted instances were')} left out "
            "because something was in the way of each; the manifest says what."
        )


def _difficulty(facts: Facts) -> Iterator[str]:
    without = sum(not row.difficulty for row in facts.rows)
    if without < len(facts.rows):
        yield (
            "Difficulty is what each reviewer thought of a strong model. No model was run to "
            "measure it."
        )
        if without:
            yield f"Nothing is recorded about the difficulty of {number(without, 'instance')}."
    else:
        yield "Nothing is recorded about how difficult the instances are; nobody was asked."


def _agreement(facts: Facts) -> Iterator[str]:
    if not any(row.basis == "reviewed" for row in facts.rows):
        return
    overall = facts.statistics.get("agreement", {}).get("overall", {})
    units = overall.get("n") if isinstance(overall, dict) else None
    if isinstance(units, int) and units < _FEW:
        yield (
            f"How far reviewers agree rests on {number(units, 'instance')}, which is few."
            if units
            else "How far reviewers agree is not known."
        )


def _languages(facts: Facts) -> Iterator[str]:
    found = composition.counts(facts.rows, "language")
    if len(found) == 1:
        yield (
            f"All texts are in one language ({', '.join(found)}); results say nothing about others."
        )
    few = [f"{language} ({count})" for language, count in found.items() if count < _FEW]
    if len(found) > 1 and few:
        yield f"Too few instances to judge a model's command of a language: {', '.join(few)}."
    mixed = sum(row.language != row.rubric_language for row in facts.rows)
    if mixed:
        yield (
            f"The rubric of {number(mixed, 'instance')} is in another language than the texts, "
            "so a judge needs both."
        )


def _sizes(facts: Facts) -> Iterator[str]:
    sizes = [len(group) for group in composition.tasks(facts.rows).values()]
    if min(sizes, default=_FEW) < _FEW:
        least, most = min(sizes), max(sizes)
        size = f"{least} to {most} instances" if least < most else number(most, "instance")
        yield f"A task has {size}: a score for a single task is a rough one."


def _origins(facts: Facts) -> Iterator[str]:
    augmented = [row for row in facts.rows if row.origin == "augmented"]
    if augmented:
        models = sorted({row.model for row in augmented} - {""})
        by = f" ({', '.join(models)})" if models else ""
        yield (
            f"{share(len(augmented), len(facts.rows))} written by a model{by} and checked by a "
            "person; models of the same family may find them easier than others do."
        )
    imported = sum(row.origin == "imported" for row in facts.rows)
    if imported:
        yield (
            f"{share(imported, len(facts.rows))} brought in from elsewhere; who wrote them, and "
            "how, is only known as far as their source says."
        )


def _texts(facts: Facts) -> Iterator[str]:
    odd = sum(row.not_typed for row in facts.rows)
    if odd:
        yield (
            f"{number(odd, 'instance')} {'holds' if odd == 1 else 'hold'} carriage returns, "
            "control characters or Unicode line separators, kept as they are."
        )
    for capability, rows in composition.capabilities(facts.rows).items():
        for column in TEXT_FIELDS:
            if all(column in row.guessable for row in rows):
                yield (
                    f"In {capability}, every {column} looks like a date or a number, and readers "
                    "that guess types change it: read the JSON Lines as text, or a Parquet copy."
                )
