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


# A coil's trimmer can be reached from below; from the board's corner, copper up, strip away from it
# (hardware/antenna/board.py): so far right of the left copper line, so far beyond the upper one.
TRIMMER = 6.0
_TRIMMER_AT = {"meld": (16.0, -12.0), "pile": (16.0, 9.9)}


def trimmer_holes() -> list[Span]:
    """Return the holes under the coils' trimmers."""
    points = []
    for zone, place in places.coil_boards().items():
        kind = "meld" if zone in places.TILES else "pile"
        right, up = _TRIMMER_AT[kind]
        border = (d.COIL_BOARDS[kind][0] - d.COILS[kind]["width_mm"]) / 2
        points.append(place * Pos(border + right, border + d.COILS[kind]["height_mm"] + up, 0))
    return [(point.position.X, point.position.Y) for point in points]


def make() -> Part:
    body = box((0, d.MAT), (0, d.MAT), (-d.MAT_SHEET, 0))
    span = (-d.MAT_SHEET - 1, 1)
    tools = [rod("z", place, d.M3_FREE, span) for place in holes()]
    return body - [*tools, *(rod("z", place, TRIMMER, span) for place in trimmer_holes())]
