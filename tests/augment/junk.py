"""Inputs that are no instance of anything, with the reasons by which they may fall."""

from __future__ import annotations

from augment.candidate import Draft
from tests.augment.playing import rubric

JUNK: dict[str, tuple[str, set[str]]] = {
    "a refusal": ("I'm sorry, but I can't help with creating that instance.", {"refusal"}),
    "a refusal of a model": (
        "As an AI language model, I cannot generate harmful content.",
        {"refusal"},
    ),
    "a refusal without an apology": ("I can't assist with that request.", {"refusal"}),
    "a Korean refusal": ("죄송하지만, 그 요청은 도와드릴 수 없습니다.", {"refusal"}),
    "an Arabic refusal": ("عذراً، لا أستطيع مساعدتك في إنشاء هذا المحتوى.", {"refusal"}),
    "a Thai refusal": ("ขออภัย ฉันไม่สามารถช่วยสร้างเนื้อหานี้ได้", {"refusal"}),
    "gibberish": (
        "asdkjh qweoiu zxmcnb lkjasd poiqwe mnbzxc qpwoei rutyal skdjfh gzmxnc bvlaks djfhg",
        {"language"},
    ),
    "the keyboard": ("asdf asdf jkl; qwer uiop zxcv hjkl sdfg wert", {"language", "repetition"}),
    "one word": ("word " * 60, {"repetition"}),
    "one sentence": ("Please answer the question carefully. " * 12, {"repetition"}),
    "one Korean sentence": ("여행 계획을 세워 주세요. " * 12, {"repetition"}),
    "one Thai word": ("ดีมากครับ" * 20, {"repetition"}),
    "a mark": ("[TODO]", {"placeholder"}),
    "lorem ipsum": (
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.",
        {"placeholder"},
    ),
    "a gap of a template": ("{{ input }}", {"placeholder"}),
    "a blank": ("<insert the question here>", {"placeholder"}),
    "a Korean blank": ("[여기에 질문을 입력하세요]", {"placeholder"}),
    "an Arabic blank": ("[أدخل السؤال هنا]", {"placeholder"}),
    "a Thai blank": ("[ใส่คำถามที่นี่]", {"placeholder"}),
    "a field's name": ("input", {"placeholder"}),
    "not available": ("N/A", {"placeholder"}),
    "dots": ("...", {"empty"}),
    "blanks": ("   \n ", {"empty"}),
    "eaten LaTeX": ("Compute \x0crac{3}{4} \times \binom{5}{2} and show each step.", {"damaged"}),
    "lost characters": (
        "Describe the caf\ufffd where you met and what \ufffd you had.",
        {"damaged"},
    ),
    "UTF-8 read as Latin-1": ("Describe the cafÃ© where you had your dÃ©jeuner.", {"damaged"}),
}

IN_OTHER_LANGUAGES: dict[str, tuple[str, set[str]]] = {
    "the Korean keyboard": (
        "ㅁㄴㅇㄹ ㅂㅈㄷㄱ ㅋㅌㅊㅍ ㅁㄴㅇㄹ ㅎㅗㅓㅏ ㅂㅈㄷㄱㅅ ㅋㅋㅋ ㅛㅕㅑ",
        {"language"},
    ),
    "the Arabic keyboard": ("شسيب ضصثق لاىة وزظط منتال شسيبل غعهخح", {"language"}),
    "the Thai keyboard": ("ฟหกด าสวง ๆไำพ ะัีร ผปแอ ิืทม ใฝ ฟหกดเ", {"language"}),
    "a Korean question": (
        "대한민국에서 가장 높은 산은 어디이며 높이는 몇 미터인가요?",
        {"language"},
    ),
    "an Arabic question": ("ما هي عاصمة فرنسا وكم عدد سكانها؟", {"language"}),
    "a Thai question": ("เมืองหลวงของประเทศฝรั่งเศสคืออะไร และมีประชากรกี่คน", {"language"}),
    "five scripts": (
        "Describe رحلة طويلة into 서울 และกรุงเทพ with ваши друзья и 家族 ตลอดไป",
        {"language"},
    ),
}

OFF_TASK = (
    "Which is the tallest mountain in South America, and who climbed it first?",
    "Who won the men's football world cup in 1998, and against which team was the final played?",
    "How long should I boil an egg so that the yolk stays soft?",
    "My sourdough starter smells like nail polish remover and has stopped rising. I feed it once "
    "a day with equal parts of rye flour and water. What might be the reason, and how can I bring "
    "it back to life before the weekend, when I want to bake two loaves?",
)

FROM_ELSEWHERE = (
    Draft(
        "You are a helpful assistant.",
        "How many legs does a spider have?",
        "A spider has eight legs.",
        rubric(
            "Does the response give the right number of legs?",
            "The response gives no number.",
            "The response gives a number that is far off.",
            "The response gives six, the number of an insect.",
            "The response gives eight but is unsure.",
            "The response says that a spider has eight legs.",
        ),
    ),
    Draft(
        "You are a helpful assistant.",
        "What is the capital of France?",
        "Paris.",
        rubric(
            "Is it right?", "Wrong.", "Mostly wrong.", "Half right.", "Nearly.", "Right: Paris."
        ),
    ),
)
