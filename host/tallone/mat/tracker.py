"""The mat's reports into mat events: the one door of this station.

Give `MatTracker.take` every report of the mat board as the link decoded it, and `tick` the time.
It trusts nothing: fields out of range are counted and dropped.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    MatEvent,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    Seconds,
    TagUid,
    UnknownTag,
    ZoneLoaded,
)
from tallone.mat.piles import CardWeight, Counted, Piles, Unclear
from tallone.mat.presence import Appeared, Doubled, Presence, PresenceChange, Vanished
from tallone.mat.registry import UID_BYTES, Registry
from tallone.mat.rounds import RoundAssembler
from tallone.mat.zones import WEIGHED, Zone
from tallone.rules.cards.cards import CardCopy

# Index on the wire -> zone.
_ZONES: Final = tuple(Zone)
# A full report is complete when every zone has settled, or after this long.
INVENTORY_S: Final = 8.0
Fields = Sequence[object]


class MatTracker:
    """What the mat has settled, from what its board reports."""

    def __init__(
        self, registry: Registry, weights: Mapping[Zone, CardWeight] | None = None
    ) -> None:
        self._registry = registry
        self._presence = Presence()
        self._piles = Piles(weights)
        self._rounds = {zone: RoundAssembler(zone) for zone in Zone}
        self._busy: set[Zone] = set()
        self._loaded: dict[Zone, bool] = {}
        self._lost: set[Zone] = set()
        self._broken: set[Zone] = set()
        self._inventory_due: Seconds | None = None
        self.dropped = 0

    @property
    def wants_report(self) -> bool:
        """Whether some zone's rounds no longer add up: send REPORT_ALL."""
        return bool(self._broken)

    @property
    def counts(self) -> dict[Zone, int]:
        """The weighed counts that are known."""
        return self._piles.counts

    @property
    def busy(self) -> frozenset[Zone]:
        """The scales that are being leaned on."""
        return frozenset(self._busy)

    def tags_at(self, zone: Zone) -> tuple[TagUid, ...]:
        """Return every tag that has come to rest in a zone, of whatever pack."""
        places = self._presence.places
        return tuple(sorted(uid for uid, place in places.items() if place is zone))

    def use(self, registry: Registry) -> None:
        """Read tags as another pack's from now on."""
        self._registry = registry

    def expect(self, zone: Zone, count: int) -> None:
        """Say how many cards a pile holds, known from elsewhere (the croupier, a person)."""
        self._piles[zone].expect(count)

    def accept(self, zone: Zone, count: int) -> None:
        """Say how many cards the pile at rest there holds, whatever its weight seemed to be."""
        self._piles[zone].accept(count)

    def restart(self) -> None:
        """Forget what unfinished rounds and scales said: the board has started anew."""
        self._rounds = {zone: RoundAssembler(zone) for zone in Zone}
        self._broken.clear()
        self._busy.clear()
        self._inventory_due = None

    def take(self, name: str, fields: Fields, now: Seconds) -> list[MatEvent]:
        """Take one report; return the mat events it settles."""
        handler = _HANDLERS.get(name)
        if handler is None:
            return []
        try:
            return handler(self, fields, now)
        except (IndexError, TypeError, ValueError):
            self.dropped += 1
            return []

    def tick(self, now: Seconds) -> list[MatEvent]:
        """Let time pass; return what silence settles."""
        changes = self._presence.wait(now)
        events = self._events(changes, now) if changes else []
        due = self._inventory_due
        if due is not None and (self._presence.is_settled or now >= due):
            self._inventory_due = None
            events.append(self.snapshot(now))
        return events

    def snapshot(self, now: Seconds) -> InventoryTaken:
        """Return everything the mat holds at this moment."""
        cards: dict[Zone, list[CardCopy]] = {}
        for uid, zone in self._presence.places.items():
            copy = self._registry.copies.get(uid)
            if copy is not None and zone.identifies:
                cards.setdefault(zone, []).append(copy)
        return InventoryTaken(
            cards=tuple((zone, tuple(sorted(cards[zone]))) for zone in Zone if zone in cards),
            piles=tuple(self._piles.counts.items()),
            lost=tuple(zone for zone in Zone if zone in self._lost),
            at=now,
        )

    def _zone_round(self, fields: Fields, now: Seconds) -> list[MatEvent]:
        *numbers, tags = fields
        index, number, flags, total, n_in = _numbers(numbers)
        zone, uids = _ZONES[index], _uids(tags)
        assembler = self._rounds[zone]
        heard = assembler.feed(number, flags, total, n_in, uids)
        (self._broken.add if assembler.is_broken else self._broken.discard)(zone)
        if heard is None:
            return []
        back = self._reader_back(zone, now)
        changes = self._presence.hear(heard, now)
        return back + self._events(changes, now) if changes else back

    def _scale_settled(self, fields: Fields, now: Seconds) -> list[MatEvent]:
        index, centigrams, spread = fields
        zone = _scale(index)
        self._busy.discard(zone)
        settled = self._piles[zone].settle(_number(centigrams) / 100, _number(spread) / 100)
        match settled:
            case Counted(delta, count, certainty, grams):
                counted = PileChanged(
                    zone=zone, delta=delta, count=count, certainty=certainty, at=now, grams=grams
                )
                return [counted]
            case Unclear(grams):
                return [PileUnclear(zone=zone, grams=grams, at=now)]
        return []

    def _scale_busy(self, fields: Fields, now: Seconds) -> list[MatEvent]:  # noqa: ARG002
        index, busy = fields
        zone = _scale(index)
        if busy:
            self._busy.add(zone)
        else:
            self._busy.discard(zone)
        return []

    def _presence_report(self, fields: Fields, now: Seconds) -> list[MatEvent]:
        zone, loaded = _zone(fields[0]), bool(fields[1])
        if self._loaded.get(zone) is loaded:
            return []
        self._loaded[zone] = loaded
        return [ZoneLoaded(zone=zone, loaded=loaded, at=now)]

    def _reader_fault(self, fields: Fields, now: Seconds) -> list[MatEvent]:
        zone = _zone(fields[0])
        if zone in self._lost:
            return []
        self._lost.add(zone)
        self._presence.lose(zone)
        return [ReaderLost(zone=zone, at=now)]

    def _reader_ok(self, fields: Fields, now: Seconds) -> list[MatEvent]:
        return self._reader_back(_zone(fields[0]), now)

    def _reader_back(self, zone: Zone, now: Seconds) -> list[MatEvent]:
        if zone not in self._lost:
            return []
        self._lost.discard(zone)
        self._presence.regain(zone)
        return [ReaderBack(zone=zone, at=now)]

    def _report_end(self, fields: Fields, now: Seconds) -> list[MatEvent]:  # noqa: ARG002
        self._inventory_due = Seconds(now + INVENTORY_S)
        return []

    def _events(self, changes: Sequence[PresenceChange], now: Seconds) -> list[MatEvent]:
        events: list[MatEvent] = []
        for change in changes:
            copy = self._registry.copies.get(change.uid)
            match change:
                case Doubled(uid, zones):
                    events.append(DuplicateTag(uid=uid, zones=zones, at=now))
                case Appeared(uid, zone) if copy is None:
                    events.append(UnknownTag(uid=uid, zone=zone, at=now))
                case Appeared(_, zone) if copy is not None and zone.identifies:
                    events.append(CardPlaced(card=copy, zone=zone, at=now))
                case Vanished(_, zone) if copy is not None and zone.identifies:
                    events.append(CardLifted(card=copy, zone=zone, at=now))
        return events


