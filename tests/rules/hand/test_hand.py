"""Deals and the position they start (rows 11 to 16)."""

import random
from dataclasses import replace

import msgspec
import pytest
from tests.rules.positions import random_deal

from tallone.rules.cards.seats import Seat, Side, next_seat, seat_before, seats
from tallone.rules.hand.hand import DealError, End, Phase, start
from tallone.rules.profiles.profile import load_profile

DEAL = random_deal(random.Random(1))


@pytest.mark.parametrize(("players", "stock"), [(4, 41), (2, 63)])
def test_the_first_card_of_the_stock_is_turned_and_the_dealers_neighbour_begins(players, stock):
    deal = random_deal(random.Random(2), players)
    state = start(load_profile("febur"), deal)
    assert len(state.stock) == stock
    assert state.discard_pile == deal.stock[:1]
    assert state.seat is (Seat.EAST if players == 4 else Seat.SOUTH)
    assert (state.phase, state.end, state.turns, state.is_over) == (
        Phase.TO_DRAW,
        End.OPEN,
        0,
        False,
    )


def test_holdings_and_sides_go_by_seat_and_side():
    state = start(load_profile("febur"), DEAL)
    assert list(state.holdings) == list(Seat)
    assert list(state.sides) == list(Side)
    assert state.holding == state.holdings[Seat.EAST]
    assert state.side is Side.EAST_WEST
    assert state.own is state.side_list[1]


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": DEAL.hands[:3]},
        {"hands": (DEAL.hands[0][:10], *DEAL.hands[1:])},
        {"pozzetti": (DEAL.pozzetti[0], DEAL.pozzetti[1][:10])},
        {"stock": DEAL.stock[:-1]},
        {"stock": (*DEAL.stock[:-1], DEAL.stock[0])},
        {"players": 2, "hands": DEAL.hands[:2], "dealer": Seat.EAST},
    ],
)
def test_a_deal_that_is_not_a_pack_is_refused(changes):
    with pytest.raises(DealError):
        replace(DEAL, **changes)


def test_a_position_is_changed_by_making_another():
    state = start(load_profile("febur"), DEAL)
    other = msgspec.structs.replace(state, turns=3, end=End.STOCK)
    assert (other.turns, other.end) == (3, End.STOCK)
    assert (state.turns, state.end) == (0, End.OPEN)
    with pytest.raises(AttributeError):
        state.turns = 3
    with pytest.raises(TypeError):
        msgspec.structs.replace(state, turn=3)


@pytest.mark.parametrize("players", [2, 4])
def test_whoever_plays_before_the_next_seat_is_the_seat_itself(players):
    for seat in seats(players):
        assert seat_before(next_seat(seat, players), players) is seat
