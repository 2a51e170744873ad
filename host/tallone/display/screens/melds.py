"""Melds as columns of fanned cards: as large as the room allows, every index visible."""

from dataclasses import dataclass
from typing import NamedTuple

from tallone.display import fonts, theme
from tallone.display.layout import Box, Layout
from tallone.display.scene import Align, Canvas, Fan
from tallone.display.texts import number, text
from tallone.display.view import Grade, MeldCard, MeldKind, MeldView

CARD_RATIO = 1.42  # a card's height to its width
# The visible edge of a covered card, in card widths: the least that shows its index, and a roomy one.
LEAST_STEP = 0.335
ROOMY_STEP = 0.40
_LARGEST_CARD = 122  # card widths in pixels of a 1920 x 1080 picture
_SMALLEST_CARD = 48
_GOOD_GRADES = (Grade.CLEAN, Grade.ROYAL, Grade.SUPER)


class Column(NamedTuple):
    """Where one meld lies: its whole rectangle, its chip, and one rectangle a card."""

    box: Box
    chip: Box | None
    cards: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class _Size:
    """One trial size of card."""

    card: int
    gap: int
    chip_px: int

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


def shown(meld: MeldView) -> tuple[MeldCard, ...]:
    """Return a meld's cards from the top of its column: a run's high end first, the base last."""
    return meld.cards[::-1] if meld.kind is MeldKind.RUN else meld.cards


def arrange(melds: tuple[MeldView, ...], room: Box, layout: Layout, lang: str) -> list[Column]:
    """Return the columns of a side's melds, in their order, with the largest cards that fit."""
    chips = [chip_lines(meld, lang) for meld in melds]
    counts = [len(meld.cards) for meld in melds]
    smallest = layout.px(_SMALLEST_CARD)
    for card in range(layout.px(_LARGEST_CARD), smallest - 1, -2):
        size = _Size(card, max(3, round(card * 0.14)), layout.sizes.least)
        rows = _rows(counts, chips, room.w, size)
        step = _step(rows, counts, chips, room.h, size)
        if rows and step >= LEAST_STEP * card:
            return _place(rows, counts, chips, room, size, min(step, ROOMY_STEP * card))
    size = _Size(smallest, 2, layout.sizes.least)
    rows = _rows(counts, [() for _ in melds], room.w, size)
    step = max(1.0, _step(rows, counts, [() for _ in melds], room.h, size))
    return _place(rows, counts, [() for _ in melds], room, size, step)


def _width(chip: tuple[str, ...], size: _Size) -> int:
    words = max((fonts.width(line, size.chip_px, True) for line in chip), default=0)
    return max(size.card, words + round(size.chip_px * 0.5) if words else 0)


def _chip_height(row: list[int], chips: list[tuple[str, ...]], size: _Size) -> int:
    lines = max((len(chips[index]) for index in row), default=0)
    return lines * fonts.line_height(size.chip_px) + round(size.chip_px * 0.45) if lines else 0


def _rows(
    counts: list[int], chips: list[tuple[str, ...]], width: int, size: _Size
) -> list[list[int]]:
    """Return the melds' places row by row; nothing if one is wider than the room."""
    rows: list[list[int]] = [[]]
    used = 0
    for index in range(len(counts)):
        wide = _width(chips[index], size)
        if wide > width:
            return []
        if rows[-1] and used + size.gap + wide > width:
            rows.append([])
            used = 0
        used += (size.gap if rows[-1] else 0) + wide
        rows[-1].append(index)
    return rows


def _step(
    rows: list[list[int]],
    counts: list[int],
    chips: list[tuple[str, ...]],
    height: int,
    size: _Size,
) -> float:
    """Return how much of each covered card could be seen if the rows are to fill the height."""
    fixed = sum(_chip_height(row, chips, size) + size.height for row in rows) + size.gap * (
        len(rows) - 1
    )
    covered = sum(max((counts[index] for index in row), default=1) - 1 for row in rows)
    return (height - fixed) / covered if covered else (size.card if fixed <= height else -1.0)


def _place(
    rows: list[list[int]],
    counts: list[int],
    chips: list[tuple[str, ...]],
    room: Box,
    size: _Size,
    step: float,
) -> list[Column]:
    columns: list[Column] = []
    top = room.y
    for row in rows:
        chip_height = _chip_height(row, chips, size)
        left = room.x
        deepest = top
        for index in row:
            wide = _width(chips[index], size)
            chip = None
            if chips[index]:
                tall = len(chips[index]) * fonts.line_height(size.chip_px) + round(
                    size.chip_px * 0.2
                )
                chip = Box(left, top + chip_height - round(size.chip_px * 0.2) - tall, wide, tall)
            start = left + (wide - size.card) // 2
            cards = tuple(
                Box(start, top + chip_height + round(step * place), size.card, size.height)
                for place in range(counts[index])
            )
            box = Box(left, top, wide, cards[-1].bottom - top)
            columns.append(Column(box, chip, cards))
            left += wide + size.gap
            deepest = max(deepest, box.bottom)
        top = deepest + size.gap
    return columns


def paint_column(canvas: Canvas, meld: MeldView, column: Column) -> None:
    """Lay one meld."""
    px = canvas.layout.px
    if column.chip is not None:
        _chip(canvas, meld, column.chip)
    for box, card in zip(column.cards, shown(meld), strict=True):
        canvas.face(box, card.card, Fan.COLUMN, card.stands_for)
    if meld.marked:
        first, last = column.cards[0], column.cards[-1]
        around = Box(first.x, first.y, first.w, last.bottom - first.y).inset(-px(5))
        canvas.panel(around, None, border=theme.AMBER, border_px=px(6))


def _chip(canvas: Canvas, meld: MeldView, box: Box) -> None:
    lines = chip_lines(meld, canvas.lang)
    good = meld.grade in _GOOD_GRADES
    fill, ink = (theme.GOLD, theme.BUTTON_INK) if good else (theme.BUTTON_QUIET, theme.TEXT)
    radius = canvas.layout.px(10)
    canvas.panel(box, fill, radius=radius)
    for line, place in zip(lines, box.rows([1] * len(lines)), strict=True):
        canvas.text(place, line, canvas.layout.sizes.least, ink, bold=True, align=Align.CENTRE)
