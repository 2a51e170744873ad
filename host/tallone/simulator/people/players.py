"""Players at play: a bot decides, hands move cards, one gesture after the other."""

from collections.abc import Generator
from typing import Final

from tallone.bots import Bot
from tallone.errors import SimulationError
from tallone.mat.zones import Zone
from tallone.rules import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    HandState,
    Illegal,
    Move,
    OpenMeld,
    Phase,
    TakeDiscardPile,
    resolve,
)
from tallone.rules.cards.seats import Seat, side_of
from tallone.simulator.faults.faults import FaultPlan, Stage
from tallone.simulator.faults.occasions import LeaningBot
from tallone.simulator.people.answers import answer
from tallone.simulator.people.habits import PLAIN
from tallone.simulator.people.hands import Hands
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Script = Generator[float, None, None]
# A hand of people who never close ends with the stock; more moves than this is a bot gone wrong.
_MAX_MOVES: Final = 2000
_POZZETTO_ZONES: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)


class Players:
    """The seats of one hand."""

    def __init__(
        self,
        room: Room,
        truth: HandTruth,
        bot: Bot,
        faults: FaultPlan,
        hands: Hands | None = None,
    ) -> None:
        """Seat them; without `hands` they have no habits, and lanes lie before them."""
        self.room = room
        self.truth = truth
        self._bot = bot
        self._leaning_bot = LeaningBot(bot)
        self._faults = faults
        self._hands = hands or Hands(room, truth, PLAIN, "lanes")
        self._turn_begun = 0
        self._has_drawn = False

    def play(self, number: int) -> Script:
        """Play until the hand is over."""
        for _ in range(_MAX_MOVES):
            state = self.truth.state
            if state.phase is Phase.OVER:
                return
            yield from self._answer_questions()
            if self._turn_begun != self.truth.turn:
                self._turn_begun = self.truth.turn
                self._faults.at(Stage.PLAY, number, self.room, turn=self.truth.turn)
                yield from self._hands.before_turn()
            move = self._decide(number, state)
            yield from self._faults.instead(number, self, move) or self.make(move)
            zone = self._choose_pozzetto(state, move)
            self.truth.apply(move)
            yield from self._take_pozzetto(state, move, zone)
        raise SimulationError(f"hand {number} has not ended after {_MAX_MOVES} moves")

    def must_draw_next(self, *, is_drawn: bool) -> None:
        """The next player draws; with `is_drawn` he has done so already."""
        self._has_drawn = is_drawn

    def tile_of(self, move: OpenMeld | ExtendMeld) -> Zone:
        """The lane or tile that a meld is laid on; a new one on a free one."""
        side = side_of(move.seat, self.room.players)
        if isinstance(move, OpenMeld):
            meld = resolve(self.truth.profile, move.cards, move.pins)
            if isinstance(meld, Illegal):
                raise SimulationError(f"{move} is no meld")
        else:
            number = move.meld
            return self._hands.places.zone(side, number)
        return self._hands.places.for_new(side, meld.kind, {}, anywhere=False, shared=False)

    def make(self, move: Move) -> Script:
        """Make a move by hand."""
        match move:
            case DrawFromStock() if self._has_drawn:
                self._has_drawn = False
                yield self.room.pace.of("draw")
            case DrawFromStock(seat=seat):
                yield from self._draw(seat)
            case TakeDiscardPile(seat=seat):
                yield self._hands.think("think")
                self.room.world.holdings[seat].extend(self.room.world.lift_all(Zone.DISCARD))
                yield self.room.pace.of("take")
            case OpenMeld() | ExtendMeld():
                yield from self._hands.lay(move)
            case Discard():
                yield from self._hands.discard(move)

    def _decide(self, number: int, state: HandState) -> Move:
        if self._has_drawn and state.phase is Phase.TO_DRAW:
            return DrawFromStock(state.seat)
        leaning = self._faults.leaning(number)
        if leaning is not None:
            return self._leaning_bot.choose(state, self.room.rng, leaning)
        return self._bot.choose(state, self.room.rng)

    def _draw(self, seat: Seat) -> Script:
        yield self._hands.think("think")
        self.room.world.holdings[seat].extend(self.room.world.lift_top(Zone.STOCK))
        yield self.room.pace.of("draw")

    def _choose_pozzetto(self, state: HandState, move: Move) -> Zone | None:
        """Return the pozzetto that the move brings, if it does; the first taken is the first in truth."""
        after = self.truth.preview(move)
        if len(after.pozzetti) == len(state.pozzetti):
            return None
        zone = self._hands.pozzetto(state.seat)
        if len(state.pozzetti) == len(_POZZETTO_ZONES) and zone is not _POZZETTO_ZONES[0]:
            self.truth.take_other_pozzetto()
        return zone

    def _take_pozzetto(self, before: HandState, move: Move, zone: Zone | None) -> Script:
        if zone is None:
            return
        yield from self._hands.wait_for_partner()
        yield self.room.pace.of("pozzetto")
        self.room.world.holdings[before.seat].extend(self.room.world.lift_all(zone))
        yield self.room.pace.of("pozzetto")
        if not isinstance(move, Discard):
            self.truth.pozzetto_taken()

    def _answer_questions(self) -> Script:
        """Answer what the screen asks, truthfully, before play goes on."""
        screen = self.room.screen
        if screen.shown.question is None:
            return
        yield self.room.pace.of("notice")
        asked = screen.shown.question
        if asked is not None:
            screen.press(answer(asked, self.truth))
            yield self.room.pace.of("look")
