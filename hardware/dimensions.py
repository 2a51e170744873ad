"""Every dimension that mechanics, boards and documents share, in millimetres and degrees, with its reason.

Standard library only, so that anything may import it. Places of the croupier are in the frame of the
card's path: x along the path from the front edge of a card at rest in the hopper, y across towards the
trays, z up from the plane in which a card's lower face travels. The path climbs by TILT;
`upright` turns a place of that frame into the machine's own, x and z as it stands on the table.
Importing this file fails if two dimensions contradict each other; `problems` says which.
Designed and checked by program; nothing here has been printed or built.
"""

import math
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).resolve().parent


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((HARDWARE / name).read_text(encoding="utf-8"))


_CROUPIER = _read("pinmap.toml")["croupier"]["constants"]
BOARDS = _read("electronics/outlines.toml")
COILS = _read("antenna/coils.toml")["coil"]
_cards = _read("cards.toml")


def _way(name: str) -> float:
    return float(_CROUPIER[name]["value"]) / 1000


# --- Cards -----------------------------------------------------------------------------------------

CARD_LENGTH = _way("CARD_UM")
CARD_WIDTH = float(_cards["card"]["width_mm"])
# Plastic cards with a tag inside: the thinnest and the thickest that the machine must take.
CARD_THIN = 0.3
CARD_THICK = 0.5
# The pack that adjustable parts are drawn for.
CARD_USUAL = float(_cards["card"]["thickness_mm"])
CARD_GRAMS = 1.9
PACK = 108
HAND = 11
# The largest stock: two players, 108 - 4 * 11.
STOCK = 64

# --- Making ----------------------------------------------------------------------------------------

# The smallest printer in wide use, with its clips on.
PRINTER = (220.0, 220.0, 240.0)
NOZZLE = 0.4
# Two lines of the nozzle; less is not printed reliably.
WALL_MIN = 2 * NOZZLE
WALL = 2.4
# Between two printed parts that slide into one another.
FIT = 0.3
# Side plates and the croupier's base: 4 mm birch plywood; the mat's base: 6 mm.
SHEET = 4.0
MAT_SHEET = 6.0
# M3: through, and cut by the screw itself into plastic.
M3_FREE = 3.4
M3_TAP = 2.6

# --- The path of a card (hardware/pinmap.toml) -----------------------------------------------------

TRANSPORT_X = _way("TRANSPORT_UM")
ENTRY_X = _way("ENTRY_UM")
ANTENNA_X = _way("ANTENNA_UM")
EXIT_NIP_X = _way("EXIT_NIP_UM")
EXIT_X = _way("EXIT_UM")
MOUTH_X = _way("MOUTH_UM")
SLOTS = int(_CROUPIER["SLOTS"]["value"])
SLOT_CAPACITY = int(_CROUPIER["SLOT_CAPACITY"]["value"])
STEPS_PER_SLOT = int(_CROUPIER["STEPS_PER_SLOT"]["value"])
TRAYS = tuple(_CROUPIER["TRAYS"]["value"])
# The hopper's sensor looks here (firmware/sim/models/path_model.py).
HOPPER_SENSOR_X = -30.0
# Entry barriers: one near each long edge, so that a skewed card is seen.
ENTRY_Y = 22.0
# A light beam of 3 mm diodes.
BEAM = 3.2

# How steeply the path climbs. A packet must slide from the rack's outlet back into the hopper by its
# weight alone, so the rack stands above the hopper; a card must still coast into its slot.
TILT = 48.0
# Inside width of the croupier, between the side plates.
INNER = 68.0
# The channel of hopper and throat: 0.75 mm play on both sides (bridge dealers use about 1.5 mm in all).
CHANNEL = CARD_WIDTH + 1.5
# Floor to roof in the throat: one card with room to curl, not so much that two slide over each other.
THROAT_GAP = 1.5
FLOOR = 6.0
ROOF = 3.2

# --- Hopper and feed -------------------------------------------------------------------------------

