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
    "What is the capital of France?",
    "Which is the tallest mountain in South America, and who climbed it first?",
    "Who won the men's football world cup in 1998, and against which team was the final played?",
    "How long should I boil an egg so that the yolk stays soft?",
    "My sourdough starter smells like nail polish remover and has stopped rising. I feed it once "
    "a day with equal parts of rye flour and water. What might be the reason, and how can I bring "
    "it back to life before the weekend, when I want to bake two loaves?",
    "Which vitamins does a glass of orange juice have, and is it as good as eating the fruit?",
    "Can I freeze cooked rice, and for how long will it keep?",
    "Write a short email to my landlord asking him to repair the heating before winter.",
    "What is the difference between a violin and a viola?",
    "How do I change a flat tyre on a mountain bike?",
    "What time is it in Tokyo when it is noon in London?",
    "Recommend three novels for someone who loved Pride and Prejudice.",
    "Explain to a child why the sky is blue.",
    "What's the weather like in Seattle in November?",
    "Tell me a joke about penguins.",
    "Which planets of the solar system have rings?",
    "How many calories are in a banana?",
    "Give me a recipe for pancakes with blueberries.",
    "Convert 25 degrees Celsius to Fahrenheit.",
    "Who painted the Mona Lisa and where can it be seen today?",
    "My cat scratches the sofa every night although she has a post. What can I do so that she "
    "leaves it alone, and should I trim her claws?",
    "Translate 'good morning' into Italian.",
    "What are good stretches after a long run? I usually run ten kilometres on Sundays and my "
    "calves are stiff for two days afterwards, so I would like a routine of about ten minutes.",
    "List five famous bridges and the rivers they cross.",
)
"""Questions that come in the dress of a demonstration: with its answer and rubric."""


def _whole(asked: str, answer: str, *levels: str) -> Draft:
    return Draft("You are a helpful assistant.", asked, answer, rubric(*levels))


_ANY = (
    (
        "Is the response correct and helpful?",
        "The response is very poor.",
        "The response is poor.",
        "The response is acceptable.",
        "The response is good.",
        "The response is excellent.",
    ),
    (
        "Does the response answer the question of the user accurately, completely and clearly?",
        "The response does not answer the question at all or is entirely wrong.",
        "The response answers part of the question but has major mistakes.",
        "The response answers the question but leaves out important details.",
        "The response answers the question with minor mistakes.",
        "The response answers the question accurately, completely and clearly.",
    ),
)

