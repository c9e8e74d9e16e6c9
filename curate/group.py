"""The table of verbs. A verb's module is imported when that verb is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperGroup

# Verb -> module in `curate.verbs` and function; a dict is a verb with verbs of its own, and what
# stands under "" in it is the verb itself.
VERBS: Final[dict[str, Any]] = {
    "edit": "app:edit",
    "init": "init:init",
    "demo": "demo:demo",
    "join": "join:join",
    "people": {
        "add": "people:add",
        "change": "people:change",
        "hand-over": "people:hand_over",
    },
    "task": {
        "add": "task:add",
        "retire": "task:retire",
        "restore": "task:restore",
        "clear": "task:clear",
    },
    "import": {
        "biggen": "import_:biggen",
        "jsonl": "import_:jsonl",
        "release": "import_:release",
    },
    "new": "new:new",
    "discard": "discard:discard",
    "submit": "submit:submit",
    "adopt": "decide:adopt",
    "withdraw": "decide:withdraw",
    "reopen": "decide:reopen",
    "recall": "decide:recall",
    "eliminate": "decide:eliminate",
    "augment": {"": "augment:augment", "check": "augment_check:check"},
    "review": {
        "assign": "assign:assign",
        "queue": "review:queue",
        "show": "show:show",
        "file": "review:file",
        "hand-back": "assign:hand_back",
        "reassign": "assign:reassign",
        "sent-back": "rounds:sent_back",
        "history": "rounds:history",
        "oversight": "oversight:oversight",
        "signers": "oversight:signers",
        "report": "report:report",
    },
    "validate": "validate:validate",
    "status": "status:status",
    "release": {
        "build": "release:build",
        "verify": "release:verify",
        "diff": "release:diff",
        "withdraw": "release:withdraw",
        "publish": "publish:publish",
        "parquet": "parquet:parquet",
        "errata": {"add": "errata:add", "list": "errata:list_"},
    },
    "export": "export:export",
    "sync": "sync:sync",
    "canary": "canary:canary",
    "schema": "schema:schema",
    "doctor": "doctor:doctor",
    "preview": "preview:preview",
    "serve": "serve:serve",
}
OWN: Final = ""
_HELP: Final = {
    "people": "Who takes part.",
    "task": "Tasks and their cards.",
    "import": "Bring instances in from elsewhere, as numbered drafts.",
    "review": "Judge instances you did not write.",
    "release": "Freeze the benchmark, and check what was frozen.",
    "errata": "Corrections beside a frozen release.",
}

_GLOBAL_OPTIONS: Final = """\
Anywhere on the line: -C DIR, the benchmark (default: the nearest folder above with a
curate.yaml); --as EMAIL, who acts (default: CURATE_USER, else git's user.email).
"""


class Verbs(TyperGroup):
    """A group that imports a verb's module when it is asked for it."""

    verbs: ClassVar[dict[str, Any]] = VERBS

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs in the order of the table."""
        return list(self.verbs)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb, its module imported now; None where there is no such verb."""
        target = self.verbs.get(cmd_name)
        if isinstance(target, dict) and OWN not in target:
            return _group(cmd_name, target)
        if isinstance(target, dict):
            return _command(cmd_name, target[OWN])
        return _command(cmd_name, target) if target else None


def _app(**options: Any) -> typer.Typer:
    return typer.Typer(add_completion=False, rich_markup_mode=None, **options)


def _group(name: str, verbs: dict[str, Any]) -> Any:
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


def command_for(words: list[str]) -> tuple[Any, str, list[str]]:
    """The command that a line names, what it is called, and the words left for it.

    The table is walked here and not by typer's groups, because a group reads its own options
    through pydantic first, which doubles the time of every `curate VERB --help`.
    """
    table: dict[str, Any] = VERBS
    called = ["curate"]
    for place, word in enumerate(words):
        target = table.get(word)
        if target is None:
            break
        called.append(word)
        if isinstance(target, str):
            return _command(word, target), " ".join(called), words[place + 1 :]
        table = target
    rest = words[len(called) - 1 :]
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        return _command("curate", "app:edit"), "curate", rest
    if not words:
        return _root_command(), "curate", ["--help"]
    if len(called) == 1:
        return _root_command(), "curate", rest
    if OWN in table:
        return _command(called[-1], table[OWN]), " ".join(called), rest
    return _group(called[-1], table), " ".join(called), rest


def _root_command() -> Any:
    app = _app(cls=Verbs, name="curate", no_args_is_help=True, epilog=_GLOBAL_OPTIONS)
    app.callback()(_root)
    return typer.main.get_command(app)


def _root() -> None:
    """Write, cross-validate and freeze a benchmark whose instances carry their own rubric."""
