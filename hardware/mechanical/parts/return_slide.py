"""Slide from the gate back into the hopper, over the throat; on the standing machine."""

from build123d import Part
from hardware.mechanical.parts.hopper import FRONT, SLIDE_SCREWS
from hardware.mechanical.solids import box, flat_plate, rod, turned, upright_plate

from hardware import dimensions as d

START, END = d.return_way()
LANE_MIDDLE = d.LANE_FROM + d.LANE / 2
SIDE = 1.6
WIDTH = d.LANE + 2 * SIDE
HEIGHT = 8.0
SCREW = (START[0] - 20.0, START[1] - 10.8)


def strip(near: float, far: float) -> Part:
    """Return the upright prism over the slide's plan between two distances from its middle line."""
    plan = [
        (START[0], LANE_MIDDLE + near),
        (START[0], LANE_MIDDLE + far),
        (END[0], far),
        (END[0], near),
    ]
    return flat_plate(plan, (-50, 150))


def layer(low: float, high: float) -> Part:
    """Return what lies between two heights over the slope."""
    outline = [
        (START[0], START[1] + low),
        (START[0], START[1] + high),
        (END[0], END[1] + high),
        (END[0], END[1] + low),
    ]
    return upright_plate(outline, (-60, 160))


def make() -> Part:
    half = WIDTH / 2
    body = strip(-half, half) & layer(-d.WALL, 0)
    body += strip(-half, -half + SIDE) & layer(-d.WALL, HEIGHT)
    body += strip(half - SIDE, half) & layer(-d.WALL, HEIGHT)
    # Where the slide begins, the trays' plates are its walls.
    outer = d.LANE_FROM + d.LANE - 0.2
    body -= box((START[0] - 8, START[0] + 1), (outer, outer + 10), (0, 150))
    # A lug to the trays' outer plate, and tabs to the hopper's front wall.
    lug = box((SCREW[0] - 4, SCREW[0] + 4), (outer - 26, outer), (SCREW[1] - 2.7, 90))
    body += lug & layer(-30, -0.5)
    body -= rod("y", SCREW, d.M3_TAP, (d.LANE_FROM + d.LANE - 14, d.LANE_FROM + d.LANE))
    path = turned(d.TILT)
    for y, z in SLIDE_SCREWS:
        tab = box((FRONT[1] + 0.1, FRONT[1] + 3.1), (y - 6, y + 6), (z - 6, d.HOPPER_HEIGHT + 2))
        body += path * (tab - rod("x", (y, z), d.M3_FREE, (FRONT[1], FRONT[1] + 4)))
    return body
