"""People's hands: how they lay, discard, draw and tidy, by their habits.

Each method is a script: it yields the seconds until the next gesture. What is laid by the partner
goes on by itself while the player does the next thing.
"""

import random
from collections.abc import Generator, Sequence
from typing import Final

from tallone.mat.events import TagUid
from tallone.mat.zones import GROUP_TILES, Zone
from tallone.rules import Discard, ExtendMeld, MeldKind, OpenMeld, resolve
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side, side_of
from tallone.rules.melds.grades import BURRACO
from tallone.rules.melds.meld import Meld
from tallone.simulator.people.habits import Habits
from tallone.simulator.people.places import Mat, Places
from tallone.simulator.room.cards import Posture, SimCard
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Script = Generator[float, None, None]
_MICROS: Final = 1_000_000
_POZZETTI: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)
# Seconds: a second thought, a pile in the hand, a thing that lies about, between cards laid piecemeal.
_DOUBT_S: Final = (0.6, 2.5)
_LOOK_S: Final = (1.5, 8.0)
_LIES_S: Final = (4.0, 40.0)
_PAUSE_S: Final = (0.8, 3.0)
_TIDY_S: Final = (0.5, 4.0)
_THING_GRAMS: Final = (60.0, 450.0)
_PASS_UID: Final = b"\x10\x20\x30\x40\x50\x01\x04\xe0"


