"""Near end of a tile: a slope for the hand, which closes the comb."""

from build123d import Part, Rot
from hardware.mechanical.solids import rod, upright_plate

from hardware import dimensions as d

SCREWS = (30.0, d.TILE_WIDTH - 30.0)


def make() -> Part:
    # Drawn along y, then turned to lie along x.
    profile = [
        (0, 0),
        (d.TILE_FRONT, 0),
        (d.TILE_FRONT, d.TILE_TOP),
        (d.TILE_FRONT - 3, d.TILE_TOP),
        (0, 2),
    ]
    body = upright_plate(profile, (-d.TILE_WIDTH, 0))
    body = Rot(0, 0, 90) * body
    for x in SCREWS:
        body -= rod("z", (x, d.TILE_FRONT - 3.2), d.M3_TAP, (-1, d.TILE_TOP - 2.5))
    return body
