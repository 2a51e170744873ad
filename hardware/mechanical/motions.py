"""What must pass and move in the assembly: cards on their way, and the machine's own motions.

Each function returns what is wrong, as sentences; its arguments plant a fault.
"""

import math

from build123d import Location, Pos, Rot, Shape
from hardware.mechanical import assembly, places
from hardware.mechanical.fits import NOTHING, meets, named, shared, standing
from hardware.mechanical.parts import (
    ejector_blade,
    gate,
    hopper,
    out_tray,
    outlet,
    pile_plate,
    return_slide,
    side_outlet,
    stock_tray,
    throat_floor,
)
from hardware.mechanical.places import PATH, Placed
from hardware.mechanical.solids import box, rod, upright_plate

from hardware import dimensions as d

# --- Cards -----------------------------------------------------------------------------------------


def _path(*names: str) -> list[tuple[Placed, Shape]]:
    """Return parts of the croupier in the frame of the path."""
    back = PATH.inverse()
    return [(one, back * shape) for one, shape in standing() if one.part in names]


def card_path(roof: float = 0.0) -> list[str]:
    """A card with the clearance asked for, from the hopper through the throat and the mouth into a slot."""
    half = d.CARD_WIDTH / 2 + 0.5
    fixed = _path(
        "hopper", "throat_floor", "shroud", "side_motor", "side_outlet", "rack_vane", "rack_hub"
    )
    fixed += [(one, Pos(0, 0, roof) * shape) for one, shape in _path("throat_roof")]
    pack = box((-d.CARD_LENGTH - 0.5, 0), (-half, half), (0.01, d.PACK * d.CARD_THICK + 2))
    found = meets("the pack in the hopper", pack, fixed)
    throat = box((-d.CARD_LENGTH, throat_floor.SPAN[1]), (-half, half), (0.01, d.CARD_THICK + 0.8))
    found += meets("a card in the throat", throat, fixed)
    end = d.RACK_X - d.HUB_RADIUS - 0.5
    mouth = box((throat_floor.SPAN[1], end), (-half, half), (-0.4, d.CARD_THICK + 0.4))
    found += meets("a card in the mouth", mouth, fixed)
    for card in (d.CARD_THIN, d.CARD_USUAL, d.CARD_THICK):
        gap = card * d.RETARD_RATIO
        rise = gap - d.CARD_USUAL * d.RETARD_RATIO
        holder = [(one, Pos(0, 0, rise) * shape) for one, shape in _path("retard_holder")]
        others = _path("hopper", "throat_roof")
        for one, shape in holder:
            found += meets(f"the retard holder set for {card} mm", shape, others)
            low = shape.bounding_box().min.Z - d.RETARD_PAD
            if not card < low < 2 * card - 1e-9 or abs(low - gap) > 0.01:
                found.append(f"{named(one)}: the pad leaves {low:.2f} mm for a card of {card}")
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
    found = meets("a packet on its way out", packet, inside + rack)
    over = box(x, (d.LANE_FROM + 1, d.LANE_FROM + 1 + d.CARD_WIDTH), (outlet.TOP + 0.01, low))
    return found + meets("a packet over the outlet", over, inside)


def packets(cards: int = d.SLOT_CAPACITY) -> list[str]:
    """Packets of the thickest cards: in a slot, in each tray from its near end on, and the whole stock."""
    found = packet_path() if cards == d.SLOT_CAPACITY else []
    everything = list(standing())
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
            found += meets(
                f"{cards} cards {what} in {name}", places.tray_place(tray) * room, others
            )
        if name == "stock":
            stock = box(spot, (-half, half), (0.02, d.STOCK * d.CARD_THICK))
            found += meets("the stock", places.tray_place(tray) * stock, others)
    hand = box((1, 1 + d.CARD_LENGTH), (-half, half), (0, d.HAND * d.CARD_THICK))
    if shared(hand, assembly.made("out_tray")) > NOTHING or len(out_tray.SCREWS) < 2:
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
            found += meets(f"the card at place {place + 1} of column {column + 1}", card, tile)
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
    return found + meets("the stock on its plate", here * pile, zone)


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
            found += meets(f"slot {slot}, {error} steps off: a card", card, rack)
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
    fixed = [(one, shape) for one, shape in standing() if not one.part.startswith("rack_")]
    return meets("the turning rack", PATH * swept, fixed)


def ejector_motion(turn: float = 0.0) -> list[str]:
    """Blade and arm along their way, at a slot; the last card is pushed out of the plate's window."""
    found = []
    fixed = [
        (one, shape)
        for one, shape in standing()
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
            found += meets(f"{name} at {share:.0%} of its way", shape, fixed)
        blade = places.blade_place(share * way) * assembly.made("ejector_blade")
        found += meets(
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
    fixed = [(one, shape) for one, shape in standing() if one.part != "gate"]
    for tray in range(len(d.TRAYS)):
        place = places.gate_place(tray) * Rot(0, off, 0)
        found += meets(f"the gate at {d.TRAYS[tray]}", place * assembly.made("gate"), fixed)
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
    fixed = [(one, shape) for one, shape in standing() if one.part != "gate"]
    found = meets("a packet on the return slide", room, fixed)
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
    return found + meets("a packet falling into the hopper", falling, fixed)
