"""The mat's reports into mat events: the one door of this station.

Give `MatTracker.hear` every report of the mat board as the link decoded it, and `tick` the time.
It trusts nothing: fields out of range are counted and dropped.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tallone.link.reports import (
    BoardReport,
    ReaderFault,
    ReaderOk,
    ReportEnd,
    ScaleBusy,
    ScaleSettled,
    ZonePresence,
    ZoneRound,
)
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
from tallone.mat.registry import Registry
from tallone.mat.rounds import RoundAssembler
from tallone.mat.zones import WEIGHED, Zone
from tallone.rules.cards.cards import CardCopy

# Index on the wire -> zone.
_ZONES: Final = tuple(Zone)
# A full report is complete when every zone has settled, or after this long.
INVENTORY_S: Final = 8.0


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

    def play(self, *, begins: bool) -> None:
        """Say that play begins, or is over: in play a glass on a pile is no cards."""
        self._piles.play(begins=begins)

    def restart(self) -> None:
        """Forget what unfinished rounds and scales said: the board has started anew."""
        self._rounds = {zone: RoundAssembler(zone) for zone in Zone}
        self._broken.clear()
        self._busy.clear()
        self._inventory_due = None

    def hear(self, report: BoardReport, now: Seconds) -> list[MatEvent]:
        """Take in one report; return the mat events it settles."""
        try:
            return self._hear(report, now)
        except (IndexError, ValueError):
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

    def _hear(self, report: BoardReport, now: Seconds) -> list[MatEvent]:
        """Raise IndexError or ValueError for a zone, a scale or a round that cannot be."""
        match report:
            case ZoneRound():
                return self._zone_round(report, now)
            case ScaleSettled():
                return self._scale_settled(report, now)
            case ScaleBusy(scale=scale, busy=busy):
                (self._busy.add if busy else self._busy.discard)(_scale(scale))
                return []
            case ZonePresence(zone=index, loaded=loaded):
                return self._presence_changed(_ZONES[index], bool(loaded), now)
            case ReaderFault(zone=index):
                return self._reader_lost(_ZONES[index], now)
            case ReaderOk(zone=index):
                return self._reader_back(_ZONES[index], now)
            case ReportEnd():
                self._inventory_due = Seconds(now + INVENTORY_S)
                return []
            case _:
                return []

    def _zone_round(self, report: ZoneRound, now: Seconds) -> list[MatEvent]:
        zone = _ZONES[report.zone]
        uids = [TagUid(tag) for tag in report.tags]
        assembler = self._rounds[zone]
        heard = assembler.feed(report.round, report.flags, report.total, report.n_in, uids)
        (self._broken.add if assembler.is_broken else self._broken.discard)(zone)
        if heard is None:
            return []
        back = self._reader_back(zone, now)
        changes = self._presence.hear(heard, now)
        return back + self._events(changes, now) if changes else back

    def _scale_settled(self, report: ScaleSettled, now: Seconds) -> list[MatEvent]:
        zone = _scale(report.scale)
        self._busy.discard(zone)
        settled = self._piles[zone].settle(report.centigrams / 100, report.spread / 100)
        match settled:
            case Counted(delta, count, certainty, grams):
                counted = PileChanged(
                    zone=zone, delta=delta, count=count, certainty=certainty, at=now, grams=grams
                )
                return [counted]
            case Unclear(grams):
                return [PileUnclear(zone=zone, grams=grams, at=now)]
        return []

    def _presence_changed(self, zone: Zone, loaded: bool, now: Seconds) -> list[MatEvent]:
        if self._loaded.get(zone) is loaded:
            return []
        self._loaded[zone] = loaded
        return [ZoneLoaded(zone=zone, loaded=loaded, at=now)]

    def _reader_lost(self, zone: Zone, now: Seconds) -> list[MatEvent]:
        if zone in self._lost:
            return []
        self._lost.add(zone)
        self._presence.lose(zone)
        return [ReaderLost(zone=zone, at=now)]

    def _reader_back(self, zone: Zone, now: Seconds) -> list[MatEvent]:
        if zone not in self._lost:
            return []
        self._lost.discard(zone)
        self._presence.regain(zone)
        return [ReaderBack(zone=zone, at=now)]

    def _events(self, changes: Sequence[PresenceChange], now: Seconds) -> list[MatEvent]:
        events: list[MatEvent] = []
        for change in changes:
            copy = self._registry.copies.get(change.uid)
            match change:
                case Doubled(uid, zones) if copy is not None:
                    events.append(DuplicateTag(uid=uid, zones=zones, at=now))
                case Appeared(uid, zone) if copy is None:
                    events.append(UnknownTag(uid=uid, zone=zone, at=now))
                case Appeared(_, zone) if copy is not None and zone.identifies:
                    events.append(CardPlaced(card=copy, zone=zone, at=now))
                case Vanished(_, zone) if copy is not None and zone.identifies:
                    events.append(CardLifted(card=copy, zone=zone, at=now))
        return events


def _scale(index: int) -> Zone:
    zone = _ZONES[index]
    if zone not in WEIGHED:
        raise ValueError(f"{zone.value} has no scale")
    return zone
