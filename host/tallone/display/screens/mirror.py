"""The score once more along the upper edge, upside down, for those who sit opposite."""

import dataclasses

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, Label, Panel
from tallone.display.screens import edge, frame
from tallone.display.style import theme
from tallone.display.texts.phrases import number, side_name
from tallone.display.views.view import TableView
from tallone.rules.cards.seats import Side

_SIDES = (Side.NORTH_SOUTH, Side.EAST_WEST)


def compose(canvas: Canvas, view: TableView) -> None:
    """Write both scores and the message of the moment into the layout's mirror, if it has one."""
    band = canvas.area("mirror", canvas.layout.mirror)
    begun = len(canvas.items)
    px, sizes = canvas.layout.px, canvas.layout.sizes
    ground, ink = theme.STRIP, theme.GOLD
    words = frame.subject(canvas, view)
    if view.notice is not None:
        ground, ink = frame.notice_colors(view.notice)
        words = canvas.say(view.notice.message)
    canvas.panel(band, ground, radius=0)
    middle = band.inset(px(16), 0)
    scores = edge.scores(view)
    if scores is not None and view.notice is None:
        left, middle, right = middle.columns((28, 44, 28), px(16))
        for side, box, score in zip(_SIDES, (left, right), scores, strict=True):
            name = side_name(side, view.header.players, canvas.lang)
            line = f"{name}  {number(score, canvas.lang)}"
            align = Align.LEFT if side is _SIDES[0] else Align.RIGHT
            canvas.text(box, line, round(sizes.text * 1.2), bold=True, align=align, lines=2)
    large = round(sizes.text * 1.2)
    canvas.text(middle, words, large, ink, bold=True, align=Align.CENTRE, lines=2)
    canvas.items[begun:] = [_turned(item, band) for item in canvas.items[begun:]]


def _turned(item: object, band: Box) -> "Label | Panel":
    """Return a thing as it lies when the band is turned by half a turn."""
    assert isinstance(item, Label | Panel)
    box = item.box
    place = Box(band.x + band.right - box.right, band.y + band.bottom - box.bottom, box.w, box.h)
    if isinstance(item, Label):
        return dataclasses.replace(item, box=place, turned=True)
    return dataclasses.replace(item, box=place)
