"""Far end of a tile: the farthest cards end here."""

from build123d import Part
from hardware.mechanical.parts.tile_comb import DIVIDER_TOP, bossed, bosses, shell
from hardware.mechanical.solids import box

from hardware import dimensions as d


def make() -> Part:
    depth = d.HEAD_DEPTH
    body = shell(depth)
    body += box((0, d.TILE_WIDTH), (depth - d.WALL, depth), (0, DIVIDER_TOP))
    # The cable leaves here.
    middle = d.TILE_WIDTH / 2
    body -= box((middle - 8, middle + 8), (depth - d.WALL - 1, depth + 1), (-1, 6))
    return bossed(body, bosses(depth))
