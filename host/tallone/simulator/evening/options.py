"""What a simulated evening is asked for, and the random sources it is made of."""

import dataclasses
import random
from pathlib import Path
from typing import Literal

from tallone.simulator.clockwork.boards import Alone
from tallone.simulator.faults.faults import Request
from tallone.simulator.interpreter.prices import DEFAULT_BOARD, BoardName

Level = Literal["chain", "events"]
Until = Literal["end", "ready", "stopped"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `tallone simulate` is asked for."""

    hands: int = 1
    # Who deals: the machine, or people, every card over the mat.
    deal: Literal["machine", "manual"] = "machine"
    # Packs that take turns, one for each hand: 1 or 2.
    packs: int = 1
    seed: int = 1
    profile: str = "fibur"
    players: int = 4
    assist: str = "circolo"
    level: Level = "chain"
    noise: float = 1.0
    # The chip whose interpreter's time counts, at chain level: an ideal one takes none.
    board: BoardName = DEFAULT_BOARD
    faults: tuple[Request, ...] = ()
    # How people handle their cards: a kind, one habit alone, or a file of rates.
    people: str = "plain"
    rehearse_certify: bool = False
    # The last hand ends with its score, or, as "ready", when the first card may be turned; as
    # "stopped", also when its deal is broken off.
    until: Until = "end"
    screens: Path | None = None
    # Virtual seconds a real second; None: as fast as it goes.
    pace: float | None = None
    # The boards' installed files in a heap of a board's size, the chips in processes of their own.
    alone: Alone | None = None
    # Keep the run's folder (journal, stderr of the boards) here instead of throwing it away.
    keep: Path | None = None

    def stream(self, purpose: str) -> random.Random:
        """Return a random source of its own for a purpose, so that none disturbs another."""
        return random.Random(f"{self.seed} {purpose}")
