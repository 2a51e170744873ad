"""How people play who are going to err: they bring the occasion about, and keep to the rules until then.

Some faults need what seldom comes by itself: two last cards of a certain kind, a second group in the
hand. While such a fault is pending for the hand, all players lean that way; without one they play as the
bot does.
"""

import dataclasses
import random
from collections.abc import Callable, Iterable
from typing import Final

from tallone.bots import Bot
from tallone.findings import FindingKind
from tallone.rules import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    HandState,
    Illegal,
    Meld,
    MeldKind,
    Move,
    OpenMeld,
    Phase,
    Profile,
    TakeDiscardPile,
    extend,
    legal_moves,
    resolve,
)
from tallone.rules.cards.cards import Card, CardCopy
from tallone.rules.melds.grades import BURRACO

Lay = OpenMeld | ExtendMeld
# How gladly something is done, compared from the left; None: not at all.
Liking = tuple[int, ...] | None

# A pile is picked up for what it holds only so long; then the stock ends the hand.
_PATIENCE_TURNS: Final = 100
# A collector lays nothing more below this many cards.
_FEW_CARDS: Final = 5


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Leaning:
    """What somebody prefers who is going to err, among the moves that are legal."""

    # Whether he takes the pile if he may; None leaves it to the bot.
    takes: Callable[[HandState], bool | None]
    lays: Callable[[HandState, Lay], Liking]
    # The card kept least gladly is discarded.
    keeps: Callable[[HandState, CardCopy], tuple[int, ...]]


