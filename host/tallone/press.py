"""What a person presses: one value from the window, or from the simulated people, to the evening."""

import enum

import msgspec

from tallone.rules.cards.seats import Seat, Side


class Button(enum.StrEnum):
    """Everything that can be pressed at the table."""

    OK = "ok"
    AGAIN = "again"  # a pile was counted and is not as dealt
    READY = "ready"  # by a player's own seat
    CUT = "cut"  # with a value
    ANSWER = "answer"  # to a question, with the option's place
    ARBITER = "arbiter"
    CONFIRM = "confirm"  # by a side
    LANGUAGE = "language"
    QUIT = "quit"
    UNDO = "undo"  # at the desk


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button that a person pressed; what goes with a button stands beside it."""

    button: Button
    seat: Seat | None = None
    side: Side | None = None
    value: int | None = None
    question: int | None = None
    option: int | None = None
