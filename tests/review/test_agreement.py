"""Agreement against published worked examples, a second computation, and what must always hold."""

from __future__ import annotations

import math
import random
import time
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from review.agreement import Scale, ac, agreement, alpha, kappa, raw, specific, tabulate
from review.bootstrap import Bootstrap

QUICK = Bootstrap(draws=200)
BINARY = Scale(("bad", "good"))


def nominal(categories: str) -> Scale:
    return Scale(tuple(categories))


def ordinal(categories: str) -> Scale:
    return Scale(tuple(categories), ordinal=True)


def units(text: str) -> list[list[str | None]]:
    """A word a unit, a letter a rater; a dot is a rating that is missing."""
    return [[None if letter == "." else letter for letter in word] for word in text.split()]


def raters(*answers: str) -> list[list[str | None]]:
    return units(" ".join(map("".join, zip(*answers, strict=True))))


def contingency(*rows: list[int]) -> list[tuple[str, str]]:
    """Pairs of answers from the table of two raters."""
    return [
        (str(i), str(j)) for i, row in enumerate(rows) for j, n in enumerate(row) for _ in range(n)
    ]


# -- published examples -----------------------------------------------------------------------

# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", A: two observers, binary.
MEG_AND_OWEN = raters("0100000010", "1110010000")
# The same, B: two observers, nominal.
BEN_AND_GERRY = raters("aabbdcccedda", "babbbccceddd")
# The same, C and D: four observers and missing values; also Krippendorff (2018) ch. 12, and
# `cac.raw4raters` of irrCAC, the example of Gwet (2014).
FOUR_OBSERVERS = units("11.1 2232 3333 3333 2222 1234 4444 1121 2222 .555 ..11 ..3.")
# The computational example of Wikipedia's article and of the package `krippendorff`.
THREE_CODERS = units(".1. ... .22 .11 .33 334 444 13. 2.2 1.1 1.1 3.3 3.3 ... 3.4")
# Gwet (2021), Handbook of Inter-Rater Reliability, 5th ed., p. 165.
FIVE_RATERS = units(
    "112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. "
    ".100. 0000. 1222. 33223 111.1 111.1 212.2 1233. 1101. 000.0"
)
# `cont3x3abstractors` of irrCAC, Gwet (2014).
TWO_ABSTRACTORS = contingency([13, 0, 0], [0, 20, 7], [0, 4, 56])
# `distrib.6raters` of irrCAC, Gwet (2014): the first fifteen patients of Fleiss (1971).
SIX_PSYCHIATRISTS = units(
    "dddddd bbbeee bcccce eeeeee bbbddd aacccc ccccee aacccd aadddd eeeeee "
    "addddd abdddd bbbccc addddd bbddde"
)


@pytest.mark.parametrize(
    ("data", "scale", "published"),
    [
        pytest.param(MEG_AND_OWEN, nominal("01"), 0.095, id="Krippendorff 2011 A"),
        pytest.param(BEN_AND_GERRY, nominal("abcde"), 0.692, id="Krippendorff 2011 B"),
        pytest.param(FOUR_OBSERVERS, nominal("12345"), 0.743, id="Krippendorff 2011 C"),
        pytest.param(FOUR_OBSERVERS, ordinal("12345"), 0.815, id="Krippendorff 2011 D"),
        pytest.param(THREE_CODERS, nominal("1234"), 0.691, id="Wikipedia"),
        pytest.param(SIX_PSYCHIATRISTS, nominal("abcde"), 0.4204384, id="irrCAC distrib.6raters"),
        pytest.param(TWO_ABSTRACTORS, nominal("012"), 0.7972585, id="irrCAC cont3x3abstractors"),
    ],
)
def test_alpha_equals_the_published_value(data, scale, published):
    digits = len(str(published)) - 2
    assert round(alpha(tabulate(data, scale)).value, digits) == published


@pytest.mark.parametrize(
    ("data", "scale", "published"),
    [
        pytest.param(FOUR_OBSERVERS, nominal("12345"), 0.77544, id="irrCAC cac.raw4raters"),
        pytest.param(FIVE_RATERS, nominal("0123"), 0.5021, id="Gwet 2021 p. 165"),
        pytest.param(SIX_PSYCHIATRISTS, nominal("abcde"), 0.4448007, id="irrCAC distrib.6raters"),
        pytest.param(TWO_ABSTRACTORS, nominal("012"), 0.8493305, id="irrCAC cont3x3abstractors"),
        pytest.param(FOUR_OBSERVERS, ordinal("12345"), 0.899, id="irrCAC, ordinal weights: AC2"),
    ],
)
def test_ac_equals_the_published_value(data, scale, published):
    digits = len(str(published)) - 2
    assert round(ac(tabulate(data, scale)).value, digits) == published


