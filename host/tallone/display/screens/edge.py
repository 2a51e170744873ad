"""A low, wide screen at the table's edge: both scores, whose turn it is, and the message of the moment.

Melds and questions have no room there: such a screen stands beside another one, or shows people on the far
side what concerns them.
"""

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, Sign
from tallone.display.screens import frame
from tallone.display.style import theme
from tallone.display.texts.phrases import number, side_name, text
from tallone.display.views.values import PozzettoState
from tallone.display.views.view import HandSheet, MatchEnd, Play, TableView
from tallone.rules.cards.seats import Side, side_of

_SIDES = (Side.NORTH_SOUTH, Side.EAST_WEST)


def compose(canvas: Canvas, view: TableView) -> None:
    """Lay the strip's three parts: a side, the middle, the other side."""
    layout = canvas.layout
    points = scores(view)
    box = layout.body
    if view.notice is None:
        # No message needs the bar's room.
        box = Box(box.x, box.y, box.w, layout.bar.bottom - box.y)
    if points is None:
        _middle(canvas, canvas.area("edge.middle", box), view)
        return
    left, middle, right = box.columns((27, 46, 27), layout.sizes.gap)
    for side, box, score in zip(_SIDES, (left, right), points, strict=True):
        _side(canvas, canvas.area(f"edge.{side.value}", box), view, side, score)
    _middle(canvas, canvas.area("edge.middle", middle), view)


def scores(view: TableView) -> tuple[int, int] | None:
    """Return both sides' points where the screen is about points."""
    match view.body:
        case Play(sides=(first, second)):
            return first.score, second.score
        case HandSheet(sides=(one, other)):
            return one.match_total, other.match_total
        case MatchEnd(totals=totals):
            return totals
        case _:
            return None


def _side(canvas: Canvas, box: Box, view: TableView, side: Side, score: int) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    players = view.header.players
    body = view.body
    on_turn = isinstance(body, Play) and body.seat is not None
    is_theirs = (
        on_turn
        and isinstance(body, Play)
        and body.seat is not None
        and side_of(body.seat, players) is side
    )
    canvas.panel(box, theme.PANEL, border=theme.GOLD if is_theirs else theme.LINE, border_px=px(4))
    inside = box.inset(px(18), px(8))
    name, rest = inside.cut_top(round(sizes.title * 1.16), px(4))
    align = Align.CENTRE
    canvas.text(name, side_name(side, players, canvas.lang), sizes.title, bold=True, align=align)
    pozzetto, points = rest.cut_bottom(round(sizes.text * 1.2), px(4))
    large = min(sizes.key * 2, round(points.h / 1.2))
    canvas.text(points, number(score, canvas.lang), large, theme.GOLD, bold=True, align=align)
    if isinstance(body, Play):
        own = body.sides[_SIDES.index(side)]
        taken = own.pozzetto is not PozzettoState.NOT_TAKEN
        words = text(f"pozzetto.{own.pozzetto.value}", canvas.lang)
        sign, label = pozzetto.cut_left(px(44), px(8))
        color = theme.GOLD if taken else theme.QUIET
        canvas.items.append(
            Sign(sign.centred(px(40), px(40)), "tick" if taken else "empty", color)
        )
        canvas.text(label, words, sizes.text, color)


def _middle(canvas: Canvas, box: Box, view: TableView) -> None:
    """Say the turn, or what the screen is about."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.panel(box, theme.PANEL, border=theme.LINE, border_px=px(2))
    inside = box.inset(px(20), px(8))
    canvas.text(
        inside, frame.subject(canvas, view), round(sizes.key * 1.4), theme.GOLD, bold=True, lines=3,
        align=Align.CENTRE,
    )  # fmt: skip
