"""Entry point: the one place where errors become words on stderr and an exit code.

0 done; 1 the benchmark has errors, or the act was refused; 2 wrong usage; 3 an outside service
failed; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from curate.group import command_for
from curate.output import note, use_utf8
from curate.session import take_global_options
from schemas.errors import CurateError, ServiceError, UsageError


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and exit."""
    use_utf8()
    try:
        if any(name.startswith("GIT_") for name in os.environ):
            from benchmark.git import forget_hook_variables

            forget_hook_variables()
        words = take_global_options(sys.argv[1:] if arguments is None else arguments)
        command, called, rest = command_for(words)
        code = command.main(args=rest, prog_name=called, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        note("interrupted")
        code = 130
    except Exception as error:  # noqa: BLE001 - the edge of the program
        code = _explain(error)
    sys.exit(code if isinstance(code, int) else 0)


def _explain(error: Exception) -> int:
    """Say what went wrong and return the exit code; what is a fault of ours is raised again."""
    if isinstance(error, typer.TyperException):
        show = getattr(error, "show", None)
        if show:
            show()
        return 2
    if isinstance(error, OSError):
        note(
            f"curate: {error.filename}: {error.strerror}" if error.filename else f"curate: {error}"
        )
        return 1
    if not isinstance(error, CurateError):
        raise error
    note(f"curate: {error}")
    if isinstance(error, UsageError):
        return 2
    return 3 if isinstance(error, ServiceError) else 1