HOPPER_PLAY = 0.6
HOPPER_HEIGHT = 57.0
# The retard pad stands this many card thicknesses above the roller: one passes, two do not.
RETARD_RATIO = 1.3
RETARD_WIDTH = 24.0
RETARD_PAD = 3.0
# The pad's holder slides so far in its slots.
RETARD_TRAVEL = 4.0
# The roller lies a little behind the front edge of a card at rest, so that it has hold of it.
PICK_X = -4.0
ROLLER = 20.0
ROLLER_CORE = 18.0
ROLLER_WIDTH = 34.0
IDLER = 7.0
IDLER_PIN = 2.0
SHAFT = 6.0
# 686 bearings in the side plates; a HF0612 clutch in the pick roller.
BEARING = 13.0
CLUTCH = 10.0
# The transport roller turns half as fast again as the pick roller: pulleys of 20 and 30 teeth.
PULLEYS_FEED = (20, 30)

# --- Rack ------------------------------------------------------------------------------------------

HUB_RADIUS = 20.0
VANE = 1.6
VANE_RADIUS = 112.0
VANE_WIDTH = 65.0
VANE_TAB = 9.0
SHROUD_RADIUS = 113.5
SHROUD = 3.0
RACK_SHAFT = 8.0
RACK_BEARING = 22.0
# A card enters so far above the vane on which the packet lies: above 14 of the thickest.
ENTRY_ABOVE_VANE = 8.0
RACK_X = MOUTH_X + SHROUD_RADIUS + SHROUD
RACK_Z = -ENTRY_ABOVE_VANE - VANE / 2
# Free height of the opening in the shroud, around the path's plane.
MOUTH_BELOW = 1.0
MOUTH_ABOVE = 6.0
MOTOR_STEPS = 200
MICROSTEPS = 16
PULLEYS_RACK = (20, 30)
# The magnet of slot 0 sits here in the vane, and the Hall switch in the side plate.
HOME_RADIUS = 60.0

# --- Ejector, outlet, gate, trays ------------------------------------------------------------------

# Servo pulses (firmware/croupier/outlet.py): 90 degrees a millisecond.
DEGREES_PER_US = 0.09
EJECTOR_US = (900, 2100)
GATE_FIRST_US = 900
GATE_STEP_US = 150
EJECTOR_ARM = 75.0
# Each step of the ejector's face lies so far behind the one below it: the cards leave one by one.
EJECTOR_STEP = 3.7
EJECTOR_LENGTH = 80.0
EJECTOR_REST = INNER / 2 + 1.0
# A card falls so far from the vane to the outlet's floor, through the beam that counts it.
OUTLET_DROP = 10.0
OUTLET_X = MOUTH_X + 4.0
LANE_FROM = INNER / 2 + SHEET
LANE = CARD_WIDTH + 2.5
GATE_LENGTH = 76.0
# The gate's axle lies before the outlet's lip and under it; the chute's floor this far over the axle.
AXLE_FORWARD = 5.5
AXLE_BELOW = 4.6
AXLE_DROP = 4.0
# Horn of the servo to lever of the gate: the gate turns over this much more than half of the servo's way.
GATE_RATIO = math.sin(math.radians(33.0)) / math.sin(math.radians(54.0))
# The gate's steepness in the middle of its way: about the outlet's, so that no packet has to turn sharply.
GATE_MIDDLE = TILT - 1.0
# From the gate's axle, along the slope; each tray lies a little lower than the gate's end over it.
TRAY_START = GATE_LENGTH + 3.0
TRAY_STEP = 1.0
TRAY_LENGTH = CARD_LENGTH + 3.0
TRAY_FLOOR = 1.6
STOCK_START = TRAY_START + TRAY_LENGTH + 8.0
# Cards slide on polyethylene tape: coefficient of friction at most 0.2, which is 11.3 degrees.
TAPE_FRICTION = 0.2
CARD_FRICTION = 0.2
BASE_Z = -105.0

# --- Mat -------------------------------------------------------------------------------------------

