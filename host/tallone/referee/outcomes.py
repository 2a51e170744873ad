"""What the referee gives back: moves, questions, findings and the end of a hand. All frozen."""

import dataclasses

from tallone.findings import Finding
from tallone.mat.events import Seconds
from tallone.rules import Move
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MoveMade:
    """A player has made a move; `index` counts the hand's moves from 0.

    `certainty` is below 1 when a witness was missing or another explanation is still open.
    """

    move: Move
    index: int
    certainty: float
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """Later evidence or an answer has changed the moves from `index` on to these."""

    index: int
    moves: tuple[Move, ...]
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer to a question: its text in the notation, and the cards it speaks of."""

    text: str
    cards: frozenset[CardCopy]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What only people can tell: which of the options is on the table.

    `text_key` is `which-meld` (where `card` lies), `which-discard` (the card nobody read, which
    `seat` has discarded) or `has-closed` (whether `seat` has; the options are `yes` and `no`).
    """

    id: int
    text_key: str
    seat: Seat
    card: CardCopy | None
    options: tuple[Option, ...]
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A question is no longer open: answered by people, or by what was seen later."""

    id: int
    by_people: bool
    at: Seconds


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """The hand is over: how (`close`, `stock`, `timeout`, `stall`) and who closed."""

    end: str
    closed_by: Seat | None
    at: Seconds


# What happens beside what is wrong.
Happening = MoveMade | Revised | Question | Resolved | HandEnded
Outcome = Happening | Finding
