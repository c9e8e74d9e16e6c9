"""The table of verbs. A verb's module is imported when that verb is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final

import typer
from typer.core import TyperGroup

from curate import session

# Verb -> module in `curate.verbs` and function; a dict is a verb with verbs of its own.
VERBS: Final[dict[str, str | dict[str, str]]] = {
    "init": "init:init",
    "demo": "demo:demo",
    "people": {"add": "people:add"},
    "task": {"add": "task:add", "retire": "task:retire", "restore": "task:restore"},
    "import": {"biggen": "import_:biggen", "jsonl": "import_:jsonl"},
    "new": "new:new",
    "discard": "discard:discard",
    "submit": "submit:submit",
    "adopt": "decide:adopt",
    "withdraw": "decide:withdraw",
    "reopen": "decide:reopen",
    "recall": "decide:recall",
    "eliminate": "decide:eliminate",
    "review": {"queue": "review:queue", "show": "review:show", "file": "review:file"},
    "validate": "validate:validate",
    "status": "status:status",
    "release": {"build": "release:build", "verify": "release:verify"},
    "export": "export:export",
    "sync": "sync:sync",
    "schema": "schema:schema",
    "doctor": "doctor:doctor",
}
_HELP: Final = {
    "people": "Who takes part.",
    "task": "Tasks and their cards.",
    "import": "Bring instances in from elsewhere, as numbered drafts.",
    "review": "Judge instances you did not write.",
    "release": "Freeze the benchmark, and check what was frozen.",
}


class Verbs(TyperGroup):
    """A group that imports a verb's module when it is asked for it."""

    verbs: ClassVar[dict[str, Any]] = VERBS

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs in the order of the table."""
        return list(self.verbs)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb, its module imported now; None where there is no such verb."""
        target = self.verbs.get(cmd_name)
        if isinstance(target, dict):
            return _group(cmd_name, target)
        return _command(cmd_name, target) if target else None


def _app(**options: Any) -> typer.Typer:
    return typer.Typer(add_completion=False, rich_markup_mode=None, **options)


def _group(name: str, verbs: dict[str, str]) -> Any:
    kind = type(name.capitalize(), (Verbs,), {"verbs": verbs})
    app = _app(cls=kind, name=name, help=_HELP[name], no_args_is_help=True)
    app.callback()(_nothing)
    return typer.main.get_command(app)


def _nothing() -> None:
    pass


def _command(name: str, target: str) -> Any:
    module, function = target.split(":")
    app = _app()
    app.command(name)(getattr(import_module(f"curate.verbs.{module}"), function))
    return typer.main.get_command(app)


def root_command() -> Any:
    """The whole command line."""
    app = _app(cls=Verbs, name="curate", no_args_is_help=True)
    app.callback()(_global_options)
    return typer.main.get_command(app)


def _global_options(
    directory: Annotated[
        Path | None,
        typer.Option(
            "-C", metavar="DIR", help="The benchmark (default: nearest folder with curate.yaml)."
        ),
    ] = None,
    email: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="EMAIL",
            envvar="CURATE_USER",
            show_envvar=True,
            help="Who acts (default: git's user.email).",
        ),
    ] = None,
) -> None:
    """Write, cross-validate and freeze a benchmark whose instances carry their own rubric.

    -C and --as may stand before or behind the verb.
    """
    session.begin(directory, email)


def globals_first(arguments: list[str]) -> list[str]:
    """The arguments with `-C DIR` and `--as EMAIL` moved in front of the verb."""
    front: list[str] = []
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word in ("-C", "--as"):
            front += [word, *(value for value in [next(words, None)] if value is not None)]
        elif word.startswith("--as="):
            front.append(word)
        else:
            rest.append(word)
    return front + rest
