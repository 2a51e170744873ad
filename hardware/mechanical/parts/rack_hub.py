"""Middle of the rack: twelve grooves for the vanes, twelve dimples for the spring plunger."""

from build123d import Part, Pos, Rot, Sphere
from hardware.mechanical.solids import around, box, rod

from hardware import dimensions as d

HALF = d.VANE_WIDTH / 2 - 0.5
GROOVE = d.VANE + 0.15
DIMPLE_RADIUS = 17.0


def make() -> Part:
    body = rod("y", (0, 0), 2 * d.HUB_RADIUS, (-HALF, HALF))
    body -= rod("y", (0, 0), d.RACK_SHAFT + 0.1, (-HALF - 1, HALF + 1))
    inner = d.HUB_RADIUS - d.VANE_TAB - d.FIT
    groove = box((inner, d.HUB_RADIUS + 1), (-HALF - 1, HALF + 1), (-GROOVE / 2, GROOVE / 2))
    for slot in range(d.SLOTS):
        degrees = slot * 360 / d.SLOTS
        body -= Rot(0, -degrees, 0) * groove
        x, z = around(DIMPLE_RADIUS, degrees + 180 / d.SLOTS)
        body -= Pos(x, -HALF - 1, z) * Sphere(2.2)
    return body - Rot(0, -15, 0) * rod("x", (0, 0), d.M3_TAP, (0, d.HUB_RADIUS + 1))
