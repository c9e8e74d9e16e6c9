"""Every code that a check can give is explained, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*")


def codes_in(folder: str) -> set[str]:
    """The texts in a folder's code that look like a code, but for names of variables."""
    found = set()
    for file in sorted((ROOT / folder).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value} if CODE.fullmatch(node.value) else set()
    return {code for code in found if len(code) > 3}


def test_every_code_of_a_check_is_in_the_docs():
    documented = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`([A-Z][A-Z0-9_]{3,})`", documented))
    codes = codes_in("schemas/checks") | codes_in("benchmark/checks")
    assert codes - explained == {"CHECKS", "CRLF"}
    assert len(codes) > 40
