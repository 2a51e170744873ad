"""Enums whose members are found as fast as any attribute."""

import enum
from typing import TypeVar

_E = TypeVar("_E", bound=enum.Enum)


def quick(kind: type[_E]) -> type[_E]:
    """Make an enum's members plain attributes of it; Python 3.11 runs a method to find each."""
    for name, member in kind.__members__.items():
        type.__setattr__(kind, name, member)
    return kind