def _zone(index: object) -> Zone:
    return _ZONES[_number(index)]


def _scale(index: object) -> Zone:
    zone = _zone(index)
    if zone not in WEIGHED:
        raise ValueError(f"{zone.value} has no scale")
    return zone


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a number")
    return value


def _numbers(values: Sequence[object]) -> list[int]:
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) != len(values):
        raise TypeError(f"{values!r} are not all numbers")
    return numbers


def _uids(tags: object) -> list[TagUid]:
    if not isinstance(tags, (list, tuple)):
        raise TypeError("tags are a list")
    if not tags:
        return []
    uids = [TagUid(bytes(tag)) for tag in tags]
    if any(len(uid) != UID_BYTES for uid in uids):
        raise ValueError("a tag has eight bytes")
    return uids


_HANDLERS: Final = {
    "ZONE_ROUND": MatTracker._zone_round,  # noqa: SLF001
    "SCALE_SETTLED": MatTracker._scale_settled,  # noqa: SLF001
    "SCALE_BUSY": MatTracker._scale_busy,  # noqa: SLF001
    "PRESENCE": MatTracker._presence_report,  # noqa: SLF001
    "READER_FAULT": MatTracker._reader_fault,  # noqa: SLF001
    "READER_OK": MatTracker._reader_ok,  # noqa: SLF001
    "REPORT_END": MatTracker._report_end,  # noqa: SLF001
}
