"""The score sheet of a hand, and the end of the match."""

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Align, Canvas, QrCode, Sign
from tallone.display.screens import frame
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import number, side_name, signed, text
from tallone.display.views.values import HandEnd
from tallone.display.views.view import Commitment, HandSheet, MatchEnd, SheetSide
from tallone.rules.cards.seats import Side


def hand_sheet(canvas: Canvas, body: HandSheet, hand: int | None, players: int) -> None:
    """Show both sides' points, line by line, so that each line can be checked on the cloth."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = canvas.area("sheet", canvas.layout.body)
    canvas.panel(box, theme.PANEL, border=theme.LINE, border_px=px(2))
    inside = box.inset(px(20), px(8)) if canvas.layout.is_tight else box.inset(px(44), px(20))
    top, rest = inside.cut_top(round(sizes.key * 1.2), px(4))
    title, how = top.columns((3, 2), px(20))
    words = (
        text("sheet.title_only", canvas.lang)
        if hand is None
        else text("sheet.title", canvas.lang, hand=hand)
    )
    canvas.text(title, words, sizes.title, bold=True)
    colour = theme.AMBER if body.unread else theme.QUIET
    canvas.text(how, _how_ended(body, canvas.lang), sizes.text, colour, align=Align.RIGHT)
    if body.reveal is not None and not canvas.layout.is_upright:
        column, rest = rest.cut_right(min(px(330), round(rest.w * 0.22)), px(50))
        _reveal(canvas, canvas.area("sheet.reveal", column, "sheet"), body.reveal)
    names = _side_names(canvas, (body.sides[0].side, body.sides[1].side), players)
    _table(canvas, rest, names, _sheet_rows(body, canvas.lang), body)


def _reveal(canvas: Canvas, box: Box, reveal: Commitment) -> None:
    """Show what opens the seal, now that the hand is counted."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    side = min(box.w, round(box.h * 0.6))
    square, rest = box.cut_top(side, px(10))
    canvas.items.append(QrCode(square.centred(side, side), reveal.qr))
    caption, rest = rest.cut_top(fonts.line_height(sizes.text), px(4))
    words = text("sheet.reveal", canvas.lang)
    if fonts.width(words, sizes.least, True) > caption.w:
        return
    canvas.text(caption, words, sizes.text, bold=True, align=Align.CENTRE)
    words = " ".join(reveal.words)
    under = rest.cut_top(fonts.line_height(sizes.text) * 3)[0]
    canvas.text(under, words, sizes.text, theme.GOLD, align=Align.CENTRE, lines=3)


def _how_ended(body: HandSheet, lang: str) -> str:
    if body.unread:
        return text("sheet.unread", lang)
    if body.end is HandEnd.CLOSED and body.closed_by is not None:
        return text("end.close", lang, seat=body.closed_by)
    return text(f"end.{body.end.value}" if body.end is not HandEnd.CLOSED else "end.open", lang)


def _side_names(canvas: Canvas, sides: tuple[Side, Side], players: int) -> tuple[str, str]:
    left, right = (side_name(side, players, canvas.lang) for side in sides)
    return left, right


def _burraci(side: SheetSide, lang: str) -> str:
    points = sum(bonus for _, bonus in side.burraci)
    return signed(points, lang)


def _sheet_rows(body: HandSheet, lang: str) -> list[tuple[str, str, str, bool]]:
    left, right = body.sides

    def row(key: str, field: str, strong: bool = False) -> tuple[str, str, str, bool]:
        values = (getattr(left, field), getattr(right, field))
        return (text(key, lang), signed(values[0], lang), signed(values[1], lang), strong)

    rows = [
        (text("sheet.burraci", lang), _burraci(left, lang), _burraci(right, lang), False),
        row("sheet.closing", "closing"),
        row("sheet.cards", "meld_points"),
        row("sheet.held", "held"),
        row("sheet.pozzetto", "pozzetto"),
    ]
    if left.penalties or right.penalties:
        rows.append(row("sheet.penalties", "penalties"))
    rows.append(row("sheet.total", "hand_total", True))
    totals = (number(left.match_total, lang), number(right.match_total, lang))
    rows.append((text("sheet.match", lang), *totals, True))
    return rows


def _grades(side: SheetSide, lang: str) -> str:
    return ", ".join(text(f"grade.{grade.value}", lang).lower() for grade, _ in side.burraci)


def _table(
    canvas: Canvas,
    box: Box,
    names: tuple[str, str],
    rows: list[tuple[str, str, str, bool]],
    body: HandSheet,
) -> None:
    px, sizes = canvas.layout.px, canvas.layout.sizes
    # The grades stand under their points where that leaves every line its height.
    first = 1.35 if box.h > 13 * fonts.line_height(sizes.text) else 0.9
    shares = [
        1.05,
        *(first if index == 0 else 1.25 if row[3] else 0.9 for index, row in enumerate(rows)),
    ]
    lines = box.rows(shares, px(4))
    for name, column in zip(names, lines[0].columns(_shares(canvas), px(24))[1:], strict=True):
        canvas.text(column, name, sizes.title, bold=True, align=Align.RIGHT)
    for index, (line, row) in enumerate(zip(lines[1:], rows, strict=True)):
        canvas.area(f"sheet.row.{index}", line, "sheet")
        label, *values = line.columns(_shares(canvas), px(24))
        if row[3]:
            canvas.panel(line.inset(-px(14), 0), theme.PANEL_RAISED)
        canvas.text(label, row[0], round(sizes.text * (1.2 if row[3] else 1.05)), bold=row[3])
        for side, whole, value in zip(body.sides, values, row[1:3], strict=True):
            place = whole
            if index == 0 and side.burraci and first > 1:
                place, under = whole.rows((56, 44))
                grades = _grades(side, canvas.lang)
                if fonts.width(grades, sizes.least) > under.w:
                    # No room for each by its name: how many.
                    grades = number(len(side.burraci), canvas.lang)
                canvas.text(under, grades, sizes.least, theme.QUIET, align=Align.RIGHT)
            big = sizes.key if row is rows[-1] else sizes.title
            color = theme.GOLD if row is rows[-1] else theme.TEXT
            canvas.text(place, value, big, color, bold=True, align=Align.RIGHT)
    _ticks(canvas, lines[0], body, names)


