"""The arbiter's desk: cases, decisions and corrections of an evening; every order is one record and its effects.

House rules: an order is carried out whole or not at all, and written down before anybody sees what came of
it. The same orders from the journal lead to the same cases, positions and points.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tallone.app.arbiter import lock as locks
from tallone.app.arbiter.cases import HEARING, MOST_CASES, Case, Decision, Status
from tallone.app.arbiter.corrections import (
    OF_POSITION,
    CannotCorrectError,
    corrected,
    hand_points,
)
from tallone.app.arbiter.deciding import Preview, lines_of, match_effects, points, preview
from tallone.app.arbiter.lock import Lock, Tried
from tallone.app.arbiter.panel import Order, Panel, touched
from tallone.app.arbiter.states import Page, Touch
from tallone.app.evening.effects import Effects
from tallone.app.evening.play import PlayStage
from tallone.app.evening.setup import Setup
from tallone.dealing.promise.sealed import Purpose
from tallone.findings import Finding
from tallone.journal.records import ArbiterActed
from tallone.journal.storage.sealing import HandKey
from tallone.mat.events import Seconds
from tallone.referee.rulings.after import NotInCodeError, chosen_effects, judged_effects
from tallone.referee.rulings.answers import Asked, Ruling
from tallone.referee.rulings.facts import FactsError, History
from tallone.referee.rulings.noticing import KIND_OF, Noticed, asked_of, noticed, stated
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.referee.rulings.ruling import UnknownKindError, rule
from tallone.rules import IllegalMoveError
from tallone.rules.cards.cards import NoSuchCardError
from tallone.rules.cards.seats import Side, side_name
from tallone.rules.hand.hand import HandState
from tallone.rules.match.match import HandPoints
from tallone.rules.notation.words import ReadingStopped
from tallone.rules.rulings.deeds import NotThereError
from tallone.rules.rulings.effects import Effect, read_effect
from tallone.rules.rulings.lifting import CannotCarryOutError

# What a question or its effects can be refused with: a sentence for the arbiter, never the end of the program.
REFUSALS: Final = (
    FactsError, UnknownKindError, NotInCodeError, CannotCarryOutError, CannotCorrectError,
    NotThereError, NoSuchCardError, ReadingStopped, IllegalMoveError, ValueError,
)  # fmt: skip
_SEALED_AS: Final = "order"
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
TABLE_ORDERS: Final = ("time-out", "end-match", "confirm-score")


class Refused(Exception):  # noqa: N818 - a verdict on what a person asks for, not a program's error
    """An order cannot be carried out; `key` says why in the words of the texts."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(detail or key)
        self.key = key


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A correction that can be undone: the position before it, or the points."""

    state: HandState | None
    moves: int
    points: HandPoints | None
    hand: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A decision that can be undone: the position before it, and how far the hand was."""

    case: int
    state: HandState | None
    moves: int
    turns: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What an order means for the evening beyond the desk."""

    leaves: bool = False
    deals_again: bool = False
    table: str = ""  # an order of the table's
    corrects: tuple[int, HandPoints] | None = None  # the points of an earlier hand


@dataclasses.dataclass(frozen=True, slots=True)
class Printed:
    """A case whose minute is to be printed, as it stood then."""

    case: Case
    noticed: Noticed
    hand: int


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """When an order comes: the hand that is played, if one is, its number and its key."""

    play: PlayStage | None
    hand: int
    key: HandKey | None
    now: float


class Desk:
    """What lies before the arbiter at one table."""

    def __init__(self, setup: Setup, effects: Effects) -> None:
        self.cases: tuple[Case, ...] = ()
        self.panel: Panel | None = None
        self.lock = Lock()
        # Of the hand in progress: what rulings add to each side's points, and points stated by hand.
        self.penalties: dict[Side, int] = dict.fromkeys(Side, 0)
        self.stated: HandPoints | None = None
        # Of the match: what rulings change of the victory points, and warnings.
        self.victory_points: dict[Side, int] = dict.fromkeys(Side, 0)
        self.warnings: dict[Side, int] = dict.fromkeys(Side, 0)
        self.printed: list[Printed] = []
        # Numbers of this hand's sealed records, with what they hold.
        self.sealed: list[dict[str, Any]] = []
        self._setup = setup
        self._effects = effects
        self._decisions = 0
        self._undo: Undone | None = None
        self._correction: Corrected | None = None
        self._taken = 0  # findings of the play that are cases already

    # What he sees.

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

    # What comes in.

    def notice(self, play: PlayStage, now: float) -> None:
        """Take what the table has noticed since as cases."""
        fresh = play.noticed[self._taken :]
        self._taken = len(play.noticed)
        for one in fresh:
            finding: Finding = one.finding
            kind = KIND_OF.get(finding.kind)
            if kind is not None:
                self._add(Case(number=0, kind=kind, at=now, finding=finding, turn=finding.turn))

    def _add(self, case: Case) -> Case:
        if len(self.cases) >= MOST_CASES:
            # What is closed makes room; what is open stays.
            closed = [one for one in self.cases if one.status is not Status.OPEN]
            self.cases = tuple(one for one in self.cases if one not in closed[:1])
        number = max((one.number for one in self.cases), default=0) + 1
        case = dataclasses.replace(case, number=number)
        self.cases = (*self.cases, case)
        return case

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
        self._taken = 0
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
        held = _document(order, self._setup.players) | more
        sealed = b""
        if held and key is not None and not key.is_destroyed:
            sealed = key.seal_bytes(msgspec.json.encode(held), _SEALED_AS)
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
        case = self._demand(order.case)
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
        self._put(dataclasses.replace(case, **change))

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
        case = self._add(Case(number=0, kind=kind, at=now, turn=turn, given=given))
        if self.panel is not None:
            self.panel = dataclasses.replace(self.panel, case=case.number)

    def _decide(
        self, order: Order, play: PlayStage | None, now: float
    ) -> tuple[dict[str, Any], Consequence]:
        case = self._demand(order.case)
        if case.status is not Status.OPEN:
            raise Refused("panel.trouble.decided")
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
        if (
            ruling.options
            and order.option is None
            and not order.reason
            and len(ruling.options) > 1
        ):
            raise Refused("panel.trouble.option")
        state = None if play is None else play.referee.hand
        moves = 0 if play is None else len(play.referee.moves)
        turns = 0 if state is None else state.turns
        if play is not None and seen.state is not None and seen.state != state:
            play.impose(seen.state, now)
        self._undo = Undone(case=case.number, state=state, moves=moves, turns=turns)
        of_match = match_effects(effects)
        self._account(effects, 1)
        self._decisions += 1
        amended = case.decisions[-1].record if case.decisions else None
        text = lines_of(asked, effects)
        decision = Decision(
            record=self._decisions,
            at=now,
            row=ruling.row,
            option=order.option,
            effects=effects,
            in_code=in_code,
            reason=order.reason,
            before=seen.before,
            after=seen.after,
            text=text,
            amends=amended,
        )
        self._put(
            dataclasses.replace(case, status=Status.DECIDED, decisions=(*case.decisions, decision))
        )
        extra = {
            "outcome": ruling.row,
            "in_code": in_code,
            "before": self._by_name(seen.before),
            "after": self._by_name(seen.after),
            "more": {
                "text": list(text),
                "carried": [one.document(self._setup.players) for one in effects],
            },
        }
        return extra, Consequence(deals_again=of_match.deals_again)

    def _undo_decision(self, order: Order, play: PlayStage | None, now: float) -> None:
        case = self._demand(order.case)
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
        self._put(dataclasses.replace(case, status=Status.OPEN, decisions=case.decisions[:-1]))

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
        case = self._demand(order.case)
        if case.decision is None:
            raise Refused("panel.trouble.order")
        self.printed.append(Printed(case, self.noticed(case, at.play), at.hand))

    def _demand(self, number: int) -> Case:
        case = self.case(number)
        if case is None:
            raise Refused("panel.trouble.order")
        return case

    def _put(self, case: Case) -> None:
        self.cases = tuple(case if one.number == case.number else one for one in self.cases)

    def _by_name(self, of_sides: Mapping[Side, int]) -> dict[str, int]:
        return {side_name(side, self._setup.players): points for side, points in of_sides.items()}


def order_of(record: ArbiterActed, key: HandKey | None, players: int) -> Order:
    """Return what a record says was ordered; raise Refused if it is sealed and its key is gone."""
    held: dict[str, Any] = dict(record.order)
    if record.sealed:
        if key is None:
            raise Refused("panel.trouble.key")
        sealed = key.open(record.sealed, _SEALED_AS)
        held = sealed.open_for(Purpose.RECOVERY, msgspec.json.decode)
    return Order(
        name=record.what,
        case=record.case,
        word=record.word,
        values=held.get("values", {}),
        option=held.get("option"),
        effects=tuple(read_effect(one, players) for one in held.get("effects", ())),
        reason=str(held.get("reason", "")),
    )


def _document(order: Order, players: int) -> dict[str, Any]:
    held: dict[str, Any] = {
        "values": dict(order.values),
        "option": order.option,
        "effects": [effect.document(players) for effect in order.effects],
        "reason": order.reason,
    }
    return {name: value for name, value in held.items() if value not in ({}, None, [], "")}


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
