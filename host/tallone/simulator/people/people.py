"""The people at the table, from loading the machine to collecting the cards.

They know the rules, their own cards and what the screen shows; they never know what the program
thinks. Each method is a script: it yields the seconds until its next gesture.
"""

from collections.abc import Generator, Iterable
from typing import Final

from tallone.bots import Bot
from tallone.dealing.layout import layout
from tallone.errors import SimulationError
from tallone.link.messages import Role
from tallone.mat.zones import MELD_ZONES, Zone
from tallone.press import Button, Press
from tallone.rules import Deal, Profile
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Side, next_seat, seats
from tallone.simulator.faults.faults import FaultPlan, Stage
from tallone.simulator.people.answers import answer
from tallone.simulator.people.habits import PLAIN, Habits
from tallone.simulator.people.hands import Hands
from tallone.simulator.people.manual_dealers import ByHand
from tallone.simulator.people.places import Mat
from tallone.simulator.people.players import Players
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Script = Generator[float, None, None]
# Seconds of simulated time after which people give up waiting for the screen.
_PATIENCE: Final = 400.0
# Seconds after the last discard in which the program must have seen that the hand is over.
_LOST_AFTER_S: Final = 60.0
# Seconds until people see that something was left on the mat.
_CLEAR_AFTER_S: Final = 12.0
# Where cards are collected at the end of a hand, in this order.
_COLLECTED: Final = (*MELD_ZONES, Zone.DISCARD, Zone.STOCK)
_POZZETTI: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)
_MICROS: Final = 1_000_000


class _LeaveError(Exception):
    """The people have seen what they came for."""


