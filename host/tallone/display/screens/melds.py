"""Melds as columns of fanned cards: as large as the room allows, every index visible."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tallone.display.scene.layout import Box, Layout
from tallone.display.scene.scene import Align, Canvas, Fan
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import number, text
from tallone.display.views.values import Grade, MeldCard, MeldKind, MeldView

CARD_RATIO = 1.42  # a card's height to its width
# The visible edge of a covered card in card widths: roomy, and the least that shows its index.
STEPS = (0.42, 0.355)
# Card widths in pixels of a 1920 x 1080 picture. Few, so that cards seldom change their size.
_WIDTHS = (126, 116, 106, 98, 90, 84, 78, 72, 66, 60, 54, 48, 42, 36, 31)
# Single columns keep their places; short melds go under others only for clearly larger cards.
_STACKING_COST = 0.84
_TRIALS = sorted(
    [(width, False) for width in _WIDTHS] + [(width, True) for width in _WIDTHS],
    key=lambda trial: -trial[0] * (_STACKING_COST if trial[1] else 1),
)
# Cards smaller than this are harder to read than a grade that is told by its points alone.
_LEAST_FOR_WORDS = 66
_GOOD_GRADES = (Grade.CLEAN, Grade.ROYAL, Grade.SUPER)


class Column(NamedTuple):
    """Where one meld lies: its whole rectangle, its chip with its words, and one rectangle a card."""

    box: Box
    chip: Box | None
    cards: tuple[Box, ...]
    words: tuple[str, ...] = ()


class _Shape(NamedTuple):
    """The room one meld takes: the chip's height above the cards, the cards' height, the width."""

    chip: int
    cards: int
    wide: int
    length: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Trial:
    """One size of card, and how much of a covered card is seen."""

    card: int
    step: float
    chip_px: int

    @property
    def gap(self) -> int:
        return max(3, round(self.card * 0.13))

    @property
    def height(self) -> int:
        return round(self.card * CARD_RATIO)


def chip_lines(meld: MeldView, lang: str) -> tuple[str, ...]:
    """Return the words above a meld: its grade and points, or that it is frozen."""
    lines: tuple[str, ...] = ()
    if meld.grade is not None:
        lines = tuple(text(f"chip.{meld.grade.value}", lang).split("\n"))
        lines += (number(meld.bonus, lang),) if meld.bonus else ()
    return (*lines, text("meld.frozen", lang)) if meld.frozen else lines


def brief_lines(meld: MeldView, lang: str) -> tuple[str, ...]:
    """Return what stands above a meld where room is short: the points of a burraco, or that it is frozen."""
    if meld.grade is not None and meld.bonus:
        return (number(meld.bonus, lang),)
    return chip_lines(meld, lang)


def shown(meld: MeldView) -> tuple[MeldCard, ...]:
    """Return a meld's cards from the top of its column: a run's high end first, the base last."""
    return meld.cards[::-1] if meld.kind is MeldKind.RUN else meld.cards


@lru_cache(maxsize=8)
def arrange(
    melds: tuple[MeldView, ...], room: Box, layout: Layout, lang: str
) -> tuple[Column, ...]:
    """Return the columns of a side's melds, in their order, with the largest cards that fit.

    Grades stand above them in words, or as points alone where words would make the cards small.
    """
    counts = [len(meld.cards) for meld in melds]
    whole = tuple(chip_lines(meld, lang) for meld in melds)
    brief = tuple(brief_lines(meld, lang) for meld in melds)
    for chips, least in ((whole, _LEAST_FOR_WORDS), (brief, 0)):
        columns = _largest(chips, counts, room, layout, least)
        if columns is not None:
            return columns
    return _squeezed(counts, room, layout)


def _largest(
    chips: tuple[tuple[str, ...], ...], counts: list[int], room: Box, layout: Layout, least: int
) -> tuple[Column, ...] | None:
    """Return the columns with the largest cards of at least that width that fit; None if none do."""
    for width, stacked in _TRIALS:
        if width < least:
            continue
        card = layout.px(width)
        for share in STEPS:
            trial = _Trial(card, share * card, layout.sizes.least)
            shapes = [_shape(chip, n, trial) for chip, n in zip(chips, counts, strict=True)]
            piles = _piles(shapes, room, trial.gap, stacked=stacked)
            if piles is not None:
                return _place(piles, shapes, room, trial)
    return None


def _shape(chip: tuple[str, ...], count: int, trial: _Trial) -> _Shape:
    cards = round(trial.step * (count - 1)) + trial.height
    if not chip:
        return _Shape(0, cards, trial.card, count)
    px = trial.chip_px
    words = max(fonts.width(line, px, True) for line in chip) + round(px * 0.5)
    tall = len(chip) * fonts.line_height(px) + round(px * 0.45)
    return _Shape(tall, cards, max(trial.card, words), count, chip)


def _piles(shapes: list[_Shape], room: Box, gap: int, *, stacked: bool) -> list[list[int]] | None:
    """Return which melds lie under each other; None if they don't fit the room."""
    head = _head(shapes)
    piles: list[list[int]] = []
    for index, shape in enumerate(shapes):
        if head + shape.cards > room.h:
            return None
        for pile in piles if stacked else ():
            if head + _depth([*pile, index], shapes, gap) <= room.h:
                pile.append(index)
                break
        else:
            piles.append([index])
    wide = sum(max(shapes[index].wide for index in pile) for pile in piles)
    return piles if wide + gap * (len(piles) - 1) <= room.w else None


