"""Names in any script: which typeface can write a line, and what is written where none can."""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import pygame
from fontTools.ttLib import TTFont, TTLibError

# Latin with its usual accents: what the screen's own typeface was made for.
_LAST_OWN: Final = 0x017F
# Typefaces that a Debian or a Raspberry Pi has or can have, those of many scripts first.
_ELSEWHERE: Final = "dejavusans,notosans,freesans,droidsansfallback,notosanscjk,unifont"
# What stands for a letter that nothing here can write: a name is still as long as it is.
UNKNOWN: Final = "·"


def is_plain(text: str) -> bool:
    """Whether the screen's own typeface writes every letter, without a look into it."""
    return all(ord(char) <= _LAST_OWN or char in "–—’“”…−•·©" for char in text)


def is_right_to_left(text: str) -> bool:
    """Whether the line is of a script that runs from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


@cache
def others() -> tuple[Path, ...]:
    """Return the typefaces besides the screen's own, in the order in which they are tried."""
    found = [Path(pygame.__file__).with_name(pygame.font.get_default_font())]
    matched = pygame.font.match_font(_ELSEWHERE)
    if matched is not None:
        found.append(Path(matched))
    return tuple(path for path in found if path.is_file())


@cache
def letters_of(path: Path) -> frozenset[int]:
    """Return which letters a typeface has; none for a file that is no typeface."""
    try:
        with TTFont(path, lazy=True, fontNumber=0) as opened:
            return frozenset(opened.getBestCmap() or ())
    except (TTLibError, OSError):
        return frozenset()


@lru_cache(maxsize=512)
def written_with(text: str, own: Path) -> tuple[Path | None, str]:
    """Return the typeface for a line (None: the screen's own) and the line as it can be written.

    Letters that no typeface has lose their marks, or become dots where nothing is left of them.
    """
    ranked: list[Path | None] = [None, *others()]
    known = [letters_of(own if path is None else path) for path in ranked]
    missing = [sum(ord(char) not in letters for char in text) for letters in known]
    best = missing.index(min(missing))
    letters = known[best]
    return ranked[best], "".join(_possible(char, letters) for char in text)


def _possible(char: str, letters: frozenset[int]) -> str:
    if ord(char) in letters:
        return char
    if unicodedata.combining(char):
        return ""
    base = unicodedata.normalize("NFKD", char)[:1]
    return base if base and ord(base) in letters else UNKNOWN
