"""Core of the pick roller: turned through a one-way clutch, so that a card may be pulled from it."""

from build123d import Part
from hardware.mechanical.solids import rod

from hardware import dimensions as d


def make() -> Part:
    half = d.ROLLER_WIDTH / 2
    body = rod("y", (0, 0), d.ROLLER_CORE, (-half, half))
    body -= rod("y", (0, 0), d.SHAFT + 0.5, (-half - 1, half + 1))
    return body - rod("y", (0, 0), d.CLUTCH, (-half - 1, -half + 12))
