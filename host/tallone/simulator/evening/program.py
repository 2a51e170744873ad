"""The program under test as a process of its own: started, killed, started again."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final, Protocol

from tallone.simulator.clockwork.host_gate import HostGate

JOURNAL: Final = "journal.sqlite"
_LAST_WORDS: Final = 3000
# Real seconds for the program to write its last records and end.
_END_PATIENCE: Final = 60.0


class Guest(Protocol):
    """The program at the table, whoever has started it."""

    @property
    def status(self) -> int | None:
        """The exit status, None while it runs."""

    @property
    def pid(self) -> int | None:
        """The number of its process, if it is ours."""

    @property
    def is_doomed(self) -> bool:
        """Whether it is going to be killed while it works."""

    def start(self) -> None:
        """Let it come to the table."""

    def kill(self) -> None:
        """Cut its power."""

    def end(self) -> int:
        """Put the table away; return the exit status."""

    def last_words(self) -> str:
        """Return the end of what it wrote about errors."""


class Program:
    """`tallone run --sim` in the run's folder; its errors go to `program.stderr` there."""

    def __init__(self, folder: Path, gate: HostGate, command: list[str] | None = None) -> None:
        """`command` replaces the usual one, for tests."""
        self._folder = folder
        self._gate = gate
        self._command = command or default_command(folder)
        self._process: subprocess.Popen[bytes] | None = None
        # Somebody has arranged that it is killed while it works.
        self.is_doomed = False

    @property
    def status(self) -> int | None:
        """The exit status, None while it runs."""
        return None if self._process is None else self._process.poll()

    @property
    def pid(self) -> int | None:
        """The number of the process now, None before the start."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the program and wait until it is at the table."""
        errors_path = self._folder / "program.stderr"
        with errors_path.open("ab") as errors:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,
                env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            )
        process = self._process
        self.is_doomed = False
        self._gate.attach(lambda: process.poll() is None)

    def kill(self) -> None:
        """End the program as a power cut would."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait(timeout=_END_PATIENCE)
        self._gate.detach()

    def kill_within(self, seconds: float) -> None:
        """End it as a power cut would after so many real seconds, whatever it is doing then."""
        if self._process is not None:
            self.is_doomed = True
            timer = threading.Timer(seconds, self._process.kill)
            timer.daemon = True
            timer.start()

    def end(self) -> int:
        """Put the table away; return the program's exit status, -9 if it had to be killed.

        A kill that was arranged and came only now is none.
        """
        if self._process is None:
            return 0
        if not self._gate.attached and self._process.poll() is None:
            # It is only being started, and would wait for a clock that nobody serves.
            self._process.kill()
        self._gate.put_away()
        try:
            status = self._process.wait(timeout=_END_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(timeout=_END_PATIENCE)
        return 0 if self.is_doomed and status == -signal.SIGKILL else status

    def last_words(self) -> str:
        path = self._folder / "program.stderr"
        return path.read_text(errors="replace")[-_LAST_WORDS:] if path.exists() else ""


class Visitor:
    """A program that comes by itself; it stands where `Program` does."""

    def __init__(self, gate: HostGate) -> None:
        self._gate = gate

    @property
    def status(self) -> int | None:
        return None

    @property
    def pid(self) -> int | None:
        return None

    @property
    def is_doomed(self) -> bool:
        return False

    def start(self) -> None:
        """Say that the table stands, and wait for the program."""
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        self._gate.attach()

    def kill(self) -> None:
        """A visiting program cannot be killed from here; it is let go."""
        self._gate.detach()

    def end(self) -> int:
        """Tell the program that the table is put away."""
        self._gate.put_away()
        return 0

    def last_words(self) -> str:
        return ""


def default_command(folder: Path) -> list[str]:
    """Return the program's command; its settings are in the folder's `run.json`."""
    return [
        sys.executable,
        "-m",
        "tallone",
        "run",
        "--sim",
        str(folder),
        "--journal",
        str(folder / JOURNAL),
    ]