def _shares(canvas: Canvas) -> tuple[int, int, int]:
    """Return how the width is shared between a line's name and the two sides."""
    return (44, 28, 28) if canvas.layout.is_narrow else (34, 33, 33)


def _ticks(canvas: Canvas, line: Box, body: HandSheet, names: tuple[str, str]) -> None:
    """Mark the sides that have confirmed, left of their names."""
    px = canvas.layout.px
    columns = line.columns(_shares(canvas), px(24))[1:]
    for side, name, column in zip(body.sides, names, columns, strict=True):
        if side.side in body.confirmed:
            words = fonts.width(name, canvas.layout.sizes.title, True)
            spot = Box(column.right - words - px(66), column.y, px(46), column.h)
            canvas.items.append(Sign(spot.centred(px(46), px(46)), "tick", theme.GOLD))


def match_end(canvas: Canvas, body: MatchEnd, players: int) -> None:
    """Show the points hand by hand, the totals and who won."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    box = canvas.area("sheet", canvas.layout.body)
    canvas.panel(box, theme.PANEL, border=theme.LINE, border_px=px(2))
    inside = box.inset(px(48), px(28))
    names = _side_names(canvas, body.sides, players)
    difference = body.totals[0] - body.totals[1]
    winner = text("match.even", canvas.lang)
    if difference:
        key = "match.winner" if players == 4 else "match.winner_seat"
        name = names[0 if difference > 0 else 1]
        winner = text(key, canvas.lang, side=name, seat=name)
    margin = text("match.difference", canvas.lang, points=abs(difference))
    rest = frame.heading(
        canvas, inside, winner, f"{text('match.title', canvas.lang)}  ·  {margin}"
    )
    if body.receipt_qr is not None and canvas.layout.is_upright:
        code, rest = rest.cut_bottom(round(rest.h * 0.34), px(20))
        side = min(code.w, code.h)
        canvas.area("match.receipt", code, "sheet")
        canvas.items.append(QrCode(code.centred(side, side), body.receipt_qr))
    elif body.receipt_qr is not None:
        code, rest = rest.cut_right(min(px(360), round(rest.w * 0.24)), px(60))
        canvas.area("match.receipt", code, "sheet")
        words, square = code.cut_bottom(fonts.line_height(sizes.least) * 2, px(8))
        side = min(square.w, square.h)
        canvas.items.append(QrCode(square.centred(side, side), body.receipt_qr))
        canvas.text(
            words,
            text("match.receipt", canvas.lang),
            sizes.least,
            theme.QUIET,
            align=Align.CENTRE,
            lines=2,
        )
    _hands(canvas, rest, body, names)


def _hands(canvas: Canvas, box: Box, body: MatchEnd, names: tuple[str, str]) -> None:
    px, sizes, lang = canvas.layout.px, canvas.layout.sizes, canvas.lang
    rows = [
        (text("match.hand", lang, hand=index + 1), *pair) for index, pair in enumerate(body.hands)
    ]
    lines = box.rows(
        [1.1, *([0.9] * len(rows)), 1.4, *([1.1] if body.victory_points else [])], px(6)
    )
    for name, column in zip(names, lines[0].columns(_shares(canvas), px(24))[1:], strict=True):
        canvas.text(column, name, sizes.title, bold=True, align=Align.RIGHT)
    totals = lines[len(rows) + 1]
    canvas.panel(totals.inset(-px(14), 0), theme.PANEL_RAISED)
    for index, (line, row) in enumerate(zip(lines[1:], rows, strict=False)):
        canvas.area(f"match.row.{index}", line, "sheet")
        _match_line(
            canvas,
            line,
            (row[0], signed(row[1], lang), signed(row[2], lang)),
            sizes.title,
            theme.TEXT,
        )
    sums = (text("match.total", lang), number(body.totals[0], lang), number(body.totals[1], lang))
    _match_line(canvas, totals, sums, sizes.key, theme.GOLD)
    if body.victory_points:
        left, right = body.victory_points
        words = (text("match.victory_points", lang), number(left, lang), number(right, lang))
        _match_line(canvas, lines[-1], words, sizes.title, theme.TEXT)


def _match_line(
    canvas: Canvas, line: Box, row: tuple[str, str, str], px: int, color: theme.Color
) -> None:
    label, left, right = line.columns(_shares(canvas), canvas.layout.px(24))
    canvas.text(label, row[0], round(canvas.layout.sizes.text * 1.15))
    canvas.text(left, row[1], px, color, bold=True, align=Align.RIGHT)
    canvas.text(right, row[2], px, color, bold=True, align=Align.RIGHT)
