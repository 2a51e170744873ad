"""What an irregular act at play is, and what it needs of the players."""

import dataclasses
from collections.abc import Generator
from typing import Protocol

from tallone.mat.zones import Zone
from tallone.rules import ExtendMeld, Move, OpenMeld
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Script = Generator[float, None, None]


class AtPlay(Protocol):
    """The players of a hand, as far as irregularities need them."""

    room: Room
    truth: HandTruth

    def make(self, move: Move) -> Script:
        """Make a move by hand."""

    def tile_of(self, move: OpenMeld | ExtendMeld) -> Zone:
        """Return the tile a meld belongs on."""

    def must_draw_next(self, *, is_drawn: bool) -> None:
        """The next player draws; with `is_drawn` he has done so already."""


@dataclasses.dataclass(frozen=True, slots=True)
class Irregular:
    """What somebody does instead of the move."""

    detail: dict[str, object]
    script: Script
