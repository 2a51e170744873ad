"""The physical world: where every card really is, and what antennas and scales get of it.

Nothing here knows the rules or the program under test. People move cards with these methods; what
the sensors then see goes to `Senses`: the boards' chip models or, at the events level, the
presence filter itself.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from tallone.errors import SimulationError
from tallone.mat.zones import MELD_ZONES, WEIGHED, Zone
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat
from tallone.simulator.room.cards import Posture, SimCard
from tallone.simulator.room.coupling import comb_mm, fan_readabilities, pile_readabilities

# Seconds a scale trembles after a card is put down or taken.
_TREMBLE: Final = (0.15, 0.35)
# Seconds an elbow rests on a scale, and the grams it weighs.
_ELBOW_S: Final = (0.5, 2.5)
_ELBOW_GRAMS: Final = (30.0, 400.0)
# Seconds a card can lie askew before somebody pushes it straight.
_ASKEW_S: Final = (1.0, 3.0)
_DRIFT_EVERY_S: Final = 20.0
_MICROS: Final = 1_000_000
# A tag that answers less often than this never does.
_LEAST_CHANCE: Final = 0.05
# Where cards lie face up, fanned, as people lay them.
TILES: Final = MELD_ZONES


class Senses(Protocol):
    """What the world does to the sensors."""

    def coil(self, zone: Zone, cards: Sequence[tuple[SimCard, float]], load: int) -> None:
        """These cards answer, each with its chance per round; `load` cards couple the coil."""

    def plate(self, zone: Zone, grams: float, *, trembling: bool) -> None:
        """A scale carries that weight."""

    def hopper(self, cards: Sequence[SimCard]) -> None:
        """The hopper holds these cards, the one fed first in front; the rack is empty."""

    def lid(self, *, is_open: bool) -> None:
        """The croupier's lid is open or closed."""


