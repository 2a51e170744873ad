"""Side plate with the motors and the ejector; on the standing machine."""

from build123d import Part
from hardware.mechanical import sheets

from hardware import dimensions as d

Y = (-d.INNER / 2 - d.SHEET, -d.INNER / 2)


def make() -> Part:
    return sheets.drilled(sheets.side_plate(Y), sheets.core_holes() + sheets.motor_holes(), Y)
