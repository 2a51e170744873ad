"""Card pictures from our own shapes: large indices for old eyes, one large sign, heraldry for the courts.

Every picture is drawn once at several times its size, scaled down and kept; the cache is bounded.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from tallone.display import fonts, shapes, theme
from tallone.display.scene import Fan
from tallone.display.theme import Color, SuitScheme
from tallone.rules.cards import Card, Deck, Suit

_SCALE: Final = 4
INDEX_SHARE: Final = 0.40  # font size of an index in card widths
_RANKS: Final = ("JK", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_COURT_CROWNS: Final = {11: shapes.CAP, 12: shapes.CORONET, 13: shapes.CROWN}


class Style(NamedTuple):
    """How a face is drawn beside its card and size."""

    fan: Fan
    scheme: SuitScheme
    letter: str
    stands_for: int | None


class Pen(NamedTuple):
    """A large surface being drawn on, one card width in its pixels, and the card's ink."""

    on: pygame.Surface
    w: int
    h: int
    ink: Color
    style: Style


@lru_cache(maxsize=640)
def face(card: Card, size: tuple[int, int], style: Style) -> pygame.Surface:
    """Return a card's face of that size in pixels."""
    wide, tall = size[0] * _SCALE, size[1] * _SCALE
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    surface.fill((*theme.IVORY_EDGE, 0))
    paper = theme.IVORY if style.stands_for is None else theme.WILD_IVORY
    _paper(surface, paper)
    pen = Pen(surface, wide, tall, theme.suit_color(card.suit, style.scheme), style)
    _index(pen, card)
    _picture(pen, card)
    return pygame.transform.smoothscale(surface, size)