@pytest.mark.parametrize(
    ("data", "published"),
    [
        pytest.param(contingency([88, 14, 18], [10, 40, 10], [2, 6, 12]), 0.492, id="Cohen 1960"),
        pytest.param(contingency([75, 1, 4], [5, 4, 1], [0, 0, 10]), 0.68, id="Fleiss 1981 ch. 13"),
        pytest.param(contingency([40, 9], [6, 45]), 0.70, id="Feinstein & Cicchetti 1990"),
        pytest.param(contingency([80, 10], [5, 5]), 0.32, id="Feinstein & Cicchetti 1990, skewed"),
        pytest.param(TWO_ABSTRACTORS, 0.7964094, id="irrCAC cont3x3abstractors"),
    ],
)
def test_kappa_equals_the_published_value(data, published):
    digits = len(str(published)) - 2
    assert round(kappa(data).value, digits) == published


def test_raw_agreement_equals_the_published_value():
    assert raw(tabulate(FOUR_OBSERVERS, nominal("12345"))).value == pytest.approx(0.8181818)
    assert raw(tabulate(SIX_PSYCHIATRISTS, nominal("abcde"))).value == pytest.approx(0.5511111)


def test_agreement_per_category_tells_the_two_tables_of_the_kappa_paradox_apart():
    """Cicchetti & Feinstein (1990): equal raw agreement, p_pos and p_neg show the skew."""
    even = specific(tabulate(contingency([40, 9], [6, 45]), nominal("01")))
    skewed = specific(tabulate(contingency([80, 10], [5, 5]), nominal("01")))
    assert [round(even[c].value, 2) for c in "01"] == [0.84, 0.86]
    assert [round(skewed[c].value, 2) for c in "01"] == [0.91, 0.40]


# -- a second computation ---------------------------------------------------------------------

ANSWERS = "abcd"
PAIRS = st.lists(st.tuples(st.sampled_from(ANSWERS), st.sampled_from(ANSWERS)), max_size=40)
UNITS = st.lists(st.lists(st.sampled_from([*ANSWERS, None]), max_size=4), max_size=25)
SCALES = st.sampled_from([nominal(ANSWERS), ordinal(ANSWERS)])


def mean(values):
    values = list(values)
    return sum(values) / Fraction(len(values))


def alpha_by_definition(data, scale):
    """Pairs of values within units and among all, differences by mid-ranks (Krippendorff 2018)."""
    kept = [[v for v in unit if v is not None] for unit in data]
    kept = [unit for unit in kept if len(unit) > 1]
    pool = [v for unit in kept for v in unit]

    def rank(value):
        return Fraction(sum(v < value for v in pool)) + Fraction(pool.count(value), 2)

    ranks = {v: rank(v) for v in set(pool)}

    def difference(v, w):
        return (ranks[v] - ranks[w]) ** 2 if scale.ordinal else int(v != w)

    within = sum(
        sum(difference(v, w) for v, w in permutations(unit, 2)) / Fraction(len(unit) - 1)
        for unit in kept
    ) / len(pool)
    return 1 - within / mean(difference(v, w) for v, w in permutations(pool, 2))


def ac_by_definition(data, scale):
    """Weighted pairs within units, chance from the mean share of each category (Gwet 2014)."""
    q = len(scale.categories)
    rated = [[scale.categories.index(v) for v in unit if v is not None] for unit in data]
    rated = [unit for unit in rated if unit]

    def weight(k, other):
        if scale.ordinal:
            return 1 - Fraction(math.comb(abs(k - other) + 1, 2), math.comb(q, 2))
        return Fraction(k == other)

    seen = mean(mean(weight(*p) for p in permutations(u, 2)) for u in rated if len(u) > 1)
    shares = [mean(Fraction(u.count(k), len(u)) for u in rated) for k in range(q)]
    total = sum(weight(k, other) for k in range(q) for other in range(q))
    chance = total * sum(s * (1 - s) for s in shares) / (q * (q - 1))
    return (seen - chance) / (1 - chance)


@given(UNITS, SCALES)
@settings(max_examples=150)
def test_alpha_and_ac_equal_their_definitions(data, scale):
    found = agreement(data, scale)
    assume(found.alpha.value is not None)
    assert found.alpha.value == pytest.approx(float(alpha_by_definition(data, scale)), abs=1e-12)
    assert found.ac.value == pytest.approx(float(ac_by_definition(data, scale)), abs=1e-12)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=20))
@settings(max_examples=60)
def test_kappa_equals_scikit_learns(pairs):
    metrics = pytest.importorskip("sklearn.metrics")
    found = kappa(pairs).value
    assume(found is not None)
    assert found == pytest.approx(metrics.cohen_kappa_score(*zip(*pairs, strict=True)), abs=1e-12)


