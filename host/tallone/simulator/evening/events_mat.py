"""The events level: the same world and people, but what the sensors get goes to the host at once.

In place of firmware and bytes stand two small boards that speak the table of messages by name: a
mat that makes inventory rounds and weighs, and the croupier of `events_croupier.py`. Rounds miss
and invent tags at the same rates as on the real firmware's simulated chips.
"""

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from tallone.journal.records import Record
from tallone.link.messages import Role
from tallone.link.reports import (
    BoardReport,
    Lid,
    ReaderFault,
    ReportEnd,
    ScaleBusy,
    ScaleSettled,
    ZonePresence,
    ZoneRound,
)
from tallone.mat.events import TagUid
from tallone.mat.zones import WEIGHED, Zone
from tallone.press import Press
from tallone.shown import Shown
from tallone.simulator.evening.events_croupier import EventCroupier
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.world import Timeline

Send = Callable[[Role, BoardReport], None]
_FULL: Final = 4
_INDEX: Final = {zone: index for index, zone in enumerate(Zone)}
# After a change a zone is looked at this often, then once in a while; as the firmware's scanner.
# In microseconds.
_ECHO: Final = 150_000
_ECHOES: Final = 5
_CALM: Final = 1_200_000
# From a plate at rest to the report: the converter's filter and the firmware's own.
_SETTLE_S: Final = 0.35
# Silent slots in a round of 16 that may invent a tag.
_SLOTS: Final = 16


class DirectHost(Protocol):
    """The program's evening, called directly instead of over a cable."""

    @property
    def shown(self) -> Shown:
        """What people can see and press."""

    @property
    def records(self) -> Sequence[Record]:
        """What the journal would hold."""

    def board_up(self, role: Role, now: float) -> None:
        """A board answers."""

    def report(self, role: Role, said: BoardReport, now: float) -> None:
        """Hear a board's report."""

    def press(self, pressed: Press, now: float) -> None:
        """Press a button."""

    def step(self, now: float) -> Sequence[tuple[str, str, tuple[int, ...]]]:
        """Let time pass, write what is to be written; return the commands to the boards."""


@dataclasses.dataclass(slots=True)
class _Coil:
    # What answers in every round; what may be missed, with the chance that it answers; both.
    certain: frozenset[TagUid] = frozenset()
    doubtful: Sequence[tuple[TagUid, float]] = ()
    tags: frozenset[TagUid] = frozenset()
    reported: frozenset[TagUid] = frozenset()
    number: int = 0
    echoes: int = 0
    generation: int = 0
    is_loaded: bool = False
    is_dead: bool = False

    def lay(self, cards: Sequence[tuple[SimCard, float]]) -> None:
        """Let these cards lie there, each with the chance that it answers."""
        self.certain = frozenset(card.uid for card, chance in cards if chance >= 1)
        self.doubtful = tuple((card.uid, chance) for card, chance in cards if chance < 1)
        self.tags = self.certain | {uid for uid, _ in self.doubtful}

    def heard(self, draw: Callable[[], float]) -> frozenset[TagUid]:
        """Return the tags that answer in a round."""
        heard = [uid for uid, chance in self.doubtful if draw() < chance]
        return self.tags if len(heard) == len(self.doubtful) else self.certain.union(heard)


