"""From the pack to the first card: waiting, draw for seats, seal and cut, dealing, counting."""

from tallone.display.layout import Box
from tallone.display.scene import Align, Back, Canvas, Fan, Gauge, QrCode, Sign, Target
from tallone.display.screens import frame, melds
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import text
from tallone.display.view import (
    Commitment,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    LinkState,
    PackWanted,
    PassCards,
    SeatDraw,
)
from tallone.press import Button
from tallone.rules.cards.cards import Deck
from tallone.rules.cards.seats import Seat

KEYS = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "delete", "0", "ok")


def connecting(canvas: Canvas, body: Connecting) -> None:
    """Say which of the table's parts answer, and which are still looked for."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = _sheet(canvas)
    title, then = text("connect.title", canvas.lang), text("connect.then", canvas.lang)
    rest = frame.heading(canvas, box, title, then)
    parts = [("mat", body.mat)]
    if body.croupier is not None:
        parts.append(("croupier", body.croupier))
    tall = px(140)
    for place, (name, state) in enumerate(parts):
        line, rest = rest.cut_top(tall, px(24))
        canvas.area(f"connect.{place}", line, "sheet")
        well = state is LinkState.WELL
        sign, words = line.cut_left(px(90), px(24))
        shape = "tick" if well else "warning"
        canvas.items.append(
            Sign(sign.centred(px(72), px(72)), shape, theme.GOLD if well else theme.AMBER)
        )
        name_box, state_box = words.columns((3, 2), px(24))
        canvas.text(name_box, text(f"connect.{name}", canvas.lang), sizes.title, bold=True)
        canvas.text(state_box, text(f"connect.{state.value}", canvas.lang), sizes.title)


def pack_wanted(canvas: Canvas, body: PackWanted) -> None:
    """Ask for the pack."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = _sheet(canvas)
    picture, words = box.cut_left(round(box.w * 0.36), px(50))
    _two_packs(canvas, canvas.area("pack.picture", picture, "sheet"))
    words = canvas.area("pack.words", words, "sheet").centred(words.w, px(430))
    title, which, then = words.rows((5, 3, 3), px(10))
    canvas.text(title, text("pack.title", canvas.lang), sizes.key, bold=True, lines=2)
    canvas.text(
        which,
        text("pack.which", canvas.lang, pack=body.pack),
        round(sizes.text * 1.15),
        theme.QUIET,
        lines=2,
    )
    button = canvas.say(body.button)
    next_step = text("pack.lid", canvas.lang)
    if not body.lid_open:
        next_step = text("pack.then", canvas.lang, button=button)
    canvas.text(then, next_step, sizes.title, theme.GOLD, bold=True)


