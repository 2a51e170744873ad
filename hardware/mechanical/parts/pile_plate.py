"""Plate under a pile: it floats over the coil and hangs on the free end of its load cell. x across its middle."""

from build123d import Part
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

LIP = 2.0
WIDTH = d.PILE_POCKET[0] + 2 * LIP
DEPTH = d.PILE_POCKET[1] + 2 * LIP
CELL_TOP = 8.0
# Along y, from the plate's near edge.
CELL = d.CELL_AT - d.PILE_PLATE_AT


def make() -> Part:
    half = WIDTH / 2
    low = d.PILE_LEVEL - d.PILE_FLOOR
    body = box((-half, half), (0, DEPTH), (low, d.PILE_LEVEL))
    # Lips at the corners alone: fingers take the cards at the sides.
    for x in both((half - 14, half)):
        for y in ((0, 14), (DEPTH - 14, DEPTH)):
            body += box(x, y, (d.PILE_LEVEL, d.PILE_TOP))
    body -= box((-half + LIP, half - LIP), (LIP, DEPTH - LIP), (d.PILE_LEVEL, d.PILE_TOP + 1))
    tongue = d.CELL[0] / 2
    body += box((-tongue, tongue), (DEPTH - 1, CELL + 19), (low, d.PILE_LEVEL))
    body += box((-tongue, tongue), (CELL, CELL + 19), (CELL_TOP, low))
    for hole in d.CELL_HOLES:
        body -= rod("z", (0, CELL + hole), d.M3_FREE, (0, 20))
    return body
