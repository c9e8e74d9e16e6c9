"""What is put on record about a frozen release: errata, and its withdrawal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmark import layout
from benchmark.change import Change, carry_out
from benchmark.clock import now
from benchmark.identity import Actor
from benchmark.load import Benchmark
from schemas.errors import CurateError, RefusedError, UsageError
from schemas.manifest import Manifest
from schemas.release import Erratum, Withdrawal
from schemas.yamldoor import dump


@dataclass(frozen=True)
class Record:
    """What a benchmark has on record of a release: why it is withdrawn, and its errata.

    Both are empty where there is nothing, and where the release is another benchmark's.
    `trouble` is what keeps us from knowing.
    """

    withdrawn: str = ""
    errata: tuple[Erratum, ...] = ()
    trouble: CurateError | None = None


NOTHING: Final = Record()


def on_record(benchmark: Benchmark, release: Manifest) -> Record:
    """What a benchmark has on record of a release that was read from its folder."""
    version = release.version
    for error in benchmark.unreadable:
        if error.where.file.startswith(f"releases/{version}/"):
            return Record(trouble=error)
    frozen = benchmark.releases.get(version)
    if frozen is None or not same_benchmark(frozen.name, frozen.canary, release):
        return NOTHING
    if frozen != release:
        return Record(
            trouble=RefusedError(
                f"this benchmark froze something else as {version}",
                advice=f"`curate release build {version}` builds what was frozen.",
            )
        )
    withdrawal = benchmark.withdrawals.get(version)
    return Record(withdrawal.reason if withdrawal else "", benchmark.errata.get(version, ()))


def same_benchmark(name: object, canary: object, release: Manifest) -> bool:
    """Whether a release is of the benchmark with this name or this canary: a benchmark may be
    renamed, and need not have a canary."""
    return name == release.name or bool(release.canary and canary == release.canary)


def add_erratum(
    root: Path, benchmark: Benchmark, actor: Actor, version: str, name: str, text: str
) -> str:
    """Put an erratum on record; the release's own bytes stay as they are. Returns its path."""
    actor.require("curator", "add an erratum")
    manifest = _released(benchmark, version)
    if not text.strip():
        raise UsageError("an erratum needs a text")
    if name not in {entry.id for entry in manifest.instances}:
        raise UsageError(f"{name} is not in release {version}")
    erratum = Erratum(instance=name, text=text, by=actor.id, at=now())
    short = hashlib.sha256(f"{erratum.at}\n{text}".encode()).hexdigest()[:8]
    path = layout.erratum(version, f"{name}-{short}")
    change = Change(
        f"Erratum to {name} in release {version}",
        writes={path: dump(erratum, file=path)},
        trailers=[("Curate-Act", "erratum"), ("Version", version), ("Instance", name)],
    )
    carry_out(root, change, actor)
    return path


def withdraw(root: Path, benchmark: Benchmark, actor: Actor, version: str, reason: str) -> None:
    """Say that a release is not to be used any more; its bytes and its tag stay."""
    actor.require("curator", "withdraw a release")
    _released(benchmark, version)
    if not reason.strip():
        raise UsageError("a reason is needed", advice='--reason "…"')
    if version in benchmark.withdrawals:
        raise RefusedError(f"release {version} is withdrawn already")
    path = layout.withdrawal(version)
    text = dump(Withdrawal(reason=reason, by=actor.id, at=now()), file=path)
    change = Change(
        f"Withdraw release {version}\n\n{reason}",
        writes={path: text},
        trailers=[("Curate-Act", "release-withdraw"), ("Version", version)],
    )
    carry_out(root, change, actor)


def _released(benchmark: Benchmark, version: str) -> Manifest:
    manifest = benchmark.releases.get(version)
    if manifest is None:
        known = ", ".join(benchmark.releases) or "none yet"
        raise UsageError(f"there is no release {version}", advice=f"Releases: {known}.")
    return manifest


def errata_page(version: str, errata: Sequence[Erratum]) -> str:
    """`ERRATA.md`, to be published beside the release."""
    lines = [f"# Errata of version {version}", ""]
    for erratum in errata:
        lines += [f"## {erratum.instance}", "", f"{erratum.at[:10]}: {erratum.text.strip()}", ""]
    return "\n".join(lines)
