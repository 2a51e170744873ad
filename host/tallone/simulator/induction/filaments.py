"""Inductances of straight wires in level planes: Neumann's integral in closed form. Metres and henry.

A loop is a chain of filaments in one plane. Two filaments in planes `apart` from each other include any angle;
parallel ones have Neumann's well-known primitive, the others the one of Campbell (1915; Grover, Inductance
Calculations, chapter 7), written here as a primitive of both lengths, so that no case is special.
"""

import math
from collections.abc import Sequence
from typing import Final

# From (x0, y0) to (x1, y1).
Filament = tuple[float, float, float, float]
Loop = tuple[Filament, ...]

MU0_OVER_4PI: Final = 1e-7
# Closer to parallel than this the oblique form loses its digits, and the parallel one errs by less than 1e-4.
_PARALLEL: Final = 1e-5
# The mean distance of a tape's or bar's section from itself, as a share of width plus thickness (Grover).
OWN_DISTANCE: Final = 0.2235


def rectangle(long: float, wide: float, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> Loop:
    """Return a rectangle about (x, y), its long side turned by that many radians from the x axis."""
    cos, sin = math.cos(turn), math.sin(turn)
    half, side = long / 2, wide / 2
    corners = [
        (x + a * cos - b * sin, y + a * sin + b * cos)
        for a, b in ((-half, -side), (half, -side), (half, side), (-half, side))
    ]
    return tuple((*a, *b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))


def mutual(one: Sequence[Filament], other: Sequence[Filament], apart: float) -> float:
    """Return the mutual inductance of two chains of filaments in planes that far apart, with its sign."""
    return sum(between(a, b, apart) for a in one for b in other)


def between(one: Filament, other: Filament, apart: float) -> float:
    """Return the mutual partial inductance of two filaments; they must not touch."""
    x0, y0, x1, y1 = one
    u0, v0, u1, v1 = other
    long, far = math.hypot(x1 - x0, y1 - y0), math.hypot(u1 - u0, v1 - v0)
    ex, ey = (x1 - x0) / long, (y1 - y0) / long
    fx, fy = (u1 - u0) / far, (v1 - v0) / far
    cos, sin = ex * fx + ey * fy, ex * fy - ey * fx
    dx, dy = u0 - x0, v0 - y0
    if abs(sin) < _PARALLEL:
        begins, distance = dx * ex + dy * ey, math.hypot(dx * ey - dy * ex, apart)
        if cos > 0:
            return _parallel(long, begins, begins + far, distance)
        return -_parallel(long, begins - far, begins, distance)
    if abs(cos) < 1e-12:
        return 0.0
    # Where the lines cross, seen from above: so far before each filament's beginning.
    a0, b0 = (dy * fx - dx * fy) / sin, (dy * ex - dx * ey) / sin
    a1, b1 = a0 + long, b0 + far
    sin = abs(sin)
    total = (
        _oblique(a1, b1, apart, cos, sin)
        - _oblique(a0, b1, apart, cos, sin)
        - _oblique(a1, b0, apart, cos, sin)
        + _oblique(a0, b0, apart, cos, sin)
    )
    return MU0_OVER_4PI * cos * total


def _parallel(long: float, low: float, high: float, distance: float) -> float:
    def primitive(along: float) -> float:
        return along * math.asinh(along / distance) - math.hypot(along, distance)

    total = primitive(high) - primitive(low) - primitive(high - long) + primitive(low - long)
    return MU0_OVER_4PI * total


def _oblique(a: float, b: float, apart: float, cos: float, sin: float) -> float:
    """Return the primitive over both lengths of one over the distance; a and b count from the crossing."""
    square = apart * apart
    # Of nearly parallel lines a and b are large and nearly equal, so their difference is taken first.
    way = 1.0 if cos > 0 else -1.0
    less = sin * sin / (1 + abs(cos))  # 1 - |cos|, to all digits
    apart_along = a - way * b
    distance = math.sqrt(square + apart_along**2 + 2 * way * a * b * less)
    total = a * _log_sum(distance, way * (a * less - apart_along), square + (a * sin) ** 2)
    total += b * _log_sum(distance, apart_along + way * b * less, square + (b * sin) ** 2)
    if apart > 0:
        angle = math.atan2(square * cos + a * b * sin * sin, apart * distance * sin)
        total -= apart / sin * angle
    return total


def _log_sum(distance: float, along: float, square: float) -> float:
    """Return log(distance + along), where distance² = along² + square, without cancellation."""
    if along >= 0:
        return math.log(distance + along)
    return math.log(square / (distance - along))


def bar(long: float, wide: float, thick: float) -> float:
    """Return the partial inductance of a straight bar of rectangular section (Grover; Ruehli 1972)."""
    section = wide + thick
    return 2e-7 * long * (math.log(2 * long / section) + 0.5 + OWN_DISTANCE * section / long)


def own(loops: Sequence[Loop], wide: float, thick: float) -> float:
    """Return the inductance of loops in series in one plane, their tracks that wide and thick (Greenhouse)."""
    chain = [filament for loop in loops for filament in loop]
    mean = OWN_DISTANCE * (wide + thick)
    total = sum(bar(math.hypot(c - a, d - b), wide, thick) for a, b, c, d in chain)
    for index, one in enumerate(chain):
        for other in chain[:index]:
            total += 2 * between(one, other, 0.0 if _apart(one, other) else mean)
    return total


def _apart(one: Filament, other: Filament) -> bool:
    """Return whether two filaments of a plane lie on different lines, so that they cannot touch along them."""
    x0, y0, x1, y1 = one
    long = math.hypot(x1 - x0, y1 - y0)
    aside = [
        abs((u - x0) * (y1 - y0) - (v - y0) * (x1 - x0)) / long for u, v in (other[:2], other[2:])
    ]
    return max(aside) > 1e-7
