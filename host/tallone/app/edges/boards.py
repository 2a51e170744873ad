"""The two boards as the evening hears them: link events in order, each report acknowledged once written."""

import logging
from collections.abc import Iterator, Mapping
from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.outgoing.effects import BoardCommand
from tallone.errors import LinkError
from tallone.journal.records import LinkChanged
from tallone.link.line.board_link import BoardLink
from tallone.link.line.sparse_log import SparseLog
from tallone.link.messages import (
    BoardLog,
    BoardRestarted,
    CommandDone,
    LinkEvent,
    LinkLost,
    LinkUp,
    NoAnswer,
    Refused,
    Report,
    ReportsLost,
    Role,
    Status,
    Unreadable,
)

_LOG: Final = logging.getLogger(__name__)
# The most lines of a board's own that reach the log in a minute.
_BOARD_LINES: Final = 30
_SPAN_S: Final = 60.0


class Boards:
    """Runs both links and passes on what they say."""

    def __init__(self, links: Mapping[str, BoardLink]) -> None:
        self.links = dict(links)
        self._board_logs = {role: SparseLog(_LOG, _BOARD_LINES, _SPAN_S) for role in links}
        self._unacknowledged: dict[str, Report | Unreadable] = {}

    def run(self, evening: Evening, now: float) -> None:
        """Take what has come from the boards."""
        for role, link in self.links.items():
            for event in link.run(now):
                self._take(role, event, evening, now)
            if link.port is None and link.trouble and role not in evening.up:
                evening.board_missing(role, link.address, link.trouble)

    def send(self, commands: list[BoardCommand], now: float) -> None:
        """Send commands; those for an absent board are dropped, and it is asked again when it returns."""
        for command in commands:
            try:
                self.links[command.role].session.command(command.name, *command.fields, now=now)
            except LinkError as error:
                _LOG.info("%s", error)

    @property
    def heard(self) -> dict[str, tuple[int, int]]:
        """The last report of each board since the last acknowledgement: role -> boot, number."""
        return {
            role: (report.boot_id, report.event) for role, report in self._unacknowledged.items()
        }

    def acknowledge(self) -> None:
        """The journal has every report so far: the boards may forget them."""
        for role, report in self._unacknowledged.items():
            self.links[role].session.ack(report.event, report.boot_id)
        self._unacknowledged.clear()

    def flush(self, now: float) -> None:
        for link in self.links.values():
            link.flush(now)

    def next_deadline(self) -> float:
        return min(link.next_deadline() for link in self.links.values())

    def close(self) -> None:
        for link in self.links.values():
            link.close()

    def link_records(self, now: float) -> list[LinkChanged]:
        """Return a record with each link's counters, for the end of the evening."""
        return [self._changed(role, "closed", "", now) for role in self.links]

    def _take(self, role: str, event: LinkEvent, evening: Evening, now: float) -> None:
        match event:
            case Report():
                self._unacknowledged[role] = event
                evening.hear(Role(role), event.said, now)
            case Unreadable():
                # Counted by the link; the board may forget it like any other.
                self._unacknowledged[role] = event
            case LinkUp(welcome=welcome):
                _LOG.info("%s: firmware %s", role, welcome.firmware)
                evening.effects.record(self._changed(role, "up", welcome.firmware, now))
                evening.board_up(role, welcome.firmware_hash.hex(), now)
            case LinkLost(reason=reason):
                evening.effects.record(self._changed(role, "lost", reason, now))
                evening.board_lost(role, reason, now)
            case BoardRestarted():
                evening.effects.record(self._changed(role, "restarted", "", now))
                evening.board_restarted(role, now)
            case Refused(sentence=sentence):
                evening.effects.record(self._changed(role, "refused", sentence, now))
                evening.board_refused(role, sentence)
            case NoAnswer(sentence=sentence):
                evening.effects.record(self._changed(role, "refused", sentence, now))
                evening.board_silent(role, sentence)
            case CommandDone() if event.status is Status.REFUSED:
                fault = event.body[0] if event.body else 0
                evening.command_refused(role, event.name, fault, now)
            case CommandDone() if event.status is Status.BUSY:
                evening.command_busy(role, now)
            case ReportsLost():
                evening.reports_lost(role, now)
            case BoardLog(level=level, text=text):
                severity = logging.WARNING if level >= 2 else logging.DEBUG
                self._board_logs[role].log(now, severity, "%s: %s", role, text)
            case _:
                pass

    def _changed(self, role: str, what: str, detail: str, now: float) -> LinkChanged:
        session = self.links[role].session
        counters = {
            "frames": session.reader.good,
            "resent": session.repeated_commands + session.counters.duplicates,
            "crc_errors": session.reader.bad,
        }
        return LinkChanged(at=now, board=role, what=what, counters=counters, detail=detail[:200])


class Traffic(Mapping[str, tuple[int, int]]):
    """Bytes read and written per open port, counting on while somebody looks."""

    def __init__(self, links: Mapping[str, BoardLink]) -> None:
        self._links = links

    def __getitem__(self, role: str) -> tuple[int, int]:
        if self._links[role].port is None:
            raise KeyError(role)
        return self._links[role].traffic

    def __iter__(self) -> Iterator[str]:
        return (role for role, link in self._links.items() if link.port is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)
