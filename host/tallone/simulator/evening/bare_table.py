"""Hands played from their deal to their end on the mat alone: no machine, no screen, no journal.

People, world, the events level's mat, tracker and referee are those of a whole evening; what is left
out is what has no part in following. For statistics over thousands of hands.
"""

import dataclasses
import functools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tallone.bots import Bot, SensibleBot
from tallone.errors import SimulationError
from tallone.findings import Finding
from tallone.link.messages import Role
from tallone.link.reports import BoardReport
from tallone.mat.events import MatEvent, Seconds
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import Zone
from tallone.press import Button, Press
from tallone.referee import Asking, Outcome, Question, Referee
from tallone.rules import PACK, Deal, Profile, load_profile, score, seats
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Side, side_name
from tallone.shown import Shown, ShownQuestion
from tallone.simulator.clockwork.conductor import SECOND, Conductor
from tallone.simulator.evening.events_mat import EventMat
from tallone.simulator.faults.faults import FaultPlan, Request
from tallone.simulator.people.answers import true_option
from tallone.simulator.people.habits import Habits
from tallone.simulator.people.hands import Hands
from tallone.simulator.people.places import Mat
from tallone.simulator.people.players import Players, Script
from tallone.simulator.room.cards import CardPress, SimCard, enrol
from tallone.simulator.room.noise import rates
from tallone.simulator.room.pace import Pace
from tallone.simulator.room.room import Machines, Room
from tallone.simulator.room.truth import HandTruth
from tallone.simulator.room.world import World

