"""Types into the app until it is killed, and tells what of it was on the screen when, and kept."""

from __future__ import annotations

import random
import signal
import string
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmark import autosave
from tests.authoring.terminal import Terminal

FIELD_READY = "What the model is told"


@dataclass
class Typed:
    """What was typed so far; `echoed` has, for each key, when it was seen on the screen."""

    text: str = ""
    echoed: list[float] = field(default_factory=list)

    def seen_before(self, moment: float) -> int:
        """How many keys had been on the screen by then."""
        return sum(at <= moment for at in self.echoed)


@dataclass(frozen=True)
class Outcome:
    """One killed session. `kept` is how many of the `typed` keys, from the first on, are kept."""

    typed: int
    kept: int
    echoed_a_second_before: int
    echoed_three_seconds_before: int
    is_prefix: bool

    @property
    def holds_all_but_the_last_second(self) -> bool:
        return self.is_prefix and self.kept >= self.echoed_a_second_before

    @property
    def lags_by_more_than_three_seconds(self) -> bool:
        return not self.is_prefix or self.kept < self.echoed_three_seconds_before


def opened(root: Path, name: str, home: Path) -> Terminal:
    """The app on one new draft, ready to type into its first field."""
    command = [sys.executable, "-m", "curate", "-C", root, "--as", "ann@example.org", "edit", name]
    terminal = Terminal(command, cwd=home, env={"HOME": str(home), "ESCDELAY": "25"})
    try:
        terminal.shows(FIELD_READY, within=60)
        time.sleep(0.3)
    except BaseException:
        terminal.close()
        raise
    return terminal


def type_for(terminal: Terminal, seconds: float, rng: random.Random) -> Typed:
    """Type letters, words and lines, as fast as they show up or a little slower."""
    typed = Typed()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        key = _key(len(typed.text), rng)
        since = terminal.chunks
        terminal.send("\r" if key == "\n" else key)
        typed.text += key
        if key.isalpha():
            line = typed.text.rpartition("\n")[2]
            terminal.shows(line.split(" ")[-1][-3:], since=since, within=20)
            typed.echoed.append(time.monotonic())
        else:
            time.sleep(0.02)
            typed.echoed.append(time.monotonic())
        time.sleep(rng.uniform(0, 0.06))
    return typed


def _key(at: int, rng: random.Random) -> str:
    if at % 61 == 60:
        return "\n"
    return " " if at % 8 == 7 else rng.choice(string.ascii_lowercase)


def killed(
    root: Path, name: str, home: Path, number: signal.Signals | None, seconds: float, seed: int
) -> Outcome:
    """Open, type, kill, and look at what is on disk. Without a signal the terminal is closed."""
    rng = random.Random(seed)
    with opened(root, name, home) as terminal:
        typed = type_for(terminal, seconds, rng)
        moment = time.monotonic()
        if number is None:
            terminal.hang_up()
        else:
            terminal.kill(number)
        terminal.process.wait(timeout=30)
    saves = autosave.left_behind(root, "ann")
    kept = saves[0].instance.system_prompt if saves else ""
    for save in saves:
        autosave.forget(root, save.person, save.instance.key, save.session)
    return Outcome(
        len(typed.text),
        len(kept),
        typed.seen_before(moment - 1),
        typed.seen_before(moment - 3),
        typed.text.startswith(kept),
    )
