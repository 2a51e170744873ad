"""The moves a player can make, and the two calls that end a hand from outside. Cards are physical.

A search makes thousands, so they are structs (decision 21).
"""

from typing import Final

import msgspec

from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat
from tallone.rules.melds.meld import NO_PINS, Pins


class DrawFromStock(msgspec.Struct, frozen=True, gc=False):
    """The top card of the stock; `card`, if given, says which one that must be."""

    seat: Seat
    card: CardCopy | None = None


class TakeDiscardPile(msgspec.Struct, frozen=True, gc=False):
    """The whole discard pile."""

    seat: Seat


class OpenMeld(msgspec.Struct, frozen=True, gc=False):
    """A new meld of the side."""

    seat: Seat
    cards: tuple[CardCopy, ...]
    pins: Pins = NO_PINS


class ExtendMeld(msgspec.Struct, frozen=True, gc=False):
    """Cards added to the side's meld of that number, counted from 1 in the order opened."""

    seat: Seat
    meld: int
    cards: tuple[CardCopy, ...]
    pins: Pins = NO_PINS


class Discard(msgspec.Struct, frozen=True, gc=False):
    """Ends the turn, and the hand if it closes."""

    seat: Seat
    card: CardCopy


class CallTimeOut(msgspec.Struct, frozen=True, gc=False):
    """The arbiter calls time before the next turn, or in the middle of one."""


class CallStall(msgspec.Struct, frozen=True, gc=False):
    """Everybody refuses to draw; ends the hand where the profile voids it."""


PlayerMove = DrawFromStock | TakeDiscardPile | OpenMeld | ExtendMeld | Discard
PLAYER_MOVES: Final = (DrawFromStock, TakeDiscardPile, OpenMeld, ExtendMeld, Discard)
Move = PlayerMove | CallTimeOut | CallStall
