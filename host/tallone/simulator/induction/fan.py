"""A fan of cards over a reader's coil: coupled resonators, solved at the reader's frequency.

Each tag is a coil with loss, in series with its chip's capacitance; the reader's coil is one more, tuned, whose
source drives its current when it is empty. Every pair couples by Neumann's integral. Linear: twice the current is
twice every voltage.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tallone.simulator.induction import filaments
from tallone.simulator.induction.model import (
    OMEGA,
    Inlay,
    Model,
    ReaderCoil,
    Winding,
    inductance,
)

# The simulator's places are rounded to these before a pair is looked up: millimetres, degrees.
COARSE: Final = (1.0, 4.0)
# Tags further apart than this many times their longer side's middle hardly see each other's turns.
_FAR: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a card's middle lies: across and along the lane from the coil's middle, height, and its turn.

    At nought degrees the card's long side lies along the lane; 90 is a card across.
    """

    x_mm: float
    y_mm: float
    z_mm: float
    turn_deg: float = 0.0


def even_fan(model: Model, count: int, pitch_mm: float) -> tuple[Place, ...]:
    """Return a fan of so many cards about the coil's middle, evenly spread, each on the one before."""
    first = -(count - 1) * pitch_mm / 2
    return tuple(
        Place(x_mm=0.0, y_mm=first + number * pitch_mm, z_mm=height)
        for number, height in enumerate(heights(model, count, pitch_mm))
    )


