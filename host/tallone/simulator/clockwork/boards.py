"""The boards: real firmware in real MicroPython processes, on the conductor's clock.

Where there is no MicroPython the same files run under CPython (`simulator/cpython`).
"""

import contextlib
import dataclasses
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from tallone.errors import SimulationError
from tallone.link.messages import Role
from tallone.paths import firmware_folder, micropython
from tallone.simulator.clockwork.cable import Cable, CableNoise
from tallone.simulator.clockwork.clients import CHANNEL_BUFFER, Client, Line
from tallone.simulator.clockwork.conductor import Conductor
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName, BoardPace
from tallone.simulator.interpreter.tree import paced

ROLES: Final = tuple(Role)
# The firmware alone runs in 180 kB, see `Alone`; here the chip models and the compiler of the source
# files live in the same heap.
HEAP_KB: Final[dict[Role, int]] = {Role.MAT: 640, Role.CROUPIER: 640}
# Of the chip models on their own.
_CHIPS_KB: Final = 1024
WITHOUT_MICROPYTHON: Final = "No MicroPython here: the boards' files run under CPython instead."
# How the simulated `machine` module says that the board has reset itself: status -> cause.
_RESETS: Final = {85: 1, 86: 3}
_POWER_ON: Final = 1
# A board that resets more often than this within a run is in a loop.
_MAX_RESETS: Final = 20
# What of a dead board's last words goes into the error.
_LAST_WORDS: Final = 3000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """The firmware as installed, alone in a heap of a board's size; its chips in another process.

    `bundles` holds one folder for each role, as `tallone firmware build` writes it, and the coast
    (`tallone.firmware.coast`). Chips that do not keep
    write nothing down over a power cut, which for the croupier's is every move of a card.
    """

    heap_kb: int
    bundles: Path
    keeps: bool = True


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
        alone: Alone | None = None,
        chip: BoardName | BoardPace = DEFAULT_BOARD,
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
        self._alone = alone
        self._chip = chip
        self._chips: subprocess.Popen[bytes] | None = None
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
        self._end()

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
        with self._errors.open("ab") as errors, control_there, data_there:
            channel = control_there
            if self._command is not None:
                command = [*self._command, str(control_there.fileno())]
            elif self._alone is not None:
                kept = str(self._folder) if self._alone.keeps else ""
                channel = self._launch_chips(control_there, errors, kept)
                command = _alone_command(self.role, self._alone)
                command += [str(channel.fileno()), str(self._folder), str(cause)]
            else:
                command = _firmware_command(self.role)
                command += [str(control_there.fileno()), str(self._folder), str(cause)]
                # Under CPython code costs nothing.
                command += paced(self._chip) if micropython() is not None else []
            with channel:
                process = subprocess.Popen(
                    command,
                    stdin=data_there.fileno(),
                    stdout=data_there.fileno(),
                    stderr=errors,
                    pass_fds=[channel.fileno()],
                    start_new_session=True,
                )
        return process, control, data

    def _launch_chips(self, control: socket.socket, errors: BinaryIO, kept: str) -> socket.socket:
        """Start the chips of a firmware that runs alone; return its end of the strait."""
        here, there = socket.socketpair()
        command = [*_micropython(_CHIPS_KB), str(_sim_folder() / "chips.py"), self.role]
        with there:
            self._chips = subprocess.Popen(
                [*command, str(there.fileno()), str(control.fileno()), kept],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                pass_fds=[there.fileno(), control.fileno()],
                start_new_session=True,
            )
        return here

    def _end(self) -> None:
        _end(self._process)
        if self._chips is not None:
            _end(self._chips)


def _firmware_command(role: Role) -> list[str]:
    main = _sim_folder() / "sim_main.py"
    if micropython() is None:
        return [sys.executable, "-m", "tallone.simulator.cpython", role]
    return [*_micropython(HEAP_KB[role]), str(main), role]


def _alone_command(role: Role, alone: Alone) -> list[str]:
    main = _sim_folder() / "apart" / "apart_main.py"
    return [*_micropython(alone.heap_kb), str(main), str(alone.bundles / role)]


def _micropython(heap_kb: int) -> list[str]:
    interpreter = micropython()
    if interpreter is None:
        raise SimulationError("the firmware alone needs MicroPython, and there is none here")
    return [str(interpreter), "-X", f"heapsize={heap_kb}k"]


def _sim_folder() -> Path:
    try:
        return firmware_folder() / "sim"
    except FileNotFoundError as error:
        raise SimulationError(str(error)) from error


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=60)
