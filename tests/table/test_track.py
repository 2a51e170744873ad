import random

import pytest

from tallone.mat import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    UnknownTag,
    Zone,
    ZoneLoaded,
)
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import SEATS_4, Seat
from tallone.table import (
    CardMoved,
    InCroupier,
    InDiscard,
    InHolding,
    InMeld,
    InPozzetto,
    InStock,
    OutOfSight,
    Problem,
    ProblemKind,
    TableState,
    check,
    differences,
    put,
    track,
)

UID = bytes([9, 0, 0, 0, 0, 1, 4, 0xE0])


def card(text):
    return CardCopy.parse(text)


def dealt():
    hands = {seat: frozenset(PACK[i * 11 : i * 11 + 11]) for i, seat in enumerate(SEATS_4)}
    return TableState(
        stock=PACK[67:],
        discard_pile=PACK[66:67],
        pozzetti=(PACK[44:55], PACK[55:66]),
        holdings=hands,
        weighed={Zone.STOCK: 41, Zone.DISCARD: 1, Zone.POZZETTO_1: 11, Zone.POZZETTO_2: 11},
    )


def placed(copy, zone):
    return CardPlaced(card=copy, zone=zone, at=1.0)


def lifted(copy, zone):
    return CardLifted(card=copy, zone=zone, at=1.0)


def pile(zone, delta, count):
    return PileChanged(zone=zone, delta=delta, count=count, certainty=0.99, at=1.0)


def after(*events, state=None):
    state = state or dealt()
    for event in events:
        state = track(state, event).state
    return state


def test_every_card_is_somewhere_after_the_deal():
    places = dealt().places()
    assert places[PACK[0]] == InHolding(Seat.NORTH)
    assert places[PACK[44]] == InPozzetto(1)
    assert places[PACK[65]] == InPozzetto(2)
    assert places[PACK[66]] == InDiscard(0)
    assert places[PACK[67]] == InStock(0)
    assert places[PACK[107]] == InStock(40)


def test_a_table_that_was_never_dealt_is_in_the_croupier():
    assert set(TableState().places().values()) == {InCroupier()}


def test_a_laid_card_leaves_the_hand():
    tracked = track(dealt(), placed(PACK[0], Zone.MELD_NS_1))
    assert tracked.moved == (CardMoved(PACK[0], InHolding(Seat.NORTH), InMeld(Zone.MELD_NS_1)),)
    assert PACK[0] not in tracked.state.holdings[Seat.NORTH]


def test_a_drawn_card_is_out_of_sight_until_somebody_is_said_to_hold_it():
    state = after(pile(Zone.STOCK, -1, 40))
    assert state.place(PACK[67]) == OutOfSight(Zone.STOCK)
    assert state.place(PACK[68]) == InStock(0)
    state = put(state, (PACK[67],), InHolding(Seat.EAST))
    assert state.place(PACK[67]) == InHolding(Seat.EAST)


def test_a_covered_discard_falls_silent_without_leaving():
    state = after(placed(PACK[0], Zone.DISCARD), lifted(PACK[66], Zone.DISCARD))
    assert state.discard_pile == (PACK[66], PACK[0])
    assert state.read == {PACK[0]}


def test_an_empty_plate_takes_the_whole_pile():
    state = after(placed(PACK[0], Zone.DISCARD), pile(Zone.DISCARD, 1, 2))
    state = after(pile(Zone.DISCARD, -2, 0), state=state)
    assert state.discard_pile == ()
    assert state.place(PACK[0]) == OutOfSight(Zone.DISCARD)


def test_a_card_taken_back_from_the_pile_is_the_top_one():
    state = after(placed(PACK[0], Zone.DISCARD), pile(Zone.DISCARD, 1, 2))
    state = after(pile(Zone.DISCARD, -1, 1), state=state)
    assert state.discard_pile == (PACK[66],)


def test_a_pozzetto_that_is_lifted_is_out_of_sight():
    state = after(pile(Zone.POZZETTO_1, -11, 0))
    assert state.pozzetti[0] == ()
    assert {state.place(copy) for copy in PACK[44:55]} == {OutOfSight(Zone.POZZETTO_1)}


def test_a_card_that_is_read_again_has_not_moved():
    state = after(placed(PACK[0], Zone.MELD_NS_1))
    assert track(state, placed(PACK[0], Zone.MELD_NS_1)).moved == ()


def test_a_card_lifted_from_a_tile_is_out_of_sight():
    state = after(placed(PACK[0], Zone.MELD_NS_1), lifted(PACK[0], Zone.MELD_NS_1))
    assert state.place(PACK[0]) == OutOfSight(Zone.MELD_NS_1)
    assert state.tile(Zone.MELD_NS_1) == ()


