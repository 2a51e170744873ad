"""What the croupier stands on; its top is the machine's floor."""

from build123d import Part, Pos
from hardware.mechanical import places
from hardware.mechanical.parts import bay_box
from hardware.mechanical.parts.foot import HOLES
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d


def holes() -> list[tuple[float, float]]:
    """Return the holes for feet and bay."""
    feet = [place * Pos(x, 12, 0) for place in places.foot_places() for x in HOLES]
    bay = [Pos(*places.BAY_AT) * Pos(x, y, 0) for x, y in bay_box.SCREWS]
    return [(point.position.X, point.position.Y) for point in feet + bay]


def make() -> Part:
    span = (d.BASE_Z - d.SHEET, d.BASE_Z)
    body = box(places.BASE_X, places.BASE_Y, span)
    for place in holes():
        body -= rod("z", place, d.M3_FREE, (span[0] - 1, span[1] + 1))
    return body
