"""Holder of the retard pad: slides up and down on the hopper's front wall, and is set once for a pack."""

from build123d import Part
from hardware.mechanical.parts.hopper import FRONT, HOLDER_SCREWS
from hardware.mechanical.solids import box, rod

from hardware import dimensions as d

# The pad's lower face for the usual card.
PAD_Z = d.RETARD_RATIO * d.CARD_USUAL


def make() -> Part:
    face = FRONT[1] + d.FIT
    half = d.RETARD_WIDTH / 2 - d.FIT / 2
    body = box((face, face + 3), (-17.5, 17.5), (9, 48))
    body += box((FRONT[0] + d.FIT, face), (-half, half), (PAD_Z + d.RETARD_PAD, 40))
    reach = d.RETARD_TRAVEL / 2
    for y, z in HOLDER_SCREWS:
        for end in (-reach, reach):
            body -= rod("x", (y, z + end), d.M3_FREE, (face - 1, face + 4))
        slot = (y - d.M3_FREE / 2, y + d.M3_FREE / 2)
        body -= box((face - 1, face + 4), slot, (z - reach, z + reach))
    return body
