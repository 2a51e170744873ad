"""One board's real firmware on simulated chips and the simulator's clock, with this process as host.

The host's end is the real one: port, session and reconnection, over the simulator's cable with all
that may be wrong with it. Whatever a board reports is acknowledged at once.
"""

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tallone.errors import LinkError, SimulationError
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Port, Wake
from tallone.link.messages import CommandDone, CommandLost, LinkEvent, Report, Role, Status
from tallone.link.session import HostSession
from tallone.simulator.clockwork.boards import Alone, Board
from tallone.simulator.clockwork.cable import CableNoise
from tallone.simulator.clockwork.conductor import SECOND, Conductor
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName, BoardPace

# Real seconds for bytes that are on their way through a pseudo terminal.
_PATIENCE: Final = 10.0
_LOOK: Final = 0.0002
# A busy board is asked again after this.
_AGAIN_S: Final = 0.2
World = dict[str, object]


class Rehearsal:
    """A board with its host. `take` gets every link event, `told` what the chip models tell.

    Close it when done; `now` is in seconds since power-on.
    """

    def __init__(
        self,
        role: Role,
        folder: Path,
        *,
        seed: int = 1,
        noise: CableNoise | None = None,
        command: Sequence[str] | None = None,
        alone: Alone | None = None,
        chip: BoardName | BoardPace = DEFAULT_BOARD,
    ) -> None:
        """Start the board; `command` runs another program than the role's firmware, `alone` its bundle."""
        rng = random.Random(seed)  # noqa: S311 - seeded noise is the point
        self.conductor = Conductor()
        self.take: Callable[[LinkEvent], None] = lambda _event: None
        self.told: Callable[[World], None] = lambda _report: None
        self.board = Board(
            role,
            self.conductor,
            folder,
            rng=rng,
            told=self._tell,
            noise=noise,
            command=None if command is None else list(command),
            alone=alone,
            chip=chip,
        )
        self._wake = Wake()
        address = str(folder / f"{role}.tty")
        self.session = HostSession(role, rng.getrandbits(32))
        self.link = BoardLink(address, self.session, self._wake)
        self._sent: dict[int, tuple[str, tuple[object, ...]]] = {}
        self._port: Port | None = None
        self._opened = 0
        self._plan = 0
        self.board.cable.wake_host = self._soon
        self._soon()

    @property
    def now(self) -> float:
        return self.conductor.now / SECOND

    def run(self, done: Callable[[], bool], limit_s: float) -> None:
        """Let time pass until `done()`; raise SimulationError after so many seconds at the table."""
        end = self.conductor.now + round(limit_s * SECOND)
        self.conductor.at(end, lambda: None)
        self.conductor.run(lambda: done() or self.conductor.now >= end)
        if not done():
            raise SimulationError(f"not done after {limit_s:.0f} s at the simulated table")

    def pause(self, seconds: float) -> None:
        """Let so many seconds pass."""
        end = self.conductor.now + round(seconds * SECOND)
        self.conductor.at(end, lambda: None)
        self.conductor.run(lambda: self.conductor.now >= end)

    def command(self, name: str, *fields: object) -> bool:
        """Send a command and return whether it could be sent; a busy board is asked again."""
        try:
            number = self.session.command(name, *fields, now=self.now)
        except LinkError:
            return False
        self._sent[number] = (name, fields)
        self._soon()
        return True

    def ask(self, name: str, *fields: object) -> int:
        """Send a command once and return its number, whatever the answer; raise LinkError if it cannot be."""
        number = self.session.command(name, *fields, now=self.now)
        self._soon()
        return number

    def close(self) -> None:
        """End the board and give everything back."""
        self.link.close()
        self.board.stop()
        self._wake.close()

    def _soon(self) -> None:
        self._plan_step(self.conductor.now)

    def _plan_step(self, when: int) -> None:
        self._plan += 1
        plan = self._plan
        self.conductor.at(when, lambda: self._step() if plan == self._plan else None)

    def _step(self) -> None:
        self._catch_up()
        for event in self.link.run(self.now):
            self._hear(event)
        self.link.flush(self.now)
        self._hand_over()
        self._plan_step(max(round(self.link.next_deadline() * SECOND), self.conductor.now + 1000))

    def _hear(self, event: LinkEvent) -> None:
        if isinstance(event, Report):
            self.session.ack(event.event, event.boot_id)
        elif isinstance(event, CommandDone | CommandLost):
            name, fields = self._sent.pop(event.command, ("", ()))
            if isinstance(event, CommandDone) and event.status is Status.BUSY and name:
                self.conductor.after(_AGAIN_S, lambda: self._again(name, *fields))
        self.take(event)

    def _again(self, name: str, *fields: object) -> None:
        self.command(name, *fields)

    def _tell(self, report: World) -> None:
        self.told(report)

    def _catch_up(self) -> None:
        """Wait, in real time, until the port's reader has what the cable has delivered."""
        port, expected = self.link.port, self.board.cable.expected
        if port is None:
            return
        end = time.monotonic() + _PATIENCE
        while port.failure is None and (expected < 0 or port.rx_total < expected):
            if time.monotonic() > end:
                raise SimulationError(f"{port.address} has not read what was sent")
            time.sleep(_LOOK)

    def _hand_over(self) -> None:
        """Give the cable what the port has written."""
        port = self.link.port
        if port is not self._port:
            self._port = port
            self._opened += port is not None
        if port is None:
            self.board.cable.host_closed()
        else:
            self.board.cable.collect_from_host(self._opened, port.tx_total)
