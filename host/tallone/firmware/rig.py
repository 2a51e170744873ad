"""A maker's first rig: how surely each card of a fan is heard, and what the throat read in a capture.

`FanCount` is pure: it takes a mat's reports. `listen` fills one from a board at a port or from a simulated mat.
"""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tallone.errors import FirmwareError
from tallone.firmware.calibrating import PortMat, SimulatedMat
from tallone.link.intake import Frame, Intake
from tallone.link.line.capture import Chunk, Direction
from tallone.link.messages import Report, Status
from tallone.link.reports import CardRead, ZoneRound, decode, name_fields
from tallone.mat.events import TagUid
from tallone.mat.rounds import ROUND_NUMBERS, RoundAssembler
from tallone.mat.zones import Zone
from tallone.simulator import induction
from tallone.simulator.room import coupling
from tallone_wire.messages import MessageError, name_of

_LOOK_S: Final = 1.0
# Fewer rounds than these say nothing about a share.
LEAST_ROUNDS: Final = 10
# A card that is heard in fewer rounds is not readable: five rounds would miss it in 1 of 30.
READABLE: Final = 0.5


@dataclass(slots=True)
class FanCount:
    """In how many of a zone's inventory rounds each tag was heard."""

    zone: Zone
    rounds: int = 0
    collisions: int = 0
    heard: Counter[TagUid] = field(default_factory=Counter)
    _rounds: RoundAssembler | None = None
    _last: int | None = None
    _seen: frozenset[TagUid] = frozenset()

    def take(self, report: Report) -> None:
        """Count a report of the mat; others than this zone's rounds change nothing."""
        said = report.said
        if not isinstance(said, ZoneRound) or tuple(Zone)[said.zone] is not self.zone:
            return
        if self._rounds is None:
            self._rounds = RoundAssembler(self.zone)
        uids = [TagUid(uid) for uid in said.tags]
        found = self._rounds.feed(said.round, said.flags, said.total, said.n_in, uids)
        if found is None:
            return
        # What is not reported saw the same as the round before it; a report in full says how many those were.
        silent = 0 if self._last is None else (said.round - self._last - 1) % ROUND_NUMBERS
        self._last = said.round
        self.rounds += 1 + silent
        self.collisions += found.collision
        for uid in self._seen:
            self.heard[uid] += silent
        self.heard.update(found.tags)
        self._seen = found.tags

    def shares(self) -> dict[TagUid, float]:
        """Return the share of the rounds in which each tag was heard, the surest first."""
        return {uid: count / self.rounds for uid, count in self.heard.most_common()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fan:
    """What lies on the rig: so many cards at that pitch, with an inlay of hardware/cards.toml."""

    cards: int
    pitch_mm: float
    inlay: str

    def calculated(self) -> list[float]:
        """Return how surely each card answers by the model, the lowest first.

        Raises FirmwareError where cards.toml has no such inlay.
        """
        model = coupling.model()
        if self.inlay not in model.inlays:
            raise FirmwareError(
                f"{self.inlay} is no inlay of hardware/cards.toml; there are {', '.join(model.inlays)}"
            )
        places = induction.even_fan(model, self.cards, self.pitch_mm)
        volts = induction.voltages(model, places, model.inlays[self.inlay])
        return induction.chances(model, volts)


def listen(mat: PortMat | SimulatedMat, zone: Zone, seconds: float) -> FanCount:
    """Count that zone's rounds for so many seconds; raise FirmwareError if the mat does not report them."""
    count = FanCount(zone)
    mat.heard = count.take
    status, _ = mat.command("FOCUS", 1 << tuple(Zone).index(zone))
    if status is not Status.OK:
        raise FirmwareError(f"the mat does not look at {zone.value} first: {status.name.lower()}")
    for _ in range(max(1, round(seconds / _LOOK_S))):
        mat.command("REPORT_ALL", 1)
        mat.pause(_LOOK_S)
    return count


def lay(mat: SimulatedMat, zone: Zone, fan: Fan) -> None:
    """Lay a fan on a simulated mat whose cards answer as the model says."""
    tags = [
        {"uid": f"e0040150{number:08x}", "p": round(chance, 4)}
        for number, chance in enumerate(fan.calculated(), 0x10001)
        if chance > 0
    ]
    mat.rehearsal.board.send({"zone": zone.value, "tags": tags, "load": fan.cards})


def verdict(count: FanCount, fan: Fan) -> Iterator[str]:
    """Yield what was heard beside what was calculated, and what it means for the design."""
    if count.rounds < LEAST_ROUNDS:
        raise FirmwareError(
            f"{count.rounds} rounds of {count.zone.value} in all: too few. "
            "Is the reader there? `tallone doctor`"
        )
    shares = count.shares()
    yield f"{count.rounds} rounds of {count.zone.value}, {count.collisions} with a collision"
    for number, (uid, share) in enumerate(shares.items(), 1):
        yield f"{number:4}  {uid[::-1].hex()}  {100 * share:5.1f} %"
    readable = sum(share >= READABLE for share in shares.values())
    expected = sum(share >= READABLE for share in fan.calculated())
    yield (
        f"readable: {readable} of {fan.cards}; calculated for {fan.pitch_mm:g} mm, {fan.inlay}: {expected}"
    )
    if readable >= fan.cards:
        yield "All are read: this inlay and pitch will do."
    elif readable >= expected:
        yield "As calculated: take a wider pitch or another inlay, not a stronger field."
    else:
        yield (
            "Fewer than calculated: first the coil's current and tuning, "
            "then the chip's threshold with one card."
        )


# The throat ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One card that passed the throat: tags that answered, how skew and long it was, what the motor drew."""

    tags: int
    skew_ms: float
    transit_ms: int
    current_ma: int


def reads(chunks: Iterable[Chunk]) -> Iterator[Read]:
    """Yield every card that a capture of the croupier tells of; the tags themselves stay in the file."""
    intake = Intake()
    for chunk in chunks:
        if chunk.direction is not Direction.FROM_BOARD:
            continue
        for item in intake.take(chunk.raw):
            found = _card_read(item) if isinstance(item, Frame) else None
            if found is not None:
                yield found


def _card_read(frame: Frame) -> Read | None:
    try:
        if name_of(frame.number) != "EVENT":
            return None
        body = name_fields("EVENT", frame.payload)["body"]
        said = decode(body) if isinstance(body, bytes) else None
    except MessageError:
        return None
    if not isinstance(said, CardRead):
        return None
    return Read(
        tags=len(said.tags),
        skew_ms=said.skew_us10 / 100,
        transit_ms=said.transit_ms,
        current_ma=said.current_ma,
    )


def throat(found: Iterable[Read]) -> Iterator[str]:
    """Yield what a capture says of the throat: misses, doubles, length, current.

    Raises FirmwareError where no card passed.
    """
    cards = list(found)
    if not cards:
        raise FirmwareError("no card passed the throat in this capture; was it the croupier's?")
    none, more = sum(not card.tags for card in cards), sum(card.tags > 1 for card in cards)
    yield f"{len(cards)} cards: {none} without a tag, {more} with more than one"
    transit = sorted(card.transit_ms for card in cards)
    middle = statistics.median(transit)
    yield f"transit {middle:g} ms in the middle, {transit[0]} to {transit[-1]} ms"
    off = sum(abs(value - middle) > 0.06 * middle for value in transit)
    yield f"further than 6 % from it: {off} (a double card is half as long again)"
    yield f"skew at most {max(card.skew_ms for card in cards):.1f} ms"
    yield f"motor {statistics.median(card.current_ma for card in cards):g} mA"
