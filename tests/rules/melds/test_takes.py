"""Whether one card fits a meld, asked without asking why not."""

import itertools

import pytest

from tallone.rules.cards.cards import CARDS, JOKER, Card, Suit
from tallone.rules.melds.meld import extend_faces, may_become, takes
from tallone.rules.melds.shapes import MIN_MELD, Shape, shapes
from tallone.rules.profiles.profile import WildRules, load_profile

SPADES = [Card.of(Suit.SPADES, rank) for rank in (*range(1, 14), 1)]
WILDS = (JOKER, Card.of(Suit.SPADES, 2))
OTHERS = (Card.of(Suit.HEARTS, 2), Card.of(Suit.HEARTS, 8), JOKER)


@pytest.mark.parametrize("free_wild_moves", [False, True])
@pytest.mark.parametrize("natural_two_becomes_wild", [False, True])
def test_a_card_is_taken_exactly_where_it_can_be_added(free_wild_moves, natural_two_becomes_wild):
    switches = {
        "free_wild_moves": free_wild_moves,
        "natural_two_becomes_wild": natural_two_becomes_wild,
    }
    profile = load_profile({"base": "fibur", **switches})
    asked = set()
    for shape in {*_runs(), *_groups()}:
        for card in {*SPADES, *OTHERS}:
            added = isinstance(extend_faces(profile, shape, (card,)), Shape)
            assert takes(profile.wild_rules, shape, card) == added, f"{shape.text()} + {card}"
            asked.add(added)
    assert asked == {True, False}


def test_a_run_looks_only_for_cards_that_it_may_take():
    rules = WildRules(free_wild_moves=True, natural_two_becomes_wild=True)
    for run in {*_runs()}:
        # Whether it has its Ace at the other end already is not asked so early.
        for card in {*CARDS} - {SPADES[0]}:
            if run.near >> card & 1:
                assert takes(rules, run, card), f"{run.text()} + {card}"


def test_a_run_never_becomes_one_with_its_ace_at_the_other_end():
    rules = WildRules(free_wild_moves=True, natural_two_becomes_wild=True)
    (from_ace_to_jack,) = shapes(SPADES[:11])
    (to_a_high_ace,) = shapes([*SPADES[:11], SPADES[12]])
    assert to_a_high_ace.text() == "3S 4S 5S 6S 7S 8S 9S 10S JS 2S(=QS) KS AS"
    assert not may_become(rules, from_ace_to_jack, to_a_high_ace)


def _runs():
    """Yield runs of spades: whole, and with a wild for each of the cards."""
    for low, high in itertools.combinations(range(14), 2):
        faces = SPADES[low : high + 1]
        if MIN_MELD <= len(faces) <= 13:
            yield from shapes(faces)
            for place, wild in itertools.product(range(len(faces)), WILDS):
                yield from shapes([*faces[:place], wild, *faces[place + 1 :]])


def _groups():
    eights = [card for card in CARDS if card.rank == 8]
    for size in (3, 4):
        yield from shapes(eights[:size])
        yield from shapes([*eights[:size], JOKER])
    yield from shapes(eights * 2)
