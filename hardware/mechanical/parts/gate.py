"""Gate: the chute that leads a packet to one of nine trays; x from its axle down the chute."""

from build123d import Part
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

HALF = d.LANE / 2 - 0.5
LENGTH = d.GATE_LENGTH
BARREL = 7.0
HORN = 16.0
LEVER = HORN / d.GATE_RATIO
LEVER_Y = (22.0, 28.0)


def make() -> Part:
    floor = (d.AXLE_DROP - d.TRAY_FLOOR, d.AXLE_DROP)
    body = rod("y", (0, 0), BARREL, (-HALF, HALF))
    body += box((0, LENGTH), (-HALF, HALF), floor)
    for y in both((HALF - d.TRAY_FLOOR, HALF)):
        body += box((5, LENGTH), y, (floor[0], floor[1] + 7))
    body += box((-3.5, 3.5), LEVER_Y, (-LEVER - 3, 0))
    body -= rod("y", (0, 0), 3.2, (-HALF - 1, HALF + 1))
    return body - rod("y", (0, -LEVER), 2.2, (LEVER_Y[0] - 1, LEVER_Y[1] + 1))
