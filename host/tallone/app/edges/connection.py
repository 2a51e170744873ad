"""The cables of a table: a clock, a link to each board, and what wakes the loop; real or simulated.

Every part of the program that talks to boards (an evening, a single job from the command line) gets
them here, so that a simulated table and a real one differ in nothing but the clock.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tallone.clock import Clock, RealClock
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake
from tallone.link.messages import Role
from tallone.link.session import HostSession
from tallone.sim_clock import SimClock


class Connection:
    """Everything a loop needs to speak with boards; `simulated` is the clock of a simulated table."""

    def __init__(self, simulation: Path | None) -> None:
        """Connect to the table: the simulated one of that folder, or the real one.

        Raises SimulationError if no simulated table answers there.
        """
        self.simulated: Final = None if simulation is None else SimClock(simulation)
        self.clock: Final[Clock] = self.simulated or RealClock()
        self.wake: Final = Wake()
        self.links: Mapping[str, BoardLink] = {}

    def link(
        self, addresses: Mapping[Role, str], session: Callable[[Role], HostSession]
    ) -> Mapping[str, BoardLink]:
        """Return the links to those boards (role -> path or USB serial number), not yet opened."""
        self.links = {
            role: BoardLink(address, session(role), self.wake)
            for role, address in addresses.items()
        }
        return self.links

    def close(self) -> None:
        """Give the ports back."""
        for link in self.links.values():
            link.close()
        self.wake.close()
