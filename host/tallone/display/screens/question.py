"""A question to the players: what is asked, and the answers as large buttons, four in a column."""

from typing import Final

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, Fan, Target
from tallone.display.screens import frame, melds
from tallone.display.style import theme
from tallone.display.texts.phrases import text
from tallone.display.views.values import Option, Question
from tallone.press import Button

IN_COLUMN: Final = 4
_STEP: Final = 0.43  # of a card's width: the rank and the suit below it stay visible


def compose(canvas: Canvas, question: Question) -> None:
    """Put the question in the body's place until it is answered."""
    px = canvas.layout.px
    box = canvas.area("question", canvas.layout.body)
    canvas.panel(box, theme.PANEL, border=theme.GOLD, border_px=px(5))
    tight = canvas.layout.is_tight
    inside = box.inset(px(20), px(12)) if tight else box.inset(px(44), px(28))
    # An upright screen needs its width for the answers; the question names the card.
    if question.card is not None and not canvas.layout.is_upright:
        picture, inside = inside.cut_left(round(inside.w * 0.17), px(50))
        tall = min(round(picture.w * melds.CARD_RATIO), picture.h)
        canvas.area("question.card", picture, "question")
        canvas.face(
            picture.centred(round(tall / melds.CARD_RATIO), tall), question.card, Fan.COLUMN
        )
    rest = frame.heading(
        canvas, inside, canvas.say(question.prompt), text("question.touch", canvas.lang)
    )
    places = _places(
        rest, len(question.options), px(12 if tight else 24), canvas.layout.sizes.finger
    )
    if not any(option.cards for option in question.options):
        places = [place.centred(place.w, min(place.h, px(200))) for place in places]
    for index, (place, option) in enumerate(zip(places, question.options, strict=True)):
        canvas.area(f"question.option.{index}", place, "question")
        _option(canvas, place, option)
        canvas.targets.append(Target(place, Button.ANSWER, value=index, question=question.id))


def _places(box: Box, count: int, gap: int, finger: int) -> list[Box]:
    """Cut the box into places for so many answers, read down the columns."""
    fit = max(1, (box.h + gap) // (finger + gap))
    columns = -(-count // min(IN_COLUMN, fit))
    rows = -(-count // columns)
    cells = [
        cell for column in box.columns([1] * columns, gap) for cell in column.rows([1] * rows, gap)
    ]
    return cells[:count]


def _option(canvas: Canvas, box: Box, option: Option) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.panel(box, theme.BUTTON_QUIET, border=theme.GOLD, border_px=px(4))
    inside = box.inset(px(14), px(6))
    if option.cards:
        cards = option.cards
        share = 0.68 if option.label is not None else 1.0
        most = round(inside.w * share)
        # Where the width is short the cards are smaller: the rank of each is seen.
        wide = min(
            round(min(inside.h, px(250)) / melds.CARD_RATIO),
            round(most / (1 + _STEP * (len(cards) - 1))),
        )
        tall = round(wide * melds.CARD_RATIO)
        step = min(round(wide * _STEP), (most - wide) // max(1, len(cards) - 1))
        used = wide + step * (len(cards) - 1)
        lies, inside = inside.cut_left(used, px(30))
        for place, card in enumerate(cards):
            at = Box(lies.x + step * place, lies.y + (lies.h - tall) // 2, wide, tall)
            canvas.face(at, card.card, Fan.ROW, card.stands_for)
    if option.label is not None:
        align = Align.LEFT if option.cards else Align.CENTRE
        canvas.text(
            inside,
            canvas.say(option.label),
            sizes.title if option.cards else sizes.key,
            bold=True,
            align=align,
            lines=2,
        )
