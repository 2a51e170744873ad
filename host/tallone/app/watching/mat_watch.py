"""How many cards lie where on the mat, and for how long the piles have been at rest."""

from collections.abc import Mapping
from typing import Final

from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    InventoryTaken,
    MatEvent,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    ZoneLoaded,
)
from tallone.mat.piles import CardWeight
from tallone.mat.zones import WEIGHED, Zone

# Piles that have not moved for this long are where people meant them to be.
REST_S: Final = 2.0
# A wrong count that stays this long is told.
WRONG_COUNT_S: Final = 4.0
_DEALT: Final = (Zone.STOCK, Zone.POZZETTO_1, Zone.POZZETTO_2)
_CARD: Final = CardWeight()


class MatWatch:
    """Counts by zone; reads no card."""

    def __init__(self) -> None:
        self.counts: dict[Zone, int] = {}
        self.lost_readers: set[Zone] = set()
        self.moved_at = 0.0
        # Above the empty plate, at rest; and what the coils say where they read no cards.
        self.grams: dict[Zone, float] = {}
        self.loaded: dict[Zone, bool] = {}

    def look(self, event: MatEvent, now: float) -> None:
        """Take note of what the mat has settled."""
        match event:
            case CardPlaced(zone=zone) if not zone.is_weighed:
                self.counts[zone] = self.counts.get(zone, 0) + 1
            case CardLifted(zone=zone) if not zone.is_weighed:
                self.counts[zone] = max(0, self.counts.get(zone, 0) - 1)
            case PileChanged(zone=zone, count=count, grams=grams):
                self.counts[zone] = count
                self._weigh(zone, count * _CARD.per_card if grams is None else grams, now)
            case PileUnclear(zone=zone, grams=grams):
                self._weigh(zone, grams, now)
            case ZoneLoaded(zone=zone, loaded=loaded):
                self.loaded[zone] = loaded
            case InventoryTaken(cards=cards, piles=piles):
                self.counts = {zone: len(copies) for zone, copies in cards} | dict(piles)
            case ReaderLost(zone=zone):
                self.lost_readers.add(zone)
            case ReaderBack(zone=zone):
                self.lost_readers.discard(zone)
            case _:
                pass

    def _weigh(self, zone: Zone, grams: float, now: float) -> None:
        if abs(grams - self.grams.get(zone, 0.0)) >= _CARD.per_card / 2:
            self.moved_at = now
        self.grams[zone] = grams

    def accept(self, counts: Mapping[str, int]) -> None:
        """Take these counts of places as true for the piles that rest there."""
        self.counts |= {zone: counts[zone.value] for zone in _DEALT}

    @property
    def occupied(self) -> dict[Zone, int]:
        """The zones on which something lies, where that can be told.

        Of a dead reader's zone nobody knows: the next deal counts the cards anyway.
        """
        dead = {zone for zone in self.lost_readers if not zone.is_weighed}
        return {zone: count for zone, count in self.counts.items() if count and zone not in dead}

    @property
    def piles(self) -> dict[Zone, int]:
        """What every weighed zone holds."""
        return {zone: self.counts.get(zone, 0) for zone in WEIGHED}

    @property
    def dealt_grams(self) -> dict[str, float]:
        """What the three places weigh that a deal fills, by their names."""
        return {zone.value: self.grams.get(zone, 0.0) for zone in _DEALT}

    @property
    def dealt_loads(self) -> dict[str, bool]:
        """What the coils there say, as far as they have said anything."""
        return {zone.value: self.loaded[zone] for zone in _DEALT if zone in self.loaded}

    def rested(self, now: float, seconds: float) -> bool:
        """Whether stock and both pozzetti lie there and have not moved for so long."""
        lie = all(grams >= _CARD.per_card / 2 for grams in self.dealt_grams.values())
        return lie and now - self.moved_at >= seconds
