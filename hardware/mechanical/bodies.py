"""Boxes and rods in the place of what is bought: for the drawings, and to see that all of it has room."""

from build123d import Pos, Shape
from hardware.mechanical import places
from hardware.mechanical.parts import bay_box, coil_foot, ejector_guide, mat_base, throat_roof
from hardware.mechanical.solids import box, rod, turned

from hardware import dimensions as d

SIDE = d.INNER / 2


def mat_bodies() -> dict[str, list[Shape]]:
    """Return what the steps of the mat use, by the names they use."""
    boards: dict[str, list[Shape]] = {"meld": [], "pile": []}
    for zone, place in places.coil_boards().items():
        kind = "meld" if zone in places.TILES else "pile"
        width, height = d.COIL_BOARDS[kind]
        boards[kind].append(
            place * box((0, width), (0, height), (coil_foot.HEIGHT, coil_foot.HEIGHT + 1.6))
        )
    middle = d.PILE_FRAME[0] / 2
    x, y, z = d.READER
    cells, readers = [], []
    for place in places.PILES.values():
        half = d.CELL[0] / 2
        cells.append(
            place * box((middle - half, middle + half), (d.CELL_AT, d.CELL_AT + d.CELL[1]), (2, 8))
        )
        readers.append(
            place * box((middle - x / 2, middle + x / 2), (d.READER_AT, d.READER_AT + y), (0, z))
        )
    readers += [place * box((9, 9 + x), (4, 4 + y), (0, z)) for place in places.READERS.values()]
    left, bottom = mat_base.BOARD_AT
    board = mat_base.BOARD
    height = d.STANDOFF, d.STANDOFF + board["thickness_mm"]
    whole = box((left, left + board["width_mm"]), (bottom, bottom + board["height_mm"]), height)
    return {
        "coil board meld, tuned": boards["meld"],
        "coil board pile, tuned": boards["pile"],
        "load cell 500 g": cells,
        "reader, prepared": readers,
        "mat board, soldered": [whole],
    }


def croupier_bodies() -> dict[str, list[Shape]]:
    """Return what the steps of the croupier use, by the names they use."""
    x, z = places.RACK_MOTOR
    stepper = box((x - 21, x + 21), (-SIDE, -SIDE + 48), (z - 21, z + 21))
    gears = [
        rod("y", place, 25, (-SIDE, -SIDE + 62))
        for place in (places.FEED_MOTOR, places.EXIT_MOTOR)
    ]
    x, y = ejector_guide.SERVO
    under = ejector_guide.FLOOR - 4
    ejector = box((x - 10, x + 10), (y - 10, y + 30), (under - 30, under + 9))
    outer = places.CHEEK_Y
    gate = turned(d.GATE_MIDDLE, *places.gate_servo()) * box(
        (-10, 30), (outer - 4, outer + 32), (-10, 10)
    )
    start, end = throat_roof.antenna_span()
    half = d.COIL_BOARDS["throat"][0] / 2
    low = throat_roof.ANTENNA_Z
    antenna = box((start, end), (-half, half), (low, low + 1.6))
    bay = Pos(*places.BAY_AT) * Pos(d.WALL, d.WALL, d.WALL)
    left, bottom = d.BAY_BOARD_AT
    board = bay_box.BOARD
    inside = box(
        (left, left + board["width_mm"]),
        (bottom, bottom + board["height_mm"]),
        (d.STANDOFF, d.STANDOFF + 1.6),
    )
    x, y = d.BAY_READER_AT
    reader = box((x, x + d.READER[0]), (y, y + d.READER[1]), (0.1, d.READER[2]))
    shafts = [places.PATH * rod("y", place, d.SHAFT, (-58, 42)) for place in places.SHAFTS]
    shafts.append(places.PATH * rod("y", (d.RACK_X, d.RACK_Z), d.RACK_SHAFT, (-58, 42)))
    return {
        "NEMA 17 stepper 48 mm": [places.PATH * stepper],
        "gear motor 25 mm": [places.PATH * gear for gear in gears],
        "ejector servo": [places.PATH * ejector],
        "gate servo": [gate],
        "coil board throat, tuned": [places.PATH * antenna],
        "croupier board, soldered": [bay * inside],
        "reader, prepared": [bay * reader],
        "shafts": shafts,
    }
