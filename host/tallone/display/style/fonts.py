"""The typeface: found in its package, measured, wrapped. The only module that opens a font."""

import importlib.resources
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import pygame

from tallone.display.style import scripts

_PACKAGE: Final = "fontpkg_atkinson_hyperlegible"
_FILES: Final = {
    False: "files/AtkinsonHyperlegible-Regular.ttf",
    True: "files/AtkinsonHyperlegible-Bold.ttf",
}
_LINE_HEIGHT: Final = 1.16


class Fitted(NamedTuple):
    """A text broken into lines at a size; `fits` is False if even the least size was too big."""

    lines: tuple[str, ...]
    px: int
    fits: bool


@lru_cache(maxsize=128)
def font(px: int, bold: bool) -> pygame.font.Font:
    """Return the font at that size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    resource = importlib.resources.files(_PACKAGE) / _FILES[bold]
    with importlib.resources.as_file(resource) as path:
        return pygame.font.Font(path, max(1, px))


@lru_cache(maxsize=64)
def _other(path: Path, px: int, right_to_left: bool) -> pygame.font.Font:
    """Return another typeface for a script that the screen's own does not have."""
    found = pygame.font.Font(path, max(1, px))
    if right_to_left:
        found.set_direction(pygame.DIRECTION_RTL)
    return found


def _for(text: str, px: int, bold: bool) -> tuple[pygame.font.Font, str]:
    """Return the typeface that writes a line, and the line as it can be written."""
    own = font(px, bold)
    if scripts.is_plain(text):
        return own, text
    path, words = scripts.written_with(text, _own_file())
    if path is None:
        return own, words
    return _other(path, px, scripts.is_right_to_left(words)), words


@cache
def _own_file() -> Path:
    resource = importlib.resources.files(_PACKAGE) / _FILES[False]
    with importlib.resources.as_file(resource) as path:
        return path


@lru_cache(maxsize=4096)
def width(text: str, px: int, bold: bool = False) -> int:
    """Return how wide a line is."""
    letters, words = _for(text, px, bold)
    return letters.size(words)[0]


def line_height(px: int) -> int:
    """Return the distance between lines of that size."""
    return round(px * _LINE_HEIGHT)


@lru_cache(maxsize=1024)
def fit(
    text: str,
    room: tuple[int, int],
    px: int,
    least: int,
    *,
    bold: bool = False,
    most_lines: int = 1,
) -> Fitted:
    """Return the text in the room at the largest size from `px` down to `least` that holds it."""
    for size in range(px, least - 1, -1):
        lines = _wrap(text, room[0], size, bold)
        if lines and len(lines) <= most_lines and len(lines) * line_height(size) <= room[1]:
            return Fitted(lines, size, True)
    lines = _wrap(text, room[0], least, bold) or (text,)
    return Fitted(lines, least, False)


def _wrap(text: str, room: int, px: int, bold: bool) -> tuple[str, ...]:
    """Return the lines, or nothing if a word is wider than the room."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if width(word, px, bold) > room:
            return ()
        longer = f"{line} {word}" if line else word
        if width(longer, px, bold) <= room:
            line = longer
        else:
            lines.append(line)
            line = word
    return (*lines, line)


@lru_cache(maxsize=256)
def rendered(text: str, px: int, bold: bool, color: tuple[int, int, int]) -> pygame.Surface:
    """Return a line as a picture with a clear ground; zeros are plain."""
    letters, text = _for(text, px, bold)
    picture = letters.render(text, True, color)
    if "0" not in text or letters is not font(px, bold):
        return picture
    zero = _zero(px, bold, color)
    wide = letters.size("0")[0]
    for place, letter in enumerate(text):
        if letter == "0":
            left = letters.size(text[: place + 1])[0] - wide
            picture.fill((0, 0, 0, 0), (left, 0, wide, picture.get_height()))
            picture.blit(zero, (left, 0))
    return picture


@lru_cache(maxsize=64)
def _zero(px: int, bold: bool, color: tuple[int, int, int]) -> pygame.Surface:
    """Return a zero without a stroke through it: the typeface's O, as narrow as its digits.

    From a metre away a struck zero is taken for an 8, and a score for another.
    """
    letters = font(px, bold)
    wide, tall = letters.size("0")
    ring = letters.render("O", True, color)
    return pygame.transform.smoothscale(ring, (wide, tall))
