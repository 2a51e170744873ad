"""Wall between two slots, lightened by slits along the card's way; x from the tab in the hub outwards."""

from build123d import Part
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

START = d.HUB_RADIUS - d.VANE_TAB
LENGTH = d.VANE_RADIUS - START
SLITS = (-16.5, -5.5, 5.5, 16.5)
MAGNET = (d.HOME_RADIUS - START, -28.0)


def make() -> Part:
    half = d.VANE_WIDTH / 2
    body = box((0, LENGTH), (-half, half), (-d.VANE / 2, d.VANE / 2))
    # The tab is as wide as the hub.
    for rim in ((-half - 1, -half + 0.5), (half - 0.5, half + 1)):
        body -= box((-1, d.VANE_TAB), rim, (-2, 2))
    for y in SLITS:
        body -= box((d.VANE_TAB + 14, LENGTH - 9), (y - 3.5, y + 3.5), (-2, 2))
    return body - rod("z", MAGNET, 4.1, (-2, 2))
