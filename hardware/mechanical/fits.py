"""What must fit and move in the assembly: parts, boards, screws, cards, and the machine's own motions.

Each function returns what is wrong, as sentences; its arguments plant a fault.
"""

import math
from functools import cache
from itertools import combinations

from build123d import Location, Pos, Rot, Shape
from hardware.mechanical import assembly, bodies, places, sheets
from hardware.mechanical.parts import (
    bay_box,
    ejector_blade,
    gate,
    hopper,
    mat_base,
    mat_cover,
    out_tray,
    outlet,
    pile_plate,
    return_slide,
    side_motor,
    side_outlet,
    stock_tray,
    throat_floor,
    tray_cheek,
)
from hardware.mechanical.places import PATH, Placed
from hardware.mechanical.solids import box, rod, upright_plate

from hardware import dimensions as d

Moved = dict[str, Location]
# Below this the kernel's own rounding shows, mm3.
_NOTHING = 0.05
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
    return sum(solid.volume for piece in pieces for solid in piece.solids())


def _name(placed: Placed) -> str:
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
        if volume > _NOTHING:
            found.append(f"{_name(one)} and {_name(two)} share {volume:.1f} mm3")
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
        if shared(board, part) > _NOTHING:
            found.append(f"the {name} meets its cover")
    if d.STANDOFF + d.BOARDS["mat"]["above_mm"] > mat_cover.HEIGHT - d.WALL:
        found.append("the mat's cover is too low")
    return found


def bodies_have_room(shift: float = 0.0) -> list[str]:
    """Motors, servos, shafts, boards, load cells and readers meet no part and not one another."""
    found = []
    scenes = (
        (bodies.croupier_bodies(), list(_standing())),
        (bodies.mat_bodies(), assembly.put(places.mat_places())),
    )
    for named, parts in scenes:
        shapes = [
            (name, Pos(0, 0, shift) * shape) for name, every in named.items() for shape in every
        ]
        for name, shape in shapes:
            found += _meets(f"the {name}", shape, parts)
        for (name, one), (other, two) in combinations(shapes, 2):
            if shared(one, two) > _NOTHING:
                found.append(f"the {name} meets the {other}")
    return found


_PLATES = (
    ("side_motor", side_motor.Y, lambda: sheets.core_holes() + sheets.motor_holes()),
    ("side_outlet", side_outlet.Y, lambda: sheets.core_holes() + sheets.outlet_holes()),
    ("tray_cheek", tray_cheek.Y, sheets.cheek_holes),
)
# Holes that take no screw into a printed part.
_NO_SCREW = ("bearing", "motor", "switch", "plunger", "barrier", "axle", "servo", "hinge", "foot")


@cache
def _standing() -> tuple[tuple[Placed, Shape], ...]:
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
        for one, shape in _standing()
        if one.part not in ("side_motor", "side_outlet", "tray_cheek")
        and _near(_bounds(ring), _bounds(shape))
    ]
    free = sum(shared(core, shape) for shape in near) < _NOTHING
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


# --- Cards -----------------------------------------------------------------------------------------


def _meets(what: str, room: Shape, parts: list[tuple[Placed, Shape]]) -> list[str]:
    return [
        f"{what} meets {_name(one)}: {volume:.1f} mm3"
        for one, shape in parts
        if (volume := shared(room, shape)) > _NOTHING
    ]


def _path(*names: str) -> list[tuple[Placed, Shape]]:
    """Return parts of the croupier in the frame of the path."""
    back = PATH.inverse()
    return [(one, back * shape) for one, shape in _standing() if one.part in names]


def card_path(roof: float = 0.0) -> list[str]:
    """A card with the clearance asked for, from the hopper through the throat and the mouth into a slot."""
    half = d.CARD_WIDTH / 2 + 0.5
    fixed = _path(
        "hopper", "throat_floor", "shroud", "side_motor", "side_outlet", "rack_vane", "rack_hub"
    )
    fixed += [(one, Pos(0, 0, roof) * shape) for one, shape in _path("throat_roof")]
    pack = box((-d.CARD_LENGTH - 0.5, 0), (-half, half), (0.01, d.PACK * d.CARD_THICK + 2))
    found = _meets("the pack in the hopper", pack, fixed)
    throat = box((-d.CARD_LENGTH, throat_floor.SPAN[1]), (-half, half), (0.01, d.CARD_THICK + 0.8))
    found += _meets("a card in the throat", throat, fixed)
    end = d.RACK_X - d.HUB_RADIUS - 0.5
    mouth = box((throat_floor.SPAN[1], end), (-half, half), (-0.4, d.CARD_THICK + 0.4))
    found += _meets("a card in the mouth", mouth, fixed)
    for card in (d.CARD_THIN, d.CARD_USUAL, d.CARD_THICK):
        gap = card * d.RETARD_RATIO
        rise = gap - d.CARD_USUAL * d.RETARD_RATIO
        holder = [(one, Pos(0, 0, rise) * shape) for one, shape in _path("retard_holder")]
        others = _path("hopper", "throat_roof")
        for one, shape in holder:
            found += _meets(f"the retard holder set for {card} mm", shape, others)
            low = shape.bounding_box().min.Z - d.RETARD_PAD
            if not card < low < 2 * card - 1e-9 or abs(low - gap) > 0.01:
                found.append(f"{_name(one)}: the pad leaves {low:.2f} mm for a card of {card}")
    return found


