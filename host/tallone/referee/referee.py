"""The referee of one hand: mat events in, moves, questions and findings out.

Theory of operation
-------------------

*What is known.* The ledger: who was dealt which cards, in which order the stock lies. It comes sealed with
the deal. Everything else is inferred from witnesses that say little: a tag says which card lies in a zone,
not who put it there; a scale says by how many cards a pile changed, not which; nobody sees a hand.

*Hypotheses.* What can be on the table is a list of positions of the rules, each with the moves that led to
it and its cost, the likeliest first (`melding.hypotheses`). A play that can be melded in two ways makes two
of them. Evidence that comes later, or an answer, leaves fewer. `hand` and `moves` are the first's.

*What waits.* An event that no legal move explains yet is kept (`Book.waiting`). Nothing is concluded from
one event: a turn is read from everything that waits, in whatever order it came (`melding.evidence`), because
a scale under an elbow speaks late and a card may be read only when it is pushed straight.

*Checks.* After each event, and at the instants that the book has named, one table of checks is asked in its
order (`checks`), from the first again as soon as one has settled something. Each stage of the turn has its
own: turn the first card, draw or take, lay and discard. Correct play comes first among them (`play`); then
what is late or taken back; then, when every witness has had its time, what no legal play explains
(`irregularities`).

*Time.* A settled turn needs 0.8 s after its discard's tag, so that cards just laid are counted in; what a
late witness may still explain is called wrong after 4.5 s; some things only when the next players' cards
tell whose it was. A check that must wait says until when (`Book.has_waited`), and the book is not looked at
before. So the same events give the same outcomes however often `tick` is called.

*A turn* is one value (`Turn`): how its card was drawn, what was found in it, what it can still take back. It
ends with its discard, and the next one is a new value. Its play is kept for one turn more (`LastPlay`), for a
card of it that is read late.

*What is owed.* A step of a scale that only confirms what is explained already has still to come; it is noted
as owed and absorbed, and never taken for the next move.

*What is wrong* becomes a finding, once a turn for each kind; the catalogue (`tallone.findings`) says how sure
it is and who hears of it when. Then play goes on from where the cards lie, not from where they should be
(`book.force`). No score changes for it: that is an arbiter's.

*What people are asked* is what only they can see and what matters: see `asking`.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.findings import Finding, FindingKind, FoundIn, Ground
from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    MatEvent,
    PileChanged,
    ReaderLost,
    Seconds,
    UnknownTag,
)
from tallone.mat.zones import Zone
from tallone.referee.asking import NONE, Asker, Asking, doubtful
from tallone.referee.book import force
from tallone.referee.book.book import Book
from tallone.referee.book.turns import Stage
from tallone.referee.checks import run_checks
from tallone.referee.irregularities.empty_hand import count_lost
from tallone.referee.melding.hypotheses import (
    Hypothesis,
    advance,
    distinct_by_face,
    likeliest,
    plausible,
)
from tallone.referee.outcomes import (
    HandEnded,
    MoveMade,
    Outcome,
    Question,
    Resolved,
    Revised,
)
from tallone.referee.play.pozzetti import lifted_from
from tallone.referee.play.ruled import impose
from tallone.referee.play.things import Things
from tallone.referee.telling import Telling, agreeing
from tallone.rules import Deal, HandState, Move, Profile, seats, start
from tallone.rules.cards.cards import CardCopy
from tallone.table import POZZETTO_CARDS, TableState, dealt, differences, track

# How often a second the book may be looked at.
INSTANTS: Final = 10
# Rounding tolerance, in instants.
_ROUNDING: Final = 1e-6
# One event settles a few things at most; more means an endless loop.
MAX_STEPS: Final = 64
_POZZETTI: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)
_NO_COUNTS: Final[Mapping[Zone, int]] = MappingProxyType({})


class Referee:
    """Follows one hand from the sealed deal to its end.

    Feed `observe` every mat event in the order the mat gave them, and `tick` the time a few times a
    second. `hand` and `moves` are the likeliest; `doubtful` names the cards that may lie elsewhere.
    """

    def __init__(
        self,
        profile: Profile,
        deal: Deal,
        *,
        asking: Asking = Asking.WHEN_SCORES_DIFFER,
        turned: bool = False,
        piles: Mapping[Zone, int] = _NO_COUNTS,
        at: float = 0.0,
    ) -> None:
        """Begin a hand; `turned` if its first card lies face up, `piles` the counts as weighed."""
        self._profile = profile
        self._book = Book(
            pozzetti=dict(zip(_POZZETTI, map(frozenset, deal.pozzetti), strict=False)),
            hypotheses=[Hypothesis(start(profile, deal))],
            stage=Stage.TO_DRAW if turned else Stage.TURNING,
            dealt=dict(zip(seats(deal.players), map(frozenset, deal.hands), strict=True)),
        )
        self._table = dealt(deal, turned=turned, piles=piles)
        self._asker = Asker(asking)
        self._things = Things()
        self._instant = int(at * INSTANTS)
        self._told: tuple[Move, ...] = ()
        # The hypotheses of which everything has been told and asked.
        self._published: list[Hypothesis] | None = None
        self._ended = False
        # What was last shown of a turn in play, and of what.
        self._tentative: tuple[object, HandState] | None = None
        self._telling = Telling(profile)
        self._piles_at_start(piles, Seconds(at))

    @property
    def hand(self) -> HandState:
        """The hand as it most likely stands."""
        return self._book.hypotheses[0].state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves as they were most likely made."""
        return self._book.hypotheses[0].moves

    @property
    def table(self) -> TableState:
        """Where the cards lie."""
        return self._table

    @property
    def stage(self) -> Stage:
        """What the referee waits for."""
        return self._book.stage

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding of the hand."""
        return tuple(self._telling.findings)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What people have yet to say."""
        return self._asker.open

    @property
    def doubtful(self) -> frozenset[CardCopy]:
        """The cards of which nobody can tell from the mat in which meld they lie."""
        return doubtful(plausible(self._book.hypotheses))

    @property
    def unexplained(self) -> int:
        """How many mat events still wait to be explained."""
        return len(self._book.waiting)

    def tentative(self) -> HandState:
        """Return the hand with what the player on turn has laid so far, for the screen."""
        if self._book.stage is not Stage.TO_PLAY:
            return self.hand
        laid = self._book.evidence().laid
        key = self._book.hypotheses, laid, self._book.cloth.version
        if self._tentative is None or self._tentative[0] != key:
            shown = likeliest(self._book.hypotheses, laid, self._book.cloth) if laid else None
            self._tentative = key, shown.state if shown is not None else self.hand
        return self._tentative[1]

    def observe(self, event: MatEvent) -> list[Outcome]:
        """Take one mat event; return what it settles."""
        self._run_to(event.at)
        if isinstance(event, InventoryTaken):
            for difference in differences(self._table, event):
                self._take(difference)
        else:
            self._take(event)
        self._settle(event.at)
        return self._telling.take()

    def tick(self, now: Seconds) -> list[Outcome]:
        """Let time pass; return what waiting settles."""
        self._run_to(now)
        return self._telling.take()

    def answer(self, question_id: int, option: int, now: Seconds) -> list[Outcome]:
        """Take people's answer to an open question; one that answers nothing open is ignored."""
        self._run_to(now)
        asked = next((one for one in self._asker.open if one.id == question_id), None)
        kept = self._asker.answer(question_id, option, plausible(self._book.hypotheses))
        if asked is not None and kept is not None:
            if asked.options[option].text == NONE and asked.card is not None:
                # The way that was played is none that was looked at: the arbiter is told.
                self._telling.find(self.hand, FindingKind.UNEXPLAINED, now, cards=(asked.card,))
            self._book.adopt(kept)
            self._telling.say(Resolved(id=question_id, by_people=True, at=now))
            self._settle(now)
        return self._telling.take()

    def correct(self, move: Move, now: Seconds) -> list[Outcome]:
        """Take a move or call that a person states, legal or not: it has been made.

        What the mat has yet to explain of it explains itself: its witnesses are dropped.
        """
        self._run_to(now)
        hypotheses = self._book.hypotheses
        stated = advance(hypotheses, move) or force.moved(hypotheses, move)
        if stated:
            self._book.last = None
            self._book.adopt(stated)
            self._book.drop(*self._book.waiting)
            self._settle(now)
        return self._telling.take()

    def impose(self, state: HandState, now: Seconds) -> list[Outcome]:
        """Go on from a position that a ruling, or a person's correction, has made; the moves stay as told.

        What still has to move on the table for it is expected and taken for no play.
        """
        self._run_to(now)
        self._book.look(now)
        impose(self._book, state, self._table)
        self._ended = False
        self._settle(now)
        return self._telling.take()

    def _take(self, event: MatEvent) -> None:
        if isinstance(event, PileChanged):
            known = self._table.weighed.get(event.zone, 0)
            cards_alone = self._things.without(event, known)
            if cards_alone is None:
                return
            event = cards_alone
        self._table = track(self._table, event).state
        if isinstance(event, CardPlaced | CardLifted):
            self._book.cloth.see(event)
        match event:
            case UnknownTag(zone=zone, at=at):
                # On a lane it is a pass or a phone as like as not, and what is laid there tells.
                if zone is Zone.DISCARD:
                    self._telling.find(self.hand, FindingKind.UNKNOWN_CARD, at, zone=zone)
            case DuplicateTag(zones=zones, at=at):
                self._telling.find(self.hand, FindingKind.DUPLICATE_UID, at, zone=zones[0])
            case ReaderLost(zone=zone, at=at):
                self._telling.find(self.hand, FindingKind.READER_DEAD, at, zone=zone)
            case CardPlaced() | CardLifted() if self._lies_already(event):
                pass
            case PileChanged(zone=zone) if zone in _POZZETTI:
                self._lift_pozzetto(event)
                self._weigh_pozzetto(event)
            case CardLifted(card=card, zone=Zone.DISCARD, at=at):
                # A covered card falls silent without leaving: only the scale tells.
                self._book.silent[card] = at
            case CardPlaced() | CardLifted() | PileChanged() if event.zone is not Zone.THROAT:
                self._book.receive(event)

    def _lies_already(self, event: CardPlaced | CardLifted) -> bool:
        """Whether it is a card of a meld that was pushed, closed up or spread: it lies there as before."""
        book = self._book
        if event.zone.side is None or event.card not in book.melded():
            return False
        recent = [play for play in (book.last, book.earlier) if play is not None]
        return all(event.card != entry.card for play in recent for entry in play.laid)

    def _run_to(self, now: Seconds) -> None:
        """Look at the book at each instant up to now at which waiting can have settled something."""
        last = int(now * INSTANTS)
        if last <= self._instant:
            return
        book = self._book
        while (due := max(self._instant + 1, book.due * INSTANTS - _ROUNDING)) <= last:
            self._instant = math.ceil(due)
            self._settle(Seconds(self._instant / INSTANTS))
        self._instant = last

    def _settle(self, now: Seconds) -> None:
        for _ in range(MAX_STEPS):
            if not self._step(now):
                break
        else:
            self._book.due = now
        for suspicion in self._book.suspicions:
            # With a reader dead nothing that is missing proves anything.
            if not self._table.lost:
                self._telling.found(suspicion)
        self._book.suspicions.clear()
        if self._book.hypotheses is not self._published:
            self._publish(now)

    def _step(self, now: Seconds) -> bool:
        """Settle one thing if there is one."""
        self._book.look(now)
        return run_checks(self._book)

    def _lift_pozzetto(self, event: PileChanged) -> None:
        """Note that a pozzetto as a whole has left its place, or is back."""
        book = self._book
        if event.count == 0 and -event.delta > POZZETTO_CARDS // 2:
            book.lifted = (*book.lifted, event.at)
            lifted_from(book, event.zone)
        elif event.delta > POZZETTO_CARDS // 2:
            book.lifted = book.lifted[:-1]

    def _weigh_pozzetto(self, event: PileChanged) -> None:
        if self._told or event.count in (0, POZZETTO_CARDS):
            return
        kind = (
            FindingKind.SHORT_POZZETTO
            if event.count < POZZETTO_CARDS
            else FindingKind.LONG_POZZETTO
        )
        self._book.change(told=self._book.turn.told | {kind})
        self._telling.find(
            self.hand,
            kind,
            event.at,
            FoundIn.READY,
            sure=event.certainty,
            zone=event.zone,
            count=event.count,
        )

    def _piles_at_start(self, piles: Mapping[Zone, int], at: Seconds) -> None:
        for zone in _POZZETTI:
            if zone in piles:
                self._weigh_pozzetto(
                    PileChanged(zone=zone, delta=0, count=piles[zone], certainty=0.99, at=at)
                )

    def _publish(self, now: Seconds) -> None:
        """Tell what the likeliest hypothesis has that was not told, or has otherwise."""
        self._published = self._book.hypotheses
        moves = self.moves
        if moves != self._told:
            same = agreeing(self._told, moves)
            if same < len(self._told):
                self._telling.say(Revised(index=same, moves=moves[same:], at=now))
            else:
                self._telling.say(
                    *[
                        MoveMade(move=move, index=index, certainty=self._book.certainty, at=now)
                        for index, move in enumerate(moves[same:], start=same)
                    ]
                )
            self._told = moves
        settled, question = self._asker.review(plausible(self._book.hypotheses), now)
        if settled is not None:
            self._telling.say(Resolved(id=settled, by_people=False, at=now))
        if question is not None:
            self._telling.say(question)
        if not self._asker.open and len(self._book.hypotheses) > 1:
            # Which copy of a face lies where is no longer of use to anybody.
            kept = distinct_by_face(self._book.hypotheses)
            if kept != self._book.hypotheses:
                self._book.replace(kept)
                self._book.due = now
        if self.hand.is_over and not self._ended:
            self._ended = True
            self._publish_end(now)

    def _publish_end(self, now: Seconds) -> None:
        """Tell that the hand is over, and what is amiss in it only now."""
        if self._book.hypotheses[0].gave_up and not self._asker.has_asked:
            # Not every way was looked at: nobody may take this for certain.
            self._telling.find(self.hand, FindingKind.UNEXPLAINED, now, FoundIn.COUNT)
        if lost := count_lost(self._book):
            self._telling.find(
                self.hand,
                FindingKind.MISSING_CARD,
                now,
                FoundIn.COUNT,
                ground=Ground.WAITED,
                count=len(lost),
                cards=lost,
            )
        self._telling.say(
            HandEnded(end=self.hand.end.value, closed_by=self.hand.closed_by, at=now)
        )
