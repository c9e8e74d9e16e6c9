"""The review rule once more, plainly, for the state machine to compare with.

Written from the words of the design and the golden histories alone; it imports nothing of ours.
Acts, people and policy come in as objects with the names of the files' fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Needs = list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Scene:
    """All that a status may depend on; `acts` by name."""

    digest: str
    acts: Mapping[str, Any]
    people: Mapping[str, Any]
    policy: Any
    owner: str = "ann"
    capability: str = "c"
    language: str = "en"
    warnings: tuple[str, ...] = ()
    needs_check: bool = False
    checked_by: str = ""
    retired: bool = False
    released: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Verdict:
    """Status, the acts that come next with who can do them, and the names of late reviews."""

    status: str
    needs: Needs
    late: frozenset[str] = frozenset()


def verdict(scene: Scene) -> Verdict:
    status, needs = _status(scene)
    return Verdict(status, sorted(needs), _late(scene, status))


def _all(scene: Scene, kind: str, round: int | None = None) -> dict[str, Any]:
    return {
        name: act
        for name, act in scene.acts.items()
        if act.act == kind and round in (None, act.round)
    }


def _flags(review: Any) -> set[str]:
    """The fields a review flags: what it found bad."""
    return {
        name
        for name in ("task_fit", "reference_answer", "score_rubric")
        if getattr(review, name) == "bad"
    }


def _newest(scene: Scene) -> int:
    opened = [*_all(scene, "submit").values(), *_all(scene, "adopt").values()]
    return max((act.round for act in opened), default=0)


def _status(scene: Scene) -> tuple[str, Needs]:
    round = _newest(scene)
    reopened = {act.of for act in _all(scene, "reopen").values()}
    if scene.retired or set(_all(scene, "withdraw")) - reopened:
        return "withdrawn", []
    if round == 0 or _all(scene, "reopen", round):
        return "draft", _author(scene)
    if scene.digest in {act.digest for act in _all(scene, "adopt", round).values()}:
        return "accepted", []
    if _all(scene, "eliminate", round):
        return "eliminated", []
    submitted = {act.digest for act in _all(scene, "submit", round).values()}
    if len(submitted) != 1 or _all(scene, "recall", round):
        return "draft", _author(scene)
    edited = scene.digest not in submitted
    if _is_frozen(scene, round):
        return ("draft", _author(scene)) if edited else ("accepted", [])
    waiting = _waiting(scene, round, _counting(scene, round))
    outcome = _outcome(scene, round, _counting(scene, round))
    if outcome == "eliminated":
        return "eliminated", []
    if edited and outcome != "revise":
        return "draft", _author(scene)
    if waiting:
        return ("in_review" if round == 1 else "recheck"), waiting
    if outcome == "accepted":
        return "accepted", []
    if round >= scene.policy.max_rounds:
        return "revise", [("decide", _curators(scene))]
    return "revise", [("submit", _owner(scene))]


def _author(scene: Scene) -> Needs:
    return [("check" if scene.needs_check else "submit", _owner(scene))]


def _owner(scene: Scene) -> tuple[str, ...]:
    """The author; the curators where the author is unknown, has left, or writes no more."""
    owner = scene.people.get(scene.owner)
    if owner is None or owner.left or not {"author", "curator"} & set(owner.roles):
        return _curators(scene)
    return (scene.owner,)


def _curators(scene: Scene) -> tuple[str, ...]:
    return tuple(
        sorted(p for p, who in scene.people.items() if "curator" in who.roles and not who.left)
    )


def _writers(scene: Scene) -> set[str]:
    return {p for act in _all(scene, "submit").values() for p in (act.by, *act.writers)}


def _valid(scene: Scene, round: int, among: frozenset[str] | None = None) -> dict[str, Any]:
    """The reviews of a round that are of its content and by others than who wrote it."""
    submitted = {act.digest for act in _all(scene, "submit", round).values()}
    return {
        name: act
        for name, act in _all(scene, "review", round).items()
        if act.digest in submitted
        and act.by not in _writers(scene)
        and act.by != scene.checked_by
        and (among is None or name in among)
    }


def _counting(scene: Scene, round: int, among: frozenset[str] | None = None) -> dict[str, Any]:
    """The valid reviews that none of the same person's replaces."""
    valid = _valid(scene, round, among)
    return {
        name: act
        for name, act in valid.items()
        if not any(other.supersedes == name and other.by == act.by for other in valid.values())
    }


def _outcome(scene: Scene, round: int, reviews: Mapping[str, Any]) -> str:
    if _waiting(scene, round, reviews):
        return ""
    flagged = [bool(_flags(act)) for act in reviews.values()]
    if not any(flagged):
        return "accepted"
    people = {act.by for act in reviews.values()}
    return "eliminated" if all(flagged) and len(people) > 1 else "revise"


