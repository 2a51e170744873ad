"""Names of players where room is short: the whole name, else its first word and an initial, else less."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from tallone.display.scene.scene import Canvas
from tallone.display.style import fonts
from tallone.display.texts.phrases import text
from tallone.display.views.view import TableView
from tallone.rules.cards.seats import Seat

Names = Mapping[Seat, str]
NOBODY: Final[Names] = {}
_MORE: Final = "…"


def named(view: TableView) -> Names:
    """Return who sits where, as far as somebody has said so."""
    return dict(view.names)


def fitting(name: str, room: int, px: int, *, bold: bool = False) -> str:
    """Return as much of a name as fits into so many pixels at that size; a bit of it at least."""
    for candidate in (name, _with_initial(name), _first(name)):
        if fonts.width(candidate, px, bold) <= room:
            return candidate
    least = _first(name)
    while len(least) > 1 and fonts.width(least + _MORE, px, bold) > room:
        least = _without_last(least)
    return least + _MORE


def fitting_together(names: Sequence[str], room: int, px: int, *, bold: bool = False) -> list[str]:
    """Return names that fit side by side: all whole, all short, or each cut to its share."""
    for shorten in (str, _with_initial, _first):
        shorter = [shorten(name) for name in names]
        if sum(fonts.width(name, px, bold) for name in shorter) <= room:
            return shorter
    return [fitting(name, room // len(names), px, bold=bold) for name in shorter]


def _with_initial(name: str) -> str:
    words = name.split()
    return name if len(words) < 2 else f"{words[0]} {words[-1][:1]}."


def _first(name: str) -> str:
    return name.split(maxsplit=1)[0]


def _without_last(word: str) -> str:
    """Return a word without its last letter, marks that belong to the letter included."""
    end = len(word) - 1
    while end > 1 and unicodedata.combining(word[end]):
        end -= 1
    return word[:end]


def turn_words(canvas: Canvas, seat: Seat, names: Names, room: int, px: int) -> str:
    """Return whose turn it is: by name where that fits, else by seat."""
    name = names.get(seat)
    by_seat = text("turn.of", canvas.lang, seat=seat)
    if not name:
        return by_seat
    for called in (name, name.split(maxsplit=1)[0]):
        words = text("turn.of_named", canvas.lang, name=called)
        if fonts.width(words, px, True) <= room:
            return words
    return by_seat
