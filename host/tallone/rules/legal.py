"""Every legal move of the player on turn, each set of faces once."""

from typing import Final

from tallone.rules.cards import FACES, PACK
from tallone.rules.hand import HandState, Phase
from tallone.rules.held_sets import Held, additions, hold, openings
from tallone.rules.judge import judge, judge_rest
from tallone.rules.meld import extend_faces
from tallone.rules.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
    extending,
    opening,
)
from tallone.rules.profile import WildRules
from tallone.rules.seats import Seat
from tallone.rules.shapes import Shape, shapes
from tallone.rules.verdicts import LEGAL

_DRAWS: Final = {seat: DrawFromStock(seat) for seat in Seat}
_TAKES: Final = {seat: TakeDiscardPile(seat) for seat in Seat}
_DISCARDS: Final = {seat: [Discard(seat, copy) for copy in PACK] for seat in Seat}
# A play that leaves more cards than this can be followed by a discard that does not close.
_FEW: Final = 2
_EQUALS: Final = 4


def legal_moves(state: HandState) -> list[PlayerMove]:
    """Return every legal draw, open, add and discard; empty when the hand is over."""
    if state.phase is Phase.TO_PLAY:
        held = hold(state.holding)
        return [*_opens(state, held), *_extensions(state, held), *_discards(state, held)]
    if state.phase is Phase.OVER:
        return []
    draw, take = _DRAWS[state.seat], _TAKES[state.seat]
    takes = len(state.discard_pile) > 1 or judge(state, take) is LEGAL
    return [draw, take] if takes else [draw]


def legal_plays(state: HandState) -> tuple[list[OpenMeld], list[ExtendMeld]]:
    """Return every legal new meld and every legal addition of the player, who has drawn."""
    held = hold(state.holding)
    return _opens(state, held), _extensions(state, held)


def legal_discards(state: HandState) -> list[Discard]:
    """Return every legal discard of the player, who has drawn; each face once."""
    return _discards(state, hold(state.holding))


def _opens(state: HandState, held: Held) -> list[OpenMeld]:
    seat, melds, easy = state.seat, state.own.melds, _easy(state, held)
    banned: list[int] = []
    if melds and state.profile.identical_groups == "banned":
        banned = [meld.shape.low for meld in melds if meld.shape.suit < 0]
    found: list[OpenMeld] = []
    for copies in openings(held, banned):
        move = opening(seat, copies)
        if len(copies) <= easy or judge_rest(state, move, _opened(move)) is LEGAL:
            found.append(move)
    if state.profile.identical_runs == "banned":
        runs = [meld.shape for meld in melds if meld.shape.suit >= 0]
        return [move for move in found if _opened(move) not in runs]
    return found


def _extensions(state: HandState, held: Held) -> list[ExtendMeld]:
    seat, rules, easy = state.seat, state.profile.wild_rules, _easy(state, held)
    present, wild = held.present, bool(held.wilds)
    found: list[ExtendMeld] = []
    for number, meld in enumerate(state.own.melds, start=1):
        shape = meld.shape
        if (present & shape.near or (wild and shape.takes_wild)) and not meld.frozen:
            for copies in additions(rules, shape, held):
                move = extending(seat, number, copies)
                if len(copies) <= easy or _can_end(state, move, rules, shape):
                    found.append(move)
    return found


def _easy(state: HandState, held: Held) -> int:
    """Return how many cards a play may lay so that the turn can surely still end."""
    # Of five cards one is unlike the card of a one-card pile: no face has more copies than four.
    return len(held.copies) - 1 - (_FEW if state.just_taken is None else _EQUALS)


def _opened(move: OpenMeld) -> Shape:
    return shapes([FACES[copy] for copy in move.cards])[0]


def _can_end(state: HandState, move: ExtendMeld, rules: WildRules, before: Shape) -> bool:
    after = extend_faces(rules, before, [FACES[copy] for copy in move.cards])
    return isinstance(after, Shape) and judge_rest(state, move, after) is LEGAL


def _discards(state: HandState, held: Held) -> list[Discard]:
    discards, lowest = _DISCARDS[state.seat], held.lowest
    moves = [discards[copy] for copy in held.copies if lowest[FACES[copy]] is copy]
    if len(held.copies) == 1:
        return [move for move in moves if judge(state, move) is LEGAL]
    if state.just_taken is None:
        return moves
    taken = state.just_taken.card
    return [move for move in moves if FACES[move.card] != taken or judge(state, move) is LEGAL]