class People:
    """Two or four players; `run` starts them, `finished` says that the evening is over."""

    def __init__(
        self,
        room: Room,
        profile: Profile,
        bot: Bot,
        faults: FaultPlan,
        *,
        hands: int,
        until: str = "end",
        dealers: ByHand | None = None,
        habits: Habits = PLAIN,
        mat: Mat = "lanes",
    ) -> None:
        """Seat the people; `until` is when they go in the last hand, as in the options.

        With `dealers` there is no machine: they shuffle, and pass the cards over the mat.
        """
        self.finished = False
        self.hands: list[HandTruth] = []
        self.stops = 0
        self._room = room
        self._profile = profile
        self._bot = bot
        self._faults = faults
        self._wanted = hands
        self._dealers = dealers
        self._habits = habits
        self._mat = mat
        self._until = until
        self._loaded_at = 0
        # Hand -> when its cards were loaded, in microseconds.
        self.hand_began: dict[int, int] = {}

    def run(self) -> None:
        """Begin the evening."""
        self._go_on(self._evening())

    def _go_on(self, script: Script) -> None:
        try:
            pause = next(script)
        except (StopIteration, _LeaveError):
            self.finished = True
            return
        self._room.timeline.after(pause, lambda: self._go_on(script))

    def _evening(self) -> Script:
        cards = list(self._room.pack)
        for number in range(1, self._wanted + 1):
            yield from self._load(cards, number)
            yield from self._deal(number)
            if self._until != "end" and number == self._wanted:
                return
            yield from self._turn_first(number)
            yield from self._play(number)
            if not (yield from self._see_the_end()):
                return
            yield from self._answer_last_questions()
            yield from self._confirm()
            if number < self._wanted:
                cards = yield from self._collect(number)

    def _load(self, cards: list[SimCard], number: int) -> Script:
        room = self._room
        self.hand_began[number] = room.timeline.now
        if self._other_pack_wanted():
            room.change_packs()
        self._faults.at(Stage.PACK, number, room)
        on_mat = [card for pile in room.world.zones.values() for card in pile]
        lying = room.world.everything() if number > 1 else on_mat
        present = [card for card in cards if card in room.pack and card not in on_mat]
        added = [card for card in room.pack if card not in present and card not in lying]
        yield room.pace.of("load")
        room.world.load_hopper([*present, *added])
        self._loaded_at = room.timeline.now

    def _other_pack_wanted(self) -> bool:
        """Whether the screen asks for the pack that is not in use."""
        shown = self._room.screen.shown
        return shown.phase == "load" and shown.pack == self._room.spare[0].pack

    def _deal(self, number: int) -> Script:
        """From loaded cards to piles that are right, however often it has to be begun again."""
        room = self._room
        ready = ""
        while ready != "turn_first":
            if self._dealers is None:
                yield from self._shuffle(number)
                yield from self._carry()
            else:
                yield from self._wait("pass")
                if not (yield from self._dealers.deal()):
                    continue
            self._faults.at(Stage.READY, number, room)
            ready = yield from self._wait("turn_first", "cut", "pass")

    def _turn_first(self, number: int) -> Script:
        room = self._room
        self._begin_truth(number)
        yield room.pace.of("turn")
        for card in room.world.lift_top(Zone.STOCK):
            room.world.place(card, Zone.DISCARD)
        yield from self._wait("play")

    def _shuffle(self, number: int) -> Script:
        """Cut, and see the machine through the deal."""
        room = self._room
        while True:
            phase = yield from self._wait("cut", "deal", "ready")
            if phase == "ready":
                return
            if phase == "cut":
                yield room.pace.of("press")
                most = 10_000 if room.screen.shown.wants_number else 108
                room.screen.press(Press(Button.CUT, value=room.rng.randrange(most)))
            else:
                self._faults.at(Stage.DEAL, number, room)
                if Button.OK in room.screen.shown.buttons:
                    yield from self._help_machine()
            yield room.pace.of("look")

    def _help_machine(self) -> Script:
        """The machine has asked for a person: open it, free the card, close it, go on."""
        room = self._room
        room.world.open_lid(is_open=True)
        yield room.pace.of("repair")
        room.machines.fault(Role.CROUPIER, {"kind": "clear"})
        room.world.open_lid(is_open=False)
        yield from self._press_ok()

    def _carry(self) -> Script:
        """Take hands from their trays; put pozzetti and stock on their places."""
        room = self._room
        for seat in seats(room.players):
            room.world.holdings[seat] = room.world.take_tray(seat.value)
            yield room.pace.of("carry")
        for zone in (*_POZZETTI, Zone.STOCK):
            room.world.place_pile(room.world.take_tray(zone.value), zone)
            yield room.pace.of("carry")

    def _begin_truth(self, number: int) -> None:
        world = self._room.world
        order = seats(self._room.players)
        first = self._room.screen.shown.seat or order[1]
        _take_for_the_missing(
            [card for seat in order for card in world.holdings[seat]]
            + [card for zone in (*_POZZETTI, Zone.STOCK) for card in world.zones[zone]]
        )
        dealer = next(seat for seat in order if next_seat(seat, len(order)) is first)
        deal = Deal(
            players=len(order),
            dealer=dealer,
            hands=tuple(_copies(world.holdings[seat]) for seat in order),
            pozzetti=(
                _copies(world.zones[Zone.POZZETTO_1]),
                _copies(world.zones[Zone.POZZETTO_2]),
            ),
            stock=_copies(reversed(world.zones[Zone.STOCK])),
        )
        self.hands.append(HandTruth(number, self._profile, deal))
        self._faults.begin(number, self._room, self.hands[-1])

    def _play(self, number: int) -> Script:
        players = Players(
            self._room,
            self.hands[-1],
            self._bot,
            self._faults,
            Hands(self._room, self.hands[-1], self._habits, self._mat),
        )
        yield from players.play(number)

    def _see_the_end(self) -> Generator[float, None, bool]:
        """Wait for the count. False: the program has lost the hand, and the arbiter ends the evening."""
        until = self._room.timeline.now + round(_LOST_AFTER_S * _MICROS)
        while self._room.timeline.now < until:
            if self._room.screen.shown.phase in ("count", "match_end"):
                return True
            yield from self._answer_last_questions()
            yield from self._say_over()
        self._room.screen.press(Press(Button.ARBITER))
        return False

    def _say_over(self) -> Script:
        """Where the table asks people whether the hand is over, say so; twice, as it asks to."""
        screen, pace = self._room.screen, self._room.pace
        if screen.shown.phase == "play" and Button.OK in screen.shown.buttons:
            for _ in range(2):
                screen.press(Press(Button.OK))
                yield pace.of("press")

    def _answer_last_questions(self) -> Script:
        """Say what the count still needs to know."""
        screen, pace = self._room.screen, self._room.pace
        yield pace.of("look")
        while (asked := screen.shown.question) is not None:
            yield pace.of("notice")
            screen.press(answer(asked, self.hands[-1]))
            yield pace.of("look")

    def _confirm(self) -> Script:
        """Read the score, and confirm it side by side."""
        screen, pace = self._room.screen, self._room.pace
        for side in Side:
            yield pace.of("press")
            if Button.CONFIRM in screen.shown.buttons:
                screen.press(Press(Button.CONFIRM, side=side))
        yield pace.of("look")

    def _collect(self, number: int) -> Generator[float, None, list[SimCard]]:
        """Gather all cards as they lie, melds together, and give them back in that order."""
        room = self._room
        left_behind = self._faults.at(Stage.COLLECT, number, room).get("left")
        cards: list[SimCard] = []
        for zone in (*_COLLECTED, *_POZZETTI):
            if zone.value == left_behind:
                continue
            if room.world.zones[zone]:
                cards += room.world.lift_all(zone)
                yield room.pace.of("collect")
        for seat in seats(room.players):
            cards += room.world.holdings[seat]
            room.world.holdings[seat] = []
        yield room.pace.of("collect")
        return cards

    def _count_piles(self) -> Script:
        """The table is in doubt: count stock and pozzetti, and say whether they are as dealt."""
        room = self._room
        yield room.pace.of("count")
        wanted = layout(room.players).counts
        lying = {zone: len(room.world.zones[zone]) for zone in (*_POZZETTI, Zone.STOCK)}
        right = all(count == wanted[zone.value] for zone, count in lying.items())
        room.screen.press(Press(Button.OK if right else Button.AGAIN))
        yield room.pace.of("look")

    def _wait(self, *phases: str) -> Generator[float, None, str]:
        """Wait for one of these phases; do meanwhile what the screen asks for."""
        room = self._room
        since = room.timeline.now
        while True:
            phase = room.screen.shown.phase
            if phase in phases:
                return phase
            if phase == "stopped":
                if self._until == "stopped":
                    raise _LeaveError
                yield from self._put_right()
                since = room.timeline.now
            elif phase == "load" and self._clear_mat():
                yield room.pace.of("load")
                room.world.load_hopper(room.pack)
            elif Button.AGAIN in room.screen.shown.buttons:
                yield from self._count_piles()
            elif Button.OK in room.screen.shown.buttons:
                yield from self._press_ok()
            if room.timeline.now - since > _PATIENCE * _MICROS:
                raise SimulationError(
                    f"people have waited {_PATIENCE:.0f} s for {' or '.join(phases)}; the screen "
                    f"shows {room.screen.shown}"
                )
            yield room.pace.of("look")

    def _clear_mat(self) -> bool:
        """Gather what still lies on the mat, once the screen has had time to say so."""
        world = self._room.world
        lying = [zone for zone in (*_COLLECTED, *_POZZETTI) if world.zones[zone]]
        if not lying or self._room.timeline.now - self._loaded_at < _CLEAR_AFTER_S * _MICROS:
            return False
        for zone in lying:
            world.lift_all(zone)
        return True

    def _press_ok(self) -> Script:
        yield self._room.pace.of("press")
        if Button.OK in self._room.screen.shown.buttons:
            self._room.screen.press(Press(Button.OK))
        yield self._room.pace.of("look")

    def _put_right(self) -> Script:
        """The deal is broken off: find what is wrong with the pack and load it anew."""
        room = self._room
        self.stops += 1
        yield room.pace.of("repair")
        room.make_whole()
        for zone in (*_COLLECTED, *_POZZETTI):
            room.world.lift_all(zone)
        for seat in seats(room.players):
            room.world.holdings[seat] = []
        yield room.pace.of("load")
        room.world.load_hopper(room.pack)
        yield from self._press_ok()


def _take_for_the_missing(cards: list[SimCard]) -> None:
    """Treat a duplicate as the card it replaces: a rehearsal goes on with it."""
    missing = sorted(set(PACK) - {card.copy for card in cards})
    seen: set[CardCopy] = set()
    for card in cards:
        if card.copy in seen and missing:
            card.copy = missing.pop(0)
        seen.add(card.copy)


def _copies(cards: Iterable[SimCard]) -> tuple[CardCopy, ...]:
    return tuple(card.copy for card in cards)