def _is_frozen(scene: Scene, round: int) -> bool:
    """Whether a release holds the round: its content is in one, and it could be accepted.

    A round that merely submits released content again is a new one.
    """
    submitted = {act.digest for act in _all(scene, "submit", round).values()}
    if len(submitted) != 1 or not submitted <= scene.released:
        return False
    clean = frozenset(n for n, act in _all(scene, "review", round).items() if not _flags(act))
    return not _waiting(scene, round, _counting(scene, round, clean))


def _waiting(scene: Scene, round: int, filed: Mapping[str, Any]) -> Needs:
    """The reviews a round still waits for."""
    seen = _seen(scene, round)
    before = _latest(scene, seen, round)
    flaggers = sorted(p for p, own in before.items() if any(_flags(r) for r in own))
    flagged = {f for p in flaggers for r in before[p] for f in _flags(r)}
    wanted = max(2, len(flaggers))
    if flaggers and _closed_as_revise(scene, round - 1, seen):
        now = next(iter(_all(scene, "submit", round).values())).fields
        then = next(iter(_all(scene, "submit", round - 1).values())).fields
        if {f for f in now if now[f] != then[f]} <= flagged:
            wanted = len(flaggers)

    done = {act.by for act in filed.values()}
    stood_for = {act.instead_of for act in filed.values()}
    chosen = [p for p in flaggers if p in done or (_can(scene, p, round) and p not in stood_for)]
    chosen += sorted(done - set(chosen))
    asked = sorted(act.reviewer for act in _all(scene, "assign", round).values())
    earlier = sorted(before, key=lambda p: (-before[p][0].round, p))
    for person in (*asked, *earlier):
        if len(chosen) < wanted and person not in chosen and _can(scene, person, round):
            chosen.append(person)
    free = wanted - len(chosen)
    others = tuple(
        p
        for p in sorted(scene.people)
        if p not in chosen and _can(scene, p, round) and _may_read(scene, p, chosen, free)
    )
    places: Needs = [("review", others if len(others) > n else ()) for n in range(free)]
    return [("review", (p,)) for p in chosen if p not in done] + places


def _seen(scene: Scene, round: int) -> frozenset[str]:
    return frozenset(n for act in _all(scene, "submit", round).values() for n in act.seen)


def _latest(scene: Scene, names: frozenset[str], before: int) -> dict[str, list[Any]]:
    """By person: their reviews of the newest earlier round they reviewed, among these."""
    latest: dict[str, list[Any]] = {}
    for round in range(before - 1, 0, -1):
        of_round: dict[str, list[Any]] = {}
        for act in _counting(scene, round, names).values():
            of_round.setdefault(act.by, []).append(act)
        for person, own in of_round.items():
            latest.setdefault(person, own)
    return latest


def _closed_as_revise(scene: Scene, round: int, seen: frozenset[str]) -> bool:
    """Whether a round closed as revise, by the reviews that were there for the next submit."""
    submitted = {act.digest for act in _all(scene, "submit", round).values()}
    if len(submitted) != 1 or _all(scene, "recall", round):
        return False
    return _outcome(scene, round, _counting(scene, round, seen)) == "revise"


def _can(scene: Scene, person: str, round: int) -> bool:
    who = scene.people.get(person)
    return (
        who is not None
        and "reviewer" in who.roles
        and not who.left
        and person not in _writers(scene)
        and person != scene.checked_by
        and person != scene.owner
        and (not who.capabilities or scene.capability in who.capabilities)
        and not set(who.avoid) & set(scene.warnings)
        and person
        not in {act.reviewer or act.by for act in _all(scene, "hand_back", round).values()}
    )


def _may_read(scene: Scene, person: str, chosen: list[str], free: int) -> bool:
    """Whether the language lets a person take one of the free places."""

    def knows(p: str) -> bool:
        who = scene.people.get(p)
        return who is not None and (not who.languages or scene.language in who.languages)

    rule = scene.policy.language_rule
    if rule == "none" or knows(person):
        return True
    return rule == "one" and (free > 1 or any(knows(p) for p in chosen))


def _late(scene: Scene, status: str) -> frozenset[str]:
    """Reviews that change nothing, for the curator."""
    if status == "withdrawn":
        return frozenset()
    newest = _newest(scene)
    seen = {n for act in _all(scene, "submit").values() for n in act.seen}
    late = set()
    for name, act in _all(scene, "review").items():
        valid = name in _valid(scene, act.round)
        counts = name in _counting(scene, act.round)
        if name not in seen and (not valid or (counts and act.round < newest)):
            late.add(name)
    if _is_frozen(scene, newest):
        late |= {name for name, act in _counting(scene, newest).items() if _flags(act)}
    return frozenset(late)
