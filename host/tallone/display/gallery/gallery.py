"""One example of every screen: for the pictures in the documents, the bench and the tests."""

import dataclasses
from typing import Final

from tallone import press
from tallone.assist import Assist
from tallone.display.gallery.hands import (
    COMMITMENT,
    EARLY,
    EW,
    LATE,
    LONG_NAMES,
    MANY,
    MIDDLE,
    NAMES,
    NS,
    QUESTION,
    SHEET,
    faces,
)
from tallone.display.texts.phrases import say
from tallone.display.views.panel_body import ArbiterPanel, PanelChoice, PanelRow, Weight
from tallone.display.views.values import (
    Button,
    DealStep,
    LinkState,
    Notice,
    Option,
    Question,
    Severity,
    SideView,
    StockView,
)
from tallone.display.views.view import (
    Body,
    Clock,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    Header,
    Health,
    MatchEnd,
    PackWanted,
    PassCards,
    Play,
    SeatDraw,
    TableView,
)
from tallone.rules.cards.seats import SEATS_4, Seat, Side

ARBITER: Final = Button(name=press.Button.ARBITER, label=say("button.arbiter"), primary=False)
HEADER: Final = Header(
    table=12, round=3, rounds=6, hand=2, hands=3, dealer=Seat.EAST, clock=Clock(ends_at=14 * 60.0)
)


def _view(body: Body, *buttons: Button, **rest: object) -> TableView:
    return dataclasses.replace(TableView(header=HEADER, body=body, buttons=buttons), **rest)  # type: ignore[arg-type]


def _confirm(side: Side) -> Button:
    return Button(
        name=press.Button.CONFIRM, label=say("button.side_confirms", side=side), side=side
    )


def _notice(severity: Severity, key: str, detail: str | None = None, **fields: int) -> Notice:
    return Notice(
        severity=severity,
        message=say(key, **fields),
        detail=None if detail is None else say(detail),
    )


