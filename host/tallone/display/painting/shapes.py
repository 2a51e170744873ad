"""Vector shapes in a unit square: suits, crowns, the jester's cap. Filled polygons only."""

import math
from functools import lru_cache
from typing import Final

import pygame

from tallone.display.style.theme import Color
from tallone.rules.cards.cards import Suit

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_CURVE_STEPS: Final = 18
_DISC_STEPS: Final = 48


def curve(start: Point, *pieces: tuple[Point, Point, Point]) -> Polygon:
    """Return a closed outline of cubic pieces, each two control points and an end."""
    points: list[Point] = [start]
    for first, second, end in pieces:
        x0, y0 = points[-1]
        for step in range(1, _CURVE_STEPS + 1):
            t = step / _CURVE_STEPS
            a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
            points.append(
                (
                    a * x0 + b * first[0] + c * second[0] + d * end[0],
                    a * y0 + b * first[1] + c * second[1] + d * end[1],
                )
            )
    return tuple(points)


def disc(x: float, y: float, across: float, down: float | None = None) -> Polygon:
    """Return a circle, or an ellipse where the square will be stretched."""
    high = across if down is None else down
    turns = [step * math.tau / _DISC_STEPS for step in range(_DISC_STEPS)]
    return tuple((x + across * math.cos(turn), y + high * math.sin(turn)) for turn in turns)


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.42) -> Polygon:
    """Return a star with one point up."""
    return tuple(
        (
            x + radius * (1 if k % 2 == 0 else inner) * math.sin(k * math.pi / points),
            y - radius * (1 if k % 2 == 0 else inner) * math.cos(k * math.pi / points),
        )
        for k in range(2 * points)
    )


