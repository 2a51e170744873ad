"""Where every printed and cut part is: the croupier as it stands, and the mat seen from above."""

import math
from dataclasses import dataclass

from build123d import Location, Pos, Rot
from hardware.mechanical.parts import (
    bay_box,
    ejector_blade,
    ejector_guide,
    gate,
    rack_vane,
    shroud,
    throat_roof,
)
from hardware.mechanical.solids import around, turned

from hardware import dimensions as d

Span = tuple[float, float]
TRAY_ORDER = d.TRAYS


@dataclass(frozen=True, slots=True)
class Placed:
    """One part at its place; `step` names what it is mounted with."""

    part: str
    place: Location
    label: str = ""


PATH = turned(d.TILT)
RACK = Pos(d.RACK_X, 0, d.RACK_Z)
LANE = d.LANE_FROM + d.LANE / 2
BAY_AT = (60.0, -232.0, d.BASE_Z)
# Croupier's base: x and y as the machine stands.
BASE_X = (-170.0, 380.0)
BASE_Y = (-252.0, 140.0)
CHEEK_Y = d.LANE_FROM + d.LANE
# Feet: outside the motor side's plate, inside the outlet side's, outside the trays' outer plate.
FEET_MOTOR = (-110.0, 5.0, 290.0)
FEET_OUTLET = (-60.0, 250.0)
FEET_CHEEK = (122.0, 175.0)
FEET_EXTRA = (330.0,)


def belt(teeth: tuple[int, int], length: float) -> float:
    """Return the distance of two GT2 pulleys for a closed belt of that length."""
    low, high = 1.0, length
    first, second = (2 * count / math.tau for count in teeth)
    for _step in range(60):
        middle = (low + high) / 2
        span = math.sqrt(max(middle**2 - (second - first) ** 2, 0))
        lean = math.asin(min(1.0, (second - first) / middle))
        whole = 2 * span + math.pi * (first + second) + 2 * lean * (second - first)
        low, high = (middle, high) if whole < length else (low, middle)
    return (low + high) / 2


# Motors, in the frame of the path.
RACK_MOTOR = (d.RACK_X, d.RACK_Z - belt(d.PULLEYS_RACK, 400))
EXIT_MOTOR = (d.EXIT_NIP_X, -d.ROLLER / 2 - belt((20, 20), 158))


def loop(circles: list[tuple[float, float, float]]) -> float:
    """Return the length of a belt round three pulleys: corners (x, z, radius), in order round the loop."""
    total = 0.0
    angles = []
    for (ax, az, ar), (bx, bz, br) in zip(circles, circles[1:] + circles[:1], strict=True):
        way = math.hypot(bx - ax, bz - az)
        total += math.sqrt(way**2 - (br - ar) ** 2)
        angles.append(math.atan2(bz - az, bx - ax) + math.asin((br - ar) / way))
    for before, after, circle in zip(angles[-1:] + angles[:-1], angles, circles, strict=True):
        total += ((after - before) % math.tau) * circle[2]
    return total


def _feed_motor() -> Span:
    """Return where the feed motor sits, so that a belt of 200 mm goes round pick, transport and motor."""
    small, large = (2 * teeth / math.tau for teeth in d.PULLEYS_FEED)
    x = (d.PICK_X + d.TRANSPORT_X) / 2
    low, high = -120.0, -30.0
    for _step in range(60):
        middle = (low + high) / 2
        axle = -d.ROLLER / 2
        circles = [(d.PICK_X, axle, large), (x, middle, small), (d.TRANSPORT_X, axle, small)]
        low, high = (middle, high) if loop(circles) > 200 else (low, middle)
    return x, (low + high) / 2


FEED_MOTOR = _feed_motor()
SHAFTS = ((d.PICK_X, -d.ROLLER / 2), (d.TRANSPORT_X, -d.ROLLER / 2), (d.EXIT_NIP_X, -d.ROLLER / 2))
HALL = (d.RACK_X, d.RACK_Z + d.HOME_RADIUS)
PLUNGER = around(17.0, -75.0, d.RACK_X, d.RACK_Z)


def gate_place(tray: float) -> Location:
    """Return the gate's place at the servo's position for a tray."""
    x, z = d.PIVOT
    return Pos(x, LANE, z) * Rot(0, 0, 180) * Rot(0, d.gate_angle(tray), 0)


def gate_servo() -> Span:
    """Return the gate servo's axis as the machine stands: its horn is up to the rod, square in the middle."""
    x, z = d.PIVOT
    turn = math.radians(d.GATE_MIDDLE)
    lever = x + gate.LEVER * math.sin(turn), z - gate.LEVER * math.cos(turn)
    rod = 80.0
    return (
        lever[0] + rod * math.cos(turn) + gate.HORN * math.sin(turn),
        lever[1] + rod * math.sin(turn) - gate.HORN * math.cos(turn),
    )


