"""Any legal move, each as likely as the other."""

import random

from tallone.rules.hand.hand import HandState
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Move


class RandomBot:
    """Plays without a thought; finds positions that nobody would think of."""

    def choose(self, state: HandState, rng: random.Random) -> Move:
        """Return one of the legal moves."""
        return rng.choice(legal_moves(state))
