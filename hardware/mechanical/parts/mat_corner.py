"""Edge of the mat, corner: both legs of the channel; the corner of the base at the origin."""

from build123d import Part
from hardware.mechanical.parts.mat_rail import INSIDE, SCREW_Y, WALL
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

SCREWS = ((70.0, SCREW_Y), (SCREW_Y, 70.0))


def make() -> Part:
    end = d.CORNER_LEG - 0.1
    low = -d.MAT_SHEET - 2.1
    body = box((-WALL, end), (-WALL, INSIDE), (low, WALL)) + box(
        (-WALL, INSIDE), (-WALL, end), (low, WALL)
    )
    body -= box((-0.1, end + 1), (-0.1, end + 1), (-d.MAT_SHEET - 0.1, 0))
    for place in SCREWS:
        body -= rod("z", place, d.M3_FREE, (-d.MAT_SHEET - 3, WALL + 1))
    return body
