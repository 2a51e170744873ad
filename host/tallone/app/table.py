"""The program's main loop: boards, people and time in; journal first, then commands, then the screen.

Threads: one reader per open port, in `link/line/port.py`, that only moves bytes; everything else is here.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from tallone.app.edges.attendant import Attendant
from tallone.app.edges.boards import Boards, Traffic
from tallone.app.edges.receipts import Keeper
from tallone.app.evening import presses
from tallone.app.evening.evening import Evening
from tallone.app.evening.outgoing.effects import BoardCommand
from tallone.app.hall.station import Station
from tallone.app.screen.buttons import shown_of
from tallone.app.screen.screen import Screen
from tallone.clock import Clock
from tallone.errors import JournalError, JournalStalledError, TalloneError
from tallone.journal.acknowledged import mark
from tallone.journal.records import LatencySampled, PhaseEntered, Record, SessionClosed
from tallone.journal.storage.writer import JournalWriter
from tallone.link.line.port import Wake
from tallone.mat.events import Seconds
from tallone.press import Button, Press
from tallone.shown import Shown
from tallone.sim_clock import SimulationOverError

_LOG: Final = logging.getLogger(__name__)
# How often time itself matters: settling in play, otherwise the clock on the screen.
_BUSY_S: Final = 0.25
_CALM_S: Final = 1.0
# Sums of floating-point seconds may fall short of what they mean by less than this.
_LEAST_S: Final = 0.001
_LINGER_STEP_S: Final = 0.05
# A journal that cannot be written is tried again after this; so many records may wait for it.
_RETRY_S: Final = 2.0
_MOST_WAITING: Final = 20_000
# Latencies are kept in parcels, so that they cost a record only now and then.
_PARCEL: Final = 50


class People(Protocol):
    """Where presses come from, and where the screen's words go in a simulation."""

    def presses(self, now: float) -> list[Press]:
        """Return what has been pressed since the last call."""
        ...

    def show(self, shown: Shown) -> None:
        """Say what can be seen and pressed now."""
        ...

    def frame_at(self, now: float) -> float:
        """Return when presses must be looked for next, if nothing else happens."""
        ...


