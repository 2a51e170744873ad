"""Calibrating a mat's scales with cards: the talk with board and person, on a port or at a simulated mat.

For each scale: emptied and tared, a known number of cards laid, the calibration sent, some cards taken
off again and counted. If they are counted as another number the old calibration is put back.
"""

import dataclasses
import os
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol, Self

from tallone.display.texts.phrases import Phrase, say, text
from tallone.errors import FirmwareError, LinkError
from tallone.firmware.timing.rehearsal import Rehearsal
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake
from tallone.link.messages import (
    CommandDone,
    LinkEvent,
    LinkLost,
    LinkUp,
    Refused,
    Report,
    Role,
    Status,
)
from tallone.link.session import HostSession
from tallone.mat.calibration import (
    ScaleReading,
    ScaleState,
    Trouble,
    calibrated,
    check,
    is_zero,
    read_reading,
)
from tallone.mat.piles import CardWeight
from tallone.mat.zones import WEIGHED, Zone

# So many cards are taken off to see whether they are counted.
CHECK_CARDS: Final = 7
# The board is looked at this often; a weight counts when so many looks in a row agree this well.
_LOOK_S: Final = 0.25
_LOOKS: Final = 3
_AGREE_G: Final = 0.15
# A pile of cards rests within two seconds of being laid; a hand may stay a while.
_PATIENCE_S: Final = 20.0
_ANSWER_S: Final = 5.0
_UP_S: Final = 8.0
_CARD_CG: Final = 200


class CalibrationError(FirmwareError):
    """A scale that cannot be calibrated; `phrase` says why and what to do, in either language."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.key)
        self.phrase = phrase


class Mat(Protocol):
    """A mat and the time at it. `command` returns the answer; `person` waits until somebody has done it."""

    def command(self, name: str, *fields: object) -> tuple[Status, bytes]: ...
    def pause(self, seconds: float) -> None: ...
    def person(self, scale: int, cards: int, request: Phrase) -> None: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """A scale that is calibrated: its calibration before and now, and the cards counted at the check."""

    zone: Zone
    before: int
    now: int
    checked: int


def calibrate(
    mat: Mat, zones: tuple[Zone, ...], cards: int, card: CardWeight | None = None
) -> Iterator[Done]:
    """Calibrate those scales one after the other; raise CalibrationError at the first that cannot be."""
    for zone in zones:
        yield _Calibration(mat, zone, cards, card or CardWeight()).run()


class _Calibration:
    def __init__(self, mat: Mat, zone: Zone, cards: int, card: CardWeight) -> None:
        self._mat = mat
        self._zone = zone
        self._scale = WEIGHED.index(zone)
        self._cards = cards
        self._card = card

    def run(self) -> Done:
        before = self._read()
        self._ask(0, "calibrate.clear")
        self._tare()
        self._ask(self._cards, "calibrate.lay", n=self._cards)
        found = calibrated(self._rest(), self._cards, self._card)
        if isinstance(found, Trouble):
            raise self._error(found.value, n=self._cards)
        self._send("CALIBRATE", found)
        try:
            checked = self._check()
        except CalibrationError:
            self._send("CALIBRATE", before.counts_per_gram_x100)
            raise
        stored = self._read()
        if stored.counts_per_gram_x100 != found:
            raise self._error("calibrate.not_stored")
        return Done(self._zone, before.counts_per_gram_x100, found, checked)

    def _tare(self) -> None:
        self._rest()
        self._send("TARE")
        if not is_zero(self._rest()):
            raise self._error("calibrate.not_zero")

    def _check(self) -> int:
        full = self._rest()
        self._ask(self._cards - CHECK_CARDS, "calibrate.take", n=CHECK_CARDS)
        counted = check(full, self._rest(), self._cards, self._card).taken
        if counted is None:
            raise self._error(Trouble.UNCLEAR.value, n=CHECK_CARDS)
        if counted != CHECK_CARDS:
            raise self._error(Trouble.MISCOUNTED.value, n=CHECK_CARDS, seen=counted)
        return counted

    def _ask(self, cards: int, key: str, **fields: int) -> None:
        self._mat.person(self._scale, cards, self._say(key, **fields))

    def _rest(self) -> ScaleReading:
        """Wait until the scale rests, and return what it shows then."""
        looks: list[ScaleReading] = []
        for _look in range(round(_PATIENCE_S / _LOOK_S)):
            self._mat.pause(_LOOK_S)
            reading = self._read()
            if reading.state is ScaleState.SILENT:
                raise self._error("calibrate.silent")
            still = reading.state is ScaleState.REST and all(
                abs(reading.grams - other.grams) < _AGREE_G for other in looks
            )
            looks = [*looks, reading] if still else []
            if len(looks) == _LOOKS:
                return reading
        raise self._error("calibrate.restless")

    def _read(self) -> ScaleReading:
        status, body = self._mat.command("READ_SCALE", self._scale)
        if status is Status.UNKNOWN:
            raise self._error("calibrate.old_firmware")
        reading = read_reading(body) if status is Status.OK else None
        if reading is None:
            raise self._error("calibrate.refused")
        return reading

    def _send(self, name: str, *fields: int) -> None:
        for _try in range(_LOOKS):
            status, _body = self._mat.command(name, self._scale, *fields)
            if status is Status.OK:
                return
            self._mat.pause(_LOOK_S)
        raise self._error("calibrate.restless" if status is Status.BUSY else "calibrate.refused")

    def _say(self, key: str, **fields: int) -> Phrase:
        return say(key, scale=f"scale.{self._zone.value}", **fields)

    def _error(self, key: str, **fields: int) -> CalibrationError:
        return CalibrationError(self._say(key, **fields))


def in_words(phrase: Phrase, lang: str) -> str:
    """Return what is asked or wrong in that language, with the scale's name."""
    fields = dict(phrase.fields)
    fields["scale"] = text(str(fields["scale"]), lang)
    return text(phrase.key, lang, **fields)


