"""From the first card turned to the last one played: the referee's outcomes, written and kept for the screen."""

import dataclasses
from collections.abc import Iterable, Mapping

from msgspec import structs

from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.setup import Setup
from tallone.assist import Assist
from tallone.findings import Finding
from tallone.journal.outcomes import finding_record, outcome_record
from tallone.journal.records import Answered, HandOver
from tallone.journal.storage.sealing import HandKey
from tallone.mat.events import MatEvent, ReaderLost, Seconds
from tallone.mat.zones import Zone
from tallone.referee import (
    Asking,
    HandEnded,
    MoveMade,
    Outcome,
    Question,
    Referee,
    Resolved,
    Stage,
)
from tallone.referee.rulings.noticing import Followed, has_laid, turn_of
from tallone.rules import Deal, End, HandState, Move, Phase, result
from tallone.rules.hand.hand import OVER


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """A finding, when it was made, and since when the turn it belongs to is over (None: not yet)."""

    finding: Finding
    found: float
    ended: float | None


class PlayStage:
    """One hand under the referee's eyes."""

    def __init__(
        self,
        setup: Setup,
        effects: Effects,
        key: HandKey,
        deal: Deal,
        *,
        hand: int,
        piles: Mapping[Zone, int],
        lost: Iterable[Zone] = (),
    ) -> None:
        self.hand = hand
        # Zones that name their cards, and whose reader was silent for a while in this hand.
        self.unread = {zone for zone in lost if zone.identifies}
        # People have said that the hand is over, and are asked whether they are sure.
        self.said_over = False
        self.question: Question | None = None
        self.noticed: list[Noticed] = []
        self.ended: HandEnded | None = None
        self.resolved_by_people = 0
        # Nobody is asked anything while somebody is to act, in gara whatever happens.
        asking = (
            Asking.AT_THE_END if setup.config.assist is Assist.GARA else Asking.WHEN_SCORES_DIFFER
        )
        self.referee = Referee(setup.profile, deal, asking=asking, piles=piles)
        self._setup = setup
        self._effects = effects
        self._key = key
        self._open: dict[int, Question] = {}
        # How the hand stood when each turn began, by how many turns had ended.
        self._began: dict[int, HandState] = {}

    @property
    def has_begun(self) -> bool:
        """Whether the first card lies face up."""
        return self.referee.stage is not Stage.TURNING

    def observe(self, event: MatEvent) -> None:
        self.said_over = False
        if isinstance(event, ReaderLost) and event.zone.identifies:
            self.unread.add(event.zone)
        self._take(self.referee.observe(event), event.at)

    def tick(self, now: float) -> None:
        if outcomes := self.referee.tick(Seconds(now)):
            self._take(outcomes, now)

    def answer(self, question: int, option: int, now: float) -> None:
        """Take a person's answer; one that is not asked for, or is out of range, changes nothing."""
        asked = self._open.get(question)
        if asked is None or not 0 <= option < len(asked.options):
            return
        self._effects.record(Answered(at=now, hand=self.hand, question=question, option=option))
        self._take(self.referee.answer(question, option, Seconds(now)), now)

    def followed(self, turn: int) -> Followed:
        """Return what is known of the hand for an irregularity of that turn, counted from 0."""
        referee = self.referee
        hand = referee.hand
        return Followed(
            now=hand,
            before=self._began.get(turn),
            moves=turn_of(referee.moves, turn),
            laid_since=has_laid(referee.moves),
        )

    def end(self, now: float) -> None:
        """People say that the hand is over: with a reader dead the table may never see it. Asked twice."""
        if not self.said_over:
            self.said_over = True
            return
        state = self.referee.hand
        self.impose(structs.replace(state, phase=OVER, end=End.ARBITER), now)

    def impose(self, state: HandState, now: float) -> None:
        """Go on from the position that a ruling or a correction has made."""
        self.ended = None
        self._open.clear()
        self._take(self.referee.impose(state, Seconds(now)), now)
        self._began.setdefault(state.turns, state)

    def make(self, move: Move, now: float) -> None:
        """Take a move or call that a person states."""
        self._take(self.referee.correct(move, Seconds(now)), now)

    def _take(self, outcomes: list[Outcome], now: float) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Finding):
                self._record_finding(outcome)
            else:
                self._effects.record(outcome_record(outcome, self.hand, self._key.seal_bytes))
            match outcome:
                case Question(id=number):
                    self._open[number] = outcome
                case Resolved(id=number, by_people=by_people):
                    self._open.pop(number, None)
                    self.resolved_by_people += by_people
                case Finding():
                    ended = now if outcome.turn_ended else None
                    self.noticed.append(Noticed(finding=outcome, found=now, ended=ended))
                case HandEnded():
                    self.ended = outcome
                case MoveMade():
                    pass
        hand = self.referee.hand
        if hand.phase is Phase.TO_DRAW and self.has_begun:
            self._began[hand.turns] = hand
        self.noticed = [self._ended(noticed, now) for noticed in self.noticed]
        self.question = next(iter(self._open.values()), None)
        if outcomes and self.ended is not None:
            self._effects.record(self._hand_over(now))

    def _record_finding(self, finding: Finding) -> None:
        setup = self._setup
        found = finding_record(
            finding,
            self.hand,
            finding.at,
            profile=setup.profile,
            assist=setup.config.assist,
            seal=self._key.seal_bytes,
        )
        self._effects.record_found(found, finding.cards)

    def _ended(self, noticed: Noticed, now: float) -> Noticed:
        """Return it with the time at which its turn has ended, if it has now."""
        hand = self.referee.hand
        if noticed.ended is None and (hand.is_over or hand.turns > noticed.finding.turn):
            return dataclasses.replace(noticed, ended=now)
        return noticed

    def _hand_over(self, now: float) -> HandOver:
        state = self.referee.hand
        return HandOver(
            at=now,
            hand=self.hand,
            result=result(state),
            turns=state.turns,
            moves=len(self.referee.moves),
            resolved_by_people=self.resolved_by_people,
            unread=tuple(sorted(zone.value for zone in self.unread)),
        )