def _head(shapes: list[_Shape]) -> int:
    """Return the height kept for chips: the first cards of all columns start on one line."""
    return max((shape.chip for shape in shapes), default=0)


def _depth(pile: list[int], shapes: list[_Shape], gap: int) -> int:
    """Return the height of a pile below the first meld's chip."""
    whole = sum(shapes[index].chip + shapes[index].cards for index in pile)
    return whole - shapes[pile[0]].chip + gap * (len(pile) - 1)


def _place(
    piles: list[list[int]], shapes: list[_Shape], room: Box, trial: _Trial
) -> tuple[Column, ...]:
    columns: dict[int, Column] = {}
    head = _head(shapes)
    left = room.x
    for pile in piles:
        wide = max(shapes[index].wide for index in pile)
        top = room.y + head - shapes[pile[0]].chip
        for index in pile:
            columns[index] = _column(shapes[index], Box(left, top, wide, 0), trial)
            top = columns[index].box.bottom + trial.gap
        left += wide + trial.gap
    return tuple(columns[index] for index in range(len(shapes)))


def _column(shape: _Shape, corner: Box, trial: _Trial) -> Column:
    left = corner.x + (corner.w - trial.card) // 2
    top = corner.y + shape.chip
    cards = tuple(
        Box(left, top + round(trial.step * place), trial.card, trial.height)
        for place in range(shape.length)
    )
    chip = None
    if shape.chip:
        chip = Box(corner.x, corner.y, corner.w, shape.chip - round(trial.chip_px * 0.25))
    whole = Box(corner.x, corner.y, corner.w, cards[-1].bottom - corner.y)
    return Column(whole, chip, cards, shape.words)


def _squeezed(counts: list[int], room: Box, layout: Layout) -> tuple[Column, ...]:
    """Return single columns without chips, whatever it costs: more than a hand can bring."""
    gap = 2
    card = min(layout.px(_WIDTHS[-1]), (room.w - gap * (len(counts) - 1)) // len(counts))
    height = round(card * CARD_RATIO)
    step = min(STEPS[1] * card, (room.h - height) / max(1, max(counts) - 1))
    trial = _Trial(card, step, layout.sizes.least)
    shapes = [_shape((), count, trial) for count in counts]
    return tuple(
        _column(shape, Box(room.x + (card + gap) * place, room.y, card, 0), trial)
        for place, shape in enumerate(shapes)
    )


def paint_column(canvas: Canvas, meld: MeldView, column: Column) -> None:
    """Lay one meld."""
    px = canvas.layout.px
    if column.chip is not None:
        _chip(canvas, meld, column.chip, column.words)
    for box, card in zip(column.cards, shown(meld), strict=True):
        canvas.face(box, card.card, Fan.COLUMN, card.stands_for)
    if meld.marked:
        first, last = column.cards[0], column.cards[-1]
        around = Box(first.x, first.y, first.w, last.bottom - first.y).inset(-px(5))
        canvas.panel(around, None, border=theme.AMBER, border_px=px(6))


def _chip(canvas: Canvas, meld: MeldView, box: Box, lines: tuple[str, ...]) -> None:
    good = meld.grade in _GOOD_GRADES
    fill, ink = (theme.GOLD, theme.BUTTON_INK) if good else (theme.BUTTON_QUIET, theme.TEXT)
    radius = canvas.layout.px(10)
    canvas.panel(box, fill, radius=radius)
    for line, place in zip(lines, box.rows([1] * len(lines)), strict=True):
        canvas.text(place, line, canvas.layout.sizes.least, ink, bold=True, align=Align.CENTRE)
