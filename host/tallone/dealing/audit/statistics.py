"""Tails of the two distributions that the audit needs, from the standard library alone."""

import math
from typing import Final

_ENOUGH: Final = 1e-13
_MOST_TERMS: Final = 100_000
_TINY: Final = 1e-300


def normal_two_sided(z: float) -> float:
    """Return the chance that a standard normal value is at least so far from 0."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square value of so many degrees of freedom is at least that."""
    if statistic <= 0.0:
        return 1.0
    a, x = degrees / 2.0, statistic / 2.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1.0 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function without its factor x**a e**-x, as a power series."""
    term = total = 1.0 / a
    for step in range(1, _MOST_TERMS):
        term *= x / (a + step)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The upper one, as a continued fraction by Lentz's method."""
    b = x + 1.0 - a
    c = 1.0 / _TINY
    d = 1.0 / b
    total = d
    for step in range(1, _MOST_TERMS):
        factor = -step * (step - a)
        b += 2.0
        d = 1.0 / _floor(factor * d + b)
        c = _floor(b + factor / c)
        change = c * d
        total *= change
        if abs(change - 1.0) < _ENOUGH:
            break
    return total


def _floor(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
