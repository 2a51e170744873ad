"""Hands for pictures: early, in the middle, late, with names, and a sheet of points."""

import dataclasses
from typing import Final

from tallone.display.texts.phrases import say
from tallone.display.views.values import (
    Grade,
    HandEnd,
    MeldCard,
    MeldKind,
    MeldView,
    Option,
    PozzettoState,
    Question,
    SideView,
    StockView,
    TurnPhase,
)
from tallone.display.views.view import Commitment, HandSheet, Play, SheetSide
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side

NS: Final = Side.NORTH_SOUTH
EW: Final = Side.EAST_WEST
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
