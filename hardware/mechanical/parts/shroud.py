"""Third of the ring round the rack: it keeps the cards in their slots. From angle 0 to SPREAD round the axis."""

import math

from build123d import Part
from hardware.mechanical.solids import around, rod, upright_plate

from hardware import dimensions as d

BOSS_RADIUS = d.SHROUD_RADIUS + d.SHROUD + 3
HALF = d.INNER / 2 - 0.2


def _below() -> float:
    rise = -d.MOUTH_BELOW - d.RACK_Z
    return math.degrees(math.asin(rise / (d.SHROUD_RADIUS + d.SHROUD)))


def _above() -> float:
    rise = d.MOUTH_ABOVE - d.RACK_Z
    return math.degrees(math.asin(rise / d.SHROUD_RADIUS))


# The ring begins under the mouth and ends above it; angles from +x, x towards z.
FIRST = 180 - _below()
GAP = 0.2
SPREAD = (360 - _above() + _below()) / 3 - GAP
STARTS = tuple(FIRST + part * (SPREAD + GAP) for part in range(3))
BOSSES = (6.0, SPREAD / 2, SPREAD - 6.0)


def make() -> Part:
    outer = d.SHROUD_RADIUS + d.SHROUD
    ring = rod("y", (0, 0), 2 * outer, (-HALF, HALF)) - rod(
        "y", (0, 0), 2 * d.SHROUD_RADIUS, (-HALF - 1, HALF + 1)
    )
    far = 3 * outer
    wedge = upright_plate(
        [(0, 0), around(far, 0), around(far, SPREAD / 2), around(far, SPREAD)], (-HALF, HALF)
    )
    body = ring & wedge
    for degrees in BOSSES:
        place = around(BOSS_RADIUS, degrees)
        body += rod("y", place, 8, (-HALF, HALF)) - rod(
            "y", (0, 0), 2 * d.SHROUD_RADIUS, (-HALF - 1, HALF + 1)
        )
        for span in ((-HALF - 1, -HALF + 15), (HALF - 15, HALF + 1)):
            body -= rod("y", place, d.M3_TAP, span)
    return body
