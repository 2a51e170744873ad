"""The hand in progress: the two sides' melds, and below them stock, pozzetti and discard pile."""

from typing import NamedTuple

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Back, Canvas, Fan, Sign
from tallone.display.screens import melds, naming
from tallone.display.screens.naming import NOBODY, Names
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import number, text
from tallone.display.views.values import PozzettoState, SideView
from tallone.display.views.view import Play
from tallone.rules.cards.cards import Deck
from tallone.rules.cards.seats import Seat, Side, seats, side_of

_PILE_STEP = 0.43  # of a card's width: the rank and the suit below it stay visible


class _Who(NamedTuple):
    """Who sits on a side: whether one of them is on turn, how many play, and what they are called."""

    on_turn: Seat | None
    players: int
    names: Names


def compose(canvas: Canvas, body: Play, players: int, names: Names = NOBODY) -> None:
    """Lay the table."""
    px, gap = canvas.layout.px, canvas.layout.sizes.gap
    layout = canvas.layout
    low = px(118 if layout.is_tight else 128 if layout.is_upright else 160)
    middle, sides = layout.body.cut_bottom(low * 2 + gap if layout.is_upright else low, gap)
    on_turn = None if body.seat is None else side_of(body.seat, players)
    halves = sides.rows((1, 1), gap) if layout.is_upright else sides.columns((1, 1), gap)
    for box, side in zip(halves, body.sides, strict=True):
        seat = body.seat if side.side is on_turn else None
        theirs = {at: name for at, name in names.items() if side_of(at, players) is side.side}
        _side(canvas, box, side, _Who(seat, players, theirs))
    stock, pozzetti, pile = _middle_boxes(canvas, middle)
    _stock(canvas, stock, body)
    _pozzetti(canvas, pozzetti, body)
    _pile(canvas, pile, body)


def _side(canvas: Canvas, box: Box, side: SideView, who: _Who) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    name = f"side.{side.side.value}"
    canvas.area(name, box)
    border, border_px = (theme.GOLD, px(5)) if who.on_turn else (theme.LINE, px(2))
    # Two things, so that a turn that passes repaints the edges only.
    canvas.panel(box, theme.PANEL)
    canvas.panel(box, None, border=border, border_px=border_px)
    tight = canvas.layout.is_tight or canvas.layout.is_upright
    inside = box.inset(px(14), px(8)) if tight else box.inset(px(18), px(12))
    title, rest = inside.cut_top(round(sizes.key * (0.85 if tight else 1.12)), px(8))
    canvas.area(f"{name}.title", title, name)
    # Where height is short the names stand in the seats' place.
    _title(canvas, title, side, who if tight else who._replace(names=NOBODY))
    if who.names and not tight:
        line, rest = rest.cut_top(fonts.line_height(sizes.text), px(8))
        _called(canvas, canvas.area(f"{name}.who", line, name), who)
    extra = _extra_words(canvas, side)
    if extra:
        line, rest = rest.cut_top(fonts.line_height(sizes.text), px(8))
        canvas.area(f"{name}.extra", line, name)
        if fonts.width(extra, sizes.least) > line.w:
            extra = extra.split("   ")[0]
        canvas.text(line, extra, sizes.text, theme.QUIET)
    canvas.area(f"{name}.melds", rest, name)
    if not side.melds:
        canvas.text(
            rest, text("side.no_melds", canvas.lang), sizes.text, theme.QUIET, align=Align.CENTRE
        )
    columns = melds.arrange(side.melds, rest, canvas.layout, canvas.lang) if side.melds else ()
    for index, (meld, column) in enumerate(zip(side.melds, columns, strict=True)):
        canvas.area(f"{name}.meld.{index}", column.box, f"{name}.melds")
        melds.paint_column(canvas, meld, column)


def _called(canvas: Canvas, box: Box, who: _Who) -> None:
    """Write the names of a side, as much of each as fits."""
    sizes = canvas.layout.sizes
    places = box.columns([1] * len(who.names), canvas.layout.px(16))
    for place, (seat, name) in zip(places, who.names.items(), strict=True):
        color = theme.GOLD if seat is who.on_turn else theme.QUIET
        canvas.text(place, naming.fitting(name, place.w, sizes.text), sizes.text, color)


def _title(canvas: Canvas, box: Box, side: SideView, who: _Who) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    points = number(side.score, canvas.lang)
    wide = min(max(px(110), fonts.width(points, sizes.key, True)), round(box.w * 0.34))
    score, rest = box.cut_right(wide, px(16))
    canvas.text(score, points, sizes.key, bold=True, align=Align.RIGHT)
    rest = _names(canvas, rest, side.side, who)
    taken = side.pozzetto is not PozzettoState.NOT_TAKEN
    sign, chip = rest.cut_left(px(44), px(10))
    color = theme.GOLD if taken else theme.QUIET
    canvas.items.append(Sign(sign.centred(px(42), px(42)), "tick" if taken else "empty", color))
    words = text(f"pozzetto.{side.pozzetto.value}", canvas.lang)
    if fonts.width(words, sizes.least) > chip.w:
        words = text("pozzetto.short", canvas.lang)
    if fonts.width(words, sizes.least) <= chip.w:
        canvas.text(chip, words, sizes.text, color)


