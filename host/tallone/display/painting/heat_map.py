"""The audit's picture: how often each card came to each place, as colours on a square."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame

from tallone.display.style import fonts

_CARDS: Final = 108
_CELL: Final = 6
_MARGIN: Final = 64
_TEXT_PX: Final = 18
_EVERY: Final = 12  # a number on the axes
_PAPER: Final = (255, 255, 255)
_INK: Final = (30, 30, 30)
_TOO_MANY: Final = (178, 24, 43)
_TOO_FEW: Final = (33, 102, 172)
# Standard deviations at which a colour is full: of 11,664 fair cells about one is beyond.
_FULL: Final = 4.0


def draw(
    cells: Sequence[int], shuffles: int, title: str, before: str, after: str
) -> pygame.Surface:
    """Return the picture; rows are places before, columns places after, white is as expected."""
    side = _CARDS * _CELL
    surface = pygame.Surface((side + 2 * _MARGIN, side + 2 * _MARGIN))
    surface.fill(_PAPER)
    expected = shuffles / _CARDS
    spread = (expected * (1 - 1 / _CARDS)) ** 0.5 or 1.0
    for index, seen in enumerate(cells):
        row, column = divmod(index, _CARDS)
        place = (_MARGIN + column * _CELL, _MARGIN + row * _CELL, _CELL, _CELL)
        surface.fill(colour((seen - expected) / spread), place)
    pygame.draw.rect(surface, _INK, (_MARGIN - 1, _MARGIN - 1, side + 2, side + 2), 1)
    _axes(surface, before, after)
    _write(surface, title, (surface.get_width() // 2, _MARGIN // 2))
    return surface


def colour(deviations: float) -> tuple[int, int, int]:
    """Return white for as expected, towards red for too often, towards blue for too seldom."""
    share = min(1.0, abs(deviations) / _FULL)
    full = _TOO_MANY if deviations > 0 else _TOO_FEW
    red, green, blue = (
        round(paper + (ink - paper) * share) for paper, ink in zip(_PAPER, full, strict=True)
    )
    return red, green, blue


def save(surface: pygame.Surface, path: Path) -> None:
    """Write the picture as a PNG file."""
    pygame.image.save(surface, path, "png")


def _axes(surface: pygame.Surface, before: str, after: str) -> None:
    side = _CARDS * _CELL
    for place in range(0, _CARDS, _EVERY):
        middle = _MARGIN + place * _CELL + _CELL // 2
        _write(surface, str(place + 1), (middle, _MARGIN + side + _TEXT_PX))
        _write(surface, str(place + 1), (_MARGIN - _TEXT_PX, middle))
    _write(surface, after, (surface.get_width() // 2, surface.get_height() - _TEXT_PX // 2 - 4))
    written = pygame.transform.rotate(fonts.rendered(before, _TEXT_PX, False, _INK), 90)
    surface.blit(written, written.get_rect(center=(_TEXT_PX // 2 + 4, surface.get_height() // 2)))


def _write(surface: pygame.Surface, words: str, middle: tuple[int, int]) -> None:
    written = fonts.rendered(words, _TEXT_PX, False, _INK)
    surface.blit(written, written.get_rect(center=middle))
