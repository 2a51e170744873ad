"""Card pictures from our own shapes: large indices, one large sign, heraldry for the courts.

Every picture is drawn once at several times its size, scaled down and kept; the cache is bounded.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from tallone.display.painting import shapes
from tallone.display.scene.scene import Fan
from tallone.display.style import fonts, theme
from tallone.display.style.theme import Color, SuitScheme
from tallone.rules.cards.cards import Card, Deck, Suit

# Faces are drawn this many times larger and scaled down.
_SCALE: Final = 3
# Smaller cards are scaled from this size, quickly: melds change their card size in mid-hand.
_MASTER: Final = (174, 247)
_JESTER_GOLD: Final[Color] = (226, 158, 24)
INDEX_SHARE: Final = 0.40  # font size of an index in card widths
_RANKS: Final = ("JK", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# The emblem above each court's shield, and its width and height in shield widths.
_COURTS: Final = {
    11: (shapes.LILY, 0.50, 0.54),
    12: (shapes.CORONET, 0.80, 0.42),
    13: (shapes.CROWN, 0.80, 0.46),
}
# The room above the capitals in a line of the typeface, in line heights.
_ABOVE_CAPITALS: Final = 0.225
_TEN_ZERO_WIDTH: Final = 0.70  # of the letter O; the typeface's own zero is slashed


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


@lru_cache(maxsize=256)
def face(card: Card, size: tuple[int, int], style: Style) -> pygame.Surface:
    """Return a card's face of that size in pixels."""
    if size[0] > _MASTER[0]:
        return _drawn(card, size, style)
    return _scaled(_drawn(card, _MASTER, style), size)


@lru_cache(maxsize=160)
def _drawn(card: Card, size: tuple[int, int], style: Style) -> pygame.Surface:
    wide, tall = size[0] * _SCALE, size[1] * _SCALE
    surface = pygame.Surface((wide, tall), pygame.SRCALPHA)
    surface.fill((*theme.IVORY_EDGE, 0))
    paper = theme.IVORY if style.stands_for is None else theme.WILD_IVORY
    _paper(surface, paper)
    pen = Pen(surface, wide, tall, theme.suit_color(card.suit, style.scheme), style)
    _index(pen, card)
    _picture(pen, card)
    return _scaled(surface, size)


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
    return _scaled(surface, size)


