"""Steps of a hand as it is written down: legal moves, what was done against the rules, effects of a ruling."""

import msgspec

from tallone.rules.cards.seats import Seat
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import HandState
from tallone.rules.hand.moves import Move, PlayerMove
from tallone.rules.rulings.carrying import carry_out
from tallone.rules.rulings.deeds import do
from tallone.rules.rulings.effects import Effect


class Deed(msgspec.Struct, frozen=True):
    """What a player did, legal or not; nobody judges it."""

    move: PlayerMove


class CarryOut(msgspec.Struct, frozen=True):
    """One effect of a ruling is carried out; `by` is who erred."""

    effect: Effect
    by: Seat | None = None


Step = Move | Deed | CarryOut


def take_step(state: HandState, step: Step) -> HandState:
    """Return the position after a step.

    Raise IllegalMoveError for a move that is not legal, NotThereError or CannotCarryOutError for the others.
    """
    if isinstance(step, Deed):
        return do(state, step.move)
    if isinstance(step, CarryOut):
        return carry_out(state, step.effect, step.by)
    return apply(state, step)
