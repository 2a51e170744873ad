"""A host program for the conductor's tests: asks a board and notes what it hears when.

Arguments: run folder, file for the notes, milliseconds of real delay per turn, seconds to live.
"""

import contextlib
import sys
import time
from pathlib import Path

from tallone.link.line.port import Port, Wake
from tallone.shown import Shown
from tallone.sim_clock import SimClock, SimulationOverError


class Traffic(dict):
    """Live counts of the ports; one is named until the main loop has taken note of its loss."""

    def __init__(self, ports):
        self.ports = ports

    def keys(self):
        return list(self.ports)

    def items(self):
        return [(name, self[name]) for name in self.keys()]

    def __iter__(self):
        return iter(self.keys())

    def __contains__(self, name):
        return name in self.ports

    def __getitem__(self, name):
        return (self.ports[name].rx_total, self.ports[name].tx_total)

    def get(self, name, default=None):
        return self[name] if name in self.ports else default


def main(folder, notes, slowness, life):
    clock = SimClock(folder)
    wake = Wake()
    ports = {}
    asked = 0
    next_ask = clock.now()
    with notes.open("a") as log:
        while clock.now() < life:
            if "mat" not in ports and (folder / "mat.tty").exists():
                ports["mat"] = Port(str(folder / "mat.tty"), wake)
            port = ports.get("mat")
            if port is not None:
                heard = port.take()
                if heard:
                    log.write(f"{clock.now():.6f} {heard!r}\n")
                if port.failure is None and clock.now() >= next_ask:
                    asked += 1
                    port.write(b"%c" % (97 + asked % 26))
                    next_ask = clock.now() + 0.05
                if port.failure is not None:
                    log.write(f"{clock.now():.6f} lost\n")
                    port.close()
                    del ports["mat"]
            for press in clock.presses():
                log.write(f"{clock.now():.6f} {press.button} {press.value}\n")
            log.flush()
            clock.show(Shown(phase="play", hand=asked // 10))
            time.sleep(slowness)
            clock.wait(clock.now() + 0.05, [wake.fd], Traffic(ports))
            wake.clear()


if __name__ == "__main__":
    with contextlib.suppress(SimulationOverError):
        main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) / 1000, float(sys.argv[4]))
