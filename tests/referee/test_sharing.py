"""Which melds laid cards can have gone to: all the ways, and no other."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.mat import Zone
from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid, laid_cards, play_evidence
from tallone.referee.melding.sharing import share
from tallone.referee.melding.ways import SPLIT, ways
from tallone.rules import PACK, Meld, MeldKind, explain, load_profile, resolve
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Side

FEBUR = load_profile("febur")
RUN, GROUP = MeldKind.RUN, MeldKind.GROUP


def cards(text):
    return tuple(CardCopy.parse(word) for word in text.split())


def meld(text):
    made = resolve(FEBUR, cards(text))
    assert isinstance(made, Meld), made
    return made


def shared(kind, melds, text):
    here = [number for number, one in enumerate(melds, start=1) if meld(one).kind is kind]
    found = share(FEBUR, [meld(one) for one in melds], here, cards(text)).ways
    return {
        tuple(sorted((number, " ".join(map(str, sorted(new)))) for number, new in way))
        for way in found
    }


def test_three_in_a_row_are_a_new_run():
    assert shared(RUN, [], "3Hb 4Hb 5Hb") == {((0, "3Hb 4Hb 5Hb"),)}


def test_no_cards_are_shared_in_one_way():
    assert shared(RUN, ["3Hb 4Hb 5Hb"], "") == {()}


def test_cards_that_fit_nowhere_have_no_way():
    assert shared(RUN, ["3Hb 4Hb 5Hb"], "9Hb") == set()
    assert shared(GROUP, ["3Hb 3Db 3Cb"], "9Hb") == set()


def test_a_card_goes_to_the_run_it_lengthens():
    assert shared(RUN, ["3Hb 4Hb 5Hb", "9Hb 10Hb JHb"], "6Hb QHb") == {((1, "6Hb"), (2, "QHb"))}


def test_a_joker_beside_two_runs_has_two_ways():
    assert shared(RUN, ["3Hb 4Hb 5Hb", "9Sb 10Sb JSb"], "JK1b") == {
        ((1, "JK1b"),),
        ((2, "JK1b"),),
    }


def test_a_meld_with_a_wild_takes_no_other():
    assert shared(GROUP, ["8Hb 8Db JK1b", "9Hb 9Db 9Cb"], "JK2b") == {((2, "JK2b"),)}


def test_naturals_of_a_rank_stay_together():
    assert shared(GROUP, ["8Hb 8Db 8Cb"], "8Sb 9Hb 9Db 9Cb") == {((0, "9Hb 9Db 9Cb"), (1, "8Sb"))}


def test_an_ace_goes_low_or_high():
    assert shared(RUN, ["2Hb 3Hb 4Hb", "JHb QHb KHb"], "AHb") == {((1, "AHb"),), ((2, "AHb"),)}


def test_a_low_ace_may_come_with_a_wild_for_the_two():
    assert shared(RUN, [], "AHb JK1b 3Hb 9Hb 10Hb JHb") == {
        ((0, "9Hb 10Hb JHb"), (0, "AHb 3Hb JK1b"))
    }


def test_frozen_melds_take_nothing():

    frozen = msgspec.structs.replace(meld("3Hb 4Hb 5Hb"), frozen=True)
    assert share(FEBUR, [frozen], [1], cards("6Hb")).ways == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_the_rules_own_enumeration_finds_no_other_way(seed):
    rng = random.Random(seed)
    suit = rng.choice("HDCS")
    start = rng.randint(3, 8)
    melds = [meld(f"{start}{suit}b {start + 1}{suit}b {start + 2}{suit}b")]
    spare = [card for card in PACK if card not in melds[0].copies]
    near = [card for card in spare if str(card)[-2] == suit or card.card.can_be_wild]
    laid = rng.sample(near, rng.randint(1, 6))
    mine = {
        tuple(sorted((number, tuple(sorted(c.card for c in new))) for number, new in way))
        for way in share(FEBUR, melds, [1], laid).ways
        if all(number or resolve(FEBUR, new).kind is RUN for number, new in way)
    }
    theirs = {
        tuple(
            sorted(
                [
                    *((0, tuple(sorted(c.card for c in new))) for new in way.opens),
                    *((number, tuple(sorted(c.card for c in new))) for number, new in way.adds),
                ]
            )
        )
        for way in explain(FEBUR, melds, laid, [])
        if all(resolve(FEBUR, new).kind is RUN for new in way.opens)
    }
    assert mine == theirs


def laid(text, zone=Zone.MELD_NS_1, step=0.6):
    return [Laid(card, zone, step * index) for index, card in enumerate(cards(text))]


def test_melds_are_named_in_the_order_they_were_laid():
    [way] = ways(FEBUR, [], laid("9Sb 10Sb JSb 3Hb 4Hb 5Hb"), Cloth()).found
    assert [number for number, _ in way.shares] == [0, 0]
    assert way.shares[0][1] == cards("9Sb 10Sb JSb")


def test_a_wild_laid_with_a_meld_is_likelier_there():
    first = ways(FEBUR, [meld("9Sb 10Sb JSb")], laid("3Hb 4Hb JK1b 5Hb"), Cloth()).found[0]
    assert first.shares == ((0, cards("3Hb 4Hb JK1b 5Hb")),)


def test_one_run_laid_as_two_is_hardly_meant():
    costs = [way.cost for way in ways(FEBUR, [], laid("3Hb 4Hb 5Hb 6Hb 7Hb 8Hb"), Cloth()).found]
    assert costs[0] < SPLIT
    assert all(cost >= SPLIT for cost in costs[1:])


def event(kind, card, zone, at):
    from tallone.mat import CardLifted, CardPlaced

    return {"+": CardPlaced, "-": CardLifted}[kind](card=card, zone=zone, at=at)


def seen(events):
    cloth = Cloth()
    for one in events:
        cloth.see(one)
    return cloth


def test_a_card_taken_back_is_not_laid():
    [one, two] = cards("3Hb 4Hb")
    events = [
        event("+", one, Zone.MELD_NS_1, 1.0),
        event("+", two, Zone.MELD_NS_1, 2.0),
        event("-", one, Zone.MELD_NS_1, 3.0),
        event("+", one, Zone.MELD_EW_1, 4.0),
    ]
    found, used, _ = laid_cards(events, Side.NORTH_SOUTH, seen(events))
    assert [entry.card for entry in found] == [two]
    assert used == {0, 1, 2}


def test_a_card_slid_from_tile_to_tile_lies_where_it_ended():
    [one] = cards("3Hb")
    events = [
        event("+", one, Zone.MELD_NS_1, 1.0),
        event("-", one, Zone.MELD_NS_1, 2.0),
        event("+", one, Zone.MELD_NS_2, 2.0),
    ]
    [entry], _, _ = laid_cards(events, Side.NORTH_SOUTH, seen(events))
    assert entry.zone is Zone.MELD_NS_2


@pytest.mark.parametrize("held", [True, False])
def test_only_a_card_the_player_can_hold_is_his_discard(held):
    [one] = cards("3Hb")
    events = [event("+", one, Zone.DISCARD, 1.0)]
    evidence = play_evidence(events, Side.NORTH_SOUTH, Cloth(), lambda _: held, lambda _: True)
    assert (evidence.tag is not None) is held