class LeaningBot:
    """Plays as the bot, but for what a leaning prefers.

    It adds to a meld at most once in a segment, as the bot does.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._segment: tuple[int, int] = (-1, 0)
        self._laid_on: set[int] = set()

    def choose(self, state: HandState, rng: random.Random, leaning: Leaning) -> Move:
        """Return a legal move for the seat on turn."""
        if state.phase is Phase.TO_DRAW:
            return self._draw(state, rng, leaning)
        moves = legal_moves(state)
        play = self._play(state, moves, leaning)
        if play is not None:
            return play
        discards = [move for move in moves if isinstance(move, Discard)]
        if not discards:
            return self._bot.choose(state, rng)
        return min(discards, key=lambda move: (leaning.keeps(state, move.card), move.card))

    def _draw(self, state: HandState, rng: random.Random, leaning: Leaning) -> Move:
        wants = leaning.takes(state)
        if wants is None:
            return self._bot.choose(state, rng)
        takes = [move for move in legal_moves(state) if isinstance(move, TakeDiscardPile)]
        return takes[0] if wants and takes else DrawFromStock(state.seat)

    def _play(self, state: HandState, moves: Iterable[Move], leaning: Leaning) -> Lay | None:
        segment = (state.turns, len(state.pozzetti))
        if segment != self._segment:
            self._segment, self._laid_on = segment, set()
        liked: list[tuple[tuple[int, ...], int, Lay]] = []
        for place, move in enumerate(moves):
            if (
                not isinstance(move, OpenMeld | ExtendMeld)
                or _number(state, move) in self._laid_on
            ):
                continue
            liking = leaning.lays(state, move)
            if liking is not None:
                liked.append((liking, -place, move))
        if not liked:
            return None
        move = max(liked)[2]
        self._laid_on.add(_number(state, move))
        return move


def why_impossible(fault: str, profile: Profile, players: int) -> str | None:
    """Return why a fault can never happen in hands of that profile, or None if it can."""
    if fault == FindingKind.IDENTICAL_GROUP and profile.identical_groups != "banned":
        return f"a side may have two groups of a rank in {profile.name}"
    rules = profile.wild_rules
    if fault == "wild-moved" and rules.free_wild_moves and rules.natural_two_becomes_wild:
        return f"a wild may move from one end of a run to the other in {profile.name}"
    if fault == "card-passed" and players == 2:
        return "two players have no partners"
    return None


def _number(state: HandState, move: Lay) -> int:
    return move.meld if isinstance(move, ExtendMeld) else len(state.own.melds) + 1


def _made(state: HandState, move: Lay) -> Meld:
    """The meld after a legal play."""
    if isinstance(move, OpenMeld):
        made = resolve(state.profile, move.cards)
    else:
        made = extend(state.profile, state.own.melds[move.meld - 1], move.cards)
    assert not isinstance(made, Illegal)
    return made


def _fit(state: HandState, cards: tuple[CardCopy, ...]) -> bool:
    """Whether a meld of the own side takes these cards together."""
    melds = state.own.melds
    return any(not isinstance(extend(state.profile, meld, cards), Illegal) for meld in melds)


def _wilds(cards: Iterable[CardCopy]) -> int:
    return sum(copy.card.can_be_wild for copy in cards)


def _equals(state: HandState, card: Card) -> int:
    """How many natural cards of the rank the player holds."""
    if card.can_be_wild:
        return 0
    return sum(copy.card.rank == card.rank for copy in state.holding)


def _neighbours(state: HandState, card: Card) -> int:
    """How many cards of the suit the player holds that could lie beside it or one further."""
    if card.can_be_wild:
        return 0
    return sum(
        copy.card.suit is card.suit and 0 < abs(copy.card.rank - card.rank) <= 2
        for copy in state.holding
        if not copy.card.can_be_wild
    )


# To the last two cards.


def _come_down(state: HandState, move: Lay) -> Liking:
    """As many cards as can be; a wild is kept unless it brings the pozzetto, and two cards after it."""
    left = len(state.holding) - len(move.cards)
    wilds = _wilds(move.cards)
    is_last_wild = wilds > 0 and _wilds(state.holding) == wilds
    if state.own.pozzetto_taken:
        if left < 2 or is_last_wild:
            return None
    elif is_last_wild and left > 1:
        return None
    return (-wilds, len(move.cards))


def _come_down_short(state: HandState, move: Lay) -> Liking:
    """The same, but no meld grows so long that the last wild would make it a burraco.

    Nor is a run opened beside one that would take it: nobody could tell the two from a long one.
    """
    if isinstance(move, OpenMeld) and _fit(state, move.cards):
        return None
    made = _made(state, move)
    longest = BURRACO - 2 if made.shape.wild < 0 else BURRACO - 1
    return _come_down(state, move) if made.size <= longest else None


def _draw_low(state: HandState) -> bool | None:
    """A player who waits with his last card does not take a pile."""
    return False if state.own.pozzetto_taken and len(state.holding) <= 2 else None


def _keep_last(state: HandState, card: CardCopy) -> tuple[int, ...]:
    """A wild, a card that fits a meld, one that goes with others."""
    return (
        card.card.can_be_wild,
        _fit(state, (card,)),
        _equals(state, card.card) + _neighbours(state, card.card),
        -card.card.points,
    )


# To a second group of a rank.


def _group_ranks(state: HandState) -> set[int]:
    return {meld.rank for meld in state.own.melds if meld.kind is MeldKind.GROUP}


def _takes_equals(state: HandState) -> bool:
    if state.turns > _PATIENCE_TURNS:
        return False
    ranks = _group_ranks(state)
    return any(
        copy.card.can_be_wild or copy.card.rank in ranks or _equals(state, copy.card)
        for copy in state.discard_pile
    )


def _open_group(state: HandState, move: Lay) -> Liking:
    """Groups of three and nothing else, rather without a wild."""
    if len(state.holding) - len(move.cards) < _FEW_CARDS or isinstance(move, ExtendMeld):
        return None
    if len(move.cards) != 3 or _made(state, move).kind is not MeldKind.GROUP:
        return None
    natural = next(copy.card for copy in move.cards if not copy.card.can_be_wild)
    return (-_wilds(move.cards), _equals(state, natural))


def _keep_equals(state: HandState, card: CardCopy) -> tuple[int, ...]:
    in_group = card.card.rank in _group_ranks(state)
    return (card.card.can_be_wild, in_group, _equals(state, card.card), -card.card.points)


# To a card for which a locked wild would have to move.


def _locked_out(profile: Profile, meld: Meld, card: CardCopy) -> bool:
    verdict = extend(profile, meld, (card,))
    return isinstance(verdict, Illegal) and verdict.code == "meld.wild_locked"


def _lock_wild(state: HandState, move: Lay) -> Liking:
    """Runs, three cards long, and a wild at their end; best where a held card is locked out."""
    made = _made(state, move)
    if made.kind is not MeldKind.RUN or len(state.holding) - len(move.cards) < _FEW_CARDS:
        return None
    if made.shape.wild < 0:
        return (0, 0) if isinstance(move, OpenMeld) and made.size == 3 else None
    if _wilds(move.cards) == 0 or made.shape.wild not in (0, made.size - 1):
        return None
    rest = [copy for copy in state.holding if copy not in move.cards]
    return (1, sum(_locked_out(state.profile, made, copy) for copy in rest), -made.size)


def _keep_locked_out(state: HandState, card: CardCopy) -> tuple[int, ...]:
    locked = any(_locked_out(state.profile, meld, card) for meld in state.own.melds)
    suit = sum(copy.card.suit is card.card.suit for copy in state.holding)
    return (locked, card.card.can_be_wild, suit, -card.card.points)


def _takes_locked_out(state: HandState) -> bool | None:
    """Wilds, and what would move one; else as the bot."""
    if state.turns > _PATIENCE_TURNS:
        return False
    wanted = any(
        copy.card.can_be_wild
        or any(_locked_out(state.profile, meld, copy) for meld in state.own.melds)
        for copy in state.discard_pile
    )
    return wanted or None


LEANINGS: Final = {
    FindingKind.CLOSE_NO_BURRACO: Leaning(
        takes=_draw_low, lays=_come_down_short, keeps=_keep_last
    ),
    FindingKind.CLOSE_WILD: Leaning(takes=_draw_low, lays=_come_down, keeps=_keep_last),
    FindingKind.CLOSE_NO_DISCARD: Leaning(takes=_draw_low, lays=_come_down, keeps=_keep_last),
    FindingKind.IDENTICAL_GROUP: Leaning(
        takes=_takes_equals, lays=_open_group, keeps=_keep_equals
    ),
    "wild-moved": Leaning(takes=_takes_locked_out, lays=_lock_wild, keeps=_keep_locked_out),
}
