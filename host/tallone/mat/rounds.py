"""ZONE_ROUND reports put together: what each inventory round of a zone saw.

A report carries the difference to the set last reported; long ones come in several messages; a
report that does not add up is dropped and the zone asks for a full one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tallone.mat.events import TagUid
from tallone.mat.zones import Zone

COLLISION: Final = 1
MORE: Final = 2
FULL: Final = 4
# A tile holds at most a side's 40-odd cards; the rest is noise.
MAX_TAGS: Final = 128
ROUND_NUMBERS: Final = 1 << 16


class Round(NamedTuple):
    """One inventory round of a zone, and how many unreported rounds came before it."""

    zone: Zone
    tags: frozenset[TagUid]
    collision: bool
    silent: int
    before: frozenset[TagUid]
    restarts: bool


class RoundAssembler:
    """Puts the ZONE_ROUND reports of one zone together."""

    def __init__(self, zone: Zone) -> None:
        self._zone = zone
        self._tags: frozenset[TagUid] = frozenset()
        self._number: int | None = None
        self._pending: list[TagUid] = []
        self._going: list[TagUid] = []
        self._restarts = False
        self.is_broken = False

    def feed(
        self, number: int, flags: int, total: int, n_in: int, tags: Sequence[TagUid]
    ) -> Round | None:
        """Return the round these fields complete, or None if more follows or nothing fits."""
        if flags & FULL:
            self._pending, self._going = [], []
            self._restarts = True
            self.is_broken = False
        if self.is_broken:
            return None
        if tags:
            self._pending.extend(tags[:n_in])
            self._going.extend(tags[n_in:])
        if len(self._pending) + len(self._going) > 2 * MAX_TAGS:
            self._give_up()
            return None
        if flags & MORE:
            return None
        return self._complete(number, total, collision=bool(flags & COLLISION))

    def _complete(self, number: int, total: int, *, collision: bool) -> Round | None:
        before = frozenset() if self._restarts else self._tags
        tags = before
        if self._pending or self._going:
            tags = (before | frozenset(self._pending)) - frozenset(self._going)
        if len(tags) != total or len(tags) > MAX_TAGS:
            self._give_up()
            return None
        silent = 0
        if self._number is not None and not self._restarts:
            silent = max(0, (number - self._number) % ROUND_NUMBERS - 1)
        completed = Round(self._zone, tags, collision, silent, before, self._restarts)
        self._tags, self._number = tags, number
        self._pending, self._going, self._restarts = [], [], False
        return completed

    def _give_up(self) -> None:
        self.is_broken = True
        self._pending, self._going, self._restarts = [], [], False
