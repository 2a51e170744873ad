"""What the mat has settled: all that the table learns from it. All frozen, all with a time."""

import dataclasses
from typing import NewType

from tallone.mat.zones import Zone
from tallone.rules.cards.cards import CardCopy

# Seconds of the host's monotonic clock (or of the simulation's).
Seconds = NewType("Seconds", float)
# Eight bytes as on the air, least significant first; E0 is the last.
TagUid = NewType("TagUid", bytes)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CardPlaced:
    """A card of this pack has come to rest in a zone that identifies."""

    card: CardCopy
    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CardLifted:
    """A card that lay in a zone is there no more."""

    card: CardCopy
    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PileChanged:
    """A weighed pile has settled at another number of cards.

    `delta` is signed; `count` is the pile's count now; `certainty` 0 to 1, how well the weight
    fits that count.
    """

    zone: Zone
    delta: int
    count: int
    certainty: float
    at: Seconds
    # Above the empty plate; None in what was written before it was kept.
    grams: float | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTag:
    """A tag that is not of this pack was seen in enough rounds to be real."""

    uid: TagUid
    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ReaderLost:
    """A zone's reader has stopped answering; what lies there is as last seen."""

    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ReaderBack:
    """A zone's reader answers again."""

    zone: Zone
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateTag:
    """One UID answers in two zones that lie apart: two tags, or a copied one."""

    uid: TagUid
    zones: tuple[Zone, Zone]
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PileUnclear:
    """A weighed pile rests at a weight that is no whole number of cards; its count stands."""

    zone: Zone
    grams: float
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLoaded:
    """Whether something loads the coil of a zone where cards are not read one by one."""

    zone: Zone
    loaded: bool
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class InventoryTaken:
    """Everything the mat sees, after a full report: cards by zone and the weighed counts."""

    cards: tuple[tuple[Zone, tuple[CardCopy, ...]], ...]
    piles: tuple[tuple[Zone, int], ...]
    lost: tuple[Zone, ...]
    at: Seconds


MatEvent = (
    CardPlaced
    | CardLifted
    | PileChanged
    | UnknownTag
    | ReaderLost
    | ReaderBack
    | DuplicateTag
    | PileUnclear
    | ZoneLoaded
    | InventoryTaken
)
