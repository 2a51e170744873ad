"""A deal by hand: what one coil and one scale can tell, and what they cannot."""

import random
from collections import Counter

import pytest
from tests.dealing.packs import registry, uid

from tallone.assist import Assist
from tallone.dealing.layout import layout
from tallone.dealing.manual_deal import READING_PLACE, HandDealt, places_in_turn
from tallone.dealing.packs.deck_check import TagIndex
from tallone.findings import told
from tallone.mat.events import CardLifted, CardPlaced, DuplicateTag, PileChanged, UnknownTag
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import Seat

INDEX = TagIndex(registry("A"), (registry("B"),), {uid("old", 1): PACK[9]})


def dealt(players=4, dealer=Seat.NORTH):
    return HandDealt(players, dealer, INDEX)


def read(card, at, zone=READING_PLACE):
    return CardPlaced(card=card, zone=zone, at=at)


def weight(delta, count, at):
    return PileChanged(zone=READING_PLACE, delta=delta, count=count, certainty=1.0, at=at)


def passed(deal, cards, start=0.0):
    """Pass cards one by one, each read, weighed and taken away; return the findings."""
    found = []
    for number, card in enumerate(cards):
        at = start + 2.0 * number
        events = (
            read(card, at + 0.4),
            weight(1, 1, at + 0.7),
            weight(-1, 0, at + 1.6),
            CardLifted(card=card, zone=READING_PLACE, at=at + 1.7),
        )
        found += [finding for event in events if (finding := deal.take(event)) is not None]
    return found


def shuffled(seed=1):
    return random.Random(seed).sample(PACK, 108)


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("dealer", [Seat.NORTH, Seat.SOUTH])
def test_every_place_gets_its_number_and_the_first_card_goes_to_the_dealers_left(players, dealer):
    places = places_in_turn(players, dealer)
    assert Counter(places) == layout(players).counts
    first = {Seat.NORTH: "E", Seat.SOUTH: "W"} if players == 4 else {Seat.NORTH: "S"}
    assert places[0] == first.get(dealer, "N")
    assert places[-1] == "stock"


def test_a_whole_pack_is_known_card_by_card_with_the_last_one_on_top_of_the_stock():
    deal, cards = dealt(), shuffled()
    assert passed(deal, cards) == []
    assert deal.is_complete
    assert deal.next_place is None
    piles = deal.by_place()
    assert piles["E"] == tuple(cards[0:44:4])
    assert piles["pozzetto_2"] == tuple(cards[55:66])
    assert piles["stock"] == tuple(reversed(cards[66:]))
    assert deal.counts == layout(4).counts


def test_a_card_missed_for_a_moment_counts_once_and_other_zones_do_not_matter():
    deal = dealt()
    for event in (
        read(PACK[0], 1.0),
        read(PACK[0], 3.0),
        read(PACK[1], 4.0, Zone.MELD_NS_1),
        PileChanged(zone=Zone.POZZETTO_1, delta=3, count=3, certainty=1.0, at=5.0),
    ):
        assert deal.take(event) is None
    assert deal.passed == 1


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (read(PACK[0], 50.0), "duplicate-card"),  # it has passed already
        (UnknownTag(uid=uid("B", 7), zone=READING_PLACE, at=50.0), "foreign-card"),
        (UnknownTag(uid=uid("Z", 7), zone=READING_PLACE, at=50.0), "unknown-card"),
        (UnknownTag(uid=uid("old", 1), zone=READING_PLACE, at=50.0), "duplicate-card"),
        (
            DuplicateTag(uid=uid("A", 7), zones=(READING_PLACE, Zone.MELD_NS_1), at=50.0),
            "duplicate-uid",
        ),
        (weight(2, 2, 50.0), "double-feed"),
    ],
)
def test_what_does_not_belong_is_told_at_once(event, kind):
    deal = dealt()
    passed(deal, PACK[:5])
    finding = deal.take(event)
    assert (finding.kind, finding.phase, finding.count) == (kind, "deal", 5)
    assert told(finding.kind, Assist.GARA)["players"] in ("count", "fact")
    assert not deal.is_complete


def test_two_tags_in_one_reading_have_no_order():
    deal = dealt()
    assert deal.take(read(PACK[0], 1.0)) is None
    assert deal.take(read(PACK[1], 1.0)).kind == "double-feed"


def test_a_card_that_nobody_weighed_is_missing_one_that_was_not_read_is_mute():
    lost, mute = dealt(), dealt()
    passed(lost, PACK[:107])
    assert (lost.no_more().kind, lost.findings[0].cards) == ("missing-card", (PACK[107],))
    passed(mute, PACK[:50])
    for event in (weight(1, 1, 102.0), weight(-1, 0, 106.0)):  # nothing was read
        assert mute.take(event) is None
    passed(mute, PACK[51:], start=110.0)
    assert (mute.no_more().kind, mute.findings[0].cards) == ("dead-tag", (PACK[50],))
    whole = dealt()
    passed(whole, PACK)
    assert whole.no_more() is None


def test_what_has_passed_is_sealed():
    deal = dealt()
    passed(deal, PACK[:20])
    assert "7Hb" not in repr(deal)
    deal.wipe()
    with pytest.raises(Exception, match="wiped"):
        deal.by_place()
