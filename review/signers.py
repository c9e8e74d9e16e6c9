"""Who signed what is on record: the signatures of the commits that brought the acts in.

Git is asked (`%G?`, `%GS`, `%GF`), so whom it trusts is as it is set up in this copy:
`gpg.ssh.allowedSignersFile` for SSH keys, the keyring for OpenPGP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from benchmark import layout
from benchmark.git import Git
from benchmark.identity import find_person
from benchmark.load import Benchmark, LoadedAct, LoadedInstance
from review.queue import tells_writer

Signature: TypeAlias = Literal["good", "untrusted", "expired", "bad", "unchecked", "none"]

_SIGNATURES: Final[dict[str, Signature]] = {
    "G": "good", "U": "untrusted", "X": "expired", "Y": "expired", "R": "bad", "B": "bad",
    "E": "unchecked", "N": "none",
}  # fmt: skip
_ADDRESS: Final = re.compile(r"[^@\s<>]+@[^@\s<>]+")


@dataclass(frozen=True)
class SignedAct:
    """An act and the signature of the commit that brought it in.

    `signer` is how git names who signed, `fingerprint` their key's, `person` who that is here;
    each empty where unknown. `unchecked`: there is a signature, and git cannot check it here.
    """

    loaded: LoadedInstance
    recorded: LoadedAct
    commit: str
    signature: Signature
    signer: str
    fingerprint: str
    person: str

    @property
    def is_by_another(self) -> bool:
        """Whether it holds a good signature of someone whom the act does not name."""
        act = self.recorded.act
        return self.signature == "good" and self.person not in (act.by, act.recorded_by)


def signed_acts(root: Path, benchmark: Benchmark, reader: str = "") -> list[SignedAct]:
    """Every act that a commit holds, in the benchmark's order, for a person to read.

    Acts that would tell them who wrote what they may still review are left out. Raises GitError.
    """
    brought_in = {act: found for found in _commits(root) for act in found.acts}
    acts = []
    for loaded in benchmark.instances:
        for recorded in sorted(benchmark.acts_of(loaded), key=lambda a: (a.act.round, a.name)):
            found = brought_in.get((loaded.task, recorded.name))
            if found and not tells_writer(benchmark, loaded, recorded.act, reader):
                person = _person(benchmark, found.signer)
                acts.append(
                    SignedAct(
                        loaded, recorded, found.hash, found.signature, found.signer,
                        found.fingerprint, person,
                    )
                )  # fmt: skip
    return acts


@dataclass(frozen=True)
class _Commit:
    hash: str
    signature: Signature
    signer: str
    fingerprint: str
    acts: tuple[tuple[layout.TaskName, str], ...]
    """By task and name: an instance may have got another number since."""


def _commits(root: Path) -> Iterator[_Commit]:
    git = Git(root)
    if git.head is None:
        return
    log = git.run(
        "log", "--reverse", "--diff-filter=A", "--no-renames", "--name-only", "--relative", "-z",
        "--no-show-signature", "--format=%x01%H%x00%G?%x00%GS%x00%GF%x00", "HEAD", "--", "tasks",
    ).out  # fmt: skip
    for block in log.decode("utf-8", "replace").split("\x01")[1:]:
        commit, signature, signer, fingerprint, *paths = block.split("\0")
        places = (layout.act_of(path.lstrip("\n")) for path in paths)
        yield _Commit(
            commit,
            _SIGNATURES.get(signature, "none"),
            signer,
            fingerprint,
            tuple((place[0], place[2]) for place in places if place),
        )


def _person(benchmark: Benchmark, signer: str) -> str:
    found = _ADDRESS.search(signer)
    return (find_person(benchmark, found.group()) or "") if found else ""
