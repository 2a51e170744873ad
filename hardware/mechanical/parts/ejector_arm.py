"""Arm of the ejector's servo, from its axis along x to the pin in the blade."""

from build123d import Part
from hardware.mechanical.parts.ejector_blade import BOTTOM, PIN, TOP
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

LOW = TOP + 3.4


def make() -> Part:
    body = box((0, d.EJECTOR_ARM), (-5, 5), (LOW, LOW + 4))
    body += rod("z", (0, 0), 16, (LOW, LOW + 4))
    body += rod("z", (d.EJECTOR_ARM, 0), 10, (LOW, LOW + 4))
    body += rod("z", (d.EJECTOR_ARM, 0), PIN, (BOTTOM + 1, LOW))
    # Spline screw and the two screws into the servo's horn.
    body -= rod("z", (0, 0), 6, (LOW - 1, LOW + 5))
    for x in (10.0, 16.0):
        body -= rod("z", (x, 0), 2.0, (LOW - 1, LOW + 5))
    return body
