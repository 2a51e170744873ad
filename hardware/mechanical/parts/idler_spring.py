"""Leaf that presses one end of an idlers' pin by its own bending; screwed down at its far end."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

LENGTH = 30.0
# From the pin to the screw.
SCREW_AT = 22.0


def make() -> Part:
    body = box((-4, LENGTH - 4), (-3, 3), (0, 1.2))
    return body - rod("z", (SCREW_AT, 0), d.M3_FREE, (-1, 2))
