import math
import random

import pytest

from tallone.dealing.audit import shuffles
from tallone.dealing.audit.audit import AFTER_MAINTENANCE, ALPHA, Audit, AuditPlan, audit
from tallone.dealing.audit.statistics import chi_square_tail, normal_two_sided

IN_ORDER = list(range(108))


def croupier(chance, before):
    return shuffles.croupier(chance.randbytes)(before)


def riffles(times):
    def shuffle(chance, before):
        for _ in range(times):
            before = shuffles.one_riffle(chance)(before)
        return before

    return shuffle


def biased(name):
    return lambda chance, before: shuffles.BIASES[name](chance)(before)


def kept_back(chance, before):
    """A fair shuffle in which the twos and jokers tend to the first hand."""
    after = croupier(chance, before)
    wild = [copy for copy in after if copy % 54 >= 52 or (copy % 13 == 1 and copy % 54 < 52)]
    if chance.random() < 0.5:
        place, target = after.index(wild[-1]), chance.randrange(11)
        after[place], after[target] = after[target], after[place]
    return after


def run(shuffle, count, seed=1):
    chance, before = random.Random(seed), list(shuffles.as_collected())
    return audit(
        AuditPlan(shuffles=count), ((before, shuffle(chance, before)) for _ in range(count))
    )


def test_the_croupiers_shuffle_passes_the_full_audit():
    report = run(croupier, 540)
    assert report.passed, report
    assert len(report.results) == 7
    assert {result.name for result in report.results} >= {"card by position", "guessing game"}


def test_a_sound_shuffle_is_seldom_blamed():
    assert all(run(croupier, AFTER_MAINTENANCE, seed).passed for seed in range(12))


@pytest.mark.parametrize(
    ("shuffle", "count", "caught_by"),
    [
        (riffles(7), 100, "rising sequences"),
        (biased("one-riffle"), 10, "rising sequences"),
        (biased("ten-shelves"), 100, "guessing game"),
        (biased("random-slots"), 200, "guessing game"),
        (biased("off-by-one"), 1500, "card by position"),
        (biased("exchange-with-any"), 540, "card by position"),
        (kept_back, 540, "jokers and twos by place"),
        (lambda chance, before: before, 100, "correlation with the last hand"),
        (lambda chance, before: before[54:] + before[:54], 100, "neighbours kept"),
        (lambda chance, before: before[::-1], 100, "first and last eleven"),
    ],
)
def test_biased_shuffles_fail(shuffle, count, caught_by):
    report = run(shuffle, count)
    assert not report.passed
    assert caught_by in [result.name for result in report.results if not result.passed]


def test_what_a_fair_shuffle_gives_is_what_the_books_say():
    expected = {result.name: result.expected for result in run(croupier, 540).results}
    assert expected["rising sequences"] == 54.5
    assert expected["guessing game"] == pytest.approx(5.26, abs=0.005)
    assert expected["neighbours kept"] == pytest.approx(0.99, abs=0.001)
    assert expected["card by position"] == 107**2 == 11449


def test_the_plan_is_kept():
    running = Audit(AuditPlan(shuffles=3))
    running.take(IN_ORDER, IN_ORDER)
    with pytest.raises(ValueError, match="planned were 3"):
        running.report()
    with pytest.raises(ValueError, match="each of the 108 cards"):
        running.take(IN_ORDER, [*IN_ORDER[:-1], 0])


def test_the_error_rate_is_shared_by_all_tests():
    report = run(croupier, 100)
    assert report.plan.alpha == ALPHA == 0.001
    assert len(report.results) == 6  # too few shuffles for card by position


@pytest.mark.parametrize(
    ("statistic", "degrees", "tail"),
    [
        (3.841458821, 1, 0.05),
        (18.30703805, 10, 0.05),
        (124.3421134, 100, 0.05),
        (10.0, 2, math.exp(-5)),
        (0.0, 5, 1.0),
    ],
)
def test_chi_square_tails_are_those_of_the_tables(statistic, degrees, tail):
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=1e-6)


def test_the_limits_of_the_big_table_are_the_published_ones():
    assert chi_square_tail(11_698, 11_449) == pytest.approx(0.05, abs=0.001)
    assert chi_square_tail(11_917, 11_449) == pytest.approx(0.001, abs=0.00015)


def test_normal_tails_are_those_of_the_tables():
    assert normal_two_sided(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_two_sided(-3.290527) == pytest.approx(0.001, rel=1e-5)