def heights(model: Model, count: int, pitch_mm: float, long_mm: float = 88.9) -> list[float]:
    """Return how high each card of an even fan lies over the lowest: on as many as lie under its middle."""
    under = math.floor(long_mm / pitch_mm) if pitch_mm > 0 else count
    return [min(number, under) * model.thickness_mm for number in range(count)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """An idle coil of the same kind beside the reader's: so far across, closed by that impedance in ohm.

    The impedance is what stands in the loop beside the coil's own inductance: the switch's two resistances where
    it is shorted, or loss and minus the coil's own reactance where it is left tuned.
    """

    x_mm: float
    closed_by: complex


def voltages(
    model: Model,
    places: Sequence[Place],
    inlay: Inlay | None = None,
    *,
    coil: str = "lane",
    beside: Sequence[Beside] = (),
    step: tuple[float, float] | None = None,
) -> list[float]:
    """Return the effective voltage on each card's chip, in the order of the places.

    With a step, millimetres and degrees between cards are rounded to it: quick, and good enough for a simulation.
    """
    tag, reader = inlay or model.inlay, model.coils[coil]
    if not places:
        return []
    own, count = inductance(tag.winding), len(places)
    spots = [_spot(place, tag.offset_mm) for place in places]
    farad = tag.farad()
    alone = OMEGA * own / tag.q + 1j * (OMEGA * own - 1 / (OMEGA * farad))
    loss = OMEGA * inductance(reader.winding) / reader.q
    coils = [(0.0, complex(loss))]
    coils += [(b.x_mm, b.closed_by + 1j * OMEGA * inductance(reader.winding)) for b in beside]
    size = count + len(coils)
    system = [[0j] * (size + 1) for _ in range(size)]
    for row, one in enumerate(spots):
        system[row][row] = alone
        for column in range(row):
            shared = 1j * OMEGA * _between(tag.winding, one, spots[column], step)
            system[row][column] = system[column][row] = shared
        for at, (x_mm, _) in enumerate(coils, count):
            spot = (one[0] - x_mm, *one[1:])
            over = 1j * OMEGA * _over(reader, tag.winding, spot, step)
            system[row][at] = system[at][row] = over
    for at, (x_mm, closed) in enumerate(coils):
        system[count + at][count + at] = closed
        for other in range(at):
            shared = 1j * OMEGA * side_by_side(reader.winding, x_mm - coils[other][0])
            system[count + at][count + other] = system[count + other][count + at] = shared
    system[count][size] = loss * reader.ampere + 0j
    currents = _solve(system)
    return [abs(current) / (OMEGA * farad) for current in currents[:count]]


def chances(model: Model, volts: Sequence[float]) -> list[float]:
    """Return for each voltage how likely that chip answers: its threshold is spread as a normal logarithm."""
    chip = model.chip
    scale = chip.spread * math.sqrt(2)
    return [0.5 * (1 + math.erf(math.log(max(volt, 1e-9) / chip.volt) / scale)) for volt in volts]


def coupling(
    inlay: Inlay, x_mm: float, y_mm: float, apart_mm: float, turn_deg: float = 0.0
) -> float:
    """Return the coupling factor of two tags whose inlays' middles lie that far apart."""
    one, other = (0.0, 0.0, 0.0, 0.0), (x_mm, y_mm, apart_mm, turn_deg)
    return _between(inlay.winding, one, other, None) / inductance(inlay.winding)


_Spot = tuple[float, float, float, float]


def _spot(place: Place, offset_mm: float) -> _Spot:
    """Return where the inlay's middle is, in millimetres and degrees."""
    turn = math.radians(place.turn_deg)
    return (
        place.x_mm - offset_mm * math.sin(turn),
        place.y_mm + offset_mm * math.cos(turn),
        place.z_mm,
        place.turn_deg,
    )


def _between(
    winding: Winding, one: _Spot, other: _Spot, step: tuple[float, float] | None
) -> float:
    """Return the mutual inductance of two tags, seen from the first."""
    turn = math.radians(one[3])
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = other[0] - one[0], other[1] - one[1]
    x, y, turned = dx * cos + dy * sin, dy * cos - dx * sin, other[3] - one[3]
    if step is not None:
        x, y = round(x / step[0]) * step[0], round(y / step[0]) * step[0]
        turned = round(turned / step[1]) * step[1]
    # A rectangle is its own mirror image and half turn.
    turned %= 180.0
    if y < 0:
        x, y = -x, -y
    if x < 0:
        x, turned = -x, -turned % 180.0
    apart = max(abs(other[2] - one[2]), 0.05)
    return _pair(winding, round(x, 3), round(y, 3), round(apart, 3), round(turned, 3))


@functools.lru_cache(maxsize=200_000)
def _pair(winding: Winding, x: float, y: float, apart: float, turned: float) -> float:
    if math.hypot(x, y) > _FAR * winding.long_mm:
        middle = winding.thirds()[len(winding.thirds()) // 2][0]
        parts: tuple[tuple[filaments.Loop, float], ...] = ((middle, 1.0),)
    else:
        parts = winding.thirds()
    apart_m = math.hypot(apart / 1e3, winding.mean_apart())
    return winding.turns**2 * sum(
        share * part * filaments.mutual(loop, _moved(other, x, y, turned), apart_m)
        for loop, share in parts
        for other, part in parts
    )


def _over(
    coil: ReaderCoil, winding: Winding, spot: _Spot, step: tuple[float, float] | None
) -> float:
    """Return the mutual inductance of the reader's coil and a tag."""
    x, y, z, turned = spot
    if step is not None:
        x, y = round(x / step[0]) * step[0], round(y / step[0]) * step[0]
        z, turned = round(z), round(turned / step[1]) * step[1]
    turned %= 180.0
    if x < 0:
        x, turned = -x, -turned % 180.0
    if y < 0:
        y, turned = -y, -turned % 180.0
    height = coil.depth_mm + z
    return _reach(
        coil.winding, winding, (round(x, 3), round(y, 3), round(height, 3), round(turned, 3))
    )


@functools.lru_cache(maxsize=50_000)
def _reach(coil: Winding, winding: Winding, spot: _Spot) -> float:
    x, y, height, turned = spot
    return winding.turns * sum(
        share * filaments.mutual(loop, _moved(turn, x, y, turned), height / 1e3)
        for loop in coil.loops()
        for turn, share in winding.thirds()
    )


@functools.lru_cache(maxsize=256)
def side_by_side(coil: Winding, x_mm: float) -> float:
    """Return the mutual inductance of two equal coils of one plane that lie side by side."""
    return sum(
        filaments.mutual(one, _moved(other, x_mm, 0.0, 0.0), coil.foil_um / 1e6)
        for one in coil.loops()
        for other in coil.loops()
    )


def _moved(loop: filaments.Loop, x: float, y: float, turned: float) -> filaments.Loop:
    angle = math.radians(turned)
    cos, sin = math.cos(angle), math.sin(angle)
    right, down = x / 1e3, y / 1e3

    def moved(u: float, v: float) -> tuple[float, float]:
        return right + u * cos - v * sin, down + u * sin + v * cos

    return tuple((*moved(a, b), *moved(c, d)) for a, b, c, d in loop)


def _solve(system: list[list[complex]]) -> list[complex]:
    """Solve the linear system of rows with their right side last, the largest pivot first."""
    size = len(system)
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(system[row][pivot]))
        system[pivot], system[best] = system[best], system[pivot]
        top = system[pivot]
        for row in range(pivot + 1, size):
            line = system[row]
            factor = line[pivot] / top[pivot]
            if factor:
                line[pivot:] = [
                    a - factor * b for a, b in zip(line[pivot:], top[pivot:], strict=True)
                ]
    found = [0j] * size
    for row in reversed(range(size)):
        line = system[row]
        rest = sum(line[column] * found[column] for column in range(row + 1, size))
        found[row] = (line[size] - rest) / line[row]
    return found
