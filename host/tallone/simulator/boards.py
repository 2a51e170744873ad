"""The boards: real firmware in real MicroPython processes, on the conductor's clock.

Where there is no MicroPython the same files run under CPython (`simulator/cpython`).
"""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from tallone.errors import SimulationError
from tallone.paths import firmware_folder, micropython
from tallone.simulator.cable import Cable, CableNoise
from tallone.simulator.clients import CHANNEL_BUFFER, Client, Line
from tallone.simulator.conductor import Conductor

Role = Literal["mat", "croupier"]
ROLES: Final[tuple[Role, ...]] = ("mat", "croupier")
# The firmware itself runs a whole hand in 180 kB of these 64-bit bytes, see tests/end_to_end/test_heap.py;
# here the chip models and the compiler of the source files live in the same heap.
HEAP_KB: Final[dict[Role, int]] = {"mat": 640, "croupier": 640}
WITHOUT_MICROPYTHON: Final = "No MicroPython here: the boards' files run under CPython instead."
# How the simulated `machine` module says that the board has reset itself: status -> cause.
_RESETS: Final = {85: 1, 86: 3}
_POWER_ON: Final = 1
# A board that resets more often than this within a run is in a loop.
_MAX_RESETS: Final = 20
# What of a dead board's last words goes into the error.
_LAST_WORDS: Final = 3000


class Board:
    """One board with its cable; runs from construction until `stop`."""

    def __init__(
        self,
        role: Role,
        conductor: Conductor,
        folder: Path,
        *,
        rng: random.Random,
        told: Callable[[dict[str, object]], None],
        noise: CableNoise | None = None,
        command: list[str] | None = None,
    ) -> None:
        """Start the firmware of that role; `told` gets its chip models' reports on time.

        `command` runs another program than the role's firmware, given the control channel's number
        as its last argument. Raises SimulationError where the firmware's files are missing.
        """
        self.role = role
        self.resets = 0
        # Called when the firmware has started anew: the chip models know nothing of the world yet.
        self.restarted: Callable[[], None] = lambda: None
        self._conductor = conductor
        self._folder = folder
        self._told = told
        self._command = command
        self._errors = folder / f"{role}.stderr"
        self._errors.write_bytes(b"")
        self._process, control, data = self._launch(_POWER_ON)
        self.client = self._make_client(control)
        self.cable = Cable(
            conductor, data, folder / f"{role}.tty", rng=rng, noise=noise, wake_board=self._wake
        )

    def send(self, world: dict[str, object]) -> None:
        """Tell the chip models what the world is like now."""
        self.client.send({"world": world})

    def stop(self) -> None:
        """End the process and pull the cable."""
        self.cable.close()
        self.client.close()
        _end(self._process)

    def power_cycle(self) -> None:
        """Take the power away and give it back: the firmware starts anew, its FRAM keeps."""
        _end(self._process)
        self._conductor.remove(self.client)
        self._restart(_POWER_ON)

    def last_words(self) -> str:
        return self._errors.read_text(errors="replace")[-_LAST_WORDS:]

    def _wake(self) -> None:
        self.client.woken = True

    def _make_client(self, control: socket.socket) -> Client:
        client = Client(
            self.role,
            control,
            heard=self._hear,
            collect=lambda line: self.cable.collect_from_board(line.at),
        )
        self._conductor.add(client, self._ended)
        return client

    def _hear(self, line: Line) -> None:
        report = line.tell
        if report is not None:
            self._conductor.at(max(line.at, self.client.at), lambda: self._told(report))

    def _ended(self) -> None:
        status = self._process.wait(timeout=60)
        cause = _RESETS.get(status)
        if cause is None or self.resets >= _MAX_RESETS:
            raise SimulationError(
                f"the {self.role} board's firmware ended with status {status} at "
                f"{self._conductor.now / 1e6:.3f} s; its last words:\n{self.last_words()}"
            )
        self.resets += 1
        self._restart(cause)

    def _restart(self, cause: int) -> None:
        self._process, control, data = self._launch(cause)
        self.cable.replace_board(data)
        self.client = self._make_client(control)
        self.restarted()

    def _launch(self, cause: int) -> tuple[subprocess.Popen[bytes], socket.socket, socket.socket]:
        control, control_there = socket.socketpair()
        data, data_there = socket.socketpair()
        for end in (control_there, data_there, data):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHANNEL_BUFFER)
        command = self._command or _firmware_command(self.role)
        arguments = [str(control_there.fileno())]
        if self._command is None:
            arguments += [str(self._folder), str(cause)]
        with self._errors.open("ab") as errors:
            process = subprocess.Popen(
                [*command, *arguments],
                stdin=data_there.fileno(),
                stdout=data_there.fileno(),
                stderr=errors,
                pass_fds=[control_there.fileno()],
                start_new_session=True,
            )
        control_there.close()
        data_there.close()
        return process, control, data


def _firmware_command(role: Role) -> list[str]:
    try:
        main = firmware_folder() / "sim" / "sim_main.py"
    except FileNotFoundError as error:
        raise SimulationError(str(error)) from error
    interpreter = micropython()
    if interpreter is None:
        return [sys.executable, "-m", "tallone.simulator.cpython", role]
    return [str(interpreter), "-X", f"heapsize={HEAP_KB[role]}k", str(main), role]


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=60)