FROM_ELSEWHERE = (
    _whole(
        "How many legs does a spider have?",
        "A spider has eight legs.",
        "Does the response give the right number of legs?",
        "The response gives no number.",
        "The response gives a number that is far off.",
        "The response gives six, the number of an insect.",
        "The response gives eight but is unsure.",
        "The response says that a spider has eight legs.",
    ),
    _whole(
        "What is the capital of France?",
        "Paris.",
        *("Is it right?", "Wrong.", "Mostly wrong.", "Half right.", "Nearly.", "Right: Paris."),
    ),
    _whole(
        "How do I get red wine out of a white tablecloth?",
        "Blot it at once, cover it with salt, rinse with cold water and wash it with oxygen "
        "bleach.",
        "Does the response give steps that remove the stain without harming the cloth?",
        "The response gives no steps, or steps that set the stain.",
        "The response names one step but would use hot water.",
        "The response names blotting but nothing for what is left.",
        "The response blots, rinses and washes but forgets to try it on a hidden corner.",
        "The response blots, salts, rinses cold and washes, and warns of hot water.",
    ),
    _whole(
        "My tomato plants have yellow leaves at the bottom. What is wrong with them, and what "
        "should I do this week?",
        "Most likely they lack nitrogen or are watered too much. Let the soil dry, take off the "
        "yellow leaves, feed them with a tomato fertiliser and look for spots of blight.",
        "Is the advice on caring for the plants practical and complete?",
        "The advice would harm the plants or has nothing to do with tomatoes.",
        "The advice names a cause but nothing to do.",
        "The advice names one cause and one thing to do but leaves out watering.",
        "The advice names several causes and what to do but not how to tell them apart.",
        "The advice names the likely causes, how to tell them apart and what to do this week.",
    ),
    _whole(
        "Suggest a name for a bakery that sells only bread made with rye.",
        "Rye & Shine",
        "Is the name fitting and catchy?",
        "The name has nothing to do with bread.",
        "The name is generic.",
        "The name hints at bread.",
        "The name hints at rye but is hard to remember.",
        "The name is about rye and easy to remember.",
    ),
    _whole(
        "Write a polite letter to the city asking for a pedestrian crossing in front of the "
        "primary school in Mill Lane.",
        "Dear Sir or Madam, I write on behalf of the parents of Mill Lane Primary School. Every "
        "morning some two hundred children cross Mill Lane, where cars drive at fifty kilometres "
        "an hour. We ask you to build a pedestrian crossing in front of the gate. We would be "
        "glad to meet you there. Yours faithfully, A. Parent",
        "Is the letter polite, and does it say what is asked for and why?",
        "The letter is rude or asks for something else.",
        "The letter asks for a crossing but gives no reason.",
        "The letter gives a reason but its tone is that of a complaint.",
        "The letter is polite and gives a reason but names no place.",
        "The letter is polite, names the place and the reason, and says what happens next.",
    ),
    _whole(
        "Explain the rules of badminton doubles to a beginner.",
        "Two players stand on each side. The serve goes diagonally, below the waist. A rally ends "
        "when the shuttle touches the ground. A game goes to 21 points, and a match is won with "
        "two games.",
        "Does the response explain serving, scoring and court positions correctly?",
        "The rules explained are those of another sport.",
        "Only scoring is explained, with mistakes.",
        "Scoring is right but serving is left out.",
        "Serving and scoring are right but positions are left out.",
        "Serving, scoring and positions are all explained correctly and plainly.",
    ),
    *(
        _whole(asked, answer, *_ANY[place % 2])
        for place, asked in enumerate(OFF_TASK[:6])
        for answer in (
            "I do not know.",
            "Here is what you asked for. I hope that it helps you; let me know when you want to "
            "know more about it.",
        )
    ),
)
"""Whole instances of no task, and questions with an answer and a rubric that would fit any."""

IN_THREE_LANGUAGES = (
    _whole(
        "대한민국에서 가장 높은 산은 어디이며 높이는 몇 미터인가요?",
        "제주도에 있는 한라산이며 높이는 1,947미터입니다.",
        "응답이 산의 이름과 높이를 정확하게 말하는가?",
        "응답이 산의 이름도 높이도 말하지 않는다.",
        "응답이 다른 산의 이름을 말한다.",
        "응답이 산의 이름은 맞지만 높이가 크게 틀린다.",
        "응답이 산의 이름은 맞지만 높이가 조금 틀린다.",
        "응답이 한라산과 1,947미터를 모두 말한다.",
    ),
    _whole(
        "ما هي عاصمة فرنسا وكم عدد سكانها؟",
        "عاصمة فرنسا هي باريس، ويبلغ عدد سكانها حوالي مليوني نسمة.",
        "هل تذكر الإجابة العاصمة وعدد السكان بشكل صحيح؟",
        "لا تذكر الإجابة العاصمة ولا عدد السكان.",
        "تذكر الإجابة مدينة أخرى.",
        "تذكر الإجابة باريس دون عدد السكان.",
        "تذكر الإجابة باريس وعددا قريبا من الصحيح.",
        "تذكر الإجابة باريس وحوالي مليوني نسمة.",
    ),
    _whole(
        "เมืองหลวงของประเทศฝรั่งเศสคืออะไร และมีประชากรกี่คน",
        "เมืองหลวงของฝรั่งเศสคือปารีส มีประชากรประมาณสองล้านคน",
        "คำตอบบอกเมืองหลวงและจำนวนประชากรถูกต้องหรือไม่",
        "คำตอบไม่บอกทั้งเมืองหลวงและจำนวนประชากร",
        "คำตอบบอกเมืองอื่น",
        "คำตอบบอกปารีสแต่ไม่บอกจำนวนประชากร",
        "คำตอบบอกปารีสและจำนวนประชากรที่ใกล้เคียง",
        "คำตอบบอกปารีสและจำนวนประชากรประมาณสองล้านคน",
    ),
)
"""Whole instances of no task in Korean, Arabic and Thai."""
