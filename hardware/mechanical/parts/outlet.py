"""Outlet: the floor beside the rack onto which a packet falls, through the beam; in the frame of the path."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

TOP = -d.ENTRY_ABOVE_VANE - d.OUTLET_DROP
X = (d.OUTLET_X, 258.0)
Y = (d.LANE_FROM + 0.2, d.LANE_FROM + d.LANE - 0.2)
RIB = 8.0
SCREWS = ((178.0, TOP - d.WALL - RIB / 2), (245.0, TOP - d.WALL - RIB / 2))
# The out barrier slants from one side to the other: along the path, height at each side.
BEAM_X = 190.0
BEAM_Z = (TOP + 6, TOP + 4)


def make() -> Part:
    body = box(X, Y, (TOP - d.WALL, TOP))
    for y in ((Y[0], Y[0] + 6), (Y[1] - 6, Y[1])):
        body += box((X[0] + 6, X[1]), y, (TOP - d.WALL - RIB, TOP))
    body += box((X[1], X[1] + d.WALL), Y, (TOP - d.WALL - RIB, TOP + 22))
    for place in SCREWS:
        for span in ((Y[0] - 1, Y[0] + 14), (Y[1] - 14, Y[1] + 1)):
            body -= rod("y", place, d.M3_TAP, span)
    return body
