"""A host program for the conductor's tests: asks a board and notes what it hears when.

Arguments: run folder, file for the notes, milliseconds of real delay per turn, seconds to live.
"""

import contextlib
import os
import queue
import sys
import threading
import time
from pathlib import Path

import serial

from tallone.simulator.sim_clock import SimClock, SimulationOverError


class Port:
    def __init__(self, path, wake):
        self.device = serial.Serial(str(path), timeout=0.05, exclusive=True)
        self.chunks = queue.SimpleQueue()
        self.rx = self.tx = 0
        self.lost = False
        self.wake = wake
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while not self.lost:
            try:
                chunk = self.device.read(self.device.in_waiting or 1)
            except (OSError, serial.SerialException, TypeError):
                self.lost = True
                chunk = b""
            if chunk:
                self.chunks.put(chunk)
                self.rx += len(chunk)
            if chunk or self.lost:
                os.write(self.wake, b"x")

    def write(self, data):
        self.device.write(data)
        self.tx += len(data)


class Traffic(dict):
    def __init__(self, ports):
        self.ports = ports

    def keys(self):
        # A port is open until the main loop has taken note that it is not.
        return list(self.ports)

    def items(self):
        return [(name, self[name]) for name in self.keys()]

    def __iter__(self):
        return iter(self.keys())

    def __getitem__(self, name):
        return (self.ports[name].rx, self.ports[name].tx)

    def get(self, name, default=None):
        return self[name] if name in self.keys() else default


def main(folder, notes, slowness, life):
    clock = SimClock(folder)
    wake, waker = os.pipe()
    os.set_blocking(wake, False)
    ports = {}
    asked = 0
    next_ask = clock.now()
    with notes.open("a") as log:
        while clock.now() < life:
            if "mat" not in ports and (folder / "mat.tty").exists():
                ports["mat"] = Port(folder / "mat.tty", waker)
            port = ports.get("mat")
            if port is not None:
                heard = b""
                while not port.chunks.empty():
                    heard += port.chunks.get()
                if heard:
                    log.write(f"{clock.now():.6f} {heard!r}\n")
                if port.lost:
                    log.write(f"{clock.now():.6f} lost\n")
                    del ports["mat"]
                elif clock.now() >= next_ask:
                    asked += 1
                    port.write(b"%c" % (97 + asked % 26))
                    next_ask = clock.now() + 0.05
            for press in clock.presses():
                log.write(f"{clock.now():.6f} {press.button} {press.value}\n")
            log.flush()
            clock.show({"phase": "play", "asked": asked // 10})
            time.sleep(slowness)
            clock.wait(clock.now() + 0.05, [wake], Traffic(ports))
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 4096)


if __name__ == "__main__":
    with contextlib.suppress(SimulationOverError):
        main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) / 1000, float(sys.argv[4]))
