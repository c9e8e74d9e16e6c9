"""A reviewer who is at it when the process ends: `python -m … ROOT`; says so when all is typed."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.authoring.reviewing import reviewing


async def _type(root: Path) -> None:
    async with reviewing(root, "bob") as bob:
        await bob.answer_all("1", "4", "1", "2")
        await bob.type("word " * 400)
        # While an app runs, `sys.stdout` is its own and nobody else hears of a flush.
        os.write(1, b"typed\n")
        await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(_type(Path(sys.argv[1])))
