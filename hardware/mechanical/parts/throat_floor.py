"""Floor of the throat, from hopper to rack, with the guides at its sides; in the frame of the path."""

from build123d import Part
from hardware.mechanical.parts.hopper import FRONT
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

SPAN = (FRONT[1] + d.FIT, d.MOUTH_X - 2.5)
SIDE = d.INNER / 2
SCREWS = ((16.0, -3.0), (80.0, -3.0), (145.0, -3.0))
BEAMS = ((d.ENTRY_X, d.ENTRY_Y), (d.ENTRY_X, -d.ENTRY_Y), (d.EXIT_X, 0.0))


def make() -> Part:
    body = box(SPAN, (-SIDE, SIDE), (-d.FLOOR, 0))
    for span in both((d.CHANNEL / 2, SIDE)):
        body += box(SPAN, span, (0, d.THROAT_GAP))
    window = d.ROLLER_WIDTH / 2 + 1
    for x in (d.TRANSPORT_X, d.EXIT_NIP_X):
        body -= box((x - 10.5, x + 10.5), (-window, window), (-d.FLOOR - 1, 1))
    for place in BEAMS:
        body -= rod("z", place, d.BEAM, (-d.FLOOR - 1, 1))
    for span in both((SIDE - 12, SIDE + 1)):
        for place in SCREWS:
            body -= rod("y", place, d.M3_TAP, span)
    return body
