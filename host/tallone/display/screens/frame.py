"""What every screen has: the strip above, the bar below with the one message and the buttons."""

import math

from tallone.display.layout import Box
from tallone.display.scene import Align, Canvas, Sign, Target
from tallone.display.style import fonts, theme
from tallone.display.texts.phrases import text
from tallone.display.view import (
    Assist,
    Button,
    Clock,
    Header,
    Health,
    LinkState,
    Notice,
    Play,
    Severity,
    TableView,
    TurnPhase,
)

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
    """Write table, round, hand, clock, assist level, dealer and the links' signs."""
    layout, px = canvas.layout, canvas.layout.px
    sizes = layout.sizes
    box = canvas.area("strip", layout.strip)
    canvas.panel(box, theme.STRIP, radius=0)
    if has_menu:
        box = _menu(canvas, box)
    left, middle, right = box.inset(px(24), 0).columns((46, 17, 37), px(16))
    canvas.area("strip.where", left, "strip")
    canvas.area("strip.clock", middle, "strip")
    canvas.area("strip.right", right, "strip")
    table, rest = left.cut_left(px(270), px(16))
    canvas.text(
        table,
        text("header.table", canvas.lang, table=header.table),
        round(sizes.text * 1.3),
        bold=True,
    )
    round_box, hand_box = rest.columns((1, 1), px(16))
    canvas.text(
        round_box, _numbered(canvas, "round", header.round, header.rounds), sizes.text, theme.QUIET
    )
    canvas.text(
        hand_box, _numbered(canvas, "hand", header.hand, header.hands), sizes.text, theme.QUIET
    )
    _clock(canvas, middle, header.clock)
    signs, dealer = right.cut_right(px(44) * 3 + px(8), px(20))
    level, dealer = dealer.columns((38, 62), px(12))
    canvas.text(level, text(f"assist.{assist.value}", canvas.lang), sizes.text, theme.QUIET)
    if header.dealer is not None:
        words = text("header.dealer", canvas.lang, seat=header.dealer)
        canvas.text(dealer, words, sizes.text, align=Align.RIGHT)
    _signs(canvas, signs, health)


def _menu(canvas: Canvas, box: Box) -> Box:
    """Lay the button that opens the menu at the right end; return the rest of the strip."""
    px, sizes = canvas.layout.px, canvas.layout.sizes
    words = text("foyer.menu", canvas.lang)
    wide = max(sizes.finger, fonts.width(words, sizes.text, True) + px(40))
    button, rest = box.cut_right(wide)
    canvas.area("strip.menu", button, "strip")
    canvas.panel(button, theme.BUTTON_QUIET, border=theme.LINE, border_px=px(2), radius=0)
    canvas.text(button.inset(px(8), 0), words, sizes.text, bold=True, align=Align.CENTRE)
    canvas.targets.append(Target(button, "menu"))
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


def _clock(canvas: Canvas, box: Box, clock: Clock) -> None:
    words = clock_words(clock, canvas.now, canvas.lang)
    if not words:
        return
    px = canvas.layout.px
    sign, rest = box.cut_left(px(50), px(14))
    stopped = clock.stopped_with is not None
    canvas.items.append(
        Sign(sign.centred(px(46), px(46)), "pause" if stopped else "clock", theme.GOLD)
    )
    canvas.text(rest, words, round(canvas.layout.sizes.text * 1.6), bold=True)


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
    """Write the message of the moment and the buttons."""
    layout, px = canvas.layout, canvas.layout.px
    box = canvas.area("bar", layout.bar)
    says_turn = isinstance(view.body, Play) and view.question is None
    if view.notice is not None or says_turn:
        canvas.panel(box, theme.PANEL)
    message = box.inset(px(12))
    # The arbiter's button keeps the right end, so that it never moves under a finger.
    backwards = view.buttons[::-1]
    from_the_right = [button for button in backwards if not button.primary]
    from_the_right += [button for button in backwards if button.primary]
    for place, button in enumerate(from_the_right):
        target, message = message.cut_right(px(310), px(16))
        canvas.area(f"bar.button.{place}", target, "bar")
        paint_button(canvas, target, button)
    canvas.area("bar.message", message, "bar")
    if view.notice is not None:
        _notice(canvas, message, view.notice)
    elif isinstance(view.body, Play) and view.question is None:
        _turn(canvas, message, view.body)


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


def _turn(canvas: Canvas, box: Box, play: Play) -> None:
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
    first = text("turn.nobody", canvas.lang)
    if play.seat is not None:
        first = text("turn.of", canvas.lang, seat=play.seat)
    box = box.inset(canvas.layout.px(16), 0)
    needed = fonts.width(first, sizes.key, bold=True) + canvas.layout.px(36)
    who, rest = box.cut_left(needed, 0) if second else (box, box)
    canvas.text(who, first, sizes.key, theme.GOLD, bold=True)
    if second:
        canvas.text(rest, second, round(sizes.text * 1.1), lines=2)


def _notice(canvas: Canvas, box: Box, notice: Notice) -> None:
    sizes, px = canvas.layout.sizes, canvas.layout.px
    _, _, ground, ink = _NOTICE_STYLES[notice.severity]
    canvas.panel(box, ground)
    sign, words = box.inset(px(18), px(4)).cut_left(px(72), px(20))
    canvas.items.append(Sign(sign.centred(px(72), px(72)), _NOTICE_SIGNS[notice.severity], ink))
    message = canvas.say(notice.message)
    if notice.detail is not None:
        words, below = words.rows((58, 42))
        canvas.text(below, canvas.say(notice.detail), sizes.text, ink)
    canvas.text(
        words, message, round(sizes.text * 1.3), ink, bold=True, lines=1 if notice.detail else 2
    )


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
    rest = canvas.paragraph(box, title, sizes.key, bold=True, gap=gap)
    if under:
        small = round(sizes.text * 1.15)
        rest = canvas.paragraph(rest, under, small, theme.QUIET, gap=gap * 2)
    return rest
