"""A page of the arbiter's panel: lines to read on the left, large fields to touch on the right or below."""

import math
from typing import Final

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, Sign, Target
from tallone.display.screens import frame
from tallone.display.style import fonts, theme
from tallone.display.views.panel_body import ArbiterPanel, PanelChoice, PanelRow, Weight
from tallone.press import Button

# A page with lines to read has so many choices in a column beside them.
_BESIDE: Final = 7
_MANY: Final = 20
# Digits in two rows leave each a finger's height.
_KEYPAD: Final = 5
_KEYPAD_UPRIGHT: Final = 3
_GROUND: Final = {
    Weight.PLAIN: (theme.BUTTON_QUIET, theme.TEXT, theme.LINE),
    Weight.STRONG: (theme.BUTTON, theme.BUTTON_INK, None),
    Weight.CHOSEN: (theme.PANEL_RAISED, theme.GOLD, theme.GOLD),
    Weight.QUIET: (theme.PANEL, theme.QUIET, theme.LINE),
}


def compose(canvas: Canvas, page: ArbiterPanel) -> None:
    """Put the arbiter's page in the body's place, the bar's included: nothing else can be touched."""
    px = canvas.layout.px
    whole = Box(
        canvas.layout.body.x,
        canvas.layout.body.y,
        canvas.layout.body.w,
        canvas.layout.bar.bottom - canvas.layout.body.y,
    )
    box = canvas.area("panel", whole)
    canvas.panel(box, theme.PANEL, border=theme.CALL, border_px=px(5))
    tight = canvas.layout.is_tight
    inside = box.inset(px(20), px(10)) if tight else box.inset(px(36), px(20))
    under = "" if page.under is None else canvas.say(page.under)
    rest = frame.heading(canvas, inside, canvas.say(page.title), under)
    if page.trouble is not None:
        line, rest = rest.cut_top(
            fonts.line_height(canvas.layout.sizes.text) * (1 if tight else 2), px(8)
        )
        canvas.area("panel.trouble", line, "panel")
        canvas.panel(line, theme.AMBER)
        canvas.text(
            line.inset(px(16), 0),
            canvas.say(page.trouble),
            canvas.layout.sizes.text,
            theme.AMBER_INK,
            bold=True,
            lines=2,
        )
    if page.typed is not None:
        line, rest = rest.cut_top(round(canvas.layout.sizes.key * (0.8 if tight else 1.3)), px(10))
        canvas.area("panel.typed", line, "panel")
        canvas.panel(line, theme.PANEL_RAISED, border=theme.GOLD, border_px=px(3))
        canvas.text(
            line.inset(px(20), 0),
            canvas.say(page.typed),
            canvas.layout.sizes.title if tight else canvas.layout.sizes.key,
            theme.GOLD,
            bold=True,
        )
    if page.rows and canvas.layout.is_upright:
        lines, choices = rest.rows((55, 45), px(20))
        _rows(canvas, lines, page.rows)
        _choices(canvas, choices, page, max(2, math.ceil(len(page.choices) / 4)))
    elif page.rows:
        columns = 1 if len(page.choices) <= _BESIDE else 2
        choices, lines = rest.cut_right(
            round(rest.w * (0.26 if columns == 1 and not tight else 0.42)), px(28)
        )
        _rows(canvas, lines, page.rows)
        _choices(canvas, choices, page, columns)
    else:
        keys = page.typed is not None and len(page.choices) <= _MANY
        keypad = _KEYPAD_UPRIGHT if canvas.layout.is_upright else _KEYPAD
        _choices(canvas, rest, page, keypad if keys else _columns(len(page.choices)))


def _columns(count: int) -> int:
    """Return how many columns so many choices fill a wide place best in."""
    if count > _MANY:
        return 8
    return max(2, min(4, math.ceil(count / 5)))


def _rows(canvas: Canvas, box: Box, rows: tuple[PanelRow, ...]) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    tall = min(px(110), box.h // max(5, len(rows)))
    for number, row in enumerate(rows):
        line = Box(box.x, box.y + number * tall, box.w, tall - px(6))
        canvas.area(f"panel.row.{number}", line, "panel")
        label, value = line.columns((34, 66), px(16))
        if row.is_settled:
            sign, label = label.cut_left(px(40), px(8))
            canvas.items.append(Sign(sign.centred(px(34), px(34)), "tick", theme.GOLD))
        canvas.text(label, canvas.say(row.label), sizes.text, theme.QUIET, lines=2)
        if row.value is not None:
            canvas.text(value, canvas.say(row.value), sizes.text, bold=True, lines=3)


def _choices(canvas: Canvas, box: Box, page: ArbiterPanel, columns: int) -> None:
    px, finger = canvas.layout.px, canvas.layout.sizes.finger
    down = px(16) if not canvas.layout.is_tight else px(8)

    def height(across: int) -> int:
        rows = math.ceil(len(page.choices) / across)
        return min(px(150), (box.h - down * (rows - 1)) // max(1, rows))

    # Where the height is short, more stand side by side: a finger has to find each.
    while height(columns) < finger and (box.w - px(14) * columns) // (columns + 1) > 1.5 * finger:
        columns += 1
    tall = height(columns)
    wide = (box.w - px(14) * (columns - 1)) // columns
    for place, choice in enumerate(page.choices):
        row, column = divmod(place, columns)
        cell = Box(box.x + column * (wide + px(14)), box.y + row * (tall + down), wide, tall)
        canvas.area(f"panel.choice.{place}", cell, "panel")
        _choice(canvas, cell, choice)
        canvas.targets.append(Target(cell, Button.PANEL, value=place, question=page.step))


def _choice(canvas: Canvas, box: Box, choice: PanelChoice) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    ground, ink, line = _GROUND[choice.weight]
    canvas.panel(box, ground, border=line, border_px=px(3) if line is not None else 0)
    canvas.text(
        box.inset(px(10), px(4)),
        canvas.say(choice.label),
        round(sizes.text * 1.1),
        ink,
        bold=choice.weight is not Weight.QUIET,
        align=Align.CENTRE,
        lines=3,
    )
