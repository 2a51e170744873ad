"""How long people take, in seconds: realistic but brisk, so that a hand lasts some hundreds."""

import random
from typing import Final

# By gesture the shortest and the longest time.
TABLE: Final = {
    "look": (0.25, 0.5),  # at the screen, again
    "press": (0.8, 1.6),  # find the button and press it
    "think": (0.8, 2.6),  # before drawing or taking
    "ponder": (0.6, 2.0),  # before laying down or discarding
    "draw": (0.4, 0.9),
    "take": (0.8, 1.6),  # gather the pile
    "lay": (0.4, 0.8),  # from one card to the next
    "discard": (0.4, 0.9),
    "pozzetto": (0.8, 1.8),
    "pass": (0.5, 0.9),  # a card onto the reading place, and from there to where it goes
    "count": (25.0, 45.0),  # 42 cards and twice eleven, one by one
    "carry": (0.9, 1.8),  # a pile from a tray to its place
    "turn": (0.6, 1.2),  # the first card
    "collect": (0.8, 2.0),  # one place of the table
    "load": (2.5, 5.0),  # square the pack, open the lid, load, close
    "notice": (1.0, 2.5),  # that a question is on the screen
    "repair": (5.0, 12.0),  # open the machine, take a card out
}


class Pace:
    """Draws the time of each gesture."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def of(self, gesture: str) -> float:
        """Return how long this gesture takes this time."""
        return self._rng.uniform(*TABLE[gesture])
