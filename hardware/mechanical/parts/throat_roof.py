"""Roof of the throat: carries the idlers, their leaves and the antenna; in the frame of the path."""

from build123d import Part
from hardware.mechanical.parts.idler_spring import SCREW_AT
from hardware.mechanical.parts.throat_floor import BEAMS, SIDE
from hardware.mechanical.solids import Span, both, box, rod

from hardware import dimensions as d

SPAN = (10.0, d.MOUTH_X - 2.5)
TOP = d.THROAT_GAP + d.ROOF
# Stiffening ribs at both sides take the screws; the antenna lies on brackets between them.
RIB = (SIDE - 4, SIDE)
RIB_TOP = 9.5
SCREWS = ((20.0, 5.0), (100.0, 5.0), (150.0, 5.0))
ANTENNA_Z = 8.9
# Idler axes: on a card of the usual thickness.
IDLER_Z = d.CARD_USUAL + d.IDLER / 2
# Leaves: place of the pin, and the way to the screw.
SPRINGS = ((d.TRANSPORT_X, 1), (d.EXIT_NIP_X, 1))
SPRING_Y = 20.5


def antenna_span() -> Span:
    """Return where the antenna's board begins and ends along the path; its strip lies towards the hopper."""
    half = (d.COIL_BOARDS["throat"][1] - d.COIL_STRIP) / 2
    return d.ANTENNA_X - half - d.COIL_STRIP, d.ANTENNA_X + half


def make() -> Part:
    body = box(SPAN, (-SIDE, SIDE), (d.THROAT_GAP, TOP))
    for span in both(RIB):
        body += box(SPAN, span, (d.THROAT_GAP, RIB_TOP))
    start, end = antenna_span()
    for across in both((26.5, RIB[0])):
        for along in ((start, start + 6), (end - 6, end)):
            body += box(along, across, (TOP, ANTENNA_Z))
    for x in (d.TRANSPORT_X, d.EXIT_NIP_X):
        for across in both((3.0, 17.0)):
            body -= box((x - 4.5, x + 4.5), across, (0, TOP + 1))
        slot = d.IDLER_PIN / 2 + 0.1
        body -= box((x - slot, x + slot), (-22, 22), (IDLER_Z - slot, TOP + 1))
    for x, y in BEAMS:
        body -= rod("z", (x, y), d.BEAM, (0, TOP + 1))
    for x, way in SPRINGS:
        for y in (-SPRING_Y, SPRING_Y):
            body -= rod("z", (x + way * SCREW_AT, y), d.M3_TAP, (0, TOP + 1))
    for span in both((RIB[0] - 1, SIDE + 1)):
        for place in SCREWS:
            body -= rod("y", place, d.M3_TAP, span)
    return body
