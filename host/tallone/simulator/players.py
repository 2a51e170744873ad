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
    Move,
    OpenMeld,
    Phase,
    TakeDiscardPile,
)
from tallone.rules.cards import CardCopy
from tallone.rules.seats import Seat, Side, side_of
from tallone.simulator.answers import answer
from tallone.simulator.cards import SimCard
from tallone.simulator.faults import FaultPlan, Stage
from tallone.simulator.room import Room
from tallone.simulator.truth import HandTruth

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
        self._room = room
        self._truth = truth
        self._bot = bot
        self._faults = faults
        self._turn_begun = 0

    def play(self, number: int) -> Script:
        """Play until the hand is over."""
        for _ in range(_MAX_MOVES):
            state = self._truth.state
            if state.phase is Phase.OVER:
                return
            yield from self._answer_questions()
            if self._turn_begun != self._truth.turn:
                self._turn_begun = self._truth.turn
                self._faults.at(Stage.PLAY, number, self._room, turn=self._truth.turn)
            move = self._bot.choose(state, self._room.rng)
            yield from self._make(move)
            after = self._truth.apply(move)
            yield from self._take_pozzetto(state, after, move)
        raise SimulationError(f"hand {number} has not ended after {_MAX_MOVES} moves")

    def _make(self, move: Move) -> Script:
        match move:
            case DrawFromStock(seat=seat):
                yield from self._draw(seat)
            case TakeDiscardPile(seat=seat):
                yield self._room.pace.of("think")
                self._holding(seat).extend(self._room.world.lift_all(Zone.DISCARD))
                yield self._room.pace.of("take")
            case OpenMeld(seat=seat, cards=cards):
                yield from self._lay(seat, cards, self._tile(move))
            case ExtendMeld(seat=seat, cards=cards):
                yield from self._lay(seat, cards, self._tile(move))
            case Discard(seat=seat, card=card):
                yield self._room.pace.of("ponder")
                self._room.world.place(self._out_of_hand(seat, card), Zone.DISCARD)
                yield self._room.pace.of("discard")

    def _draw(self, seat: Seat) -> Script:
        yield self._room.pace.of("think")
        self._holding(seat).extend(self._room.world.lift_top(Zone.STOCK))
        yield self._room.pace.of("draw")

    def _lay(self, seat: Seat, cards: tuple[CardCopy, ...], zone: Zone) -> Script:
        yield self._room.pace.of("ponder")
        for card in cards:
            self._room.world.place(self._out_of_hand(seat, card), zone)
            yield self._room.pace.of("lay")

    def _tile(self, move: OpenMeld | ExtendMeld) -> Zone:
        """The tile a meld belongs on: the first of a side for runs, the second for groups."""
        side = side_of(move.seat, self._room.players)
        melds = self._truth.preview(move).sides[side].melds
        meld = melds[-1] if isinstance(move, OpenMeld) else melds[move.meld - 1]
        return TILES[side, meld.kind.value]

    def _take_pozzetto(self, before: HandState, after: HandState, move: Move) -> Script:
        gone = len(before.pozzetti) - len(after.pozzetti)
        if gone <= 0:
            return
        yield self._room.pace.of("pozzetto")
        zone = next(zone for zone in _POZZETTO_ZONES if self._room.world.zones[zone])
        self._holding(before.seat).extend(self._room.world.lift_all(zone))
        yield self._room.pace.of("pozzetto")
        if not isinstance(move, Discard):
            self._truth.pozzetto_taken()

    def _answer_questions(self) -> Script:
        """Answer what the screen asks, truthfully, before play goes on."""
        screen = self._room.screen
        asked = screen.shown.get("question")
        if not isinstance(asked, dict):
            return
        yield self._room.pace.of("notice")
        asked = screen.shown.get("question")
        if isinstance(asked, dict):
            screen.press("answer", question=asked.get("id"), option=answer(asked, self._truth))
            yield self._room.pace.of("look")

    def _holding(self, seat: Seat) -> list[SimCard]:
        return self._room.world.holdings[seat]

    def _out_of_hand(self, seat: Seat, copy: CardCopy) -> SimCard:
        holding = self._holding(seat)
        for card in holding:
            if card.copy == copy:
                holding.remove(card)
                return card
        raise SimulationError(f"{seat.value} does not hold {copy}")
