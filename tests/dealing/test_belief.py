"""The probability of every count on every place after a deal."""

import math

import pytest

from tallone.dealing.layout import layout
from tallone.dealing.piles.belief import CARD, RATES, STRANGE_FROM, WRONG_FROM, Witnesses, believe
from tallone.dealing.piles.ready import is_right, pile_findings

WANTED = layout(4).counts
GRAMS = {"pozzetto_1": 22.0, "pozzetto_2": 22.0, "stock": 84.0}
LOADED = dict.fromkeys(GRAMS, True)


def belief(grams=(), loaded=LOADED, barrier=WANTED, players=4):
    return believe(
        players, Witnesses(barrier=barrier, grams={**GRAMS, **dict(grams)}, loaded=loaded)
    )


@pytest.mark.parametrize("players", [2, 4])
def test_probabilities_of_every_pile_add_up_to_one(players):
    barrier = layout(players).counts
    found = believe(players, Witnesses(barrier=barrier, grams={"pozzetto_1": 21.0}))
    assert set(found.counts) == set(barrier)
    for chances in found.counts.values():
        assert math.isclose(sum(chances.values()), 1.0)


def test_piles_as_dealt_are_believed():
    found = belief()
    assert found.right > 0.99
    assert is_right(4, found)
    assert pile_findings(4, found) == ()


def test_ledger_and_barrier_settle_a_stock_whose_cards_are_light():
    """The scale alone leaves 41 or 42 open: 83.2 g is 1.8 deviations from one, 2.8 from the other."""
    scale_alone = CARD.density(83.2, 42) / (CARD.density(83.2, 42) + CARD.density(83.2, 41))
    assert scale_alone < 0.95
    assert belief({"stock": 83.2}).chance("stock", 42) > 0.999


@pytest.mark.parametrize(
    ("grams", "kind", "zone", "count"),
    [
        ({"pozzetto_1": 20.1, "stock": 86.2}, "short-pozzetto", "pozzetto_1", 10),
        ({"pozzetto_2": 24.1, "stock": 81.8}, "long-pozzetto", "pozzetto_2", 12),
        ({"pozzetto_2": 18.0}, "short-pozzetto", "pozzetto_2", 9),
        ({"stock": 80.0}, "short-stock", "stock", 40),
        # The stock is light as well, by so much that the card may not be there.
        ({"pozzetto_1": 20.1, "stock": 84.6}, "short-pozzetto", "pozzetto_1", 10),
    ],
)
def test_pile_of_another_size_is_one_finding_with_its_certainty(grams, kind, zone, count):
    [finding] = pile_findings(4, belief(grams))
    assert (finding.kind, finding.zone, finding.count) == (kind, zone, count)
    assert WRONG_FROM < finding.certainty < 1
    assert finding.certainty == pytest.approx(belief(grams).chance(zone, count), abs=1e-6)


def test_stock_on_a_pozzettos_place_is_told_there():
    [finding] = pile_findings(4, belief({"stock": 22.0, "pozzetto_2": 84.0}))
    assert (finding.kind, finding.zone, finding.count) == ("long-pozzetto", "pozzetto_2", 42)


@pytest.mark.parametrize("grams", [61.3, 150.0, 5000.0, -50.0])
def test_weight_that_no_cards_explain_is_neither_right_nor_told(grams):
    """Eleven cards and a glass: nobody is accused, and nothing begins."""
    found = belief({"pozzetto_1": grams})
    assert found.strange > STRANGE_FROM
    assert not is_right(4, found)
    assert pile_findings(4, found) == ()


def test_barrier_that_contradicts_the_ledger_is_believed():
    [finding] = pile_findings(4, belief(barrier=WANTED | {"E": 10}))
    assert (finding.kind, finding.zone, finding.count) == ("short-hand", "E", 10)


def test_silent_coil_and_no_weight_are_a_pile_that_is_not_there():
    found = belief({"pozzetto_1": 0.1}, loaded=LOADED | {"pozzetto_1": False})
    assert found.chance("pozzetto_1", 0) > 0.99


def test_silent_coil_alone_makes_nobody_deny_what_a_scale_weighs():
    assert belief(loaded=LOADED | {"stock": False}).chance("stock", 42) > 0.99


def test_without_a_scale_ledger_and_barrier_are_left():
    found = believe(4, Witnesses(barrier=WANTED, grams={}))
    assert found.right > 0.97
    assert found.chance("N", 11) > 0.99


def test_chances_beforehand_are_chances():
    for name in (
        "barrier",
        "delivered",
        "moved",
        "moved_hand",
        "swapped",
        "absent",
        "coil",
        "strange",
    ):
        assert 0 < getattr(RATES, name) < 0.01
