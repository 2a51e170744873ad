"""Out-tray: N, E, S, W, the pozzetti and reject; x from its near end down the slope."""

from build123d import Part
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

HALF = d.LANE / 2 - 0.2
LUGS = ((50.0, 62.0), (78.0, d.TRAY_LENGTH))
LUG = 5.4
LUG_Z = (-d.TRAY_FLOOR - LUG, 0.0)
SCREWS = tuple((sum(lug) / 2, -d.TRAY_FLOOR - LUG / 2) for lug in LUGS)


def tray(length: float, lugs: tuple[tuple[float, float], ...], wall: float) -> Part:
    """Return a tray of that length with lugs for its screws and a wall at its low end."""
    body = box((0, length + d.WALL), (-HALF, HALF), (-d.TRAY_FLOOR, 0))
    body += box((length, length + d.WALL), (-HALF, HALF), (-d.TRAY_FLOOR, wall))
    for y in both((HALF - 6, HALF)):
        for lug in lugs:
            body += box(lug, y, LUG_Z)
    # Thumb and finger take the packet here.
    body -= box((length - 32, length + d.WALL + 1), (-15, 15), (-d.TRAY_FLOOR - 1, wall + 1))
    for span in both((HALF - 7, HALF + 1)):
        for lug in lugs:
            body -= rod("y", (sum(lug) / 2, -d.TRAY_FLOOR - LUG / 2), d.M3_TAP, span)
    return body


def make() -> Part:
    return tray(d.TRAY_LENGTH, LUGS, 6.0)
