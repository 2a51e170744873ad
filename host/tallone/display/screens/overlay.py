"""What is laid over a film of the table: each side's score and melds at its edge, all else clear.

Only what lies open on the cloth, and no names: who is filmed has agreed to be, who is named has not.
"""

from typing import Final

from tallone.display.scene.layout import Box, lay_out
from tallone.display.scene.scene import Align, Canvas, Scene
from tallone.display.screens import edge, melds
from tallone.display.style import theme
from tallone.display.style.theme import Theme
from tallone.display.texts.phrases import number, side_name
from tallone.display.views.view import Play, TableView
from tallone.rules.cards.seats import Side, side_of

# As films are made; whoever lays it over one scales it.
SIZE: Final = (1920, 1080)
_SIDES: Final = (Side.NORTH_SOUTH, Side.EAST_WEST)
_WIDE: Final = 440
_EDGE: Final = 28


def compose(view: TableView, suits: theme.SuitScheme, now: float) -> Scene:
    """Return the overlay for a view; empty where the table has no score to show."""
    layout = lay_out(SIZE, Theme(suits=suits))
    canvas = Canvas(layout, view.language.value, suits, now)
    points = edge.scores(view)
    if points is None:
        return canvas.scene()
    whole = layout.screen.inset(_EDGE)
    boxes = (whole.cut_left(_WIDE)[0], whole.cut_right(_WIDE)[0])
    for side, box, score in zip(_SIDES, boxes, points, strict=True):
        _side(canvas, box, view, side, score)
    return canvas.scene()


def _side(canvas: Canvas, box: Box, view: TableView, side: Side, score: int) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    body, players = view.body, view.header.players
    head, rest = box.cut_top(round(sizes.key * 1.3), px(14))
    on_turn = (
        isinstance(body, Play) and body.seat is not None and side_of(body.seat, players) is side
    )
    line = theme.GOLD if on_turn else theme.LINE
    canvas.area(f"overlay.{side.value}", head)
    canvas.panel(head, theme.STRIP, border=line, border_px=px(5 if on_turn else 2))
    inside = head.inset(px(16), px(4))
    name, points = inside.columns((60, 40), px(10))
    canvas.text(name, side_name(side, players, canvas.lang), sizes.title, bold=True)
    canvas.text(
        points, number(score, canvas.lang), sizes.key, theme.GOLD, bold=True, align=Align.RIGHT
    )
    if not isinstance(body, Play):
        return
    own = next(shown for shown in body.sides if shown.side is side)
    if not own.melds:
        return
    columns = melds.arrange(own.melds, rest, canvas.layout, canvas.lang)
    for place, (meld, column) in enumerate(zip(own.melds, columns, strict=True)):
        canvas.area(f"overlay.{side.value}.{place}", column.box)
        melds.paint_column(canvas, meld, column)
