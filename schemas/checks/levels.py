"""The five levels of a rubric: whole sentences, all different, from worst to best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from schemas.checks.fault import Fault
from schemas.checks.prose import folded
from schemas.fields import RUBRIC_FIELDS
from schemas.instance import Instance

_LEVELS: Final = RUBRIC_FIELDS[1:]
# What may end a sentence, in any script, and what may stand behind that.
_ENDS: Final = ".!?…:;。．！？｡؟۔।॥։።፧၊။។៕ฯ๚๛"
_CLOSERS: Final = "\"'”’»›)]}）」』】*_`~$"
_LIST_ITEM = re.compile(r"\s*(?:[-*•+]|\(?[0-9a-zA-Z]{1,2}[.)])\s")
# A text that stops behind one of these was to go on.
_MUST_GO_ON = re.compile(
    r"(?:[,(\[{–—-]|\b(?:the|an?|and|or|but|of|to|for|with|in|on|at|by|from|as|that|which|because|"
    r"is|are|was|were|be|its|their|his|her|than|such|into|without|while|although|if))\Z",
    re.I,
)
_LABEL = re.compile(r"\W*(?:score|level|rating|grade|points?)\s*[:=#]?\s*([1-5])\b", re.I)
_BAD = re.compile(
    r"\b(?:fails?|failed|not|no|nothing|never|incorrect(?:ly)?|wrong(?:ly)?|lacks?|lacking|missing|"
    r"misses|without|unable|unrelated|irrelevant|inaccurate|poor(?:ly)?|inappropriate)\b|n't\b",
    re.I,
)
_BEST = re.compile(
    r"\b(?:fully|excellent(?:ly)?|perfect(?:ly)?|flawless(?:ly)?|completely|comprehensive(?:ly)?|"
    r"outstanding|exceptional(?:ly)?|thorough(?:ly)?)\b",
    re.I,
)
_WORST = re.compile(
    r"(?:the|this|a)\s+(?:response|answer|output|model|reply)\s+(?:completely\s+|entirely\s+)?"
    r"(?:fails?|does not|doesn't|is (?:completely |entirely )?(?:incorrect|wrong|irrelevant))\b",
    re.I,
)


def check(instance: Instance) -> Iterator[Fault]:
    """DUP_LEVEL, LEVEL_CUT_OFF, LEVEL_LABEL, LEVEL_ORDER: warnings. LEVEL_NO_FINAL_PUNCT: info."""
    rubric = instance.score_rubric
    texts = {name: getattr(rubric, name).strip() for name in _LEVELS}
    written = {name: text for name, text in texts.items() if text}
    yield from _equal({"criteria": rubric.criteria.strip(), **written})
    yield from _endings(written)
    for number, (name, text) in enumerate(texts.items(), start=1):
        label = _LABEL.match(text)
        if label and int(label[1]) != number:
            yield Fault(
                f"rubric.{name}",
                "LEVEL_LABEL",
                "warning",
                f"it calls itself “{label[0].strip()}” and stands at score {number}",
            )
    yield from _order(texts[_LEVELS[0]], texts[_LEVELS[-1]])


def _equal(written: dict[str, str]) -> Iterator[Fault]:
    if len(set(written.values())) == len(written) > 0 and len(
        {text[:40].casefold() for text in written.values()}
    ) == len(written):
        return
    first: dict[str, str] = {}
    for name, text in written.items():
        words = folded(text)
        if words and first.setdefault(words, name) != name:
            yield Fault(
                f"rubric.{name}",
                "DUP_LEVEL",
                "warning",
                f"says the same as {_called(first[words])}: no answer can be told to deserve the "
                "one and not the other",
            )


def _called(name: str) -> str:
    return "the criterion" if name == "criteria" else f"score {name[5]}"


def _endings(written: dict[str, str]) -> Iterator[Fault]:
    """Levels that end otherwise than most levels of the same rubric."""
    endless = [name for name, text in written.items() if not _is_ended(text)]
    for name in endless:
        tail = written[name][-25:].partition(" ")[2] or written[name][-25:]
        if _MUST_GO_ON.search(written[name]):
            yield Fault(
                f"rubric.{name}",
                "LEVEL_CUT_OFF",
                "warning",
                f"ends in mid-sentence: “…{tail}”",
            )
        elif 2 * len(endless) < len(written):
            yield Fault(
                f"rubric.{name}",
                "LEVEL_NO_FINAL_PUNCT",
                "info",
                f"ends without a full stop, unlike the other levels: “…{tail}”; is it whole?",
            )


def _is_ended(text: str) -> bool:
    if text[-1] in _ENDS:
        return True
    bare = text.rstrip(_CLOSERS)
    last_line = text[text.rfind("\n") + 1 :]
    return bare == "" or bare[-1] in _ENDS or _LIST_ITEM.match(last_line) is not None


def _order(worst: str, best: str) -> Iterator[Fault]:
    """A scale that runs from best to worst; judged by openings alone, so that it rarely errs."""
    if _WORST.match(best) and not _BAD.search(worst) and _BEST.search(worst):
        yield Fault(
            "rubric.score1_description",
            "LEVEL_ORDER",
            "warning",
            "score 1 reads like the best answer and score 5 like the worst: 5 is the best",
        )
