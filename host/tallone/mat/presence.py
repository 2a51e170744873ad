"""N of M: which tags lie where, from rounds that miss cards and invent some.

A tag has appeared in a zone after 2 of 3 rounds and has vanished after 0 of 5. One that appears
elsewhere has moved: that wins over vanishing. Two neighbouring antennas that both hear a tag are
told apart by the number of reads; two that lie apart hear two tags.
"""

import collections
import dataclasses
import itertools
from typing import Final

from tallone.mat.events import Seconds, TagUid
from tallone.mat.rounds import Round
from tallone.mat.zones import GROUP_TILES, RUN_TILES, Zone

APPEAR_READS: Final = 2
APPEAR_ROUNDS: Final = 3
VANISH_ROUNDS: Final = 5
# A tag missed in this many rounds running no longer speaks for its old zone.
RELEASE_ROUNDS: Final = 2
# Silence is "the same again"; a full cycle of the antennas takes about a second.
SILENT_ROUND_S: Final = 1.0
# Longer than a card takes from one zone to another, the antennas' cycle included.
DUPLICATE_S: Final = 3.0
# 108 cards, and strays of other packs; beyond it a reader is inventing tags.
MAX_TRACKED: Final = 512

NEIGHBOURS: Final = frozenset(
    frozenset(pair)
    for pair in (*zip(RUN_TILES, GROUP_TILES, strict=True), (Zone.STOCK, Zone.DISCARD))
)


@dataclasses.dataclass(frozen=True, slots=True)
class Appeared:
    """A tag has come to rest in a zone."""

    uid: TagUid
    zone: Zone


@dataclasses.dataclass(frozen=True, slots=True)
class Vanished:
    """A tag is no longer in a zone."""

    uid: TagUid
    zone: Zone


@dataclasses.dataclass(frozen=True, slots=True)
class Doubled:
    """A tag is in two zones that lie apart."""

    uid: TagUid
    zones: tuple[Zone, Zone]


PresenceChange = Appeared | Vanished | Doubled


@dataclasses.dataclass(frozen=True, slots=True)
class _Seen:
    tags: frozenset[TagUid]
    collision: bool


class _Window:
    """The last rounds of one zone, latest last. Tags are asked for in sets: there may be many."""

    def __init__(self) -> None:
        self.rounds: collections.deque[_Seen] = collections.deque(maxlen=VANISH_ROUNDS)
        self.heard_at = Seconds(0.0)
        self.is_mixed = True

    def add(self, seen: _Seen) -> None:
        self.rounds.append(seen)
        full = len(self.rounds) == VANISH_ROUNDS
        self.is_mixed = not full or len({past.tags for past in self.rounds}) > 1

    def clear(self) -> None:
        self.rounds.clear()
        self.is_mixed = True

    def reads(self, uid: TagUid, last: int = VANISH_ROUNDS) -> int:
        recent = list(self.rounds)[-last:]
        return sum(uid in seen.tags for seen in recent)

    def present(self) -> frozenset[TagUid]:
        """The tags of 2 of the last 3 rounds."""
        sets = [seen.tags for seen in self.rounds][-APPEAR_ROUNDS:]
        pairs = itertools.combinations(sets, APPEAR_READS)
        return frozenset().union(*(frozenset.intersection(*pair) for pair in pairs))

    def gone(self, lying: frozenset[TagUid]) -> frozenset[TagUid]:
        """Those of them that five clean rounds have missed; a collision may have hidden them."""
        if len(self.rounds) < VANISH_ROUNDS or any(seen.collision for seen in self.rounds):
            return frozenset()
        return lying.difference(*(seen.tags for seen in self.rounds))


