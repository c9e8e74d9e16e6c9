"""`curate release errata`: corrections beside a frozen release."""

from __future__ import annotations

from typing import Annotated

import typer

from curate.session import session


def add(
    version: Annotated[str, typer.Argument(help="Which release.")],
    name: Annotated[str, typer.Argument(metavar="ID", help="Which instance of it.")],
    text: Annotated[str, typer.Argument(help="What is wrong and what to do about it.")],
) -> None:
    """Put an erratum on record; the frozen bytes stay."""
    from benchmark.release.afterwards import add_erratum
    from curate.output import say

    benchmark = session().load()
    actor = session().actor(benchmark)
    path = add_erratum(session().root, benchmark, actor, version, name, text)
    say(f"{path}: published beside release {version} from now on.")


def list_(version: Annotated[str, typer.Argument(help="Which release.")]) -> None:
    """The errata of a release, as they are published."""
    from benchmark.release.afterwards import errata_page
    from curate.output import say
    from schemas.errors import UsageError
    from schemas.visible import visible

    benchmark = session().load()
    if version not in benchmark.releases:
        raise UsageError(f"there is no release {version}")
    errata = benchmark.errata.get(version, ())
    say(visible(errata_page(version, errata)) if errata else f"Release {version} has no errata.")
