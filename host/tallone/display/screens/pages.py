"""The pages around the play: rows of large buttons, a keyboard, the table from above, words, ticks.

They flow: how many buttons stand side by side follows from the room and the size of the letters, so one
composer serves a small screen, one that stands upright and large type.
"""

import math
from typing import Final, assert_never

from tallone import press
from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, Sign, Target
from tallone.display.screens import frame
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import text
from tallone.display.views.pages import (
    Checklist,
    Choice,
    Item,
    Keyboard,
    Menu,
    Page,
    Place,
    Places,
    Tint,
    TouchMarks,
    Words,
)
from tallone.rules.cards.seats import Seat

_LETTERS: Final[tuple[str, ...]] = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM'-.", "ÀÈÉÌÒÙ")
_DIGITS: Final[tuple[str, ...]] = ("123", "456", "789", "0")
_LOW_DIGITS: Final = ("123456", "7890")
DELETE: Final = "\b"
_COLORS: Final = {
    Tint.CALM: (theme.BUTTON_QUIET, theme.TEXT, theme.LINE),
    Tint.GO: (theme.BUTTON, theme.BUTTON_INK, theme.BUTTON),
    # Told apart from what leads on by its ground too, not by a shade of yellow.
    Tint.CARE: (theme.PANEL, theme.AMBER, theme.AMBER),
}


def compose(canvas: Canvas, body: Page) -> None:
    """Lay a page into the body's place."""
    px = canvas.layout.px
    box = canvas.area("page", canvas.layout.body)
    canvas.panel(box, theme.PANEL, border=theme.LINE, border_px=px(2))
    tight = canvas.layout.is_tight
    inside = box.inset(px(18), px(8)) if tight else box.inset(px(30), px(20))
    match body:
        case Menu():
            rest = _head(canvas, inside, body.title, body.under)
            _choices(canvas, rest, body.choices)
        case Keyboard():
            _keyboard(canvas, inside, body)
        case Places():
            _places(canvas, inside, body)
        case Words():
            _words(canvas, inside, body)
        case Checklist():
            _checklist(canvas, inside, body)
        case TouchMarks():
            _touch_marks(canvas, box, body)
        case _:
            assert_never(body)


def _head(canvas: Canvas, box: Box, title: object, under: object = None) -> Box:
    """Write a page's title and the line under it; return the rest."""
    sizes, px = canvas.layout.sizes, canvas.layout.px
    large = round(sizes.title * 1.15)
    rest = canvas.paragraph(box, canvas.say(title), large, bold=True, gap=px(8))  # type: ignore[arg-type]
    if under is not None:
        words = canvas.say(under)  # type: ignore[arg-type]
        rest = canvas.paragraph(rest, words, sizes.text, theme.QUIET, gap=px(14), lines=3)
    return rest


