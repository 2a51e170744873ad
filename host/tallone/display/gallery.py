"""One example of every screen: for the pictures in the documents, the bench and the tests."""

import dataclasses
from typing import Final

from tallone import press
from tallone.display.panel_body import ArbiterPanel, PanelChoice, PanelRow, Weight
from tallone.display.texts.phrases import say
from tallone.display.view import (
    Assist,
    Body,
    Button,
    Clock,
    Commitment,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    DealStep,
    FirstCard,
    Grade,
    HandEnd,
    HandSheet,
    Header,
    Health,
    LinkState,
    MatchEnd,
    MeldCard,
    MeldKind,
    MeldView,
    Notice,
    Option,
    PackWanted,
    PassCards,
    Play,
    PozzettoState,
    Question,
    SeatDraw,
    Severity,
    SheetSide,
    SideView,
    StockView,
    TableView,
    TurnPhase,
)
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import SEATS_4, Seat, Side

NS: Final = Side.NORTH_SOUTH
EW: Final = Side.EAST_WEST
ARBITER: Final = Button(name=press.Button.ARBITER, label=say("button.arbiter"), primary=False)
HEADER: Final = Header(
    table=12, round=3, rounds=6, hand=2, hands=3, dealer=Seat.EAST, clock=Clock(ends_at=14 * 60.0)
)
COMMITMENT: Final = Commitment(
    words=("ancora", "limone", "vela", "ponte"),
    digest="7f3a 91c0 5e2d",
    qr="TALLONE1:7F3A91C05E2D8846B1D0A7C2395EF40817F3A91C05E2D8846B1D0A7C2395EF40",
)


NAMES: Final = {
    Seat.NORTH: "Anna Bianchi",
    Seat.EAST: "Giuseppe Rossi",
    Seat.SOUTH: "Carla Ferrari",
    Seat.WEST: "Luisa Esposito",
}
# As long as names come, and in scripts that people at an Italian table have.
LONG_NAMES: Final = {
    Seat.NORTH: "Maria Antonietta Bevilacqua de’ Gasperini",
    Seat.EAST: "Giuseppe Rossi",
    Seat.SOUTH: "Владимир Александрович Солженицын",
    Seat.WEST: "Nguyễn Thị Ánh Tuyết",
}


def cards(words: str) -> tuple[MeldCard, ...]:
    """Return meld cards written like `3H 4H JK=5`; after the sign is what the wild stands for."""
    made = []
    for word in words.split():
        face, _, role = word.partition("=")
        rank = Card.parse(role + "H").rank if role else None
        made.append(MeldCard(Card.parse(face), rank))
    return tuple(made)


def run(
    words: str, grade: Grade | None = None, bonus: int = 0, *, marked: bool = False
) -> MeldView:
    """Return a run."""
    return MeldView(kind=MeldKind.RUN, cards=cards(words), grade=grade, bonus=bonus, marked=marked)


def group(
    words: str, grade: Grade | None = None, bonus: int = 0, *, frozen: bool = False
) -> MeldView:
    """Return a group."""
    return MeldView(
        kind=MeldKind.GROUP, cards=cards(words), grade=grade, bonus=bonus, frozen=frozen
    )


def faces(words: str) -> tuple[Card, ...]:
    """Return faces written like `7H 10D`."""
    return tuple(Card.parse(word) for word in words.split())