def said(done: Done) -> Phrase:
    """Return the sentence about a scale that is calibrated."""
    return say(
        "calibrate.done",
        scale=f"scale.{done.zone.value}",
        before=round(done.before / 100),
        now=round(done.now / 100),
        n=done.checked,
    )


class PortMat:
    """A mat at a port, on the wall's clock; `ask` tells a person what to do and returns when it is done."""

    def __init__(self, address: str, ask: Callable[[Phrase], None]) -> None:
        """Open the port and wait for the board; raise FirmwareError if it does not answer."""
        self._ask = ask
        # Gets every report of the board.
        self.heard: Callable[[Report], None] = lambda _report: None
        self._wake = Wake()
        session = HostSession(Role.MAT, int.from_bytes(os.urandom(4), "little"))
        self._link = BoardLink(address, session, self._wake)
        if not self._until(lambda event: isinstance(event, LinkUp), _UP_S):
            trouble = (
                self._link.trouble or "the mat does not answer; `tallone doctor` looks for it"
            )
            self.close()
            raise FirmwareError(f"{address}: {trouble}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def command(self, name: str, *fields: object) -> tuple[Status, bytes]:
        try:
            number = self._link.session.command(name, *fields, now=time.monotonic())
        except LinkError as error:
            raise FirmwareError(str(error)) from error
        answers: list[CommandDone] = []

        def take(event: LinkEvent) -> bool:
            if isinstance(event, CommandDone) and event.command == number:
                answers.append(event)
            if isinstance(event, LinkLost):
                raise FirmwareError(f"{event.reason}; plug it in and begin again")
            return bool(answers)

        if not self._until(take, _ANSWER_S):
            raise FirmwareError(f"the mat does not answer {name}; unplug it and begin again")
        return answers[0].status, answers[0].body

    def pause(self, seconds: float) -> None:
        self._until(lambda _event: False, seconds)

    def person(self, scale: int, cards: int, request: Phrase) -> None:  # noqa: ARG002 - a person reads it
        self._ask(request)
        # The link has rested meanwhile: after three seconds both ends have closed the session.
        self._until(lambda _event: False, 0.0)
        if not self._link.session.is_open:
            self._until(lambda event: isinstance(event, LinkUp), _UP_S)

    def close(self) -> None:
        self._link.close()
        self._wake.close()

    def _until(self, take: Callable[[LinkEvent], bool], seconds: float) -> bool:
        """Run the link until `take` returns true for an event; return whether it did in time."""
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            for event in self._link.run(now):
                if isinstance(event, Refused):
                    raise FirmwareError(event.sentence)
                if isinstance(event, Report):
                    # A board whose reports nobody takes cannot say any more that somebody leans.
                    self._link.session.ack(event.event, event.boot_id)
                    self.heard(event)
                if take(event):
                    return True
            self._link.flush(now)
            if now >= end:
                return False
            until = min(self._link.next_deadline(), end) - time.monotonic()
            select.select([self._wake.fd], [], [], max(0.0, min(until, 0.1)))
            self._wake.clear()


class SimulatedMat:
    """A simulated mat with the real firmware; whatever is asked of a person is done at once.

    `mistake` changes what the person lays: cards asked for -> cards laid.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[Phrase], None] = lambda _request: None,
        *,
        seed: int = 1,
        mistake: Callable[[int], int] = lambda cards: cards,
    ) -> None:
        """Start it and wait until it answers."""
        self._tell = tell
        self._mistake = mistake
        self.heard: Callable[[Report], None] = lambda _report: None
        self._is_up = False
        self._answers: dict[int, CommandDone] = {}
        self.rehearsal = Rehearsal(Role.MAT, folder, seed=seed)
        self.rehearsal.take = self._take
        self.rehearsal.run(lambda: self._is_up, _UP_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.rehearsal.close()

    def command(self, name: str, *fields: object) -> tuple[Status, bytes]:
        number = self.rehearsal.ask(name, *fields)
        self.rehearsal.run(lambda: number in self._answers, _ANSWER_S)
        answer = self._answers.pop(number)
        return answer.status, answer.body

    def pause(self, seconds: float) -> None:
        self.rehearsal.pause(seconds)

    def person(self, scale: int, cards: int, request: Phrase) -> None:
        self._tell(request)
        laid = self._mistake(cards)
        zone = WEIGHED[scale].value
        self.rehearsal.board.send({"zone": zone, "tags": [], "load": laid})
        self.rehearsal.board.send({"scale": zone, "cg": _CARD_CG * laid, "shake": False})

    def _take(self, event: LinkEvent) -> None:
        if isinstance(event, LinkUp):
            self._is_up = True
        elif isinstance(event, CommandDone):
            self._answers[event.command] = event
        elif isinstance(event, Report):
            self.heard(event)