class Hands:
    """The hands of everybody in one hand of cards."""

    def __init__(self, room: Room, truth: HandTruth, habits: Habits, mat: Mat) -> None:
        self._room = room
        self._truth = truth
        self._habits = habits
        self._rng = random.Random(room.rng.random()) if habits else room.rng
        self.places = Places(mat, self._rng)
        # Until when somebody still lays cards down, in microseconds.
        self._busy_until = 0
        self._first_pozzetto: Zone | None = None

    def has(self, habit: str) -> bool:
        """Whether somebody does it this time."""
        rate = self._habits.get(habit, 0.0)
        return rate > 0 and self._rng.random() < rate

    def think(self, gesture: str) -> float:
        """Return how long somebody thinks before he draws or takes."""
        if self.has("quick-draw"):
            return self._rng.uniform(0.05, 0.3)
        return self._room.pace.of(gesture)

    def lay(self, move: OpenMeld | ExtendMeld) -> Script:
        """Lay the cards of a meld, or add them to it."""
        room = self._room
        side = side_of(move.seat, room.players)
        melds = self._truth.state.sides[side].melds
        if isinstance(move, OpenMeld):
            made = resolve(self._truth.profile, move.cards, move.pins)
            assert isinstance(made, Meld), move
            number = len(melds) + 1
            zone = self.places.for_new(
                side,
                made.kind,
                {zone: len(cards) for zone, cards in room.world.zones.items()},
                anywhere=self.has("any-lane"),
                shared=self.has("shared-lane"),
            )
            self.places.put(side, number, zone)
        else:
            number = move.meld
            zone = self.places.zone(side, number)
            if self.has("spread-again"):
                self._spread(side, number)
        yield room.pace.of("ponder")
        if self.has("second-thoughts"):
            yield from self._begin_elsewhere(move.seat, move.cards, side, zone)
        yield from self._put_down(move, zone)
        size = len(move.cards)
        if isinstance(move, ExtendMeld):
            size += melds[number - 1].size
        if size >= BURRACO:
            self._mark(side, number, move.cards)

    def discard(self, move: Discard) -> Script:
        """Put a card on the pile, once everything is laid."""
        room, world = self._room, self._room.world
        yield room.pace.of("ponder")
        yield from self.wait_for_partner()
        others = [card for card in self._truth.state.holding if card != move.card]
        if others and self.has("discard-taken-back"):
            card = world.out_of_hand(move.seat, self._rng.choice(others))
            world.place(card, Zone.DISCARD)
            yield self._rng.uniform(*_DOUBT_S)
            world.holdings[move.seat].append(world.lift(card, Zone.DISCARD))
            yield room.pace.of("discard")
        world.place(world.out_of_hand(move.seat, move.card), Zone.DISCARD)
        yield room.pace.of("discard")

    def before_turn(self) -> Script:
        """Do what people do between two turns: tidy, look, put things down."""
        if not self._habits:
            return
        if self.has("meld-moved"):
            self._move_a_meld()
        if self.has("pile-lifted"):
            yield from self._look_at_pile()
        if self.has("pile-squared"):
            self._square_pile()
        if self.has("thing-on-lane"):
            self._thing_on_lane()
        if self.has("thing-on-scale"):
            self._thing_on_scale()

    def pozzetto(self, seat: Seat) -> Zone:
        """Return the pozzetto that a player takes."""
        lying = [zone for zone in _POZZETTI if self._room.world.zones[zone]]
        if len(lying) == len(_POZZETTI) and self.has("nearer-pozzetto"):
            return lying[side_of(seat, self._room.players) is Side.EAST_WEST]
        return lying[0]

    def wait_for_partner(self) -> Script:
        """Wait until everybody has laid down what he was laying down."""
        left = self._busy_until - self._room.timeline.now
        if left > 0:
            yield left / _MICROS

    def _put_down(self, move: OpenMeld | ExtendMeld, zone: Zone) -> Script:
        world, pace = self._room.world, self._room.pace
        cards = [world.out_of_hand(move.seat, copy) for copy in move.cards]
        if len(cards) > 1 and self.has("fanned-together"):
            for card in self._rng.sample(cards, len(cards)):
                world.place(card, zone)
            yield pace.of("lay")
        elif self.has("both-lay"):
            at = 0.0
            for card in cards:
                at += pace.of("lay")
                self._later(at, card, zone)
            until = self._room.timeline.now + round((at + 0.1) * _MICROS)
            self._busy_until = max(self._busy_until, until)
            yield 0.3
        else:
            slow = isinstance(move, ExtendMeld) and self.has("piecemeal")
            for card in cards:
                world.place(card, zone)
                yield pace.of("lay")
                if slow:
                    yield self._rng.uniform(*_PAUSE_S)

    def _later(self, seconds: float, card: SimCard, zone: Zone) -> None:
        self._room.timeline.after(seconds, lambda: self._room.world.place(card, zone))

    def _begin_elsewhere(
        self, seat: Seat, cards: Sequence[CardCopy], side: Side, zone: Zone
    ) -> Script:
        """Lay some cards in another place, think again and take them back."""
        world = self._room.world
        wrong = self.places.elsewhere(side, zone) or zone
        begun = [world.out_of_hand(seat, copy) for copy in cards[: self._rng.randint(1, 2)]]
        for card in begun:
            world.place(card, wrong)
            yield self._room.pace.of("lay")
        yield self._rng.uniform(*_DOUBT_S)
        for card in begun:
            world.holdings[seat].append(world.lift(card, wrong))
        yield self._room.pace.of("lay")

    def _cards(self, side: Side, number: int) -> list[SimCard]:
        """The physical cards of a meld that lie on the cloth."""
        melds = self._truth.state.sides[side].melds
        if number > len(melds):
            return []
        zone = self.places.zone(side, number)
        copies = set(melds[number - 1].copies)
        return [card for card in self._room.world.zones[zone] if card.copy in copies]

    def _mark(self, side: Side, number: int, new: Sequence[CardCopy]) -> None:
        """Close a burraco up, or turn its last card across, once its cards lie there."""
        delay = self._rng.uniform(*_TIDY_S)
        if self.has("squared-burraco"):
            self._room.timeline.after(delay, lambda: self._close_up(side, number))
        elif self.has("turned-across"):
            last = new[-1]
            self._room.timeline.after(delay, lambda: self._turn(side, number, last))

    def _close_up(self, side: Side, number: int) -> None:
        self._posture(side, number, Posture.SQUARED)

    def _spread(self, side: Side, number: int) -> None:
        self._posture(side, number, Posture.FANNED)

    def _posture(self, side: Side, number: int, posture: Posture) -> None:
        cards = self._cards(side, number)
        for card in cards:
            card.posture = posture
        if cards:
            self._room.world.touch(self.places.zone(side, number))

    def _turn(self, side: Side, number: int, copy: CardCopy) -> None:
        for card in self._cards(side, number):
            if card.copy == copy:
                card.posture = Posture.ACROSS
                self._room.world.touch(self.places.zone(side, number))

    def _move_a_meld(self) -> None:
        side = self._rng.choice(list(Side))
        melds = self._truth.state.sides[side].melds
        if not melds or self._room.timeline.now < self._busy_until:
            return
        number = self._rng.randrange(len(melds)) + 1
        zone = self.places.zone(side, number)
        to = self.places.elsewhere(side, zone)
        if to is None:
            return
        cards = self._cards(side, number)
        for card in cards:
            self._room.world.lift(card, zone)
        self.places.put(side, number, to)
        for card in cards:
            self._room.world.place(card, to)

    def _look_at_pile(self) -> Script:
        world = self._room.world
        pile = world.lift_all(Zone.DISCARD)
        if not pile:
            return
        yield self._rng.uniform(*_LOOK_S)
        world.place_pile(pile, Zone.DISCARD)
        yield self._room.pace.of("take")

    def _square_pile(self) -> None:
        world = self._room.world
        pile = list(world.zones[Zone.DISCARD])
        for card in pile[:-1]:
            card.posture = Posture.SQUARED
        world.touch(Zone.DISCARD)
        self._room.timeline.after(self._rng.uniform(*_LIES_S), lambda: self._spread_pile(pile))

    def _spread_pile(self, pile: Sequence[SimCard]) -> None:
        for card in pile:
            if card.posture is Posture.SQUARED and card in self._room.world.zones[Zone.DISCARD]:
                card.posture = Posture.FANNED
        self._room.world.touch(Zone.DISCARD)

    def _thing_on_lane(self) -> None:
        world, timeline = self._room.world, self._room.timeline
        side = self._rng.choice(list(Side))
        numbers = range(1, len(self._truth.state.sides[side].melds) + 1)
        zones = [self.places.zone(side, number) for number in numbers] + self.places.free(side)
        zone = self._rng.choice(zones) if zones else GROUP_TILES[side is Side.EAST_WEST]
        seconds = self._rng.uniform(*_LIES_S)
        if self._rng.random() < 0.5:
            world.cover(zone, is_covered=True)
            timeline.after(seconds, lambda: world.cover(zone, is_covered=False))
            return
        ski_pass = SimCard(
            TagUid(_PASS_UID), self._truth.deal.stock[0], "", grams=6.0, enrolled=False
        )
        world.put_thing(ski_pass, zone)
        timeline.after(seconds, lambda: world.take_thing(ski_pass, zone))

    def _thing_on_scale(self) -> None:
        world = self._room.world
        zone = self._rng.choice((Zone.STOCK, Zone.DISCARD, *_POZZETTI))
        grams = self._rng.uniform(*_THING_GRAMS)
        world.burden(zone, grams)
        self._room.timeline.after(self._rng.uniform(*_LIES_S), lambda: world.burden(zone, -grams))


__all__ = ["Hands", "MeldKind"]
