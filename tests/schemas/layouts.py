"""Instance files as people lay them out: comments, blank lines, every style, any indentation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from schemas.base import FileModel
from schemas.errors import FileError
from schemas.instance import Instance
from schemas.yamldoor import parse
from schemas.yamldoor.style import block_safe


@dataclass
class Laid:
    """A file, line by line with the path of the field each line belongs to ("" for none)."""

    newline: str = "\n"
    mark: str = ""
    lines: list[tuple[str, str]] = field(default_factory=list)

    @property
    def source(self) -> str:
        return self.mark + "".join(line + self.newline for _, line in self.lines)

    def of(self, path: str) -> list[int]:
        """The numbers of a field's lines; those of all its parts where it has parts."""
        return [n for n, (owner, _) in enumerate(self.lines) if f"{owner}.".startswith(f"{path}.")]

    def in_braces(self, path: str) -> bool:
        """Whether the field above this one stands in one line, in braces."""
        above = path.rpartition(".")[0]
        return bool(above) and len(self.of(above)) == 1


class _Writer:
    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.laid = Laid()
        self.comments = 0
        self.after_kept_lines = False

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(1, one_in)) == one_in

    def comment(self) -> str:
        self.comments += 1
        return f"# comment {self.comments}: no 'quotes' \" match"

    def around(self, indent: str) -> None:
        """Sometimes comments or blank lines between two fields.

        Behind a block that keeps its blank lines a comment comes first.
        """
        while self.chance(4):
            comment = self.after_kept_lines or self.chance(2)
            self.laid.lines.append(("", indent + self.comment() if comment else ""))
            self.after_kept_lines = False

    def model(self, model: FileModel, path: str, indent: str) -> None:
        names = list(type(model).model_fields)
        if self.chance(4):
            names = self.draw(st.permutations(names))
        shown = [n for n in names if not (self.is_default(model, n) and self.chance(2))]
        for name in shown or names[:1]:
            self.around(indent)
            here = f"{path}.{name}" if path else name
            self.entry(name, getattr(model, name), here, indent)

    def is_default(self, model: FileModel, name: str) -> bool:
        info = type(model).model_fields[name]
        return not info.is_required() and getattr(model, name) == info.get_default(
            call_default_factory=True
        )

    def entry(self, name: str, value: Any, path: str, indent: str) -> None:
        put = self.laid.lines.append
        head = f"{indent}{name}:"
        tail = f"  {self.comment()}" if self.chance(4) else ""
        if isinstance(value, str):
            for line in self.text(head, value, indent, tail):
                put((path, line))
        elif isinstance(value, list):
            self.list(head, value, path, indent, tail)
        elif self.chance(4):
            shown = {n: v for n, v in value if not self.is_default(value, n)}
            put((path, f"{head} {self.flow(shown)}{tail}"))
        else:
            put((path, head + tail))
            self.model(value, path, indent + " " * self.draw(st.integers(1, 6)))

    def list(self, head: str, value: list[Any], path: str, indent: str, tail: str) -> None:
        if not value or self.chance(2):
            self.laid.lines.append((path, f"{head} {self.flow(value)}{tail}"))
            return
        self.laid.lines.append((path, head + tail))
        inner = indent + " " * self.draw(st.integers(0, 3))
        for item in value:
            end = f" {self.comment()}" if self.chance(4) else ""
            self.laid.lines.append((path, f"{inner}- {self.flow(item)}{end}"))

    def flow(self, value: Any) -> str:
        if isinstance(value, str):
            return self.draw(st.sampled_from([double, single]))(value)
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return "{" + ", ".join(f"{n}: {self.flow(v)}" for n, v in dict(value).items()) + "}"

    def text(self, head: str, text: str, indent: str, tail: str) -> list[str]:
        inner = indent + " " * self.draw(st.integers(1, 6))
        forms = {
            "plain": [f"{head} {text}{tail}"],
            "folded plain": [head + " " + text.replace(" ", f"\n{inner}")],
            "single": [f"{head} {single(text)}{tail}"],
            "double": [f"{head} {double(text)}{tail}"],
            "next line": [head + tail, inner + double(text)],
            "commented": [head + tail, f"{inner}{self.comment()}", inner + single(text)],
            "literal": literal(head, text, inner, indent, tail),
            "folded": [head + " >-" + tail, inner + text.replace("\n", f"\n\n{inner}")],
        }
        wish = self.draw(st.sampled_from(["double", *sorted(forms)]))
        for name in (wish, "plain", "literal"):
            lines = "\n".join(forms[name]).split("\n")
            if reads_as(lines, text, indent):
                self.after_kept_lines = name == "literal" and text.endswith("\n\n")
                if name == "literal" and not text.endswith("\n\n") and self.chance(3):
                    lines.append("")
                return lines
        return forms["double"]


def reads_as(lines: list[str], text: str, indent: str) -> bool:
    """Whether these lines, with another field behind them, are a field of this text."""
    try:
        data = parse("\n".join([*lines, f"{indent}behind: ''"]), "f").data
    except FileError:
        return False
    return list(data.values()) == [text, ""]


def single(text: str) -> str:
    quoted = "'" + text.replace("'", "''") + "'"
    return quoted if text.isprintable() else double(text)


def double(text: str) -> str:
    def escape(char: str) -> str:
        if char in '"\\':
            return "\\" + char
        return char if char.isprintable() else f"\\U{ord(char):08X}"

    return '"' + "".join(map(escape, text)) + '"'


def literal(head: str, text: str, inner: str, indent: str, tail: str) -> list[str]:
    if not block_safe(text):
        return []
    depth = str(len(inner) - len(indent)) if text[0] in " \n\t" else ""
    chomping = "+" if text.endswith("\n\n") else "" if text.endswith("\n") else "-"
    body = text.removesuffix("\n").split("\n")
    return [f"{head} |{depth}{chomping}{tail}", *(inner + line if line else "" for line in body)]


@st.composite
def laid_out(draw: DrawFn, instance: Instance) -> Laid:
    """A hand-made file of this instance."""
    writer = _Writer(draw)
    if writer.chance(3):
        writer.laid.newline = "\r\n"
    if writer.chance(6):
        writer.laid.mark = "\ufeff"
    if writer.chance(6):
        writer.laid.lines.append(("", "---"))
    writer.model(instance, "", "  " * writer.chance(8))
    writer.around("")
    return writer.laid