EARLY: Final = Play(
    sides=(
        SideView(side=NS, score=1245, melds=(run("7H 8H 9H 10H"),)),
        SideView(side=EW, score=985, melds=(group("KH KC KS JK=K"), run("4D 5D 6D 7D"))),
    ),
    seat=Seat.SOUTH,
    phase=TurnPhase.TO_DRAW,
    discard_pile=faces("9C 4S QD 3H JS"),
)
MIDDLE: Final = Play(
    sides=(
        SideView(
            side=NS,
            score=1245,
            pozzetto=PozzettoState.TAKEN_DIRECT,
            melds=(
                run("4H 5H 6H 7H 8H 9H 10H", Grade.CLEAN, 200),
                run("JK=2 3S 4S 5S 6S 7S 8S 9S", Grade.SEMI_CLEAN, 150),
                group("QH QD QC QS 2D=Q"),
                run("JD QD KD AD"),
            ),
        ),
        SideView(
            side=EW,
            score=985,
            melds=(
                group("KH KH KD KC KS KS JK=K", Grade.DIRTY, 100),
                run("5C 6C JK=7 8C"),
                group("8H 8D 8S"),
            ),
        ),
    ),
    seat=Seat.EAST,
    phase=TurnPhase.TO_PLAY,
    stock=StockView(cards_left=23),
    discard_pile=faces("9C 4S QD 3H JS 10D 6C AH"),
    pozzetti=(False, True),
)
LATE: Final = Play(
    sides=(
        SideView(
            side=NS,
            score=1245,
            pozzetto=PozzettoState.TAKEN,
            melds=(
                run("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 2C=A", Grade.ROYAL_DIRTY, 250),
                group("7H 7H 7D 7D 7C 7C 7S 7S JK=7", Grade.SUPER_DIRTY, 200),
                run("3S 4S 5S 6S 7S 8S 9S 10S JK=J", Grade.SEMI_CLEAN, 150),
                group("QH QD QC QS QS QC QD", Grade.CLEAN, 200),
                run("4D 5D 6D 2S=7 8D 9D 10D JD", Grade.DIRTY, 100),
                group("5H 5D 5C"),
                run("8C 9C 10C JC"),
                group("AH AD AS 2H=A"),
                run("3C 4C 5C"),
                group("10H 10D 10S"),
            ),
        ),
        SideView(
            side=EW,
            score=985,
            pozzetto=PozzettoState.TAKEN_DIRECT,
            melds=(
                run("AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD", Grade.ROYAL, 300),
                group("KH KH KD KC KS KS 2D=K", Grade.DIRTY, 100),
                run("JK=3 4C 5C 6C 7C 8C 9C 10C", Grade.SEMI_CLEAN, 150),
                group("8H 8D 8S 8C"),
                run("9S 10S JS QS KS AS"),
                group("JH JC JD"),
                group("3H 3S 3D", frozen=True),
                group("9H 9C 9D JK=9"),
                run("4S 5S 6S"),
                group("6H 6S 6D"),
            ),
        ),
    ),
    seat=Seat.WEST,
    stock=StockView(is_last_draw=True),
    discard_pile=faces(
        "9C 4S QD 3H JS 10D 6C AH JK 7D 2C 10C 5H KD 8S 3D QH 4C AS 6D 9D 10H JD 5S"
    ),
    pozzetti=(False, False),
)
SHEET: Final = HandSheet(
    end=HandEnd.CLOSED,
    closed_by=Seat.SOUTH,
    sides=(
        SheetSide(
            side=NS,
            burraci=((Grade.CLEAN, 200), (Grade.SEMI_CLEAN, 150), (Grade.DIRTY, 100)),
            closing=100,
            meld_points=385,
            held=-35,
            pozzetto=0,
            hand_total=900,
            match_total=2145,
        ),
        SheetSide(
            side=EW,
            burraci=((Grade.DIRTY, 100),),
            closing=0,
            meld_points=210,
            held=-115,
            pozzetto=-100,
            hand_total=95,
            match_total=1080,
        ),
    ),
    confirmed=(NS,),
    reveal=COMMITMENT,
)
QUESTION: Final = Question(
    id=7,
    prompt=say("question.which_meld", card=Card.parse("JK")),
    card=Card.parse("JK"),
    options=(
        Option(label=say("answer.joins"), cards=cards("4H 5H 6H 7H 8H"), kind=MeldKind.RUN),
        Option(label=say("answer.joins"), cards=cards("9S 10S JS QS"), kind=MeldKind.RUN),
    ),
)

# A wild beside many melds: the most answers there are.
MANY: Final = dataclasses.replace(
    QUESTION,
    options=tuple(
        Option(cards=cards(run))
        for run in (
            "4H 5H 6H 7H 8H", "9S 10S JS QS", "3D 4D 5D 6D 7D 8D 9D 10D JD", "9C 9D 9H", "JC QC KC",
            "5S 6S 7S", "8D 8C 8S 8H", "AH 2H 3H 4H", "6C 7C 8C 9C 10C JC QC KC", "KD KC KH", "3S 4S 5S",
            "10D JD QD",
        )
    ),
)  # fmt: skip


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
