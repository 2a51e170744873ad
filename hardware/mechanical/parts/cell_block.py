"""Foot under the fixed end of a load cell: two screws from below hold cell, foot and base together."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

HEIGHT = 2.0
DEPTH = 18.0


def make() -> Part:
    body = box((-d.CELL[0] / 2, d.CELL[0] / 2), (0, DEPTH), (0, HEIGHT))
    for hole in d.CELL_HOLES:
        body -= rod("z", (0, DEPTH - hole), d.M3_FREE, (-1, HEIGHT + 1))
    return body
