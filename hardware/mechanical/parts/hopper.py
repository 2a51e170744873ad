"""Hopper: 108 cards, lowest first, over the pick roller; in the frame of the path."""

from build123d import Part
from hardware.mechanical.solids import both, box, rod

from hardware import dimensions as d

REAR = -d.CARD_LENGTH - d.HOPPER_PLAY
FRONT = (0.3, 6.3)
SIDE = d.INNER / 2
TOP = d.HOPPER_HEIGHT + 1
# Screws from the side plates, x and z; 15 mm deep.
SCREWS = ((-84.0, -3.0), (-50.0, -3.0), (REAR - 3, 20.0), (3.3, 40.0))
# Screws of the retard pad's holder into the front wall, y and z.
HOLDER_SCREWS = ((-14.5, 30.0), (14.5, 30.0))
# Screws of the return slide's tabs, y and z.
SLIDE_SCREWS = ((-26.0, 53.0), (26.0, 53.0))


def make() -> Part:
    inside = d.CHANNEL / 2
    body = box((REAR - 6, FRONT[1]), (-SIDE, SIDE), (-d.FLOOR, TOP))
    body -= box((REAR, FRONT[0]), (-inside, inside), (0, TOP + 1))
    body -= box(FRONT, (-d.RETARD_WIDTH / 2, d.RETARD_WIDTH / 2), (0, 44))
    body -= box((FRONT[0] - 1, FRONT[1] + 1), (-inside, inside), (0, d.THROAT_GAP))
    window = d.ROLLER_WIDTH / 2 + 1
    body -= box(
        (d.PICK_X - d.ROLLER / 2 - 0.5, FRONT[1] + 1), (-window, window), (-d.FLOOR - 1, 1)
    )
    sensor = d.HOPPER_SENSOR_X
    body -= box((sensor - 6, sensor + 6), (-5, 5), (-d.FLOOR - 1, 1))
    # The thumb's way to the cards.
    body -= box((REAR - 7, REAR + 1), (-15, 15), (12, TOP + 1))
    for span in both((SIDE - 15, SIDE + 1)):
        for place in SCREWS:
            body -= rod("y", place, d.M3_TAP, span)
    for place in (*HOLDER_SCREWS, *SLIDE_SCREWS):
        body -= rod("x", place, d.M3_TAP, (FRONT[0] - 1, FRONT[1] + 1))
    return body
