"""What the benchmark we stand in has on record of a release."""

from __future__ import annotations

from benchmark.release.afterwards import Record, on_record
from benchmark.release.committed import frame_in
from curate.output import note
from curate.session import session
from schemas.errors import UsageError
from schemas.manifest import Manifest


def record_of(release: Manifest) -> Record:
    """Its withdrawal and errata; nothing outside of a benchmark, or in another one."""
    try:
        root = session().root
    except UsageError:
        return Record()
    return on_record(frame_in(root), release)


def warn(version: str, record: Record) -> None:
    """Say on stderr what whoever uses a release has to know."""
    if record.trouble:
        note(f"What is on record of release {version} is not known: {record.trouble}")
    if record.withdrawn:
        note(f"This release is withdrawn: {record.withdrawn}")
    if count := len(record.errata):
        found = "is an erratum" if count == 1 else f"are {count} errata"
        note(f"There {found} to this release: curate release errata list {version}")
