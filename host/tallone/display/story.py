"""The same happenings told in the terminal, line by line, where there is no screen.

`tell` compares two views as a spectator would; `Narrator` prints what it says.
"""

import enum
from collections import Counter
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from tallone.display.texts.phrases import Phrase, say, side_name, spoken
from tallone.display.view import (
    Body,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    HandSheet,
    MatchEnd,
    MeldView,
    PackWanted,
    PassCards,
    Play,
    PozzettoState,
    SeatDraw,
    TableView,
)
from tallone.rules.cards.cards import Card, Suit
from tallone.rules.cards.seats import Seat, Side, side_of

_SUIT_SIGNS: Final = {Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣", Suit.SPADES: "♠"}


class Tone(enum.Enum):
    """How a line is coloured in the terminal."""

    TITLE = "bold yellow"
    PLAY = ""
    GOOD = "bold green"
    NOTICE = "bold black on yellow"
    QUIET = "dim"


class Line(NamedTuple):
    """One line of the story."""

    words: str
    tone: Tone


def card_text(card: Card) -> str:
    """Return a face as the terminal writes it, e.g. `10♥`."""
    return "JK" if card.suit is None else str(card)[:-1] + _SUIT_SIGNS[card.suit]


def tell(before: TableView | None, after: TableView) -> list[Line]:
    """Return what has happened between two views; without one before, where things stand."""
    teller = _Teller(after.language.value, after.header.players)
    if after.notice is not None and (before is None or before.notice != after.notice):
        teller.say(after.notice.message, Tone.NOTICE)
        if after.notice.detail is not None:
            teller.say(after.notice.detail, Tone.QUIET)
    if after.question is not None and (before is None or before.question != after.question):
        teller.say(after.question.prompt, Tone.NOTICE)
    old = None if before is None else before.body
    if isinstance(after.body, Play):
        _tell_play(
            teller, old if isinstance(old, Play) else None, after.body, after.header.players
        )
    elif old != after.body:
        _tell_stage(teller, old, after.body)
    return teller.lines


class Narrator:
    """Prints the story of the views that it is shown; has the window's `show`."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console()
        self._before: TableView | None = None
        # What has been told of this turn: cards still being pushed about are not told twice.
        self._told: set[Line] = set()
        # The story's times count from its first view: a clock may have run for days before.
        self._began: float | None = None

    def show(self, view: TableView, now: float) -> int:
        """Print what is new; return how many lines that were."""
        if self._is_new_turn(view):
            self._told.clear()
        lines = [line for line in tell(self._before, view) if line not in self._told]
        self._told.update(lines)
        self._before = view
        if self._began is None:
            self._began = now
        for line in lines:
            self._console.print(
                Text(f"{now - self._began:8.1f}  ", "dim"),
                Text(line.words, line.tone.value),
                sep="",
            )
        return len(lines)

    def _is_new_turn(self, view: TableView) -> bool:
        before, after = self._before and self._before.body, view.body
        if isinstance(before, Play) and isinstance(after, Play):
            return before.seat is not after.seat
        return True


class _Teller:
    """Collects lines in one language."""

    def __init__(self, lang: str, players: int) -> None:
        self.lang = lang
        self.players = players
        self.lines: list[Line] = []

    def say(self, phrase: Phrase, tone: Tone = Tone.PLAY) -> None:
        self.lines.append(Line(spoken(phrase, self.lang), tone))

    def points(self, side: Side, points: int) -> None:
        name = side_name(side, self.players, self.lang)
        self.say(say("story.points", side=name, points=points), Tone.GOOD)


def _tell_stage(teller: _Teller, old: Body | None, body: Body) -> None:
    """Tell what changes within a stage, or that another has begun."""
    if isinstance(body, SeatDraw):
        if body.first is not None:
            teller.say(say("seats.first", seat=body.first))
    elif isinstance(body, Dealing):
        _tell_dealing(teller, old, body)
    elif type(old) is not type(body):
        _tell_arrival(teller, body)


def _tell_dealing(teller: _Teller, old: Body | None, body: Dealing) -> None:
    if not isinstance(old, Dealing) and body.cut is not None:
        teller.say(say("cut.done", cut=body.cut))
    if not (isinstance(old, Dealing) and old.step is body.step):
        teller.say(say(f"deal.{body.step.value}"), Tone.QUIET)


def _tell_arrival(teller: _Teller, body: Body) -> None:
    match body:
        case PackWanted():
            teller.say(say("pack.title"), Tone.TITLE)
        case CutWanted():
            teller.say(say("story.sealed", words=" ".join(body.commitment.words)), Tone.TITLE)
            teller.say(say("number.title" if body.is_number else "cut.title", seat=body.cutter))
        case PassCards():
            teller.say(say("pass.title"), Tone.TITLE)
            teller.say(say("pass.missing"), Tone.QUIET)
        case CountCards():
            teller.say(say("count.title"), Tone.TITLE)
        case FirstCard():
            teller.say(say("first.title", seat=body.dealer))
        case HandSheet():
            _tell_sheet(teller, body)
        case MatchEnd():
            teller.say(say("match.title"), Tone.TITLE)
            for side, total in zip(body.sides, body.totals, strict=True):
                teller.points(side, total)
        case _:
            pass


def _tell_sheet(teller: _Teller, sheet: HandSheet) -> None:
    teller.say(say("story.hand_over"), Tone.TITLE)
    if sheet.closed_by is not None:
        teller.say(say("end.close", seat=sheet.closed_by))
    for side in sheet.sides:
        teller.points(side.side, side.hand_total)


def _tell_play(teller: _Teller, old: Play | None, new: Play, players: int) -> None:
    if old is None:
        if new.seat is not None:
            teller.say(say("story.turn", seat=new.seat), Tone.QUIET)
        return
    # Who acted is the seat on turn before: the discard that ends a turn is in the new view.
    seat = old.seat
    if seat is not None:
        _tell_pile(teller, seat, old, new, is_taking=True)
        _tell_melds(teller, seat, old, new, players)
        _tell_pile(teller, seat, old, new, is_taking=False)
    if new.seat is not None and new.seat is not old.seat:
        teller.say(say("story.turn", seat=new.seat), Tone.QUIET)


def _tell_pile(teller: _Teller, seat: Seat, old: Play, new: Play, *, is_taking: bool) -> None:
    before, after = old.discard_pile, new.discard_pile
    kept = after[: len(before)] == before
    if is_taking:
        if before and not kept:
            teller.say(say("story.take", seat=seat, n=len(before)))
    elif len(after) > (len(before) if kept else 0):
        teller.say(say("story.discard", seat=seat, cards=card_text(after[-1])))


def _tell_melds(teller: _Teller, seat: Seat, old: Play, new: Play, players: int) -> None:
    for before, after in zip(old.sides, new.sides, strict=True):
        for index, meld in enumerate(after.melds):
            _tell_meld(
                teller, seat, before.melds[index] if index < len(before.melds) else None, meld
            )
        if before.pozzetto is not after.pozzetto and side_of(seat, players) is after.side:
            direct = after.pozzetto is PozzettoState.TAKEN_DIRECT
            teller.say(
                say("story.pozzetto_direct" if direct else "story.pozzetto", seat=seat), Tone.GOOD
            )


def _tell_meld(teller: _Teller, seat: Seat, before: MeldView | None, after: MeldView) -> None:
    had = Counter[Card]() if before is None else Counter(card.card for card in before.cards)
    added = Counter(card.card for card in after.cards) - had
    if added:
        words = " ".join(card_text(card) for card in added.elements())
        teller.say(say("story.open" if before is None else "story.extend", seat=seat, cards=words))
    if after.grade is not None and (before is None or before.grade is not after.grade):
        grade = spoken(say(f"grade.{after.grade.value}"), teller.lang).lower()
        teller.say(say("story.burraco", grade=grade, points=after.bonus), Tone.GOOD)
