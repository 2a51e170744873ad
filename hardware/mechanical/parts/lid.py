"""Lid over hopper and pick roller, hinged behind; open in front, where packets come back. Frame of the path."""

from build123d import Part
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

SIDE = d.INNER / 2
X = (-98.0, -2.0)
LOW = 50.4
TOP = 84.0
HINGE = (-92.0, 42.0)
# What presses the interlock switch, outside the motor side's plate.
TONGUE_X = (-30.0, -20.0)


def make() -> Part:
    skirt = (SIDE + 0.3, SIDE + d.SHEET - 0.1)
    body = box(X, (-skirt[1], skirt[1]), (TOP - d.WALL, TOP))
    for y in both(skirt):
        body += box(X, y, (LOW, TOP))
    body += box((X[0] - d.WALL, X[0]), (-skirt[1], skirt[1]), (LOW, TOP))
    ear = (SIDE + d.SHEET + 0.3, SIDE + d.SHEET + 3.1)
    for y in both(ear):
        body += box((HINGE[0] - 5, HINGE[0] + 5), y, (HINGE[1] - 5, 55))
    for y in both((skirt[0], ear[1])):
        body += box((HINGE[0] - 5, HINGE[0] + 5), y, (51, 55))
    for y in both((ear[0] - 1, ear[1] + 1)):
        body -= rod("y", HINGE, d.M3_FREE, y)
    body += box(TONGUE_X, (-ear[1], -ear[0]), (34, 60))
    return body + box(TONGUE_X, (-ear[1], -skirt[0]), (52, 60))
