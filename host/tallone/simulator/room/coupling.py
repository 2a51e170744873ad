"""How well tags answer that lie near each other: coupled, they resonate below the reader's frequency.

A first-order model. Two tags at a pitch couple by k, n of them at no pitch by (n - 1) k, and the
strongly driven mode lies at f0 / sqrt(1 + sum of k). Three couplings are known from what people have
measured and calculated: 0.9 for cards square on each other, 0.3 for a half overlap, 0.1 for a fan; they
lie on one exponential if those are pitches of 0, 10 and 20 mm. How fast a tag falls silent beside its
frequency is chosen so that what people report comes out: two square cards never answer, a fan does.
**Nothing of it has been measured on our cards.**
"""

import functools
import math
from typing import Final

FREE_MHZ: Final = 13.56
_SQUARE_K: Final = 0.9
# At this pitch the coupling has fallen to a third.
_THIRD_MM: Final = 10.0
# So far off its frequency half of a tag's answers are lost; the flank is steep.
_HALF_MHZ: Final = 2.6
_STEEPNESS: Final = 12

# The comb printed on a tile, and the fan of the pile.
FAN_MM: Final = 20.0
# Cards square on each other lie as thick as they are.
SQUARE_MM: Final = 0.3


def coupling(pitch_mm: float) -> float:
    """Return how two tags couple at that pitch, 0 to 1."""
    return _SQUARE_K * math.pow(3.0, -pitch_mm / _THIRD_MM)


def resonance_mhz(below: int, above: int, pitch_mm: float) -> float:
    """Return where a tag resonates with so many cards below and above it, evenly spread."""
    total = sum(coupling(pitch_mm * away) for away in range(1, below + 1))
    total += sum(coupling(pitch_mm * away) for away in range(1, above + 1))
    return FREE_MHZ / math.sqrt(1 + total)


@functools.lru_cache(maxsize=1024)
def readability(below: int, above: int, pitch_mm: float) -> float:
    """Return the share of its answers that such a tag still gives, to a thousandth."""
    off = abs(FREE_MHZ - resonance_mhz(below, above, pitch_mm))
    share: float = 1 / (1 + (off / _HALF_MHZ) ** _STEEPNESS)
    return round(share, 3)


@functools.lru_cache(maxsize=256)
def readabilities(count: int, pitch_mm: float) -> tuple[float, ...]:
    """Return the readability of every tag of a pile of so many cards, the bottom one first."""
    return tuple(readability(place, count - 1 - place, pitch_mm) for place in range(count))
