"""Words of the hall as the journal keeps them, and what each one makes of what the table knows."""

import dataclasses
from collections.abc import Mapping

from tallone.app.evening.hall import SIDES, Hall, Place
from tallone.club.hall.messages import (
    Accepted,
    Ack,
    Command,
    ConfirmSaid,
    DisputeSaid,
    Open,
    Seat,
    TableMessage,
    TimeOut,
    read_hub,
    read_table,
)
from tallone.club.rules.refusal import Refused


def read_said(word: str, table: int) -> TableMessage | None:
    """Return a word of this table from its journal; None for another table's, or what is none."""
    try:
        return read_table(word.encode(), table)
    except Refused:
        return None


def read_told(word: str) -> Command | None:
    """Return a word of the hub's from the journal; None for what is none."""
    try:
        found = read_hub(word.encode())
    except Refused:
        return None
    return None if isinstance(found, Ack) else found


def place_of(seat: Seat) -> Place:
    """Return a seating as the table knows it."""

    def named(side: tuple[int, ...]) -> str:
        return " / ".join(seat.names.get(str(one), str(one)) for one in side)

    return Place(
        round=seat.round,
        rev=seat.rev,
        a=seat.a,
        b=seat.b,
        names=(named(seat.a), named(seat.b)),
        hands=seat.hands,
        minutes=seat.minutes,
    )


def told(hall: Hall, command: Command) -> Hall:
    """Return what the table knows after a command; the same if it tells nothing new."""
    playing = hall.place.round if hall.place else 0
    match command:
        case Seat() if command.a and command.b:
            return dataclasses.replace(hall, following=place_of(command))
        case Open():
            return dataclasses.replace(hall, opened=max(hall.opened, command.round))
        case TimeOut() if command.round == playing:
            return dataclasses.replace(hall, time_out=True)
        case Accepted() if command.round == playing:
            return dataclasses.replace(hall, accepted=command.state)
        case _:
            return hall


def said(hall: Hall, message: TableMessage | None) -> Hall:
    """Return what the table knows after a word of its own, as its journal has it."""
    place = hall.place
    if place is None or getattr(message, "round", 0) != place.round:
        return hall
    match message:
        case ConfirmSaid():
            by = tuple(side for side in SIDES if place.entrant(side) == message.by)
            return dataclasses.replace(hall, confirmed=(*hall.confirmed, *by))
        case DisputeSaid():
            return dataclasses.replace(hall, disputed=True)
        case _:
            return hall


def seats_of(place: Place) -> Mapping[str, int]:
    """Return who sits where: side `a` North and South, `b` East and West."""
    (north, south), (east, west) = ((side[0], side[-1]) for side in (place.a, place.b))
    return {"N": north, "S": south, "E": east, "W": west}
