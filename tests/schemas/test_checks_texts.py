"""What may be wrong with a text, found where it is and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.checks import Fault, faults
from schemas.checks.unicode_forms import mojibake
from schemas.instance import Instance
from tests.schemas.clean import fine
from tests.schemas.texts import texts


def found(**changes: str) -> list[Fault]:
    return list(faults(fine(**changes)))


def codes(text: str, field: str = "input") -> dict[str, str]:
    """Severity by code."""
    return {fault.code: fault.severity for fault in found(**{field: text})}


def test_the_clean_instance_is_clean():
    assert found() == []


# -- blanks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (" Which shop?", "FIELD_LEAD_WS", "a blank"),
        ("\n\nWhich shop?", "FIELD_LEAD_WS", "2 line breaks"),
        ("Which shop?  ", "FIELD_TRAIL_WS", "2 blanks"),
        ("Which shop?\n", "FIELD_TRAIL_WS", "a line break"),
        ("row one  \nrow two", "LINE_TRAIL_WS", "a line ends"),
        ("one \ntwo\t\nthree", "LINE_TRAIL_WS", "2 lines end"),
        ("so\xa0many words", "NBSP", "1 × U+00A0, first as character 3"),
        ("in\u00advisible", "INVISIBLE_CHAR", "U+00AD"),
        ("a\u200bb", "INVISIBLE_CHAR", "U+200B"),
        ("abc\u202edef", "INVISIBLE_CHAR", "U+202E"),
    ],
    ids=ascii,
)
def test_blanks_nobody_sees_are_notes(text: str, code: str, said: str):
    (fault,) = found(input=text)
    assert (fault.code, fault.severity, fault.field) == (code, "info", "input")
    assert said in fault.message


def test_a_blank_at_the_very_end_is_said_once():
    assert codes("one\ntwo ") == {"FIELD_TRAIL_WS": "info"}


@pytest.mark.parametrize(
    "text",
    [
        "« Quoi\xa0? »\xa0!",
        "10\xa0000\xa0km",
        "5\xa0%",
        "«\xa0oui\xa0»",
        "ภาษา\u200bไทย",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d🔬",
    ],
)
def test_blanks_that_belong_there_raise_no_alarm(text: str):
    assert {"NBSP", "INVISIBLE_CHAR"}.isdisjoint(codes(text))


# -- decoding ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("cafÃ© â€“ bar", "é"),
        ("donâ€™t", "’"),
        ("25Â°C", "°"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"),
        ("РџСЂРёРІРµС‚", "Привет"),
        ("æ—¥æœ¬", "日本"),
    ],
)
def test_mojibake_is_reported_and_not_repaired(text: str, right: str):
    (fault,) = [f for f in found(input=text) if f.code == "MOJIBAKE"]
    assert fault.severity == "warning"
    assert f"“{right}”" in fault.message


@pytest.mark.parametrize(
    "text",
    [
        "naïve café, Übergröße, façade, señor",
        "LIBERTÉ» et “allé…”",
        "Spaß”",
        "AMANHÃ”",
        "2×½",
        "Привет, мир — «да»",
        "дії, вії, мрії",
        "Ñandú",
        "日本語、中国語",
        "Ağ ÖĞÜN İŞÇİ",
        "à « bas »",
    ],
)
def test_text_with_accents_is_no_mojibake(text: str):
    assert mojibake(text) == []


@settings(max_examples=200)
@given(st.text(st.sampled_from("éèàüößñçøåÉÜ’“”–…€"), min_size=1, max_size=6), st.text(max_size=20))
def test_whatever_was_read_as_windows_1252_is_noticed(word: str, around: str):
    spoilt = "".join(
        bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in word.encode()
    )
    noticed = mojibake(spoilt)
    if any(character not in "ÉàÀ”“…–’" for character in word):
        assert "".join(right for _, right in noticed) == word


def test_a_replacement_character_is_a_warning_with_its_place():
    (fault,) = found(input="caf\ufffd and tea\ufffd")
    assert (fault.code, fault.severity) == ("REPLACEMENT_CHAR", "warning")
    assert "2 × U+FFFD, first as character 4" in fault.message


def test_text_in_another_normal_form_is_a_note():
    (fault,) = found(input="cafe\u0301?")
    assert (fault.code, fault.severity) == ("NOT_NFC", "info")
    assert "character 4" in fault.message
    assert codes("café?") == {}


# -- placeholders ------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["reference_answer", "rubric.score3_description"])
@pytest.mark.parametrize(
    "text",
    [
        "Dear [Your Name], the fee is due.",
        "Dear {name}, the fee is due.",
        "Dear {{ first_name }}, the fee is due.",
        "Dear <your name>, the fee is due.",
        "It begins on [Date] at noon.",
        "TODO: say what it costs.",
        "Lorem ipsum dolor sit amet.",
        "The fee is None.",
        "The fee is nan euro.",
    ],
)
def test_a_placeholder_left_in_a_text_is_a_warning(field: str, text: str):
    assert codes(text, field).get("FILL_IN_PLACEHOLDER") == "warning"


@pytest.mark.parametrize("text", ["None", "nan", "N/A", " null ", "[TODO]", "TBD."])
def test_a_text_that_is_nothing_but_a_placeholder_is_a_warning(text: str):
    assert codes(text, "reference_answer")["FILL_IN_PLACEHOLDER"] == "warning"


def test_the_form_of_an_answer_in_a_prompt_is_a_note():
    assert codes("Answer as {subject}: {belief}.") == {"FILL_IN_PLACEHOLDER": "info"}
    assert codes("Fill in [Your City].") == {"FILL_IN_PLACEHOLDER": "warning"}


def test_a_placeholder_is_named_once_however_often_it_stands():
    (fault,) = found(reference_answer="{a} {b} {a} {c} {d} and {e}.")
    assert fault.message.startswith("{a}, {b}, {c} and 2 more")


@pytest.mark.parametrize(
    "text",
    [
        r"\frac{a}{b} and $x_{n}$ and \text{if}",
        'print(f"{name} is {age}")',
        "`{name}` is a slot.",
        "```\n{name}\n```",
        "See [the page](https://x.org) and [1].",
        '{"name": "Ann"}',
        "None of them is right.",
        "He has none.",
        "The function returns None.",
        "x = None",
        "a dict {} and a set {1, 2}",
        "the nan bread",
        "Your name, please.",
        "array[index]",
        "A todo list.",
        "void f() { return; }",
    ],
)
def test_code_formulas_and_prose_are_no_placeholders(text: str):
    assert codes(text, "reference_answer") == {}


# -- escapes, marks, pairs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [r"First line.\nSecond line.", r"def f(x):\n    return x\n", r"a,\n\n- b", r"。\n第二行"],
)
def test_a_written_out_newline_is_a_warning(text: str):
    assert codes(text)["LITERAL_BACKSLASH_N"] == "warning"


@pytest.mark.parametrize(
    "text",
    [
        r"x \neq 0, \nu, y\neq z",
        r"Write \n for a newline.",
        r"`a\nb`",
        "```\nprint('a\\nB')\n```",
        r"C:\new",
        r"print('\nok')",
        r"a \nabla b",
    ],
)
def test_backslashes_that_are_meant_raise_no_alarm(text: str):
    assert "LITERAL_BACKSLASH_N" not in codes(text)


@pytest.mark.parametrize("text", ["Good. [RESULT] 3", "Good.\n[SCORE] 4", "<|im_start|>user"])
def test_marks_of_evaluators_are_notes(text: str):
    assert codes(text, "reference_answer") == {"JUDGE_MARKER_IN_TEXT": "info"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```python\nx = 1", "UNBALANCED_FENCE"),
        ("$$x = 1", "UNBALANCED_MATHS"),
        (r"\[x = 1", "UNBALANCED_MATHS"),
        (r"so \(x = 1 is", "UNBALANCED_MATHS"),
        (r"\begin{cases} x \end{case}", "UNBALANCED_MATHS"),
    ],
)
def test_marks_that_come_in_pairs(text: str, code: str):
    assert codes(text)[code] == "warning"


@pytest.mark.parametrize("text", ["It fits k + 1).", "It (shop B has a sum.", "It has [a, b."])
def test_a_bracket_without_a_partner_in_a_rubric_is_a_note(text: str):
    assert codes(text, "rubric.score3_description") == {"UNBALANCED_BRACKET": "info"}


@pytest.mark.parametrize(
    "text",
    [
        "It names: 1) a shop; 2) a sum.",
        "It has i) this and ii) that.",
        "In [0, 1) it is fine.",
        "It smiles :) at us.",
        "It has a (very (deep)) bracket.",
        "It calls `f(` first.",
        "a) one\nb) two.",
    ],
)
def test_enumerations_intervals_and_smileys_need_no_partner(text: str):
    assert codes(text, "rubric.score3_description") == {}


@pytest.mark.parametrize(
    "text",
    [
        "```\na\n```\nand ```b```",
        "$5 and $6",
        r"\\[2pt] and \(x\) and \[y\]",
        "$$x$$ costs $5",
        r"\begin{a}\end{a}",
    ],
)
def test_pairs_that_are_whole_raise_no_alarm(text: str):
    assert codes(text) == {}


# -- counts ------------------------------------------------------------------------------------


def table(rows: int, sep: str = ",") -> str:
    lines = [
        sep.join(("Index", "Name", "City")),
        *(sep.join((str(n), "Ann", "Ulm")) for n in range(rows)),
    ]
    return "\n".join(lines)


def markdown(rows: int) -> str:
    return "| a | b |\n|---|---|\n" + "\n".join(f"| {n} | x |" for n in range(rows))


@pytest.mark.parametrize(
    "text",
    [
        f"Read the table of 100 people.\n\n{table(50)}\n\nWho is from Ulm?",
        f"It has at least 100 rows.\n{table(50)}",
        f"Which of these 100 shops is open?\n{table(50)}",
        f"There are 1,000 records.\n{table(50)}",
        f"All 12 rows:\n{markdown(9)}",
        "The first 60 rows of a file of 20 customers:\n" + table(60, "\t"),
    ],
)
def test_a_number_of_rows_other_than_the_tables_is_a_warning(text: str):
    (fault,) = [f for f in found(input=text) if f.code == "CLAIM_MISMATCH"]
    assert fault.severity == "warning"
    assert "rows" in fault.message


@pytest.mark.parametrize(
    "text",
    [
        f"Read the table of 50 people.\n\n{table(50)}\n\nWho is from Ulm?",
        f"It has at least 40 rows.\n{table(50)}",
        f"Sum up to 100 rows.\n{table(50)}",
        f"Give the first 5 rows of this.\n{table(50)}",
        f"Two tables of 100 people.\n{table(50)}\n\nand\n\n{table(50)}",
        f"{table(50)}\n\nName 10 people.",
        "A text of 100 words, with commas, and, well, lists.\nOne.\nTwo.\nThree.\nFour.\nFive.",
        f"A table with 51 rows, heading included:\n{table(50)}",
        f"A shop for 30 years.\n{markdown(9)}\n".replace("for 30 years", "in Ulm since 1990"),
    ],
)
def test_numbers_that_fit_or_mean_something_else_raise_no_alarm(text: str):
    assert "CLAIM_MISMATCH" not in codes(text)


def test_an_answer_with_fewer_rows_than_asked_for_is_a_warning():
    asked = {"input": "Generate a CSV with at least 100 rows.", "reference_answer": table(50)}
    (fault,) = found(**asked)
    assert (fault.code, fault.field) == ("CLAIM_MISMATCH", "reference_answer")
    assert "at least 100" in fault.message
    assert found(**asked | {"reference_answer": table(120)}) == []


# -- reference answer and language -------------------------------------------------------------


def test_a_reference_answer_that_repeats_the_input_is_a_warning():
    (fault,) = found(reference_answer=fine().input.upper() + " ")[:1]
    assert (fault.code, fault.severity) == ("REF_IS_INPUT", "warning")


@pytest.mark.parametrize("text", ["...", "-", "?!"])
def test_a_reference_answer_without_a_word_is_a_warning(text: str):
    assert codes(text, "reference_answer")["REF_NO_ANSWER"] == "warning"


@pytest.mark.parametrize("text", ["4", "B", "√2", "是", "😀", "x"])
def test_a_short_reference_answer_is_an_answer(text: str):
    assert codes(text, "reference_answer") == {}


def in_language(language: str, prompt: str, answer: str) -> list[str]:
    instance = fine(input=prompt, reference_answer=answer).model_copy(update={"language": language})
    return [f.message for f in faults(instance) if f.code == "LANGUAGE_SCRIPT"]


SENTENCES = {
    "ko": "가장 싼 가게는 어디인가요?",
    "ja": "一番安い店はどこですか？",
    "zh": "哪家商店最便宜？",
    "ru": "Какой магазин дешевле всех?",
    "el": "Ποιο κατάστημα είναι το φθηνότερο;",
    "ar": "أي متجر هو الأرخص؟",
    "he": "איזו חנות היא הזולה ביותר?",
    "th": "ร้านไหนถูกที่สุด",
    "hi": "सबसे सस्ती दुकान कौन सी है?",
    "bn": "কোন দোকানটি সবচেয়ে সস্তা?",
    "de": "Welcher Laden ist am günstigsten?",
    "vi": "Cửa hàng nào rẻ nhất?",
    "sr": "Која продавница је најјефтинија?",
    "ta": "எந்த கடை மலிவானது?",
    "ka": "რომელი მაღაზიაა ყველაზე იაფი?",
    "am": "የትኛው ሱቅ ርካሽ ነው?",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_text_in_its_own_language_raises_no_alarm(language: str):
    text = SENTENCES[language]
    instance = fine(input=text, reference_answer=text + " B.").model_copy(
        update={"language": language}
    )
    assert [f for f in faults(instance) if f.code != "NOT_NFC"] == []
    assert in_language(language.upper() + "-XX", text, text + " B.") == []


@pytest.mark.parametrize("language", [x for x in SENTENCES if x not in ("de", "vi", "sr")])
def test_a_text_in_another_script_than_its_language_is_a_warning(language: str):
    english = "Which shop is the cheapest of all?"
    (message,) = in_language(language, english, "Shop B is the cheapest.")
    assert language in message
    (message,) = in_language("en", SENTENCES[language], SENTENCES[language])
    assert "it says en" in message


def test_a_translation_has_two_languages():
    assert in_language("ko", "Translate into English: 안녕하세요", "Good morning to you all.") == []
    assert in_language("en", "Translate into Korean: Good morning", "안녕하세요") == []
    assert in_language("sr-Latn", "Koja prodavnica je najjeftinija?", "Prodavnica B je.") == []


def test_the_language_of_the_rubric_is_looked_at_too():
    instance = fine().model_copy(update={"rubric_language": "ko"})
    (fault,) = list(faults(instance))
    assert (fault.field, fault.severity) == ("rubric_language", "warning")


# -- everything --------------------------------------------------------------------------------

CLEAN = {
    "Markdown": "# Head\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> so\n\n1. one\n2. two",
    "Python": "Mend this:\n```python\ndef f(x: dict) -> None:\n    return {**x, 'a': [1, 2]}\n```",
    "JSON": 'Read {"a": [1, 2, {"b": null}], "c": "None"} and say what `c` is.',
    "HTML": '<div class="a">Hello</div>\n<p>What is wrong?</p>',
    "shell": 'Run `echo $HOME && ls -la | grep "x"` and explain.',
    "LaTeX": r"Show that $\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$ for all $n \in \mathbb{N}$.",
    "one long line": "word " * 2000 + "end.",
    "dialogue": "A: “Where to?”\nB: ‘Home,’ she said — “now.”",
    "Spanish": "¿Cuál es la tienda más barata? ¡Dímelo!",
    "French": "Quel est le magasin le moins cher ?",
    "Turkish": "En ucuz dükkân hangisi? Şöyle söyle: İstanbul’daki.",
    "Polish": "Który sklep jest najtańszy? Źdźbło.",
    "emoji": "Which is cheaper, 🍎 or 🍐? 👨‍👩‍👧‍👦",
    "percent and money": "It costs $5.00 (20% off), or €4–€6.",
}


@pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN.keys())
def test_clean_texts_have_no_fault_at_all(text: str):
    assert found(input=text) == []


@settings(max_examples=150)
@given(
    st.dictionaries(
        st.sampled_from(
            ["input", "reference_answer", "rubric.score2_description", "rubric.criteria"]
        ),
        texts,
    )
)
def test_any_instance_can_be_checked_and_gives_one_line_messages(changes: dict[str, str]):
    known = dict(fine().texts())
    for fault in faults(fine(**changes)):
        assert fault.field in {*known, "language", "rubric_language"}
        assert fault.message.strip()
        assert fault.code == fault.code.upper()
        assert fault.severity in ("error", "warning", "info")


def test_checks_leave_the_instance_as_it_is():
    instance = fine(input="cafÃ© {name}  \nx")
    before = instance.model_dump_json()
    list(faults(instance))
    assert isinstance(instance, Instance)
    assert instance.model_dump_json() == before
