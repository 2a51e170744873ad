"""The small signs: clock, tick, warning, links. Drawn large, scaled down, kept."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import pygame

from tallone.display.painting.machine_art import machine
from tallone.display.style import fonts
from tallone.display.style.theme import Color

_INSIDE: Final = "inside-"
_S: Final = 160  # pixels of a sign before it is scaled down


@lru_cache(maxsize=128)
def sign(name: str, px: int, color: Color) -> pygame.Surface:
    """Return the named sign, `px` square; `inside-PLACE` is the machine with that place marked."""
    if name.startswith(_INSIDE):
        return machine(name.removeprefix(_INSIDE), px, color)
    surface = pygame.Surface((_S, _S), pygame.SRCALPHA)
    surface.fill((*color, 0))
    base, _, state = name.partition("_")
    _SIGNS[base](surface, color)
    if state:
        _strike(surface, color, lost=state == "lost")
    return pygame.transform.smoothscale(surface, (px, px))


def _clock(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, (80, 80), 74, 14)
    pygame.draw.line(on, color, (80, 84), (80, 36), 14)
    pygame.draw.line(on, color, (76, 80), (114, 98), 14)


def _pause(on: pygame.Surface, color: Color) -> None:
    pygame.draw.rect(on, color, (32, 20, 34, 120), border_radius=8)
    pygame.draw.rect(on, color, (94, 20, 34, 120), border_radius=8)


def _tick(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, (80, 80), 76)
    cut = (*color, 0)
    pygame.draw.polygon(on, cut, ((32, 84), (48, 66), (70, 88), (112, 42), (128, 58), (70, 120)))


def _empty(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, (80, 80), 74, 12)


def _target(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, (80, 80), 74, 12)
    pygame.draw.line(on, color, (80, 20), (80, 140), 10)
    pygame.draw.line(on, color, (20, 80), (140, 80), 10)


def _menu(on: pygame.Surface, color: Color) -> None:
    for top in (34, 72, 110):
        pygame.draw.rect(on, color, (16, top, 128, 18), border_radius=8)


def _warning(on: pygame.Surface, color: Color) -> None:
    pygame.draw.polygon(on, color, ((80, 8), (156, 146), (4, 146)))
    pygame.draw.circle(on, color, (80, 14), 10)
    cut = (*color, 0)
    pygame.draw.rect(on, cut, (71, 52, 18, 52), border_radius=8)
    pygame.draw.circle(on, cut, (80, 124), 11)


def _information(on: pygame.Surface, color: Color) -> None:
    pygame.draw.circle(on, color, (80, 80), 76)
    cut = (*color, 0)
    pygame.draw.circle(on, cut, (80, 44), 12)
    pygame.draw.rect(on, cut, (70, 66, 20, 60), border_radius=8)


def _arbiter(on: pygame.Surface, color: Color) -> None:
    """A raised hand."""
    for x, top in ((40, 40), (64, 22), (88, 22), (112, 40)):
        pygame.draw.rect(on, color, (x - 10, top, 20, 80), border_radius=10)
    pygame.draw.rect(on, color, (30, 78, 92, 70), border_radius=26)
    pygame.draw.line(on, color, (36, 118), (16, 84), 20)
    pygame.draw.circle(on, color, (16, 84), 10)


def _mat(on: pygame.Surface, color: Color) -> None:
    pygame.draw.rect(on, color, (8, 30, 144, 100), 12, border_radius=14)
    for x in (50, 80, 110):
        pygame.draw.rect(on, color, (x - 9, 56, 18, 48), border_radius=4)


def _machine(on: pygame.Surface, color: Color) -> None:
    pygame.draw.rect(on, color, (14, 60, 132, 84), 12, border_radius=14)
    pygame.draw.rect(on, color, (46, 14, 68, 64), border_radius=8)
    pygame.draw.rect(on, color, (42, 98, 76, 14), border_radius=6)


def _network(on: pygame.Surface, color: Color) -> None:
    for radius in (110, 74, 38):
        box = (80 - radius, 132 - radius, 2 * radius, 2 * radius)
        pygame.draw.arc(on, color, box, math.radians(45), math.radians(135), 15)
    pygame.draw.circle(on, color, (80, 128), 14)


def _strike(on: pygame.Surface, color: Color, *, lost: bool) -> None:
    """Mark a link: a cross over it when lost, a question mark when weak."""
    pygame.draw.circle(on, (*color, 0), (118, 118), 44)
    if lost:
        pygame.draw.line(on, color, (94, 94), (142, 142), 16)
        pygame.draw.line(on, color, (142, 94), (94, 142), 16)
    else:
        picture = fonts.rendered("?", 84, True, color)
        on.blit(picture, (118 - picture.get_width() // 2, 118 - picture.get_height() // 2))


_SIGNS: Final[dict[str, Callable[[pygame.Surface, Color], None]]] = {
    "clock": _clock,
    "pause": _pause,
    "tick": _tick,
    "empty": _empty,
    "target": _target,
    "menu": _menu,
    "warning": _warning,
    "information": _information,
    "arbiter": _arbiter,
    "mat": _mat,
    "machine": _machine,
    "network": _network,
}
