"""What every screen has: the strip above, the bar below with the one message and the buttons."""

import math
from typing import NamedTuple

from tallone import press
from tallone.assist import Assist
from tallone.display.scene.layout import Box, Layout
from tallone.display.scene.scene import Align, Canvas, Sign, Target
from tallone.display.screens import naming
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import spoken, text
from tallone.display.views.pages import Checklist, Keyboard, Menu, Places, TouchMarks, Words
from tallone.display.views.panel_body import ArbiterPanel
from tallone.display.views.values import Button, LinkState, Notice, Severity, TurnPhase
from tallone.display.views.view import (
    Clock,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    HandSheet,
    Header,
    Health,
    MatchEnd,
    PackWanted,
    PassCards,
    Play,
    SeatDraw,
    TableView,
)

# What a body is about, where its title has no fields.
_SUBJECTS = {
    Connecting: "connect.title",
    PackWanted: "pack.title",
    SeatDraw: "seats.title",
    Dealing: "deal.title",
    PassCards: "pass.title",
    CountCards: "count.title",
    HandSheet: "sheet.title_only",
    MatchEnd: "match.title",
}
# Pages that lay buttons of their own into the bar.
WITH_FOOT = Keyboard | Places | Words | Checklist | TouchMarks
_LAST_MINUTES = 5  # until then seconds would only make people hurry
_SIGN_COLORS = {
    LinkState.WELL: theme.QUIET,
    LinkState.WEAK: theme.AMBER,
    LinkState.LOST: theme.AMBER,
}
# Border in pixels of a 1920 x 1080 picture, border colour, ground and ink of the message.
_NOTICE_STYLES = {
    Severity.INFORMATION: (0, theme.GOLD, theme.PANEL_RAISED, theme.TEXT),
    Severity.ATTENTION: (8, theme.AMBER, theme.AMBER, theme.AMBER_INK),
    Severity.STOP: (12, theme.AMBER, theme.AMBER, theme.AMBER_INK),
    Severity.ARBITER: (8, theme.CALL, theme.CALL, theme.CALL_INK),
}
_NOTICE_SIGNS = {
    Severity.INFORMATION: "information",
    Severity.ATTENTION: "warning",
    Severity.STOP: "warning",
    Severity.ARBITER: "arbiter",
}


def strip(
    canvas: Canvas, header: Header, health: Health, assist: Assist, *, has_menu: bool = False
) -> None:
    """Write table, round, hand, clock, assist level, dealer and the links' signs, as far as there is room.

    What matters least goes first where the room is small: the dealer, then the round, then the level.
    """
    layout, px = canvas.layout, canvas.layout.px
    sizes = layout.sizes
    box = canvas.area("strip", layout.strip)
    canvas.panel(box, theme.STRIP, radius=0)
    if has_menu:
        box = _menu(canvas, box)
    signs, box = box.inset(px(18), 0).cut_right(px(44) * 3 + px(8), px(16))
    _signs(canvas, signs, health)
    lang = canvas.lang
    dealer = "" if header.dealer is None else text("header.dealer", lang, seat=header.dealer)
    parts = {
        "table": _Part(text("header.table", lang, table=header.table), round(sizes.text * 1.3), 9),
        "hand": _Part(_numbered(canvas, "hand", header.hand, header.hands), sizes.text, 7),
        "clock": _Part(clock_words(header.clock, canvas.now, lang), round(sizes.text * 1.5), 8),
        "level": _Part(text(f"assist.{assist.value}", lang), sizes.text, 6),
        "round": _Part(_numbered(canvas, "round", header.round, header.rounds), sizes.text, 5),
        "dealer": _Part(dealer, sizes.text, 4),
    }
    _flow(canvas, box, {name: part for name, part in parts.items() if part.words}, header.clock)


class _Part(NamedTuple):
    """A piece of the strip: its words, their size, and how much they matter."""

    words: str
    px: int
    weight: int


def _flow(canvas: Canvas, box: Box, parts: dict[str, _Part], clock: Clock) -> None:
    """Write as many parts as fit, evenly spread; the least important ones are left out."""
    px = canvas.layout.px
    sign = px(56)
    wide = {
        name: fonts.width(part.words, part.px, part.px > canvas.layout.sizes.text) + px(6)
        for name, part in parts.items()
    }
    if "clock" in wide:
        # As wide for every minute, so that one that passes moves nothing else.
        words = "".join("0" if char.isdecimal() else char for char in parts["clock"].words)
        wide["clock"] = fonts.width(words, parts["clock"].px, True) + px(12) + sign
    while len(wide) > 1 and sum(wide.values()) + px(24) * (len(wide) - 1) > box.w:
        wide.pop(min(wide, key=lambda name: parts[name].weight))
    spare = (box.w - sum(wide.values())) // max(1, len(wide) - 1)
    left = box.x
    for name, length in wide.items():
        place = Box(left, box.y, min(length, box.right - left), box.h)
        canvas.area(f"strip.{name}", place, "strip")
        part = parts[name]
        if name == "clock":
            icon, place = place.cut_left(sign)
            stopped = clock.stopped_with is not None
            canvas.items.append(
                Sign(icon.centred(px(44), px(44)), "pause" if stopped else "clock", theme.GOLD)
            )
        quiet = part.px == canvas.layout.sizes.text
        canvas.text(
            place, part.words, part.px, theme.QUIET if quiet else theme.TEXT, bold=not quiet
        )
        left += length + max(px(20), spare)


