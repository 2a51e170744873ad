"""Core of the transport and of the exit roller, held on its shaft by a grub screw."""

from build123d import Part
from hardware.mechanical.solids import rod

from hardware import dimensions as d


def make() -> Part:
    half = d.ROLLER_WIDTH / 2
    body = rod("y", (0, 0), d.ROLLER_CORE, (-half, half))
    body -= rod("y", (0, 0), d.SHAFT + 0.1, (-half - 1, half + 1))
    return body - rod("z", (0, half - 4), d.M3_TAP, (0, d.ROLLER_CORE))
