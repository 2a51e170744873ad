"""From the first card turned to the last one played: the referee's outcomes, written and kept for the screen."""

from collections.abc import Mapping

from tallone.app.evening.effects import Effects
from tallone.app.evening.setup import Setup
from tallone.journal.outcomes import outcome_record
from tallone.journal.records import Answered, Found, HandOver
from tallone.journal.sealing import HandKey
from tallone.mat.events import MatEvent, Seconds
from tallone.mat.zones import Zone
from tallone.referee import (
    Asking,
    Finding,
    HandEnded,
    MoveMade,
    Outcome,
    Question,
    Referee,
    Resolved,
    Stage,
)
from tallone.rules import Deal, result


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
    ) -> None:
        self.hand = hand
        self.question: Question | None = None
        self.findings: list[Finding] = []
        self.last_finding_at = -1e9
        self.ended: HandEnded | None = None
        self.resolved_by_people = 0
        # The screen shows every meld, so where a wild lies is asked even if no point hangs on it yet.
        self.referee = Referee(setup.profile, deal, asking=Asking.AT_ONCE, piles=piles)
        self._effects = effects
        self._key = key
        self._open: dict[int, Question] = {}

    @property
    def has_begun(self) -> bool:
        """Whether the first card lies face up."""
        return self.referee.stage is not Stage.TURNING

    def observe(self, event: MatEvent) -> None:
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

    def _take(self, outcomes: list[Outcome], now: float) -> None:
        for outcome in outcomes:
            record = outcome_record(outcome, self.hand, self._key.seal_bytes)
            if isinstance(record, Found) and isinstance(outcome, Finding):
                self._effects.record_found(record, outcome.cards)
            else:
                self._effects.record(record)
            match outcome:
                case Question(id=number):
                    self._open[number] = outcome
                case Resolved(id=number, by_people=by_people):
                    self._open.pop(number, None)
                    self.resolved_by_people += by_people
                case Finding():
                    self.findings.append(outcome)
                    self.last_finding_at = now
                case HandEnded():
                    self.ended = outcome
                case MoveMade():
                    # What was noticed about an earlier move is no longer the news.
                    pass
        self.question = next(iter(self._open.values()), None)
        if outcomes and self.ended is not None:
            self._effects.record(self._hand_over(now))

    def _hand_over(self, now: float) -> HandOver:
        state = self.referee.hand
        return HandOver(
            at=now,
            hand=self.hand,
            result=result(state),
            turns=state.turns,
            moves=len(self.referee.moves),
            resolved_by_people=self.resolved_by_people,
        )
