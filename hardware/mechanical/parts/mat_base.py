"""What the mat is built on: drilled for tiles, piles, edge, board and cover; its top is the zero of heights."""

from build123d import Location, Part, Pos
from hardware.mechanical import places
from hardware.mechanical.parts import (
    cell_block,
    mat_corner,
    mat_cover,
    mat_rail,
    pile_frame,
    reader_cover,
    tile_comb,
    tile_front,
)
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

Span = tuple[float, float]
BOARD = d.BOARDS["mat"]
BOARD_AT = (places.MAT_COVER[0] + 12.0, places.MAT_COVER[1] + 12.0)


def board_holes() -> list[Span]:
    """Return where the board's holes come to lie; the board's y runs down."""
    left, bottom = BOARD_AT
    return [(left + x, bottom + BOARD["height_mm"] - y) for x, y in BOARD["holes"]]


def _tile(place: Location) -> list[Location]:
    points = [place * Pos(x, d.TILE_FRONT - 3.2, 0) for x in tile_front.SCREWS]
    starts = [d.TILE_FRONT + comb * d.COMB_DEPTH for comb in range(d.COMBS)]
    depths = [d.COMB_DEPTH] * d.COMBS
    for start, depth in zip(
        [*starts, starts[-1] + d.COMB_DEPTH], [*depths, d.HEAD_DEPTH], strict=True
    ):
        points += [place * Pos(x, start + y, 0) for x, y in tile_comb.bosses(depth)]
    return points


def holes() -> list[Span]:
    """Return every M3 hole."""
    points: list[Location] = []
    for place in places.TILES.values():
        points += _tile(place)
    for place in places.PILES.values():
        points += [place * Pos(x, y, 0) for x, y in pile_frame.screws()]
        end = d.CELL_AT + d.CELL[1]
        points += [place * Pos(d.PILE_FRAME[0] / 2, end - hole, 0) for hole in d.CELL_HOLES]
    for place in places.READERS.values():
        points += [place * Pos(x, y, 0) for x, y in reader_cover.SCREWS]
    points += [Pos(*places.MAT_COVER, 0) * Pos(x, y, 0) for x, y in mat_cover.screws()]
    for placed in places.edge_places():
        if placed.part == "mat_rail":
            spots = [(x, mat_rail.SCREW_Y) for x in (20.0, d.RAIL_LENGTH / 2, d.RAIL_LENGTH - 20)]
        else:
            spots = list(mat_corner.SCREWS)
        points += [placed.place * Pos(x, y, 0) for x, y in spots]
    assert max(d.CELL_HOLES) <= cell_block.DEPTH
    return [(point.position.X, point.position.Y) for point in points] + board_holes()


def make() -> Part:
    body = box((0, d.MAT), (0, d.MAT), (-d.MAT_SHEET, 0))
    return body - [rod("z", place, d.M3_FREE, (-d.MAT_SHEET - 1, 1)) for place in holes()]
