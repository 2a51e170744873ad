"""From a view to its scene: which composer makes which screen."""

from typing import assert_never

from tallone.display.scene.layout import Layout, with_message
from tallone.display.scene.scene import Canvas, Scene
from tallone.display.screens import (
    arbiter,
    deal,
    edge,
    frame,
    mirror,
    naming,
    pages,
    play,
    question,
    score,
)
from tallone.display.style import theme as colours
from tallone.display.style.theme import Theme
from tallone.display.views.pages import Checklist, Keyboard, Menu, Places, TouchMarks, Words
from tallone.display.views.panel_body import ArbiterPanel
from tallone.display.views.view import (
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    HandSheet,
    MatchEnd,
    PackWanted,
    PassCards,
    Play,
    PlayersBody,
    SeatDraw,
    TableView,
)


def compose(view: TableView, theme: Theme, layout: Layout, now: float, entry: str = "") -> Scene:
    """Return everything to paint; `entry` is what has been typed where a number is asked for."""
    stands = isinstance(view.body, frame.WITH_FOOT) or _says_much(view)
    if view.notice is not None or (layout.is_upright and stands):
        layout = with_message(layout, is_long=frame.is_long(layout, view))
    canvas = Canvas(layout, view.language.value, theme.suits, now, entry)
    canvas.panel(layout.screen, colours.FELT, radius=0)
    if layout.mirror.h:
        mirror.compose(canvas, view)
    frame.strip(
        canvas,
        view.header,
        view.health,
        view.assist,
        has_menu=view.has_menu and not layout.is_strip,
    )
    if layout.is_strip:
        edge.compose(canvas, view)
    elif view.question is not None:
        question.compose(canvas, view.question)
    elif isinstance(view.body, ArbiterPanel):
        arbiter.compose(canvas, view.body)
    else:
        _body(canvas, view, view.body)
    if not isinstance(view.body, ArbiterPanel):
        frame.bar(canvas, view)
    frame.border(canvas, view.notice)
    return canvas.scene()


def _says_much(view: TableView) -> bool:
    """Whether the turn needs a row of its own; else it stands beside the one button, and melds have the height."""
    body = view.body
    if not isinstance(body, Play):
        return False
    return len(view.buttons) > 1 or body.is_time_out or body.hint is not None


def _body(canvas: Canvas, view: TableView, body: PlayersBody) -> None:  # noqa: C901 - one case a body
    players = view.header.players
    if isinstance(body, Menu | Keyboard | Places | Words | Checklist | TouchMarks):
        pages.compose(canvas, body)
        return
    match body:
        case Connecting():
            deal.connecting(canvas, body)
        case PackWanted():
            deal.pack_wanted(canvas, body)
        case SeatDraw():
            deal.seat_draw(canvas, body)
        case CutWanted():
            deal.cut_wanted(canvas, body)
        case Dealing():
            deal.dealing(canvas, body)
        case PassCards():
            deal.pass_cards(canvas, body)
        case CountCards():
            deal.count_cards(canvas, body)
        case FirstCard():
            deal.first_card(canvas, body)
        case Play():
            play.compose(canvas, body, players, naming.named(view))
        case HandSheet():
            score.hand_sheet(canvas, body, view.header.hand, players)
        case MatchEnd():
            score.match_end(canvas, body, players)
        case _:
            assert_never(body)