def _two_packs(canvas: Canvas, box: Box) -> None:
    tall = min(round(box.h * 0.62), round(box.w * 0.6 * melds.CARD_RATIO))
    wide = round(tall / melds.CARD_RATIO)
    lift = max(2, tall // 60)
    middle = box.centred(round(wide * 1.4), tall + lift * 9)
    for deck, left in ((Deck.RED, middle.right - wide), (Deck.BLUE, middle.x)):
        for depth in range(5):
            place = Box(
                left,
                middle.y + lift * (9 - depth) - (lift * 4 if deck is Deck.RED else 0),
                wide,
                tall,
            )
            canvas.items.append(Back(place, deck))


def seat_draw(canvas: Canvas, body: SeatDraw) -> None:
    """Show the cards drawn for the seats."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = _sheet(canvas)
    under = ""
    if body.again:
        under = text("seats.again", canvas.lang, seats=body.again)
    elif body.asked is not None:
        under = text("seats.asked", canvas.lang, seat=body.asked)
    elif body.first is not None:
        under = text("seats.first", canvas.lang, seat=body.first)
    rest = frame.heading(canvas, box, text("seats.title", canvas.lang), under)
    for place, (seat, card) in zip(
        rest.columns([1] * len(body.draws), px(30)), body.draws, strict=True
    ):
        canvas.area(f"seats.{seat.value}", place, "sheet")
        name, lies = place.cut_top(fonts.line_height(sizes.title), px(14))
        color = theme.GOLD if seat is body.first or seat in body.again else theme.TEXT
        canvas.text(
            name,
            text(f"seat.{seat.value}", canvas.lang),
            sizes.title,
            color,
            bold=True,
            align=Align.CENTRE,
        )
        tall = min(lies.h, round(lies.w * melds.CARD_RATIO), px(420))
        slot = lies.centred(round(tall / melds.CARD_RATIO), tall)
        if card is None:
            canvas.panel(slot, None, border=theme.LINE, border_px=px(3), radius=slot.w // 10)
            canvas.text(
                slot, text("seats.empty", canvas.lang), sizes.text, theme.QUIET, align=Align.CENTRE
            )
        else:
            canvas.face(slot, card, Fan.COLUMN)


def cut_wanted(canvas: Canvas, body: CutWanted) -> None:
    """Show the seal and take the cutter's number."""
    px = canvas.layout.px
    left, right = canvas.layout.body.columns((50, 50), canvas.layout.sizes.gap)
    for name, part in (("seal", left), ("cut", right)):
        canvas.area(name, part)
        canvas.panel(part, theme.PANEL, border=theme.LINE, border_px=px(2))
    _seal(canvas, left.inset(px(32), px(28)), body.commitment, "seal")
    _keypad(canvas, right.inset(px(32), px(22)), body)


def _seal(canvas: Canvas, box: Box, commitment: Commitment, parent: str) -> None:
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    title = text("commit.title", lang)
    rest = canvas.paragraph(box, title, round(sizes.title * 1.1), bold=True, gap=px(10))
    why = text("commit.simulated" if commitment.is_simulated else "commit.why", lang)
    rest = canvas.paragraph(rest, why, sizes.text, theme.QUIET, gap=px(34))
    under_tall = fonts.line_height(sizes.least)
    side = min(round(rest.w * 0.5), rest.h - under_tall - px(10))
    code, words = rest.cut_right(side, px(30))
    canvas.area(f"{parent}.code", code, parent)
    canvas.area(f"{parent}.words", words, parent)
    square, under = code.cut_top(side, px(6))
    canvas.items.append(QrCode(square, commitment.qr))
    digest = under.cut_top(under_tall)[0]
    canvas.text(digest, commitment.digest, sizes.least, theme.QUIET, align=Align.CENTRE)
    lines = canvas.paragraph(
        words, text("commit.words", lang), sizes.text, theme.QUIET, gap=px(12)
    )
    count = max(1, len(commitment.words))
    tall = min(lines.h, count * round(sizes.key * 1.2))
    for place, word in zip(
        lines.cut_top(tall)[0].rows([1] * count), commitment.words, strict=False
    ):
        canvas.text(place, word, round(sizes.key * 0.85), theme.GOLD, bold=True)


def _keypad(canvas: Canvas, box: Box, body: CutWanted) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    title = "number.title" if body.is_number else "cut.title"
    how = "number.how" if body.is_number else "cut.how"
    rest = frame.heading(
        canvas,
        box,
        text(title, canvas.lang, seat=body.cutter),
        text("number.plain" if body.too_plain else how, canvas.lang),
    )
    shown, keys = rest.cut_top(round(sizes.key * 1.5), px(16))
    canvas.area("cut.shown", shown, "cut")
    canvas.panel(shown, theme.IVORY)
    too_big = bool(canvas.entry) and int(canvas.entry) > body.last
    if too_big:
        canvas.text(
            shown.inset(px(16), 0),
            text("cut.too_big", canvas.lang),
            sizes.title,
            theme.INK,
            align=Align.CENTRE,
        )
    else:
        canvas.text(
            shown, canvas.entry, round(sizes.key * 1.2), theme.INK, bold=True, align=Align.CENTRE
        )
    for row, line in enumerate(keys.rows((1, 1, 1, 1), px(20))):
        for column, place in enumerate(line.columns((1, 1, 1), px(20))):
            name = KEYS[row * 3 + column]
            canvas.area(f"cut.key.{name}", place, "cut")
            _key(canvas, place, name, ready=bool(canvas.entry) and not too_big)


def _key(canvas: Canvas, box: Box, name: str, *, ready: bool) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    primary = name == "ok" and ready
    canvas.panel(
        box, theme.BUTTON if primary else theme.BUTTON_QUIET, border=theme.LINE, border_px=px(2)
    )
    words = name if name.isdigit() else text(f"button.{name}", canvas.lang)
    size = sizes.key if name.isdigit() else sizes.title
    ink = theme.BUTTON_INK if primary else theme.TEXT if name != "ok" else theme.QUIET
    canvas.text(box.inset(px(10), 0), words, size, ink, bold=True, align=Align.CENTRE)
    canvas.targets.append(Target(box, f"key.{name}"))


def dealing(canvas: Canvas, body: Dealing) -> None:
    """Show how far the croupier is."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    left, right = canvas.layout.body.columns((54, 46), canvas.layout.sizes.gap)
    for name, part in (("deal", left), ("seal", right)):
        canvas.area(name, part)
        canvas.panel(part, theme.PANEL, border=theme.LINE, border_px=px(2))
    lang = canvas.lang
    rest = left.inset(px(44), px(36))
    rest = canvas.paragraph(rest, text("deal.title", lang), sizes.key, bold=True, gap=px(20))
    step = text(f"deal.{body.step.value}", lang)
    rest = canvas.paragraph(rest, step, round(sizes.text * 1.2), theme.QUIET, gap=px(60))
    gauge, rest = rest.cut_top(px(72), px(24))
    canvas.area("deal.gauge", gauge, "deal")
    canvas.items.append(Gauge(gauge, round(1000 * body.done / max(1, body.total))))
    words = text("deal.progress", lang, done=body.done, total=body.total)
    rest = canvas.paragraph(rest, words, sizes.title, bold=True, gap=px(30))
    if body.cut is not None:
        cut = text("cut.done", lang, cut=body.cut)
        canvas.paragraph(rest, cut, sizes.title, theme.GOLD, bold=True)
    _seal(canvas, right.inset(px(32), px(28)), body.commitment, "seal")


def pass_cards(canvas: Canvas, body: PassCards) -> None:
    """Say where the next card goes, how far the deal is, and what nobody can vouch for."""
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    rest = _sheet(canvas)
    rest = canvas.paragraph(rest, text("pass.title", lang), sizes.title, bold=True, gap=px(12))
    rest = canvas.paragraph(rest, text("pass.how", lang), sizes.text, theme.QUIET, gap=px(40))
    to = text("pass.to", lang, place=text(f"place.{body.place}", lang))
    rest = canvas.paragraph(rest, to, round(sizes.key * 1.3), theme.GOLD, bold=True, gap=px(30))
    gauge, rest = rest.cut_top(px(60), px(20))
    canvas.area("pass.gauge", gauge, "sheet")
    canvas.items.append(Gauge(gauge, round(1000 * body.done / max(1, body.total))))
    words = text("pass.progress", lang, done=body.done, total=body.total)
    rest = canvas.paragraph(rest, words, sizes.title, bold=True, gap=px(30))
    canvas.paragraph(rest, text("pass.missing", lang), sizes.text, theme.QUIET)


def count_cards(canvas: Canvas, body: CountCards) -> None:
    """Four large buttons, each where its player sits."""
    px = canvas.layout.px
    box = _sheet(canvas)
    rest = frame.heading(
        canvas, box, text("count.title", canvas.lang), text("count.how", canvas.lang)
    )
    rest = canvas.area("count.places", rest, "sheet")
    top, middle, bottom = rest.rows((1, 1, 1), px(16))
    wide = round(rest.w * 0.36)
    places = {
        Seat.NORTH: top.centred(wide, top.h),
        Seat.WEST: middle.cut_left(wide)[0],
        Seat.EAST: middle.cut_right(wide)[0],
        Seat.SOUTH: bottom.centred(wide, bottom.h),
    }
    for seat in body.seats:
        _ready(
            canvas,
            canvas.area(f"count.{seat.value}", places[seat], "count.places"),
            seat,
            seat in body.ready,
        )


def _ready(canvas: Canvas, box: Box, seat: Seat, is_ready: bool) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.panel(
        box, theme.BUTTON_QUIET if is_ready else theme.BUTTON, border=theme.LINE, border_px=px(3)
    )
    ink = theme.TEXT if is_ready else theme.BUTTON_INK
    sign, words = box.inset(px(28), px(8)).cut_left(px(76), px(22))
    canvas.items.append(Sign(sign.centred(px(70), px(70)), "tick" if is_ready else "empty", ink))
    name, state = words.rows((56, 44))
    canvas.text(name, text("count.seat", canvas.lang, seat=seat), sizes.key, ink, bold=True)
    canvas.text(
        state, text("count.done" if is_ready else "count.waiting", canvas.lang), sizes.text, ink
    )
    if not is_ready:
        canvas.targets.append(Target(box, Button.READY, seat=seat))


def first_card(canvas: Canvas, body: FirstCard) -> None:
    """Ask the dealer to turn the first card."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = _sheet(canvas)
    picture, words = box.cut_left(round(box.w * 0.3), px(50))
    tall = min(round(picture.h * 0.6), round(picture.w * melds.CARD_RATIO))
    canvas.items.append(Back(picture.centred(round(tall / melds.CARD_RATIO), tall), Deck.BLUE))
    words = words.centred(words.w, px(360))
    title, then = words.rows((3, 2), px(10))
    canvas.text(
        title, text("first.title", canvas.lang, seat=body.dealer), sizes.key, bold=True, lines=2
    )
    canvas.text(
        then, text("first.then", canvas.lang), round(sizes.text * 1.15), theme.QUIET, lines=2
    )


def _sheet(canvas: Canvas) -> Box:
    px = canvas.layout.px
    box = canvas.area("sheet", canvas.layout.body)
    canvas.panel(box, theme.PANEL, border=theme.LINE, border_px=px(2))
    return box.inset(px(48), px(32))
