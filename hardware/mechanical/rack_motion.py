"""Whether the rack's motor keeps its steps: the rotor swings about the pole that the pulses turn.

Standard library only. J th'' = T sin(p (command - th)) - friction, with the firmware's trapezoid as command. Cards
that lie on the shroud's ring press on it by their centrifugal force and rub. Ideal current source: torque does not
fall with speed here, which is why the rule takes the usable torque and not the holding one. A step is lost when
rotor and command are half an electrical turn apart. Calculated, never measured.
"""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.mechanical import torque

from hardware import dimensions as d

# Slots that a card's way may take: the rack turns the shorter way.
MOVES = (1, 3, 6)
CARDS = (0, 27, 54, 81, 108)
_STEP_S = 20e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive:
    """A motor, its gear and what resists: SI units at the motor unless said."""

    torque_nm: float
    gear: float
    steps_per_slot: int
    poles: int = 50
    rotor_kgm2: float = 8.2e-6
    bearings_nm: float = 0.01
    shroud_friction: float = 0.3
    lip: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of firmware/croupier/noise.py, as far as the rack goes."""

    cards: int
    start: float
    top: float
    ramp: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """What a move did to the rotor: how far it lagged at most, in electrical degrees, and how long it took."""

    lag_deg: float
    seconds: float

    @property
    def lost(self) -> bool:
        return self.lag_deg >= 180.0


def seconds(row: Row, steps: int) -> float:
    """Return how long the firmware's trapezoid takes for so many steps."""
    peak = min(row.top, math.sqrt(row.start**2 + row.ramp * steps))
    ramp_s = (peak - row.start) / row.ramp
    cruise = steps - ramp_s * (row.start + peak)
    return 2 * ramp_s + cruise / peak


def _command(row: Row, steps: int) -> Iterator[float]:
    """Yield the commanded place in steps, every `_STEP_S`, until a tenth of a second after the end."""
    peak = min(row.top, math.sqrt(row.start**2 + row.ramp * steps))
    ramp_s = (peak - row.start) / row.ramp
    ramped = ramp_s * (row.start + peak) / 2
    end = seconds(row, steps)
    for number in range(round((end + 0.1) / _STEP_S)):
        t = number * _STEP_S
        if t < ramp_s:
            yield row.start * t + row.ramp * t * t / 2
        elif t < end - ramp_s:
            yield ramped + peak * (t - ramp_s)
        elif t < end:
            rest = end - t
            yield steps - row.start * rest - row.ramp * rest * rest / 2
        else:
            yield float(steps)


def swing(drive: Drive, row: Row, slots: int, cards: int) -> Swing:
    """Return what a move over so many slots does with so many cards in the rack."""
    steps = slots * drive.steps_per_slot
    a_step = math.tau / (d.MOTOR_STEPS * d.MICROSTEPS)
    moment = torque.inertia(cards) / drive.gear**2 + drive.rotor_kgm2
    mass = cards * d.CARD_GRAMS / 1000
    radius, ring = (d.SHROUD_RADIUS - d.CARD_LENGTH / 2) / 1000, d.SHROUD_RADIUS / 1000
    rub = 0.0 if drive.lip else drive.shroud_friction * mass * radius * ring / drive.gear**3
    angle = speed = lag = 0.0
    for place in _command(row, steps):
        off = drive.poles * (place * a_step - angle)
        lag = max(lag, abs(off))
        if lag >= math.pi:
            break
        push = drive.torque_nm * math.sin(off)
        friction = drive.bearings_nm + rub * speed * speed
        if abs(speed) > 1e-3:
            push -= math.copysign(friction, speed)
        elif abs(push) <= friction:
            push = 0.0
        speed += push / moment * _STEP_S
        angle += speed * _STEP_S
    return Swing(lag_deg=math.degrees(lag), seconds=seconds(row, steps))


@functools.cache
def worst(drive: Drive, row: Row) -> float:
    """Return the greatest lag over all moves and loads, in electrical degrees; 180 and more are lost steps."""
    return max(swing(drive, row, slots, cards).lag_deg for slots in MOVES for cards in CARDS)
