"""How well the tags of a fan or pile answer: the model of `induction` with the cards and coils that are built.

All figures stand in hardware/cards.toml, which mechanics and antennas read too. **Nothing of it has been
measured on our cards.**
"""

import functools
from typing import Final

from tallone import paths
from tallone.simulator import induction

# The longest fan that a lane holds; of a longer one the cards between its ends answer like the middle of this one.
LONGEST_FAN: Final = 14


@functools.cache
def model() -> induction.Model:
    """Return the cards, inlays and coils of hardware/cards.toml."""
    return induction.load(paths.hardware_folder() / "cards.toml")


def comb_mm() -> float:
    """Return the pitch of the comb that is printed on a lane."""
    return model().comb_mm


def thickness_mm() -> float:
    """Return how far cards lie apart that are square on each other: their thickness."""
    return model().thickness_mm


@functools.lru_cache(maxsize=512)
def fan_readabilities(count: int, pitch_mm: float) -> tuple[float, ...]:
    """Return how likely each tag of an even fan on a lane answers, the bottom one first, to a thousandth."""
    if count > LONGEST_FAN:
        whole, half = fan_readabilities(LONGEST_FAN, pitch_mm), LONGEST_FAN // 2
        between = (whole[half],) * (count - LONGEST_FAN)
        return (*whole[:half], *between, *whole[half:])
    return _answers(induction.even_fan(model(), count, pitch_mm), "lane")


@functools.lru_cache(maxsize=256)
def pile_readabilities(count: int) -> tuple[float, ...]:
    """Return how likely each tag of a square pile on its coil answers, the bottom one first, to a thousandth."""
    return _answers(induction.even_fan(model(), count, 0.0), "pile")


def _answers(places: tuple[induction.Place, ...], coil: str) -> tuple[float, ...]:
    volts = induction.voltages(model(), places, coil=coil)
    return tuple(round(chance, 3) for chance in induction.chances(model(), volts))
