"""The croupier from its open side, as whoever looks into it sees it, with a ring where a card is stuck.

Not to scale: hopper below on the left, the path that climbs, the wheel above, the trays fanned out below.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import pygame

from tallone.display.style.theme import AMBER, IVORY, Color

_S: Final = 640  # pixels of the picture before it is scaled
_LINE: Final = 12
_HUB: Final = (424, 246)
_WHEEL_R: Final = 150
_SLOTS: Final = 12
_PATH: Final = ((196, 470), (322, 348))  # from the hopper's mouth to the wheel's
_CLIMB: Final = math.atan2(_PATH[0][1] - _PATH[1][1], _PATH[1][0] - _PATH[0][0])
# The middle of the ring, its radius, and the middle of the card that sticks.
_MARKS: Final[Mapping[str, tuple[tuple[int, int], int]]] = MappingProxyType(
    {
        "feed": ((196, 470), 74),
        "path": ((262, 406), 74),
        "wheel": ((346, 326), 80),
    }
)


def machine(place: str, px: int, color: Color) -> pygame.Surface:
    """Return the machine, `px` square, with the place marked; `lid` shows it open, `anywhere` marks all."""
    surface = pygame.Surface((_S, _S), pygame.SRCALPHA)
    surface.fill((*color, 0))
    _case(surface, color, lid_up=place == "lid")
    _wheel(surface, color)
    _hopper(surface, color)
    _trays(surface, color)
    pygame.draw.line(surface, color, *_PATH, _LINE * 2)
    if place in _MARKS:
        middle, radius = _MARKS[place]
        _card(surface, middle)
        pygame.draw.circle(surface, AMBER, middle, radius, 16)
    elif place == "lid":
        _arrow_down(surface)
    return pygame.transform.smoothscale(surface, (px, px))


def _case(on: pygame.Surface, color: Color, *, lid_up: bool) -> None:
    pygame.draw.lines(
        on, color, closed=False, points=((24, 84), (24, 620), (616, 620), (616, 84)), width=8
    )
    hinge, length = (616, 84), 592
    angle = math.radians(20 if lid_up else 3)
    end = (hinge[0] - length * math.cos(angle), hinge[1] - length * math.sin(angle))
    pygame.draw.line(on, AMBER if lid_up else color, hinge, end, 16)


def _wheel(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, _HUB, _WHEEL_R, 8)
    pygame.draw.circle(on, color, _HUB, 26, 8)
    for slot in range(_SLOTS):
        angle = math.tau * slot / _SLOTS + 0.2
        inner, outer = (
            (_HUB[0] + radius * math.cos(angle), _HUB[1] + radius * math.sin(angle))
            for radius in (34, _WHEEL_R - 12)
        )
        pygame.draw.line(on, color, inner, outer, 6)


def _hopper(on: pygame.Surface, color: Color) -> None:
    """A box on the slant with the pack in it."""
    middle = pygame.Vector2(120, 500)
    along = pygame.Vector2(math.cos(_CLIMB), -math.sin(_CLIMB))
    across = pygame.Vector2(along.y, -along.x)
    corners = [
        middle + along * a + across * b for a, b in ((-74, -62), (74, -62), (74, 62), (-74, 62))
    ]
    pygame.draw.polygon(on, color, corners, 8)
    for layer in range(6):
        shift = across * (-40 + layer * 14)
        pygame.draw.line(on, IVORY, middle - along * 58 + shift, middle + along * 58 + shift, 8)


def _trays(on: pygame.Surface, color: Color) -> None:
    for number in range(4):
        left = 270 + 76 * number
        pygame.draw.line(on, color, (left, 440 + 10 * number), (left - 44, 590), 8)


def _card(on: pygame.Surface, middle: tuple[int, int]) -> None:
    """The card that sticks: edge on, along the path."""
    along = pygame.Vector2(math.cos(_CLIMB), -math.sin(_CLIMB)) * 62
    pygame.draw.line(on, IVORY, middle - along, middle + along, 22)


def _arrow_down(on: pygame.Surface) -> None:
    pygame.draw.line(on, AMBER, (90, 20), (90, 100), 18)
    pygame.draw.polygon(on, AMBER, ((54, 90), (126, 90), (90, 150)))
