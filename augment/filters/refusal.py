"""A model that declines to write an instance.

Looked for where an instance asks and judges, never in the reference answer: a task may be about
refusing. Only the beginning counts, so that a text that quotes a refusal is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from augment.candidate import Draft
from augment.filters.task import Task

_BEGINNING: Final = 240
_WORDS: Final = (
    # English
    r"(?:i['’]?m|i am|we['’]re|we are)\b.{0,20}\b(?:sorry|afraid|unable|not able)\b"
    r".{0,60}"
    r"(?:\bcan['’]?t\b|\bcannot\b|\bcan not\b|\bunable\b|\bnot able\b|\bwon['’]t\b|\bto help\b)",
    r"(?:i['’]?m|i am) (?:unable|not able) to (?:\w+ ){0,2}(?:help|assist|creat|generat|writ|"
    r"provid|"
    r"produc|comply|fulfil|complet|do that)",
    r"(?:sorry|apologies|my apologies|unfortunately|regrettably)\b.{0,60}"
    r"(?:\bcan['’]?t\b|\bcannot\b|\bunable\b|\bnot able\b|\bwon['’]t\b|\bno can do\b)",
    r"(?:i|we) (?:can['’]?t|cannot|can not|won['’]t|will not|must decline|have to decline|decline|"
    r"do(?: not|n['’]t) feel comfortable|am not comfortable|refuse)\b.{0,40}(?:help|assist|comply|"
    r"fulfil|creat|generat|writ|provid|produc|continu|engag|request|this|that)",
    r"as an? (?:ai|artificial intelligence|large language model|language model|assistant)\b",
    # Korean
    r"(?:정말 |대단히 )?(?:죄송|미안|유감).{0,60}(?:수 없|어렵|못|불가)",
    r".{0,30}(?:도와드릴|제공할|작성할|생성할|만들) 수 없",
    r"(?:저는 )?(?:AI|인공지능|언어 모델).{0,20}(?:로서|이므로|이기 때문)",
    # Arabic
    r"(?:عذر|آسف|أنا آسف|أعتذر|نعتذر|نأسف|للأسف|معذرة).{0,80}(?:لا|لن|غير قادر)",
    r"(?:أنا )?(?:لا أستطيع|لا يمكنني|لا يمكننا|لن أتمكن|غير قادر)",
    r"(?:كنموذج|بصفتي نموذج|بصفتي مساعد|كذكاء)",
    # Thai
    r"(?:ต้อง)?(?:ขออภัย|ขอโทษ|เสียใจ|น่าเสียดาย).{0,100}(?:ไม่สามารถ|ไม่ได้|ไม่อาจ)",
    r"(?:ฉัน|ผม|ดิฉัน|เรา|ระบบ)?\s?ไม่สามารถ(?:ช่วย|ให้|สร้าง|ตอบ|ทำ|เขียน|ดำเนิน)",
    r"ในฐานะ(?:ที่เป็น)?\s?(?:โมเดล|AI|เอไอ)",
    r"ในฐานะ(?:ที่เป็น)?\s?(?:แบบจำลอง|ปัญญา)",
    # Spanish, Portuguese, Italian, French, German
    r"(?:lo siento|lo lamento|lamento|disculp\w*|perd[oó]n\w*)\b.{0,80}\bno (?:puedo|podemos)",
    r"no puedo (?:ayud|cumpl|cre|gener|proporcion|escrib|complet)",
    r"(?:desculp\w*|sinto muito|lamento|infelizmente)\b.{0,80}\bnão (?:posso|podemos|consigo)",
    r"(?:mi dispiace|spiacente|purtroppo|scusa\w*)\b.{0,80}\bnon (?:posso|possiamo|sono in grado)",
    r"(?:je suis )?(?:vraiment )?d[ée]sol[ée]e?\b.{0,80}\bne (?:peux|puis|suis pas)",
    r"je ne (?:peux|puis) pas (?:vous |t['’])?(?:aider|cr[ée]er|fournir|g[ée]n[ée]rer|[ée]crire|"
    r"r[ée]pondre)",
    r"(?:es )?(?:tut mir|tut uns) leid\b.{0,80}\b(?:nicht|kein\w*)\b",
    r"(?:entschuldigung|leider)\b.{0,80}\bkann ich\b.{0,40}\b(?:nicht|kein\w*)\b",
    r"(?:como (?:un )?modelo de lenguaje|como (?:una )?ia\b|en tant qu['’](?:ia|intelligence)|"
    r"en tant que mod[èe]le|als (?:ki|sprachmodell|k[üu]nstliche)|in quanto (?:ia|modello))",
    # Russian, Kazakh
    r"(?:извините|простите|прошу прощения|к сожалению|мне жаль).{0,80}"
    r"\bне (?:могу|можем|в состоянии)",
    r"я не могу (?:помочь|создать|предоставить|выполнить|написать|ответить)",
    r"(?:кешіріңіз|өкінішке).{0,80}алмаймын",
    # Chinese, Japanese
    r"(?:很|非常|实在|實在)?(?:抱歉|对不起|對不起|遗憾|遺憾).{0,40}(?:不能|无法|無法|不便|没法)",
    r"(?:我|本人)(?:不能|无法|無法)(?:帮助|幫助|协助|協助|提供|生成|创建|回答|完成|撰写)",
    r"(?:作为|作為|身为)(?:一个|一個|一名)?(?:AI|人工智能|人工智慧|语言模型|語言模型)",
    r"(?:申し訳|すみません|恐れ入りますが|残念ながら).{0,60}(?:でき(?:ません|ない)|いたしかね|かねます)",
    # Indonesian, Vietnamese, Turkish, Bengali, Hindi
    r"(?:mohon )?(?:maaf|sayangnya)\b.{0,80}\btidak (?:bisa|dapat|mampu)",
    r"(?:rất )?(?:xin lỗi|tiếc)\b.{0,80}\bkhông thể",
    r"(?:üzgünüm|maalesef|özür dilerim)\b.{0,80}(?:amam|emem|amıyor|emiyor)",
    r"(?:আমি )?(?:দুঃখিত|ক্ষমা).{0,80}(?:পারছি না|পারি না|পারব না|সম্ভব নয়)",
    r"(?:मुझे )?(?:खेद|माफ|क्षमा|माफ़).{0,80}(?:नहीं)",
)
_REFUSAL = re.compile(rf"[\s\"'“”‘’«»*_#>\-(\[]*(?:{'|'.join(_WORDS)})", re.IGNORECASE | re.DOTALL)
_ASKING: Final = ("input", "system_prompt", "rubric.criteria")


@dataclass(frozen=True)
class Refusal:
    """`fields` are those looked into."""

    fields: tuple[str, ...]

    def fault(self, draft: Draft) -> str | None:
        """Which field begins with a refusal."""
        for field, text in draft.texts():
            if field in self.fields and (found := declines(text)):
                return f"{field} declines: '{found[:60]}'"
        return None


def declines(text: str) -> str | None:
    """The words by which a message declines at its beginning, None where it does not."""
    found = _REFUSAL.match(text.strip()[:_BEGINNING])
    return found.group().strip() if found else None


def make(task: Task, width: int) -> Refusal:
    """Wider: without the fields in which one of the task's own begins like that."""
    if width == 0:
        return Refusal(_ASKING)
    own = {field for draft in task.drafts for field, text in draft.texts() if declines(text)}
    return Refusal(tuple(field for field in _ASKING if field not in own))
