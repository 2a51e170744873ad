"""Four calm tones as samples: soft, between 500 and 1000 Hz, told apart by their melody."""

import array
import math
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

RATE: Final = 22_050  # samples a second, 16 bits, one channel
_NOTE_S: Final = 0.28
_LOUD: Final = 0.5
# Hertz, one after another. Up: it begins. Level: a reminder. Down: it is over. Wide: somebody is called.
MELODIES: Final[Mapping[str, tuple[float, ...]]] = MappingProxyType(
    {
        "start": (523.25, 659.26, 783.99),
        "minutes": (659.26, 659.26),
        "time_out": (783.99, 659.26, 523.25),
        "arbiter": (587.33, 880.0, 587.33, 880.0),
    }
)


@cache
def samples(name: str) -> bytes:
    """Return the tone of that name, in the machine's own order of bytes."""
    found = array.array("h")
    for hertz in MELODIES[name]:
        found.extend(_note(hertz))
    return found.tobytes()


def _note(hertz: float) -> "array.array[int]":
    """Return one note: it rises in a fiftieth of a second and dies away, so that nothing clicks."""
    count = round(RATE * _NOTE_S)
    rise = RATE // 50
    return array.array(
        "h",
        (
            round(
                32_767
                * _LOUD
                * min(1.0, place / rise)
                * math.exp(-4.0 * place / count)
                * min(1.0, (count - place) / rise)
                * math.sin(2 * math.pi * hertz * place / RATE)
            )
            for place in range(count)
        ),
    )
