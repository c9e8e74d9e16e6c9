"""As many different instances of one task as a test needs, all of them good ones."""

from __future__ import annotations

import json
import random
from typing import Any

SHOPS = ("Miller's corner shop", "the co-op on Canal Street", "the market hall", "Ahmed's kiosk",
         "the farm stall", "the night shop", "the station bakery", "Rosa's deli")  # fmt: skip
GOODS = ("apples", "melons", "loaves of rye bread", "jars of honey", "bags of coffee", "lemons",
         "packs of candles", "bottles of juice", "bars of soap", "tins of beans")  # fmt: skip
WHO = ("Ines buys for her choir", "A scout troop plans its weekend", "Two flatmates share a bill",
       "Mr Okafor cooks for his street", "A school kitchen orders for Monday",
       "The rowing club prepares a breakfast", "A hospital ward wants a small feast")  # fmt: skip
SYSTEM_PROMPT = "You read tables and answer with the calculation."


def table(number: int) -> dict[str, Any]:
    """Instance number so and so, as the object a model would answer with."""
    rng = random.Random(number)
    shops, goods = rng.sample(SHOPS, 3), rng.sample(GOODS, 3)
    amounts = [rng.randint(2, 9) for _ in goods]
    prices = [[rng.randint(1, 9) for _ in goods] for _ in shops]
    totals = [sum(p * n for p, n in zip(row, amounts, strict=True)) for row in prices]
    best = totals.index(min(totals))
    wanted = ", ".join(f"{n} {good}" for n, good in zip(amounts, goods, strict=True))
    rows = "\n".join(
        f"- {shop}: " + ", ".join(f"{good} {p} euro" for good, p in zip(goods, row, strict=True))
        for shop, row in zip(shops, prices, strict=True)
    )
    sums = "; ".join(f"{shop} {total} euro" for shop, total in zip(shops, totals, strict=True))
    return {
        "system_prompt": SYSTEM_PROMPT,
        "input": f"{rng.choice(WHO)} and needs {wanted}. The prices of three shops are:\n{rows}\n"
        f"Everything is bought in one place. Which shop is the cheapest, and what does it cost?",
        "reference_answer": f"The totals are: {sums}. The cheapest is {shops[best]} with "
        f"{totals[best]} euro.",
        "score_rubric": {
            "criteria": f"Does it find {shops[best]} with {totals[best]} euro for {wanted}?",
            "score1_description": f"It names no shop, or one beside {', '.join(shops)}.",
            "score2_description": f"It names a shop other than {shops[best]} without any sum.",
            "score3_description": f"It names {shops[best]} but none of the three sums is right.",
            "score4_description": f"It names {shops[best]} with a sum other than {totals[best]}.",
            "score5_description": f"It names {shops[best]}, {totals[best]} euro and all sums.",
        },
    }


def answer(number: int) -> str:
    """The same as a model's message."""
    return json.dumps(table(number))
