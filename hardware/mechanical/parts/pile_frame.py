"""Rim of a pile's place: it covers coil, load cell and reader, and leaves the plate free. y away from the pile."""

from build123d import Part
from hardware.mechanical.parts.pile_plate import DEPTH, WIDTH
from hardware.mechanical.solids import Span, box, rod

from hardware import dimensions as d

X, Y = d.PILE_FRAME
MIDDLE = X / 2
BOSS = 10.0
AIR = 1.0


def screws() -> list[Span]:
    """Return the places of the screws from below."""
    return [(x, y) for x in (d.TILE_BOSS, X - d.TILE_BOSS) for y in (10.0, 112.0, Y - 10)]


def make() -> Part:
    body = box((0, X), (0, Y), (0, d.PILE_TOP))
    body -= box((d.WALL, X - d.WALL), (d.WALL, Y - d.WALL), (-1, d.PILE_TOP - d.WALL))
    body -= box(
        (MIDDLE - WIDTH / 2 - AIR, MIDDLE + WIDTH / 2 + AIR),
        (d.PILE_PLATE_AT - AIR, d.PILE_PLATE_AT + DEPTH + AIR),
        (0, d.PILE_TOP + 1),
    )
    for x, y in screws():
        side = (0.0, 2 * d.TILE_BOSS) if x < MIDDLE else (X - 2 * d.TILE_BOSS, X)
        body += box(side, (y - BOSS / 2, y + BOSS / 2), (0, d.PILE_TOP - d.WALL))
        body -= rod("z", (x, y), d.M3_TAP, (-1, d.PILE_TOP - d.WALL))
    # The cables leave here.
    return body - box((MIDDLE - 10, MIDDLE + 10), (Y - d.WALL - 1, Y + 1), (-1, 6))
