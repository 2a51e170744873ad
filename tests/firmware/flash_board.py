"""A board with a flash, a REPL and a cable: a real MicroPython in a terminal, its flash a folder.

From power-on it does what MicroPython does on the board: main.py, and the REPL when that ends. Pins
and buses are there with nothing attached. A reset or a pulled plug starts the process anew.
"""

import os
import select
import shutil
import subprocess
import threading
import tty
from pathlib import Path

from tests.firmware import micropython

HERE = Path(__file__).parent / "board"
_POWER_ON, _WATCHDOG = 1, 3
# The doubles of the chip's own modules, with what they import.
_CHIP = ("machine.py", "rp2.py", "effort.py", "measures.py", "pio_machines.py", "pulses.py")


class FlashBoard:
    """`flash` is its file system, `path` its port; `starts` counts its starts."""

    def __init__(self, folder):
        self.flash = folder / "flash"
        self.flash.mkdir()
        self.path = folder / "board.tty"
        self.starts = 0
        self._silicon = folder / "silicon"
        self._silicon.mkdir()
        for file in (
            *HERE.glob("*.py"),
            *(micropython.ROOT / "firmware" / "sim" / name for name in _CHIP),
        ):
            shutil.copy(file, self._silicon)
        self._errors = (folder / "stderr").open("ab")
        self._lock = threading.Lock()
        self._process = None
        self._terminal = self._end = -1
        self._thread = None
        self._plugged = False
        self.plug()

    def plug(self):
        """Give it power; it starts as after power-on."""
        self._terminal, self._end = os.openpty()
        tty.setraw(self._end)
        self.path.unlink(missing_ok=True)
        host, self._host_end = os.openpty()
        tty.setraw(self._host_end)
        self._host = host
        self.path.symlink_to(os.ttyname(self._host_end))
        self._stop, self._stop_write = os.pipe()
        self._plugged = True
        self._start(_POWER_ON)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def pull(self):
        """Take the power away, whatever it is doing."""
        if not self._plugged:
            return
        self._plugged = False
        os.write(self._stop_write, b"x")
        self._thread.join()
        self._process.kill()
        self._process.wait()
        self.path.unlink(missing_ok=True)
        for descriptor in (
            self._terminal,
            self._end,
            self._host,
            self._host_end,
            self._stop,
            self._stop_write,
        ):
            os.close(descriptor)

    def close(self):
        self.pull()
        self._errors.close()

    def _start(self, cause):
        self.starts += 1
        command = micropython.command(self._silicon / "boot.py", str(cause), heap="1M")
        command.insert(1, "-i")
        self._process = subprocess.Popen(
            command,
            cwd=self.flash,
            stdin=self._end,
            stdout=self._end,
            stderr=self._errors,
            start_new_session=True,
        )

    def _run(self):
        # Bytes between the two terminals, and a new start after a reset.
        while True:
            readable, _, _ = select.select([self._terminal, self._host, self._stop], [], [], 0.05)
            if self._stop in readable:
                return
            if self._host in readable:
                os.write(self._terminal, os.read(self._host, 4096))
            if self._terminal in readable:
                os.write(self._host, os.read(self._terminal, 4096))
            if self._process.poll() is not None:
                self._start(_WATCHDOG)