def test_the_throat_moves_nothing():
    assert after(placed(PACK[0], Zone.THROAT)) == dealt()


def test_a_lifted_card_that_lay_elsewhere_changes_nothing_but_the_reading():
    state = after(placed(PACK[0], Zone.MELD_NS_1), lifted(PACK[0], Zone.MELD_NS_2))
    assert state.place(PACK[0]) == InMeld(Zone.MELD_NS_1)


def test_what_is_no_card_moves_no_card():
    quiet = (
        ZoneLoaded(zone=Zone.STOCK, loaded=True, at=1.0),
        PileUnclear(zone=Zone.STOCK, grams=3.0, at=1.0),
        InventoryTaken(cards=(), piles=(), lost=(), at=1.0),
    )
    assert after(*quiet) == dealt()


def test_all_problems_are_told_at_once():
    state = after(
        placed(PACK[0], Zone.MELD_NS_1),
        lifted(PACK[0], Zone.MELD_NS_1),
        pile(Zone.DISCARD, 1, 2),
        UnknownTag(uid=UID, zone=Zone.DISCARD, at=1.0),
        DuplicateTag(uid=UID, zones=(Zone.MELD_NS_1, Zone.MELD_EW_1), at=1.0),
        ReaderLost(zone=Zone.MELD_EW_1, at=1.0),
    )
    assert check(state) == (
        Problem(kind=ProblemKind.MISCOUNTED, zone=Zone.DISCARD, weighed=2, known=1),
        Problem(kind=ProblemKind.AWAY, zone=Zone.MELD_NS_1, cards=(PACK[0],)),
        Problem(kind=ProblemKind.STRANGER, zone=Zone.DISCARD, uid=UID),
        Problem(kind=ProblemKind.DOUBLED, uid=UID),
        Problem(kind=ProblemKind.READER_LOST, zone=Zone.MELD_EW_1),
    )
    assert check(after(ReaderBack(zone=Zone.MELD_EW_1, at=1.0))) == ()


def test_a_silent_card_on_a_tile_is_a_problem_unless_the_reader_is():
    state = put(dealt(), (PACK[0],), InMeld(Zone.MELD_NS_1))
    assert check(state) == (
        Problem(kind=ProblemKind.UNREAD, zone=Zone.MELD_NS_1, cards=(PACK[0],)),
    )
    assert all(
        problem.kind is not ProblemKind.UNREAD
        for problem in check(after(ReaderLost(zone=Zone.MELD_NS_1, at=1.0), state=state))
    )


def test_a_sound_table_has_no_problem():
    assert check(dealt()) == ()


def test_a_full_report_becomes_the_events_that_were_missed():
    state = after(placed(PACK[1], Zone.MELD_NS_2))
    taken = InventoryTaken(
        cards=((Zone.DISCARD, (PACK[3],)), (Zone.MELD_NS_1, (PACK[0],))),
        piles=((Zone.STOCK, 40), (Zone.DISCARD, 2)),
        lost=(),
        at=5.0,
    )
    events = differences(state, taken)
    assert [type(event).__name__ for event in events] == [
        "PileChanged", "CardLifted", "CardPlaced", "CardPlaced", "PileChanged",
    ]  # fmt: skip
    state = after(*events, state=state)
    assert differences(state, taken) == ()
    assert state.discard_pile == (PACK[66], PACK[3])
    assert state.tile(Zone.MELD_NS_1) == (PACK[0],)
    assert state.place(PACK[67]) == OutOfSight(Zone.STOCK)


def test_a_lost_readers_zone_is_believed_as_last_seen():
    state = after(placed(PACK[0], Zone.MELD_NS_1))
    taken = InventoryTaken(cards=(), piles=(), lost=(Zone.MELD_NS_1,), at=5.0)
    assert differences(state, taken) == ()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_each_card_is_in_one_place(seed):
    rng = random.Random(seed)
    state = dealt()
    zones = [zone for zone in Zone if zone is not Zone.THROAT]
    for _ in range(200):
        zone, copy = rng.choice(zones), rng.choice(PACK)
        count = rng.randrange(12)
        event = rng.choice(
            [placed(copy, zone), lifted(copy, zone), pile(zone, rng.randint(-5, 2), count)]
            if zone.is_weighed
            else [placed(copy, zone), lifted(copy, zone)]
        )
        state = track(state, event).state
        everywhere = [
            *state.stock, *state.discard_pile, *state.pozzetti[0], *state.pozzetti[1],
            *(held for hand in state.holdings.values() for held in hand),
            *(laid for tile in state.tiles.values() for laid in tile),
            *state.away,
        ]  # fmt: skip
        assert sorted(everywhere) == list(PACK)
