"""Tray of the stock: its packets slide on past the other trays; x from its near end down the slope."""

from build123d import Part
from hardware.mechanical.parts.out_tray import LUG, tray

from hardware import dimensions as d

LENGTH = d.STOCK_START - d.TRAY_START + d.TRAY_LENGTH
LUGS = ((81.0, 95.0), (131.0, 145.0))
SCREWS = tuple((sum(lug) / 2, -d.TRAY_FLOOR - LUG / 2) for lug in LUGS)


def make() -> Part:
    return tray(LENGTH, LUGS, 30.0)
