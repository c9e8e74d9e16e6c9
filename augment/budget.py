"""How many requests and how much money one command may spend, counted as it goes."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from schemas.settings import Price

_MILLION: Final = Decimal(1_000_000)


def cost(price: Price | None, prompt_tokens: int, completion_tokens: int) -> Decimal:
    """What so many tokens cost; 0 where no price is known."""
    if price is None:
        return Decimal(0)
    return (
        Decimal(price.prompt) * prompt_tokens + Decimal(price.completion) * completion_tokens
    ) / _MILLION


@dataclass
class Budget:
    """Limits of one command; 0 requests and None for money mean no limit.

    What open requests may cost at most is set aside until they are answered, so that the sum
    never goes above the limit.
    """

    max_requests: int = 0
    max_cost: Decimal | None = None
    price: Price | None = None
    requests: int = 0
    spent: Decimal = Decimal(0)
    set_aside: Decimal = Decimal(0)

    def worst(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """What a request may cost at most."""
        return cost(self.price, prompt_tokens, completion_tokens)

    def out_of_requests(self) -> bool:
        """Whether no further request may be sent."""
        return bool(self.max_requests) and self.requests >= self.max_requests

    def affords(self, worst: Decimal) -> bool:
        """Whether a request that may cost so much still fits."""
        return self.max_cost is None or self.spent + self.set_aside + worst <= self.max_cost

    def open(self, worst: Decimal) -> None:
        """A request is sent."""
        self.requests += 1
        self.set_aside += worst

    def settle(self, worst: Decimal, actual: Decimal) -> None:
        """It is answered, or failed."""
        self.set_aside -= worst
        self.spent += actual
