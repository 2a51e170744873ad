"""A table without chips: turns played hands into mat events as late and out of order as real ones."""

import bisect
import collections
import dataclasses
import random

from tallone.bots import SensibleBot
from tallone.mat import CardLifted, CardPlaced, PileChanged, Zone
from tallone.rules import (
    PACK,
    Deal,
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    Phase,
    Seat,
    Side,
    TakeDiscardPile,
    apply,
    load_profile,
    next_seat,
    score,
    seats,
    start,
)

PACE = {
    "think": (0.8, 2.6),
    "ponder": (0.6, 2.0),
    "draw": (0.4, 0.9),
    "take": (0.8, 1.6),
    "lay": (0.4, 0.8),
    "discard": (0.4, 0.9),
    "pozzetto": (0.8, 1.8),
}
POZZETTI = (Zone.POZZETTO_1, Zone.POZZETTO_2)
TILES = {
    (Side.NORTH_SOUTH, "run"): Zone.MELD_NS_1,
    (Side.NORTH_SOUTH, "group"): Zone.MELD_NS_2,
    (Side.EAST_WEST, "run"): Zone.MELD_EW_1,
    (Side.EAST_WEST, "group"): Zone.MELD_EW_2,
}


@dataclasses.dataclass
class Lateness:
    """How late witnesses are, in seconds, and how often they are much later."""

    tag: tuple[float, float] = (0.08, 0.45)
    scale: tuple[float, float] = (0.25, 0.75)
    late_tag: float = 0.01
    late_scale: float = 0.01
    flicker: float = 0.002


CALM = Lateness(late_tag=0, late_scale=0, flicker=0)
ROUGH = Lateness(late_tag=0.04, late_scale=0.04, flicker=0.01)


def dealt(rng, players=4, dealer=None):
    cards = list(PACK)
    rng.shuffle(cards)
    order = seats(players)
    hands = tuple(tuple(cards[i * 11 : i * 11 + 11]) for i in range(players))
    rest = cards[players * 11 :]
    return Deal(
        players=players,
        dealer=dealer or rng.choice(order),
        hands=hands,
        pozzetti=(tuple(rest[:11]), tuple(rest[11:22])),
        stock=tuple(rest[22:]),
    )


class Mat:
    """Collects what happens on the mat; `events` gives it as the sensors tell it."""

    def __init__(self, rng, lateness, stock, t=1.0):
        self.rng = rng
        self.lateness = lateness
        self.t = t
        self.raw = []
        self.piles = {
            Zone.STOCK: [(0.0, stock)],
            Zone.DISCARD: [(0.0, 0)],
            Zone.POZZETTO_1: [(0.0, 11)],
            Zone.POZZETTO_2: [(0.0, 11)],
        }
        self.reports = {zone: [] for zone in self.piles}
        self.pile_tags = []

    def wait(self, gesture):
        self.t += self.rng.uniform(*PACE[gesture])

    def weigh(self, zone, delta):
        changes = self.piles[zone]
        changes.append((self.t, changes[-1][1] + delta))
        delay = self.rng.uniform(*self.lateness.scale)
        if self.rng.random() < self.lateness.late_scale:
            delay += self.rng.uniform(0.5, 2.5)
        self.reports[zone].append(self.t + delay)

    def place(self, card, zone):
        delay = self.rng.uniform(*self.lateness.tag)
        if self.rng.random() < self.lateness.late_tag:
            delay += self.rng.uniform(1.0, 3.0)
        at = self.t + delay
        self.raw.append(CardPlaced(card=card, zone=zone, at=at))
        if self.rng.random() < self.lateness.flicker:
            gone = at + self.rng.uniform(0.5, 3.0)
            back = gone + self.rng.uniform(0.2, 0.6)
            self.raw.append(CardLifted(card=card, zone=zone, at=gone))
            self.raw.append(CardPlaced(card=card, zone=zone, at=back))

    def lift(self, card, zone, spread=(0.3, 0.8)):
        self.raw.append(CardLifted(card=card, zone=zone, at=self.t + self.rng.uniform(*spread)))

    def discard(self, card):
        self.place(card, Zone.DISCARD)
        self.weigh(Zone.DISCARD, 1)
        if self.pile_tags and self.rng.random() < 0.5:
            covered = self.pile_tags[-1]
            self.lift(covered, Zone.DISCARD, (0.4, 1.2))
        self.pile_tags.append(card)

    def take_pile(self):
        taken = set(self.pile_tags)
        # What is in somebody's hand no longer flickers.
        self.raw = [
            event
            for event in self.raw
            if not (event.zone is Zone.DISCARD and event.card in taken and event.at > self.t)
        ]
        self.weigh(Zone.DISCARD, -len(self.pile_tags))
        for card in self.pile_tags[-6:]:
            self.lift(card, Zone.DISCARD)
        self.pile_tags = []

    def events(self):
        """Everything in the order it is reported; a scale under an elbow tells the sum."""
        events = list(self.raw)
        for zone, reports in self.reports.items():
            changes = self.piles[zone]
            times = [at for at, _ in changes]
            last = changes[0][1]
            for at in sorted(reports):
                count = changes[bisect.bisect_right(times, at - 0.2) - 1][1]
                if count != last:
                    events.append(
                        PileChanged(
                            zone=zone, delta=count - last, count=count, certainty=0.999, at=at
                        )
                    )
                    last = count
        return sorted(events, key=lambda event: event.at)


