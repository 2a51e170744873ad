"""Rectangles: the frame common to every screen, for any size from 800 x 480 to 3840 x 2160."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tallone.display.style.theme import STRIP_SHAPE, Sizes, Theme, mirror_height, sizes

SMALLEST: Final = (800, 480)
LARGEST: Final = (3840, 2160)
# In units of a picture of 1920 x 1080.
_NARROW: Final = 1400
_TIGHT: Final = 860


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def room(self) -> tuple[int, int]:
        return self.w, self.h

    def inset(self, by: int, vertical: int | None = None) -> "Box":
        """Return the box without a margin on each side."""
        upright = by if vertical is None else vertical
        return Box(
            self.x + by, self.y + upright, max(0, self.w - 2 * by), max(0, self.h - 2 * upright)
        )

    def columns(self, shares: Sequence[float], gap: int = 0) -> "list[Box]":
        """Return the box cut into columns of those shares of its width."""
        edges = _edges(self.w - gap * (len(shares) - 1), shares)
        return [
            Box(self.x + start + gap * index, self.y, end - start, self.h)
            for index, (start, end) in enumerate(edges)
        ]

    def rows(self, shares: Sequence[float], gap: int = 0) -> "list[Box]":
        """Return the box cut into rows of those shares of its height."""
        edges = _edges(self.h - gap * (len(shares) - 1), shares)
        return [
            Box(self.x, self.y + start + gap * index, self.w, end - start)
            for index, (start, end) in enumerate(edges)
        ]

    def cut_left(self, width: int, gap: int = 0) -> "tuple[Box, Box]":
        """Return a piece of that width from the left, and the rest."""
        width = min(width, self.w)
        rest = max(0, self.w - width - gap)
        return Box(self.x, self.y, width, self.h), Box(self.right - rest, self.y, rest, self.h)

    def cut_right(self, width: int, gap: int = 0) -> "tuple[Box, Box]":
        """Return a piece of that width from the right, and the rest."""
        width = min(width, self.w)
        rest = max(0, self.w - width - gap)
        return Box(self.right - width, self.y, width, self.h), Box(self.x, self.y, rest, self.h)

    def cut_top(self, height: int, gap: int = 0) -> "tuple[Box, Box]":
        """Return a piece of that height from the top, and the rest."""
        height = min(height, self.h)
        rest = max(0, self.h - height - gap)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.bottom - rest, self.w, rest)

    def cut_bottom(self, height: int, gap: int = 0) -> "tuple[Box, Box]":
        """Return a piece of that height from the bottom, and the rest."""
        height = min(height, self.h)
        rest = max(0, self.h - height - gap)
        return Box(self.x, self.bottom - height, self.w, height), Box(self.x, self.y, self.w, rest)

    def centred(self, width: int, height: int) -> "Box":
        """Return a box of that size, at most as big as this one, in its middle."""
        width, height = min(width, self.w), min(height, self.h)
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def holds(self, other: "Box") -> bool:
        """Whether the other lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def meets(self, other: "Box") -> bool:
        """Whether the two share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """The frame: the strip above, the body, the bar below with its message and buttons."""

    size: tuple[int, int]
    sizes: Sizes
    screen: Box
    strip: Box
    body: Box
    bar: Box
    row: int  # the height of the bar's row of buttons
    mirror: Box  # what faces those opposite; empty where nothing does

    @property
    def wide(self) -> float:
        """The picture's width in its own units: 1920 where there is room for everything."""
        return self.size[0] / self.sizes.unit

    @property
    def tall(self) -> float:
        """The picture's height in its own units."""
        return (self.size[1] - self.mirror.h) / self.sizes.unit

    @property
    def is_narrow(self) -> bool:
        """Whether message and buttons need a row each."""
        return self.wide < _NARROW

    @property
    def is_tight(self) -> bool:
        """Whether the height has to be saved."""
        return self.tall < _TIGHT

    @property
    def is_strip(self) -> bool:
        """Whether the picture is too low for anything but scores, the turn and messages."""
        return self.size[0] > STRIP_SHAPE * self.size[1]

    @property
    def is_upright(self) -> bool:
        return self.size[1] > self.size[0]

    def px(self, length: float) -> int:
        """Return a length given in pixels of a 1920 x 1080 picture."""
        return max(1, round(length * self.sizes.unit))


def lay_out(size: tuple[int, int], theme: Theme) -> Layout:
    """Return the frame for a picture of that many pixels."""
    mirror = Box(0, 0, size[0], mirror_height(theme, size))
    return _framed(size, sizes(theme, size), mirror, stacked=False)


def with_message(layout: Layout, *, is_long: bool = False) -> Layout:
    """Return the frame with a bar of two rows where message and buttons have no room side by side."""
    if not (layout.is_narrow or is_long):
        return layout
    return _framed(layout.size, layout.sizes, layout.mirror, stacked=True)


def _framed(size: tuple[int, int], measures: Sizes, mirror: Box, *, stacked: bool) -> Layout:
    unit, gap = measures.unit, measures.gap
    screen = Box(0, 0, *size)
    own = screen.cut_bottom(size[1] - mirror.h)[0]
    tight = own.h < _TIGHT * unit
    strip, rest = own.cut_top(max(round((60 if tight else 80) * unit), measures.finger))
    row = max(round((96 if tight else 120) * unit), measures.finger + 2 * max(1, round(8 * unit)))
    upright = size[1] > size[0]
    tall = row + (round((150 if upright else 120) * unit) if stacked else 0)
    bar, body = rest.inset(gap).cut_bottom(tall, gap)
    return Layout(size, measures, screen, strip, body, bar, row, mirror)


def _edges(length: int, shares: Sequence[float]) -> list[tuple[int, int]]:
    total = sum(shares)
    ends = [round(length * sum(shares[: index + 1]) / total) for index in range(len(shares))]
    return list(zip([0, *ends[:-1]], ends, strict=True))
