"""A person without a review to write is told why."""

from __future__ import annotations

from review.not_mine import not_mine
from tests.review.stories import bench, story


def test_each_open_round_counts_by_what_is_in_the_way():
    benchmark = bench(
        story("submit"),
        story("submit", "bob"),
        story("submit", "ask cem", "ask dee"),
        story("submit", writers=("ann", "bob")),
        story("submit", "bob", "cem"),
    )
    assert not_mine(benchmark, "bob") == {
        "you have reviewed it in this round": 1,
        "you are not one of those it waits for": 1,
        "you wrote it": 1,
    }


def test_nothing_is_counted_where_no_round_is_open():
    assert not_mine(bench(story("submit", "bob", "cem")), "dee") == {}
