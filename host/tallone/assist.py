"""The assist levels, and what each lets players see of the play: one table for whoever shows something.

What is told of findings stands beside it, in `findings.telling`; both are asked, nothing compares levels.
"""

import dataclasses
import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


class Assist(enum.Enum):
    """How much the table says to players."""

    GARA = "gara"  # silent: only the arbiter's log knows
    CIRCOLO = "circolo"  # neutral facts to the table
    DIDATTICA = "didattica"  # explains and suggests


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What the players' screen may show at one assist level; the table's settings may show less."""

    # Whether the player on turn is still to draw: in a tournament a word to him would be a hint.
    turn_phase: bool
    # The points of what lies on the table, and how many cards the stock has.
    running_points: bool
    stock_count: bool
    # A word beside the turn on what the rules ask for now, said of what lies open.
    hints: bool


LEVELS: Final[Mapping[Assist, Level]] = MappingProxyType(
    {
        Assist.GARA: Level(turn_phase=False, running_points=False, stock_count=False, hints=False),
        Assist.CIRCOLO: Level(turn_phase=True, running_points=True, stock_count=True, hints=False),
        Assist.DIDATTICA: Level(
            turn_phase=True, running_points=True, stock_count=True, hints=True
        ),
    }
)
