"""The same happenings told in the terminal, line by line, where there is no screen.

`tell` compares two views as a spectator would; `Narrator` prints what it says.
"""

import dataclasses
import enum
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from tallone.display.texts.phrases import Phrase, say, side_name, spoken
from tallone.display.views.values import MeldView, PozzettoState, TurnPhase
from tallone.display.views.view import (
    Body,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    HandSheet,
    MatchEnd,
    PackWanted,
    PassCards,
    Play,
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


def tell(before: TableView | None, after: TableView, *, has_drawn: bool = False) -> list[Line]:
    """Return what has happened between two views; without one before, where things stand.

    `has_drawn`: who was on turn was seen to have drawn, from the stock if not the pile.
    """
    teller = _Teller(after.language.value, after.header.players)
    if after.notice is not None and (before is None or before.notice != after.notice):
        teller.say(after.notice.message, Tone.NOTICE)
        if after.notice.detail is not None:
            teller.say(after.notice.detail, Tone.QUIET)
    if after.question is not None and (before is None or before.question != after.question):
        teller.say(after.question.prompt, Tone.NOTICE)
    old = None if before is None else before.body
    if isinstance(after.body, Play):
        was = old if isinstance(old, Play) else None
        _tell_play(teller, was, after.body, has_drawn=has_drawn)
    elif old != after.body:
        _tell_stage(teller, old, after.body)
    return teller.lines


class Narrator:
    """Prints the story of the views that it is shown; has the window's `show`.

    A turn is told when it is over: until then cards are pushed about, and what they are taken for changes.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console()
        self._before: TableView | None = None
        self._turn_began: Play | None = None
        self._has_drawn = False
        # The story's times count from its first view: a clock may have run for days before.
        self._began: float | None = None

    def show(self, view: TableView, now: float) -> int:
        """Print what is new; return how many lines that were."""
        lines = self._lines(view)
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

    def _lines(self, view: TableView) -> list[Line]:
        before = self._before
        was = None if before is None else before.body
        began, drawn = self._turn_began, self._has_drawn
        if isinstance(view.body, Play):
            if isinstance(was, Play) and was.seat is view.body.seat and began is not None:
                self._has_drawn = drawn or view.body.phase is TurnPhase.TO_PLAY
                return tell(before, dataclasses.replace(view, body=was))
            self._turn_began = view.body
            self._has_drawn = view.body.phase is TurnPhase.TO_PLAY
            if before is None or began is None:
                return tell(before, view)
            return tell(dataclasses.replace(before, body=began), view, has_drawn=drawn)
        self._turn_began, self._has_drawn = None, False
        last: list[Line] = []
        if before is not None and isinstance(was, Play) and began is not None:
            # The hand ends within a turn: what was seen of it.
            since = dataclasses.replace(before, body=began)
            last = tell(since, before, has_drawn=drawn)
        return last + tell(before, view)


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


def _tell_play(teller: _Teller, old: Play | None, new: Play, *, has_drawn: bool) -> None:
    if old is None:
        if new.seat is not None:
            teller.say(say("story.turn", seat=new.seat), Tone.QUIET)
        return
    # Who acted is the seat on turn before: the discard that ends a turn is in the new view.
    seat = old.seat
    if seat is not None:
        if has_drawn and not _is_pile_taken(old, new):
            teller.say(say("story.draw", seat=seat))
        _tell_pile(teller, seat, old, new, is_taking=True)
        _tell_melds(teller, seat, old, new)
        _tell_pile(teller, seat, old, new, is_taking=False)
    if new.seat is not None and new.seat is not old.seat:
        teller.say(say("story.turn", seat=new.seat), Tone.QUIET)


def _is_pile_taken(old: Play, new: Play) -> bool:
    before = old.discard_pile
    return bool(before) and new.discard_pile[: len(before)] != before


def _tell_pile(teller: _Teller, seat: Seat, old: Play, new: Play, *, is_taking: bool) -> None:
    before, after = old.discard_pile, new.discard_pile
    taken = _is_pile_taken(old, new)
    kept = not taken
    if is_taking:
        if taken:
            teller.say(say("story.take", seat=seat, n=len(before)))
    elif len(after) > (len(before) if kept else 0):
        teller.say(say("story.discard", seat=seat, cards=card_text(after[-1])))


def _tell_melds(teller: _Teller, seat: Seat, old: Play, new: Play) -> None:
    players = teller.players
    for before, after in zip(old.sides, new.sides, strict=True):
        for was, meld in _pairs(before.melds, after.melds):
            _tell_meld(teller, seat, was, meld)
        if before.pozzetto is not after.pozzetto and side_of(seat, players) is after.side:
            direct = after.pozzetto is PozzettoState.TAKEN_DIRECT
            teller.say(
                say("story.pozzetto_direct" if direct else "story.pozzetto", seat=seat), Tone.GOOD
            )


def _pairs(
    before: Sequence[MeldView], after: Sequence[MeldView]
) -> list[tuple[MeldView | None, MeldView]]:
    """Return each meld with what it was before: by its cards, for its place in the list may change."""
    free = list(before)
    found: dict[int, MeldView] = {}
    alike = sorted(
        (
            (-_shared(was, meld), place, index)
            for place, meld in enumerate(after)
            for index, was in enumerate(before)
            if was.kind is meld.kind and _shared(was, meld)
        ),
    )
    for _, place, index in alike:
        if place not in found and before[index] in free:
            found[place] = before[index]
            free.remove(before[index])
    return [(found.get(place), meld) for place, meld in enumerate(after)]


def _shared(one: MeldView, other: MeldView) -> int:
    cards = (Counter(card.card for card in meld.cards) for meld in (one, other))
    return (next(cards) & next(cards)).total()


def _tell_meld(teller: _Teller, seat: Seat, before: MeldView | None, after: MeldView) -> None:
    had = Counter[Card]() if before is None else Counter(card.card for card in before.cards)
    added = Counter(card.card for card in after.cards) - had
    if added:
        words = " ".join(card_text(card) for card in added.elements())
        teller.say(say("story.open" if before is None else "story.extend", seat=seat, cards=words))
    if after.grade is not None and (before is None or before.grade is not after.grade):
        grade = spoken(say(f"grade.{after.grade.value}"), teller.lang).lower()
        teller.say(say("story.burraco", grade=grade, points=after.bonus), Tone.GOOD)
