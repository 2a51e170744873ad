"""The room: everything physical that people and faults can lay hands on."""

import dataclasses
import random
from collections.abc import Callable
from typing import Protocol

from tallone.press import Press
from tallone.shown import Shown
from tallone.simulator.room.cards import CardPress, SimCard
from tallone.simulator.room.pace import Pace
from tallone.simulator.room.world import Timeline, World


class Screen(Protocol):
    """The program's screen and buttons, as people meet them."""

    @property
    def shown(self) -> Shown:
        """What people see and can press."""

    def press(self, pressed: Press) -> None:
        """Press a button."""


class Machines(Protocol):
    """The electric side of the table, as far as something can be done to it."""

    def fault(self, role: str, fault: dict[str, object]) -> None:
        """Break something in a board's models."""

    def unplug(self, role: str) -> None:
        """Pull a board's cable."""

    def plug(self, role: str) -> None:
        """Plug it in again."""

    def kill_program(self) -> None:
        """Take the power from the host."""

    def start_program(self) -> None:
        """Give it back."""

    def step_wall_clock(self, seconds: float) -> None:
        """Let the host's wall clock jump."""


@dataclasses.dataclass(slots=True, kw_only=True)
class Room:
    """One table. `pack` are the cards in use, `spare` those of another enrolled pack."""

    timeline: Timeline
    world: World
    screen: Screen
    machines: Machines
    press: CardPress
    pace: Pace
    rng: random.Random
    players: int
    pack: list[SimCard]
    spare: list[SimCard]
    # Called by whoever has changed a card of the pack: makes it whole again.
    repairs: list[Callable[[], None]] = dataclasses.field(default_factory=list)

    def change_packs(self) -> None:
        """Take the other pack; the one that was in use is whole again."""
        self.make_whole()
        self.pack, self.spare = self.spare, self.pack

    def make_whole(self) -> None:
        """Undo what faults did to the pack; people have found what was wrong with it."""
        while self.repairs:
            self.repairs.pop()()
