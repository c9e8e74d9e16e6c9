from __future__ import annotations

import random

import pytest

from tests.review.golden import acts, histories, judged, outcome

HISTORIES = histories("review_histories.yaml") + histories("review_histories_ours.yaml")


@pytest.mark.parametrize("history", HISTORIES, ids=lambda h: h["name"])
def test_a_history_comes_to_its_status_in_any_order_of_files(history):
    expected = {**history["expect"], "needs": sorted(history["expect"]["needs"])}
    loaded = acts(history)
    for seed in range(12):
        random.Random(seed).shuffle(loaded)
        assert outcome(judged(history, loaded)) == expected


def test_the_given_histories_are_all_there():
    assert len(histories("review_histories.yaml")) == 33
