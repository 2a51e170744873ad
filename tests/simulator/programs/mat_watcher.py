"""A host program that follows the mat: writes down every mat event with its time.

Arguments: run folder, file for the notes.
"""

import contextlib
import sys
from pathlib import Path

from tallone.dealing.packs.registry_db import RegistryDb
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake
from tallone.link.messages import LinkLost, LinkUp, Report, ReportsLost
from tallone.link.session import HostSession
from tallone.mat.events import Seconds
from tallone.mat.tracker import MatTracker
from tallone.sim_clock import SimClock, SimulationOverError


class Traffic(dict):
    """The open ports' counts, live."""

    def __init__(self, link):
        self._link = link

    def get(self, name, default=None):
        return self._link.traffic if self._link.port and name == "mat" else default

    def __getitem__(self, name):
        return self._link.traffic

    def __iter__(self):
        return iter(["mat"] if self._link.port else [])

    def __contains__(self, name):
        return self._link.port is not None and name == "mat"

    def keys(self):
        return list(self)

    def items(self):
        return [(name, self[name]) for name in self]


def main(folder, notes):
    clock = SimClock(folder)
    wake = Wake()
    session = HostSession("mat", session=1)
    link = BoardLink(str(folder / "mat.tty"), session, wake)
    with RegistryDb(folder / "registry.sqlite") as club:
        tracker = MatTracker(club.registry(club.packs()[0]))
    with notes.open("a") as log:
        while True:
            now = Seconds(clock.now())
            wake.clear()
            for event in link.run(now):
                match event:
                    case Report():
                        session.ack(event.event)
                        for seen in tracker.hear(event.said, now):
                            log.write(f"{now:.3f} {seen}\n")
                    case LinkUp() | LinkLost() | ReportsLost():
                        log.write(f"{now:.3f} {type(event).__name__}\n")
            for seen in tracker.tick(now):
                log.write(f"{now:.3f} {seen}\n")
            log.flush()
            link.flush(now)
            clock.wait(min(link.next_deadline(), now + 0.5), [wake.fd], Traffic(link))


if __name__ == "__main__":
    with contextlib.suppress(SimulationOverError):
        main(Path(sys.argv[1]), Path(sys.argv[2]))
