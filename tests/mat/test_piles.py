import math
import random

import pytest

from tallone.mat.piles import CardWeight, Counted, Pile, Piles, Unclear
from tallone.mat.zones import WEIGHED, Zone

WEIGHT = CardWeight()


def test_the_first_weight_is_read_as_it_stands():
    assert Pile(WEIGHT).settle(84.0, 0.05).count == 42
    assert Pile(WEIGHT).settle(20.1, 0.05).count == 10


def test_a_pozzetto_of_ten_is_not_one_of_eleven():
    pile = Pile(WEIGHT)
    pile.expect(11)
    counted = pile.settle(20.05, 0.05)
    assert (counted.delta, counted.count) == (-1, 10)
    assert counted.certainty > 0.99


def test_an_expected_count_that_the_weight_confirms_is_no_news():
    pile = Pile(WEIGHT)
    pile.expect(11)
    assert pile.settle(22.1, 0.05) is None
    assert pile.count == 11


def test_steps_are_read_not_absolutes():
    pile = Pile(WEIGHT)
    pile.settle(84.0, 0.05)
    for drift in range(1, 40):
        assert pile.settle(84.0 + drift * 0.3, 0.05) is None
    assert pile.settle(84.0 + 39 * 0.3 - 2.0, 0.05).count == 41


def test_a_weight_between_two_counts_is_not_guessed():
    pile = Pile(WEIGHT)
    pile.settle(84.0, 0.05)
    assert pile.settle(83.0, 0.05) == Unclear(83.0)
    assert pile.count == 42
    assert pile.settle(82.0, 0.05).count == 41


def test_a_glass_on_the_pile_is_unclear_and_goes_as_it_came():
    pile = Pile(WEIGHT)
    pile.settle(20.0, 0.05)
    assert isinstance(pile.settle(20.0 + 241.0, 0.05), Unclear)
    assert pile.settle(20.1, 0.05) is None


def test_a_pile_never_holds_less_than_nothing():
    pile = Pile(WEIGHT)
    pile.settle(4.0, 0.05)
    assert isinstance(pile.settle(-4.0, 0.05), Unclear)
    assert pile.count == 2


def test_an_empty_plate_settles_a_big_step():
    pile = Pile(CardWeight(per_card=2.0))
    pile.expect(30)
    pile.settle(61.1, 0.05)  # these thirty cards are heavier than most
    assert pile.settle(0.05, 0.05).count == 0


def test_two_cards_at_once_are_two():
    pile = Pile(WEIGHT)
    pile.settle(10.0, 0.05)
    counted = pile.settle(13.95, 0.05)
    assert (counted.delta, counted.count) == (2, 7)


@pytest.mark.parametrize("seed", range(5))
def test_ten_thousand_steps_of_noisy_cards_are_counted_right(seed):
    rng = random.Random(seed)
    wrong = unclear = 0
    for _ in range(100):
        cards = [rng.gauss(2.0, 0.04) for _ in range(42)]
        pile = Pile(WEIGHT)
        pile.expect(42)
        pile.settle(sum(cards) + rng.gauss(0, 0.1), 0.05)
        while cards:
            cards.pop()
            match pile.settle(sum(cards) + rng.gauss(0, 0.1), 0.05):
                case Counted(_, count, _):
                    wrong += count != len(cards)
                case Unclear():
                    unclear += 1
    assert wrong == 0
    assert unclear < 5


def test_certainty_falls_with_the_distance_from_a_whole_number():
    sure = Pile(WEIGHT)
    sure.settle(10.0, 0.05)
    unsure = Pile(WEIGHT)
    unsure.settle(10.0, 0.05)
    assert sure.settle(12.0, 0.05).certainty > unsure.settle(12.45, 0.05).certainty > 0.9


def test_more_cards_than_a_pack_are_no_count():
    assert isinstance(Pile(WEIGHT).settle(2.0 * 130, 0.05), Unclear)


def test_piles_are_the_four_weighed_zones():
    piles = Piles({Zone.STOCK: CardWeight(per_card=1.8)})
    assert piles[Zone.STOCK].settle(1.8 * 42, 0.05).count == 42
    assert piles.counts == {Zone.STOCK: 42}
    piles.forget()
    assert piles.counts == {}
    assert all(math.isclose(0, piles[zone].settle(0.0, 0.05).count) for zone in WEIGHED)


def test_a_count_accepted_from_elsewhere_is_where_the_next_step_begins():
    pile = Pile(WEIGHT)
    pile.settle(0.0, 0.05)
    assert isinstance(pile.settle(83.2, 0.05), Unclear)
    pile.accept(42)
    counted = pile.settle(81.2, 0.05)
    assert (counted.delta, counted.count) == (-1, 41)


def test_weights_are_told_above_the_empty_plate():
    pile = Pile(WEIGHT)
    pile.settle(0.4, 0.05)
    assert pile.settle(22.4, 0.05).grams == pytest.approx(22.0)
    assert pile.settle(21.4, 0.05) == Unclear(pytest.approx(21.0))


def test_a_glass_on_a_pile_in_play_is_no_cards_and_hides_none():
    pile = Pile(WEIGHT)
    pile.settle(84.0, 0.05)
    pile.play(begins=True)
    assert isinstance(pile.settle(84.0 + 310.0, 0.05), Unclear)
    assert pile.count == 42
    assert pile.settle(82.0 + 310.0, 0.05).count == 41
    assert pile.settle(80.0, 0.05).count == 40


def test_a_stock_laid_on_an_empty_plate_before_play_is_cards():
    """Also where a hand before has lifted fewer cards from it."""
    pile = Pile(WEIGHT)
    pile.settle(0.0, 0.05)
    pile.play(begins=True)
    pile.settle(20.0, 0.05)
    assert pile.settle(0.0, 0.05).count == 0
    pile.play(begins=False)
    assert pile.settle(84.0, 0.05).count == 42
