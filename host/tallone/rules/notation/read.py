"""BGN 1, the notation of a hand: read, replay, write.

Words that cannot be read come before cards that do not add up, and those before illegal moves,
wherever they stand in the text; among equals the first counts.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from tallone.rules.cards.cards import CardCopy
from tallone.rules.hand.hand import Deal, HandState, start
from tallone.rules.hand.moves import (
    PLAYER_MOVES,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
)
from tallone.rules.hand.scoring import result
from tallone.rules.notation.header import RULER, Dealt, Header, deal_of, read_header
from tallone.rules.notation.turns import Play, TurnLine, read_turn_lines, renamed
from tallone.rules.notation.words import (
    TITLE,
    Line,
    Problem,
    ReadingStopped,
    content_lines,
    is_title,
)
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.steps import CarryOut, Deed, Step, take_step


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A hand as it is written down: the rules, what was dealt, and every move and call."""

    profile: Profile
    deal: Deal
    moves: tuple[Step, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text came to: the hand and the position after it, as far as the first problem.

    Both are None if the header has the problem.
    """

    record: HandRecord | None = None
    state: HandState | None = None
    problem: Problem | None = None


def read_hand(text: str, *, may_stop_in_turn: bool = False, first_line: int = 1) -> Reading:
    """Read and replay a hand; with `may_stop_in_turn` the last turn may lack its discard.

    Lines of problems count from `first_line`: the number of the text's first line in its file.
    """
    try:
        opened = _open(text, first_line)
    except ReadingStopped as stopped:
        return Reading(problem=stopped.problem)
    profile, deal = opened.header.profile, opened.dealt.deal
    play = Play(start(profile, deal), opened.dealt.unnamed)
    problem = None
    try:
        play.play(opened.turns, may_stop_in_turn=may_stop_in_turn)
    except ReadingStopped as stopped:
        problem = stopped.problem
    record = HandRecord(profile=profile, deal=deal, moves=tuple(play.moves))
    if all(name == copy for name, copy in play.names.items()):
        return Reading(record=record, state=play.state, problem=problem)
    record = _renamed(record, renamed(play.names, opened.dealt.unnamed))
    return Reading(record=record, state=replay(record), problem=problem)


def replay(record: HandRecord) -> HandState:
    """Return the position after all moves; raise IllegalMoveError if one is illegal."""
    state = start(record.profile, record.deal)
    for move in record.moves:
        state = take_step(state, move)
    return state


def hand_result(text: str, first_line: int = 1) -> dict[str, Any]:
    """Return the notation's result object of a text, or its error object."""
    reading = read_hand(text, first_line=first_line)
    if reading.problem is not None:
        return reading.problem.as_result()
    assert reading.state is not None, "a text without a problem has been replayed"
    return result(reading.state)


@dataclasses.dataclass(frozen=True, slots=True)
class _Opened:
    """A text whose words can be read and whose cards are a pack."""

    header: Header
    dealt: Dealt
    turns: list[TurnLine]


def _open(text: str, first_line: int) -> _Opened:
    """Read header and words of a text; raise ReadingStopped."""
    lines = content_lines(text, first_line)
    if not lines or not is_title(lines[0].text):
        first = lines[0] if lines else Line(first_line, "")
        raise first.unreadable(f"a hand begins with the line '{TITLE}'")
    ruler = next((place for place, line in enumerate(lines) if line.text == RULER), None)
    if ruler is None:
        raise lines[-1].unreadable(f"the header does not end with '{RULER}'")
    for line in lines[1:]:
        if is_title(line.text):
            raise line.unreadable("another hand begins here; the text must be one hand")
    header = read_header(lines[1:ruler], lines[ruler])
    turns = read_turn_lines(lines[ruler + 1 :], header.profile, header.players)
    return _Opened(header, deal_of(header), turns)


def _renamed(record: HandRecord, names: Mapping[CardCopy, CardCopy]) -> HandRecord:
    """Return the same hand with other copies of the same faces."""
    deal = record.deal
    first, second = (_copies(packet, names) for packet in deal.pozzetti)
    deal = dataclasses.replace(
        deal,
        hands=tuple(_copies(packet, names) for packet in deal.hands),
        pozzetti=(first, second),
        stock=_copies(deal.stock, names),
    )
    moves = tuple(_renamed_step(move, names) for move in record.moves)
    return dataclasses.replace(record, deal=deal, moves=moves)


def _renamed_step(step: Step, names: Mapping[CardCopy, CardCopy]) -> Step:
    match step:
        case Deed(move=move):
            renamed = _move_renamed(move, names)
            assert isinstance(renamed, PLAYER_MOVES), "it was one"
            return Deed(renamed)
        case CarryOut():
            return step
        case _:
            return _move_renamed(step, names)


def _move_renamed(move: Move, names: Mapping[CardCopy, CardCopy]) -> Move:
    match move:
        case Discard():
            return replace(move, card=names[move.card])
        case DrawFromStock(card=card) if card is not None:
            return replace(move, card=names[card])
        case OpenMeld() | ExtendMeld():
            return replace(move, cards=_copies(move.cards, names))
        case _:
            return move


def _copies(
    packet: Iterable[CardCopy], names: Mapping[CardCopy, CardCopy]
) -> tuple[CardCopy, ...]:
    return tuple(names[copy] for copy in packet)
