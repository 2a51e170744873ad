"""A table at which things go wrong by hand, for the tests of what is then found."""

from tests.referee.physical import CALM, TILES, Table, watch

from tallone.mat import Zone
from tallone.referee import Asking, Referee
from tallone.rules import Deal, Seat, start
from tallone.rules.cards.cards import PACK, CardCopy


def cards(text):
    return tuple(CardCopy.parse(word) for word in text.split())


def fixed_deal(*, east, pozzetto="", stock=""):
    """A deal in which East, who begins, holds those cards; what is not said is dealt out in order."""
    hand, first, top = cards(east), cards(pozzetto), cards(stock)
    rest = [card for card in PACK[::-1] if card not in {*hand, *first, *top}]

    def fill(given, count):
        taken = list(given)
        while len(taken) < count:
            taken.append(rest.pop())
        return tuple(taken)

    east_hand = fill(hand, 11)
    one, two = fill(first, 11), fill((), 11)
    north, south, west = fill((), 11), fill((), 11), fill((), 11)
    return Deal(
        players=4,
        dealer=Seat.NORTH,
        hands=(north, east_hand, south, west),
        pozzetti=(one, two),
        stock=top + tuple(rest),
    )


class Evening(Table):
    """A table at which things go wrong; `kinds` is what the referee says of it."""

    def __init__(self, seed=7, profile="febur", deal=None):
        super().__init__(seed, profile, lateness=CALM, turn=False)
        if deal is not None:
            self.deal = deal
            self.state = start(self.profile, deal)
        self.mat.weigh(Zone.STOCK, -1)
        self.mat.discard(self.deal.stock[0])
        self.mat.t += 1.5

    def lay(self, side, kind, *copies):
        for copy in copies:
            self.mat.place(copy, TILES[side, kind])
            self.mat.wait("lay")

    def put(self, *copies):
        self.mat.wait("ponder")
        for copy in copies:
            self.mat.place(copy, Zone.DISCARD)
            self.mat.pile_tags.append(copy)
        self.mat.weigh(Zone.DISCARD, len(copies))
        self.mat.wait("discard")

    def draw(self, count=1):
        self.mat.wait("think")
        self.mat.weigh(Zone.STOCK, -count)
        self.mat.wait("draw")

    def watched(self, extra=20.0):
        self.referee = Referee(self.profile, self.deal, asking=Asking.AT_THE_END)
        self.outcomes = watch(self.referee, self.mat.events(), self.mat.t + extra)
        return self.referee

    def kinds(self):
        return [finding.kind for finding in self.watched().findings]


def holding(table, seat):
    return table.state.holdings[seat]


def dull(table, seat):
    """A card of the seat's that may be discarded and closes nothing."""
    return next(card for card in holding(table, seat) if not card.card.can_be_wild)
