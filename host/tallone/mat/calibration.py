"""What a scale's own account of itself says, and the calibration that a known number of cards gives.

A scale is calibrated by cards and not by weights from a shop: a gram is then what makes a card of
this pack weigh what the counting takes it to weigh, and steps count right whatever the cards weigh.
"""

import dataclasses
import enum
import struct
from typing import Final

from tallone.mat.piles import CardWeight, Counted, Pile
from tallone_wire.messages import SCALE_READING, SCALE_STATES

# As the board takes them: counts a gram, times 100.
LEAST_CALIBRATION: Final = 10_000
MOST_CALIBRATION: Final = 3_000_000
# What an emptied scale may show, in grams: under half a card.
_NEAR_ZERO: Final = 0.7
# Cards weigh within a tenth of what is assumed; a scale that shows a third of it holds none.
_LEAST_SHARE: Final = 1 / 50


class ScaleState(enum.Enum):
    """How a scale is, as SCALE_STATES names it."""

    REST = "rest"  # the last nine samples agree
    RESTLESS = "restless"  # they do not
    BUSY = "busy"  # somebody leans on it
    SILENT = "silent"  # its converter gives nothing


@dataclasses.dataclass(frozen=True, slots=True)
class ScaleReading:
    """A scale's answer to READ_SCALE."""

    tare: int
    counts_per_gram_x100: int
    grams: float
    spread: float
    state: ScaleState


class Trouble(enum.Enum):
    """Why a scale cannot be calibrated like this; the value is the key of its text."""

    NOTHING = "calibrate.nothing"  # the weight did not change: not on this scale, or hung up
    BACKWARDS = "calibrate.backwards"  # it became lighter: the cell's wires are swapped
    RANGE = "calibrate.range"  # no cell of ours gives so many counts, or so few
    MISCOUNTED = "calibrate.miscounted"  # what was taken off is counted as another number
    UNCLEAR = "calibrate.unclear"  # ... as no whole number at all


def read_reading(body: bytes) -> ScaleReading | None:
    """Return what a body of READ_SCALE says; None if it is none."""
    if len(body) != struct.calcsize(SCALE_READING):
        return None
    tare, calibration, centigrams, spread, state = struct.unpack(SCALE_READING, body)
    if state >= len(SCALE_STATES):
        return None
    named = ScaleState(SCALE_STATES[state])
    return ScaleReading(tare, calibration, centigrams / 100, spread / 100, named)


def is_zero(reading: ScaleReading) -> bool:
    """Whether the scale shows that nothing lies on it."""
    return abs(reading.grams) < _NEAR_ZERO


def calibrated(reading: ScaleReading, cards: int, card: CardWeight) -> int | Trouble:
    """Return the calibration with which those cards, on an emptied scale, weigh what they should."""
    target = cards * card.per_card
    if abs(reading.grams) < target * _LEAST_SHARE:
        return Trouble.NOTHING
    if reading.grams < 0:
        return Trouble.BACKWARDS
    found = round(reading.counts_per_gram_x100 * reading.grams / target)
    return found if LEAST_CALIBRATION <= found <= MOST_CALIBRATION else Trouble.RANGE


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """How many cards the step of a check was counted as; None: no whole number."""

    taken: int | None


def check(before: ScaleReading, after: ScaleReading, cards: int, card: CardWeight) -> Checked:
    """Return what the table's own counting makes of cards taken off, of so many before."""
    pile = Pile(card)
    pile.expect(cards)
    pile.settle(before.grams, before.spread)
    pile.expect(cards)
    counted = pile.settle(after.grams, after.spread)
    if counted is None:
        return Checked(0)
    return Checked(-counted.delta if isinstance(counted, Counted) else None)
