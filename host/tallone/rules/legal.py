"""Every legal move of the player on turn, each set of faces once."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tallone.rules.cards import FACES, PACK, Card, CardCopy
from tallone.rules.face_sets import Faces, additions, openings
from tallone.rules.hand import HandState, Phase
from tallone.rules.judge import judge
from tallone.rules.meld import WildRules
from tallone.rules.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.seats import Seat
from tallone.rules.shapes import WEIGHTS
from tallone.rules.verdicts import LEGAL

_DRAWS: Final = {seat: DrawFromStock(seat) for seat in Seat}
_TAKES: Final = {seat: TakeDiscardPile(seat) for seat in Seat}
_weight: Final = tuple(WEIGHTS[copy.card] for copy in PACK).__getitem__
_DISCARDS: Final = {seat: tuple(Discard(seat, copy) for copy in PACK) for seat in Seat}
# A play that leaves more cards than this can be followed by a discard that does not close.
_FEW: Final = 2
_EQUALS: Final = 4


class _Held(NamedTuple):
    """A holding, ready for the search: its key, and the copies of each face, the lowest first."""

    key: int
    copies: dict[Card, list[CardCopy]]
    size: int
    has_equals: bool


def legal_moves(state: HandState) -> list[PlayerMove]:
    """Return every legal draw, open, add and discard; empty when the hand is over."""
    if state.phase is Phase.OVER:
        return []
    if state.phase is Phase.TO_DRAW:
        draw, take = _DRAWS[state.seat], _TAKES[state.seat]
        takes = len(state.discard_pile) > 1 or judge(state, take) is LEGAL
        return [draw, take] if takes else [draw]
    held = _held(state.holding)
    return [*_opens(state, held), *_extensions(state, held), *_discards(state, held)]


def legal_opens(state: HandState) -> list[OpenMeld]:
    """Return every legal new meld of the player, who has drawn."""
    return _opens(state, _held(state.holding))


def legal_extensions(state: HandState) -> list[ExtendMeld]:
    """Return every legal addition to each of the side's melds by the player, who has drawn."""
    return _extensions(state, _held(state.holding))


def legal_discards(state: HandState) -> list[Discard]:
    """Return every legal discard of the player, who has drawn; each face once."""
    return _discards(state, _held(state.holding))


def pick_copies(holding: Sequence[CardCopy], faces: Iterable[Card]) -> tuple[CardCopy, ...]:
    """Return copies of those faces from a holding, the lowest of equal ones first."""
    return _pick(_held(holding), tuple(faces))


def _held(holding: Sequence[CardCopy]) -> _Held:
    copies: dict[Card, list[CardCopy]] = {}
    for copy in sorted(holding):
        face = FACES[copy]
        if face in copies:
            copies[face].append(copy)
        else:
            copies[face] = [copy]
    size = len(holding)
    return _Held(sum(map(_weight, holding)), copies, size, len(copies) < size)


def _pick(held: _Held, faces: Faces) -> tuple[CardCopy, ...]:
    copies = held.copies
    if not held.has_equals:
        return tuple([copies[face][0] for face in faces])
    return tuple([copies[face][faces[:place].count(face)] for place, face in enumerate(faces)])


def _opens(state: HandState, held: _Held) -> list[OpenMeld]:
    profile, seat, melds = state.profile, state.seat, state.own.melds
    banned = profile.identical_groups == "banned"
    ranks = frozenset([meld.rank for meld in melds]) if banned else frozenset()
    # An equal run is looked for by `judge`.
    easy = _easy(state, held) if profile.identical_runs == "allowed" else 0
    found = []
    for faces in openings(held.key, ranks):
        move = OpenMeld(seat, _pick(held, faces))
        if len(faces) <= easy or judge(state, move) is LEGAL:
            found.append(move)
    return found


def _extensions(state: HandState, held: _Held) -> list[ExtendMeld]:
    easy, rules = _easy(state, held), WildRules.of(state.profile)
    found = []
    for number, meld in enumerate(state.own.melds, start=1):
        if meld.frozen:
            continue
        for faces in additions(rules, meld.shape, held.key):
            move = ExtendMeld(state.seat, number, _pick(held, faces))
            if len(faces) <= easy or judge(state, move) is LEGAL:
                found.append(move)
    return found


def _discards(state: HandState, held: _Held) -> list[Discard]:
    discards = _DISCARDS[state.seat]
    moves = [discards[copies[0]] for copies in held.copies.values()]
    if held.size == 1:
        return [move for move in moves if judge(state, move) is LEGAL]
    if state.just_taken is None:
        return moves
    taken = state.just_taken.card
    return [move for move in moves if FACES[move.card] != taken or judge(state, move) is LEGAL]


def _easy(state: HandState, held: _Held) -> int:
    """Return how many cards a play may lay so that the turn can surely still end."""
    # Of five cards one is unlike the card of a one-card pile: no face has more copies than four.
    barred = _FEW if state.just_taken is None else _EQUALS
    return held.size - barred - 1
