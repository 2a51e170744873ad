"""Where people put their melds: by kind on two tiles, or into lanes, one each as long as there are."""

import random
from typing import Final, Literal

from tallone.mat.zones import EW_LANES, GROUP_TILES, NS_LANES, RUN_TILES, Zone
from tallone.rules import MeldKind
from tallone.rules.cards.seats import Side

Mat = Literal["lanes", "tiles"]
_LANES: Final = {Side.NORTH_SOUTH: NS_LANES, Side.EAST_WEST: EW_LANES}
# Cards that find room in one lane beside each other's melds.
_ROOM: Final = 12


class Places:
    """The zone of each meld of a hand, by side and number."""

    def __init__(self, mat: Mat, rng: random.Random) -> None:
        self._mat = mat
        self._rng = rng
        self._zones: dict[tuple[Side, int], Zone] = {}

    def zone(self, side: Side, meld: int) -> Zone:
        """Return where a meld lies; one that nobody laid by hand lies where the first free hand puts it."""
        lanes = self._all(side)
        return self._zones.get((side, meld), lanes[(meld - 1) % len(lanes)])

    def melds_in(self, zone: Zone) -> list[tuple[Side, int]]:
        """Return the melds that lie in a zone."""
        return [key for key, place in self._zones.items() if place is zone]

    def put(self, side: Side, meld: int, zone: Zone) -> None:
        """Note where a meld lies now."""
        self._zones[side, meld] = zone

    def free(self, side: Side) -> list[Zone]:
        """Return the lanes of a side where no meld lies, the first first."""
        used = set(self._zones.values())
        return [zone for zone in self._all(side) if zone not in used]

    def for_new(
        self, side: Side, kind: MeldKind, sizes: dict[Zone, int], *, anywhere: bool, shared: bool
    ) -> Zone:
        """Return where a new meld is put; `sizes` says how many cards lie in each zone."""
        if self._mat == "tiles":
            if anywhere:
                return self._rng.choice(self._all(side))
            return self._all(side)[kind is MeldKind.GROUP]
        free = self.free(side)
        used = [zone for zone in self._all(side) if zone not in free]
        short = [zone for zone in used if sizes.get(zone, 0) <= _ROOM - 3]
        if short and (shared or not free):
            return min(short, key=lambda zone: sizes.get(zone, 0))
        if not free:
            return min(used, key=lambda zone: sizes.get(zone, 0))
        return self._rng.choice(free) if anywhere else free[0]

    def elsewhere(self, side: Side, zone: Zone) -> Zone | None:
        """Return where a meld may be pushed to."""
        if self._mat == "tiles":
            return next(other for other in self._all(side) if other is not zone)
        free = self.free(side)
        return self._rng.choice(free) if free else None

    def _all(self, side: Side) -> tuple[Zone, ...]:
        if self._mat == "lanes":
            return _LANES[side]
        return tuple(zone for zone in (*RUN_TILES, *GROUP_TILES) if zone.side is side)