@lru_cache(maxsize=64)
def back(deck: Deck, size: tuple[int, int]) -> pygame.Surface:
    """Return a card's back: a lattice of diamonds in a frame."""
    wide, tall = size[0] * _SCALE, size[1] * _SCALE
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    surface.fill((*theme.IVORY_EDGE, 0))
    _paper(surface, theme.IVORY)
    color = theme.BACK_BLUE if deck is Deck.BLUE else theme.BACK_RED
    pale = tuple(part + (255 - part) * 2 // 5 for part in color)
    edge = wide // 14
    field = pygame.Rect(edge, edge, wide - 2 * edge, tall - 2 * edge)
    inside = pygame.Surface(field.size, pygame.SRCALPHA)
    inside.fill(color)
    pitch = field.w / 6
    for step in range(-12, 24):
        for lean in (1, -1):
            x = step * pitch
            start, end = (x, 0), (x + lean * field.h * 0.72, field.h)
            pygame.draw.line(inside, pale, start, end, max(2, wide // 90))
    mask = pygame.Surface(field.size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=wide // 18)
    inside.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    surface.blit(inside, field)
    middle = (wide / 2, tall / 2)
    pygame.draw.circle(surface, theme.IVORY, middle, wide * 0.20)
    pygame.draw.circle(surface, color, middle, wide * 0.175)
    shapes.fill(
        surface,
        theme.IVORY,
        shapes.star(0.5, 0.5, 0.5, 8, 0.5),
        (middle[0] - wide * 0.13, middle[1] - wide * 0.13),
        (wide * 0.26, wide * 0.26),
    )
    return pygame.transform.smoothscale(surface, size)


def _paper(surface: pygame.Surface, paper: Color) -> None:
    wide, tall = surface.get_size()
    radius = round(wide * 0.09)
    line = max(_SCALE, round(wide * 0.012))
    pygame.draw.rect(surface, theme.IVORY_EDGE, (0, 0, wide, tall), border_radius=radius)
    pygame.draw.rect(
        surface, paper, (line, line, wide - 2 * line, tall - 2 * line), border_radius=radius - line
    )


def _suit(pen: Pen, suit: Suit, x: float, y: float, px: float) -> None:
    """Paint a suit's sign with its upper left corner there."""
    inner = None
    if pen.style.scheme is SuitScheme.SAFE and suit is Suit.DIAMONDS:
        inner = theme.SAFE_DIAMONDS_FILL
    pen.on.blit(shapes.suit_picture(suit, round(px), pen.ink, inner), (round(x), round(y)))


def _write(
    pen: Pen, words: str, x: float, y: float, px: float, color: Color | None = None
) -> float:
    """Write with the capitals' upper left corner there; return the width."""
    picture = fonts.rendered(words, round(px), True, color or pen.ink)
    pen.on.blit(picture, (round(x), round(y - px * 0.28)))
    return float(picture.get_width())


def _index(pen: Pen, card: Card) -> None:
    if pen.style.fan is Fan.COLUMN:
        _index_across(pen, card)
    else:
        _index_down(pen, card)


def _index_across(pen: Pen, card: Card) -> None:
    """Rank, suit, letter or role side by side in the upper edge."""
    px = pen.w * INDEX_SHARE
    top, left = pen.w * 0.055, pen.w * 0.055
    used = _write(pen, _RANKS[card.rank], left, top, px)
    sign = px * 0.66
    x = left + used + pen.w * 0.035
    if pen.style.stands_for is not None:
        _role(pen, pen.style.stands_for, top, px)
        if card.suit is not None:
            _suit(pen, card.suit, x, top + px * 0.06, sign * 0.8)
        return
    if card.suit is None:
        return
    if pen.style.scheme is SuitScheme.SAFE:
        _suit(pen, card.suit, x, top, sign)
        small = px * 0.66
        width = fonts.width(pen.style.letter, round(small), True)
        _write(pen, pen.style.letter, pen.w * 0.955 - width, top + px * 0.12, small)
    else:
        _suit(pen, card.suit, pen.w * 0.94 - sign, top, sign)


def _role(pen: Pen, rank: int, top: float, px: float) -> None:
    """Write `= 6` at the right end of the upper edge."""
    words = "=" + _RANKS[rank]
    small = px * 0.78
    width = fonts.width(words, round(small), True)
    _write(pen, words, pen.w * 0.95 - width, top + px * 0.08, small, theme.INK)


def _index_down(pen: Pen, card: Card) -> None:
    """Rank above suit in the left edge; a wild's role below."""
    px = pen.w * INDEX_SHARE * (0.88 if card.rank == 10 or card.is_joker else 1.0)
    top, left = pen.w * 0.06, pen.w * 0.045
    width = fonts.width(_RANKS[card.rank], round(px), True)
    slot = pen.w * 0.34
    _write(pen, _RANKS[card.rank], max(left * 0.5, left + (slot - width) / 2), top, px)
    below = top + pen.w * 0.33
    sign = pen.w * 0.27
    if card.suit is not None:
        _suit(pen, card.suit, left + (slot - sign) / 2, below, sign)
        below += sign + pen.w * 0.07
    if pen.style.stands_for is not None:
        small = pen.w * 0.27
        words = "=" + _RANKS[pen.style.stands_for]
        width = fonts.width(words, round(small), True)
        _write(pen, words, max(left * 0.4, left + (slot - width) / 2), below, small, theme.INK)
    elif pen.style.scheme is SuitScheme.SAFE and card.suit is not None:
        small = pen.w * 0.27
        width = fonts.width(pen.style.letter, round(small), True)
        _write(pen, pen.style.letter, left + (slot - width) / 2, below, small)


def _field(pen: Pen) -> pygame.Rect:
    """Return the part of the card that the index leaves free."""
    if pen.style.fan is Fan.COLUMN:
        top = round(pen.w * 0.40)
        return pygame.Rect(
            round(pen.w * 0.09), top, round(pen.w * 0.82), pen.h - top - round(pen.w * 0.09)
        )
    left = round(pen.w * 0.42)
    return pygame.Rect(
        left, round(pen.w * 0.10), pen.w - left - round(pen.w * 0.09), pen.h - round(pen.w * 0.20)
    )


def _picture(pen: Pen, card: Card) -> None:
    field = _field(pen)
    if card.is_joker:
        _jester(pen, field)
    elif card.rank in _COURT_CROWNS:
        _court(pen, field, card)
    elif card.is_pinella:
        _pinella(pen, field, card)
    else:
        assert card.suit is not None
        share = 0.94 if card.rank == 1 else 0.70
        px = min(field.w, field.h) * share
        _suit(pen, card.suit, field.centerx - px / 2, field.centery - px / 2, px)


def _pinella(pen: Pen, field: pygame.Rect, card: Card) -> None:
    """A star in a ring: the mark by which learners know a two."""
    radius = min(field.w, field.h) * 0.46
    pygame.draw.circle(pen.on, pen.ink, field.center, radius)
    pygame.draw.circle(
        pen.on,
        theme.IVORY if pen.style.stands_for is None else theme.WILD_IVORY,
        field.center,
        radius * 0.88,
    )
    shapes.fill(
        pen.on,
        pen.ink,
        shapes.star(0.5, 0.53, 0.5),
        (field.centerx - radius * 0.84, field.centery - radius * 0.84),
        (radius * 1.68, radius * 1.68),
    )


def _court(pen: Pen, field: pygame.Rect, card: Card) -> None:
    """A shield with the suit under the rank's crown, as on an old coat of arms."""
    assert card.suit is not None
    wide = min(field.w * 0.80, field.h * 0.62)
    high = wide * 1.08
    crown = wide * 0.44
    top = field.centery - (high + crown) / 2
    left = field.centerx - wide / 2
    for polygon in _COURT_CROWNS[card.rank]:
        shapes.fill(
            pen.on, pen.ink, polygon, (left + wide * 0.08, top - wide * 0.04), (wide * 0.84, crown)
        )
    shield = top + crown + wide * 0.02
    shapes.fill(pen.on, pen.ink, shapes.SHIELD, (left, shield), (wide, high))
    rim = wide * 0.05
    shapes.fill(
        pen.on,
        theme.IVORY,
        shapes.SHIELD,
        (left + rim, shield + rim),
        (wide - 2 * rim, high - 2.4 * rim),
    )
    rim = wide * 0.085
    shapes.fill(
        pen.on,
        pen.ink,
        shapes.SHIELD,
        (left + rim, shield + rim),
        (wide - 2 * rim, high - 2.4 * rim),
    )
    px = round(wide * 0.56)
    sign = shapes.suit_picture(card.suit, px, theme.IVORY)
    pen.on.blit(sign, (round(field.centerx - px / 2), round(shield + high * 0.16)))


def _jester(pen: Pen, field: pygame.Rect) -> None:
    side = min(field.w, field.h) * 1.0
    at = (field.centerx - side / 2, field.centery - side / 2)
    size = (side, side)
    shapes.fill(pen.on, theme.RED, shapes.JESTER_LEFT, at, size)
    shapes.fill(pen.on, theme.BACK_BLUE, shapes.JESTER_RIGHT, at, size)
    shapes.fill(pen.on, (232, 160, 20), shapes.JESTER_MIDDLE, at, size)
    shapes.fill(pen.on, theme.INK, shapes.JESTER_BAND, at, size)
    for bell in shapes.JESTER_BELLS:
        shapes.fill(pen.on, theme.INK, bell, at, size)
