"""Edge of the mat, straight: a channel over the base's rim; x along the edge, y inwards, z from the base's top."""

from build123d import Part
from hardware.mechanical.solids import Span, box, rod

from hardware import dimensions as d

WALL = 2.4
INSIDE = 8.0
SCREW_Y = 5.0


def channel(length: Span) -> Part:
    """Return the channel over that stretch of the rim."""
    body = box(length, (-WALL, INSIDE), (-d.MAT_SHEET - 2 - 0.1, WALL))
    return body - box((length[0] - 1, length[1] + 1), (-0.1, INSIDE + 1), (-d.MAT_SHEET - 0.1, 0))


def make() -> Part:
    length = d.RAIL_LENGTH
    body = channel((0.1, length - 0.1))
    for x in (20.0, length / 2, length - 20):
        body -= rod("z", (x, SCREW_Y), d.M3_FREE, (-d.MAT_SHEET - 3, WALL + 1))
    return body
