"""Rates, money and turns: pure rules, tried without a clock."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from augment.budget import Budget, cost
from augment.pace import MINUTE, Pace, asked_pause, pause_before_retry
from augment.providers import Reply
from augment.providers.openai_compatible import host_of, is_loopback
from augment.tokens import estimate
from augment.turns import Turns
from schemas.errors import UsageError
from schemas.settings import Price


@given(
    st.integers(1, 5),
    st.integers(100, 1000),
    st.lists(st.tuples(st.floats(0, 20), st.integers(1, 400)), max_size=40),
)
def test_no_minute_ever_holds_more_than_the_limits(requests, tokens, wanted):
    pace, now, sent = Pace(requests, tokens), 0.0, []
    for pause, size in wanted:
        now += pause
        while (wait := pace.wait(now, size)) > 0:
            now += wait
        pace.take(now, size)
        sent.append((now, size))
    for start, _ in sent:
        inside = [size for at, size in sent if start <= at < start + MINUTE - 1e-6]
        assert len(inside) <= requests
        assert sum(inside) <= tokens or len(inside) == 1


def test_without_limits_nothing_waits():
    pace = Pace(0, 0)
    for _ in range(100):
        assert pace.wait(5.0, 10_000) == 0
        pace.take(5.0, 10_000)


def test_a_server_that_asks_for_a_pause_holds_everybody():
    pace = Pace(0, 0)
    pace.hold(10.0, 7.0)
    assert pace.wait(12.0, 1) == 5.0
    assert pace.wait(17.0, 1) == 0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-1"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers, seconds):
    assert asked_pause(Reply(429, headers, b"")) == seconds


def test_pauses_grow_up_to_a_minute():
    pauses = [pause_before_retry(attempt, 0.0) for attempt in range(1, 12)]
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == 60.0


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 500)), max_size=30))
def test_a_budget_is_never_overdrawn(calls):
    budget = Budget(0, Decimal("0.05"), Price(prompt="2", completion="10"))
    open_now = []
    for prompt, completion in calls:
        worst = budget.worst(prompt, 500)
        if budget.affords(worst):
            budget.open(worst)
            open_now.append((worst, cost(budget.price, prompt, completion)))
        elif open_now:
            budget.settle(*open_now.pop())
    for worst, actual in open_now:
        budget.settle(worst, actual)
    assert budget.spent <= Decimal("0.05")
    assert budget.set_aside == 0


def test_turns_go_to_the_lowest_rank():
    async def play() -> list[int]:
        turns, order, go = Turns(1), [], asyncio.Event()

        async def one(rank: int) -> None:
            async with turns.taken((rank,)):
                await go.wait()
                order.append(rank)

        tasks = []
        for rank in (9, 5, 3, 8, 1):
            tasks.append(asyncio.ensure_future(one(rank)))
            await asyncio.sleep(0)
        tasks[3].cancel()
        go.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.taken((0,)):
            return order

    assert asyncio.run(play()) == [9, 1, 3, 5]


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:8000/v1", True),
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.8.9.1/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://10.0.0.5/v1", False),
        ("https://localhost.example.org/v1", False),
        ("https://127.0.0.1.example.org/v1", False),
        ("http://localhost@example.org/v1", False),
        ("", False),
    ],
)
def test_which_servers_are_this_machine(url: str, here: bool):
    assert is_loopback(url) is here


def test_an_address_without_a_scheme_is_refused():
    with pytest.raises(UsageError):
        host_of("localhost:8000")


def test_the_estimate_of_tokens_is_on_the_high_side_for_prose():
    assert estimate("") == 0
    assert 10 <= estimate("Which of the three shops is the cheapest for two apples?") <= 20
    assert estimate("สวัสดี") == 6