class TableApp:
    """One program at one table."""

    def __init__(
        self,
        evening: Evening,
        boards: Boards,
        writer: JournalWriter,
        *,
        clock: Clock,
        people: People,
        screen: Screen,
        wake: Wake,
        keepers: Sequence[Keeper] = (),
        attendant: Attendant | None = None,
        station: Station | None = None,
    ) -> None:
        self._evening = evening
        evening.written_to(writer.head)
        self._boards = boards
        self._writer = writer
        self._clock = clock
        self._people = people
        self._screen = screen
        self._wake = wake
        self._latencies: list[float] = []
        self._keepers = keepers
        self._attendant = attendant
        self._station = station
        self._written: list[Record] = []  # not yet shown to the keepers
        self._waiting: list[Record] = []  # which the journal could not take yet
        self._held: list[BoardCommand] = []  # which go out after them
        self._retry_at = 0.0
        # Why the last step came to no end; empty if it did.
        self._broken_off = ""
        self.quit = False
        self.has_screen = True

    @property
    def wants_power_off(self) -> bool:
        """Whether people have said good night and the settings let the machine be switched off."""
        attendant = self._attendant
        return attendant is not None and attendant.said_good_night and attendant.config.power_off

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
        """Do everything that is due now; what a step that raises has led to is never written."""
        try:
            self._step(now)
        except (TalloneError, SimulationOverError):
            raise
        except KeyboardInterrupt:
            self._broken_off = "interrupted"
            raise
        except Exception:
            self._broken_off = "failed"
            raise

    def _step(self, now: float) -> None:
        begun = time.perf_counter()
        evening = self._evening
        self._boards.run(evening, now)
        for press in self._people.presses(now):
            self._press(press, now)
        evening.tick(now)
        if self._attendant is not None:
            self._attendant.tick(now)
            self.quit = self.quit or self._attendant.wants_off(now)
        if self._station is not None:
            self._station.hear(evening, now)
        changed = self._write(now)
        self._boards.flush(now)
        if self._station is not None:
            self._station.speak(evening)
        if self._screen.show(evening, now, self._attendant) and changed:
            self._latencies.append((time.perf_counter() - begun) * 1000)
        self._people.show(shown_of(evening, now))
        self._keep()

    def close(self, reason: str, now: float) -> None:
        """End the evening's session in the journal; the hand itself can be taken up again."""
        try:
            self._write_end(self._broken_off or reason, now)
        finally:
            self._boards.close()
            if self._station is not None:
                self._station.close()

    def _write_end(self, reason: str, now: float) -> None:
        records = list(self._waiting[self._writer.resync() :])
        led_to = self._evening.effects.take()[0]
        if not self._broken_off:
            records += led_to
        records += self._boards.link_records(now)
        if self._latencies:
            records.append(self._latency_record(now))
        records.append(SessionClosed(at=now, reason=reason))
        if self._broken_off != "interrupted":
            # What a step that failed has led to is forgotten, and what led to it is not heard again: it would
            # end every start. Of a step that somebody has interrupted the boards say everything again.
            mark(records, self._boards.heard)
        first = self._writer.count + 1
        self._writer.append(records)
        if not self._broken_off:
            self._evening.wrote(first, records)
            self._evening.written_to(self._writer.head)
            self._written += records
            self._keep()

    def _keep(self) -> None:
        """Give the keepers what has been written; they may take their time, the screen is shown."""
        written, self._written = self._written, []
        for keeper in self._keepers if written else ():
            keeper.take(written, self._writer.head)

    def _write(self, now: float) -> bool:
        """Write before anything is sent, shown or acknowledged; return whether there was anything."""
        evening = self._evening
        records, commands = evening.effects.take()
        if len(self._latencies) >= _PARCEL:
            records.append(self._latency_record(now))
        was_stalled = bool(evening.journal_trouble)
        self._waiting += records
        self._held += commands
        if was_stalled and now < self._retry_at:
            return bool(records)
        try:
            self._append(self._waiting)
        except JournalStalledError as error:
            self._stall(str(error), now)
            return True
        if was_stalled:
            evening.cannot_write("")
            _LOG.warning("the journal can be written again")
        held, self._held = self._held, []
        self._boards.acknowledge()
        self._boards.send(held, now)
        return bool(records) or was_stalled

    def _append(self, records: list[Record]) -> None:
        if not records:
            self._writer.check_there()
            return
        mark(records, self._boards.heard)
        first = self._writer.count + 1
        self._writer.append(records)
        self._waiting = []
        self._evening.wrote(first, records)
        self._evening.written_to(self._writer.head)
        self._written += records
        for record in records:
            if isinstance(record, PhaseEntered):
                _LOG.info("hand %d: %s", record.hand, record.phase)

    def _stall(self, reason: str, now: float) -> None:
        """Go on without the journal for now: nothing is acknowledged or sent, and the screen says it."""
        if not self._evening.journal_trouble:
            _LOG.error("%s; play goes on, and it is tried again", reason)
        if len(self._waiting) > _MOST_WAITING:
            raise JournalError(f"{reason}; {len(self._waiting)} records wait, more cannot be kept")
        self._evening.cannot_write(reason)
        self._retry_at = now + _RETRY_S

    def _latency_record(self, now: float) -> LatencySampled:
        sampled, self._latencies = tuple(round(value, 2) for value in self._latencies), []
        return LatencySampled(at=now, stage="event_to_screen", milliseconds=sampled)

    def _press(self, press: Press, now: float) -> None:
        match press.button:
            case Button.QUIT:
                self.quit = True
            case Button.LANGUAGE:
                self._screen.switch_language()
            case _ if self._attendant is not None and self._attendant.press(press, now):
                pass
            case _:
                presses.press(self._evening, press, now)

    def _deadline(self, now: float) -> float:
        pause = _BUSY_S if self._evening.is_busy else _CALM_S
        due = min(now + pause, self._boards.next_deadline(), self._people.frame_at(now))
        return max(due, now + _LEAST_S)