def _names(canvas: Canvas, box: Box, side: Side, who: _Who) -> Box:
    """Write who plays together, whoever is on turn in gold and underlined; return the rest."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    seats_here = [seat for seat in seats(who.players) if side_of(seat, who.players) is side]
    large = round(sizes.text * 1.15) if box.w < px(560) else sizes.title
    words_of = {seat: text(f"seat.{seat.value}", canvas.lang) for seat in seats_here}
    if who.names:
        # The pozzetto's sign keeps its place.
        room = box.w - px(44) - px(64)
        longest = naming.fitting_together(list(who.names.values()), room, large, bold=True)
        words_of |= dict(zip(who.names, longest, strict=True))
    for place, seat in enumerate(seats_here):
        if place:
            dash, box = box.cut_left(fonts.width("–", large, True) + px(4))
            canvas.text(dash, "–", large, bold=True)
        words = words_of[seat]
        name, box = box.cut_left(fonts.width(words, large, True) + px(4))
        canvas.text(
            name, words, large, theme.GOLD if seat is who.on_turn else theme.TEXT, bold=True
        )
        if seat is who.on_turn:
            canvas.panel(name.cut_bottom(px(6))[0], theme.GOLD, radius=px(3))
    return box.cut_left(px(24))[1]


def _extra_words(canvas: Canvas, side: SideView) -> str:
    words = []
    if side.running_points is not None:
        words.append(text("side.running", canvas.lang, points=side.running_points))
    words += [
        text("side.cards", canvas.lang, seat=seat, n=count) for seat, count in side.cards_held
    ]
    return "   ".join(words)


def _middle_boxes(canvas: Canvas, box: Box) -> tuple[Box, Box, Box]:
    px, gap = canvas.layout.px, canvas.layout.sizes.gap
    if canvas.layout.is_upright:
        above, pile = box.rows((1, 1), gap)
        stock, pozzetti = above.columns((1, 1), gap)
    else:
        narrow = canvas.layout.is_narrow
        stock, rest = box.cut_left(px(272 if narrow else 300), gap)
        pozzetti, pile = rest.cut_left(px(210 if narrow else 290), gap)
    for name, part in (("stock", stock), ("pozzetti", pozzetti), ("pile", pile)):
        canvas.area(name, part)
        canvas.panel(part, theme.PANEL)
    return stock, pozzetti, pile


def _card_width(box: Box) -> int:
    return round(box.h / melds.CARD_RATIO)


def _stock(canvas: Canvas, box: Box, body: Play) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    inside = box.inset(px(14), px(12))
    width = _card_width(inside)
    cards, words = inside.cut_left(width + px(12), px(8))
    for depth in (2, 1, 0) if body.stock.lies else ():
        place = Box(cards.x + px(6) * (2 - depth), cards.y, width, inside.h)
        canvas.items.append(Back(place, Deck.BLUE))
    if not body.stock.lies:
        _empty(canvas, Box(cards.x, cards.y, width, inside.h))
    below = ""
    if not body.stock.lies:
        below = text("stock.empty", canvas.lang)
    elif body.stock.is_last_draw:
        below = text("stock.last", canvas.lang)
    elif body.stock.cards_left is not None:
        below = text("stock.left", canvas.lang, n=body.stock.cards_left)
    # Two lines under the name need two thirds.
    first, second = words.rows((34, 66)) if below else (words, Box(*words[:2], 0, 0))
    canvas.text(first, text("stock.name", canvas.lang), sizes.text, bold=True)
    if not below:
        return
    color = theme.GOLD if body.stock.is_last_draw else theme.QUIET
    canvas.text(second, below, sizes.text, color, lines=2)


def _pozzetti(canvas: Canvas, box: Box, body: Play) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    inside = box.inset(px(14), px(8))
    label, rest = inside.cut_top(fonts.line_height(sizes.text), px(6))
    canvas.text(label, text("pozzetti.name", canvas.lang), sizes.text, bold=True)
    width = _card_width(rest)
    for place, lies in zip(rest.columns((1, 1), px(12)), body.pozzetti, strict=True):
        card = place.centred(width, rest.h)
        if lies:
            canvas.items.append(Back(Box(card.x + px(7), card.y, card.w, card.h), Deck.RED))
            canvas.items.append(Back(card, Deck.RED))
        else:
            _empty(canvas, card)


def _empty(canvas: Canvas, box: Box) -> None:
    canvas.panel(
        box, None, border=theme.LINE, border_px=canvas.layout.px(3), radius=round(box.w * 0.1)
    )


def _pile(canvas: Canvas, box: Box, body: Play) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    inside = box.inset(px(14), px(12))
    label, rest = inside.cut_left(px(170 if canvas.layout.is_narrow else 190), px(14))
    name, count = label.rows((2, 1))
    canvas.text(name, text("pile.name", canvas.lang), sizes.text, bold=True, lines=2)
    if not body.discard_pile:
        canvas.text(count, text("pile.empty", canvas.lang), sizes.text, theme.QUIET)
        return
    width = _card_width(rest)
    step = round(width * _PILE_STEP)
    most = (rest.w - width) // step + 1
    cards = body.discard_pile[-most:]
    earlier = len(body.discard_pile) - len(cards)
    if earlier:
        canvas.text(count, text("pile.earlier", canvas.lang, n=earlier), sizes.text, theme.QUIET)
    for place, card in enumerate(cards):
        canvas.face(Box(rest.x + step * place, rest.y, width, rest.h), card, Fan.ROW)