def packet_path(turn: float = 0.0) -> list[str]:
    """Fourteen cards from the slot through the plate's window to above the outlet's floor."""
    inside = _path("side_motor", "side_outlet", "shroud", "outlet")
    back = PATH.inverse()
    rack = [(one, back * shape) for one, shape in assembly.put(places.rack_places(turn))]
    low = -d.ENTRY_ABOVE_VANE + 0.02
    x = (d.RACK_X - d.SHROUD_RADIUS + 1.2, d.RACK_X - d.SHROUD_RADIUS + 1.2 + d.CARD_LENGTH)
    y = (-d.CARD_WIDTH / 2, d.LANE_FROM + d.CARD_WIDTH + 1)
    packet = box(x, y, (low, low + d.SLOT_CAPACITY * d.CARD_THICK))
    found = _meets("a packet on its way out", packet, inside + rack)
    over = box(x, (d.LANE_FROM + 1, d.LANE_FROM + 1 + d.CARD_WIDTH), (outlet.TOP + 0.01, low))
    return found + _meets("a packet over the outlet", over, inside)


def packets(cards: int = d.SLOT_CAPACITY) -> list[str]:
    """Packets of the thickest cards: in a slot, in each tray from its near end on, and the whole stock."""
    found = packet_path() if cards == d.SLOT_CAPACITY else []
    everything = list(_standing())
    half = d.CARD_WIDTH / 2 + 0.5
    for tray, name in enumerate(d.TRAYS):
        if name == "return":
            continue
        length = stock_tray.LENGTH if name == "stock" else d.TRAY_LENGTH
        spot = (length - d.CARD_LENGTH - 1, length - 0.5)
        thick = cards * d.CARD_THICK
        lying = box(spot, (-half, half), (0.02, thick))
        sliding = box((1.0, length - 0.5), (-half, half), (0.02, thick))
        others = [(one, shape) for one, shape in everything if one.part != "gate"]
        for what, room in (("lying", lying), ("sliding", sliding)):
            found += _meets(
                f"{cards} cards {what} in {name}", places.tray_place(tray) * room, others
            )
        if name == "stock":
            stock = box(spot, (-half, half), (0.02, d.STOCK * d.CARD_THICK))
            found += _meets("the stock", places.tray_place(tray) * stock, others)
    hand = box((1, 1 + d.CARD_LENGTH), (-half, half), (0, d.HAND * d.CARD_THICK))
    if shared(hand, assembly.made("out_tray")) > _NOTHING or len(out_tray.SCREWS) < 2:
        found.append("a hand does not fit an out-tray")
    return found


def mat_cards(wider: float = 0.0) -> list[str]:
    """A card at the nearest and the farthest place of each column, and 64 cards on a pile's plate."""
    found = []
    tile = [
        (one, places.TILES["meld_ns_1"].inverse() * shape)
        for one, shape in assembly.put(places.tile_places("meld_ns_1"))
    ]
    width = d.CARD_WIDTH + 2 + wider
    low = d.TILE_TOP + d.TOOTH + 0.01
    for column in range(d.COLUMNS):
        left = d.DIVIDER + column * (d.COLUMN + d.DIVIDER) + (d.COLUMN - width) / 2
        for place in (0, d.COMBS * d.COMB_ROWS - 1):
            near = d.TILE_FRONT + place * d.PITCH + d.TOOTH_WIDTH
            card = box(
                (left, left + width), (near + 0.1, near + d.CARD_LENGTH + 1), (low, low + 2)
            )
            found += _meets(f"the card at place {place + 1} of column {column + 1}", card, tile)
    half = d.CARD_WIDTH / 2 + 1 + wider / 2
    pile = box(
        (-half, half),
        (pile_plate.LIP + 0.5, pile_plate.LIP + d.CARD_LENGTH + 2.5),
        (d.PILE_LEVEL + 0.01, d.PILE_LEVEL + d.STOCK * d.CARD_THICK),
    )
    zone = [
        (one, places.PILES["stock"].inverse() * shape)
        for one, shape in assembly.put(places.pile_places("stock"))
    ]
    here = Pos(d.PILE_FRAME[0] / 2, d.PILE_PLATE_AT, 0)
    return found + _meets("the stock on its plate", here * pile, zone)


# --- Motions ---------------------------------------------------------------------------------------


