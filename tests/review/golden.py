"""The golden histories as acts: the reduced form of the data turned into the real models."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import yaml

from benchmark.load import LoadedAct
from review.eligibility import Subject
from review.rule import Need, Standing, judge
from schemas.acts import (
    Act,
    Adopt,
    Assign,
    Eliminate,
    HandBack,
    Recall,
    Reopen,
    Review,
    Submit,
    Withdraw,
)
from schemas.fields import CONTENT_FIELDS
from schemas.person import Person
from schemas.settings import ReviewPolicy

DATA = Path(__file__).parents[1] / "data"
KEY = "00000000"
SIMPLE = {
    "recall": Recall, "withdraw": Withdraw, "reopen": Reopen, "adopt": Adopt,
    "eliminate": Eliminate, "hand_back": HandBack,
}  # fmt: skip


def histories(name: str) -> list[dict[str, Any]]:
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def people(left: list[str]) -> dict[str, Person]:
    roles = {"ann": ["author"], "bob": ["reviewer"], "cem": ["reviewer"], "dee": ["reviewer"]}
    roles["kit"] = ["curator"]
    return {
        name: Person(name=name, emails=[f"{name}@example.org"], roles=role, left=name in left)
        for name, role in roles.items()
    }


def acts(history: dict[str, Any]) -> list[LoadedAct]:
    loaded: list[LoadedAct] = []
    fields: dict[int, dict[str, str]] = {}
    counter = itertools.count()
    names = [
        f"r{e['round']}-{e['act']}-{e['by']}-{e.get('n', f'x{i}')}"
        for i, e in enumerate(history["acts"])
    ]
    by_label = {e["n"]: n for e, n in zip(history["acts"], names, strict=True) if "n" in e}
    for entry, name in zip(history["acts"], names, strict=True):
        if entry["act"] == "submit":
            previous = fields.get(entry["round"] - 1, dict.fromkeys(CONTENT_FIELDS, "f0"))
            changed = entry.get("changed", [])
            fields[entry["round"]] = {
                f: f"f{next(counter) + 1}" if f in changed else previous[f] for f in CONTENT_FIELDS
            }
        loaded.append(
            LoadedAct(name, f"{name}.yaml", _act(entry, history, names, fields, by_label))
        )
    return loaded


def _act(
    entry: dict[str, Any],
    history: dict[str, Any],
    names: list[str],
    fields: dict[int, dict[str, str]],
    by_label: dict[str, str],
) -> Act:
    common = {
        "instance": KEY, "round": entry["round"], "by": entry["by"],
        "at": "2024-01-01T00:00:00Z", "digest": entry["digest"],
    }  # fmt: skip
    kind = entry["act"]
    if kind == "submit":
        seen = [
            name
            for e, name in zip(history["acts"], names, strict=True)
            if e["act"] == "review"
            and e["round"] < entry["round"]
            and ("seen" not in entry or {e["by"], e.get("n")} & set(entry["seen"]))
        ]
        return Submit(**common, fields=fields[entry["round"]], writers=[entry["by"]], seen=seen)
    if kind == "review":
        flags = entry["flags"]
        return Review(
            **common,
            fields=fields.get(entry["round"], {}),
            task_fit="bad" if "task_fit" in flags else "good",
            difficulty="easy",
            reference_answer="bad" if "reference_answer" in flags else "good",
            score_rubric="bad" if "score_rubric" in flags else "good",
            comments=dict.fromkeys(flags, "because"),
            supersedes=by_label.get(entry.get("supersedes"), ""),
            instead_of=entry.get("instead_of", ""),
        )
    if kind == "assign":
        return Assign(**common, reviewer=entry["reviewer"])
    extra = {"of": by_label[entry["of"]]} if "of" in entry else {}
    extra |= {"reviewer": entry["reviewer"]} if "reviewer" in entry else {}
    return SIMPLE[kind](**common, reason="because", **extra)


def judged(history: dict[str, Any], loaded: list[LoadedAct]) -> Standing:
    subject = Subject(
        key=KEY, digest=history["now"], owner="ann", capability="c", language="en",
        task_retired=history.get("retired", False),
        released=frozenset(history.get("released", [])),
    )  # fmt: skip
    return judge(subject, loaded, people(history.get("left", [])), ReviewPolicy())


def need_label(need: Need) -> str:
    if need.act == "review" and not need.named:
        return "reviewer" if need.who else "nobody"
    return need.who[0]


def outcome(standing: Standing) -> dict[str, Any]:
    result: dict[str, Any] = {
        "status": standing.status,
        "needs": sorted(need_label(need) for need in standing.needs),
    }
    if standing.late:
        result["late"] = sorted(a.act.by for a in standing.late)
    return result