@dataclasses.dataclass
class Played:
    profile: object
    deal: Deal
    state: object
    moves: list
    keys: list
    events: list
    end_at: float
    history: list


class Table:
    """People who play a hand on a mat, move by move."""

    def __init__(self, seed, profile="febur", players=4, lateness=None, *, turn=True):
        self.rng = random.Random(seed)
        self.profile = load_profile(profile)
        self.deal = dealt(self.rng, players)
        self.state = start(self.profile, self.deal)
        self.mat = Mat(self.rng, lateness or Lateness(), len(self.deal.stock))
        self.keys = []
        self.moves = []
        self.history = [(0.0, self.state)]
        self._segment = []
        if turn:
            self.mat.weigh(Zone.STOCK, -1)
            self.mat.discard(self.deal.stock[0])

    def make(self, move):
        """Make a legal move by hand."""
        before = self.state
        after = apply(before, move)
        match move:
            case DrawFromStock():
                self.mat.wait("think")
                self.mat.weigh(Zone.STOCK, -1)
                self.mat.wait("draw")
            case TakeDiscardPile():
                self.mat.wait("think")
                self.mat.take_pile()
                self.mat.wait("take")
            case OpenMeld() | ExtendMeld():
                self.mat.wait("ponder")
                number = len(before.own.melds) if isinstance(move, OpenMeld) else move.meld - 1
                meld = after.sides[before.side].melds[number]
                for card in move.cards:
                    self.mat.place(card, TILES[before.side, meld.kind.value])
                    self.mat.wait("lay")
            case Discard(card=card):
                self.mat.wait("ponder")
                self.mat.discard(card)
                self.mat.wait("discard")
        self._note(before, move)
        self.state = after
        at = self.mat.t - (PACE["discard"][1] if isinstance(move, Discard) else 0)
        self.history.append((at, after))
        self.moves.append(move)
        if len(after.pozzetti) < len(before.pozzetti):
            self.mat.wait("pozzetto")
            self.mat.weigh(POZZETTI[2 - len(before.pozzetti)], -11)
            self.mat.wait("pozzetto")
            self._end_segment()
        return after

    def play(self, bot=None, turns=400):
        """Play until the hand is over or that many turns are."""
        bot = bot or SensibleBot()
        while not self.state.is_over and self.state.turns < turns:
            self.make(bot.choose(self.state, self.rng))
        return self

    def turn(self, bot=None):
        """Play to the end of the turn."""
        bot = bot or SensibleBot()
        turns = self.state.turns
        while not self.state.is_over and self.state.turns == turns:
            self.make(bot.choose(self.state, self.rng))
        return self

    def played(self):
        self._end_segment()
        return Played(
            self.profile,
            self.deal,
            self.state,
            self.moves,
            self.keys,
            self.mat.events(),
            self.mat.t,
            self.history,
        )

    def _note(self, before, move):
        seat = before.seat.value
        match move:
            case OpenMeld(cards=cards):
                number = len(before.own.melds) + 1
                self._segment.append([number, True, list(cards), before.turns, seat])
            case ExtendMeld(meld=number, cards=cards):
                for play in self._segment:
                    if play[0] == number:
                        play[2] += cards
                        return
                self._segment.append([number, False, list(cards), before.turns, seat])
            case _:
                self._end_segment()
                self.keys.append(key(before.turns, move))

    def _end_segment(self):
        for number, new, cards, turns, seat in self._segment:
            kind = "open" if new else f"add {number}"
            self.keys.append((turns, seat, kind, faces(cards)))
        self._segment = []