def tray_place(tray: int) -> Location:
    """Return the place of a tray: x down its slope from its near end."""
    return gate_place(tray) * Pos(d.TRAY_START, 0, d.AXLE_DROP - d.TRAY_STEP)


def tray_point(tray: int, x: float, z: float) -> Span:
    """Return a place of a tray's frame on the standing machine."""
    point = tray_place(tray) * Pos(x, 0, z)
    return point.position.X, point.position.Z


def blade_place(way: float) -> Location:
    """Return the ejector's blade pushed out that far."""
    return PATH * Pos(0, way, 0)


def arm_place(way: float) -> Location:
    x, y = ejector_guide.SERVO
    angle = math.degrees(math.asin((ejector_blade.YOKE_Y + way - y) / d.EJECTOR_ARM))
    return PATH * Pos(x, y, 0) * Rot(0, 0, angle)


def rack_places(turn: float = 0.0) -> list[Placed]:
    """Return hub and vanes with the rack turned by that many degrees."""
    wheel = PATH * RACK * Rot(0, -turn, 0)
    vanes = [
        Placed("rack_vane", wheel * Rot(0, -slot * 360 / d.SLOTS, 0) * Pos(rack_vane.START, 0, 0))
        for slot in range(d.SLOTS)
    ]
    return [Placed("rack_hub", wheel), *vanes]


def throat_places() -> list[Placed]:
    """Return hopper, feed and throat."""
    placed = [
        Placed(name, PATH) for name in ("hopper", "retard_holder", "throat_floor", "throat_roof")
    ]
    for name, (x, z) in zip(("pick_roller", "roller", "roller"), SHAFTS, strict=True):
        placed.append(Placed(name, PATH * Pos(x, 0, z)))
    spring_z = throat_roof.IDLER_Z + d.IDLER_PIN / 2
    for x, _way in throat_roof.SPRINGS:
        placed += [Placed("idler", PATH * Pos(x, y, throat_roof.IDLER_Z)) for y in (-10.0, 10.0)]
        sides = (-throat_roof.SPRING_Y, throat_roof.SPRING_Y)
        placed += [Placed("idler_spring", PATH * Pos(x, y, spring_z)) for y in sides]
    return placed


def croupier_places(tray: float = 7, way: float = 0.0, turn: float = 0.0) -> list[Placed]:
    """Return the whole croupier; gate at a tray, ejector pushed out, rack turned."""
    placed = [
        Placed(name, Location())
        for name in ("side_motor", "side_outlet", "tray_cheek", "croupier_base", "return_slide")
    ]
    placed += throat_places()
    placed += rack_places(turn)
    placed += [Placed("shroud", PATH * RACK * Rot(0, -start, 0)) for start in shroud.STARTS]
    placed += [Placed("ejector_guide", PATH), Placed("outlet", PATH), Placed("lid", PATH)]
    placed += [Placed("ejector_blade", blade_place(way)), Placed("ejector_arm", arm_place(way))]
    placed.append(Placed("gate", gate_place(tray)))
    for number, name in enumerate(TRAY_ORDER):
        if name != "return":
            part = "stock_tray" if name == "stock" else "out_tray"
            placed.append(Placed(part, tray_place(number), name))
    bay = Pos(*BAY_AT)
    placed += [Placed("bay_box", bay), Placed("bay_lid", bay * Pos(0, 0, d.BAY[2]))]
    placed.append(Placed("port_door", bay * Pos(-d.WALL, bay_box.PORT_Y, 0)))
    placed += [Placed("foot", place) for place in foot_places()]
    return placed


def foot_places() -> list[Location]:
    """Return the feet; each stands on the base against its plate."""
    side = d.INNER / 2
    outward = [Pos(x + 40, -side - d.SHEET, d.BASE_Z) * Rot(0, 0, 180) for x in FEET_MOTOR]
    inside = [Pos(x + 40, side, d.BASE_Z) * Rot(0, 0, 180) for x in (*FEET_OUTLET, *FEET_EXTRA)]
    cheek = [Pos(x, CHEEK_Y + d.SHEET, d.BASE_Z) for x in FEET_CHEEK]
    return outward + inside + cheek


# --- The mat ---------------------------------------------------------------------------------------

