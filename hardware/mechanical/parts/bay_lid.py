"""Lid of the electronics bay; its tongue presses the tamper switch, its ear takes the wire seal."""

from build123d import Part
from hardware.mechanical.parts.bay_box import CORNERS
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

X, Y, _Z = d.BAY
SEAL = (-3.0, Y - 30)


def make() -> Part:
    body = box((0, X), (0, Y), (0, d.WALL))
    inner = d.WALL + d.FIT
    for y in ((14, 34), (Y - 34, Y - 14)):
        body += box((inner, inner + 2), y, (-4, 0))
        body += box((X - inner - 2, X - inner), y, (-4, 0))
    body += box((X / 2 - 5, X / 2 + 5), (Y - inner - 2, Y - inner), (-12, 0))
    body += box((-6, 0), (SEAL[1] - 6, SEAL[1] + 6), (0, d.WALL))
    body -= rod("z", SEAL, 2.5, (-1, d.WALL + 1))
    for place in CORNERS:
        body -= rod("z", place, d.M3_FREE, (-1, d.WALL + 1))
    return body
