"""Electronics bay: the croupier's board, its reader and the converter; its port is closed by a sealed door."""

from build123d import Part
from hardware.mechanical.solids import Span, box, rod

from hardware import dimensions as d

X, Y, Z = d.BAY
BOARD = d.BOARDS["croupier"]
# Middle of the port in the wall at x = 0: across, and up.
PORT_Y = d.WALL + d.BAY_BOARD_AT[1] + BOARD["height_mm"] - BOARD["connectors"]["usb"]["y_mm"]
PORT_Z = d.WALL + d.STANDOFF + BOARD["thickness_mm"] + 5
DOOR_SCREWS = (-18.0, 18.0)
POST, POST_WIDTH = d.BAY_POST
CORNERS = tuple((x, y) for x in (POST, X - POST) for y in (POST, Y - POST))
# To the base, where no board is above.
SCREWS = ((X - 20.0, 20.0), (X - 20.0, Y - 8), (20.0, 14.0))


def board_holes() -> list[Span]:
    """Return where the board's holes come to lie; the board's y runs down."""
    left, bottom = d.WALL + d.BAY_BOARD_AT[0], d.WALL + d.BAY_BOARD_AT[1]
    return [(left + x, bottom + BOARD["height_mm"] - y) for x, y in BOARD["holes"]]


def make() -> Part:
    body = box((0, X), (0, Y), (0, Z))
    body -= box((d.WALL, X - d.WALL), (d.WALL, Y - d.WALL), (d.WALL, Z + 1))
    for place in CORNERS:
        body += rod("z", place, POST_WIDTH, (0, Z))
        body -= rod("z", place, d.M3_TAP, (Z - 15, Z + 1))
    for place in board_holes():
        body += rod("z", place, 7, (d.WALL / 2, d.WALL + d.STANDOFF))
        body -= rod("z", place, d.M3_TAP, (d.WALL / 2, Z))
    width, height = d.PORT
    body -= box(
        (-1, d.WALL + 1),
        (PORT_Y - width / 2, PORT_Y + width / 2),
        (PORT_Z - height / 2 + 2, PORT_Z + height / 2),
    )
    for offset in DOOR_SCREWS:
        body -= rod("x", (PORT_Y + offset, PORT_Z), d.M3_TAP, (-1, d.WALL + 1))
    # Harnesses leave on the far side; screws to the base.
    body -= box((X - d.WALL - 1, X + 1), (40, 110), (Z - 14, Z + 1))
    for place in SCREWS:
        body -= rod("z", place, d.M3_FREE, (-1, d.WALL + 1))
    return body
