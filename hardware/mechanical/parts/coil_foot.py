"""Spacer under a corner of a coil's board; glued to the base, with a rim that keeps the board in place."""

from build123d import Part
from hardware.mechanical.solids import box

from hardware import dimensions as d

# The copper, on the board's top, lies at the coils' depth under the lowest card.
HEIGHT = d.TILE_TOP - d.COIL_DEPTH["meld"] - 1.6
SIDE = 10.0
RIM = 1.6


def make() -> Part:
    body = box((0, SIDE), (0, SIDE), (0, HEIGHT))
    for x, y in (((-RIM, 0), (-RIM, SIDE)), ((0, SIDE), (-RIM, 0))):
        body += box(x, y, (0, HEIGHT + 1.2))
    return body
