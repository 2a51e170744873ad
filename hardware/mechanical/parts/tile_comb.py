"""Half of a tile: three columns with seven places each, 16 mm apart. y away from the player.

A card's near edge lies behind a tooth; the next card lies over it, a pitch nearer to the player.
"""

from build123d import Part
from hardware.mechanical.solids import Span, box, rod

from hardware import dimensions as d

UNDER = d.TILE_TOP - d.TILE_FLOOR
BOSS_Y = 10.0
# Clear of the spacers under the coil's corners.
BOSS_FROM = 30.0
DIVIDER_TOP = d.TILE_TOP + 4


def shell(depth: float) -> Part:
    """Return floor, side walls and dividers of a piece of tile."""
    width = d.TILE_WIDTH
    body = box((0, width), (0, depth), (UNDER, d.TILE_TOP))
    for x in ((0, d.WALL), (width - d.WALL, width)):
        body += box(x, (0, depth), (0, UNDER))
    for column in range(d.COLUMNS + 1):
        left = column * (d.COLUMN + d.DIVIDER)
        body += box((left, left + d.DIVIDER), (0, depth), (d.TILE_TOP, DIVIDER_TOP))
    return body


def bossed(body: Part, places: list[Span]) -> Part:
    """Return the body with a boss for a screw from below at each place beside a side wall."""
    for x, y in places:
        side = (
            (0.0, 2 * d.TILE_BOSS)
            if x < d.TILE_WIDTH / 2
            else (d.TILE_WIDTH - 2 * d.TILE_BOSS, d.TILE_WIDTH)
        )
        body += box(side, (y - BOSS_Y / 2, y + BOSS_Y / 2), (0, UNDER))
        body -= rod("z", (x, y), d.M3_TAP, (-1, UNDER))
    return body


def bosses(depth: float) -> list[Span]:
    """Return the places of a piece's screws."""
    return [
        (x, y) for x in (d.TILE_BOSS, d.TILE_WIDTH - d.TILE_BOSS) for y in (BOSS_FROM, depth - 8)
    ]


def make() -> Part:
    body, teeth = shell(d.COMB_DEPTH), []
    for row in range(d.COMB_ROWS):
        near = row * d.PITCH
        for column in range(d.COLUMNS):
            left = d.DIVIDER + column * (d.COLUMN + d.DIVIDER)
            teeth.append(
                box(
                    (left, left + d.COLUMN),
                    (near, near + d.TOOTH_WIDTH),
                    (d.TILE_TOP - 1, d.TILE_TOP + d.TOOTH),
                )
            )
    body += teeth
    return bossed(body, bosses(d.COMB_DEPTH))
