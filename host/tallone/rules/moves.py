"""The moves a player can make, and the two calls that end a hand from outside. Cards are physical."""

import dataclasses
from typing import Final

from tallone.rules.cards import CardCopy
from tallone.rules.meld import NO_PINS, Pins
from tallone.rules.seats import Seat


@dataclasses.dataclass(frozen=True, slots=True)
class DrawFromStock:
    """The top card of the stock; `card`, if given, says which one that must be."""

    seat: Seat
    card: CardCopy | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class TakeDiscardPile:
    """The whole discard pile."""

    seat: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class OpenMeld:
    """A new meld of the side."""

    seat: Seat
    cards: tuple[CardCopy, ...]
    pins: Pins = NO_PINS


@dataclasses.dataclass(frozen=True, slots=True)
class ExtendMeld:
    """Cards added to the side's meld of that number, counted from 1 in the order opened."""

    seat: Seat
    meld: int
    cards: tuple[CardCopy, ...]
    pins: Pins = NO_PINS


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """Ends the turn, and the hand if it closes."""

    seat: Seat
    card: CardCopy


@dataclasses.dataclass(frozen=True, slots=True)
class CallTimeOut:
    """The arbiter calls time before the next turn, or in the middle of one."""


@dataclasses.dataclass(frozen=True, slots=True)
class CallStall:
    """Everybody refuses to draw; ends the hand where the profile voids it."""


PlayerMove = DrawFromStock | TakeDiscardPile | OpenMeld | ExtendMeld | Discard
Move = PlayerMove | CallTimeOut | CallStall


_new: Final = object.__new__
_open_seat, _open_cards, _open_pins = (
    getattr(OpenMeld, name).__set__ for name in ("seat", "cards", "pins")
)
_extend_seat, _extend_meld, _extend_cards, _extend_pins = (
    getattr(ExtendMeld, name).__set__ for name in ("seat", "meld", "cards", "pins")
)


def opening(seat: Seat, cards: tuple[CardCopy, ...]) -> OpenMeld:
    """Return `OpenMeld(seat, cards)`, in half the time: a search makes thousands."""
    move = _new(OpenMeld)
    _open_seat(move, seat)
    _open_cards(move, cards)
    _open_pins(move, NO_PINS)
    return move


def extending(seat: Seat, meld: int, cards: tuple[CardCopy, ...]) -> ExtendMeld:
    """Return `ExtendMeld(seat, meld, cards)`, in half the time."""
    move = _new(ExtendMeld)
    _extend_seat(move, seat)
    _extend_meld(move, meld)
    _extend_cards(move, cards)
    _extend_pins(move, NO_PINS)
    return move
