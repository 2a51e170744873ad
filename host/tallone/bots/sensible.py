"""Plays as a club player does: lays what fits, works towards burracos, goes for the pozzetto, keeps a
discard, closes when it may and does not feed the pile.

It adds to a meld at most once between a draw (or pozzetto) and the next pozzetto or discard, as people do
who lay their cards in one go.
"""

import random
from collections import Counter
from typing import Final

from tallone.rules.cards.cards import ACE, CARDS, KING, Card, CardCopy
from tallone.rules.cards.verdicts import LEGAL
from tallone.rules.hand.hand import HandState, Phase
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_discards, legal_plays
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.melds.grades import BURRACO
from tallone.rules.melds.meld import Meld, takes
from tallone.rules.melds.shapes import MeldKind

# A hand this long is being thrown back and forth; from then on only the stock is drawn from.
_PATIENCE_TURNS: Final = 140
# With so few cards a wild is better on the table than in the hand.
_FEW_CARDS: Final = 6


class SensibleBot:
    """A club player of no great depth; deterministic but for ties, which the random source breaks."""

    def __init__(self) -> None:
        self._segment: tuple[int, int] = (-1, 0)
        self._extended: set[int] = set()

    def choose(self, state: HandState, rng: random.Random) -> Move:
        """Return a legal move for the seat on turn."""
        if state.phase is Phase.TO_DRAW:
            return self._choose_draw(state)
        segment = (state.turns, len(state.pozzetti))
        if segment != self._segment:
            self._segment, self._extended = segment, set()
        move = self._choose_play(state)
        if isinstance(move, ExtendMeld):
            self._extended.add(move.meld)
        if isinstance(move, OpenMeld):
            # What has just been opened is whole: more of it would have been laid with it.
            self._extended.add(len(state.own.melds) + 1)
        return move or self._choose_discard(state, rng)

    def _choose_draw(self, state: HandState) -> Move:
        take = TakeDiscardPile(state.seat)
        if judge(state, take) is not LEGAL or state.turns > _PATIENCE_TURNS:
            return DrawFromStock(state.seat)
        pile = state.discard_pile
        held = Counter(copy.card for copy in state.holding)
        wanted = sum(_is_useful(state, copy.card, held) for copy in pile)
        if wanted and wanted * 3 >= len(pile):
            return take
        return DrawFromStock(state.seat)

    def _choose_play(self, state: HandState) -> Move | None:
        opens, extensions = legal_plays(state)
        extensions = [move for move in extensions if move.meld not in self._extended]
        plain_extensions = [move for move in extensions if not _uses_wild(move.cards)]
        if plain_extensions:
            return max(plain_extensions, key=lambda move: (len(move.cards), -move.meld))
        plain_opens = [move for move in opens if not _needs_wild(move.cards)]
        if plain_opens:
            return max(plain_opens, key=lambda move: (_points_kept(move.cards), move.cards))
        return self._choose_wild_play(state, extensions, opens)

    def _choose_wild_play(
        self, state: HandState, extensions: list[ExtendMeld], opens: list[OpenMeld]
    ) -> Move | None:
        """Return a play with a wild where it makes a burraco, empties the hand or opens a small one."""
        for move in sorted(extensions, key=lambda move: -len(move.cards)):
            meld = state.own.melds[move.meld - 1]
            after = meld.size + len(move.cards)
            if meld.size < BURRACO <= after or len(move.cards) >= len(state.holding) - 1:
                return move
        few = len(state.holding) <= _FEW_CARDS or state.turns > _PATIENCE_TURNS // 3
        thrifty = [move for move in opens if len(move.cards) <= len(state.holding)]
        if thrifty and (few or state.own.pozzetto_taken):
            return max(thrifty, key=lambda move: (len(move.cards), move.cards))
        if few and extensions:
            growing = [
                move for move in extensions if state.own.melds[move.meld - 1].size < BURRACO
            ]
            if growing:
                return max(
                    growing, key=lambda move: (state.own.melds[move.meld - 1].size, -move.meld)
                )
        return None

    def _choose_discard(self, state: HandState, rng: random.Random) -> Move:
        moves = legal_discards(state)
        if not moves:
            # Only cards like the one of the pile are left: they must be laid, and lead to the pozzetto.
            opens, extensions = legal_plays(state)
            lays: list[OpenMeld | ExtendMeld] = [*opens, *extensions]
            return max(lays, key=lambda move: len(move.cards))
        others = state.side_list[1 if state.own is state.side_list[0] else 0].melds
        faces = Counter(copy.card for copy in state.holding)
        costs = {move: (_cost(state, move, others, faces), rng.random()) for move in moves}
        return min(moves, key=lambda move: costs[move])


def _uses_wild(cards: tuple[CardCopy, ...]) -> bool:
    return any(copy.card.can_be_wild for copy in cards)


def _needs_wild(cards: tuple[CardCopy, ...]) -> bool:
    """Whether a set of cards holds a wild; an own-suit two in its place is none."""
    wilds = [copy.card for copy in cards if copy.card.can_be_wild]
    naturals = [copy.card for copy in cards if not copy.card.can_be_wild]
    if not wilds:
        return False
    suit = naturals[0].suit
    ranks = {card.rank for card in naturals}
    return not (
        len(wilds) == 1
        and wilds[0].suit is suit
        and 3 in ranks
        and len(ranks) == len(naturals) > 1
    )


def _points_kept(cards: tuple[CardCopy, ...]) -> tuple[int, int]:
    return len(cards), sum(copy.card.points for copy in cards)


def _is_useful(state: HandState, card: Card, held: Counter[Card]) -> bool:
    if card.is_joker or any(_fits(state, meld, card) for meld in state.own.melds):
        return True
    return _same_rank(held, card) >= 2 or _neighbours(held, card) >= 2


def _fits(state: HandState, meld: Meld, card: Card) -> bool:
    return not meld.frozen and takes(state.profile.wild_rules, meld.shape, card)


def _same_rank(held: Counter[Card], card: Card) -> int:
    return sum(held[CARDS[suit_start + card % 13]] for suit_start in range(0, 52, 13))


def _neighbours(held: Counter[Card], card: Card) -> int:
    """How many ranks within two of the card are held in its suit."""
    if card.is_joker:
        return 0
    suit_start = card // 13 * 13
    high = KING + 1 if card.rank == ACE else card.rank
    return sum(
        held[CARDS[suit_start + (rank - 1) % 13]] > 0
        for rank in range(high - 2, high + 3)
        if ACE <= rank <= KING + 1 and rank != high
    )


def _cost(
    state: HandState, move: Discard, others: tuple[Meld, ...], held: Counter[Card]
) -> tuple[int, int, int]:
    """What it costs to discard a card: a wild, a gift to the others, a card that belongs with mine."""
    card = move.card.card
    if card.can_be_wild:
        return (3, card.points, 0)
    gift = any(_fits(state, meld, card) for meld in others)
    own = (_same_rank(held, card) - 1) * 2 + _neighbours(held, card) * 2
    fits = any(meld.kind is MeldKind.RUN and _fits(state, meld, card) for meld in state.own.melds)
    return (2 * gift + fits, own, -card.points)
