r"""From a server's raw answer to the texts of one instance, or to the reason why there are none.

The finish reason is looked at first: what was cut off is never repaired. Then the message is
searched for one JSON object of exactly the fields asked for. Single backslashes of LaTeX that
JSON read as escapes (`\frac` as a form feed and `rac`) are looked for in the raw text as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from augment.candidate import Draft, Drop
from augment.filters.refusal import declines
from schemas.checks.eaten_latex import eaten
from schemas.fields import RUBRIC_FIELDS, TEXT_FIELDS
from schemas.instance import ScoreRubric

_THOUGHTS: Final = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.S)
_OPEN_THOUGHT: Final = re.compile(r"<(?:think|thinking|reasoning)>(?!.*</).*\Z", re.S)
_THOUGHT_END: Final = re.compile(r"\A(?:(?!<think).)*?</(?:think|thinking|reasoning)>", re.S)
_ESCAPE: Final = re.compile(r"\\(?:\\|(.))", re.S)
_AFTER: Final = re.compile(r"[A-Za-z]{2}")
_HALF: Final = re.compile("[\ud800-\udfff]")
_BRACES: Final = 500
"""After so many braces that begin no object, none is looked for any more."""
_LOCAL_FINISH: Final = frozenset({"stop", "eos", "end_turn", "eos_token", ""})


@dataclass(frozen=True)
class Answer:
    """What one request brought: the message, the draft in it or why there is none, and tokens.

    `is_completion` is False where the server's answer was no chat completion at all.
    """

    text: str
    draft: Draft | None
    drop: Drop | None
    prompt_tokens: int = 0
    completion_tokens: int = 0
    is_completion: bool = True

    @property
    def cut(self) -> bool:
        """Whether it should be asked for again with room for a longer answer."""
        return self.drop is not None and self.drop.reason == "truncated"


class _TwiceError(ValueError):
    """An object that has one field twice."""


def read(body: bytes, shared_system_prompt: str | None) -> Answer:
    """A raw 200 answer of a server as an Answer; never raises on what a server may send."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        message = choice["message"]
        text, refusal = _content(message), message.get("refusal") or ""
        finish = str(choice.get("finish_reason") or "")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        shown = body[:200].decode("utf-8", "replace").strip()
        what = Drop("not_an_instance", f"the server's answer is no chat completion: {shown}")
        return Answer(shown, None, what, is_completion=False)
    draft, drop = _judge(text, str(refusal), finish, shared_system_prompt)
    prompt_tokens, completion_tokens = _usage(data)
    return Answer(text or str(refusal), draft, drop, prompt_tokens, completion_tokens)


