"""The audit's shuffles: the croupier's is carried out card by card, the biased ones are what they say."""

import random
from collections import Counter

import pytest
from tests.dealing.packs import order_of

from tallone.dealing.audit import shuffles
from tallone.dealing.croupier.plan import DealPlan
from tallone.dealing.promise.commitment import DealError
from tallone.dealing.promise.sealed import Purpose, Sealed

COLLECTED = shuffles.as_collected()


@pytest.mark.parametrize("players", [4, 2])
def test_the_trays_hold_what_was_planned_whatever_the_order_before(players):
    for seed in range(20):
        before = random.Random(seed).sample(range(108), 108)
        order = order_of(seed, players)[2]
        after = shuffles.carried_out(order, before, players)
        assert after == order.open_for(Purpose.CHECK, list)


@pytest.mark.parametrize("wrong", ["first_slot", "second_slot"])
def test_a_machine_that_puts_cards_elsewhere_is_no_shuffle_of_the_plan(monkeypatch, wrong):
    right = getattr(DealPlan, wrong)

    def other(plan, copy):
        slot = right(plan, copy)
        return slot if slot is None or copy % 30 else (slot + 1) % 6

    monkeypatch.setattr(DealPlan, wrong, other)
    with pytest.raises(DealError):
        shuffles.carried_out(order_of(1)[2], COLLECTED, 4)


@pytest.mark.parametrize("name", shuffles.BIASES)
def test_every_biased_shuffle_still_has_every_card_once(name):
    shuffle = shuffles.BIASES[name](random.Random(5))
    for _ in range(5):
        assert sorted(shuffle(COLLECTED)) == list(range(108))


def test_collected_melds_lie_as_runs_of_a_suit():
    assert sorted(COLLECTED) == list(range(108))
    assert COLLECTED[:4] == (0, 54, 1, 55)
    assert {copy % 54 for copy in COLLECTED[-4:]} == {52, 53}


def test_off_by_one_never_leaves_a_card_where_it_was():
    shuffle = shuffles.off_by_one(random.Random(1))
    for _ in range(50):
        after = shuffle(range(108))
        assert all(card != place for place, card in enumerate(after))


def test_modulo_makes_the_lower_half_of_a_draw_two_percent_likelier():
    chance = random.Random(1)
    drawn = Counter(shuffles.drawn_by_remainder(chance, 4) for _ in range(200_000))
    low, high = drawn[0] + drawn[1], drawn[2] + drawn[3]
    assert low / high == pytest.approx(1.02, abs=0.012)  # two and a half deviations


def test_a_seeded_croupier_repeats_itself():
    first, again = (shuffles.croupier(random.Random(7).randbytes)(COLLECTED) for _ in range(2))
    assert first == again
    assert isinstance(order_of(1)[2], Sealed)
