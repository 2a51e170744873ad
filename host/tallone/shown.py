"""What people see and can press: one value from the evening, or from a job at the desk, to simulated people.

It holds what a person reads off the screen, in words a program understands, and nothing that is hidden.
"""

import msgspec

from tallone.press import Button
from tallone.rules.cards.seats import Seat


class ShownQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the referee's, with its answers in the notation; `seat` is asked."""

    id: int
    text_key: str
    seat: Seat
    options: tuple[str, ...]
    card: str = ""


class DeskRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a job at the desk asks for: `what` with its details; each request has a number of its own."""

    what: str
    number: int
    details: dict[str, str] = {}


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The screen at one moment; without a phase it is dark."""

    phase: str = ""
    hand: int = 0
    pack: str = ""  # the one this hand is dealt from
    buttons: tuple[Button, ...] = ()
    seat: Seat | None = None  # whose turn it is
    passed: int | None = None  # cards of this deal that were read so far
    next_place: str | None = None  # of a deal by hand: where the next card goes
    commitment: tuple[str, ...] | None = None  # the words of it, while they stand on the screen
    wants_number: bool = False  # four digits are wanted of somebody, not the cut yet
    question: ShownQuestion | None = None
    desk: DeskRequest | None = None