def _menu(canvas: Canvas, box: Box) -> Box:
    """Lay the button that opens the menu at the right end; return the rest of the strip."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    words = text("foyer.menu", canvas.lang)
    wide = max(sizes.finger, fonts.width(words, sizes.text, True) + px(40))
    button, rest = box.cut_right(wide)
    canvas.area("strip.menu", button, "strip")
    canvas.panel(button, theme.BUTTON_QUIET, border=theme.LINE, border_px=px(2), radius=0)
    canvas.text(button.inset(px(8), 0), words, sizes.text, bold=True, align=Align.CENTRE)
    canvas.targets.append(Target(button, press.Button.MENU))
    return rest


def _numbered(canvas: Canvas, what: str, number: int | None, of: int | None) -> str:
    if number is None:
        return ""
    if of is None:
        return text(f"header.{what}_only", canvas.lang, **{what: number})
    return text(f"header.{what}", canvas.lang, **{what: number, f"{what}s": of})


def clock_words(clock: Clock, now: float, lang: str) -> str:
    """Return the clock's text: minutes, in the last five seconds too, then overtime."""
    left = clock.left(now)
    if left is None:
        return ""
    if left > _LAST_MINUTES * 60:
        return text("clock.minutes", lang, minutes=math.ceil(left / 60))
    whole = abs(math.ceil(left))
    key = "clock.seconds" if left > -1 else "clock.over"
    return text(key, lang, minutes=whole // 60, seconds=f"{whole % 60:02d}")


def _signs(canvas: Canvas, box: Box, health: Health) -> None:
    px = canvas.layout.px
    signs = (("network", health.network), ("machine", health.croupier), ("mat", health.mat))
    for name, state in signs:
        if state is None:
            continue
        place, box = box.cut_right(px(44), px(4))
        shape = name if state is LinkState.WELL else f"{name}_{state.value}"
        canvas.items.append(Sign(place.centred(px(40), px(40)), shape, _SIGN_COLORS[state]))


def bar(canvas: Canvas, view: TableView) -> None:
    """Write the message of the moment and the buttons: side by side, or one above the other."""
    layout, px = canvas.layout, canvas.layout.px
    if layout.is_strip and view.notice is None:
        return
    box = canvas.area("bar", layout.bar)
    says_turn = isinstance(view.body, Play) and view.question is None and not layout.is_strip
    if view.notice is not None or says_turn:
        canvas.panel(box, theme.PANEL)
    row, above = box.cut_bottom(layout.row)
    row = row.inset(px(10), px(8))
    # The arbiter's button keeps the right end, so that it never moves under a finger.
    backwards = view.buttons[::-1] if not layout.is_strip else ()
    from_the_right = [button for button in backwards if not button.primary]
    from_the_right += [button for button in backwards if button.primary]
    wide = button_wide(layout)
    for place, button in enumerate(from_the_right):
        target, row = row.cut_right(wide, px(16))
        canvas.area(f"bar.button.{place}", target, "bar")
        paint_button(canvas, target, button)
    if view.notice is None and isinstance(view.body, WITH_FOOT) and not layout.is_strip:
        return
    message = row if above.h < px(60) else above.inset(px(10), px(8))
    canvas.area("bar.message", message, "bar")
    if view.notice is not None:
        _notice(canvas, message, view.notice)
    elif isinstance(view.body, Play) and view.question is None and not layout.is_strip:
        _turn(canvas, message, view.body, naming.named(view))


def is_long(layout: Layout, view: TableView) -> bool:
    """Whether a notice and what to do need three lines or more, which have no room beside the buttons."""
    notice, sizes = view.notice, layout.sizes
    if notice is None or notice.detail is None or layout.is_strip:
        return False
    lang, px = view.language.value, layout.px
    room = layout.bar.w - len(view.buttons) * (button_wide(layout) + px(16)) - px(130)
    words = fonts.width(spoken(notice.message, lang), sizes.least, True)
    return words > room or fonts.width(spoken(notice.detail, lang), sizes.least) > room


def button_wide(layout: Layout) -> int:
    """Return how wide the bar's buttons are."""
    room = layout.bar.w - layout.px(20)
    return min(layout.px(310), (room - layout.px(16)) // 2)


def paint_button(canvas: Canvas, box: Box, button: Button) -> None:
    """Paint a button and make it a target."""
    fill = theme.BUTTON if button.primary else theme.BUTTON_QUIET
    ink = theme.BUTTON_INK if button.primary else theme.TEXT
    canvas.panel(
        box, fill, border=None if button.primary else theme.LINE, border_px=canvas.layout.px(3)
    )
    px = canvas.layout.sizes.title if button.primary else round(canvas.layout.sizes.text * 1.15)
    canvas.text(
        box.inset(canvas.layout.px(14), canvas.layout.px(6)),
        canvas.say(button.label),
        px,
        ink,
        bold=True,
        align=Align.CENTRE,
        lines=2,
    )
    canvas.targets.append(
        Target(box, button.name, seat=button.seat, side=button.side, value=button.value)
    )


def _turn(canvas: Canvas, box: Box, play: Play, names: naming.Names) -> None:
    sizes = canvas.layout.sizes
    if play.is_time_out:
        key = "turn.last" if play.last_turns else "turn.time_out"
        second = text(key, canvas.lang, seats=play.last_turns)
    elif play.hint is not None:
        second = canvas.say(play.hint)
    elif play.phase is not None:
        second = text(
            "turn.to_draw" if play.phase is TurnPhase.TO_DRAW else "turn.to_play", canvas.lang
        )
    else:
        second = ""
    box = box.inset(canvas.layout.px(16), 0)
    first = text("turn.nobody", canvas.lang)
    if play.seat is not None:
        first = naming.turn_words(canvas, play.seat, names, box.w, sizes.title)
    needed = fonts.width(first, sizes.key, bold=True) + canvas.layout.px(36)
    if second and needed > box.w * 0.6:
        # No room beside the name: below it.
        who, rest = box.rows((1, 1))
        canvas.text(who, first, sizes.title, theme.GOLD, bold=True)
        canvas.text(rest, second, sizes.text, lines=2)
        return
    who, rest = box.cut_left(needed, 0) if second else (box, box)
    canvas.text(who, first, sizes.key, theme.GOLD, bold=True)
    if second:
        canvas.text(rest, second, round(sizes.text * 1.1), lines=3)


def notice_colors(notice: Notice) -> tuple[theme.Color, theme.Color]:
    """Return a notice's ground and ink."""
    _, _, ground, ink = _NOTICE_STYLES[notice.severity]
    return ground, ink


def _notice(canvas: Canvas, box: Box, notice: Notice) -> None:
    sizes, px = canvas.layout.sizes, canvas.layout.px
    _, _, ground, ink = _NOTICE_STYLES[notice.severity]
    canvas.panel(box, ground)
    sign, words = box.inset(px(14), px(4)).cut_left(px(66), px(16))
    canvas.items.append(Sign(sign.centred(px(66), px(66)), _NOTICE_SIGNS[notice.severity], ink))
    message = canvas.say(notice.message)
    large = round(sizes.text * 1.3)
    if notice.detail is None:
        canvas.text(words, message, large, ink, bold=True, lines=3)
        return
    detail = canvas.say(notice.detail)
    # Each gets as many lines as it needs: both on one line where there is room, else the longer on two.
    two = fonts.width(detail, sizes.least) > words.w
    if canvas.layout.is_strip:
        words, below = words.columns((1, 1), px(20))
    else:
        both = two and fonts.width(message, sizes.least, True) > words.w
        words, below = words.rows((1, 1) if both else (42, 58) if two else (58, 42))
    canvas.text(below, detail, sizes.text, ink, lines=2)
    canvas.text(words, message, large, ink, bold=True, lines=2)


def subject(canvas: Canvas, view: TableView) -> str:
    """Return what a screen is about in one line: the turn, or its title."""
    lang, body = canvas.lang, view.body
    if view.question is not None:
        return canvas.say(view.question.prompt)
    match body:
        case Play(seat=None):
            return text("turn.nobody", lang)
        case Play(seat=seat) if seat is not None:
            room, px = canvas.layout.body.w // 2, canvas.layout.sizes.title
            return naming.turn_words(canvas, seat, naming.named(view), room, px)
        case CutWanted(cutter=cutter):
            return text("cut.title", lang, seat=cutter)
        case FirstCard(dealer=dealer):
            return text("first.title", lang, seat=dealer)
        case Menu(title=title) | Keyboard(title=title) | Places(title=title):
            return canvas.say(title)
        case ArbiterPanel(title=title):
            return canvas.say(title)
        case Words(title=title) | Checklist(title=title) | TouchMarks(title=title):
            return canvas.say(title)
        case _:
            return text(_SUBJECTS.get(type(body), "sheet.title_only"), lang)


def border(canvas: Canvas, notice: Notice | None) -> None:
    """Frame the whole screen while a notice stands."""
    if notice is None:
        return
    width, color, _, _ = _NOTICE_STYLES[notice.severity]
    if width:
        canvas.panel(
            canvas.layout.screen, None, border=color, border_px=canvas.layout.px(width), radius=0
        )


def heading(canvas: Canvas, box: Box, title: str, under: str = "") -> Box:
    """Write a screen's title, perhaps with a line under it; return the rest of the box."""
    sizes, gap = canvas.layout.sizes, canvas.layout.sizes.gap
    tight = canvas.layout.is_tight or canvas.layout.is_upright
    large = round(sizes.title * 1.1) if tight else sizes.key
    rest = canvas.paragraph(box, title, large, bold=True, gap=gap // 2 if tight else gap)
    if under:
        small = sizes.text if tight else round(sizes.text * 1.15)
        rest = canvas.paragraph(rest, under, small, theme.QUIET, gap=gap if tight else gap * 2)
    return rest
