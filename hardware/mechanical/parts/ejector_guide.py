"""Guide of the ejector's blade outside the motor side's plate; it carries the servo; in the frame of the path."""

from build123d import Part
from hardware.mechanical.parts.ejector_blade import BOTTOM, TOP, YOKE_Y, X
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

FACE = -d.INNER / 2 - d.SHEET
FLOOR = BOTTOM - d.FIT
RAILS = ((X[0] - 4.5, X[0] - d.FIT), (X[1] + d.FIT, X[1] + 4.5))
END = -203.0
# The servo's axis: the middle of the blade's way lies abreast of it.
SERVO = (155.0, YOKE_Y + d.ejector_way(d.EJECTOR_US[1]) / 2)
SCREWS = ((180.0, -22.0), (240.0, -22.0))


def make() -> Part:
    body = box((RAILS[0][0], RAILS[1][1]), (END, FACE), (FLOOR - 4, FLOOR))
    for rail in RAILS:
        body += box(rail, (END, FACE), (FLOOR, TOP + 3))
    # Lips over the blade's edges.
    for lip in ((RAILS[0][0], X[0] + 3), (X[1] - 3, RAILS[1][1])):
        body += box(lip, (END, FACE), (TOP + 0.6, TOP + 3))
    body += box((RAILS[0][0], RAILS[1][1]), (FACE - 4, FACE), (-30, FLOOR - 4))
    body += box((208, 212), (FACE - 40, FACE), (-30, FLOOR - 4))
    x, y = SERVO
    body += box((x - 17, RAILS[0][0]), (y - 24.5, y + 44.5), (FLOOR - 4, FLOOR))
    body -= box((x - 10.3, x + 10.3), (y - 10.5, y + 30.5), (FLOOR - 5, FLOOR + 1))
    for hole_x in (x - 5, x + 5):
        for hole_y in (y - 14.75, y + 34.75):
            body -= rod("z", (hole_x, hole_y), 2.0, (FLOOR - 5, FLOOR + 1))
    for place in SCREWS:
        body -= rod("y", place, d.M3_FREE, (FACE - 5, FACE + 1))
    return body
