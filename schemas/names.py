"""Slugs, keys and instance ids.

An id is `{capability}_{task}_{number}`. Because slugs may hold underscores themselves, an id
alone does not say where the capability ends; the path does, and `ids_collide` keeps two tasks
from ever producing one id.
"""

from __future__ import annotations

import re
import secrets

SLUG = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
KEY = re.compile(r"[0-9a-f]{8}")
NUMBER = re.compile(r"0|[1-9][0-9]*")
DRAFT_PREFIX = "new-"
# What a release calls all capabilities together, and what loaders take for a default.
RESERVED_CAPABILITIES = frozenset({"all", "default"})


def is_slug(text: str) -> bool:
    """Whether `text` may name a capability, a task or a person's file."""
    return SLUG.fullmatch(text) is not None


def new_key() -> str:
    """Eight random hex digits: what an instance is called from birth."""
    return secrets.token_hex(4)


def instance_id(capability: str, task: str, number: int) -> str:
    """The permanent id of an instance."""
    return f"{capability}_{task}_{number}"


def draft_id(key: str) -> str:
    """The name of a draft that has not been submitted yet."""
    return f"{DRAFT_PREFIX}{key}"


def number_of(name: str, capability: str, task: str) -> int | None:
    """The number in `name` if it is an id of this task, else None (drafts, foreign names)."""
    prefix = f"{capability}_{task}_"
    rest = name.removeprefix(prefix)
    return int(rest) if name.startswith(prefix) and NUMBER.fullmatch(rest) else None


def ids_collide(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two tasks (capability, task) could give one id to two instances.

    `a/b_1` and `a_b/1` share every id; `a/b` and `a/b_1` share those like `a_b_1_0`, which a
    reader would also take for number 1 of a task `b` with something behind it.
    """
    if one == other:
        return False
    mine, theirs = "_".join(one), "_".join(other)
    short, long = sorted((mine, theirs), key=len)
    if mine == theirs:
        return True
    rest = long.removeprefix(short + "_")
    return long.startswith(short + "_") and all(p.isdigit() for p in rest.split("_"))
