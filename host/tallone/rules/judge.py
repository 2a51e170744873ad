"""judge(state, move) -> verdict: may the player do that? Nothing is changed and nothing is raised.

Checks go in the notation's order of precedence: the hand's end, the turn, the card, the meld,
the card of a one-card pile, the close.
"""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from tallone.rules.cards import Card, CardCopy
from tallone.rules.grades import BURRACO, grade
from tallone.rules.hand import DRAWS, HandState, Phase, SideState
from tallone.rules.meld import Meld, WildRules, extend, extend_faces, resolve
from tallone.rules.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.seats import seats, side_of
from tallone.rules.shapes import MeldKind, Shape
from tallone.rules.verdicts import LEGAL, Illegal, Verdict


def judge(state: HandState, move: Move) -> Verdict:
    """Return whether the move is legal in this position, or the first reason against it."""
    if state.phase is Phase.OVER:
        return Illegal("hand.over", "the hand is over")
    match move:
        case CallTimeOut():
            return (
                Illegal("hand.over", "time has been called already") if state.last_turns else LEGAL
            )
        case CallStall():
            return _judge_stall(state)
        case OpenMeld() | ExtendMeld():
            made = judge_lay(state, move)
            return made if isinstance(made, Illegal) else LEGAL
        case _:
            return _judge_turn(state, move) or _judge_simple(state, move)


def judge_lay(state: HandState, move: OpenMeld | ExtendMeld) -> Meld | Illegal:
    """Return the meld that a legal play makes, or the first reason against the play."""
    if state.phase is Phase.OVER:
        return Illegal("hand.over", "the hand is over")
    wrong = _judge_turn(state, move)
    if wrong is not None:
        return wrong
    made = _meld_after(state, move)
    if isinstance(made, Illegal):
        return made
    rest = judge_rest(state, move, made.shape)
    return rest if isinstance(rest, Illegal) else made


def _judge_stall(state: HandState) -> Verdict:
    if state.phase is Phase.TO_PLAY:
        return Illegal("turn.unfinished", "who has drawn does not refuse to; the turn must end")
    if state.profile.stall == "void":
        return LEGAL
    return Illegal("notation.syntax", "in these rules a stall is for the arbiter to decide")


def _judge_turn(state: HandState, move: PlayerMove) -> Illegal | None:
    if move.seat is not state.seat:
        return Illegal("turn.not_yours", f"{state.seat.value} is on turn, not {move.seat.value}")
    draws = isinstance(move, DRAWS)
    if state.phase is Phase.TO_DRAW and not draws:
        return Illegal("turn.not_drawn", f"{move.seat.value} has not drawn yet")
    if state.phase is Phase.TO_PLAY and draws:
        return Illegal("turn.already_drawn", f"{move.seat.value} has drawn already")
    return None


def _judge_simple(state: HandState, move: DrawFromStock | TakeDiscardPile | Discard) -> Verdict:
    match move:
        case DrawFromStock(card=card):
            if card is not None and card != state.stock[0]:
                return Illegal("card.not_held", f"the top card of the stock is not {card.card}")
            return LEGAL
        case TakeDiscardPile():
            return _judge_take(state)
        case Discard(card=card):
            return _judge_discard(state, card)
        case never:
            assert_never(never)


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
    seen: set[CardCopy] = set()
    for card in cards:
        if card in seen or card not in holding:
            return _not_held(card)
        seen.add(card)
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
    if count > 2 and state.just_taken is None:
        # Whatever is discarded, it does not close.
        return LEGAL
    left = [card for card in state.holding if card not in move.cards]
    verdict = _first_legal_discard(state, left, burraco=_counts_for_closing(state, made))
    if isinstance(verdict, Illegal) and not state.own.pozzetto_taken:
        # Only cards like the one of the pile are left; laid as well, they lead to the pozzetto.
        shapes = _open_shapes(state)
        if isinstance(move, ExtendMeld):
            shapes.remove(state.own.melds[move.meld - 1].shape)
        if _can_lay_all(
            WildRules.of(state.profile), [*shapes, made], [copy.card for copy in left]
        ):
            return LEGAL
    return verdict


def _judge_take(state: HandState) -> Verdict:
    if not state.discard_pile:
        return Illegal("turn.empty_pile", "there is no pile to take")
    if len(state.discard_pile) > 1:
        return LEGAL
    # The equal cards that a player then holds may be some he can neither discard nor lay.
    taken = state.discard_pile[0]
    after = [*state.holding, taken]
    if not all(_just_taken(state, card, after, taken) for card in after):
        return LEGAL
    faces = [copy.card for copy in after]
    rules, shapes = WildRules.of(state.profile), _open_shapes(state)
    if not state.own.pozzetto_taken and _can_lay_all(rules, shapes, faces):
        return LEGAL
    return Illegal("discard.just_taken", "no card could be discarded at the end of the turn")


def _open_shapes(state: HandState) -> list[Shape]:
    """Return the shapes of the side's melds that take cards."""
    return [meld.shape for meld in state.own.melds if not meld.frozen]


def _can_lay_all(rules: WildRules, shapes: list[Shape], faces: list[Card]) -> bool:
    """Whether all of these equal faces, four at most, can be added to the melds."""
    if not faces:
        return True
    for place, shape in enumerate(shapes):
        for count in range(1, len(faces) + 1):
            after = extend_faces(rules, shape, faces[:count])
            if isinstance(after, Illegal):
                continue
            others = [*shapes[:place], *shapes[place + 1 :], after]
            if _can_lay_all(rules, others, faces[count:]):
                return True
    return False


def _judge_discard(state: HandState, card: CardCopy) -> Verdict:
    holding = state.holding
    if card not in holding:
        return _not_held(card)
    return _judge_ending(state, holding, card, burraco=False)


def _first_legal_discard(state: HandState, left: Sequence[CardCopy], *, burraco: bool) -> Verdict:
    first, *others = left
    found = _judge_ending(state, left, first, burraco=burraco)
    if found is LEGAL or any(
        _judge_ending(state, left, card, burraco=burraco) is LEGAL for card in others
    ):
        return LEGAL
    return found


def _judge_ending(
    state: HandState, holding: Sequence[CardCopy], card: CardCopy, *, burraco: bool
) -> Verdict:
    """Return whether that card of this holding may be the discard; `burraco`: one is just made."""
    just_taken = state.just_taken
    if just_taken is not None and _just_taken(state, card, holding, just_taken):
        return Illegal("discard.just_taken", f"{card.card} is the one card of the pile just taken")
    if len(holding) > 1:
        return LEGAL
    if not state.own.pozzetto_taken:
        if state.pozzetti:
            return LEGAL
        return Illegal("close.no_pozzetto", "the side has had no pozzetto")
    if card.card.can_be_wild:
        return Illegal("close.wild", f"{card.card} is a wild and cannot close")
    if not burraco and not any(_counts_for_closing(state, meld.shape) for meld in state.own.melds):
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
    if shape.size < BURRACO:
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
