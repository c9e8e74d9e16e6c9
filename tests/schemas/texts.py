"""Texts that get lost in files, and every reader of YAML that people point at ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import yaml
from hypothesis import strategies as st
from ruamel.yaml import YAML
from yaml import CSafeLoader

from schemas.instance import Instance, Provenance, ScoreRubric, Source
from schemas.yamldoor import parse

READERS: Final[dict[str, Callable[[str], Any]]] = {
    "the door": lambda text: parse(text, "f.yaml").data,
    "the door, from bytes": lambda text: parse(text.encode(), "f.yaml").data,
    "PyYAML": yaml.safe_load,
    "PyYAML over libyaml": lambda text: yaml.load(text, Loader=CSafeLoader),
    "ruamel.yaml, round trip": lambda text: YAML().load(text),
    "ruamel.yaml, safe": lambda text: YAML(typ="safe", pure=True).load(text),
}


def readings(source: str) -> dict[str, Any]:
    """What each reader finds in a file, or the error it raises."""

    def attempt(read: Callable[[str], Any]) -> Any:
        try:
            return read(source)
        except Exception as error:  # noqa: BLE001 - each reader has a tree of its own
            return f"{type(error).__name__}: {error}"

    return {name: attempt(read) for name, read in READERS.items()}


ODD: Final = (
    *"\0\a\b\t\n\r\v\f\x1b\x7f\x80\x85\xa0\xad\u200b\u2028\u2029\ufeff\ufffd\ufffe\uffff\ufdd0",
    *"\U0001f600\U0001fffe\U00020000\U000e0001\U0010fffd\U0010fffe\U0010ffff",
    *" '\"#:-?!&*%@`|>{}[],~=<\\/$",
    "\r\n", "\n\n", "  ", "\t\t", "  \n", "\n  ", "\n\t", "\n \n", "e\u0301", "漢字",
    "---", "...", "\n---\n", "\n...\n", "# head", " # x", ": ", "- ", "? ", "%YAML 1.2\n",
    "<<<<<<< HEAD\n", "\n=======\n", ">>>>>>> main", "{{x}}", "<<: *a", "&a ", "!!python/none ",
    r"\n", r"\u0041", "no", "null", "1:30", "x" * 300, "word " * 60,
)  # fmt: skip

_letters = st.characters(exclude_categories=["Cs"])
texts = st.one_of(
    st.text(_letters, max_size=30),
    st.lists(st.sampled_from(ODD), max_size=10).map("".join),
    st.lists(st.one_of(st.sampled_from(ODD), st.text(_letters, max_size=5)), max_size=8).map(
        "".join
    ),
)

instances = st.builds(
    Instance,
    key=st.text("0123456789abcdef", min_size=8, max_size=8),
    language=texts,
    system_prompt=texts,
    input=texts,
    reference_answer=texts,
    score_rubric=st.builds(ScoreRubric, **dict.fromkeys(ScoreRubric.model_fields, texts)),
    notes=texts,
    sources=st.lists(st.builds(Source, ref=texts, licence=texts), max_size=2),
    provenance=st.builds(
        Provenance, author=texts, imported_from=texts, demonstrations=st.lists(texts, max_size=3)
    ),
)
