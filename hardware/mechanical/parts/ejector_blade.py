"""Blade of the ejector, at rest; in the frame of the path. Its stepped face frees the lowest card first.

The steps are as high as the cards of the pack are thick: print it again for a pack of another thickness.
"""

from build123d import Part
from hardware.mechanical.solids import box

from hardware import dimensions as d

X = (170.5, 170.5 + d.EJECTOR_LENGTH)
BOTTOM = -d.ENTRY_ABOVE_VANE + d.FIT
TOP = BOTTOM + d.SLOT_CAPACITY * d.CARD_USUAL
REAR = -195.0
YOKE_Y = -185.0
PIN = 4.0
YOKE_X = (196.0, 233.0)


def make() -> Part:
    body = None
    for step in range(d.SLOT_CAPACITY):
        front = -d.EJECTOR_REST - step * d.EJECTOR_STEP
        low = BOTTOM + step * d.CARD_USUAL
        layer = box(X, (REAR, front), (low, low + d.CARD_USUAL))
        body = layer if body is None else body + layer
    slot = (YOKE_Y - PIN / 2 - 0.15, YOKE_Y + PIN / 2 + 0.15)
    body -= box(YOKE_X, slot, (BOTTOM - 1, TOP + 1))
    for x in ((178.0, 205.0), (216.0, 243.0)):
        body -= box(x, (-172, -96), (BOTTOM - 1, TOP + 1))
    return body
