"""What rulings have laid on a hand: penalised cards, bars, melds frozen for a while, negative cards.

It is the rare state of a position: a hand without a ruling has none, and pays nothing for it.
"""

import enum
from typing import Final

import msgspec

from tallone.rules.cards.cards import Card, CardCopy
from tallone.rules.cards.seats import Seat, Side


class Lasts(enum.Enum):
    """From when to when a bar holds, seen from the seat it lies on."""

    THIS_TURN = "this turn"  # until the seat's turn ends
    NEXT_TURN = "next turn"  # from the beginning of its next turn until that ends
    UNTIL_TURN = "until its turn"  # from now until its next turn begins
    UNTIL_SECOND = "until its second turn"  # from now until the turn after that begins
    PENALISED = "penalised"  # while the partner has penalised cards
    HELD = "held"  # while the partner has one of the cards
    TO_END = "to the end"  # as long as the hand lasts


class Bar(msgspec.Struct, frozen=True, gc=False):
    """What a seat may not do, or must: the effect's name with what it says, and how long it holds."""

    name: str
    seat: Seat
    lasts: Lasts
    cards: tuple[CardCopy, ...] = ()
    faces: tuple[Card, ...] = ()
    words: tuple[str, ...] = ()  # the ways, the draw or the choice of a discard
    now: bool = False  # nothing else is legal before it is done
    least: bool = False  # on the least important meld only
    melds: tuple[int, ...] = ()  # the partner's melds since then

    @property
    def is_next_turns(self) -> bool:
        """Whether it says what the seat may not do in turns to come."""
        return self.name in NEXT_TURNS


NEXT_TURNS: Final = (
    "limited-turn",
    "skip-turn",
    "may-not-close",
    "partner-may-not-close",
    "partner-may-not-open",
    "may-not-add",
)


class Thaw(msgspec.Struct, frozen=True, gc=False):
    """A meld, counted from 1, that is frozen until that seat's next turn begins."""

    side: Side
    meld: int
    seat: Seat


class Negative(msgspec.Struct, frozen=True, gc=False):
    """Cards that count against a side: always, or, with a seat, if somebody closes before its next turn."""

    side: Side
    cards: tuple[CardCopy, ...]
    before: Seat | None = None


class Laid(msgspec.Struct, frozen=True, gc=False):
    """Cards laid in one action: on which of the side's melds, counted from 1."""

    meld: int
    cards: tuple[CardCopy, ...]
    opened: bool


class Done(msgspec.Struct, frozen=True, gc=False):
    """What a player has done, legal or not, until play goes on."""

    seat: Seat
    drawn: tuple[CardCopy, ...] = ()
    taken: tuple[CardCopy, ...] = ()
    laid: tuple[Laid, ...] = ()
    discarded: CardCopy | None = None
    may_play: bool = False  # he was on turn and had drawn before


class Imposed(msgspec.Struct, frozen=True, gc=False):
    """All that rulings have laid on a hand. `drawn` is the stock's card of the turn on hand."""

    edge: tuple[tuple[Seat, tuple[CardCopy, ...]], ...] = ()
    bars: tuple[Bar, ...] = ()
    thaws: tuple[Thaw, ...] = ()
    negatives: tuple[Negative, ...] = ()
    no_burraco: tuple[tuple[Side, int], ...] = ()
    drawn: tuple[CardCopy, ...] = ()
    stopped: bool = False
    done: Done | None = None

    def edge_of(self, seat: Seat) -> tuple[CardCopy, ...]:
        """Return a seat's penalised cards in the order in which they must go."""
        return next((cards for owner, cards in self.edge if owner is seat), ())

    def with_edge(self, seat: Seat, cards: tuple[CardCopy, ...]) -> "Imposed":
        """Return the same with other penalised cards of that seat."""
        others = tuple(entry for entry in self.edge if entry[0] is not seat)
        return msgspec.structs.replace(self, edge=(*others, (seat, cards)) if cards else others)

    @property
    def is_nothing(self) -> bool:
        return self == _NOTHING or self == msgspec.structs.replace(_NOTHING, drawn=self.drawn)


_NOTHING: Final = Imposed()
