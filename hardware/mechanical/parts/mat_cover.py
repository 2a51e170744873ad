"""Cover over the mat's board, screwed down from below; cables leave at its sides."""

from build123d import Part
from hardware.mechanical.solids import Span, box, rod

from hardware import dimensions as d

BOARD = d.BOARDS["mat"]
X = BOARD["width_mm"] + 24.0
Y = BOARD["height_mm"] + 24.0
HEIGHT = d.STANDOFF + BOARD["thickness_mm"] + BOARD["above_mm"] + 4
BOSS = 8.0


def screws() -> list[Span]:
    """Return the places of the screws from below, from the cover's corner."""
    return [
        (x, y) for x in (BOSS / 2 + 1, X - BOSS / 2 - 1) for y in (BOSS / 2 + 1, Y - BOSS / 2 - 1)
    ]


def make() -> Part:
    body = box((0, X), (0, Y), (0, HEIGHT))
    body -= box((d.WALL, X - d.WALL), (d.WALL, Y - d.WALL), (-1, HEIGHT - d.WALL))
    for place in screws():
        body += rod("z", place, BOSS, (0, HEIGHT))
        body -= rod("z", place, d.M3_TAP, (-1, 15))
    for y in ((-1, d.WALL + 1), (Y - d.WALL - 1, Y + 1)):
        body -= box((30, X - 30), y, (-1, 12))
    usb = Y / 2 + BOARD["height_mm"] / 2 - BOARD["connectors"]["usb"]["y_mm"]
    body -= box((-1, d.WALL + 1), (usb - 14, usb + 14), (-1, 18))
    for slit in range(6):
        left = 40 + slit * 20
        body -= box((left, left + 3), (30, Y - 30), (HEIGHT - d.WALL - 1, HEIGHT + 1))
    return body
