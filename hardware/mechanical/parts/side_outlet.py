"""Side plate with the outlet; the trays' inner plate, with an arm that carries the reject tray."""

from build123d import Part
from hardware.mechanical import sheets
from hardware.mechanical.solids import upright_plate

from hardware import dimensions as d

Y = (d.INNER / 2, d.INNER / 2 + d.SHEET)
# In the frame of the path: over the return slide.
ARM = (
    (155.0, 5.0),
    (155.0, 60.0),
    (100.0, 64.0),
    (4.0, 94.0),
    (4.0, 71.0),
    (37.0, 54.4),
    (41.5, 50.4),
    (51.0, 46.9),
    (57.0, 45.4),
    (92.0, 29.0),
    (108.0, 5.0),
)


def make() -> Part:
    plate = sheets.side_plate(Y) + upright_plate([d.upright(*place) for place in ARM], Y)
    return sheets.drilled(plate, sheets.core_holes() + sheets.outlet_holes(), Y)