def columns_for(canvas: Canvas, box: Box, choices: tuple[Choice, ...]) -> int:
    """Return how many buttons stand side by side: as few as the height allows."""
    if not choices:
        return 1
    gap, tall = canvas.layout.sizes.gap, least_tall(canvas)
    rows = max(1, (box.h + gap) // (tall + gap))
    return max(1, min(6, math.ceil(len(choices) / rows)))


def least_tall(canvas: Canvas) -> int:
    """Return the least height of a button: a finger's, and two lines of text."""
    sizes = canvas.layout.sizes
    return max(sizes.finger, round(fonts.line_height(sizes.least) * 2.5))


def _choices(canvas: Canvas, box: Box, choices: tuple[Choice, ...], first: int = 0) -> None:
    """Lay buttons into the box, read along the rows; `first` is the place of the first one."""
    if not choices:
        return
    gap = canvas.layout.sizes.gap
    across = columns_for(canvas, box, choices)
    rows = math.ceil(len(choices) / across)
    most = round(canvas.layout.sizes.text * 4.4)
    tall = min(most, (box.h - gap * (rows - 1)) // rows)
    lines = Box(box.x, box.y, box.w, tall * rows + gap * (rows - 1)).rows([1] * rows, gap)
    for index, choice in enumerate(choices):
        cell = lines[index // across].columns([1] * across, gap)[index % across]
        _choice(canvas, cell, choice, first + index)


def _choice(canvas: Canvas, box: Box, choice: Choice, index: int, parent: str = "page") -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.area(f"page.choice.{index}", box, parent)
    fill, ink, edge = _COLORS[choice.tint]
    if not choice.enabled:
        fill, ink, edge = theme.PANEL, theme.QUIET, theme.LINE
    canvas.panel(box, fill, border=theme.GOLD if choice.marked else edge, border_px=px(4))
    words = box.inset(px(14), px(5))
    if choice.marked:
        sign, words = words.cut_left(round(sizes.text * 1.3), px(12))
        side = min(sign.w, sign.h)
        color = ink if choice.tint is not Tint.CALM else theme.GOLD
        canvas.items.append(Sign(sign.centred(side, side), "tick", color))
    label, detail = canvas.say(choice.label), ""
    if choice.detail is not None:
        detail = canvas.say(choice.detail)
    large = round(sizes.text * 1.2)
    if not detail:
        align = Align.LEFT if choice.marked else Align.CENTRE
        canvas.text(words, label, large, ink, bold=True, align=align, lines=2)
    else:
        two = fonts.width(detail, sizes.least) > words.w
        above, below = words.rows((38, 62) if two and words.h > sizes.least * 3.5 else (52, 48))
        canvas.text(above, label, large, ink, bold=True)
        canvas.text(below, detail, sizes.text, ink, lines=2)
    if choice.enabled:
        canvas.targets.append(Target(box, press.Button.CHOOSE, value=index))


def _foot(canvas: Canvas, choices: tuple[Choice, ...]) -> None:
    """Lay a page's buttons into the bar's row, left of the arbiter's."""
    if not choices:
        return
    layout, gap = canvas.layout, canvas.layout.sizes.gap
    row, above = layout.bar.cut_bottom(layout.row)
    if layout.is_upright:
        row = above.inset(layout.px(10), layout.px(8))
    else:
        row = row.inset(layout.px(10), layout.px(8))
        row = row.cut_right(frame.button_wide(layout), gap)[1]
    cells = row.columns([1] * len(choices), gap)
    for place, (cell, choice) in enumerate(zip(cells, choices, strict=True)):
        _choice(canvas, cell, choice, place, "bar")


def _keyboard(canvas: Canvas, box: Box, body: Keyboard) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    rest = _head(canvas, box, body.title, body.under)
    shown, rest = rest.cut_top(round(sizes.key * 1.15), px(12))
    canvas.area("page.typed", shown, "page")
    canvas.panel(shown, theme.IVORY)
    words = "•" * len(body.typed) if body.hidden else body.typed
    canvas.text(shown.inset(px(16), 0), words, sizes.title, theme.INK, bold=True)
    _foot(canvas, body.choices)
    gap = max(4, px(8))
    rows = _LETTERS
    if body.digits_only:
        low = rest.h < 4 * sizes.finger + 3 * gap
        rows = _LOW_DIGITS if low else _DIGITS
        rest = rest.centred(min(rest.w, sizes.text * (26 if low else 16)), rest.h)
    widest = max(len(row) for row in rows)
    for number, line in enumerate(rest.rows([1] * len(rows), gap)):
        keys = list(rows[number])
        last = number == len(rows) - 1
        extra = [DELETE] if body.digits_only else [" ", DELETE]
        keys += extra if last else []
        word = 2.0 if body.digits_only else 2.2
        shares = [word if key == DELETE else 1.8 if key == " " else 1.0 for key in keys]
        wide = round(line.w * min(1.0, sum(shares) / (widest if not last else sum(shares))))
        for key, cell in zip(keys, line.centred(wide, line.h).columns(shares, gap), strict=True):
            _key(canvas, cell, key)


def _key(canvas: Canvas, box: Box, key: str) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.area(f"page.key.{ord(key)}", box, "page")
    canvas.panel(box, theme.BUTTON_QUIET, border=theme.LINE, border_px=px(2), radius=px(8))
    words = {DELETE: text("button.delete", canvas.lang), " ": text("key.space", canvas.lang)}
    px_size = sizes.text if key in words else sizes.title
    canvas.text(box.inset(2, 0), words.get(key, key), px_size, bold=True, align=Align.CENTRE)
    canvas.targets.append(Target(box, press.Button.KEY, value=ord(key)))


def _places(canvas: Canvas, box: Box, body: Places) -> None:
    gap = canvas.layout.sizes.gap
    rest = _head(canvas, box, body.title, body.under)
    _foot(canvas, body.choices)
    top, middle, bottom = rest.rows((1, 1, 1), gap)
    wide = round(rest.w * 0.49)
    by_seat = {
        Seat.NORTH: top.centred(round(rest.w * 0.7), top.h),
        Seat.WEST: middle.cut_left(wide)[0],
        Seat.EAST: middle.cut_right(wide)[0],
        Seat.SOUTH: bottom.centred(round(rest.w * 0.7), bottom.h),
    }
    for place in body.places:
        _place(canvas, by_seat[place.seat], place)


def _place(canvas: Canvas, box: Box, place: Place) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.area(f"page.seat.{place.seat.value}", box, "page")
    fill, ink, edge = _COLORS[Tint.GO if place.chosen else Tint.CALM]
    canvas.panel(box, fill, border=edge, border_px=px(4))
    inside = box.inset(px(10), px(4))
    seat = text(f"seat.{place.seat.value}", canvas.lang)
    if place.deals:
        seat = text("places.deals", canvas.lang, seat=place.seat)
    if not place.name:
        canvas.text(inside, seat, sizes.title, ink, bold=True, align=Align.CENTRE, lines=2)
    else:
        # A long name takes two lines, and what it needs of the height.
        two = fonts.width(place.name, sizes.least) > inside.w
        above, below = inside.rows((1, 2) if two else (45, 55))
        canvas.text(above, seat, sizes.text, ink, align=Align.CENTRE)
        canvas.text(below, place.name, sizes.title, ink, bold=not two, align=Align.CENTRE, lines=2)
    canvas.targets.append(Target(box, press.Button.SEAT, seat=place.seat))


def _words(canvas: Canvas, box: Box, body: Words) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    rest = _head(canvas, box, body.title)
    _foot(canvas, body.choices)
    if body.picture:
        picture, rest = rest.cut_right(round(rest.w * 0.34), px(24))
        side = min(picture.w, picture.h)
        canvas.area("page.picture", picture, "page")
        canvas.items.append(Sign(picture.centred(side, side), body.picture, theme.GOLD))
    if body.clock:
        clock, rest = rest.cut_top(round(sizes.key * 1.6), px(16))
        canvas.area("page.clock", clock, "page")
        canvas.text(clock, body.clock, round(sizes.key * 1.4), theme.GOLD, bold=True)
    words = [canvas.say(paragraph) for paragraph in body.paragraphs]
    large, gap = _prose_size(canvas, rest, words)
    for paragraph in words:
        rest = canvas.paragraph(rest, paragraph, large, lines=9, gap=gap)


def _prose_size(canvas: Canvas, box: Box, words: list[str]) -> tuple[int, int]:
    """Return the size of letters that fills the box best, and the space between the paragraphs."""
    sizes, px = canvas.layout.sizes, canvas.layout.px
    for large in range(round(sizes.text * 1.6), sizes.least, -1):
        gap = px(24 if large > sizes.text else 14)
        tall = sum(
            len(fonts.fit(line, (box.w, 1 << 20), large, large, most_lines=99).lines)
            * fonts.line_height(large)
            for line in words
        )
        if tall + gap * (len(words) - 1) <= box.h:
            return large, gap
    return sizes.least, px(6)


def _checklist(canvas: Canvas, box: Box, body: Checklist) -> None:
    gap = canvas.layout.sizes.gap
    rest = _head(canvas, box, body.title, body.under)
    _foot(canvas, body.choices)
    tall = min(
        round(canvas.layout.sizes.text * 4.4), (rest.h + gap) // max(1, len(body.items)) - gap
    )
    for number, item in enumerate(body.items):
        line, rest = rest.cut_top(tall, gap)
        _item(canvas, line, item, number)


def _item(canvas: Canvas, box: Box, item: Item, number: int) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.area(f"page.item.{number}", box, "page")
    fill = theme.BUTTON_QUIET if item.can_tick else theme.PANEL
    canvas.panel(box, fill, border=theme.LINE, border_px=px(3))
    sign, words = box.inset(px(18), px(6)).cut_left(round(sizes.text * 2), px(16))
    side = min(sign.w, sign.h, round(sizes.text * 1.6))
    color = theme.GOLD if item.done else theme.QUIET
    canvas.items.append(Sign(sign.centred(side, side), "tick" if item.done else "empty", color))
    if item.detail is None:
        canvas.text(words, canvas.say(item.label), round(sizes.text * 1.15), bold=True, lines=2)
    else:
        above, below = words.rows((52, 48))
        canvas.text(above, canvas.say(item.label), round(sizes.text * 1.15), bold=True)
        canvas.text(below, canvas.say(item.detail), sizes.text, theme.TEXT, lines=2)
    if item.can_tick:
        canvas.targets.append(Target(box, press.Button.TICK, value=number))


def _touch_marks(canvas: Canvas, box: Box, body: TouchMarks) -> None:
    sizes = canvas.layout.sizes
    middle = box.centred(round(box.w * 0.7), round(box.h * 0.62))
    rest = _head(canvas, middle, body.title)
    progress = text("touch.progress", canvas.lang, done=body.done, total=body.total)
    rest = canvas.paragraph(rest, progress, sizes.text, theme.QUIET)
    _foot(canvas, body.choices)
    side = sizes.finger
    width, height = canvas.layout.size
    x, y = (length * part // 1000 for length, part in zip((width, height), body.mark, strict=True))
    canvas.targets.append(Target(canvas.layout.screen, press.Button.PLACE))
    spot = Box(x - side // 2, y - side // 2, side, side)
    canvas.items.append(Sign(spot, "target", theme.GOLD))