MAT = 800.0
MAT_MARGIN = 12.0
COLUMNS = 3
# A run has at most 14 cards: two combs of seven.
COMB_ROWS = 7
COMBS = 2
# The comb, and the simulator's fans: one figure (hardware/cards.toml).
PITCH = float(_cards["comb"]["pitch_mm"])
PITCH_MIN = 15.0
COLUMN = 68.0
DIVIDER = 3.5
TOOTH = 1.2
TOOTH_WIDTH = 2.0
TILE_WIDTH = COLUMNS * COLUMN + (COLUMNS + 1) * DIVIDER
TILE_FLOOR = 2.4
TILE_TOP = 12.0
COMB_DEPTH = COMB_ROWS * PITCH
# Behind the last tooth a whole card lies, and a little play.
HEAD_DEPTH = CARD_LENGTH + TOOTH_WIDTH + 1.1 - PITCH + WALL
TILE_FRONT = 8.0
TILE_DEPTH = TILE_FRONT + COMBS * COMB_DEPTH + HEAD_DEPTH
TILE_BOSS = 3.2
TILE_GAP = 4.0
# From the copper of a coil to the lowest card on it (hardware/antenna/coils.toml).
COIL_DEPTH = {name: float(coil["card_mm"]) for name, coil in COILS.items()}
# Coil, 1.5 mm of board around it, and a strip for matching and connector on one side; the tiles' large
# coils have room for that inside.
COIL_STRIP = 16.0
COIL_STRIPS = {"throat": COIL_STRIP, "pile": COIL_STRIP, "meld": 0.0}
COIL_BOARDS = {
    name: (
        coil["width_mm"] + coil["track_mm"] + 3,
        coil["height_mm"] + coil["track_mm"] + 3 + COIL_STRIPS[name],
    )
    for name, coil in COILS.items()
}
# The middle of the first and the last card of a column, from the tile's near end: the coil lies between.
MELD_MIDDLES = (
    TILE_FRONT + TOOTH_WIDTH + CARD_LENGTH / 2,
    TILE_FRONT + TOOTH_WIDTH + CARD_LENGTH / 2 + (COMBS * COMB_ROWS - 1) * PITCH,
)
MELD_COIL_MIDDLE = sum(MELD_MIDDLES) / 2
MELD_COIL = COILS["meld"]["height_mm"]
PILE_POCKET = (CARD_WIDTH + 3, CARD_LENGTH + 3)
PILE_FLOOR = 2.0
PILE_LIP = 4.0
PILE_FRAME = (92.0, 214.0)
PILE_LEVEL = 12.0
PILE_TOP = PILE_LEVEL + PILE_LIP
# A bar load cell for 500 g, as sold: 47 x 12 x 6 mm, two M3 holes at each end.
CELL = (12.0, 47.0, 6.0)
CELL_HOLES = (4.0, 14.0)
# Along a pile's frame: pocket of the plate, load cell, reader.
PILE_PLATE_AT = 5.0
CELL_AT = 118.0
READER_AT = 168.0
# A reader module, as sold, with wires instead of its header.
READER = (66.0, 43.0, 8.0)
RAIL_LENGTH = 200.0
CORNER_LEG = 100.0

# --- Electronics bay of the croupier ---------------------------------------------------------------

# The reader lies in a strip before the board: beside it the bay would be longer than a printer's bed.
BAY = (214.0, 177.0, 48.0)
BAY_BOARD_AT = (3.0, 46.0)
BAY_READER_AT = (30.0, 2.0)
# Posts for the lid's screws: from the walls' outside to their middle, and their diameter.
BAY_POST = (6.0, 8.0)
STANDOFF = 6.0
# The sealed door before the board's USB connector.
PORT = (26.0, 18.0)


def upright(x: float, z: float) -> tuple[float, float]:
    """Return where a place of the path's frame is on the machine as it stands."""
    turn = math.radians(TILT)
    return x * math.cos(turn) - z * math.sin(turn), x * math.sin(turn) + z * math.cos(turn)


def along(x: float, z: float) -> tuple[float, float]:
    """Return the place in the path's frame of one on the standing machine: `upright` backwards."""
    turn = math.radians(TILT)
    return x * math.cos(turn) + z * math.sin(turn), z * math.cos(turn) - x * math.sin(turn)


# The gate's axle at the lower edge of the outlet's floor, on the standing machine.
PIVOT = upright(OUTLET_X - AXLE_FORWARD, -ENTRY_ABOVE_VANE - OUTLET_DROP - AXLE_BELOW)


def gate_angle(tray: float) -> float:
    """Return how steeply the gate leads down at the servo's position for that tray, in degrees."""
    servo = (GATE_FIRST_US + tray * GATE_STEP_US - 1500) * DEGREES_PER_US
    return GATE_MIDDLE - math.degrees(math.asin(GATE_RATIO * math.sin(math.radians(servo))))


def tray_opening(tray: int) -> float:
    """Return the height free above a tray's floor at its near end, under the floor of the next one."""
    step = gate_angle(tray) - gate_angle(tray + 1)
    return 2 * TRAY_START * math.sin(math.radians(step) / 2) - TRAY_FLOOR