_PAIR = 2 * d.TILE_WIDTH + d.TILE_GAP
_FAR = d.MAT - d.MAT_MARGIN
# North-South's tiles lie before South, East-West's before West: zone, and place of the tile's frame.
TILES = {
    "meld_ns_1": Pos(_FAR - _PAIR, d.MAT_MARGIN, 0),
    "meld_ns_2": Pos(_FAR - d.TILE_WIDTH, d.MAT_MARGIN, 0),
    "meld_ew_1": Pos(d.MAT_MARGIN, _FAR, 0) * Rot(0, 0, -90),
    "meld_ew_2": Pos(d.MAT_MARGIN, _FAR - d.TILE_WIDTH - d.TILE_GAP, 0) * Rot(0, 0, -90),
}
_MIDDLE_X = (d.MAT_MARGIN + d.TILE_DEPTH + _FAR) / 2 + 8
_ROWS = (430.0, 610.0)
# Two piles in a row, back to back: the cards in the middle, the readers outside.
PILES = {
    "stock": Pos(_MIDDLE_X - 3, _ROWS[1], 0) * Rot(0, 0, 90),
    "discard": Pos(_MIDDLE_X + 3, _ROWS[1] + d.PILE_FRAME[0], 0) * Rot(0, 0, -90),
    "pozzetto_1": Pos(_MIDDLE_X - 3, _ROWS[0], 0) * Rot(0, 0, 90),
    "pozzetto_2": Pos(_MIDDLE_X + 3, _ROWS[0] + d.PILE_FRAME[0], 0) * Rot(0, 0, -90),
}
MAT_COVER = (50.0, 90.0)
# The tiles' readers, each near its coil's strip: beyond the tiles' far ends, and between the piles.
READERS = {
    "meld_ns_1": Pos(420, 332, 0),
    "meld_ns_2": Pos(642, 332, 0),
    "meld_ew_1": Pos(328, 608, 0) * Rot(0, 0, -90),
    "meld_ew_2": Pos(328, 426, 0) * Rot(0, 0, -90),
}


def coil_boards() -> dict[str, Location]:
    """Return for each zone of the mat where its coil board's corner lies, and how it is turned."""
    boards = {}
    width, height = d.COIL_BOARDS["meld"]
    for zone, place in TILES.items():
        boards[zone] = place * Pos((d.TILE_WIDTH - width) / 2, d.MELD_COIL_MIDDLE - height / 2, 0)
    width, height = d.COIL_BOARDS["pile"]
    middle = d.PILE_PLATE_AT + d.PILE_POCKET[1] / 2 + 2
    for zone, place in PILES.items():
        boards[zone] = place * Pos(
            (d.PILE_FRAME[0] - width) / 2, middle - (height - d.COIL_STRIP) / 2, 0
        )
    return boards


def foot_corners(zone: str) -> list[Location]:
    """Return the four spacers under a zone's coil board, at its corners."""
    kind = "meld" if zone in TILES else "pile"
    width, height = d.COIL_BOARDS[kind]
    corners = ((0.0, 0.0, 0.0), (width, 0.0, 90.0), (width, height, 180.0), (0.0, height, 270.0))
    return [coil_boards()[zone] * Pos(x, y, 0) * Rot(0, 0, turn) for x, y, turn in corners]


def tile_places(zone: str) -> list[Placed]:
    """Return the pieces of one tile."""
    place = TILES[zone]
    placed = [Placed("tile_front", place, zone)]
    starts = [d.TILE_FRONT + comb * d.COMB_DEPTH for comb in range(d.COMBS)]
    placed += [Placed("tile_comb", place * Pos(0, start, 0), zone) for start in starts]
    head = d.TILE_FRONT + d.COMBS * d.COMB_DEPTH
    placed.append(Placed("tile_head", place * Pos(0, head, 0), zone))
    return placed + [Placed("coil_foot", foot, zone) for foot in foot_corners(zone)]


def pile_places(zone: str) -> list[Placed]:
    """Return the pieces of one pile's place."""
    place = PILES[zone]
    middle = d.PILE_FRAME[0] / 2
    block = d.CELL_AT + d.CELL[1] - 18
    return [
        Placed("pile_frame", place, zone),
        Placed("pile_plate", place * Pos(middle, d.PILE_PLATE_AT, 0), zone),
        Placed("cell_block", place * Pos(middle, block, 0), zone),
        *(Placed("coil_foot", foot, zone) for foot in foot_corners(zone)),
    ]


def edge_places() -> list[Placed]:
    """Return corners and rails round the base."""
    placed = []
    for side in range(4):
        turn = Pos(d.MAT / 2, d.MAT / 2, 0) * Rot(0, 0, 90 * side) * Pos(-d.MAT / 2, -d.MAT / 2, 0)
        placed.append(Placed("mat_corner", turn))
        starts = [d.CORNER_LEG + rail * d.RAIL_LENGTH for rail in range(3)]
        placed += [Placed("mat_rail", turn * Pos(start, 0, 0)) for start in starts]
    return placed


def mat_places() -> list[Placed]:
    """Return the whole mat."""
    placed = [Placed("mat_base", Location()), *edge_places()]
    for zone in TILES:
        placed += tile_places(zone)
    for zone in PILES:
        placed += pile_places(zone)
    placed += [Placed("reader_cover", place, zone) for zone, place in READERS.items()]
    return [*placed, Placed("mat_cover", Pos(*MAT_COVER, 0))]
