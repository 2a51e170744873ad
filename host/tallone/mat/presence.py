"""N of M: which tags lie where, from rounds that miss cards and invent some.

A tag has appeared in a zone after 2 of 3 rounds and has vanished after 0 of 5. One that appears
elsewhere has moved: that wins over vanishing. Two neighbouring antennas that both hear a tag are
told apart by the number of reads; two that lie apart hear two tags.
"""

import collections
import dataclasses
import itertools
import math
from typing import Final

from tallone.mat.events import Seconds, TagUid
from tallone.mat.rounds import Round
from tallone.mat.zones import EW_LANES, GROUP_TILES, NS_LANES, RUN_TILES, Zone

APPEAR_READS: Final = 2
APPEAR_ROUNDS: Final = 3
VANISH_ROUNDS: Final = 5
# A tag missed in this many rounds running no longer speaks for its old zone.
RELEASE_ROUNDS: Final = 2
# Silence is "the same again"; a full cycle of the antennas takes about a second.
SILENT_ROUND_S: Final = 1.0
# Shorter silence is no round, however the seconds were rounded.
_LEAST_SILENCE_S: Final = SILENT_ROUND_S - 1e-6
# Longer than a card takes from one zone to another, the antennas' cycle included.
DUPLICATE_S: Final = 3.0
# 108 cards, and strays of other packs; beyond it a reader is inventing tags.
MAX_TRACKED: Final = 512

NEIGHBOURS: Final = frozenset(
    frozenset(pair)
    for pair in (
        *zip(RUN_TILES, GROUP_TILES, strict=True),
        *itertools.pairwise(NS_LANES),
        *itertools.pairwise(EW_LANES),
        (Zone.STOCK, Zone.DISCARD),
    )
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


class _Window:
    """The last rounds of one zone, latest last. Tags are asked for in sets: there may be many."""

    def __init__(self) -> None:
        self.rounds: collections.deque[Round] = collections.deque(maxlen=VANISH_ROUNDS)
        self.heard_at = Seconds(0.0)
        # So many of the latest rounds saw the same.
        self.alike = 0

    @property
    def is_mixed(self) -> bool:
        return self.alike < VANISH_ROUNDS

    def add(self, seen: Round) -> None:
        same = self.alike and self.rounds[-1].tags == seen.tags
        self.alike = self.alike + 1 if same else 1
        self.rounds.append(seen)

    def clear(self) -> None:
        self.rounds.clear()
        self.alike = 0

    def reads(self, uid: TagUid, last: int = VANISH_ROUNDS) -> int:
        recent = list(self.rounds)[-last:]
        return sum(uid in seen.tags for seen in recent)

    def come(self, lying: frozenset[TagUid]) -> frozenset[TagUid]:
        """The tags of 2 of the last 3 rounds that do not lie there."""
        if self.alike >= APPEAR_ROUNDS:
            return self.rounds[-1].tags - lying
        recent = itertools.islice(reversed(self.rounds), APPEAR_ROUNDS)
        strange = [rest for seen in recent if (rest := seen.tags - lying)]
        if len(strange) < APPEAR_READS:
            return frozenset()
        pairs = itertools.combinations(strange, APPEAR_READS)
        return frozenset().union(*(frozenset.intersection(*pair) for pair in pairs))

    def gone(self, lying: frozenset[TagUid]) -> frozenset[TagUid]:
        """Those of them that five clean rounds have missed; a collision may have hidden them."""
        missed = lying - self.rounds[-1].tags
        if not missed or len(self.rounds) < VANISH_ROUNDS:
            return frozenset()
        gone = missed.difference(*[seen.tags for seen in self.rounds])
        return frozenset() if gone and any(seen.collision for seen in self.rounds) else gone


class Presence:
    """Where every tag lies; fed with rounds, gives changes."""

    def __init__(self) -> None:
        self._windows: dict[Zone, _Window] = {}
        self._places: dict[TagUid, Zone] = {}
        self._lying: dict[Zone, frozenset[TagUid]] = dict.fromkeys(Zone, frozenset())
        self._rivals: dict[TagUid, tuple[Zone, Seconds]] = {}
        self._doubled: set[TagUid] = set()
        self._deaf: set[Zone] = set()
        # When silence was last looked at, and before when it cannot settle anything.
        self._waited_at = Seconds(0.0)
        self._due = 0.0

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
        window = self._windows.get(heard.zone)
        if window is None:
            window = self._windows[heard.zone] = _Window()
        if heard.restarts:
            window.clear()
        changes: list[PresenceChange] = []
        if heard.silent:
            same = heard._replace(tags=heard.before, collision=False)
            for _ in range(min(heard.silent, VANISH_ROUNDS)):
                changes += self._count(window, same, now)
        window.heard_at = now
        changes += self._count(window, heard, now)
        if window.is_mixed or self._rivals:
            self._due = min(self._due, now + _LEAST_SILENCE_S)
        return changes

    def wait(self, now: Seconds) -> list[PresenceChange]:
        """Count the rounds that silence stands for; return what they settle."""
        if now < self._due:
            self._waited_at = now
            return []
        self._catch_up()
        changes: list[PresenceChange] = []
        for window in self._listening():
            due = int((now - window.heard_at) / SILENT_ROUND_S)
            if due <= 0:
                continue
            window.heard_at = Seconds(window.heard_at + due * SILENT_ROUND_S)
            if window.is_mixed or self._rivals:
                for _ in range(min(due, VANISH_ROUNDS)):
                    changes += self._count(window, window.rounds[-1], now)
        self._waited_at = now
        waiting = [w.heard_at for w in self._listening() if w.is_mixed or self._rivals]
        self._due = min(waiting, default=math.inf) + _LEAST_SILENCE_S
        return changes

    def _catch_up(self) -> None:
        """Count on, up to the last look, the silent rounds of settled zones, which change nothing."""
        for window in self._listening():
            while not window.is_mixed and self._waited_at - window.heard_at >= SILENT_ROUND_S:
                window.heard_at = Seconds(window.heard_at + SILENT_ROUND_S)

    def _listening(self) -> list[_Window]:
        """The zones whose silence means something."""
        return [
            window
            for zone, window in self._windows.items()
            if window.rounds and zone not in self._deaf
        ]

    def lose(self, zone: Zone) -> None:
        """Stop believing a zone whose reader is dead: what lies there is as last seen."""
        self._deaf.add(zone)
        if zone in self._windows:
            self._windows[zone].clear()

    def regain(self, zone: Zone) -> None:
        """Listen to the zone again, from an empty window."""
        self._deaf.discard(zone)

    def _count(self, window: _Window, seen: Round, now: Seconds) -> list[PresenceChange]:
        zone = seen.zone
        lying = self._lying[zone]
        window.add(seen)
        if window.alike >= APPEAR_ROUNDS and seen.tags == lying:
            return []
        changes: list[PresenceChange] = []
        for uid in sorted(window.come(lying)):
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
            if not self._rivals:
                # From now on every silent round counts, those of settled zones too.
                self._catch_up()
                self._due = 0.0
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
