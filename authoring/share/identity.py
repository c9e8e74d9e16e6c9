"""Name and e-mail for this benchmark only, for who has none that git knows."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.app import CurateApp
from authoring.dialogs.form import Form, Line
from benchmark.git import Git
from benchmark.identity import find_person
from benchmark.join import email_is_one, set_identity, who_can_add
from schemas.errors import CurateError


class IdentityForm(Form):
    """What commits are to be signed with."""

    def __init__(self, name: str, email: str) -> None:
        super().__init__(
            "Who are you?",
            (Line("person_name", "Your name", name), Line("email", "Your e-mail address", email)),
            about="Everything you do here is signed with these. They are set for this benchmark "
            "only. A curator has to have the address in people/ before you can act.",
        )  # fmt: skip

    def wrong(self, values: Mapping[str, str]) -> str:
        """Both are needed, and the address has to look like one."""
        if not values["person_name"]:
            return "your name is missing"
        if not email_is_one(values["email"]):
            return f"'{values['email']}' is not an e-mail address"
        return ""


def ask_who(app: CurateApp) -> None:
    """Ask name and e-mail, set them for this repository, and read again as that person."""
    try:
        own = Git(app.root).identity() or ("", "")
    except CurateError as error:
        app.tell(error)
        return

    def go(values: Mapping[str, str] | None) -> None:
        if values is not None:
            app.act(lambda: _set(app, values["person_name"], values["email"]))

    app.push_screen(IdentityForm(*own), go)


def _set(app: CurateApp, name: str, email: str) -> str:
    set_identity(app.root, name, email)
    app.act_as(None)
    benchmark = app.workplace.read().benchmark
    if person := find_person(benchmark, email):
        return f"You are {person} here."
    curators = ", ".join(who_can_add(benchmark, email)) or "a curator"
    return f"Noted. {email} is not in people/ yet: ask {curators} to add it, then fetch (f)."
