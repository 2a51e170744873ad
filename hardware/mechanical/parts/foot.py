"""Angle that holds a plate upright on the base."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

HOLES = (10.0, 30.0)
RISE = 12.0


def make() -> Part:
    body = box((0, 40), (0, 20), (0, 4)) + box((0, 40), (0, 4), (0, 20))
    for x in HOLES:
        body -= rod("z", (x, 12), d.M3_FREE, (-1, 5))
        body -= rod("y", (x, RISE), d.M3_FREE, (-1, 5))
    return body
