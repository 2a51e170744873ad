"""From the pack to the first card: waiting, draw for seats, seal and cut, dealing, counting."""

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Back, Canvas, Fan, Gauge, QrCode, Sign, Target
from tallone.display.screens import frame, melds
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import text
from tallone.display.views.values import LinkState
from tallone.display.views.view import (
    Commitment,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    PackWanted,
    PassCards,
    SeatDraw,
)
from tallone.press import Button
from tallone.rules.cards.cards import Deck
from tallone.rules.cards.seats import Seat

_LOW_KEYS = ("1", "2", "3", "4", "5", "delete", "6", "7", "8", "9", "0", "ok")
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
    tall = min(px(140), (rest.h - px(24)) // len(parts))
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
    px, layout = canvas.layout.px, canvas.layout
    gap = layout.sizes.gap
    # Where four rows of keys would be too low for fingers, two long ones lie below.
    low = layout.body.h < 4 * (layout.sizes.finger + px(20)) + px(330)
    if low or layout.is_upright:
        keys = (
            round(layout.body.h * 0.78) if layout.is_upright else layout.sizes.finger * 2 + px(60)
        )
        right, left = layout.body.cut_bottom(keys, gap)
    else:
        left, right = layout.body.columns((50, 50), gap)
    for name, part in (("seal", left), ("cut", right)):
        canvas.area(name, part)
        canvas.panel(part, theme.PANEL, border=theme.LINE, border_px=px(2))
    if low and not layout.is_upright:
        _seal_and_cutter(canvas, left.inset(px(18), px(8)), body)
        _keys(canvas, right.inset(px(14), px(10)), 6, body.last)
        return
    _seal(canvas, left.inset(px(32), px(24)), body.commitment, "seal")
    _keypad(canvas, right.inset(px(32), px(22)), body)


def _seal_and_cutter(canvas: Canvas, box: Box, body: CutWanted) -> None:
    """Write, in a low room, who cuts and what has been typed, with the words of the seal beside them."""
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    words, task = box.columns((46, 54), px(24))
    title, words_how = _task(body, lang)
    rest = canvas.paragraph(task, title, sizes.title, bold=True, gap=px(4))
    shown, how = rest.cut_bottom(min(round(sizes.key * 1.05), rest.h // 2), px(6))
    canvas.text(how, words_how, sizes.text, theme.QUIET, lines=3)
    _typed(canvas, shown, body.last)
    seal = " ".join(body.commitment.words)
    label, below = words.cut_top(fonts.line_height(sizes.text), px(4))
    canvas.text(label, text("commit.words", lang), sizes.text, theme.QUIET)
    canvas.text(below, seal, sizes.text, theme.GOLD, bold=True, lines=5)


def _seal(canvas: Canvas, box: Box, commitment: Commitment, parent: str) -> None:
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    title = text("commit.title", lang)
    tight = canvas.layout.is_tight or canvas.layout.is_upright
    large = round(sizes.text * 1.2) if tight else round(sizes.title * 1.1)
    rest = (
        canvas.paragraph(box, title, large, bold=True, gap=px(8))
        if not canvas.layout.is_upright
        else box
    )
    why = text("commit.simulated" if commitment.is_simulated else "commit.why", lang)
    if not canvas.layout.is_upright:
        rest = canvas.paragraph(rest, why, sizes.text, theme.QUIET, gap=px(12 if tight else 34))
    if canvas.layout.is_upright and rest.h < px(420):
        whole = " ".join(commitment.words)
        label, below = rest.cut_top(fonts.line_height(sizes.text), px(4))
        canvas.text(label, text("commit.words", lang), sizes.text, theme.QUIET)
        canvas.text(below, whole, sizes.text, theme.GOLD, bold=True, lines=5)
        return
    under_tall = fonts.line_height(sizes.least)
    side = min(round(rest.w * 0.5), rest.h - under_tall - px(10))
    code, words = rest.cut_right(side, px(30))
    canvas.area(f"{parent}.code", code, parent)
    canvas.area(f"{parent}.words", words, parent)
    square, under = code.cut_top(side, px(6))
    canvas.items.append(QrCode(square, commitment.qr))
    if fonts.width(commitment.digest, sizes.least) <= under.w:
        digest = under.cut_top(under_tall)[0]
        canvas.text(digest, commitment.digest, sizes.least, theme.QUIET, align=Align.CENTRE)
    lines = canvas.paragraph(
        words, text("commit.words", lang), sizes.text, theme.QUIET, gap=px(12)
    )
    if lines.h < 4 * fonts.line_height(sizes.text):
        whole = " ".join(commitment.words)
        canvas.text(lines, whole, sizes.text, theme.GOLD, bold=True, lines=4)
        return
    count = max(1, len(commitment.words))
    tall = min(lines.h, count * round(sizes.key * 1.2))
    for place, word in zip(
        lines.cut_top(tall)[0].rows([1] * count), commitment.words, strict=False
    ):
        canvas.text(place, word, round(sizes.key * 0.85), theme.GOLD, bold=True)


def _task(body: CutWanted, lang: str) -> tuple[str, str]:
    """Return who does what, and how: a player cuts, or puts a number of his own in."""
    title = "number.title" if body.is_number else "cut.title"
    how = "number.how" if body.is_number else "cut.how"
    how = "number.plain" if body.too_plain else how
    return text(title, lang, seat=body.cutter), text(how, lang)


def _keypad(canvas: Canvas, box: Box, body: CutWanted) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    rest = frame.heading(canvas, box, *_task(body, canvas.lang))
    shown, keys = rest.cut_top(round(sizes.key * 1.2), px(12))
    canvas.area("cut.shown", shown, "cut")
    _typed(canvas, shown, body.last)
    _keys(canvas, keys, 3, body.last)


def _is_too_big(entry: str, last: int) -> bool:
    return bool(entry) and int(entry) > last


def _typed(canvas: Canvas, shown: Box, last: int) -> None:
    """Show the digits typed so far, or that the number is too big."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.panel(shown, theme.IVORY)
    if _is_too_big(canvas.entry, last):
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


def _keys(canvas: Canvas, box: Box, across: int, last: int) -> None:
    """Lay the twelve keys, so many side by side."""
    gap = canvas.layout.px(16)
    names = KEYS if across == 3 else _LOW_KEYS
    ready = bool(canvas.entry) and not _is_too_big(canvas.entry, last)
    lines = box.rows([1] * (len(names) // across), gap)
    for place, name in enumerate(names):
        cell = lines[place // across].columns([1] * across, gap)[place % across]
        canvas.area(f"cut.key.{name}", cell, "cut")
        _key(canvas, cell, name, ready=ready)


def _key(canvas: Canvas, box: Box, name: str, *, ready: bool) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    primary = name == "ok" and ready
    # A key that does nothing yet lies low, and its word can still be read.
    asleep = name == "ok" and not ready
    ground = theme.BUTTON if primary else theme.PANEL if asleep else theme.BUTTON_QUIET
    canvas.panel(box, ground, border=theme.LINE, border_px=px(2))
    words = name if name.isdigit() else text(f"button.{name}", canvas.lang)
    size = sizes.key if name.isdigit() else sizes.title
    ink = theme.BUTTON_INK if primary else theme.QUIET if asleep else theme.TEXT
    canvas.text(box.inset(px(10), 0), words, size, ink, bold=True, align=Align.CENTRE)
    canvas.targets.append(Target(box, f"key.{name}"))


def dealing(canvas: Canvas, body: Dealing) -> None:
    """Show how far the croupier is."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    layout, gap = canvas.layout, canvas.layout.sizes.gap
    left, right = layout.body.columns((54, 46), gap)
    if layout.is_upright:
        left, right = layout.body.rows((54, 46), gap)
    for name, part in (("deal", left), ("seal", right)):
        canvas.area(name, part)
        canvas.panel(part, theme.PANEL, border=theme.LINE, border_px=px(2))
    lang = canvas.lang
    tight = layout.is_tight or layout.is_upright
    rest = left.inset(px(28), px(14)) if tight else left.inset(px(44), px(36))
    large = sizes.title if tight else sizes.key
    rest = canvas.paragraph(rest, text("deal.title", lang), large, bold=True, gap=px(12))
    step = text(f"deal.{body.step.value}", lang)
    rest = canvas.paragraph(rest, step, sizes.text, theme.QUIET, gap=px(14 if tight else 60))
    gauge, rest = rest.cut_top(px(50 if tight else 72), px(14 if tight else 24))
    canvas.area("deal.gauge", gauge, "deal")
    canvas.items.append(Gauge(gauge, round(1000 * body.done / max(1, body.total))))
    words = text("deal.progress", lang, done=body.done, total=body.total)
    rest = canvas.paragraph(rest, words, sizes.title, bold=True, gap=px(14))
    if body.cut is not None:
        cut = text("cut.done", lang, cut=body.cut)
        canvas.paragraph(rest, cut, sizes.title, theme.GOLD, bold=True)
    _seal(canvas, right.inset(px(24), px(14 if tight else 28)), body.commitment, "seal")


def pass_cards(canvas: Canvas, body: PassCards) -> None:
    """Say where the next card goes, how far the deal is, and what nobody can vouch for."""
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    rest = _sheet(canvas)
    rest = canvas.paragraph(rest, text("pass.title", lang), sizes.title, bold=True, gap=px(12))
    gap = px(12 if canvas.layout.is_tight else 40)
    rest = canvas.paragraph(rest, text("pass.how", lang), sizes.text, theme.QUIET, gap=gap)
    to = text("pass.to", lang, place=text(f"place.{body.place}", lang))
    tight = canvas.layout.is_tight
    large = sizes.key if tight else round(sizes.key * 1.3)
    rest = canvas.paragraph(rest, to, large, theme.GOLD, bold=True, gap=px(12 if tight else 30))
    gauge, rest = rest.cut_top(px(44 if tight else 60), px(14))
    canvas.area("pass.gauge", gauge, "sheet")
    canvas.items.append(Gauge(gauge, round(1000 * body.done / max(1, body.total))))
    words = text("pass.progress", lang, done=body.done, total=body.total)
    rest = canvas.paragraph(rest, words, sizes.title, bold=True, gap=px(10))
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
    wide = round(rest.w * (0.48 if canvas.layout.is_narrow else 0.36))
    if top.h < canvas.layout.sizes.finger:
        # Too low for the table's shape: side by side, in the order of play.
        cells = rest.columns([1] * len(body.seats), px(16))
        places = dict(zip(body.seats, cells, strict=True))
    else:
        places = _around(top, middle, bottom, wide)
    for seat in body.seats:
        _ready(
            canvas,
            canvas.area(f"count.{seat.value}", places[seat], "count.places"),
            seat,
            seat in body.ready,
        )


def _around(top: Box, middle: Box, bottom: Box, wide: int) -> dict[Seat, Box]:
    """Return a place for each seat, as they sit."""
    return {
        Seat.NORTH: top.centred(wide, top.h),
        Seat.WEST: middle.cut_left(wide)[0],
        Seat.EAST: middle.cut_right(wide)[0],
        Seat.SOUTH: bottom.centred(wide, bottom.h),
    }


def _ready(canvas: Canvas, box: Box, seat: Seat, is_ready: bool) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    canvas.panel(
        box, theme.BUTTON_QUIET if is_ready else theme.BUTTON, border=theme.LINE, border_px=px(3)
    )
    ink = theme.TEXT if is_ready else theme.BUTTON_INK
    small = box.h < px(120)
    inside = box.inset(px(12), px(4)) if small else box.inset(px(28), px(8))
    sign, words = inside.cut_left(px(56 if small else 76), px(12 if small else 22))
    canvas.items.append(Sign(sign.centred(px(70), px(70)), "tick" if is_ready else "empty", ink))
    low = words.h < fonts.line_height(sizes.least) * 2.4
    name, state = words.columns((3, 2), px(8)) if low else words.rows((56, 44))
    large = sizes.title if box.w < px(460) else sizes.key
    canvas.text(name, text("count.seat", canvas.lang, seat=seat), large, ink, bold=True)
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
    return box.inset(px(24), px(14)) if canvas.layout.is_tight else box.inset(px(48), px(32))