class Presence:
    """Where every tag lies; fed with rounds, gives changes."""

    def __init__(self) -> None:
        self._windows: dict[Zone, _Window] = {}
        self._places: dict[TagUid, Zone] = {}
        self._lying: dict[Zone, frozenset[TagUid]] = dict.fromkeys(Zone, frozenset())
        self._rivals: dict[TagUid, tuple[Zone, Seconds]] = {}
        self._doubled: set[TagUid] = set()
        self._deaf: set[Zone] = set()

    @property
    def places(self) -> dict[TagUid, Zone]:
        """The zone of every tag that has come to rest."""
        return dict(self._places)

    @property
    def is_settled(self) -> bool:
        """Whether every zone that is heard has shown the same set for five rounds."""
        return not any(
            window.is_mixed for zone, window in self._windows.items() if zone not in self._deaf
        )

    def hear(self, heard: Round, now: Seconds) -> list[PresenceChange]:
        """Take one round, and the silent ones before it; return what changed."""
        window = self._windows.setdefault(heard.zone, _Window())
        if heard.restarts:
            window.clear()
        changes: list[PresenceChange] = []
        for _ in range(min(heard.silent, VANISH_ROUNDS)):
            changes += self._count(heard.zone, _Seen(heard.before, collision=False), now)
        window.heard_at = now
        return changes + self._count(heard.zone, _Seen(heard.tags, heard.collision), now)

    def wait(self, now: Seconds) -> list[PresenceChange]:
        """Count the rounds that silence stands for; return what they settle."""
        changes: list[PresenceChange] = []
        for zone, window in self._windows.items():
            due = int((now - window.heard_at) / SILENT_ROUND_S)
            if due <= 0 or zone in self._deaf or not window.rounds:
                continue
            window.heard_at = Seconds(window.heard_at + due * SILENT_ROUND_S)
            if not window.is_mixed and not self._rivals:
                continue
            seen = _Seen(window.rounds[-1].tags, window.rounds[-1].collision)
            for _ in range(min(due, VANISH_ROUNDS)):
                changes += self._count(zone, seen, now)
        return changes

    def lose(self, zone: Zone) -> None:
        """Stop believing a zone whose reader is dead: what lies there is as last seen."""
        self._deaf.add(zone)
        if zone in self._windows:
            self._windows[zone].clear()

    def regain(self, zone: Zone) -> None:
        """Listen to the zone again, from an empty window."""
        self._deaf.discard(zone)

    def _count(self, zone: Zone, seen: _Seen, now: Seconds) -> list[PresenceChange]:
        window = self._windows[zone]
        window.add(seen)
        changes: list[PresenceChange] = []
        for uid in sorted(window.present() - self._lying[zone]):
            changes += self._appear(uid, zone, now)
        for uid in sorted(window.gone(self._lying[zone])):
            self._put(uid, None)
            self._forget_rival(uid)
            changes.append(Vanished(uid, zone))
        return changes

    def _put(self, uid: TagUid, zone: Zone | None) -> None:
        """Let a tag lie there, and nowhere else; None: nowhere."""
        before = self._places.pop(uid, None)
        if before is not None:
            self._lying[before] -= {uid}
        if zone is not None:
            self._places[uid] = zone
            self._lying[zone] |= {uid}

    def _appear(self, uid: TagUid, zone: Zone, now: Seconds) -> list[PresenceChange]:
        place = self._places.get(uid)
        if place is None:
            if len(self._places) >= MAX_TRACKED:
                return []
            self._put(uid, zone)
            return [Appeared(uid, zone)]
        if self._yields(uid, place, zone):
            self._put(uid, zone)
            self._forget_rival(uid)
            return [Vanished(uid, place), Appeared(uid, zone)]
        return self._contest(uid, place, zone, now)

    def _yields(self, uid: TagUid, place: Zone, rival: Zone) -> bool:
        """Whether a tag's old zone gives way to another that hears it."""
        window = self._windows.get(place)
        if place in self._deaf or window is None or not window.reads(uid, RELEASE_ROUNDS):
            return True
        near = frozenset((place, rival)) in NEIGHBOURS
        return near and self._windows[rival].reads(uid) > window.reads(uid)

    def _contest(
        self, uid: TagUid, place: Zone, rival: Zone, now: Seconds
    ) -> list[PresenceChange]:
        if frozenset((place, rival)) in NEIGHBOURS or uid in self._doubled:
            return []
        known = self._rivals.get(uid)
        if known is None or known[0] is not rival:
            self._rivals[uid] = (rival, now)
            return []
        if now - known[1] < DUPLICATE_S:
            return []
        self._doubled.add(uid)
        self._rivals.pop(uid, None)
        return [Doubled(uid, (place, rival))]

    def _forget_rival(self, uid: TagUid) -> None:
        self._rivals.pop(uid, None)
        self._doubled.discard(uid)
