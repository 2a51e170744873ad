"""What must fit in the assembly: parts, boards and screws. What moves in it is in motions.py.

Each function returns what is wrong, as sentences; its arguments plant a fault.
"""

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations

from build123d import Location, Pos, Shape
from hardware.mechanical import assembly, bodies, places, sheets
from hardware.mechanical.parts import (
    bay_box,
    mat_base,
    mat_cover,
    side_motor,
    side_outlet,
    tray_cheek,
)
from hardware.mechanical.places import Placed
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

Moved = dict[str, Location]
# Below this the kernel's own rounding shows, mm3.
NOTHING = 0.05
_BOX = tuple[float, float, float, float, float, float]
# Parts that share a place on purpose: a vane is drawn to the hub's groove, a printed thread is cut by its screw.
_ALONE = {("rack_vane", "rack_vane")}


# Each shape's box, measured once; the shape is kept so that its number stays its own.
_MEASURED: dict[int, tuple[Shape, _BOX]] = {}


def _bounds(shape: Shape) -> _BOX:
    if id(shape) not in _MEASURED:
        size = shape.bounding_box()
        _MEASURED[id(shape)] = shape, (*size.min, *size.max)
    return _MEASURED[id(shape)][1]


def _near(one: _BOX, two: _BOX) -> bool:
    return all(one[i] < two[i + 3] - 1e-6 and two[i] < one[i + 3] - 1e-6 for i in range(3))


def shared(one: Shape, two: Shape) -> float:
    """Return the volume that two shapes share, in mm3."""
    if not _near(_bounds(one), _bounds(two)):
        return 0.0
    common = one & two
    if common is None:
        return 0.0
    pieces = common if isinstance(common, list) else [common]
    return float(sum(solid.volume for piece in pieces for solid in piece.solids()))


def meets(what: str, room: Shape, parts: list[tuple[Placed, Shape]]) -> list[str]:
    """Return each part that reaches into a room which it must leave free."""
    return [
        f"{what} meets {named(one)}: {volume:.1f} mm3"
        for one, shape in parts
        if (volume := shared(room, shape)) > NOTHING
    ]


def named(placed: Placed) -> str:
    return f"{placed.part} ({placed.label})" if placed.label else placed.part


def _intersections(placed: list[Placed], moved: Moved | None) -> list[str]:
    everything = [
        (one, (moved or {}).get(one.part, Location()) * shape)
        for one, shape in assembly.put(placed)
    ]
    boxes = [_bounds(shape) for _placed, shape in everything]
    found = []
    for i, j in combinations(range(len(everything)), 2):
        (one, first), (two, second) = everything[i], everything[j]
        if (one.part, two.part) in _ALONE or not _near(boxes[i], boxes[j]):
            continue
        volume = shared(first, second)
        if volume > NOTHING:
            found.append(f"{named(one)} and {named(two)} share {volume:.1f} mm3")
    return found


def croupier_intersections(moved: Moved | None = None) -> list[str]:
    return _intersections(places.croupier_places(), moved)


def mat_intersections(moved: Moved | None = None) -> list[str]:
    return _intersections(places.mat_places(), moved)


# --- Boards and screws -----------------------------------------------------------------------------


def _board(kind: str, left: float, bottom: float, low: float) -> Shape:
    board = d.BOARDS[kind]
    top = low + board["thickness_mm"] + board["above_mm"]
    return box((left, left + board["width_mm"]), (bottom, bottom + board["height_mm"]), (low, top))


def _drilled_at(part: Shape, axis: str, diameter: float) -> list[tuple[float, ...]]:
    """Return the axes of all holes of that diameter, as places in the other two directions."""
    found = []
    for face in part.faces():
        if face.geom_type.name != "CYLINDER" or abs(2 * (face.radius or 0) - diameter) > 0.01:
            continue
        line = face.axis_of_rotation
        if abs(getattr(line.direction, axis)) > 0.999:
            found.append(tuple(getattr(line.position, other) for other in "XYZ" if other != axis))
    return found


def boards(shift: float = 0.0) -> list[str]:
    """Board holes over the holes made for them; boards with their parts inside their covers."""
    found = []
    cases = (
        ("croupier", "bay_box", d.M3_TAP, bay_box.board_holes()),
        ("mat", "mat_base", d.M3_FREE, mat_base.board_holes()),
    )
    for kind, part, diameter, holes in cases:
        drilled = _drilled_at(assembly.made(part), "Z", diameter)
        for x, y in holes:
            if min(math.hypot(x + shift - a, y - b) for a, b in drilled) > 0.2:
                found.append(
                    f"{kind}: no hole in {part} under the board's hole at {x:.1f}, {y:.1f}"
                )
        if len(holes) < 4:
            found.append(f"{kind}: the board has only {len(holes)} holes")
    bay = _board(
        "croupier", d.WALL + d.BAY_BOARD_AT[0], d.WALL + d.BAY_BOARD_AT[1], d.WALL + d.STANDOFF
    )
    left, bottom = mat_base.BOARD_AT
    mat = _board("mat", left, bottom, d.STANDOFF)
    cover = Pos(*places.MAT_COVER, 0) * assembly.made("mat_cover")
    lid = Pos(0, 0, d.BAY[2]) * assembly.made("bay_lid")
    for name, board, part in (
        ("croupier's board", bay, assembly.made("bay_box")),
        ("croupier's board", bay, lid),
        ("mat's board", mat, cover),
    ):
        if shared(board, part) > NOTHING:
            found.append(f"the {name} meets its cover")
    if d.STANDOFF + d.BOARDS["mat"]["above_mm"] > mat_cover.HEIGHT - d.WALL:
        found.append("the mat's cover is too low")
    return found


