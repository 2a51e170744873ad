"""How many cards lie where on the mat, and for how long the piles have been at rest."""

from typing import Final

from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    InventoryTaken,
    MatEvent,
    PileChanged,
    ReaderBack,
    ReaderLost,
)
from tallone.mat.zones import WEIGHED, Zone

# Piles that have not moved for this long are where people meant them to be.
REST_S: Final = 2.0
# A wrong count that stays this long is told.
WRONG_COUNT_S: Final = 4.0


class MatWatch:
    """Counts by zone; reads no card."""

    def __init__(self) -> None:
        self.counts: dict[Zone, int] = {}
        self.lost_readers: set[Zone] = set()
        self.moved_at = 0.0

    def look(self, event: MatEvent, now: float) -> None:
        """Take note of what the mat has settled."""
        match event:
            case CardPlaced(zone=zone) if not zone.is_weighed:
                self.counts[zone] = self.counts.get(zone, 0) + 1
            case CardLifted(zone=zone) if not zone.is_weighed:
                self.counts[zone] = max(0, self.counts.get(zone, 0) - 1)
            case PileChanged(zone=zone, count=count):
                self.counts[zone] = count
                self.moved_at = now
            case InventoryTaken(cards=cards, piles=piles):
                self.counts = {zone: len(copies) for zone, copies in cards} | dict(piles)
            case ReaderLost(zone=zone):
                self.lost_readers.add(zone)
            case ReaderBack(zone=zone):
                self.lost_readers.discard(zone)
            case _:
                pass

    @property
    def occupied(self) -> dict[Zone, int]:
        """The zones on which something lies."""
        return {zone: count for zone, count in self.counts.items() if count}

    @property
    def piles(self) -> dict[Zone, int]:
        """What every weighed zone holds."""
        return {zone: self.counts.get(zone, 0) for zone in WEIGHED}

    @property
    def dealt_piles(self) -> dict[str, int]:
        """What the scales count on the three places that a deal fills, by their names."""
        return {
            zone.value: count for zone, count in self.piles.items() if zone is not Zone.DISCARD
        }

    def rested(self, now: float, seconds: float) -> bool:
        """Whether stock and both pozzetti lie there and have not moved for so long."""
        return all(self.dealt_piles.values()) and now - self.moved_at >= seconds
