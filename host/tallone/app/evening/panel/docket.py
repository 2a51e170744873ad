"""The docket of an evening: its cases, what is known of each now, and what the code says to it."""

import dataclasses
from typing import Final

from tallone.app.arbiter.cases import MOST_CASES, Case, Decision, Status
from tallone.app.arbiter.deciding import Preview, preview
from tallone.app.arbiter.panel import Order
from tallone.app.evening.panel.orders import (
    Refused,
)
from tallone.app.evening.play import PlayStage
from tallone.app.evening.setup import Setup
from tallone.findings import Finding
from tallone.mat.events import Seconds
from tallone.referee.rulings.after import chosen_effects
from tallone.referee.rulings.answers import Asked, Ruling
from tallone.referee.rulings.facts import History
from tallone.referee.rulings.noticing import KIND_OF, Noticed, asked_of, noticed, stated
from tallone.referee.rulings.ruling import rule
from tallone.rules.cards.seats import Side
from tallone.rules.rulings.effects import Effect

# Orders that change nothing but the case they name.
_OF_CASES: Final = (
    "report",
    "hear",
    "confirm",
    "confirm-all",
    "state",
    "reveal",
    "not-proven",
    "amend",
)


class Docket:
    """The cases before the arbiter at one table, and the warnings that weigh in them."""

    def __init__(self, setup: Setup) -> None:
        self.cases: tuple[Case, ...] = ()
        # Of the match.
        self.warnings: dict[Side, int] = dict.fromkeys(Side, 0)
        self._setup = setup
        self._taken = 0  # findings of the play that are cases already

    @property
    def players(self) -> int:
        return self._setup.players

    @property
    def table(self) -> int:
        return self._setup.config.table

    @property
    def has_pin(self) -> bool:
        """Whether the settings have the key of a PIN; without one any touch opens the panel."""
        return bool(self._setup.config.arbiter_pin)

    @property
    def waiting(self) -> tuple[Case, ...]:
        """Cases that nobody has decided, the oldest first."""
        return tuple(case for case in self.cases if case.status is Status.OPEN)

    def case(self, number: int) -> Case | None:
        return next((case for case in self.cases if case.number == number), None)

    def question(self, case: Case, play: PlayStage | None) -> tuple[Noticed, Asked]:
        """Return a case as a question of the code; raise one of `REFUSALS`."""
        one = self.noticed(case, play)
        answers = {key: value for key, value in case.given.items() if key in one.asks}
        changed = {key: value for key, value in case.given.items() if key not in one.asks}
        return one, asked_of(one, answers, self._history(case), corrected=changed)

    def noticed(self, case: Case, play: PlayStage | None) -> Noticed:
        """Return what is known of a case now: its moment goes on with play."""
        setup = self._setup
        followed = play.followed(case.turn) if play is not None else None
        if case.finding is not None and followed is not None:
            found = noticed(case.finding, followed)
            if found is not None:
                return found
        return stated(
            case.kind,
            case.given,
            followed,
            profile=setup.profile,
            players=setup.players,
            at=Seconds(case.at),
        )

    def ruling(self, case: Case, play: PlayStage | None) -> Ruling:
        """Return what the code says of a case; raise one of `REFUSALS`."""
        return rule(self.question(case, play)[1])

    def effects_of(self, case: Case, order: Order, play: PlayStage | None) -> tuple[Effect, ...]:
        """Return the effects that an order would have: the code's with its option, or others with a reason."""
        if order.reason:
            return order.effects
        ruling = self.ruling(case, play)
        option = order.option
        if option is None and len(ruling.options) == 1:
            option = ruling.options[0].name
        return chosen_effects(ruling, option)

    def preview(self, case: Case, order: Order, play: PlayStage | None) -> Preview:
        """Return what an order would do to position and points; raise one of `REFUSALS`."""
        asked = self.question(case, play)[1]
        now = None if play is None else play.referee.hand
        return preview(asked, self.effects_of(case, order, play), now)

    def _history(self, case: Case) -> History:
        same = dict.fromkeys(Side, 0)
        for other in self.cases:
            decision = other.decision
            if other.kind == case.kind and other.number < case.number and decision is not None:
                for side in _sides_of(decision):
                    same[side] += 1
        return History(warnings=dict(self.warnings), same=same)

    def notice(self, play: PlayStage, now: float) -> None:
        """Take what the table has noticed since as cases."""
        fresh = play.noticed[self._taken :]
        self._taken = len(play.noticed)
        for one in fresh:
            finding: Finding = one.finding
            kind = KIND_OF.get(finding.kind)
            if kind is not None:
                self.add(Case(number=0, kind=kind, at=now, finding=finding, turn=finding.turn))

    def forget_noticed(self) -> None:
        """Another hand begins: nothing of its play has been taken yet."""
        self._taken = 0

    def add(self, case: Case) -> Case:
        """Take a case in under the next number and return it so."""
        if len(self.cases) >= MOST_CASES:
            # What is closed makes room; what is open stays.
            closed = [one for one in self.cases if one.status is not Status.OPEN]
            self.cases = tuple(one for one in self.cases if one not in closed[:1])
        number = max((one.number for one in self.cases), default=0) + 1
        case = dataclasses.replace(case, number=number)
        self.cases = (*self.cases, case)
        return case

    def demand(self, number: int) -> Case:
        """Return that case; raise Refused if there is none."""
        case = self.case(number)
        if case is None:
            raise Refused("panel.trouble.order")
        return case

    def put(self, case: Case) -> None:
        """Put a case in the place of the one with its number."""
        self.cases = tuple(case if one.number == case.number else one for one in self.cases)


def _sides_of(decision: Decision) -> tuple[Side, ...]:
    """Return the sides that a decision's effects name."""
    return tuple(
        dict.fromkeys(
            value
            for effect in decision.effects
            for _, value in effect.fields
            if isinstance(value, Side)
        )
    )
