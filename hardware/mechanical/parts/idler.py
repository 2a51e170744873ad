"""Idler: presses the card onto a driven roller; two on one pin."""

from build123d import Part
from hardware.mechanical.solids import rod

from hardware import dimensions as d


def make() -> Part:
    body = rod("y", (0, 0), d.IDLER, (-6, 6))
    return body - rod("y", (0, 0), d.IDLER_PIN + 0.2, (-7, 7))
