"""Every legal move of the player on turn, each set of faces once."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tallone.rules.cards import FACES, PACK, Card, CardCopy
from tallone.rules.face_sets import Faces, additions, openings
from tallone.rules.hand import HandState, Phase
from tallone.rules.judge import judge, judge_rest
from tallone.rules.meld import WildRules, extend_faces
from tallone.rules.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.seats import Seat
from tallone.rules.shapes import WEIGHTS, MeldKind, Shape, shapes
from tallone.rules.verdicts import LEGAL

_DRAWS: Final = {seat: DrawFromStock(seat) for seat in Seat}
_TAKES: Final = {seat: TakeDiscardPile(seat) for seat in Seat}
_weight: Final = tuple(WEIGHTS[copy.card] for copy in PACK).__getitem__
_DISCARDS: Final = {seat: tuple(Discard(seat, copy) for copy in PACK) for seat in Seat}
# A play that leaves more cards than this can be followed by a discard that does not close.
_FEW: Final = 2
_EQUALS: Final = 4


class _Held(NamedTuple):
    """A holding, ready for the search: its key, and of each face the lowest and the highest copy.

    Faces stand in the order of their lowest copies. No set to lay has a face three times.
    """

    key: int
    lowest: dict[Card, CardCopy]
    highest: dict[Card, CardCopy]
    size: int


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
    return _picked(_held(holding), [tuple(faces)])[0]


def _held(holding: Sequence[CardCopy]) -> _Held:
    copies = sorted(holding)
    lowest = highest = {FACES[copy]: copy for copy in copies}
    if len(highest) < len(copies):
        lowest = highest | {FACES[copy]: copy for copy in reversed(copies)}
    return _Held(sum(map(_weight, copies)), lowest, highest, len(copies))


def _picked(held: _Held, sets: Iterable[Faces]) -> list[tuple[CardCopy, ...]]:
    """Return copies for each set, the lowest of equal ones first."""
    lowest = held.lowest.__getitem__
    picked = [tuple(map(lowest, faces)) for faces in sets]
    if held.lowest is not held.highest:
        for place, copies in enumerate(picked):
            if len(set(copies)) < len(copies):
                picked[place] = _without_repeats(held, copies)
    return picked


def _without_repeats(held: _Held, copies: tuple[CardCopy, ...]) -> tuple[CardCopy, ...]:
    return tuple(
        [
            held.highest[FACES[copy]] if copy in copies[:place] else copy
            for place, copy in enumerate(copies)
        ]
    )


def _opens(state: HandState, held: _Held) -> list[OpenMeld]:
    profile, seat = state.profile, state.seat
    laid = [meld.shape for meld in state.own.melds]
    groups = [shape.low for shape in laid if shape.kind is MeldKind.GROUP]
    banned_runs = laid if profile.identical_runs == "banned" else []
    easy = _easy(state, held)
    found = []
    sets = openings(held.key, groups if profile.identical_groups == "banned" else ())
    for faces, copies in zip(sets, _picked(held, sets), strict=True):
        if banned_runs and shapes(faces)[0] in banned_runs:
            continue
        move = OpenMeld(seat, copies)
        if len(faces) <= easy or judge_rest(state, move, shapes(faces)[0]) is LEGAL:
            found.append(move)
    return found


def _extensions(state: HandState, held: _Held) -> list[ExtendMeld]:
    seat, easy, rules = state.seat, _easy(state, held), WildRules.of(state.profile)
    found = []
    for number, meld in enumerate(state.own.melds, start=1):
        if meld.frozen:
            continue
        sets = additions(rules, meld.shape, held.key)
        if not sets:
            continue
        for faces, copies in zip(sets, _picked(held, sets), strict=True):
            move = ExtendMeld(seat, number, copies)
            if len(faces) <= easy or _can_end(state, move, rules, meld.shape, faces):
                found.append(move)
    return found


def _can_end(
    state: HandState, move: ExtendMeld, rules: WildRules, before: Shape, faces: Faces
) -> bool:
    after = extend_faces(rules, before, faces)
    return isinstance(after, Shape) and judge_rest(state, move, after) is LEGAL


def _discards(state: HandState, held: _Held) -> list[Discard]:
    discards = _DISCARDS[state.seat]
    moves = [discards[copy] for copy in held.lowest.values()]
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
