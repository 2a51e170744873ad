"""The program's main loop: boards, people and time in; journal first, then commands, then the screen.

Threads: one reader per open port, in `link/port.py`, that only moves bytes; everything else is here.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from tallone.app.edges.boards import Boards, Traffic
from tallone.app.edges.receipts import Keeper
from tallone.app.evening import presses
from tallone.app.evening.evening import Night
from tallone.app.screen.screen import Screen
from tallone.clock import Clock
from tallone.journal.acknowledged import mark
from tallone.journal.records import LatencySampled, PhaseEntered, Record, SessionClosed
from tallone.journal.writer import JournalWriter
from tallone.link.port import Wake
from tallone.mat.events import Seconds
from tallone.press import Button, Press

_LOG: Final = logging.getLogger(__name__)
# How often time itself matters: settling in play, otherwise the clock on the screen.
_BUSY_S: Final = 0.25
_CALM_S: Final = 1.0
# Sums of floating-point seconds may fall short of what they mean by less than this.
_LEAST_S: Final = 0.001
_LINGER_STEP_S: Final = 0.05
# Latencies are kept in parcels, so that they cost a record only now and then.
_PARCEL: Final = 50


class People(Protocol):
    """Where presses come from, and where the screen's words go in a simulation."""

    def presses(self, now: float) -> list[Press]:
        """Return what has been pressed: the arguments of `presses.press` with the button's name."""
        ...

    def show(self, screen: dict[str, object]) -> None:
        """Say what can be seen and pressed now."""
        ...

    def frame_at(self, now: float) -> float:
        """Return when presses must be looked for next, if nothing else happens."""
        ...


class TableApp:
    """One program at one table."""

    def __init__(
        self,
        night: Night,
        boards: Boards,
        writer: JournalWriter,
        *,
        clock: Clock,
        people: People,
        screen: Screen,
        wake: Wake,
        keepers: Sequence[Keeper] = (),
    ) -> None:
        self._night = night
        self._boards = boards
        self._writer = writer
        self._clock = clock
        self._people = people
        self._screen = screen
        self._wake = wake
        self._latencies: list[float] = []
        self._keepers = keepers
        self._written: list[Record] = []  # not yet shown to the keepers
        self.quit = False
        self.has_screen = True

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Run until somebody quits, `until()` says so, or the clock raises."""
        now = self._clock.now()
        traffic = Traffic(self._boards.links)
        while not (self.quit or until()):
            self._wake.clear()
            self.step(now)
            now = self._clock.wait(Seconds(self._deadline(now)), [self._wake.fd], traffic)

    def linger(self, seconds: float) -> None:
        """Leave the last score sheet on a real screen until somebody presses something, or time is up."""
        begun = time.monotonic()
        while (now := time.monotonic()) - begun < seconds and self._screen.show_last_sheet(now):
            if self._people.presses(now):
                return
            time.sleep(_LINGER_STEP_S)

    def step(self, now: float) -> None:
        """Do everything that is due now."""
        begun = time.perf_counter()
        night = self._night
        self._boards.run(night, now)
        for press in self._people.presses(now):
            self._press(press, now)
        night.tick(now)
        changed = self._write(now)
        self._boards.flush(now)
        if self._screen.show(night, now) and changed:
            self._latencies.append((time.perf_counter() - begun) * 1000)
        self._people.show(self._screen.words(night, now))
        self._keep()

    def close(self, reason: str, now: float) -> None:
        """End the evening's session in the journal; the hand itself can be taken up again."""
        self._write(now)
        records: list[Record] = [
            *self._boards.link_records(now),
            SessionClosed(at=now, reason=reason),
        ]
        if self._latencies:
            records.insert(0, self._latency_record(now))
        self._writer.append(records)
        self._keep()
        self._boards.close()

    def _keep(self) -> None:
        """Give the keepers what has been written; they may take their time, the screen is shown."""
        written, self._written = self._written, []
        for keeper in self._keepers if written else ():
            keeper.take(written, self._writer.head)

    def _write(self, now: float) -> bool:
        """Write before anything is sent, shown or acknowledged; return whether there was anything."""
        night = self._night
        records, commands = night.effects.take()
        if len(self._latencies) >= _PARCEL:
            records.append(self._latency_record(now))
        if records:
            mark(records, self._boards.heard)
            first = self._writer.count + 1
            self._writer.append(records)
            night.wrote(first, records)
            self._written += records
            for record in records:
                if isinstance(record, PhaseEntered):
                    _LOG.info("hand %d: %s", record.hand, record.phase)
        self._boards.acknowledge()
        self._boards.send(commands, now)
        return bool(records)

    def _latency_record(self, now: float) -> LatencySampled:
        sampled, self._latencies = tuple(round(value, 2) for value in self._latencies), []
        return LatencySampled(at=now, stage="event_to_screen", milliseconds=sampled)

    def _press(self, press: Press, now: float) -> None:
        match press.button:
            case Button.QUIT:
                self.quit = True
            case Button.LANGUAGE:
                self._screen.switch_language()
            case _:
                presses.press(self._night, press, now)

    def _deadline(self, now: float) -> float:
        pause = _BUSY_S if self._night.is_busy else _CALM_S
        due = min(now + pause, self._boards.next_deadline(), self._people.frame_at(now))
        return max(due, now + _LEAST_S)
