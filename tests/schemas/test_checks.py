"""Eaten LaTeX, control characters, line ends and empty fields; and no alarm on ordinary text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.checks import Fault, faults
from schemas.instance import Instance, ScoreRubric
from schemas.yamldoor import parse
from tests.schemas.clean import fine
from tests.schemas.texts import texts


def found(text: str, field: str = "input") -> list[Fault]:
    """Errors and warnings of an instance with this text in one field, and no fault elsewhere."""
    result = list(faults(fine(**{field: text})))
    assert all(fault.field in (field, "language", "rubric_language") for fault in result)
    return [fault for fault in result if fault.severity != "info"]


def codes(text: str) -> list[str]:
    return [fault.code for fault in found(text)]


EATEN = {
    "CTRL_FF_LATEX": ["\frac{3}{4}", "\forall x", "\flat", "x^{\frac{2}{3}}"],
    "CTRL_BS_LATEX": ["\binom{5}{2}", "\beta", "\bar x", "\begin{a}", "\bigl(", "\boldsymbol{x}"],
    "CTRL_BEL_LATEX": ["\alpha", "\approx 3", "\angle ABC", "\ast"],
    "CTRL_VT_LATEX": ["\vec{x}", "\varphi", "\vert x", "\vDash", "\vdots"],
    "CTRL_ESC_LATEX": ["\x1bta", "\x1bpsilon", "\x1bquiv", "\x1bxists x", "\x1bll"],
    "TAB_LATEX": [
        "3 \times 4", "3\times4", "\theta_1", "\text{if}", "\tilde{x}", "\triangle ABC",
        "\therefore", "\textbf{x}", "\tfrac{1}{2}", "\tbinom{5}{2}", "$\tan x$", "$x \to y$",
        "$\tau$", "$a\tag{1}$",
        r"\(" + "\tau" + r"\)", "$\tfrac12$",
    ],
    "NL_LATEX": [
        "x \neq 0", "x\neq y", "x\neq0.", "a \neq -1", "\nabla f", "x \notin A", "\nonumber",
        "\newcommand{x}", "$\nu$", "$a = \nu b$", "$p \neg q$", "$a\ne b$",
        r"\(x " + "\ni y" + r"\)", "$a \nless b$", "$x\neq(a)$", "$$a$$ and $\nu$",
    ],
    "CR_LATEX": ["\rho", "\\left( x \right)", "x \rightarrow y", "$\rangle$", "$x \rfloor$"],
    "SEPARATOR_LATEX": [
        "\u2028ambda", "\u2028eftarrow", "\u2028ongrightarrow", "\u2029hi", "\u2029i", "\u2029si",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "text"), [(code, text) for code, all_ in EATEN.items() for text in all_], ids=ascii
)
def test_eaten_latex_is_an_error_by_its_name(code: str, text: str):
    (fault,) = found(text)
    assert (fault.code, fault.severity) == (code, "error")
    assert fault.written in fault.message
    assert "backslash" in fault.message


@pytest.mark.parametrize(
    "field",
    [
        "system_prompt", "input", "reference_answer",
        *(f"rubric.{name}" for name in ScoreRubric.model_fields),
    ],
)  # fmt: skip
def test_every_content_field_is_looked_at(field: str):
    assert [fault.code for fault in found("\frac{1}{2}", field)] == ["CTRL_FF_LATEX"]


@pytest.mark.parametrize(
    ("escapes", "commands"),
    [
        (r'"Is \Lambda \neq \eta?"', {r"\Lambda", r"\neq", r"\eta"}),
        (r'"\alpha \beta \theta \frac{1}{2} \vec v \rho \nabla"',
         {r"\alpha", r"\beta", r"\theta", r"\frac", r"\vec", r"\rho", r"\nabla"}),
        (r'"\Phi \Pi \Psi \equiv \text{x} \notin"',
         {r"\Phi", r"\Pi", r"\Psi", r"\equiv", r"\text", r"\notin"}),
    ],
)  # fmt: skip
def test_hand_written_double_quotes(escapes: str, commands: set[str]):
    text = parse(f"input: {escapes}\n", "f").data["input"]
    assert isinstance(text, str)
    assert {fault.written for fault in found(text)} == commands


def test_each_command_is_counted_once():
    (fault,) = found("\frac{1}{2} + \frac{3}{4} = \frac{5}{4}")
    assert fault.message.startswith('3 × U+000C before "rac"')
    assert len(found("\frac{1}{2} \times \times 3")) == 2


ORDINARY = {
    "TSV": "name\ttext\ttimes\tan\tau\no\top\tag\text\tfrac\tho\theme\n1\t2\t3\n",
    "TSV of words": "em\tanh\toi\no\tau\n",
    "phone extensions": "Name\text\nAnn\t12\n",
    "Go": "func f() {\n\text := filepath.Ext(name)\n\tfrac := 0.5\n\treturn ext, frac\n}\n",
    "Makefile": "all:\n\techo hi\n\trm -f x\n\ttest -n x\n",
    "Python": "x = 1\neq = sp.Eq(x, 2)\neq1 = 3\neq2: int = 4\neq(a, b)\nu = 2\ni += 1\n",
    "dotted": "import x\neq.solve()\neq[0] = 1\ni.e. this\n",
    "operators": "Operators:\neq\nne\nlt\n\neq, ne, gt\neq; ne\n| a |\neq|ne\n",
    "equation numbers": "see\neq. (3) and\neq (4) and\neq 5: x\n",
    "a poem": "in this\nu and i\nmid summer\nnot less\nexists a\nsim city\nprec ious\nand so\n",
    "Italian": "il gatto\ne i cani\ni topi\ne poi\n",
    "lists": "to do:\nless sugar\nan egg\nor two\nto go\nu know\nnatural yoghurt\n",
    "symbol names": "Which is it?\nleftarrow\nrightarrow\nleq\nsubseteq\nparallel\n",
    "money": "It costs $5.\ni think $6 is more.\nu pay $7\n",
    "money with digits behind": "from US$5\ne US$6\n",
    "one dollar": "A $ sign\nu see\ni do\n",
    "display maths": "$$\nu = 3\ni = 4\n$$\nand\n\\[\nu = 3\n\\]\n",
    "whole LaTeX": r"\frac{1}{2} \times \nu \rho \beta \alpha \neq \theta \Lambda $\tau$ \to",
    "escapes in words": r"Write \n for a newline and \t for a tab; \x0c is a form feed.",
    "Windows path": r"C:\new\table\results\file\bin\alpha",
    "inline maths over lines": "so $x =\ny + u$ and\nu\n",
    "right to left and emoji": "שלום 👩‍🔬 e\u0301 \u200b \ufeff \xa0",
    "tab before a capital": "\tTimes\tText\nEq 3\nNabla\n",
}


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY.keys())
def test_ordinary_text_raises_no_alarm(text: str):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\0b", "1 × U+0000, first as character 2"),
        ("\x1b[31mred\x1b[0m", "2 × U+001B, first as character 1"),
        ("page one\fPage two", "1 × U+000C, first as character 9"),
        ("\frac and \f 5", "1 × U+000C, first as character 10"),
        ("x\x7fy", "U+007F"),
        ("x\x80", "U+0080"),
        ("x\x9f", "U+009F"),
        ("x\ufffe", "U+FFFE"),
        ("деньги.\bОпираясь", "U+0008"),
        ("soft\vBreak", "U+000B"),
    ],
    ids=ascii,
)
def test_control_characters_are_errors_with_their_position(text: str, said: str):
    (fault,) = [fault for fault in found(text) if fault.code == "CTRL_CHAR"]
    assert fault.severity == "error"
    assert said in fault.message


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"], ids=ascii)
def test_separators_are_warnings(char: str):
    (fault,) = found(f"one.{char}Two.")
    assert (fault.code, fault.severity) == ("LINE_SEPARATOR", "warning")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("a\r\nb\r\n", "EOL_CRLF", "2 CRLF"),
        ("a\rB\r", "EOL_CR", "2 CR"),
        ("a\r\nb\nc", "EOL_MIXED", "1 CRLF, 1 LF"),
        ("a\rB\n", "EOL_MIXED", "1 CR, 1 LF"),
        ("a\r\n\rB", "EOL_MIXED", "1 CRLF, 1 CR"),
        ("a\r\r\n", "EOL_MIXED", "1 CRLF, 1 CR"),
    ],
    ids=ascii,
)
def test_line_ends_other_than_newline_are_errors(text: str, code: str, said: str):
    (fault,) = found(text)
    assert (fault.code, fault.severity) == (code, "error")
    assert f"{said};" in fault.message


def test_an_eaten_return_is_no_line_end():
    assert codes("\rho = 1\n") == ["CR_LATEX"]
    assert codes("a\r\n\rho") == ["CR_LATEX", "EOL_CRLF"]


@pytest.mark.parametrize("blank", ["", " ", "\n\n", "\t", "\u3000"], ids=ascii)
def test_a_field_without_text_is_an_error_that_drafts_may_have(blank: str):
    for field in ("input", "reference_answer", "rubric.criteria", "rubric.score3_description"):
        (fault,) = found(blank, field)
        assert (fault.code, fault.severity, fault.lenient) == ("EMPTY", "error", True)


def test_a_system_prompt_may_be_empty():
    assert found("", "system_prompt") == []


def test_notes_and_sources_are_nobodys_business():
    instance = Instance(key="0123abcd", notes="\frac\0\r\n")
    assert {fault.code for fault in faults(instance)} == {"EMPTY"}


@settings(max_examples=200)
@given(st.one_of(texts, st.text(st.sampled_from("\t\n\r\f\b $\\eqimaunho"), max_size=30)))
def test_any_text_can_be_checked(text: str):
    for fault in faults(fine(input=text)):
        assert fault.message
        assert fault.text == "" or fault.text in text


@settings(max_examples=200)
@given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60))
def test_letters_digits_and_punctuation_are_no_errors(text: str):
    assert {f.code for f in faults(fine(input=text)) if f.severity == "error"} <= {"EMPTY"}
