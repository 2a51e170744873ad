"""The host program's place on the conductor's clock, and what passes between it and the people."""

import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tallone.errors import SimulationError
from tallone.press import Press
from tallone.shown import Shown
from tallone.simulator.clockwork.boards import Board
from tallone.simulator.clockwork.clients import Client, Line
from tallone.simulator.clockwork.conductor import Conductor

# Real seconds for the program to start, imports included, on a busy machine.
_START_PATIENCE: Final = 60.0


class HostGate:
    """Listens at `clock.sock`; one program at a time. `shown` is what people see on its screen."""

    def __init__(
        self,
        conductor: Conductor,
        folder: Path,
        boards: Mapping[str, Board],
        *,
        left: Callable[[], None],
    ) -> None:
        """`left` is called when the program ends by itself."""
        self.shown = Shown()
        # Every commitment that has stood on the screen, as words.
        self.commitments: list[str] = []
        self._conductor = conductor
        self._boards = boards
        self._left = left
        self._client: Client | None = None
        path = folder / "clock.sock"
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._listener.bind(str(path))
        except OSError as error:
            raise SimulationError(
                f"{path}: {error}; the run's folder needs a shorter path"
            ) from error
        self._listener.listen(1)
        for board in boards.values():
            board.cable.wake_host = self._wake

    @property
    def attached(self) -> bool:
        return self._client is not None

    def attach(self, alive: Callable[[], bool] = lambda: True) -> None:
        """Wait, in real time while virtual time stands still, for the program to connect.

        Raises SimulationError when it does not, or `alive()` says that it has ended.
        """
        waited = 0.0
        self._listener.settimeout(0.25)
        while waited < _START_PATIENCE and alive():
            try:
                channel, _ = self._listener.accept()
            except TimeoutError:
                waited += 0.25
                continue
            self._client = Client(
                "host", channel, heard=self._hear, collect=self._collect, granted=self._counts
            )
            self._conductor.add(self._client, self._gone)
            return
        raise SimulationError(
            "the program has ended before it came to the table"
            if waited < _START_PATIENCE
            else f"the program has not come to the table within {_START_PATIENCE:.0f} s"
        )

    def detach(self) -> None:
        """Let go of a program that has been killed; its ports are closed with it."""
        if self._client is not None:
            self._conductor.remove(self._client)
            self._forget()

    def press(self, pressed: Press) -> None:
        """Press a button on the screen; without a program nothing happens."""
        if self._client is not None:
            self._client.send({"press": pressed})

    def step_wall_clock(self, seconds: float) -> None:
        """Let the host's wall clock jump."""
        if self._client is not None:
            self._client.send({"wall_step": seconds})

    def put_away(self) -> None:
        """Tell the program that the table is put away: it ends."""
        if self._client is not None:
            self._client.send({"over": True})
            self.detach()

    def close(self) -> None:
        self._listener.close()
        if self._client is not None:
            self._client.close()

    def _wake(self) -> None:
        if self._client is not None:
            self._client.woken = True

    def _hear(self, line: Line) -> None:
        if line.shown is None:
            return
        self.shown = line.shown
        words = line.shown.commitment
        if words is not None and (text := " ".join(words)) not in self.commitments:
            self.commitments.append(text)

    def _collect(self, line: Line) -> None:
        for name, board in self._boards.items():
            if name in line.ports:
                opened, _read, written = line.ports[name]
                board.cable.collect_from_host(opened, written)
            else:
                board.cable.host_closed()

    def _counts(self) -> dict[str, object]:
        return {"ports": {name: board.cable.expected for name, board in self._boards.items()}}

    def _gone(self) -> None:
        self._forget()
        self._left()

    def _forget(self) -> None:
        self._client = None
        self.shown = Shown()
        for board in self._boards.values():
            board.cable.forget_host()
