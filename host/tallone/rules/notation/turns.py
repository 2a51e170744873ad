"""The turns of a hand: words to actions, actions to moves, played one by one.

A face in an action means a card the player can have: of two equal ones the lower copy. A physical
card written where the header gave faces only fixes, from then on, which of the equal copies it is.
"""

import dataclasses
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Final

from tallone.rules.cards.cards import PACK, Card, CardCopy, NoSuchCardError, capitals
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.cards.verdicts import IllegalMoveError
from tallone.rules.hand.hand import HandState
from tallone.rules.hand.moves import (
    PLAYER_MOVES,
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.melds.meld import Pins
from tallone.rules.notation.words import Line, WrittenCard, plain_card, written_cards
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.deeds import NotThereError
from tallone.rules.rulings.effects import (
    Effect,
    EffectFieldError,
    NoSuchEffectError,
    parse_effect,
)
from tallone.rules.rulings.lifting import CannotCarryOutError
from tallone.rules.rulings.steps import CarryOut, Deed, Step, take_step

_CALLS: Final[dict[str, Move]] = {"timeout": CallTimeOut(), "stall": CallStall()}
_SEATS: Final = {seat.value: seat for seat in Seat}
# What stands before the seat of a line that no rule judges, and of one that carries a ruling out.
DID: Final = "did"
RULING: Final = "ruling"
# Longer numbers cannot be a meld's; int() of an endless one would take long.
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


@dataclasses.dataclass(frozen=True, slots=True)
class Action:
    """One action as written: its first word, its cards, the meld's number for `add`."""

    text: str
    verb: str
    cards: tuple[WrittenCard, ...] = ()
    meld: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class TurnLine:
    """A line after the ruler: a seat with its actions, or the arbiter's call without a seat."""

    line: Line
    seat: Seat | None
    actions: tuple[Action, ...]
    # Written `did S: ...`: nobody judges what a player did there.
    did: bool = False
    # Written `ruling S: ...`: what is carried out; `seat` is then who erred.
    effects: tuple[Effect, ...] = ()

    @property
    def is_turn(self) -> bool:
        """Whether it is a player's turn, which ends with a discard."""
        return self.seat is not None and not self.did and not self.effects


def read_turn_lines(lines: Iterable[Line], profile: Profile, players: int) -> list[TurnLine]:
    """Read the words of all turns; raise ReadingStopped. No move is judged."""
    return [_turn_line(line, profile, players) for line in lines]


class Play:
    """Plays turn lines from a position; `state`, `moves` and `names` are what came of it."""

    def __init__(self, state: HandState, unnamed: frozenset[CardCopy]) -> None:
        self.state = state
        self.moves: list[Step] = []
        # A physical card as written -> the copy that stands for it in this play.
        self.names: dict[CardCopy, CardCopy] = {}
        self._unnamed = unnamed

    def play(self, lines: Sequence[TurnLine], *, may_stop_in_turn: bool) -> None:
        """Play all lines; raise ReadingStopped at the first move that is illegal.

        The last turn may lack its discard if `may_stop_in_turn`.
        """
        for turn, following in itertools.zip_longest(lines, lines[1:]):
            turns = self.state.turns
            for effect in turn.effects:
                self._carry_out(turn, effect)
            for action in turn.actions:
                self._make(turn, action)
            unfinished = turn.is_turn and self.state.turns == turns
            may_stop = may_stop_in_turn if following is None else not following.is_turn
            if unfinished and not (may_stop and not _is_call(following)):
                last = turn.actions[-1]
                raise turn.line.wrong(
                    "turn.unfinished", "the turn has no discard", turn.seat, last.text
                )

    def _make(self, turn: TurnLine, action: Action) -> None:
        move = self._move(turn.seat, action)
        step: Step = move
        if turn.did and isinstance(move, PLAYER_MOVES):
            step = Deed(move)
        try:
            self.state = take_step(self.state, step)
        except IllegalMoveError as error:
            verdict = error.verdict
            problem = turn.line.wrong(verdict.code, verdict.message, turn.seat, action.text)
            raise problem from error
        except NotThereError as error:
            raise turn.line.wrong("card.not_held", str(error), turn.seat, action.text) from error
        self.moves.append(step)

    def _carry_out(self, turn: TurnLine, effect: Effect) -> None:
        step = CarryOut(effect, turn.seat)
        try:
            self.state = take_step(self.state, step)
        except CannotCarryOutError as error:
            raise turn.line.wrong("ruling.facts", str(error), turn.seat, effect.name) from error
        self.moves.append(step)

    def _move(self, seat: Seat | None, action: Action) -> Move:
        if seat is None:
            return _CALLS[action.verb]
        match action.verb:
            case "draw":
                top = self._copies(action.cards, self.state.stock[:1])
                return DrawFromStock(seat, top[0] if top else None)
            case "take":
                return TakeDiscardPile(seat)
            case "discard":
                return Discard(seat, self._held(seat, action.cards)[0])
            case "open":
                return OpenMeld(seat, self._held(seat, action.cards), _pins(action.cards))
            case _:
                cards = self._held(seat, action.cards)
                return ExtendMeld(seat, action.meld, cards, _pins(action.cards))

    def _held(self, seat: Seat, cards: Sequence[WrittenCard]) -> tuple[CardCopy, ...]:
        holding = self.state.holding_list[seats(self.state.players).index(seat)]
        if self.state.imposed is not None:
            holding = (*self.state.imposed.edge_of(seat), *holding)
        return self._copies(cards, holding)

    def _copies(
        self, cards: Sequence[WrittenCard], choices: Sequence[CardCopy]
    ) -> tuple[CardCopy, ...]:
        """Return the copies that are meant, from the choices if they are there."""
        chosen: dict[int, CardCopy] = {}
        for place, card in enumerate(cards):
            if card.copy is not None:
                chosen[place] = self._copy_named(card.copy, choices, chosen.values())
        for place, card in enumerate(cards):
            if card.copy is None:
                chosen[place] = _least(card.face, choices, chosen.values())
        return tuple(chosen[place] for place in range(len(cards)))

    def _copy_named(
        self, name: CardCopy, choices: Sequence[CardCopy], used: Iterable[CardCopy]
    ) -> CardCopy:
        if name not in self._unnamed:
            return name
        if name not in self.names:
            taken = {*self.names.values(), *used}
            free = [
                copy
                for copy in choices
                if copy.card == name.card and copy in self._unnamed and copy not in taken
            ]
            if not free:  # the choices lack it, whichever of the copies left it is
                return _nameless(name.card, self._unnamed - {*self.names.values()})
            self.names[name] = name if name in free else min(free)
        return self.names[name]


def renamed(
    copies: dict[CardCopy, CardCopy], unnamed: frozenset[CardCopy]
) -> dict[CardCopy, CardCopy]:
    """Return for every copy of a play the physical card it turned out to be.

    `copies` is what was written: physical card -> copy of the play.
    """
    known = {copy: name for name, copy in copies.items()}
    names = [name for name in sorted(unnamed) if name not in copies]
    for copy in sorted(unnamed):
        if copy not in known:
            name = copy if copy in names else next(n for n in names if n.card == copy.card)
            names.remove(name)
            known[copy] = name
    return {copy: known.get(copy, copy) for copy in PACK}


def _nameless(face: Card, copies: Iterable[CardCopy]) -> CardCopy:
    return min(copy for copy in copies if copy.card == face)


def _least(face: Card, choices: Sequence[CardCopy], used: Iterable[CardCopy]) -> CardCopy:
    """Return the lowest unused copy of the face among the choices, else any copy."""
    taken = set(used)
    fitting = [copy for copy in choices if copy.card == face and copy not in taken]
    if fitting:
        return min(fitting)
    copies = [copy for copy in PACK if copy.card == face]
    return next((copy for copy in copies if copy not in choices), copies[0])


def _pins(cards: Sequence[WrittenCard]) -> Pins:
    return tuple((card.face, card.role) for card in cards if card.role)


def _turn_line(line: Line, profile: Profile, players: int) -> TurnLine:
    call = line.text.lower()
    if call in _CALLS:
        if call == "stall" and profile.stall != "void":
            raise line.unreadable(
                f"in {profile.name} a stall is for the arbiter to decide", action=call
            )
        return TurnLine(line, None, (Action(call, call),))
    name, colon, rest = line.text.partition(":")
    head, _, after = name.strip().partition(" ")
    if head.lower() == RULING and colon:
        return _ruling_line(line, after.strip(), rest, players)
    did = head.lower() == DID
    seat = _SEATS.get(capitals((after if did else name).strip()))
    if not colon or seat is None or seat not in seats(players):
        raise line.unreadable(
            f"{line.text[:40]!r} is no turn; a turn is written 'N: draw; discard KD'"
        )
    actions = read_actions(line, seat, rest)
    return TurnLine(line, seat, actions, did)


def _ruling_line(line: Line, name: str, rest: str, players: int) -> TurnLine:
    seat = _SEATS.get(capitals(name))
    if name and (seat is None or seat not in seats(players)):
        raise line.unreadable(
            f"{name[:40]!r} is no seat; a ruling is written 'ruling S: skip-turn seat=S'"
        )
    try:
        effects = tuple(parse_effect(text.strip(), players) for text in rest.split(";"))
    except (NoSuchEffectError, EffectFieldError, NoSuchCardError) as error:
        raise line.unreadable(str(error), seat, rest.strip()) from error
    return TurnLine(line, seat, (), effects=effects)


def _is_call(line: TurnLine | None) -> bool:
    return line is not None and line.seat is None and not line.effects


def read_actions(line: Line, seat: Seat, text: str) -> tuple[Action, ...]:
    """Read the actions of a turn, separated by semicolons; raise ReadingStopped."""
    return tuple(_action(line, seat, part.strip()) for part in text.split(";"))


def _action(line: Line, seat: Seat, text: str) -> Action:
    verb, *words = text.split() or [""]
    verb = verb.lower() if verb.isascii() else verb
    try:
        match verb, words:
            case "draw", []:
                return Action(text, verb)
            case (("draw" | "discard"), [word]):
                return Action(text, verb, (plain_card(word),))
            case "take", []:
                return Action(text, verb)
            case "open", [_, *_]:
                return Action(text, verb, tuple(written_cards(words)))
            case "add", [number, _, *_] if _NUMBER.fullmatch(number):
                return Action(text, verb, tuple(written_cards(words[1:])), int(number))
    except NoSuchCardError as error:
        raise line.unreadable(str(error), seat, text) from error
    raise line.unreadable(
        f"{text[:40]!r} is no action; write draw, take, open CARDS, add N CARDS or discard CARD",
        seat,
        text,
    )