def stock_height() -> float:
    """Return the height free above the stock's floor where its packet lies, under the reject tray."""
    step = gate_angle(6) - gate_angle(8)
    return STOCK_START * math.sin(math.radians(step)) - TRAY_FLOOR


def ejector_way(pulse_us: float) -> float:
    """Return how far the ejector has come at that servo pulse."""
    middle = sum(EJECTOR_US) / 2

    def place(us: float) -> float:
        return EJECTOR_ARM * math.sin(math.radians((us - middle) * DEGREES_PER_US))

    return place(pulse_us) - place(EJECTOR_US[0])


def ejector_way_needed(card: int) -> float:
    """Return how far the ejector must come to free that card of a packet, the lowest being 0."""
    return INNER / 2 + SHEET + EJECTOR_REST + card * EJECTOR_STEP


def slot_height() -> float:
    """Return the height free above a packet's vane where its inner edges are: at the hub."""
    turn = math.tau / SLOTS
    return (HUB_RADIUS * math.sin(turn) - VANE / 2) / math.cos(turn) - VANE / 2


def coast_needed() -> float:
    """Return how far a card coasts from the exit nip until its tail is past the shroud."""
    return RACK_X - SHROUD_RADIUS - EXIT_NIP_X


def coast(speed: float) -> float:
    """Return how far a card let go at that many mm/s slides up the path."""
    turn = math.radians(TILT)
    return speed**2 / (2 * 9810 * (math.sin(turn) + CARD_FRICTION * math.cos(turn)))


def return_way() -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the return slide begins, at the gate, and ends, before the hopper's front wall."""
    turn = math.radians(gate_angle(TRAYS.index("return")))
    rise = AXLE_DROP - TRAY_STEP
    start = (
        PIVOT[0] - TRAY_START * math.cos(turn) - rise * math.sin(turn),
        PIVOT[1] - TRAY_START * math.sin(turn) + rise * math.cos(turn),
    )
    return start, upright(WALL * 2.75, HOPPER_HEIGHT + 4)


def return_slope() -> float:
    """Return how steeply a packet slides from the gate into the hopper, over the diagonal, in degrees."""
    start, end = return_way()
    aside = LANE_FROM + LANE / 2
    return math.degrees(math.atan2(start[1] - end[1], math.hypot(start[0] - end[0], aside)))


def gaps() -> dict[str, tuple[float, float, float]]:
    """Return for each place that a card passes: what is free, what must pass, the clearance asked for."""
    packet = SLOT_CAPACITY * CARD_THICK
    trays = range(len(TRAYS) - 1)
    return {
        "hopper, width": (CHANNEL, CARD_WIDTH, 1.0),
        "hopper, length": (CARD_LENGTH + HOPPER_PLAY, CARD_LENGTH, 0.5),
        "hopper, 108 cards": (HOPPER_HEIGHT, PACK * CARD_THICK, 2.0),
        "throat, height": (THROAT_GAP, CARD_THICK, 0.8),
        "throat, width": (CHANNEL, CARD_WIDTH, 1.0),
        "mouth of the rack, height": (MOUTH_BELOW + MOUTH_ABOVE, CARD_THICK, 3.0),
        "slot, width": (INNER, CARD_WIDTH, 2.0),
        "slot, length": (SHROUD_RADIUS - HUB_RADIUS, CARD_LENGTH, 2.0),
        "slot at the hub, 14 cards": (slot_height(), packet, 0.8),
        "slot at the mouth, 14 cards": (ENTRY_ABOVE_VANE - MOUTH_BELOW, packet, 0.0),
        "window to the outlet, 14 cards": (ENTRY_ABOVE_VANE + 2, packet, 1.0),
        "outlet and gate, width": (LANE, CARD_WIDTH, 2.0),
        "trays, 14 cards at the near end": (
            min(tray_opening(tray) for tray in trays),
            packet,
            0.8,
        ),
        "trays, length": (TRAY_LENGTH, CARD_LENGTH, 2.0),
        "stock tray, 64 cards": (stock_height(), STOCK * CARD_THICK, 2.0),
        "column of a tile, width": (COLUMN, CARD_WIDTH, 2.0),
        "tile, 14 cards at the comb's pitch": (
            TILE_DEPTH - TILE_FRONT - TOOTH_WIDTH - WALL,
            (COMBS * COMB_ROWS - 1) * PITCH + CARD_LENGTH,
            1.0,
        ),
        "pile, width": (PILE_POCKET[0], CARD_WIDTH, 2.0),
        "pile, length": (PILE_POCKET[1], CARD_LENGTH, 2.0),
    }