_HEART: Final = curve(
    (0.5, 0.27),
    ((0.46, 0.12), (0.37, 0.05), (0.26, 0.05)),
    ((0.12, 0.05), (0.02, 0.16), (0.02, 0.31)),
    ((0.02, 0.55), (0.28, 0.70), (0.5, 0.97)),
    ((0.72, 0.70), (0.98, 0.55), (0.98, 0.31)),
    ((0.98, 0.16), (0.88, 0.05), (0.74, 0.05)),
    ((0.63, 0.05), (0.54, 0.12), (0.5, 0.27)),
)
_DIAMOND: Final = curve(
    (0.5, 0.0),
    ((0.59, 0.19), (0.72, 0.36), (0.88, 0.5)),
    ((0.72, 0.64), (0.59, 0.81), (0.5, 1.0)),
    ((0.41, 0.81), (0.28, 0.64), (0.12, 0.5)),
    ((0.28, 0.36), (0.41, 0.19), (0.5, 0.0)),
)
_STEM: Final = curve(
    (0.5, 0.52),
    ((0.55, 0.70), (0.58, 0.90), (0.72, 0.99)),
    ((0.60, 0.99), (0.40, 0.99), (0.28, 0.99)),
    ((0.42, 0.90), (0.45, 0.70), (0.5, 0.52)),
)
_SPADE: Final = curve(
    (0.5, 0.01),
    ((0.60, 0.20), (0.97, 0.38), (0.97, 0.62)),
    ((0.97, 0.77), (0.87, 0.85), (0.75, 0.85)),
    ((0.64, 0.85), (0.54, 0.78), (0.5, 0.66)),
    ((0.46, 0.78), (0.36, 0.85), (0.25, 0.85)),
    ((0.13, 0.85), (0.03, 0.77), (0.03, 0.62)),
    ((0.03, 0.38), (0.40, 0.20), (0.5, 0.01)),
)
SUIT_SHAPES: Final[dict[Suit, tuple[Polygon, ...]]] = {
    Suit.HEARTS: (_HEART,),
    Suit.DIAMONDS: (_DIAMOND,),
    Suit.CLUBS: (
        disc(0.5, 0.24, 0.225),
        disc(0.24, 0.60, 0.225),
        disc(0.76, 0.60, 0.225),
        ((0.42, 0.36), (0.58, 0.36), (0.66, 0.62), (0.34, 0.62)),
        _STEM,
    ),
    Suit.SPADES: (_SPADE, _STEM),
}
# Above the courts' shields, twice as wide as high: crown for the King, coronet for the Queen.
CROWN: Final[tuple[Polygon, ...]] = (
    (
        (0.12, 0.98),
        (0.05, 0.46),
        (0.27, 0.70),
        (0.34, 0.38),
        (0.45, 0.62),
        (0.55, 0.62),
        (0.66, 0.38),
        (0.73, 0.70),
        (0.95, 0.46),
        (0.88, 0.98),
    ),
    disc(0.05, 0.40, 0.05, 0.10),
    disc(0.95, 0.40, 0.05, 0.10),
    disc(0.34, 0.31, 0.045, 0.09),
    disc(0.66, 0.31, 0.045, 0.09),
    ((0.46, 0.70), (0.46, 0.0), (0.54, 0.0), (0.54, 0.70)),
    ((0.39, 0.15), (0.61, 0.15), (0.61, 0.30), (0.39, 0.30)),
)
CORONET: Final[tuple[Polygon, ...]] = (
    curve(
        (0.10, 0.98),
        ((0.07, 0.80), (0.05, 0.64), (0.03, 0.44)),
        ((0.12, 0.66), (0.20, 0.66), (0.27, 0.36)),
        ((0.34, 0.66), (0.44, 0.62), (0.5, 0.26)),
        ((0.56, 0.62), (0.66, 0.66), (0.73, 0.36)),
        ((0.80, 0.66), (0.88, 0.66), (0.97, 0.44)),
        ((0.95, 0.64), (0.93, 0.80), (0.90, 0.98)),
    ),
    disc(0.04, 0.36, 0.055, 0.11),
    disc(0.27, 0.28, 0.055, 0.11),
    disc(0.5, 0.16, 0.075, 0.15),
    disc(0.73, 0.28, 0.055, 0.11),
    disc(0.96, 0.36, 0.055, 0.11),
)
# The Jack's: a lily, taller than wide.
LILY: Final[tuple[Polygon, ...]] = (
    curve(
        (0.50, 0.0),
        ((0.60, 0.14), (0.68, 0.24), (0.66, 0.38)),
        ((0.64, 0.50), (0.57, 0.56), (0.56, 0.66)),
        ((0.52, 0.66), (0.48, 0.66), (0.44, 0.66)),
        ((0.43, 0.56), (0.36, 0.50), (0.34, 0.38)),
        ((0.32, 0.24), (0.40, 0.14), (0.50, 0.0)),
    ),
    curve(
        (0.40, 0.66),
        ((0.38, 0.48), (0.28, 0.30), (0.14, 0.30)),
        ((0.02, 0.30), (0.0, 0.44), (0.04, 0.54)),
        ((0.07, 0.60), (0.15, 0.60), (0.17, 0.53)),
        ((0.21, 0.50), (0.26, 0.56), (0.28, 0.66)),
        ((0.32, 0.66), (0.36, 0.66), (0.40, 0.66)),
    ),
    curve(
        (0.60, 0.66),
        ((0.62, 0.48), (0.72, 0.30), (0.86, 0.30)),
        ((0.98, 0.30), (1.0, 0.44), (0.96, 0.54)),
        ((0.93, 0.60), (0.85, 0.60), (0.83, 0.53)),
        ((0.79, 0.50), (0.74, 0.56), (0.72, 0.66)),
        ((0.68, 0.66), (0.64, 0.66), (0.60, 0.66)),
    ),
    ((0.22, 0.69), (0.78, 0.69), (0.78, 0.79), (0.22, 0.79)),
    ((0.42, 0.82), (0.58, 0.82), (0.50, 1.0)),
    ((0.28, 0.82), (0.38, 0.82), (0.30, 0.95)),
    ((0.62, 0.82), (0.72, 0.82), (0.70, 0.95)),
)
SHIELD: Final = curve(
    (0.0, 0.0),
    ((0.33, 0.04), (0.67, 0.04), (1.0, 0.0)),
    ((1.0, 0.20), (1.0, 0.35), (1.0, 0.50)),
    ((0.98, 0.76), (0.72, 0.90), (0.5, 1.0)),
    ((0.28, 0.90), (0.02, 0.76), (0.0, 0.50)),
    ((0.0, 0.35), (0.0, 0.20), (0.0, 0.0)),
)
# The jester's cap: three horns, each with its bell.
JESTER_LEFT: Final = curve(
    (0.5, 0.62),
    ((0.42, 0.30), (0.20, 0.22), (0.08, 0.40)),
    ((0.02, 0.50), (0.04, 0.62), (0.08, 0.70)),
    ((0.14, 0.56), (0.22, 0.56), (0.26, 0.86)),
    ((0.36, 0.86), (0.44, 0.86), (0.5, 0.86)),
    ((0.5, 0.78), (0.5, 0.70), (0.5, 0.62)),
)
JESTER_RIGHT: Final = tuple((1 - x, y) for x, y in JESTER_LEFT)
JESTER_MIDDLE: Final = curve(
    (0.36, 0.80),
    ((0.32, 0.46), (0.40, 0.20), (0.5, 0.08)),
    ((0.60, 0.20), (0.68, 0.46), (0.64, 0.80)),
    ((0.56, 0.84), (0.44, 0.84), (0.36, 0.80)),
)
JESTER_BAND: Final = ((0.22, 0.84), (0.78, 0.84), (0.78, 0.96), (0.22, 0.96))
JESTER_BELLS: Final = (disc(0.08, 0.74, 0.07), disc(0.92, 0.74, 0.07), disc(0.5, 0.07, 0.07))


def fill(
    surface: pygame.Surface, color: Color, polygon: Polygon, at: Point, size: tuple[float, float]
) -> None:
    """Paint a unit polygon into a rectangle of the surface."""
    points = [(at[0] + x * size[0], at[1] + y * size[1]) for x, y in polygon]
    pygame.draw.polygon(surface, color, points)


@lru_cache(maxsize=16)
def suit_picture(suit: Suit, px: int, color: Color, inner: Color | None = None) -> pygame.Surface:
    """Return a suit's sign, `px` high; with an inner colour it is an outline filled with that."""
    scale = 3
    big = pygame.Surface((px * scale, px * scale), pygame.SRCALPHA)
    big.fill((*(inner or color), 0))
    for polygon in SUIT_SHAPES[suit]:
        fill(big, color, polygon, (0, 0), (px * scale, px * scale))
    if inner is not None:
        edge = 0.15
        span = px * scale * (1 - 2 * edge)
        for polygon in SUIT_SHAPES[suit]:
            fill(big, inner, polygon, (px * scale * edge, px * scale * edge), (span, span))
    return pygame.transform.smoothscale(big, (px, px))
