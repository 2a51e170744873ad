"""What becomes of a position when what happened stands and a ruling's effects are carried out."""

import dataclasses
from collections.abc import Iterable, Sequence

from tallone.referee.rulings.answers import Asked, Ruling
from tallone.referee.rulings.facts import FactsError
from tallone.referee.rulings.ruling import FAMILY_OF, rule
from tallone.referee.rulings.situation import Situation, moves_of, reveal, spare
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat
from tallone.rules.cards.verdicts import IllegalMoveError
from tallone.rules.hand.apply import apply
from tallone.rules.hand.bars import imposed_of, side_place
from tallone.rules.hand.hand import HandState, SideState
from tallone.rules.melds.meld import Meld
from tallone.rules.notation.turns import Action, TurnLine
from tallone.rules.notation.words import Problem
from tallone.rules.rulings.carrying import carry_out
from tallone.rules.rulings.deeds import (
    NotThereError,
    begin,
    do,
    holding_of,
    is_heap,
    with_holding,
    with_side,
)
from tallone.rules.rulings.effects import Effect

# What is left of a play of which some cards were taken away goes back to the hand.
_TAKE_AWAY = ("cards-back-to-hand", "cards-to-table-penalised", "merge-melds")
_HELD = ("must-play", "forced-discard", "mend")


class NotInCodeError(ValueError):
    """Other effects than the ruling's, under a code that forbids what it does not write."""


class ThenError(Exception):
    """A line that followed is illegal under the effects."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclasses.dataclass(frozen=True, slots=True)
class Carried:
    """The situation after effects; `in_code` False where the code decides and says otherwise."""

    situation: Situation
    effects: tuple[Effect, ...]
    in_code: bool | None = None


def chosen_effects(
    ruling: Ruling, option: str | None = None, pick: Card | None = None
) -> tuple[Effect, ...]:
    """Return a ruling's effects with those of an option, and the card that was picked where one is open."""
    effects = ruling.effects
    if option is not None:
        found = next((one for one in ruling.options if one.name == option), None)
        if found is None:
            names = ", ".join(one.name for one in ruling.options) or "none"
            raise FactsError(f"no option {option[:40]!r}; there are {names}")
        effects += found.effects
    return tuple(_picked(effect, pick) for effect in effects)


def carry(
    situation: Situation,
    effects: Iterable[Effect],
    *,
    by: Seat | None = None,
    act: Sequence[Action] = (),
) -> Situation:
    """Return the situation after what happened and the effects; FactsError or CannotCarryOutError."""
    one = _happened(situation, by, act)
    effects = tuple(effects)
    for effect in effects:
        one = _ready(one, effect, by)
        one = dataclasses.replace(one, state=carry_out(one.state, effect, by))
        one = _counted(one, effect)
    if any(effect.name in _TAKE_AWAY for effect in effects):
        one = dataclasses.replace(one, state=_leftovers_to_hand(one.state))
    return one


def then(situation: Situation, lines: Sequence[TurnLine]) -> Situation:
    """Return the situation after turns that must be legal; the last may stop. Raise ThenError."""
    one = situation
    for turn in lines:
        before = one.state.turns
        for action in turn.actions:
            if turn.seat is None:
                raise ThenError(
                    turn.line.wrong("notation.syntax", "no call may stand here").problem
                )
            one = _played(one, turn, turn.seat, action)
        if one.state.turns == before and turn is not lines[-1]:
            raise ThenError(
                turn.line.wrong("turn.unfinished", "the turn has no discard", turn.seat).problem
            )
    return one


def judged_effects(asked: Asked, effects: tuple[Effect, ...]) -> bool | None:
    """Return whether effects are those of the code, None where it does not decide.

    Raise NotInCodeError if they are not and the code forbids what it does not write.
    """
    ruling = rule(asked)
    if not ruling.says:
        return None
    allowed = [ruling.effects + option.effects for option in ruling.options] or [ruling.effects]
    if effects in allowed:
        return True
    if FAMILY_OF.get(asked.profile.base) == "fibur":
        raise NotInCodeError("these are not the effects that the code writes for this")
    return False


def _picked(effect: Effect, pick: Card | None) -> Effect:
    if pick is None or effect.name != "forced-discard" or effect.get("card") is not None:
        return effect
    fields = tuple((key, value) for key, value in effect.fields if key == "seat")
    return Effect(effect.name, (*fields, ("card", pick)))


def _happened(situation: Situation, by: Seat | None, act: Sequence[Action]) -> Situation:
    if by is None or not act:
        return situation
    one = dataclasses.replace(situation, state=begin(situation.state, by))
    for action in act:
        try:
            one, move = moves_of(one, by, action)
            one = dataclasses.replace(one, state=do(one.state, move))
        except NotThereError as error:
            raise FactsError(f"{action.text[:40]}: {error}") from error
    return one


def _ready(one: Situation, effect: Effect, by: Seat | None) -> Situation:
    """Return the situation in which the cards that an effect names are no blanks."""
    cards = (*effect.cards(), *effect.cards("card"))
    if not cards or not one.blanks:
        return one
    seat = effect.get("seat")
    if effect.name in _HELD and isinstance(seat, Seat) and not one.knows(seat):
        return reveal(one, seat, cards)
    if effect.name == "discard-stays" and by is not None and not one.knows(by):
        return reveal(one, by, cards)
    return spare(one, cards)


def _counted(one: Situation, effect: Effect) -> Situation:
    """Return the situation with the counts of pozzetti that were written brought up to date."""
    counts = dict(one.pozzetti)
    if effect.name == "pozzetto-fill":
        number, cards = effect.number("pozzetto"), effect.number("cards")
        if number in counts:
            counts[number] += cards
        if effect.word("from") == "pozzetto-2-top" and 2 in counts:
            counts[2] -= cards
    elif effect.name == "pozzetto-trim":
        counts = {number: min(count, 11) for number, count in counts.items()}
    return dataclasses.replace(one, pozzetti=counts)


def _leftovers_to_hand(state: HandState) -> HandState:
    """Return the position in which what is left of the last plays, and makes no meld, is held again."""
    done = imposed_of(state).done
    if done is None:
        return state
    laid = {copy for one in done.laid for copy in one.cards}
    place = side_place(state, done.seat)
    kept: list[Meld] = []
    for meld in state.side_list[place].melds:
        back = tuple(copy for copy in meld.copies if copy in laid)
        if is_heap(meld) and back and len(back) == meld.size:
            state = with_holding(state, done.seat, (*holding_of(state, done.seat), *back))
        else:
            kept.append(meld)
    own = state.side_list[place]
    return with_side(state, place, SideState(tuple(kept), own.pozzetto))


def _played(one: Situation, turn: TurnLine, seat: Seat, action: Action) -> Situation:
    try:
        one, move = moves_of(one, seat, action)
        return dataclasses.replace(one, state=apply(one.state, move))
    except IllegalMoveError as error:
        verdict = error.verdict
        problem = turn.line.wrong(verdict.code, verdict.message, seat, action.text).problem
        raise ThenError(problem) from error
