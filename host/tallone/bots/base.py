"""What a bot is."""

import random
from typing import Protocol

from tallone.rules.hand.hand import HandState
from tallone.rules.hand.moves import Move


class Bot(Protocol):
    """Plays one seat or all of them; may remember what it did in the present turn."""

    def choose(self, state: HandState, rng: random.Random) -> Move:
        """Return a legal move for the seat on turn; the hand must not be over.

        Looks at that seat's holding, the melds, the pile and the number of cards elsewhere, never at
        hidden cards.
        """
        ...
