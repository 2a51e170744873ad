"""Cover over a tile's reader module, screwed down from below."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

X = d.READER[0] + 18.0
Y = d.READER[1] + 8.0
HEIGHT = d.READER[2] + d.WALL + 1
SCREWS = ((4.5, Y / 2), (X - 4.5, Y / 2))


def make() -> Part:
    body = box((0, X), (0, Y), (0, HEIGHT))
    body -= box((d.WALL, X - d.WALL), (d.WALL, Y - d.WALL), (-1, HEIGHT - d.WALL))
    for x, y in SCREWS:
        side = (0.0, 8.0) if x < X / 2 else (X - 8, X)
        body += box(side, (y - 5, y + 5), (0, HEIGHT))
        body -= rod("z", (x, y), d.M3_TAP, (-1, HEIGHT - 1.2))
    # Antenna leads on one side, the cable on the other.
    for gap in ((-1, d.WALL + 1), (Y - d.WALL - 1, Y + 1)):
        body -= box((X / 2 - 8, X / 2 + 8), gap, (-1, 5))
    return body
