"""Where a card can be. Exactly one of these is true of each of the 108 copies at any moment."""

import dataclasses

from tallone.mat.zones import Zone
from tallone.rules.cards.seats import Seat


@dataclasses.dataclass(frozen=True, slots=True)
class InStock:
    """Face down in the stock; index 0 is the top."""

    index: int


@dataclasses.dataclass(frozen=True, slots=True)
class InDiscard:
    """Face up in the discard pile; index 0 is the bottom."""

    index: int


@dataclasses.dataclass(frozen=True, slots=True)
class InPozzetto:
    """Face down in a pozzetto; 1 is taken first."""

    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class InHolding:
    """In a player's hands."""

    seat: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class InMeld:
    """On a meld tile."""

    zone: Zone


@dataclasses.dataclass(frozen=True, slots=True)
class InCroupier:
    """In the machine: hopper, rack or return path."""


@dataclasses.dataclass(frozen=True, slots=True)
class OutOfSight:
    """Left its last place and has not come to another; None if it was never seen."""

    last: Zone | None


Place = InStock | InDiscard | InPozzetto | InHolding | InMeld | InCroupier | OutOfSight