def problems() -> list[str]:
    """Return a sentence for each contradiction between dimensions; empty when they fit."""
    found = [
        f"{name}: {free:.2f} mm free, {needed:.2f} needed, {clearance} clearance asked for"
        for name, (free, needed, clearance) in gaps().items()
        if free - needed < clearance - 1e-9
    ]
    rules = [
        *_feed_rules(),
        *_rack_rules(),
        *_outlet_rules(),
        *_mat_rules(),
        *_board_rules(),
    ]
    return found + [text for holds, text in rules if not holds]


def _feed_rules() -> list[tuple[bool, str]]:
    low, high = CARD_THIN * RETARD_RATIO, CARD_THICK * RETARD_RATIO
    return [
        (1.1 < RETARD_RATIO < 1.9, "the retard pad must let one card pass and stop two"),
        (high - low < RETARD_TRAVEL, "the retard pad's holder cannot be set for every card"),
        (EXIT_NIP_X - TRANSPORT_X < CARD_LENGTH, "between the nips no roller holds a card"),
        (TRANSPORT_X < ENTRY_X, "the entry barriers must lie past the transport nip"),
        (EXIT_NIP_X < EXIT_X < MOUTH_X, "exit nip, exit barrier and mouth are out of order"),
        (
            EXIT_X - CARD_LENGTH > ENTRY_X,
            "a parked card must have left the entry barriers",
        ),
        (
            abs(EXIT_X - CARD_LENGTH / 2 - ANTENNA_X) < 1,
            "the antenna must lie over the middle of a parked card",
        ),
        (-6 <= PICK_X <= 0, "the pick roller must have hold of the front edge at rest"),
        (
            PULLEYS_FEED[1] * 2 == PULLEYS_FEED[0] * 3,
            "the transport roller must turn half as fast again as the pick roller",
        ),
        (IDLER_PIN + 2 * WALL_MIN < IDLER, "the idler's wall is too thin"),
        (coast(800) > coast_needed(), "at the slowest row a card does not coast into its slot"),
    ]


def _rack_rules() -> list[tuple[bool, str]]:
    turn = MOTOR_STEPS * MICROSTEPS * PULLEYS_RACK[1] / PULLEYS_RACK[0]
    return [
        (
            turn == SLOTS * STEPS_PER_SLOT,
            "motor and pulleys do not give the firmware's steps for one turn",
        ),
        (SHROUD_RADIUS - VANE_RADIUS >= 1, "the rack rubs in its shroud"),
        (INNER - VANE_WIDTH >= 2, "the rack rubs at the side plates"),
        (MOUTH_BELOW + MOUTH_ABOVE > THROAT_GAP, "the mouth is lower than the throat"),
        (
            slot_height() > ENTRY_ABOVE_VANE + CARD_THICK,
            "an entering card meets the vane above it",
        ),
        (
            math.tau * (HUB_RADIUS - VANE_TAB) / SLOTS - VANE > 2 * WALL_MIN,
            "the hub's walls between its grooves are too thin",
        ),
        (PACK <= SLOTS * SLOT_CAPACITY, "the rack cannot hold a pack"),
        (HAND <= SLOT_CAPACITY, "a slot cannot hold a hand"),
    ]


def _outlet_rules() -> list[tuple[bool, str]]:
    angles = [gate_angle(tray) for tray in range(len(TRAYS))]
    least = math.degrees(math.atan(TAPE_FRICTION))
    return [
        (
            ejector_way(EJECTOR_US[1]) >= ejector_way_needed(SLOT_CAPACITY - 1),
            "the ejector does not reach far enough to free the fourteenth card",
        ),
        (ejector_way(EJECTOR_US[0]) == 0, "the ejector is not drawn back at its first pulse"),
        (EJECTOR_REST > VANE_WIDTH / 2 + 1, "the rack meets the ejector at rest"),
        (EJECTOR_LENGTH < CARD_LENGTH - 4, "the ejector is longer than the cards it pushes"),
        (
            all(steep - flat > 4 for steep, flat in pairwise(angles)),
            "two trays are closer together than four degrees",
        ),
        (min(angles) > least + 2, f"a packet does not slide at {min(angles):.1f} degrees"),
        (max(angles) < 90, "the gate leads back under the rack"),
        (
            max(abs(angle - TILT) for angle in angles) < 40,
            "a packet cannot follow so sharp a turn from the outlet to the gate",
        ),
        (
            return_slope() > least + 3,
            f"the way to the hopper is too flat: {return_slope():.1f} degrees",
        ),
    ]