_TICK_S: Final = 0.25
_LONGEST_S: Final = 7200
# After the last discard, until everything has settled.
_SETTLED_S: Final = 8.0
_MAX_QUESTIONS: Final = 64


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One hand: what people did, and what the referee made of it."""

    truth: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]
    is_over: bool
    findings: tuple[Finding, ...]
    injected: bool
    # Questions put in play, and when the hand was over.
    early: int
    late: int
    moves: int
    followed: int
    # The longest time the referee took for one event, and for the hand, in seconds.
    slowest: float
    spent: float
    events: int


class _Nobody:
    """No machine is at this table."""

    def __getattr__(self, name: str) -> object:
        raise SimulationError(f"there is no machine at this table ({name})")


class BareTable:
    """One hand on a mat."""

    def __init__(
        self,
        profile: Profile,
        seed: int,
        *,
        players: int = 4,
        habits: Habits,
        mat: Mat = "lanes",
        noise: float = 1.0,
        bot: Bot | None = None,
        faults: Sequence[Request] = (),
        asking: Asking = Asking.WHEN_SCORES_DIFFER,
    ) -> None:
        """Deal; the same seed gives the same hand."""
        self.conductor = Conductor()
        figures = rates(noise)
        press = CardPress(_stream(seed, "cards"))
        pack = press.pack("pack")
        by_copy = {card.copy: card for card in pack}
        self.deal = _dealt(_stream(seed, "deal"), players)
        self.tracker = MatTracker(enrol("pack", pack))
        self.mat = EventMat(self.conductor, self._report, _stream(seed, "sensors"), figures)
        self.world = World(self.conductor, _Senses(self.mat), _stream(seed, "world"), figures)
        people = _stream(seed, "people")
        self.room = Room(
            timeline=self.conductor,
            world=self.world,
            screen=self,
            machines=_machines(),
            press=press,
            pace=Pace(people),
            rng=people,
            players=players,
            pack=pack,
            spare=[],
        )
        self.truth = HandTruth(1, profile, self.deal)
        self.referee = Referee(profile, self.deal, asking=asking)
        self.faults = FaultPlan(faults)
        self.players = Players(
            self.room,
            self.truth,
            bot or SensibleBot(),
            self.faults,
            Hands(self.room, self.truth, habits, mat),
        )
        self.events: list[MatEvent] = []
        self.asked: list[Question] = []
        self.outcomes: list[Outcome] = []
        self.slowest = self.spent = 0.0
        self._early = 0
        self._is_played = False
        self._place(by_copy)

    @property
    def shown(self) -> Shown:
        """What the screen would ask."""
        questions = self.referee.questions
        return Shown(question=_shown(questions[0]) if questions else None)

    def press(self, pressed: Press) -> None:
        """Answer a question."""
        if pressed.button is Button.ANSWER and pressed.question is not None:
            option = pressed.option or 0
            self._heard(self.referee.answer(pressed.question, option, self._now))

    def play(self) -> Played:
        """Play the hand, let it settle, answer what is still asked."""
        self.world.begin()
        self._go_on(self._script())
        self.conductor.after(_TICK_S, self._tick)
        self.conductor.run(lambda: self._is_played or self.conductor.now > _LONGEST_S * SECOND)
        if not self._is_played:
            raise SimulationError("the hand has not ended")
        until = self.conductor.now + round(_SETTLED_S * SECOND)
        self.conductor.run(lambda: self.conductor.now > until)
        early = len(self.asked)
        before = self._totals()
        for _ in range(_MAX_QUESTIONS):
            if not self.referee.questions:
                break
            asked = self.referee.questions[0]
            option = true_option(_shown(asked), self.truth)
            self._heard(self.referee.answer(asked.id, option, self._now))
        self.truth.notation()
        return Played(
            truth=self.truth.scores(),
            before=before,
            after=self._totals(),
            is_over=self.referee.hand.is_over,
            findings=self.referee.findings,
            injected=not self.faults.pending,
            early=self._early,
            late=len(self.asked) - self._early if early or self.asked else 0,
            moves=len(self.truth.moves),
            followed=_agreeing(self.referee.moves, self.truth.moves),
            slowest=self.slowest,
            spent=self.spent,
            events=len(self.events),
        )

    @property
    def _now(self) -> Seconds:
        return Seconds(self.conductor.now / SECOND)

    def _script(self) -> Script:
        self.faults.begin(1, self.room, self.truth)
        yield 2.0
        for card in self.world.lift_top(Zone.STOCK):
            self.world.place(card, Zone.DISCARD)
        yield 2.0
        yield from self.players.play(1)
        self._early = len(self.asked)

    def _go_on(self, script: Script) -> None:
        try:
            pause = next(script)
        except StopIteration:
            self._is_played = True
            return
        self.conductor.after(pause, lambda: self._go_on(script))

    def _place(self, by_copy: Mapping[CardCopy, SimCard]) -> None:
        for seat, held in zip(seats(self.deal.players), self.deal.hands, strict=True):
            self.world.holdings[seat] = [by_copy[copy] for copy in held]
        counts = {Zone.STOCK: len(self.deal.stock), Zone.DISCARD: 0}
        for zone, cards in (
            (Zone.POZZETTO_1, self.deal.pozzetti[0]),
            (Zone.POZZETTO_2, self.deal.pozzetti[1]),
            (Zone.STOCK, self.deal.stock[::-1]),
        ):
            counts[zone] = len(cards)
            self.world.place_pile([by_copy[copy] for copy in cards], zone)
        for zone, count in counts.items():
            self.tracker.expect(zone, count)
        self.tracker.play(begins=True)

    def _report(self, role: Role, said: BoardReport) -> None:
        if role is Role.MAT:
            self._take(self.tracker.hear(said, self._now))

    def _tick(self) -> None:
        self._take(self.tracker.tick(self._now))
        self._heard(self._timed(lambda: self.referee.tick(self._now)))
        self.conductor.after(_TICK_S, self._tick)

    def _take(self, events: Sequence[MatEvent]) -> None:
        for event in events:
            self.events.append(event)
            self._heard(self._timed(functools.partial(self.referee.observe, event)))

    def _timed(self, act: Callable[[], list[Outcome]]) -> list[Outcome]:
        began = time.perf_counter()
        done = act()
        took = time.perf_counter() - began
        self.spent += took
        self.slowest = max(self.slowest, took)
        return done

    def _heard(self, outcomes: Sequence[Outcome]) -> None:
        self.outcomes += outcomes
        self.asked += [one for one in outcomes if isinstance(one, Question)]

    def _totals(self) -> dict[str, int]:
        counted = score(self.referee.hand)
        return {side_name(side, self.deal.players): counted[side].total for side in Side}


class _Senses:
    """The mat alone: there is no machine."""

    def __init__(self, mat: EventMat) -> None:
        self.coil = mat.coil
        self.plate = mat.plate

    def hopper(self, cards: Sequence[SimCard]) -> None:
        """There is no machine."""

    def lid(self, *, is_open: bool) -> None:
        """There is no machine."""


def _machines() -> Machines:
    nobody: object = _Nobody()
    return nobody  # type: ignore[return-value]


def _stream(seed: int, purpose: str) -> random.Random:
    return random.Random(f"{seed} {purpose}")


def _dealt(rng: random.Random, players: int) -> Deal:
    cards = rng.sample(PACK, len(PACK))
    order = seats(players)
    first = players * 11
    return Deal(
        players=players,
        dealer=rng.choice(order),
        hands=tuple(tuple(cards[at : at + 11]) for at in range(0, first, 11)),
        pozzetti=(tuple(cards[first : first + 11]), tuple(cards[first + 11 : first + 22])),
        stock=tuple(cards[first + 22 :]),
    )


def _shown(asked: Question) -> ShownQuestion:
    return ShownQuestion(
        id=asked.id,
        text_key=asked.text_key,
        seat=asked.seat,
        options=tuple(option.text for option in asked.options),
        card="" if asked.card is None else str(asked.card),
    )


def _key(move: object) -> object:
    cards = getattr(move, "cards", ())
    return (
        type(move).__name__,
        getattr(move, "seat", None),
        getattr(move, "meld", None),
        tuple(sorted(str(card.card) for card in cards)),
    )


def _agreeing(told: Sequence[object], true: Sequence[object]) -> int:
    left = [_key(move) for move in told]
    count = 0
    for move in true:
        key = _key(move)
        if key in left:
            left.remove(key)
            count += 1
    return count


__all__ = ["BareTable", "Played", "load_profile"]