def _content(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return str(content or "")


def _usage(data: dict[str, Any]) -> tuple[int, int]:
    usage = data.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    counts = (usage.get("prompt_tokens"), usage.get("completion_tokens"))
    prompt, completion = (n if isinstance(n, int) and n > 0 else 0 for n in counts)
    return prompt, completion


def _judge(
    text: str, refusal: str, finish: str, shared_system_prompt: str | None
) -> tuple[Draft | None, Drop | None]:
    if finish in ("length", "max_tokens"):
        spent = "" if text.strip() else "; nothing of it is the answer, reasoning took it all"
        return None, Drop("truncated", f"cut off after {len(text)} characters{spent}")
    if finish == "content_filter":
        return None, Drop("content_filter", "the server's content filter kept the answer back")
    if refusal:
        return None, Drop("refusal", refusal[:200])
    if not text.strip():
        known = "" if finish in _LOCAL_FINISH else f" (finish reason {finish})"
        return None, Drop("empty", f"the message is empty{known}")
    return parse(text, shared_system_prompt)


def parse(text: str, shared_system_prompt: str | None) -> tuple[Draft | None, Drop | None]:
    """The draft in a message: bare, in a fence, behind thoughts, or with prose around it.

    Exactly one object with exactly the fields asked for counts.
    """
    said = _THOUGHT_END.sub("", _OPEN_THOUGHT.sub("", _THOUGHTS.sub("", text)), count=1)
    found: dict[str, tuple[dict[str, Any], str]] = {}
    problem = ""
    for data, raw in _objects(said):
        wrong = _mismatch(data, shared=shared_system_prompt is not None)
        if wrong:
            problem = problem or wrong
        else:
            found[json.dumps(data, sort_keys=True)] = (data, raw)
    if len(found) > 1:
        return None, Drop("not_an_instance", f"{len(found)} instances in one answer")
    if not found:
        return None, _why_none(said, problem)
    data, raw = next(iter(found.values()))
    draft = _draft(data, shared_system_prompt)
    damage = _damage(raw, draft)
    return (None, damage) if damage else (draft, None)


def _objects(text: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Every outermost JSON object of a text, with the characters it was read from."""
    place = text.find("{")
    for _ in range(_BRACES):
        if place < 0:
            return
        end = place + 1
        for decoder in _DECODERS:
            try:
                data, end = decoder.raw_decode(text, place)
            except RecursionError:
                return
            except ValueError:
                continue
            yield data, text[place:end]
            break
        place = text.find("{", end)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise _TwiceError
    return dict(pairs)


# Where a model writes JSON by hand, it may put line ends into a text as they are.
_DECODERS: Final = (
    json.JSONDecoder(object_pairs_hook=_once),
    json.JSONDecoder(object_pairs_hook=_once, strict=False),
)


def _mismatch(data: dict[str, Any], *, shared: bool) -> str:
    """What keeps an object from being an instance; empty where nothing does."""
    wanted = {*TEXT_FIELDS, "score_rubric"}
    optional = {"system_prompt"} if shared else set()
    problem = _fields(data, wanted - optional, optional, "")
    if problem:
        return problem
    rubric = data["score_rubric"]
    if not isinstance(rubric, dict):
        return "score_rubric is no object"
    return _fields(rubric, set(RUBRIC_FIELDS), set(), "score_rubric.") or _texts(data, rubric)


def _fields(data: dict[str, Any], needed: set[str], optional: set[str], prefix: str) -> str:
    if missing := sorted(needed - set(data)):
        return f"the field {prefix}{missing[0]} is missing"
    if unknown := sorted(set(data) - needed - optional):
        return f"there is no field {prefix}{unknown[0][:60]}"
    return ""


def _texts(data: dict[str, Any], rubric: dict[str, Any]) -> str:
    named = [(name, data[name]) for name in TEXT_FIELDS if name in data]
    for name, value in [*named, *rubric.items()]:
        if not isinstance(value, str):
            return f"{name} is no text"
    return ""


def _why_none(text: str, problem: str) -> Drop:
    if "{" not in text and (words := declines(text)):
        return Drop("refusal", words[:200])
    if "{" not in text:
        return Drop("not_an_instance", f"no JSON in the answer: {' '.join(text.split())[:160]}")
    if unknown := _bad_escape(text[text.find("{") : text.rfind("}") + 1]):
        return Drop("damaged", f"single backslashes in JSON, as in {unknown}")
    return Drop("not_an_instance", problem or "the JSON in the answer cannot be read")


def _draft(data: dict[str, Any], shared_system_prompt: str | None) -> Draft:
    own = data.get("system_prompt", "")
    return Draft(
        own if shared_system_prompt is None else shared_system_prompt,
        data["input"],
        data["reference_answer"],
        ScoreRubric(**data["score_rubric"]),
    )


def _damage(raw: str, draft: Draft) -> Drop | None:
    """What JSON's escapes ate, and characters that are none."""
    for name, text in draft.texts():
        if _HALF.search(text):
            return Drop("damaged", f"{name} holds half a character")
    for found in _ESCAPE.finditer(raw):
        # Nobody writes a backspace or a form feed on purpose.
        if found[1] in ("b", "f") and _AFTER.match(raw, found.end()):
            word = f"\\{found[1]}{_word(raw, found)}"
            return Drop("damaged", f"{word} has a single backslash, which JSON reads otherwise")
    for name, text in draft.texts():
        if losses := eaten(text):
            loss = losses[0]
            return Drop("damaged", rf"{name}: \{loss.letter}{loss.rest} lost its backslash")
    return None


def _word(raw: str, found: re.Match[str]) -> str:
    rest = re.match(r"[A-Za-z]{1,20}", raw[found.end() : found.end() + 20])
    return rest.group() if rest else ""


def _bad_escape(text: str) -> str:
    """The first escape that JSON does not know, as it is written; empty where there is none."""
    for found in _ESCAPE.finditer(text):
        if found[1] and found[1] not in '"/bfnrtu':
            return f"\\{found[1]}{_word(text, found)}"
        if found[1] == "u" and not re.match(r"[0-9A-Fa-f]{4}", text[found.end() :]):
            return f"\\u{_word(text, found)}"
    return ""