def _mat_rules() -> list[tuple[bool, str]]:
    meld, pile = COIL_BOARDS["meld"], COIL_BOARDS["pile"]
    pair = 2 * TILE_WIDTH + TILE_GAP
    return [
        (PITCH >= PITCH_MIN, "the comb's pitch is under 15 mm"),
        (CARD_THICK < TOOTH, "a tooth of the comb is lower than a card"),
        (PITCH - TOOTH_WIDTH > 5, "no room for a card's edge between two teeth"),
        (
            max(TILE_WIDTH, HEAD_DEPTH, COMB_DEPTH) <= PRINTER[0],
            "a tile's parts are too large to print",
        ),
        (
            meld[0] <= TILE_WIDTH - 4 * TILE_BOSS,
            "the meld coil's board does not fit under its tile",
        ),
        (
            MELD_COIL_MIDDLE - meld[1] / 2 > TILE_FRONT + 1
            and MELD_COIL_MIDDLE + meld[1] / 2 < TILE_DEPTH - WALL - 1,
            "the meld coil's board is longer than its tile",
        ),
        (
            MELD_MIDDLES[1] - MELD_MIDDLES[0] <= MELD_COIL,
            "the middle of a tile's first or last card lies outside the coil",
        ),
        (
            pile[0] <= PILE_FRAME[0] - 4 * TILE_BOSS,
            "the pile coil's board does not fit into its frame",
        ),
        (PILE_FRAME[1] <= PRINTER[1], "the pile's frame is too large to print"),
        (
            TILE_TOP - COIL_DEPTH["meld"] - 1.6 > 3,
            "no room for parts under the meld coil's board",
        ),
        (COIL_DEPTH["meld"] > TILE_FLOOR, "the tile's floor is thicker than the coil's depth"),
        (
            MAT_MARGIN * 2 + TILE_DEPTH + pair + 20 <= MAT,
            "the tiles of both sides do not fit on the mat",
        ),
        (2 * CORNER_LEG + 3 * RAIL_LENGTH == MAT, "corners and rails do not go round the mat"),
        (
            2 * PILE_FRAME[1] + 10 <= MAT - 2 * MAT_MARGIN - TILE_DEPTH - 20,
            "four piles do not fit between the tiles",
        ),
    ]


def _board_rules() -> list[tuple[bool, str]]:
    board = BOARDS["croupier"]
    room = BAY[0] - 2 * WALL - BAY_BOARD_AT[0], BAY[1] - 2 * WALL - BAY_BOARD_AT[1]
    height = WALL + STANDOFF + board["thickness_mm"] + board["above_mm"]
    return [
        (
            board["width_mm"] <= room[0] and board["height_mm"] <= room[1],
            "the croupier's board does not fit into its bay",
        ),
        (height <= BAY[2] - 1, "the croupier's parts are too tall for its bay"),
        (
            WALL + BAY_BOARD_AT[1] + board["height_mm"]
            <= BAY[1] - BAY_POST[0] - BAY_POST[1] / 2 - 1,
            "the croupier's board meets the posts of its bay",
        ),
        (
            BAY_READER_AT[1] + READER[1] + 0.5 <= BAY_BOARD_AT[1],
            "the croupier's reader lies under its board",
        ),
        (board["below_mm"] < STANDOFF, "pins under the board touch the bay's floor"),
        (
            all(M3_TAP < hole["hole_mm"] <= M3_FREE for hole in BOARDS.values()),
            "the boards' holes are not for M3",
        ),
        (max(BAY) <= PRINTER[0], "the bay is too large to print"),
        (
            BOARDS["mat"]["width_mm"] + 20 <= TILE_DEPTH
            and BOARDS["mat"]["height_mm"] + 20 <= TILE_DEPTH,
            "the mat's board does not fit into its corner",
        ),
    ]


if _found := problems():
    raise ValueError("; ".join(_found))
