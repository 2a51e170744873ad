"""Every legal move of the player on turn, each set of faces once."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tallone.rules.cards import Card, CardCopy
from tallone.rules.face_sets import extending_sets, opening_sets
from tallone.rules.hand import HandState, Phase
from tallone.rules.judge import judge
from tallone.rules.moves import Discard, DrawFromStock, ExtendMeld, Move, OpenMeld, TakeDiscardPile
from tallone.rules.verdicts import LEGAL


def legal_moves(state: HandState) -> list[Move]:
    """Return every legal draw, open, add and discard; empty when the hand is over."""
    if state.phase is Phase.OVER:
        return []
    if state.phase is Phase.TO_DRAW:
        draws: list[Move] = [DrawFromStock(state.seat), TakeDiscardPile(state.seat)]
        return [move for move in draws if judge(state, move) is LEGAL]
    return [*legal_opens(state), *legal_extensions(state), *legal_discards(state)]


def legal_opens(state: HandState) -> list[OpenMeld]:
    """Return every legal new meld."""
    held = _faces(state.holding)
    moves = (
        OpenMeld(state.seat, pick_copies(state.holding, faces)) for faces in opening_sets(held)
    )
    return [move for move in moves if judge(state, move) is LEGAL]


def legal_extensions(state: HandState) -> list[ExtendMeld]:
    """Return every legal addition to each of the side's melds."""
    held = _faces(state.holding)
    found = []
    for number, meld in enumerate(state.own.melds, start=1):
        if meld.frozen:
            continue
        for faces in extending_sets(state.profile, meld.shape, held):
            move = ExtendMeld(state.seat, number, pick_copies(state.holding, faces))
            if judge(state, move) is LEGAL:
                found.append(move)
    return found


def legal_discards(state: HandState) -> list[Discard]:
    """Return every legal discard, each face once."""
    first: dict[Card, CardCopy] = {}
    for copy in sorted(state.holding):
        first.setdefault(copy.card, copy)
    moves = (Discard(state.seat, copy) for _, copy in sorted(first.items()))
    return [move for move in moves if judge(state, move) is LEGAL]


def pick_copies(holding: Sequence[CardCopy], faces: Iterable[Card]) -> tuple[CardCopy, ...]:
    """Return copies of those faces from a holding, the lowest of equal ones first."""
    left = sorted(holding)
    picked = []
    for face in faces:
        copy = next(copy for copy in left if copy.card == face)
        left.remove(copy)
        picked.append(copy)
    return tuple(picked)


def _faces(holding: Sequence[CardCopy]) -> Counter[Card]:
    return Counter(copy.card for copy in holding)
