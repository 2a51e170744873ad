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
    MENU = "menu"  # what stands around the play
    CHOOSE = "choose"  # a choice of a page, with its place
    KEY = "key"  # of a keyboard on the screen, with its character's number
    SEAT = "seat"  # a place on the plan of the table
    TICK = "tick"  # a line of a list, with its place
    PLACE = "place"  # anywhere, in thousandths of the screen: across * 1001 + down
    PANEL = "panel"  # the arbiter's: without a value it asks for the PIN, else a place on its page


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button that a person pressed; what goes with a button stands beside it."""

    button: Button
    seat: Seat | None = None
    side: Side | None = None
    value: int | None = None
    question: int | None = None
    option: int | None = None