# -- what always holds ------------------------------------------------------------------------


def values(found):
    return [found.raw.value, found.alpha.value, found.ac.value]


def same(one, other):
    return all(
        (a is None and b is None) or a == pytest.approx(b, abs=1e-12)
        for a, b in zip(values(one), values(other), strict=True)
    )


@given(PAIRS, SCALES, st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_neither_who_was_first_nor_the_order_of_units_matters(pairs, scale, order):
    shuffled = [tuple(order.sample(pair, 2)) for pair in order.sample(pairs, len(pairs))]
    assert agreement(shuffled, scale) == agreement(pairs, scale)
    swapped = [(two, one) for one, two in pairs]
    assert kappa(swapped).value == kappa(pairs).value


@given(PAIRS, st.permutations(ANSWERS))
@settings(max_examples=100)
def test_nominal_figures_do_not_depend_on_what_the_answers_are_called(pairs, names):
    renamed = [tuple(names[ANSWERS.index(answer)] for answer in pair) for pair in pairs]
    assert same(agreement(renamed, nominal(ANSWERS)), agreement(pairs, nominal(ANSWERS)))


@given(PAIRS)
@settings(max_examples=100)
def test_ordinal_figures_do_not_depend_on_the_end_one_counts_from(pairs):
    scale = ordinal(ANSWERS)
    turned = [tuple(ANSWERS[::-1][ANSWERS.index(answer)] for answer in pair) for pair in pairs]
    assert same(agreement(turned, scale), agreement(pairs, scale))


@given(UNITS, SCALES)
@settings(max_examples=150)
def test_every_figure_is_a_number_within_bounds_or_says_why_not(data, scale):
    found = agreement(data, scale, QUICK)
    # Where chance alone gives c, the least AC is -c / (1 - c): below -1 for c over a half.
    least = {found.raw: 0, found.alpha: -1, found.ac: -2.2}
    for estimate in (*least, *found.specific.values()):
        if estimate.value is None:
            assert estimate.note.startswith("not defined, because ")
            assert estimate.interval is None
        else:
            bounds = (estimate.value, *(estimate.interval or ()))
            assert all(least.get(estimate, 0) <= bound <= 1 + 1e-12 for bound in bounds)


@given(st.lists(st.sampled_from(ANSWERS), min_size=2), SCALES)
@settings(max_examples=60)
def test_perfect_agreement_is_one(answers, scale):
    assume(len(set(answers)) > 1)
    found = agreement([(a, a) for a in answers], scale)
    assert values(found) == pytest.approx([1, 1, 1])
    assert {e.value for e in found.specific.values()} <= {1, None}
    assert kappa([(a, a) for a in answers] * 10).value == 1


def test_a_near_miss_costs_less_than_a_far_one_on_an_ordered_scale():
    clear = [(answer, answer) for answer in ANSWERS] * 5
    near, far = [*clear, *[("a", "b")] * 4], [*clear, *[("a", "d")] * 4]
    for figure in (alpha, ac):
        assert (
            figure(tabulate(near, ordinal(ANSWERS))).value
            > figure(tabulate(far, ordinal(ANSWERS))).value + 0.05
        )
    assert raw(tabulate(near, ordinal(ANSWERS))) == raw(tabulate(far, ordinal(ANSWERS)))


# -- where there is nothing to say ------------------------------------------------------------


def test_one_category_has_raw_agreement_and_no_more():
    found = agreement([("good", "good")] * 20, BINARY, QUICK)
    assert (found.raw.n, found.raw.value) == (20, 1.0)
    for estimate in (found.alpha, found.ac):
        assert estimate.value is None
        assert estimate.interval is None
        assert estimate.note == "not defined, because every rating is 'good'"
    assert found.specific["bad"].note == "not defined, because nobody answered 'bad'"


def test_one_instance_has_raw_agreement_and_no_more():
    found = agreement([("good", "bad")], BINARY, QUICK)
    assert (found.raw.n, found.raw.value, found.raw.interval) == (1, 0.0, None)
    assert found.alpha.note == "not defined, because only one instance has two ratings"
    assert found.ac.note == found.alpha.note


@pytest.mark.parametrize("data", [[], [()], [("good",)], [("good", None), (None, "bad")]], ids=str)
def test_without_two_ratings_of_one_instance_nothing_is_defined(data):
    found = agreement(data, BINARY, QUICK)
    for estimate in (found.raw, found.alpha, found.ac, *found.specific.values()):
        assert estimate.n == 0
        assert estimate.value is None
        assert estimate.note == "not defined, because no instance has two ratings"


def test_a_missing_rating_leaves_the_other_instances_as_they_are():
    data = [("good", "good"), ("bad", "bad"), ("bad", "good")]
    one = agreement([*data, ("bad", None)], BINARY)
    assert one.alpha.value == agreement(data, BINARY).alpha.value
    assert one.raw == agreement(data, BINARY).raw


def test_the_zero_of_one_disagreement_in_twenty_is_explained():
    found = agreement([("good", "good")] * 19 + [("good", "bad")], BINARY, QUICK)
    assert found.raw.value == 0.95
    assert found.alpha.value == pytest.approx(0)
    assert "97 % of the ratings are 'good'" in found.alpha.note
    assert "no interval" in found.alpha.note
    assert found.ac.value == pytest.approx(0.947, abs=1e-3)
    assert found.ac.interval is not None


def test_a_zero_without_skew_is_explained_too():
    chance = [("bad", "bad"), ("bad", "good"), ("good", "bad"), ("good", "good")] * 10
    found = agreement(chance, BINARY)
    assert found.ac.value == pytest.approx(0)
    assert "chance" in found.ac.note
    assert "chance" in kappa(chance).note


def test_few_instances_have_no_interval():
    found = agreement([("good", "good"), ("bad", "good")] * 4, BINARY, QUICK)
    assert found.alpha.value is not None
    assert found.alpha.interval is None
    assert found.alpha.note.endswith("no interval from 8 instances")


def test_an_interval_without_width_says_so():
    found = agreement([("good", "good"), ("bad", "bad")] * 10, BINARY, QUICK)
    assert found.alpha.interval == (1, 1)
    assert "no width" in found.alpha.note


def test_kappa_takes_twenty_common_instances():
    pairs = [("bad", "bad"), ("good", "good")] * 10
    assert kappa(pairs[:19]).value is None
    assert kappa(pairs[:19]).note == (
        "not defined, because the two share 19 instances and it takes 20"
    )
    assert kappa([*pairs[:19], ("bad", None)]).n == 19
    assert kappa(pairs).value == 1


def test_kappa_of_single_answers_is_not_a_bare_zero():
    assert kappa([("good", "good")] * 30).note == (
        "not defined, because both answered 'good' every time"
    )
    one_sided = kappa([("good", "good"), ("good", "bad")] * 15)
    assert one_sided.value == 0
    assert "single answer" in one_sided.note


def test_an_answer_the_scale_does_not_have_is_refused():
    with pytest.raises(ValueError, match="'fine' is not one of bad, good"):
        tabulate([("good", "fine")], BINARY)


# -- intervals --------------------------------------------------------------------------------


def some(n, seed=1):
    source = random.Random(seed)
    answers = [source.choice("abcd") for _ in range(n)]
    return [(a, a if source.random() < 0.7 else source.choice("abcd")) for a in answers]


def test_intervals_follow_the_seed_alone():
    one = agreement(some(60), ordinal(ANSWERS), Bootstrap(seed=1))
    assert agreement(some(60)[::-1], ordinal(ANSWERS), Bootstrap(seed=1)) == one
    other = agreement(some(60), ordinal(ANSWERS), Bootstrap(seed=2))
    assert other.alpha.interval != one.alpha.interval
    assert other.alpha.value == one.alpha.value


def test_a_stated_seed_gives_these_bounds_everywhere():
    found = alpha(tabulate(TWO_ABSTRACTORS, nominal("012")), Bootstrap())
    assert [round(bound, 6) for bound in found.interval] == [0.673026, 0.898894]


def test_the_interval_of_raw_agreement_is_near_the_normal_one():
    found = raw(tabulate(some(400), nominal(ANSWERS)), Bootstrap())
    half = 1.96 * math.sqrt(found.value * (1 - found.value) / 400)
    assert found.interval == pytest.approx((found.value - half, found.value + half), abs=0.01)


def test_more_instances_make_narrower_intervals_and_the_value_is_inside():
    widths = []
    for n in (30, 120, 480):
        found = alpha(tabulate(some(n), ordinal(ANSWERS)), Bootstrap())
        low, high = found.interval
        assert low < found.value < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


def test_kappa_has_an_interval_too():
    found = kappa(some(100), Bootstrap())
    low, high = found.interval
    assert low < found.value < high


def test_five_questions_of_a_whole_benchmark_take_seconds():
    start = time.perf_counter()
    for seed in range(5):
        agreement(some(765, seed), ordinal(ANSWERS), Bootstrap(draws=1000))
    assert time.perf_counter() - start < 20


def test_all_pairs_of_raters_count_where_a_unit_has_three():
    three = tabulate([("a", "a", "b")], nominal("ab"))
    assert raw(three).value == pytest.approx(sum(x == y for x, y in combinations("aab", 2)) / 3)
