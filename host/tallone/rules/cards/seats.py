"""Seats and sides. With two players the seats are North and South, each a side of its own."""

import enum
from typing import Final

from tallone.rules.cards.quick import quick


@quick
class Side(enum.Enum):
    """A pair; with two players NORTH_SOUTH is North alone and EAST_WEST is South alone.

    The result object names them `NS` and `EW`, or `N` and `S` with two players: see `side_name`.
    """

    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"

    @property
    def other(self) -> "Side":
        return Side.EAST_WEST if self is Side.NORTH_SOUTH else Side.NORTH_SOUTH


@quick
class Seat(enum.Enum):
    """A place at the table, in the order of play."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    # Every move is looked up by its seat; the hash of Enum asks the name's in Python.
    __hash__ = object.__hash__


SEATS_4 = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
SEATS_2 = (Seat.NORTH, Seat.SOUTH)


def seats(players: int) -> tuple[Seat, ...]:
    """Return the seats in order of play for 2 or 4 players."""
    return SEATS_2 if players == 2 else SEATS_4


def next_seat(seat: Seat, players: int) -> Seat:
    """Return who plays after that seat."""
    return _NEXT[players][seat]


def seat_before(seat: Seat, players: int) -> Seat:
    """Return who plays before that seat."""
    order = seats(players)
    return order[order.index(seat) - 1]


_NEXT: Final[dict[int, dict[Seat, Seat]]] = {
    len(order): dict(zip(order, (*order[1:], order[0]), strict=True))
    for order in (SEATS_2, SEATS_4)
}


def side_of(seat: Seat, players: int) -> Side:
    """Return the side of a seat."""
    if players == 2:
        return Side.NORTH_SOUTH if seat is Seat.NORTH else Side.EAST_WEST
    return Side.NORTH_SOUTH if seat in (Seat.NORTH, Seat.SOUTH) else Side.EAST_WEST


def side_name(side: Side, players: int) -> str:
    """Return the side's key in results: `NS`/`EW`, or `N`/`S` with two players."""
    if players == 2:
        return "N" if side is Side.NORTH_SOUTH else "S"
    return side.value
