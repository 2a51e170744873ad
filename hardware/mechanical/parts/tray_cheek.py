"""Outer plate of the trays: cut back so that a hand reaches the packets; on the standing machine."""

from build123d import Part
from hardware.mechanical import places, sheets
from hardware.mechanical.solids import around, upright_plate

from hardware import dimensions as d

Y = (places.CHEEK_Y, places.CHEEK_Y + d.SHEET)
# Where the plate ends, from the gate's end of the outlet: steepness and distance.
EDGE = (
    *((float(steep), 190.0) for steep in range(6, 37, 5)),
    *((float(steep), 152.0) for steep in range(38, 89, 5)),
)


def make() -> Part:
    fan = [around(far, 180 + steep, *d.PIVOT) for steep, far in EDGE]
    path = [(285.0, -95.0), (290.0, 12.0), (150.0, 45.0), (40.0, 90.0)]
    outline = [
        (fan[-1][0], d.BASE_Z),
        (300.0, d.BASE_Z),
        *(d.upright(*place) for place in path),
        *fan,
    ]
    plate = sheets.drilled(upright_plate(outline, Y), sheets.cheek_holes(), Y)
    place, window = sheets.servo_window()
    return plate - place * window