class Timeline(Protocol):
    """The conductor, as far as the world needs it."""

    now: int

    def at(self, when: int, action: Callable[[], None]) -> None:
        """Plan an action for that time, in microseconds."""

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Plan an action."""


class World:
    """Every card in its place: `zones` and `trays` bottom first, `hopper` as it is fed."""

    def __init__(
        self, timeline: Timeline, senses: Senses, rng: random.Random, rates: dict[str, float]
    ) -> None:
        self.zones: dict[Zone, list[SimCard]] = {zone: [] for zone in Zone}
        self.holdings: dict[Seat, list[SimCard]] = {seat: [] for seat in Seat}
        self.trays: dict[str, list[SimCard]] = {}
        self.hopper: list[SimCard] = []
        self.machine: list[SimCard] = []
        self.aside: list[SimCard] = []
        # Every card laid face up: when, which, where.
        self.laid: list[tuple[int, SimCard, Zone]] = []
        self._timeline = timeline
        self._senses = senses
        self._rng = rng
        self._rates = rates
        self._drift = dict.fromkeys(WEIGHED, 0.0)
        self._tremble_no = dict.fromkeys(WEIGHED, 0)
        self._elbows: dict[Zone, float] = {}
        # What lies about besides cards of the pack: grams on scales, keys over coils, passes on them.
        self._burdens = dict.fromkeys(WEIGHED, 0.0)
        self._covered: set[Zone] = set()
        self._things: dict[Zone, list[SimCard]] = {}

    def begin(self) -> None:
        """Let scales drift and elbows fall from now on."""
        if self._rates["scale_drift"]:
            self._timeline.after(_DRIFT_EVERY_S, self._let_drift)
        if self._rates["elbow"]:
            for zone in WEIGHED:
                self._plan_elbow(zone)

    def show_all(self) -> None:
        """Tell the sensors everything anew: a board has started."""
        for zone in Zone:
            if zone is not Zone.THROAT:
                self._coil(zone)
        for zone in WEIGHED:
            self._plate(zone, trembling=False)

    def place(self, card: SimCard, zone: Zone) -> None:
        """Put a card that is in somebody's hand onto a zone, on top."""
        card.posture = Posture.FANNED
        self.zones[zone].append(card)
        self.laid.append((self._timeline.now, card, zone))
        if self._rng.random() < self._rates["late"] and (zone in TILES or zone is Zone.DISCARD):
            delay = self._rng.uniform(*_ASKEW_S)
            card.askew_until = self._timeline.now + round(delay * _MICROS)
            self._timeline.after(delay, lambda: self._coil(zone))
        self._changed(zone)

    def place_pile(self, cards: Sequence[SimCard], zone: Zone, *, under: bool = False) -> None:
        """Put a pile down at once, on top or under what lies there."""
        pile = self.zones[zone]
        pile[:] = [*cards, *pile] if under else [*pile, *cards]
        self._changed(zone)

    def out_of_hand(self, seat: Seat, copy: CardCopy) -> SimCard:
        """Take a card out of a player's hand; raise SimulationError if it is not there."""
        holding = self.holdings[seat]
        for card in holding:
            if card.copy == copy:
                holding.remove(card)
                return card
        raise SimulationError(f"{seat.value} does not hold {copy}")

    def lift(self, card: SimCard, zone: Zone) -> SimCard:
        """Take a card from a zone into the hand."""
        try:
            self.zones[zone].remove(card)
        except ValueError as error:
            raise SimulationError(f"{card.name} does not lie at {zone.value}") from error
        self._changed(zone)
        return card

    def lift_top(self, zone: Zone, count: int = 1) -> list[SimCard]:
        """Take that many cards from the top, the topmost first; fewer if there are fewer."""
        pile = self.zones[zone]
        taken = [pile.pop() for _ in range(min(count, len(pile)))]
        if taken:
            self._changed(zone)
        return taken

    def lift_all(self, zone: Zone) -> list[SimCard]:
        """Take everything, bottom first."""
        taken, self.zones[zone] = self.zones[zone], []
        if taken:
            self._changed(zone)
        return taken

    def load_hopper(self, cards: Sequence[SimCard]) -> None:
        """Open the lid, empty the machine, put these cards into the hopper, close the lid."""
        self.hopper = list(cards)
        self.machine = []
        self.trays = {}
        self._senses.lid(is_open=True)
        self._senses.hopper(self.hopper)
        self._senses.lid(is_open=False)

    def take_hopper(self) -> list[SimCard]:
        """Take all cards out of the machine: they will be dealt by hand."""
        taken, self.hopper = self.hopper, []
        self._senses.hopper(())
        return taken

    def open_lid(self, *, is_open: bool) -> None:
        """Open or close the croupier's lid."""
        self._senses.lid(is_open=is_open)

    def deliver(self, tray: str, uids: Sequence[str]) -> None:
        """Cards have fallen into a tray of the croupier, the bottom one first."""
        by_uid = {card.uid_hex: card for card in (*self.machine, *self.hopper)}
        fallen: list[SimCard] = []
        for uid in uids:
            card = by_uid.get(uid)
            if card is None:
                raise SimulationError(
                    f"the croupier delivered the tag {uid}, which it did not have"
                )
            fallen.append(card)
        for card in fallen:
            (self.machine if card in self.machine else self.hopper).remove(card)
        self.trays.setdefault(tray, []).extend(fallen)

    def take_tray(self, tray: str) -> list[SimCard]:
        """Take a tray's cards, bottom first."""
        return self.trays.pop(tray, [])

    def everything(self) -> list[SimCard]:
        """Return every card there is, wherever it is."""
        piles = [*self.zones.values(), *self.holdings.values(), *self.trays.values()]
        return [card for pile in (*piles, self.hopper, self.machine, self.aside) for card in pile]

    def touch(self, zone: Zone) -> None:
        """Tell the sensors of a zone anew: a card there has changed, not moved."""
        self._coil(zone)

    def cover(self, zone: Zone, *, is_covered: bool) -> None:
        """Lay keys or a phone over a coil, or take them away: under them nothing answers."""
        (self._covered.add if is_covered else self._covered.discard)(zone)
        self._coil(zone)

    def put_thing(self, thing: SimCard, zone: Zone) -> None:
        """Lay something with a tag of its own on a zone."""
        self._things.setdefault(zone, []).append(thing)
        self._coil(zone)

    def take_thing(self, thing: SimCard, zone: Zone) -> None:
        """Take it away."""
        self._things[zone].remove(thing)
        self._coil(zone)

    def burden(self, zone: Zone, grams: float) -> None:
        """Put something of that weight on a scale, or with less than nothing take it away."""
        self._burdens[zone] += grams
        self._tremble(zone)

    def _changed(self, zone: Zone) -> None:
        self._coil(zone)
        if zone in WEIGHED:
            self._tremble(zone)

    def _coil(self, zone: Zone) -> None:
        pile = self.zones[zone]
        now = self._timeline.now
        answering = [
            (card, chance)
            for card, chance in zip(pile, self._chances(zone, len(pile)), strict=True)
            if chance >= _LEAST_CHANCE
            and card.answers
            and card.askew_until <= now
            and card.posture is Posture.FANNED
        ]
        if zone in self._covered:
            answering = []
        elif things := self._things.get(zone):
            answering += [(thing, 1 - self._rates["miss_fanned"]) for thing in things]
        self._senses.coil(zone, answering, len(pile))

    def _chances(self, zone: Zone, count: int) -> Sequence[float]:
        """Return how likely each tag of a pile of so many answers in a round, the bottom one first.

        Cards fanned at the comb's pitch couple little; of more than three that lie square on each other
        no chip gets what it needs, so that a face-down pile only loads the coil.
        """
        fanned = zone in TILES or zone is Zone.DISCARD
        miss = "miss_pile" if zone is Zone.DISCARD else "miss_fanned"
        heard = 1 - self._rates[miss]
        shares = fan_readabilities(count, comb_mm()) if fanned else pile_readabilities(count)
        return [heard * share for share in shares]

    def _tremble(self, zone: Zone) -> None:
        self._tremble_no[zone] += 1
        number = self._tremble_no[zone]
        self._plate(zone, trembling=True)
        self._timeline.after(self._rng.uniform(*_TREMBLE), lambda: self._rest(zone, number))

    def _rest(self, zone: Zone, number: int) -> None:
        """The scale is at rest, if nothing has touched it since."""
        if number == self._tremble_no[zone]:
            self._elbows.pop(zone, None)
            self._plate(zone, trembling=False)

    def _plate(self, zone: Zone, *, trembling: bool) -> None:
        grams = sum(card.grams for card in self.zones[zone]) + self._drift[zone]
        grams += self._burdens[zone]
        self._senses.plate(zone, grams + self._elbows.get(zone, 0.0), trembling=trembling)

    def _let_drift(self) -> None:
        step = self._rates["scale_drift"] * _DRIFT_EVERY_S / 60
        for zone in WEIGHED:
            self._drift[zone] += self._rng.uniform(-step, step)
            if zone not in self._elbows:
                self._plate(zone, trembling=False)
        self._timeline.after(_DRIFT_EVERY_S, self._let_drift)

    def _plan_elbow(self, zone: Zone) -> None:
        self._timeline.after(
            self._rng.expovariate(self._rates["elbow"] / 60), lambda: self._lean(zone)
        )

    def _lean(self, zone: Zone) -> None:
        self._elbows[zone] = self._rng.uniform(*_ELBOW_GRAMS)
        self._tremble_no[zone] += 1
        number = self._tremble_no[zone]
        self._plate(zone, trembling=True)
        self._timeline.after(self._rng.uniform(*_ELBOW_S), lambda: self._rest(zone, number))
        self._plan_elbow(zone)