_PIN: Final = ArbiterPanel(
    title=say("panel.pin"),
    under=say("panel.pin_why"),
    choices=(
        *(
            PanelChoice(label=say("panel.sign", sign=str(number)))
            for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
        ),
        PanelChoice(label=say("panel.delete"), weight=Weight.QUIET),
        PanelChoice(label=say("panel.enter"), weight=Weight.STRONG),
        PanelChoice(label=say("panel.leave"), weight=Weight.QUIET),
    ),
    typed=say("panel.text", text="••••"),
    trouble=say("panel.trouble.wrong"),
)
_SAYS: Final = ArbiterPanel(
    title=say("panel.row", row="R22", kind=say("ruling.kind.missing-draw")),
    under=say("panel.stated"),
    rows=(
        PanelRow(
            label=say("panel.article"),
            value=say("panel.cite.int", code="fibur", edition="2012-13", article="28"),
        ),
        PanelRow(label=say("panel.penalised"), value=say("panel.sides", sides=(NS,))),
        PanelRow(
            label=say("panel.effect"),
            value=say("ruling.effect.no-meld-this-turn", seat=Seat.SOUTH),
            is_settled=True,
        ),
        PanelRow(
            label=say("panel.points_of", side=NS), value=say("panel.change", before=485, after=230)
        ),
    ),
    choices=(
        PanelChoice(label=say("panel.decide"), weight=Weight.STRONG),
        PanelChoice(label=say("panel.facts")),
        PanelChoice(label=say("panel.hear.accused"), weight=Weight.CHOSEN),
        PanelChoice(label=say("panel.back"), weight=Weight.QUIET),
        PanelChoice(label=say("panel.leave"), weight=Weight.QUIET),
    ),
)
_START: Final = Button(name=press.Button.OK, label=say("button.start"))
_LOST: Final = Health(mat=LinkState.LOST, network=LinkState.WEAK)
SCREENS: Final[dict[str, TableView]] = {
    "connecting": _view(
        Connecting(mat=LinkState.WELL, croupier=LinkState.LOST),
        ARBITER,
        notice=Notice(
            severity=Severity.STOP,
            message=say("notice.croupier_missing"),
            detail=say("notice.looked_at", port="/dev/ttyACM1"),
        ),
    ),
    "pack_wanted": _view(PackWanted(pack="A"), ARBITER, _START),
    "seat_draw": _view(
        SeatDraw(
            draws=tuple(zip(SEATS_4, faces("7H KS 3D 10C"), strict=True)),
            first=Seat.EAST,
        ),
        ARBITER,
    ),
    "cut": _view(CutWanted(cutter=Seat.NORTH, commitment=COMMITMENT), ARBITER),
    "number": _view(
        CutWanted(cutter=Seat.EAST, commitment=COMMITMENT, is_number=True, too_plain=True), ARBITER
    ),
    "dealing": _view(
        Dealing(step=DealStep.CERTIFY, done=64, total=150, commitment=COMMITMENT, cut=41), ARBITER
    ),
    "pass": _view(
        PassCards(place="E", done=41, total=108),
        ARBITER,
        Button(name=press.Button.OK, label=say("button.no_more")),
    ),
    "count": _view(CountCards(seats=SEATS_4, ready=(Seat.NORTH, Seat.EAST)), ARBITER),
    "count_doubt": _view(
        CountCards(seats=SEATS_4, ready=()),
        Button(name=press.Button.AGAIN, label=say("button.again"), primary=False),
        Button(name=press.Button.OK, label=say("button.counted")),
        notice=_notice(Severity.ATTENTION, "notice.count_stock", n=42),
    ),
    "first_card": _view(FirstCard(dealer=Seat.EAST), ARBITER),
    "play_bare": _view(
        Play(
            sides=(SideView(side=NS, score=0), SideView(side=EW, score=-35)),
            seat=None,
            stock=StockView(lies=False),
        ),
        ARBITER,
        header=Header(table=1, round=1, hand=1, clock=Clock(stopped_with=240.0)),
    ),
    "play_early": _view(EARLY, ARBITER, has_menu=True),
    "play_middle": _view(MIDDLE, ARBITER, health=Health(network=LinkState.WELL), has_menu=True),
    "play_named": _view(MIDDLE, ARBITER, has_menu=True, names=tuple(NAMES.items())),
    "play_late": _view(
        LATE, ARBITER, assist=Assist.GARA, has_menu=True, names=tuple(LONG_NAMES.items())
    ),
    "play_time_out": _view(
        dataclasses.replace(LATE, is_time_out=True, last_turns=(Seat.NORTH, Seat.EAST)), ARBITER
    ),
    "play_teaching": _view(
        dataclasses.replace(
            MIDDLE,
            sides=(
                dataclasses.replace(
                    MIDDLE.sides[0],
                    running_points=620,
                    cards_held=((Seat.NORTH, 2), (Seat.SOUTH, 11)),
                ),
                dataclasses.replace(
                    MIDDLE.sides[1],
                    running_points=265,
                    cards_held=((Seat.EAST, 7), (Seat.WEST, 3)),
                    melds=(
                        MIDDLE.sides[1].melds[0],
                        dataclasses.replace(MIDDLE.sides[1].melds[1], marked=True),
                        *MIDDLE.sides[1].melds[2:],
                    ),
                ),
            ),
            hint=say("hint.burraco_near", n=3),
        ),
        ARBITER,
        assist=Assist.DIDATTICA,
    ),
    "question": _view(MIDDLE, ARBITER, question=QUESTION),
    "question_many": _view(MIDDLE, ARBITER, question=MANY),
    "question_closed": _view(
        MIDDLE,
        ARBITER,
        question=Question(
            id=8,
            prompt=say("question.has_closed", seat=Seat.SOUTH),
            options=(
                Option(label=say("answer.plays_on")),
                Option(label=say("answer.closed")),
            ),
        ),
    ),
    "notice_stock": _view(
        MIDDLE,
        ARBITER,
        notice=_notice(Severity.ATTENTION, "notice.stock_short", "notice.keep_cards", n=1),
    ),
    "notice_missing": _view(
        PackWanted(pack="A", button=say("button.retry")),
        ARBITER,
        Button(name=press.Button.OK, label=say("button.retry")),
        notice=_notice(Severity.STOP, "notice.cards_missing", "notice.deal_again", n=2),
    ),
    "link_lost": _view(
        MIDDLE,
        ARBITER,
        health=_LOST,
        notice=_notice(Severity.STOP, "notice.mat_lost", "notice.wait"),
    ),
    "arbiter": _view(
        MIDDLE,
        Button(name=press.Button.ARBITER, label=say("button.arbiter_cancel"), primary=False),
        notice=_notice(Severity.ARBITER, "notice.arbiter_called", "notice.keep_cards"),
    ),
    "resumed": _view(
        MIDDLE,
        ARBITER,
        notice=Notice(
            severity=Severity.ATTENTION, message=say("notice.resumed", hand=2, seat=Seat.EAST)
        ),
    ),
    "panel_pin": _view(_PIN),
    "panel_says": _view(_SAYS),
    "hand_sheet": _view(SHEET, ARBITER, _confirm(EW)),
    "match_end": _view(
        MatchEnd(
            sides=(NS, EW),
            hands=((745, 610), (500, 375), (900, 95)),
            totals=(2145, 1080),
            victory_points=(16, 4),
            receipt_qr="https://example.org/verify#7F3A91C05E2D8846B1D0A7C2395EF408",
        ),
        Button(name=press.Button.OK, label=say("button.next_match")),
    ),
}