def faces(cards):
    return tuple(sorted(str(card.card) for card in cards))


def key(turns, move):
    match move:
        case DrawFromStock(seat=seat):
            return (turns, seat.value, "draw", ())
        case TakeDiscardPile(seat=seat):
            return (turns, seat.value, "take", ())
        case Discard(seat=seat, card=card):
            return (turns, seat.value, "discard", faces([card]))
        case OpenMeld(seat=seat, cards=cards):
            return (turns, seat.value, "open", faces(cards))
        case ExtendMeld(seat=seat, meld=number, cards=cards):
            return (turns, seat.value, f"add {number}", faces(cards))
    return (turns, "", type(move).__name__, ())


def keys(moves):
    """What of the moves can be compared: turn, seat, kind, meld, faces."""
    turns = 0
    found = []
    for move in moves:
        found.append(key(turns, move))
        turns += isinstance(move, Discard)
    return found


def watch(referee, events, until, *, answer=None, step=0.25):
    """Let the referee see the events, with ticks between; return every outcome."""
    outcomes = []
    now = 0.0
    for event in [*events, None]:
        at = event.at if event is not None else until
        while now + step <= at:
            now += step
            outcomes += _answered(referee, referee.tick(now), now, answer)
        if event is not None:
            outcomes += _answered(referee, referee.observe(event), event.at, answer)
    return outcomes


def _answered(referee, outcomes, now, answer):
    if answer is None:
        return outcomes
    found = list(outcomes)
    for question in referee.questions:
        option = answer(question)
        found += referee.answer(question.id, option, now)
    return found


def truthful(played):
    """Answer as somebody who sees the cloth at that moment."""
    times = [at for at, _ in played.history]

    def answer(question):
        state = played.history[bisect.bisect_right(times, question.at) - 1][1]
        melds = [meld for own in state.side_list for meld in own.melds]
        if question.card is None:
            return _discard(played, question)
        mine = next((meld for meld in melds if question.card in meld.copies), None)
        if mine is None:
            return 0
        wanted = collections.Counter(copy.card for copy in mine.copies)
        likeness = []
        for option in question.options:
            said = collections.Counter(copy.card for copy in option.cards)
            likeness.append(2 * (wanted & said).total() - (said - wanted).total())
        return likeness.index(max(likeness))

    return answer


def _discard(played, question):
    """Name what the one who is asked discarded last, of the cards that are asked about."""
    mine = [
        str(move.card.card)
        for move in played.moves
        if isinstance(move, Discard) and move.seat is question.seat
    ]
    said = [option.text for option in question.options]
    last = next((face for face in reversed(mine) if face in said), said[0])
    return said.index(last)


def totals(state):
    return {side: one.total for side, one in score(state).items()}


__all__ = [
    "CALM",
    "ROUGH",
    "Lateness",
    "Mat",
    "Phase",
    "Played",
    "Seat",
    "Table",
    "dealt",
    "keys",
    "next_seat",
    "totals",
    "truthful",
    "watch",
]
