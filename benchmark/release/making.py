"""How a release was made: its people, its rounds and their agreement, as sentences and tables.

`Facts.statistics` is computed elsewhere; what is in it is shown, what is not is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from benchmark.release import composition
from benchmark.release.facts import Facts
from benchmark.release.markdown import link, table, text
from benchmark.release.wording import number, share

_QUESTIONS: Final = {
    "task_fit": "Does it fit task and capability?",
    "reference_answer": "Is the reference answer right?",
    "reference_answer_bad": "Is the reference answer bad?",
    "score_rubric": "Can an answer be judged by the rubric?",
    "difficulty": "How difficult is it?",
    "overall": "Anything flagged at all?",
}
_FIGURES: Final = {
    "raw": "Raw agreement",
    "alpha": "Krippendorff's α",
    "ac": "Gwet's AC",
}
_ELIMINATED: Final = "Instances eliminated"
_DROPPED: Final = "Tasks dropped"
PROTOCOL: Final = (
    "Two people who had not written an instance judged it, blind to each other: whether it fits "
    "its task and capability, how difficult it is, whether the reference answer is right, and "
    "whether an answer can be judged by the rubric. Flagged by both: eliminated. Flagged by one: "
    "revised by its author until whoever had flagged it found it good. Difficulty was recorded "
    "and decided nothing."
)


def origins(facts: Facts) -> list[str]:
    """Where the texts come from, a sentence for each origin that occurs."""
    found = composition.counts(facts.rows, "origin", composition.ORIGINS)
    models = sorted({row.model for row in facts.rows if row.origin == "augmented"} - {""})
    said = {
        "human": "written by hand, rubric and reference answer included.",
        "augmented": f"written by a model{' (' + ', '.join(models) + ')' if models else ''} that "
        "was shown others of the task; of several attempts the one least like what was there was "
        "kept, and a person checked and revised it.",
        "imported": "brought in from elsewhere.",
    }
    return [
        f"{number(count, 'instance was', 'instances were')} {said[origin]}"
        for origin, count in found.items()
    ]


def section(facts: Facts) -> list[str]:
    """The part of the card, as lines of Markdown without its heading."""
    reviewed = any(row.basis == "reviewed" for row in facts.rows)
    return [
        " ".join(text(sentence) for sentence in origins(facts)),
        "",
        *([PROTOCOL, ""] if reviewed or _counted(facts, "reviewed") else []),
        *_adopted(facts),
        *_numbers(facts),
        *_agreement(facts),
    ]


def agreement_in_words(facts: Facts) -> str:
    """The agreement of reviewers in one sentence; empty where nothing is known."""
    return "; ".join(
        f"{name} (n = {measured['n']}): "
        + ", ".join(f"{label} {_figure(measured, key)}" for key, label in _FIGURES.items())
        for name, measured in _measured(facts).items()
    )


def people_in_words(facts: Facts) -> str:
    """How many wrote and how many reviewed; empty where nothing is known."""
    people = _mapping(facts.statistics.get("people"))
    return ", ".join(f"{name}: {people[name]}" for name in ("authors", "reviewers")
                     if isinstance(people.get(name), int))  # fmt: skip


def _adopted(facts: Facts) -> list[str]:
    adopted = [row for row in facts.rows if row.basis == "adopted"]
    if not adopted:
        return []
    sources = Counter(row.adopted_from for row in adopted if row.adopted_from)
    said = ", ".join(
        f"{link(source)} ({count:,})"
        for source, count in sorted(sources.items(), key=lambda item: (-item[1], item[0]))
    )
    return [
        f"{share(len(adopted), len(facts.rows))} adopted: "
        "a curator accepted what was published or validated before, as it stood."
        + (f" On the strength of: {said}." if said else ""),
        "",
    ]


def _numbers(facts: Facts) -> list[str]:
    left_out = Counter(entry.status for entry in facts.left_out if not entry.why)
    in_the_way = sum(bool(entry.why) for entry in facts.left_out)
    people = _mapping(facts.statistics.get("people"))
    rounds = _mapping(facts.statistics.get("rounds"))
    dropped = sum(card.status == "retired" for card in facts.benchmark.tasks.values())
    rows: list[tuple[str, object]] = [
        ("People who wrote", people.get("authors")),
        ("People who reviewed", people.get("reviewers")),
        ("Instances submitted", _counted(facts, "instances")),
        ("Instances reviewed", _counted(facts, "reviewed")),
        *(
            (f"… accepted or eliminated in round {name}", rounds[name])
            for name in sorted(rounds, key=lambda name: (len(str(name)), str(name)))
        ),
        ("… revised after a flag", _counted(facts, "revised")),
        ("Instances adopted", sum(row.basis == "adopted" for row in facts.rows)),
        (_ELIMINATED, _counted(facts, "eliminated") or left_out["eliminated"]),
        ("Instances withdrawn", _counted(facts, "withdrawn") or left_out["withdrawn"]),
        ("Instances left out, the reason in the manifest", in_the_way),
        (_DROPPED, dropped),
        ("**Instances in this release**", len(facts.rows)),
    ]
    worth_saying = [row for row in rows if row[1] or row[0] in (_ELIMINATED, _DROPPED)]
    return table(("", "Number"), worth_saying)


def _agreement(facts: Facts) -> list[str]:
    found = _measured(facts)
    if not found:
        return []
    notes: dict[str, list[str]] = {}
    for name, measured in found.items():
        if measured.get("note"):
            notes.setdefault(str(measured["note"]), []).append(_QUESTIONS[name])
    return [
        "How far two reviewers agreed before they knew of each other, with 95 % intervals. All "
        "numbers are in `reviews.json`.",
        "",
        *table(
            ("Question", "Instances", *_FIGURES.values()),
            [
                (
                    _QUESTIONS[name],
                    measured["n"],
                    *(_figure(measured, key) for key in _FIGURES),
                )
                for name, measured in found.items()
            ],
        ),
        *(
            f"- {' '.join(f'*{question}*' for question in questions)} — {text(note)}."
            for note, questions in notes.items()
        ),
        *([""] if notes else []),
    ]


def _measured(facts: Facts) -> dict[str, Mapping[str, Any]]:
    found = _mapping(facts.statistics.get("agreement"))
    return {name: found[name] for name in _QUESTIONS if _mapping(found.get(name)).get("n")}


def _figure(measured: Mapping[str, Any], key: str) -> str:
    value, interval = measured.get(key), _mapping(measured.get("ci")).get(key)
    if not isinstance(value, float | int):
        return "not defined"
    shown = [f"{round(number, 2) + 0.0:.2f}" for number in (value, *(interval or ()))]
    return f"{shown[0]} ({' to '.join(shown[1:])})" if interval else shown[0]


def _counted(facts: Facts, name: str) -> int | None:
    value = facts.statistics.get(name)
    return value if isinstance(value, int) else None


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}
