"""`curate join`: a copy of somebody's benchmark, ready to work in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from curate.session import session

if TYPE_CHECKING:
    from benchmark.join import Sending
    from benchmark.load import Benchmark


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the shared copy is.")],
    directory: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Where yours is to be.")
    ] = None,
    name: Annotated[str, typer.Option(help="Your name (asked for where missing).")] = "",
    email: Annotated[str, typer.Option(help="Your e-mail address (asked for where missing).")] = "",
    app: Annotated[bool, typer.Option("--app/--no-app", help="Open the app afterwards.")] = True,
) -> None:
    """Make your own copy of a shared benchmark."""
    from benchmark.join import clone, folder_for, set_identity, try_sending
    from benchmark.load import load_folder
    from curate.output import say
    from curate.verbs.app import at_a_terminal, open_app

    target = (directory or Path(folder_for(url))).absolute()
    asks = at_a_terminal()
    clone(url, target)
    say(f"Your copy is in {target}.")
    person = _identity(target, name, email or session().email or "", asks=asks)
    if person is not None:
        set_identity(target, *person)
        say(f"In it you are {person[0]} <{person[1]}>; git elsewhere is as it was.")
    _say_sending(try_sending(target))
    known = _say_who_adds(load_folder(target), person[1] if person else "")
    if app and asks:
        open_app(target, None)
    else:
        say(f"Next: cd {target}; curate" if known else f"Then: cd {target}; curate sync; curate")


def _identity(target: Path, name: str, email: str, *, asks: bool) -> tuple[str, str] | None:
    """Name and address: as given, else asked for with git's own as a proposal."""
    from benchmark.git import Git
    from benchmark.join import email_is_one
    from curate.output import note
    from schemas.errors import UsageError

    own = Git(target).identity() or ("", "")
    if email and not email_is_one(email):
        raise UsageError(f"--email {email}: that is not an e-mail address")
    if asks:
        name = name or typer.prompt("Your name", default=own[0] or None)
        while not email_is_one(email):
            email = typer.prompt("Your e-mail address", default=own[1] or None)
    name, email = name or own[0], email or own[1]
    if not name or not email:
        note("Who you are is not known yet: name yourself with --name and --email, or do it later")
        note(f"  git -C {target} config user.name 'Your Name'")
        note(f"  git -C {target} config user.email you@example.org")
        return None
    return name, email


def _say_sending(sending: Sending) -> None:
    from curate.output import note, say

    if sending.way == "open":
        say("The shared copy can be sent to.")
    elif sending.way == "protected":
        say("The shared copy's main branch is protected: `curate sync` sends a branch of yours.")
    elif sending.way == "read_only":
        note("You may read the shared copy but not send to it: ask who runs it for that.")
        note(f"  {sending.said}")
    else:
        note(f"Whether you can send to the shared copy is not certain: {sending.said}")


def _say_who_adds(benchmark: Benchmark, email: str) -> bool:
    """Whether the address is somebody's here; where not, it is said who can change that."""
    from benchmark.identity import find_person
    from benchmark.join import who_can_add
    from curate.output import say

    known = find_person(benchmark, email) if email else None
    if known:
        say(f"You are {known} in this benchmark.")
        return True
    curators = who_can_add(benchmark, email)
    say(f"{email or 'Your address'} is not among the people of this benchmark yet: you can read.")
    if curators:
        say(f"To write or review, ask to be added: {', '.join(curators)}")
        say(f"  They run: curate people add {email or 'YOUR-ADDRESS'}; curate sync")
    return False
