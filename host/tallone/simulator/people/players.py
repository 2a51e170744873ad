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
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side, side_of
from tallone.simulator.faults.faults import FaultPlan, Stage
from tallone.simulator.faults.occasions import LeaningBot
from tallone.simulator.people.answers import answer
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Script = Generator[float, None, None]
# A hand of people who never close ends with the stock; more moves than this is a bot gone wrong.
_MAX_MOVES: Final = 2000
TILES: Final = {
    (Side.NORTH_SOUTH, "run"): Zone.MELD_NS_1,
    (Side.NORTH_SOUTH, "group"): Zone.MELD_NS_2,
    (Side.EAST_WEST, "run"): Zone.MELD_EW_1,
    (Side.EAST_WEST, "group"): Zone.MELD_EW_2,
}
_POZZETTO_ZONES: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)


class Players:
    """The seats of one hand."""

    def __init__(self, room: Room, truth: HandTruth, bot: Bot, faults: FaultPlan) -> None:
        self.room = room
        self.truth = truth
        self._bot = bot
        self._leaning_bot = LeaningBot(bot)
        self._faults = faults
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
            move = self._decide(number, state)
            yield from self._faults.instead(number, self, move) or self.make(move)
            after = self.truth.apply(move)
            yield from self._take_pozzetto(state, after, move)
        raise SimulationError(f"hand {number} has not ended after {_MAX_MOVES} moves")

    def must_draw_next(self, *, is_drawn: bool) -> None:
        """The next player draws; with `is_drawn` he has done so already."""
        self._has_drawn = is_drawn

    def tile_of(self, move: OpenMeld | ExtendMeld) -> Zone:
        """The tile a meld belongs on: the first of a side for runs, the second for groups."""
        side = side_of(move.seat, self.room.players)
        if isinstance(move, OpenMeld):
            meld = resolve(self.truth.profile, move.cards, move.pins)
            if isinstance(meld, Illegal):
                raise SimulationError(f"{move} is no meld")
        else:
            meld = self.truth.state.sides[side].melds[move.meld - 1]
        return TILES[side, meld.kind.value]

    def make(self, move: Move) -> Script:
        """Make a move by hand."""
        match move:
            case DrawFromStock() if self._has_drawn:
                self._has_drawn = False
                yield self.room.pace.of("draw")
            case DrawFromStock(seat=seat):
                yield from self._draw(seat)
            case TakeDiscardPile(seat=seat):
                yield self.room.pace.of("think")
                self.room.world.holdings[seat].extend(self.room.world.lift_all(Zone.DISCARD))
                yield self.room.pace.of("take")
            case OpenMeld(seat=seat, cards=cards):
                yield from self._lay(seat, cards, self.tile_of(move))
            case ExtendMeld(seat=seat, cards=cards):
                yield from self._lay(seat, cards, self.tile_of(move))
            case Discard(seat=seat, card=card):
                yield self.room.pace.of("ponder")
                self.room.world.place(self.room.world.out_of_hand(seat, card), Zone.DISCARD)
                yield self.room.pace.of("discard")

    def _decide(self, number: int, state: HandState) -> Move:
        if self._has_drawn and state.phase is Phase.TO_DRAW:
            return DrawFromStock(state.seat)
        leaning = self._faults.leaning(number)
        if leaning is not None:
            return self._leaning_bot.choose(state, self.room.rng, leaning)
        return self._bot.choose(state, self.room.rng)

    def _draw(self, seat: Seat) -> Script:
        yield self.room.pace.of("think")
        self.room.world.holdings[seat].extend(self.room.world.lift_top(Zone.STOCK))
        yield self.room.pace.of("draw")

    def _lay(self, seat: Seat, cards: tuple[CardCopy, ...], zone: Zone) -> Script:
        yield self.room.pace.of("ponder")
        for card in cards:
            self.room.world.place(self.room.world.out_of_hand(seat, card), zone)
            yield self.room.pace.of("lay")

    def _take_pozzetto(self, before: HandState, after: HandState, move: Move) -> Script:
        gone = len(before.pozzetti) - len(after.pozzetti)
        if gone <= 0:
            return
        yield self.room.pace.of("pozzetto")
        zone = next(zone for zone in _POZZETTO_ZONES if self.room.world.zones[zone])
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
