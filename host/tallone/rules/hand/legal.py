"""Every legal move of the player on turn, each set of faces once."""

from typing import Final

from tallone.rules.cards.cards import FACES, PACK
from tallone.rules.cards.masks import copies_in
from tallone.rules.cards.seats import Seat
from tallone.rules.cards.verdicts import LEGAL
from tallone.rules.hand import bars
from tallone.rules.hand.hand import NOT_TAKEN, OVER, TO_PLAY, HandState
from tallone.rules.hand.judge import judge_held, judge_pile, judge_rest
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.melds.held_sets import (
    Held,
    additions_of,
    group_ranks,
    hold,
    opening_groups,
    opening_runs,
    repeated,
)
from tallone.rules.melds.meld import Meld, extend_faces
from tallone.rules.melds.shapes import Shape, shapes

Melds = tuple[Meld, ...]
_DRAWS: Final = {seat: DrawFromStock(seat) for seat in Seat}
_TAKES: Final = {seat: TakeDiscardPile(seat) for seat in Seat}
# list.__getitem__ is a C function, which map() calls quickly (see `masks`).
_DISCARDS: Final = {seat: [Discard(seat, copy) for copy in PACK].__getitem__ for seat in Seat}
_EQUALS: Final = 4


def legal_moves(state: HandState) -> list[PlayerMove]:
    """Return every legal draw, open, add and discard; empty when the hand is over."""
    moves = _moves(state)
    return moves if state.imposed is None else _left_by_rulings(state, moves)


def _left_by_rulings(state: HandState, moves: list[PlayerMove]) -> list[PlayerMove]:
    """Return those of the moves that rulings leave to the player."""
    edge = bars.edge_discard(state)
    if edge is not None:
        moves = [edge]
    return [move for move in moves if bars.review(state, move, LEGAL) is LEGAL]


def _moves(state: HandState) -> list[PlayerMove]:
    if state.phase is TO_PLAY:
        held, melds, easy = _turn(state)
        return [
            *_opens(state, held, melds, easy),
            *_extensions(state, held, melds, easy),
            *_discards(state, held),
        ]
    if state.phase is OVER:
        return []
    draw, take = _DRAWS[state.seat], _TAKES[state.seat]
    takes = state.discard_pile and judge_pile(state) is LEGAL
    return [draw, take] if takes else [draw]


def legal_plays(state: HandState) -> tuple[list[OpenMeld], list[ExtendMeld]]:
    """Return every legal new meld and every legal addition of the player, who has drawn."""
    held, melds, easy = _turn(state)
    return _opens(state, held, melds, easy), _extensions(state, held, melds, easy)


def legal_discards(state: HandState) -> list[Discard]:
    """Return every legal discard of the player, who has drawn; each face once."""
    return _discards(state, hold(state.holding))


def _turn(state: HandState) -> tuple[Held, Melds, int]:
    """Return what is held, the side's melds, and how many cards are easy to lay: the turn can then end."""
    place = state.place
    holding, own = state.holding_list[place], state.side_list[place % 2]
    if state.just_taken is not None:
        # Of five cards one is unlike the card of a one-card pile: no face has more copies than four.
        easy = len(holding) - _EQUALS - 1
    elif state.pozzetti and own.pozzetto is NOT_TAKEN:
        # The last card, laid or discarded, brings the pozzetto.
        easy = len(holding)
    else:
        # A player who keeps two cards does not close by discarding one.
        easy = len(holding) - 2
    return hold(holding), own.melds, easy


def _opens(state: HandState, held: Held, melds: Melds, easy: int) -> list[OpenMeld]:
    seat, profile = state.seat, state.profile
    sets = opening_runs(held)
    ranks = group_ranks(held)
    if ranks:
        banned: list[int] = []
        if profile.identical_groups == "banned":
            banned = [meld.shape.low for meld in melds if meld.shape.suit < 0]
        sets += opening_groups(held, ranks, banned)
    if not sets:
        return []
    found = [OpenMeld(seat, copies) for copies in sets]
    if max(map(len, sets)) > easy:
        found = [
            move
            for move in found
            if len(move.cards) <= easy or judge_rest(state, move, _opened(move)) is LEGAL
        ]
    if profile.identical_runs == "banned":
        runs = [meld.shape for meld in melds if meld.shape.suit >= 0]
        return [move for move in found if _opened(move) not in runs]
    return found


def _extensions(state: HandState, held: Held, melds: Melds, easy: int) -> list[ExtendMeld]:
    seat, rules = state.seat, state.profile.wild_rules
    _, mask, present, wilds = held
    found: list[ExtendMeld] = []
    for number, meld in enumerate(melds, start=1):
        shape = meld.shape
        if (present & shape.near or (wilds and shape.takes_wild)) and not meld.frozen:
            fitting = wilds if shape.takes_wild else ()
            for copies in additions_of(rules, shape, mask & shape.mates, fitting):
                move = ExtendMeld(seat, number, copies)
                if len(copies) <= easy or _can_end(state, move, shape):
                    found.append(move)
    return found


def _opened(move: OpenMeld) -> Shape:
    return shapes([FACES[copy] for copy in move.cards])[0]


def _can_end(state: HandState, move: ExtendMeld, before: Shape) -> bool:
    after = extend_faces(state.profile, before, [FACES[copy] for copy in move.cards])
    return isinstance(after, Shape) and judge_rest(state, move, after) is LEGAL


def _discards(state: HandState, held: Held) -> list[Discard]:
    moves = list(map(_DISCARDS[state.seat], held.copies))
    if again := repeated(held):
        for number in reversed(copies_in(again)):
            del moves[held.copies.index(PACK[number])]
    if len(moves) == 1:
        return [move for move in moves if judge_held(state, move.card) is LEGAL]
    if state.just_taken is None:
        return moves
    taken = state.just_taken.card
    return [
        move
        for move in moves
        if FACES[move.card] is not taken or judge_held(state, move.card) is LEGAL
    ]