def _scaled(card: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return a whole card smoothly scaled, as opaque and as bright as it was."""
    small = pygame.transform.smoothscale(card, size)
    # The scaler rounds every channel down, alpha too: covered cards would shine through.
    small.fill((2, 2, 2, 2), special_flags=pygame.BLEND_RGBA_ADD)
    return small


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


def _write(pen: Pen, picture: pygame.Surface, x: float, y: float) -> None:
    """Write with the capitals' upper left corner there."""
    pen.on.blit(picture, (round(x), round(y - picture.get_height() * _ABOVE_CAPITALS)))


def _rank(rank: int, px: int, color: Color, before: str = "") -> pygame.Surface:
    """Return a rank in bold; the ten gets a narrow round zero."""
    if rank != 10:
        return fonts.font(px, True).render(before + _RANKS[rank], True, color)
    one = fonts.font(px, True).render(before + "1", True, color)
    zero = fonts.font(px, True).render("O", True, color)
    narrow = (round(zero.get_width() * _TEN_ZERO_WIDTH), zero.get_height())
    zero = pygame.transform.smoothscale(zero, narrow)
    both = pygame.Surface((one.get_width() + narrow[0], one.get_height()), pygame.SRCALPHA)
    both.fill((*color, 0))
    both.blit(one, (0, 0))
    both.blit(zero, (one.get_width() - round(px * 0.02), 0))
    return both


def _index(pen: Pen, card: Card) -> None:
    if pen.style.fan is Fan.COLUMN:
        _index_across(pen, card)
    else:
        _index_down(pen, card)


def _index_across(pen: Pen, card: Card) -> None:
    """Rank, suit, letter or role side by side in the upper edge."""
    px = round(pen.w * INDEX_SHARE)
    top, left = pen.w * 0.065, pen.w * 0.06
    rank = _rank(card.rank, px, pen.ink)
    _write(pen, rank, left, top)
    sign = px * 0.68
    beside = left + rank.get_width() + pen.w * 0.03
    if pen.style.stands_for is not None:
        if card.suit is not None:
            _suit(pen, card.suit, beside, top + px * 0.09, sign * 0.72)
            beside += sign * 0.72
        room = pen.w * 0.96 - beside
        role = _role(pen.style.stands_for, round(px * 0.80), room)
        _write(
            pen, role, pen.w * 0.96 - role.get_width(), top + (px - role.get_height() / 1.24) * 0.4
        )
    elif card.suit is not None and pen.style.scheme is SuitScheme.SAFE:
        _suit(
            pen, card.suit, beside, top + sign * 0.05, sign * (0.78 if card.rank == 10 else 0.92)
        )
        letter = fonts.font(round(px * 0.72), True).render(pen.style.letter, True, pen.ink)
        _write(pen, letter, pen.w * 0.95 - letter.get_width(), top + px * 0.10)
    elif card.suit is not None:
        _suit(pen, card.suit, pen.w * 0.94 - sign, top, sign)


def _role(rank: int, px: int, room: float) -> pygame.Surface:
    """Return `=6` for a wild that stands for a six, small enough for the room."""
    picture = _rank(rank, px, theme.INK, "=")
    if picture.get_width() <= room:
        return picture
    return _rank(rank, int(px * room / picture.get_width()), theme.INK, "=")


def _index_down(pen: Pen, card: Card) -> None:
    """Rank above suit in the left edge; below them a wild's role, or the suit's letter."""
    px = round(pen.w * INDEX_SHARE * (0.86 if card.rank == 10 else 0.72 if card.is_joker else 1.0))
    top, middle = pen.w * 0.065, pen.w * 0.215
    rank = _rank(card.rank, px, pen.ink)
    _write(pen, rank, max(pen.w * 0.02, middle - rank.get_width() / 2), top)
    below = top + pen.w * 0.33
    sign = pen.w * 0.28
    if card.suit is not None:
        _suit(pen, card.suit, middle - sign / 2, below, sign)
    else:
        _cap(pen, (middle - sign * 0.6, below - sign * 0.1), sign * 1.2)
    below += sign + pen.w * 0.09
    small = round(pen.w * 0.27)
    if pen.style.stands_for is not None:
        under = _role(pen.style.stands_for, small, pen.w * 0.40)
    elif pen.style.scheme is SuitScheme.SAFE and card.suit is not None:
        under = fonts.font(small, True).render(pen.style.letter, True, pen.ink)
    else:
        return
    _write(pen, under, max(pen.w * 0.02, middle - under.get_width() / 2), below)


def _field(pen: Pen) -> pygame.Rect:
    """Return the part of the card that the index leaves free."""
    if pen.style.fan is Fan.COLUMN:
        top = round(pen.w * 0.43)
        return pygame.Rect(
            round(pen.w * 0.09), top, round(pen.w * 0.82), pen.h - top - round(pen.w * 0.09)
        )
    left = round(pen.w * 0.45)
    return pygame.Rect(
        left, round(pen.w * 0.10), pen.w - left - round(pen.w * 0.09), pen.h - round(pen.w * 0.20)
    )


def _picture(pen: Pen, card: Card) -> None:
    field = _field(pen)
    if card.is_joker:
        _jester(pen, field)
    elif card.rank in _COURTS:
        _court(pen, field, card)
    elif card.is_pinella:
        _pinella(pen, field)
    else:
        assert card.suit is not None
        share = 0.94 if card.rank == 1 else 0.70
        px = min(field.w, field.h) * share
        _suit(pen, card.suit, field.centerx - px / 2, field.centery - px / 2, px)


def _pinella(pen: Pen, field: pygame.Rect) -> None:
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
    """Paint a shield with the suit, under the rank's emblem, as on an old coat of arms."""
    assert card.suit is not None
    emblem, emblem_wide, emblem_high = _COURTS[card.rank]
    wide = min(field.w * 0.84, field.h * 0.62)
    high = wide * 1.06
    top = field.centery - (high + wide * (emblem_high + 0.03)) / 2
    left = field.centerx - wide / 2
    size = (wide * emblem_wide, wide * emblem_high)
    for polygon in emblem:
        shapes.fill(pen.on, pen.ink, polygon, (field.centerx - size[0] / 2, top), size)
    shield = top + size[1] + wide * 0.03
    for rim, color in ((0.0, pen.ink), (0.045, theme.IVORY), (0.08, pen.ink)):
        at = (left + wide * rim, shield + wide * rim)
        shapes.fill(
            pen.on, color, shapes.SHIELD, at, (wide * (1 - 2 * rim), high - wide * rim * 2.3)
        )
    px = round(wide * 0.56)
    sign = shapes.suit_picture(card.suit, px, theme.IVORY)
    pen.on.blit(sign, (round(field.centerx - px / 2), round(shield + high * 0.17)))


def _jester(pen: Pen, field: pygame.Rect) -> None:
    side = min(field.w, field.h)
    _cap(pen, (field.centerx - side / 2, field.centery - side / 2), side)


def _cap(pen: Pen, at: shapes.Point, side: float) -> None:
    """Paint the jester's cap of three horns."""
    size = (side, side)
    shapes.fill(pen.on, theme.RED, shapes.JESTER_LEFT, at, size)
    shapes.fill(pen.on, theme.BACK_BLUE, shapes.JESTER_RIGHT, at, size)
    shapes.fill(pen.on, _JESTER_GOLD, shapes.JESTER_MIDDLE, at, size)
    shapes.fill(pen.on, theme.INK, shapes.JESTER_BAND, at, size)
    for bell in shapes.JESTER_BELLS:
        shapes.fill(pen.on, theme.INK, bell, at, size)
