"""A text taken over from somewhere needs the licence it stands under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from schemas.checks.fault import Fault
from schemas.instance import Instance, Source


def check(instance: Instance) -> Iterator[Fault]:
    """SOURCE_LICENCE: an error from submit on."""
    yield from unlicensed(instance.sources)


def unlicensed(sources: Iterable[Source]) -> Iterator[Fault]:
    """The sources whose text was adapted or taken over without a licence; task cards too."""
    for place, source in enumerate(sources):
        if source.use != "inspired" and not source.licence.strip():
            yield Fault(
                f"sources.{place}.use",
                "SOURCE_LICENCE",
                "error",
                f"text of '{source.ref}' is used {source.use}, and its licence is not stated: "
                "add `licence:`, or write the text anew",
                lenient=True,
            )
