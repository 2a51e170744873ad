"""The table of a hand drawn in text: what lies where, who holds what, and the score sheet."""

from collections.abc import Iterable, Iterator
from typing import Final

from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side, side_name, side_of
from tallone.rules.hand.hand import HandState, Phase, start
from tallone.rules.hand.scoring import score
from tallone.rules.notation.read import HandRecord
from tallone.rules.notation.words import Problem
from tallone.rules.notation.write import written_turns
from tallone.rules.rulings.steps import take_step

_PILE_SHOWN: Final = 12
_ROWS: Final = (
    ("melds", "meld_points"),
    ("bonuses", "bonuses"),
    ("closing", "closing"),
    ("held", "held"),
    ("pozzetto", "pozzetto"),
    ("total", "total"),
)


def draw_hand(record: HandRecord, problem: Problem | None = None) -> Iterator[str]:
    """Yield a hand as text: the table as dealt, after every turn, and the score or the problem."""
    state = start(record.profile, record.deal)
    yield f"{record.profile.name}, {record.deal.dealer.value} deals\n{draw_table(state)}"
    for turn in written_turns(record):
        for move in turn.moves:
            state = take_step(state, move)
        yield f"{turn.text}\n{draw_table(state)}"
    yield draw_score(state) if problem is None else draw_problem(problem)


def draw_problem(problem: Problem) -> str:
    """Return a problem as one sentence: where, what, why."""
    where = f"line {problem.line}"
    if problem.seat is not None:
        where += f", {problem.seat.value}"
    what = "" if problem.action is None else f"{problem.action}: "
    return f"{where}: {what}{problem.message} ({problem.code})"


def draw_table(state: HandState) -> str:
    """Return the table, a line each for the middle, every meld and every holding."""
    lines = [_middle(state)]
    for side in Side:
        lines += _melds(state, side)
    lines += [_holding(state, seat, cards) for seat, cards in state.holdings.items()]
    return "\n".join(lines)


def draw_score(state: HandState) -> str:
    """Return how the hand ended and the score sheet of both sides."""
    scores = score(state)
    names = [side_name(side, state.players) for side in Side]
    ended = f"{state.end.value} after {state.turns} turns"
    if state.closed_by is not None:
        ended += f", closed by {state.closed_by.value}"
    lines = [f"End: {ended}", f"{'':10}{names[0]:>7}{names[1]:>7}"]
    for title, field in _ROWS:
        ours, theirs = (getattr(scores[side], field) for side in Side)
        lines.append(f"{title:10}{ours:7}{theirs:7}")
    return "\n".join(lines)


def _middle(state: HandState) -> str:
    pile = state.discard_pile
    shown = _faces(pile[-_PILE_SHOWN:]) or "-"
    hidden = f"({len(pile) - _PILE_SHOWN} more) " if len(pile) > _PILE_SHOWN else ""
    return f"  stock {len(state.stock)}  pozzetti {len(state.pozzetti)}  pile {hidden}{shown}"


def _melds(state: HandState, side: Side) -> list[str]:
    own = state.sides[side]
    name = side_name(side, state.players)
    if not own.melds:
        return [f"  {name:2}    no melds"]
    lines = []
    for number, meld in enumerate(own.melds, start=1):
        grade = meld.grade(state.profile)
        marks = "".join(f"  {mark}" for mark in (grade, "frozen" if meld.frozen else None) if mark)
        lines.append(f"  {name:2} {number:2} {meld.text()}{marks}")
    return lines


def _holding(state: HandState, seat: Seat, cards: Iterable[CardCopy]) -> str:
    on_turn = seat is state.seat and state.phase is not Phase.OVER
    taken = state.sides[side_of(seat, state.players)].pozzetto_taken
    mark = ">" if on_turn else " "
    faces = " ".join(str(face) for face in sorted(copy.card for copy in cards))
    return f" {mark}{seat.value}{'*' if taken else ' '}    {faces or '-'}"


def _faces(cards: Iterable[CardCopy]) -> str:
    return " ".join(str(copy.card) for copy in cards)
