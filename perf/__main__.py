"""Run every benchmark, or those named: `python -m perf reading`."""

from __future__ import annotations

import sys
from importlib import import_module

ALL = ("startup", "reading", "release", "assignment", "generation", "editor", "app", "selection")

for name in sys.argv[1:] or ALL:
    print(f"== {name}")
    import_module(f"perf.{name}").run()
