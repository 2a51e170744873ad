"""Door before the USB connector: two screws under a wire seal, and a notch for the cable to the host."""

from build123d import Part
from hardware.mechanical.parts.bay_box import DOOR_SCREWS, PORT_Z
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

HEIGHT = d.PORT[1] + 6


def make() -> Part:
    low = PORT_Z - d.PORT[1] / 2 - 3
    body = box((0, d.WALL), (-25, 25), (low, low + HEIGHT))
    body -= box((-1, d.WALL + 1), (-2.5, 2.5), (low - 1, PORT_Z))
    for offset in DOOR_SCREWS:
        body -= rod("x", (offset, PORT_Z), d.M3_FREE, (-1, d.WALL + 1))
    return body - rod("x", (22.5, low + HEIGHT - 2.5), 2.5, (-1, d.WALL + 1))
