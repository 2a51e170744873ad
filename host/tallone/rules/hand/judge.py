"""judge(state, move) -> verdict: may the player do that? Nothing is changed and nothing is raised.

Checks go in the notation's order of precedence: the hand's end, the turn, the card, the meld,
the card of a one-card pile, the close.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tallone.rules.cards.cards import FACES, Card, CardCopy
from tallone.rules.cards.seats import Seat, seats, side_of
from tallone.rules.cards.verdicts import LEGAL, Illegal, Verdict
from tallone.rules.hand import bars
from tallone.rules.hand.hand import OVER, TO_DRAW, TO_PLAY, HandState, Phase, SideState
from tallone.rules.hand.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.melds.grades import BURRACO, grade
from tallone.rules.melds.meld import Meld, extend, extend_faces, resolve
from tallone.rules.melds.shapes import MeldKind, Shape
from tallone.rules.profiles.profile import Profile

# list.__getitem__ is a C function, which map() calls quickly (see `masks`).
_face: Final = list(FACES).__getitem__


def judge(state: HandState, move: Move) -> Verdict:
    """Return whether the move is legal in this position, or the first reason against it."""
    if state.phase is OVER:
        return Illegal("hand.over", "the hand is over")
    verdict = _JUDGES[type(move)](state, move)
    return verdict if state.imposed is None else bars.review(state, move, verdict)


def judge_lay(state: HandState, move: OpenMeld | ExtendMeld) -> Meld | Illegal:
    """Return the meld that a legal play makes, or the first reason against the play."""
    if state.phase is OVER:
        return Illegal("hand.over", "the hand is over")
    wrong = _wrong_turn(state, move.seat, TO_PLAY)
    if wrong is not None:
        return wrong
    made = _meld_after(state, move)
    if isinstance(made, Illegal):
        return made
    rest = judge_rest(state, move, made.shape)
    if state.imposed is not None:
        rest = bars.review(state, move, rest)
    return rest if isinstance(rest, Illegal) else made


def _judge_lay(state: HandState, move: OpenMeld | ExtendMeld) -> Verdict:
    wrong = _wrong_turn(state, move.seat, TO_PLAY)
    if wrong is not None:
        return wrong
    made = _meld_after(state, move)
    return made if isinstance(made, Illegal) else judge_rest(state, move, made.shape)


def _judge_time_out(state: HandState, _move: CallTimeOut) -> Verdict:
    return Illegal("hand.over", "time has been called already") if state.last_turns else LEGAL


def _judge_stall(state: HandState, _move: CallStall) -> Verdict:
    if state.phase is TO_PLAY:
        return Illegal(
            "turn.unfinished", "a player who has drawn cannot call a stall; the turn must end"
        )
    if state.profile.stall == "void":
        return LEGAL
    return Illegal("notation.syntax", "in these rules a stall is for the arbiter to decide")


def _wrong_turn(state: HandState, seat: Seat, phase: Phase) -> Illegal | None:
    """Return why this seat may not do what belongs to that phase of a turn."""
    if seat is not state.seat:
        return Illegal("turn.not_yours", f"{state.seat.value} is on turn, not {seat.value}")
    if phase is state.phase:
        return None
    if phase is TO_PLAY:
        return Illegal("turn.not_drawn", f"{seat.value} has not drawn yet")
    return Illegal("turn.already_drawn", f"{seat.value} has drawn already")


def _judge_draw(state: HandState, move: DrawFromStock) -> Verdict:
    wrong = _wrong_turn(state, move.seat, TO_DRAW)
    if wrong is None and move.card is not None and move.card != state.stock[0]:
        return Illegal("card.not_held", f"the top card of the stock is not {move.card.card}")
    return wrong or LEGAL


def _meld_after(state: HandState, move: OpenMeld | ExtendMeld) -> Meld | Illegal:
    """Return the meld that the move makes, or why it makes none; not whether the turn can end."""
    missing = not_held(state.holding, move.cards)
    if missing is not None:
        return missing
    own = state.own
    if isinstance(move, OpenMeld):
        made = resolve(state.profile, move.cards, move.pins)
        if isinstance(made, Meld):
            return _identical(state, own, made) or made
        return made
    if not 1 <= move.meld <= len(own.melds):
        return Illegal(
            "meld.unknown", f"the side has {len(own.melds)} melds, no number {move.meld}"
        )
    return extend(state.profile, own.melds[move.meld - 1], move.cards, move.pins)


def _identical(state: HandState, own: SideState, made: Meld) -> Illegal | None:
    if made.kind is MeldKind.GROUP:
        if state.profile.identical_groups == "banned" and any(
            meld.rank == made.rank for meld in own.melds
        ):
            return Illegal("meld.identical_group", "the side has a group of that rank already")
    elif state.profile.identical_runs == "banned" and any(
        meld.shape is made.shape for meld in own.melds
    ):
        return Illegal("meld.identical_group", "the side has an equal run already")
    return None


def not_held(holding: Sequence[CardCopy], cards: Sequence[CardCopy]) -> Illegal | None:
    """Return card.not_held for the first card that is not there, or twice named."""
    left = set(holding)
    for card in cards:
        if card not in left:
            return _not_held(card)
        left.remove(card)
    return None


def _not_held(card: CardCopy) -> Illegal:
    return Illegal("card.not_held", f"the player does not hold {card.card}")


def judge_rest(state: HandState, move: OpenMeld | ExtendMeld, made: Shape) -> Verdict:
    """Return whether the turn can still end legally after the move of held cards makes that shape."""
    count = len(state.holding) - len(move.cards)
    if count == 0:
        if state.own.pozzetto_taken:
            return Illegal("close.no_discard", "no card would be left to discard")
        return LEGAL
    if count > 1 and state.just_taken is None:
        # Whatever is discarded, it does not close.
        return LEGAL
    left = [card for card in state.holding if card not in move.cards]
    melds = list(state.own.melds)
    if isinstance(move, ExtendMeld):
        del melds[move.meld - 1]
    shapes = [made, *(meld.shape for meld in melds)]
    if state.imposed is not None:
        shapes = bars.closing_shapes(state, move, made)
    verdict = _first_legal_discard(state, left, shapes)
    if isinstance(verdict, Illegal) and not state.own.pozzetto_taken:
        # Only cards like the one of the pile are left; laid as well, they lead to the pozzetto.
        taking = [made, *_taking(melds)]
        if _can_lay_all(state.profile, taking, [copy.card for copy in left]):
            return LEGAL
    return verdict


def _judge_take(state: HandState, move: TakeDiscardPile) -> Verdict:
    wrong = _wrong_turn(state, move.seat, TO_DRAW)
    if wrong is not None:
        return wrong
    if not state.discard_pile:
        return Illegal("turn.empty_pile", "there is no pile to take")
    return judge_pile(state)


def judge_pile(state: HandState) -> Verdict:
    """Return whether the turn could end legally, should who is to draw take the pile."""
    if len(state.discard_pile) > 1:
        return LEGAL
    (taken,) = state.discard_pile
    if any(map(taken.card.__ne__, map(_face, state.holding))):
        return LEGAL
    # The equal cards that a player then holds may be some he can neither discard nor lay.
    after = [*state.holding, taken]
    if not all(_just_taken(state, card, after, taken) for card in after):
        return LEGAL
    faces, shapes = [copy.card for copy in after], _taking(state.own.melds)
    if not state.own.pozzetto_taken and _can_lay_all(state.profile, shapes, faces):
        return LEGAL
    return Illegal("discard.just_taken", "no card could be discarded at the end of the turn")


def _taking(melds: Sequence[Meld]) -> list[Shape]:
    """Return the shapes of the melds that take cards."""
    return [meld.shape for meld in melds if not meld.frozen]


def _can_lay_all(profile: Profile, shapes: list[Shape], faces: list[Card]) -> bool:
    """Whether all of these equal faces, four at most, can be added to the melds."""
    if not faces:
        return True
    for place, shape in enumerate(shapes):
        for count in range(1, len(faces) + 1):
            after = extend_faces(profile, shape, faces[:count])
            if isinstance(after, Illegal):
                continue
            others = [*shapes[:place], *shapes[place + 1 :], after]
            if _can_lay_all(profile, others, faces[count:]):
                return True
    return False


def _judge_discard(state: HandState, move: Discard) -> Verdict:
    wrong = _wrong_turn(state, move.seat, TO_PLAY)
    if wrong is not None:
        return wrong
    if move.card not in state.holding:
        return _not_held(move.card)
    return judge_held(state, move.card)


def judge_held(state: HandState, card: CardCopy) -> Verdict:
    """Return whether a held card may be the discard of who has drawn."""
    holding = state.holding
    if len(holding) > 1 and state.just_taken is None:
        return LEGAL
    melds = state.own.melds if state.imposed is None else bars.closing_melds(state)
    return _judge_ending(state, holding, card, [meld.shape for meld in melds])


def _first_legal_discard(
    state: HandState, left: Sequence[CardCopy], shapes: Sequence[Shape]
) -> Verdict:
    first, *others = left
    found = _judge_ending(state, left, first, shapes)
    if found is LEGAL or any(_judge_ending(state, left, card, shapes) is LEGAL for card in others):
        return LEGAL
    return found


def _judge_ending(
    state: HandState, holding: Sequence[CardCopy], card: CardCopy, shapes: Sequence[Shape]
) -> Verdict:
    """Return whether that card of this holding may be the discard when the side has these shapes."""
    just_taken = state.just_taken
    if just_taken is not None and _just_taken(state, card, holding, just_taken):
        return Illegal("discard.just_taken", f"{card.card} is the one card of the pile just taken")
    if len(holding) > 1:
        return LEGAL
    if not state.own.pozzetto_taken:
        if state.pozzetti:
            return LEGAL
        return Illegal("close.no_pozzetto", "the side has had no pozzetto")
    if state.imposed is not None and not bars.may_close(state):
        return Illegal("ruling.barred", "a ruling does not let the player close")
    if card.card.can_be_wild:
        return Illegal("close.wild", f"{card.card} is a wild and cannot close")
    if not any(_counts_for_closing(state, shape) for shape in shapes):
        return Illegal("close.no_burraco", "the side has no burraco")
    if state.profile.first_turn_guard and not _opponents_have_played(state):
        return Illegal("close.too_early", "an opponent has not completed a turn yet")
    return LEGAL


def _just_taken(
    state: HandState, card: CardCopy, holding: Sequence[CardCopy], taken: CardCopy
) -> bool:
    """Whether discarding the card is barred as the one-card pile's; so are cards equal to it."""
    if card.card != taken.card:
        return False
    match state.profile.single_pile_card:
        case "equal_held":
            return Counter(copy.card for copy in holding)[card.card] < 2 and not state.equal_held
        case "not_to_go_out":
            return len(holding) == 1
        case _:
            return True


def _counts_for_closing(state: HandState, shape: Shape) -> bool:
    if shape.size < BURRACO or shape.low < 0:
        return False
    return state.profile.close_burraco == "any" or grade(state.profile, shape) in (
        "clean",
        "royal",
        "super",
    )


def _opponents_have_played(state: HandState) -> bool:
    order = seats(state.players)
    first = (order.index(state.dealer) + 1) % len(order)
    for place, seat in enumerate(order[first:] + order[:first]):
        if side_of(seat, state.players) is not state.side and state.turns <= place:
            return False
    return True


_JUDGES: Final[Mapping[type[Move], Callable[[HandState, Any], Verdict]]] = {
    DrawFromStock: _judge_draw,
    TakeDiscardPile: _judge_take,
    OpenMeld: _judge_lay,
    ExtendMeld: _judge_lay,
    Discard: _judge_discard,
    CallTimeOut: _judge_time_out,
    CallStall: _judge_stall,
}