def bodies_have_room(shift: float = 0.0) -> list[str]:
    """Motors, servos, shafts, boards, load cells and readers meet no part and not one another."""
    found = []
    scenes = (
        (bodies.croupier_bodies(), list(standing())),
        (bodies.mat_bodies(), assembly.put(places.mat_places())),
    )
    for named, parts in scenes:
        shapes = [
            (name, Pos(0, 0, shift) * shape) for name, every in named.items() for shape in every
        ]
        for name, shape in shapes:
            found += meets(f"the {name}", shape, parts)
        for (name, one), (other, two) in combinations(shapes, 2):
            if shared(one, two) > NOTHING:
                found.append(f"the {name} meets the {other}")
    return found


_PLATES: tuple[tuple[str, tuple[float, float], Callable[[], list[sheets.Hole]]], ...] = (
    ("side_motor", side_motor.Y, lambda: sheets.core_holes() + sheets.motor_holes()),
    ("side_outlet", side_outlet.Y, lambda: sheets.core_holes() + sheets.outlet_holes()),
    ("tray_cheek", tray_cheek.Y, sheets.cheek_holes),
)
# Holes that take no screw into a printed part.
_NO_SCREW = ("bearing", "motor", "switch", "plunger", "barrier", "axle", "servo", "hinge", "foot")


@cache
def standing() -> tuple[tuple[Placed, Shape], ...]:
    return tuple(assembly.put(places.croupier_places()))


def screws(shift: float = 0.0) -> list[str]:
    """Behind each screw's hole lies a hole for its thread, with material round it."""
    found = []
    for plate, (low, high), holes in _PLATES:
        for hole in holes():
            if any(word in hole.use for word in _NO_SCREW):
                continue
            at = hole.at[0] + shift, hole.at[1]
            spans = ((high, high + 5), (low - 5, low))
            if not any(_threaded(at, span) for span in spans):
                found.append(
                    f"{plate}: no thread behind the hole for {hole.use} at {at[0]:.0f}, {at[1]:.0f}"
                )
    return found


def _threaded(at: tuple[float, float], span: tuple[float, float]) -> bool:
    core, ring = rod("y", at, d.M3_TAP - 0.4, span), rod("y", at, d.M3_TAP + 1.6, span)
    near = [
        shape
        for one, shape in standing()
        if one.part not in ("side_motor", "side_outlet", "tray_cheek")
        and _near(_bounds(ring), _bounds(shape))
    ]
    free = sum(shared(core, shape) for shape in near) < NOTHING
    return free and sum(shared(ring, shape) for shape in near) > 5


def holes_apart(*, crowded: bool = False) -> list[str]:
    """Between any two holes of a plate at least 1.5 mm of wood."""
    found = []
    for plate, _span, holes in _PLATES:
        listed = holes()
        if crowded:
            first = listed[0]
            listed.append(sheets.Hole((first.at[0] + 3, first.at[1]), 3.0, "planted"))
        for one, two in combinations(listed, 2):
            between = (
                math.dist(one.at, two.at) - (one.diameter + two.diameter + one.slot + two.slot) / 2
            )
            if between < 1.5 and one.use != two.use:
                found.append(f"{plate}: {one.use} and {two.use} are {between:.1f} mm apart")
    return found


def holes_from_edge(*, near: bool = False) -> list[str]:
    """Round every hole 2 mm of wood: none is open to the plate's edge or to a window."""
    found = []
    for plate, (low, high), holes in _PLATES:
        shape = assembly.made(plate)
        listed = holes()
        if near:
            box_ = shape.bounding_box()
            listed.append(sheets.Hole((box_.min.X + 150, d.BASE_Z + 2), 3.0, "planted"))
        for hole in listed:
            if hole.slot:
                continue
            span = (low, high)
            ring = rod("y", hole.at, hole.diameter + 4, span) - rod(
                "y", hole.at, hole.diameter, span
            )
            kept = shared(ring, shape) / sum(solid.volume for solid in ring.solids())
            if kept < 0.9:
                found.append(
                    f"{plate}: {hole.use} has {kept:.0%} of its rim at {hole.at[0]:.0f}, {hole.at[1]:.0f}"
                )
    return found