class EventMat:
    """Coils and plates, straight into reports."""

    def __init__(
        self, timeline: Timeline, send: Send, rng: random.Random, rates: Mapping[str, float]
    ) -> None:
        self._timeline = timeline
        self._send = send
        self._rng = rng
        self._rates = rates
        # The chance that a round invents a tag.
        self._phantom = rates["phantom"] * _SLOTS
        self._coils: dict[Zone, _Coil] = {
            zone: _Coil() for zone in Zone if zone is not Zone.THROAT
        }
        self._grams = dict.fromkeys(WEIGHED, 0.0)
        self._plate_no = dict.fromkeys(WEIGHED, 0)

    def coil(self, zone: Zone, cards: Sequence[tuple[SimCard, float]], load: int) -> None:
        """Other cards lie at a coil: look at it several times."""
        coil = self._coils[zone]
        # Of a face-down pile the board tells its presence only, whatever its tags answer.
        coil.lay(cards if zone.identifies else ())
        coil.echoes = _ECHOES
        coil.generation += 1
        generation = coil.generation
        self._timeline.at(self._timeline.now + _ECHO, lambda: self._look(zone, generation))
        if not zone.identifies and coil.is_loaded != bool(load):
            coil.is_loaded = bool(load)
            loads = ZonePresence(zone=_INDEX[zone], loaded=int(coil.is_loaded), agc=400)
            self._send(Role.MAT, loads)

    def plate(self, zone: Zone, grams: float, *, trembling: bool) -> None:
        """A plate carries another weight."""
        self._plate_no[zone] += 1
        number = self._plate_no[zone]
        if trembling:
            self._send(Role.MAT, ScaleBusy(scale=_INDEX[zone], busy=1))
            return
        self._grams[zone] = grams
        self._timeline.after(_SETTLE_S, lambda: self._weigh(zone, number))

    def command(self, name: str, fields: Sequence[int]) -> None:
        """Carry out a command of the host's."""
        if name == "REPORT_ALL":
            for zone in self._coils:
                self._round(zone, full=True)
            for zone in WEIGHED:
                self._weigh(zone, self._plate_no[zone])
            self._send(Role.MAT, ReportEnd(request=fields[0]))

    def kill_reader(self, zone: Zone) -> None:
        """The reader of a zone answers no more."""
        self._coils[zone].is_dead = True
        self._send(Role.MAT, ReaderFault(zone=_INDEX[zone], fault=1))

    def _look(self, zone: Zone, generation: int) -> None:
        coil = self._coils[zone]
        if generation != coil.generation or coil.is_dead:
            return
        self._round(zone, full=False)
        coil.echoes = max(0, coil.echoes - 1)
        pause = _ECHO if coil.echoes else _CALM
        if coil.echoes or (zone.identifies and (coil.tags or self._phantom)):
            self._timeline.at(self._timeline.now + pause, lambda: self._look(zone, generation))

    def _round(self, zone: Zone, *, full: bool) -> None:
        """Make one inventory round; report it if it differs or a change is fresh."""
        coil = self._coils[zone]
        draw = self._rng.random
        tags = coil.heard(draw)
        if draw() < self._phantom:
            tags |= {TagUid(self._rng.randbytes(6) + b"\x04\xe0")}
        coil.number = (coil.number + 1) & 0xFFFF
        if tags != coil.reported:
            coil.echoes = max(coil.echoes, _ECHOES)
        elif not (full or coil.echoes):
            return
        before = frozenset() if full else coil.reported
        coil.reported = tags
        coming: list[TagUid] = []
        going: list[TagUid] = []
        if tags != before:
            coming, going = sorted(tags - before), sorted(before - tags)
        found = ZoneRound(
            zone=_INDEX[zone],
            round=coil.number,
            flags=_FULL if full else 0,
            total=len(tags),
            n_in=len(coming),
            tags=(*coming, *going),
        )
        self._send(Role.MAT, found)

    def _weigh(self, zone: Zone, number: int) -> None:
        if number != self._plate_no[zone]:
            return
        grams = self._grams[zone] + self._rng.gauss(0, self._rates["scale_noise"])
        settled = ScaleSettled(
            scale=_INDEX[zone],
            centigrams=round(grams * 100),
            spread=round(self._rates["scale_noise"] * 100),
        )
        self._send(Role.MAT, settled)


class EventSenses:
    """The two small boards as the world's sensors."""

    def __init__(self, mat: EventMat, croupier: EventCroupier, send: Send) -> None:
        self.coil = mat.coil
        self.plate = mat.plate
        self.hopper = croupier.load
        self._send = send

    def lid(self, *, is_open: bool) -> None:
        self._send(Role.CROUPIER, Lid(open=int(is_open)))
