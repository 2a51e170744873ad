"""The arbiter's desk: cases, decisions and corrections of an evening; every order is one record and its effects.

House rules: an order is carried out whole or not at all, and written down before anybody sees what came of
it. The same orders from the journal lead to the same cases, positions and points.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tallone.app.arbiter import lock as locks
from tallone.app.arbiter.cases import HEARING, Case, Decision, Status
from tallone.app.arbiter.corrections import OF_POSITION, corrected, hand_points
from tallone.app.arbiter.deciding import Preview, lines_of, match_effects, points
from tallone.app.arbiter.lock import Lock, Tried
from tallone.app.arbiter.panel import Order, Panel, touched
from tallone.app.arbiter.states import Page, Touch
from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.panel.docket import Docket
from tallone.app.evening.panel.orders import (
    REFUSALS,
    SEALED_AS,
    TABLE_ORDERS,
    Consequence,
    Corrected,
    Moment,
    Printed,
    Refused,
    Undone,
    document_of,
    order_of,
)
from tallone.app.evening.play import PlayStage
from tallone.app.evening.setup import Setup
from tallone.journal.records import ArbiterActed
from tallone.journal.storage.sealing import HandKey
from tallone.referee.rulings.after import NotInCodeError, judged_effects
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.referee.rulings.ruling import rule
from tallone.rules.cards.seats import Side, side_name
from tallone.rules.match.match import HandPoints
from tallone.rules.rulings.effects import Effect, read_effect

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


class Desk(Docket):
    """What lies before the arbiter at one table."""

    def __init__(self, setup: Setup, effects: Effects) -> None:
        super().__init__(setup)
        self.panel: Panel | None = None
        self.lock = Lock()
        # Of the hand in progress: what rulings add to each side's points, and points stated by hand.
        self.penalties: dict[Side, int] = dict.fromkeys(Side, 0)
        self.stated: HandPoints | None = None
        # Of the match: what rulings change of the victory points; its warnings are the docket's.
        self.victory_points: dict[Side, int] = dict.fromkeys(Side, 0)
        self.printed: list[Printed] = []
        # Numbers of this hand's sealed records, with what they hold.
        self.sealed: list[dict[str, Any]] = []
        self._effects = effects
        self._decisions = 0
        self._undo: Undone | None = None
        self._correction: Corrected | None = None

    def show(self) -> None:
        """Ask for the PIN: somebody has touched the arbiter's key."""
        if self.panel is None:
            self.panel = Panel()

    def touch(self, touch: Touch, word: str, at: Moment, *, listed: int = 0) -> Consequence:
        """Take a touch of the panel and carry out what it orders; `listed` is how long the page's list is."""
        if self.panel is None:
            return Consequence()
        before = self.panel
        panel, orders = touched(before, touch, word, self._setup.players, at_most=listed)
        self.panel = panel
        found = Consequence()
        for order in orders:
            try:
                found = self.order(order, at)
            except Refused as refused:
                self.panel = dataclasses.replace(
                    before, step=panel.step, trouble=refused.key, typed=""
                )
        return found

    def order(self, order: Order, at: Moment) -> Consequence:
        """Carry an order out and record it; raise Refused, with nothing changed, if it cannot be."""
        if order.name == "unlock":
            return self._unlock(order, at)
        if at.play is not None:
            at.play.tick(at.now)
            self.notice(at.play, at.now)
        record, found = self._carry_out(order, at)
        self._effects.record(record)
        return found

    def follow(
        self, record: ArbiterActed, play: PlayStage | None, key: HandKey | None
    ) -> Consequence:
        """Carry out again what a journal says was ordered; raise Refused where it cannot be."""
        if record.what == "unlock":
            self.lock = locks.after(self.lock, Tried(record.outcome), record.at)
            return Consequence()
        order = order_of(record, key, self._setup.players)
        return self.order(order, Moment(play, record.hand, key, record.at))

    def remember(self, record: ArbiterActed, order: Mapping[str, Any]) -> None:
        """Take from a hand that is counted what its decisions did to the match."""
        sign = {"decide": 1}.get(record.what, 0)
        effects = tuple(read_effect(one, self._setup.players) for one in order.get("carried", ()))
        self._account(effects, sign)

    def next_hand(self) -> list[dict[str, Any]]:
        """The hand is counted: return what its sealed records hold, and begin another."""
        sealed, self.sealed = self.sealed, []
        self.penalties = dict.fromkeys(Side, 0)
        self.stated = None
        self._undo = self._correction = None
        self.forget_noticed()
        # What nobody has decided is history: its position is gone. Decisions stay to be read.
        self.cases = tuple(case for case in self.cases if case.status is not Status.OPEN)
        return sealed

    def next_match(self) -> None:
        """Another match begins: warnings and penalties are those of the one before."""
        self.victory_points = dict.fromkeys(Side, 0)
        self.warnings = dict.fromkeys(Side, 0)
        self.cases = ()

    # Orders.

    def try_pin(self, digits: str, hand: int, now: float) -> Tried:
        """Try a PIN, for the panel or for a setting of the game: wrong tries count together, all are written."""
        key = self._setup.config.arbiter_pin
        self.lock, outcome = locks.tried(self.lock, digits, key, now)
        self._effects.record(ArbiterActed(at=now, hand=hand, what="unlock", outcome=outcome.value))
        return outcome

    def _unlock(self, order: Order, at: Moment) -> Consequence:
        outcome = self.try_pin(order.word, at.hand, at.now)
        if outcome is not Tried.OPENED:
            raise Refused(f"panel.trouble.{outcome.value}")
        if self.panel is not None:
            self.panel = dataclasses.replace(self.panel, page=Page.QUEUE)
        return Consequence()

    def _carry_out(self, order: Order, at: Moment) -> tuple[ArbiterActed, Consequence]:
        name, play, now = order.name, at.play, at.now
        extra: dict[str, Any] = {}
        found = Consequence()
        if name in _OF_CASES:
            self._of_case(order, play, now)
        elif name == "decide":
            extra, found = self._decide(order, play, now)
        elif name == "undo":
            self._undo_decision(order, play, now)
        elif name == "correct":
            found = self._correct(order, at)
        elif name == "undo-correction":
            self._undo_correction(play, now)
        elif name == "print":
            self._print(order, at)
        elif name == "leave":
            self.panel = None
            found = Consequence(leaves=True)
        elif name in TABLE_ORDERS:
            found = Consequence(table=name)
        else:
            raise Refused("panel.trouble.order")
        return self._record(order, at, extra), found

    def _record(self, order: Order, at: Moment, extra: dict[str, Any]) -> ArbiterActed:
        key = at.key
        more = extra.pop("more", {})
        held = document_of(order, self._setup.players) | more
        sealed = b""
        if held and key is not None and not key.is_destroyed:
            sealed = key.seal_bytes(msgspec.json.encode(held), SEALED_AS)
            self.sealed.append(held)
        return ArbiterActed(
            at=at.now,
            hand=at.hand,
            what=order.name,
            case=order.case,
            word=order.word,
            sealed=sealed,
            order={} if sealed else held,
            **extra,
        )

    def _of_case(self, order: Order, play: PlayStage | None, now: float) -> None:
        if order.name == "report":
            self._report(order.word, play, now)
            return
        case = self.demand(order.case)
        change: Mapping[str, Any]
        match order.name:
            case "hear" if order.word in HEARING:
                heard = tuple(one for one in case.heard if one != order.word)
                change = {"heard": heard if order.word in case.heard else (*heard, order.word)}
            case "confirm":
                change = {"confirmed": case.confirmed | {order.word}}
            case "confirm-all":
                names = self.noticed(case, play).facts
                change = {"confirmed": case.confirmed | {*names, *case.given}}
            case "state":
                change = {
                    "given": {**case.given, **order.values},
                    "confirmed": case.confirmed | set(order.values),
                }
            case "reveal":
                change = {"is_revealed": True}
            case "not-proven":
                change = {"status": Status.NOT_PROVEN}
            case "amend" if case.decision is not None:
                change = {"status": Status.OPEN}
            case _:
                raise Refused("panel.trouble.order")
        self.put(dataclasses.replace(case, **change))

    def _report(self, kind: str, play: PlayStage | None, now: float) -> None:
        if kind not in rows_by_kind():
            raise Refused("panel.trouble.order")
        turn = 0 if play is None else play.referee.hand.turns
        given: dict[str, object] = {}
        if play is not None and "act" in rows_by_kind()[kind].needs:
            hand = play.referee.hand
            moves = play.followed(turn).moves
            if not moves and turn:
                # Whoever reports a fault of play after a discard means the turn that has just ended.
                turn -= 1
                last = play.followed(turn)
                given = {"noticed": "discarded"}
                seat = last.before.seat if last.before is not None else hand.seat
            else:
                seat = hand.seat
            given["by"] = seat.value
        case = self.add(Case(number=0, kind=kind, at=now, turn=turn, given=given))
        if self.panel is not None:
            self.panel = dataclasses.replace(self.panel, case=case.number)

    def _decide(
        self, order: Order, play: PlayStage | None, now: float
    ) -> tuple[dict[str, Any], Consequence]:
        case = self.demand(order.case)
        if case.status is not Status.OPEN:
            raise Refused("panel.trouble.decided")
        seen, decision = self._judged(case, order, play, now)
        self._undo = _imposed(case, seen, play, now)
        self._account(decision.effects, 1)
        self._decisions = decision.record
        self.put(
            dataclasses.replace(case, status=Status.DECIDED, decisions=(*case.decisions, decision))
        )
        extra = {
            "outcome": decision.row,
            "in_code": decision.in_code,
            "before": self._by_name(decision.before),
            "after": self._by_name(decision.after),
            "more": {
                "text": list(decision.text),
                "carried": [one.document(self._setup.players) for one in decision.effects],
            },
        }
        return extra, Consequence(deals_again=match_effects(decision.effects).deals_again)

    def _judged(
        self, case: Case, order: Order, play: PlayStage | None, now: float
    ) -> tuple[Preview, Decision]:
        """Return what an order decides, with nothing done yet; raise Refused if the code does not bear it."""
        try:
            asked = self.question(case, play)[1]
            ruling = rule(asked)
            effects = self.effects_of(case, order, play)
            in_code = judged_effects(asked, effects)
            seen = self.preview(case, order, play)
        except NotInCodeError as error:
            raise Refused("panel.trouble.not_in_code") from error
        except REFUSALS as error:
            raise Refused("panel.trouble.facts", str(error)) from error
        if len(ruling.options) > 1 and order.option is None and not order.reason:
            raise Refused("panel.trouble.option")
        return seen, Decision(
            record=self._decisions + 1,
            at=now,
            row=ruling.row,
            option=order.option,
            effects=effects,
            in_code=in_code,
            reason=order.reason,
            before=seen.before,
            after=seen.after,
            text=lines_of(asked, effects),
            amends=case.decisions[-1].record if case.decisions else None,
        )

    def _undo_decision(self, order: Order, play: PlayStage | None, now: float) -> None:
        case = self.demand(order.case)
        last, decision = self._undo, case.decision
        if decision is None or last is None or last.case != case.number:
            raise Refused("panel.trouble.amend")
        if play is not None and last.state is not None:
            if len(play.referee.moves) != last.moves:
                # Somebody has played on: what was done under the ruling stands, it can be amended.
                raise Refused("panel.trouble.amend")
            play.impose(last.state, now)
        self._account(decision.effects, -1)
        self._undo = None
        self.put(dataclasses.replace(case, status=Status.OPEN, decisions=case.decisions[:-1]))

    def _account(self, effects: tuple[Effect, ...], sign: int) -> None:
        """Add what effects do to the match, or take it back."""
        found = match_effects(effects)
        for side in Side:
            self.penalties[side] += sign * found.points[side]
            self.victory_points[side] += sign * found.victory_points[side]
            self.warnings[side] += sign * found.warned.count(side)

    def _correct(self, order: Order, at: Moment) -> Consequence:
        name, values, play, hand = order.word, order.values, at.play, at.hand
        try:
            if name in OF_POSITION:
                if play is None:
                    raise Refused("panel.trouble.no_hand")
                before = play.referee.hand
                state = corrected(before, name, values)
                points(state)
                self._correction = Corrected(
                    state=before, moves=len(play.referee.moves), points=None, hand=hand
                )
                play.impose(state, at.now)
                return Consequence()
            stated_points = hand_points(name, values)
        except REFUSALS as error:
            raise Refused("panel.trouble.correction", str(error)) from error
        if name == "match-score":
            number = values.get("hand")
            return Consequence(corrects=(number if isinstance(number, int) else 0, stated_points))
        self._correction = Corrected(state=None, moves=0, points=self.stated, hand=hand)
        self.stated = stated_points
        return Consequence()

    def _undo_correction(self, play: PlayStage | None, now: float) -> None:
        last = self._correction
        if last is None:
            raise Refused("panel.trouble.nothing_to_undo")
        if last.state is None:
            self.stated = last.points
        elif play is not None and len(play.referee.moves) == last.moves:
            play.impose(last.state, now)
        else:
            raise Refused("panel.trouble.amend")
        self._correction = None

    def _print(self, order: Order, at: Moment) -> None:
        case = self.demand(order.case)
        if case.decision is None:
            raise Refused("panel.trouble.order")
        self.printed.append(Printed(case, self.noticed(case, at.play), at.hand))

    def _by_name(self, of_sides: Mapping[Side, int]) -> dict[str, int]:
        return {side_name(side, self._setup.players): points for side, points in of_sides.items()}


def _imposed(case: Case, seen: Preview, play: PlayStage | None, now: float) -> Undone:
    """Put the position of a decision into the play; return what it can be undone to."""
    if play is None:
        return Undone(case=case.number, state=None, moves=0, turns=0)
    state, moves = play.referee.hand, len(play.referee.moves)
    if seen.state is not None and seen.state != state:
        play.impose(seen.state, now)
    return Undone(case=case.number, state=state, moves=moves, turns=state.turns)