def rack_motion(steps: int = d.STEPS_PER_SLOT) -> list[str]:
    """After so many steps a slot the next slot stands at the mouth: its vane below, the way in free."""
    found = []
    per_step = 360 / (d.MOTOR_STEPS * d.MICROSTEPS) * d.PULLEYS_RACK[0] / d.PULLEYS_RACK[1]
    half = d.CARD_WIDTH / 2
    end = d.RACK_X - d.HUB_RADIUS - 0.5
    card = PATH * box((d.MOUTH_X, end), (-half, half), (0, d.CARD_THICK))
    low = -d.ENTRY_ABOVE_VANE
    under = PATH * box((d.RACK_X - d.VANE_RADIUS + 2, end), (24, 30), (low - d.VANE, low))
    for slot in range(d.SLOTS):
        # The firmware takes a slot to be at the mouth within 30 steps to both sides.
        for error in (-30, 0, 30):
            turn = (slot * steps + error) * per_step
            rack = assembly.put(places.rack_places(turn))
            found += _meets(f"slot {slot}, {error} steps off: a card", card, rack)
            vane = (d.SLOTS // 2 - slot) % d.SLOTS
            if error == 0 and shared(rack[1 + vane][1], under) < 0.8 * under.volume:
                found.append(f"slot {slot} does not stand at the mouth after {slot * steps} steps")
        if len(found) > 6:
            break
    return found


def rack_free(longer: float = 0.0) -> list[str]:
    """The space that the vanes sweep is free of everything but the hub."""
    half = d.VANE_WIDTH / 2
    swept = rod("y", (d.RACK_X, d.RACK_Z), 2 * (d.VANE_RADIUS + longer), (-half, half))
    fixed = [(one, shape) for one, shape in _standing() if not one.part.startswith("rack_")]
    return _meets("the turning rack", PATH * swept, fixed)


def ejector_motion(turn: float = 0.0) -> list[str]:
    """Blade and arm along their way, at a slot; the last card is pushed out of the plate's window."""
    found = []
    fixed = [
        (one, shape)
        for one, shape in _standing()
        if not one.part.startswith(("rack_", "ejector_b", "ejector_a"))
    ]
    fixed += assembly.put(places.rack_places(turn))
    way = d.ejector_way(d.EJECTOR_US[1])
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        for name, place in (
            ("ejector_blade", places.blade_place),
            ("ejector_arm", places.arm_place),
        ):
            shape = place(share * way) * assembly.made(name)
            found += _meets(f"{name} at {share:.0%} of its way", shape, fixed)
        blade = places.blade_place(share * way) * assembly.made("ejector_blade")
        found += _meets(
            "the ejector's arm",
            places.arm_place(share * way) * assembly.made("ejector_arm"),
            [(Placed("ejector_blade", Location()), blade)],
        )
    top = -d.EJECTOR_REST - (d.SLOT_CAPACITY - 1) * d.EJECTOR_STEP + way
    if top < side_outlet.Y[1]:
        found.append(f"the fourteenth card stays in the window: pushed to {top:.1f} mm")
    if ejector_blade.TOP - ejector_blade.BOTTOM < (d.SLOT_CAPACITY - 0.5) * d.CARD_USUAL:
        found.append("the ejector's face is lower than fourteen cards")
    return found


def gate_motion(off: float = 0.0) -> list[str]:
    """At each servo position the gate's end lies over its tray's near end, and the gate meets nothing."""
    found = []
    fixed = [(one, shape) for one, shape in _standing() if one.part != "gate"]
    for tray in range(len(d.TRAYS)):
        place = places.gate_place(tray) * Rot(0, off, 0)
        found += _meets(f"the gate at {d.TRAYS[tray]}", place * assembly.made("gate"), fixed)
        tip = (place * Pos(gate.LENGTH, 0, d.AXLE_DROP)).position
        step = (places.tray_place(tray).inverse() * Pos(tip)).position
        if not (-6 < step.X < 0 and -0.2 < step.Z < 4):
            found.append(
                f"the gate ends {step.X:.1f} mm along and {step.Z:.1f} mm over the tray {d.TRAYS[tray]}"
            )
    return found


def return_path(cards: int = d.SLOT_CAPACITY) -> list[str]:
    """A packet along the slide, and from its end into the hopper, meets nothing."""
    half = d.CARD_WIDTH / 2 + 0.3
    strip = return_slide.strip(-half, half)
    room = strip & return_slide.layer(0.05, cards * d.CARD_THICK / math.cos(math.radians(20)))
    fixed = [(one, shape) for one, shape in _standing() if one.part != "gate"]
    found = _meets("a packet on the return slide", room, fixed)
    end = return_slide.END
    top = hopper.TOP
    drop = [
        (end[0] - 0.2, end[1] + 0.1),
        (end[0] - 0.2, end[1] + 7.5),
        d.upright(-60.0, top + 14),
        d.upright(-60.0, top + 1),
        d.upright(4.0, top + 1),
    ]
    falling = upright_plate(drop, (-half, half))
    return found + _meets("a packet falling into the hopper", falling, fixed)
