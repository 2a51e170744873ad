"""What the referee and the croupier's jobs find and decide, as records.

`seal` encrypts for the hand's key: while a hand is played, the cards of findings and the options
of questions go through it. Without `seal` nothing is hidden any more.
"""

import dataclasses
from collections.abc import Callable, Iterable
from typing import assert_never

import msgspec

from tallone.assist import Assist
from tallone.findings import Finding, article_of, told
from tallone.journal.records import (
    Asked,
    Found,
    MoveSeen,
    MovesRevised,
    MoveText,
    PlayEnded,
    Record,
    SeatName,
    Settled,
)
from tallone.referee.outcomes import (
    HandEnded,
    Happening,
    MoveMade,
    Question,
    Resolved,
    Revised,
)
from tallone.rules import Profile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat
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
from tallone.rules.melds.meld import Pins

Seal = Callable[[bytes, str], bytes]


def outcome_record(outcome: Happening, hand: int, seal: Seal | None = None) -> Record:
    """Return the record of what the referee gave back; of a finding `finding_record` makes it."""
    at = outcome.at
    match outcome:
        case MoveMade():
            move = move_text(outcome.move)
            return MoveSeen(
                at=at, hand=hand, index=outcome.index, move=move, certainty=outcome.certainty
            )
        case Revised():
            moves = tuple(move_text(move) for move in outcome.moves)
            return MovesRevised(at=at, hand=hand, index=outcome.index, moves=moves)
        case Question():
            return _asked(outcome, hand, seal)
        case Resolved():
            return Settled(at=at, hand=hand, question=outcome.id, by_people=outcome.by_people)
        case HandEnded():
            closed_by = seat_name(outcome.closed_by)
            return PlayEnded(at=at, hand=hand, end=outcome.end, closed_by=closed_by)
        case _:
            assert_never(outcome)


def finding_record(
    finding: Finding,
    hand: int,
    at: float,
    *,
    profile: Profile,
    assist: Assist,
    seal: Seal | None = None,
) -> Found:
    """Return the record of a finding made at `at` under that table's rules and assist level."""
    cards, sealed = _cards(finding.cards, seal)
    article = article_of(finding.kind, profile)
    return Found(
        at=at,
        hand=hand,
        what=finding.kind.value,
        phase=finding.phase.value,
        finding=finding.id,
        seat=seat_name(finding.seat),
        zone=None if finding.zone is None else str(finding.zone),
        count=finding.count,
        cards=cards,
        sealed_cards=sealed,
        certainty=finding.certainty,
        article={} if article is None else dataclasses.asdict(article),
        told=told(finding.kind, assist),
        remedies=finding.remedies,
        detail=dict(finding.detail),
        text_key=f"finding.{finding.kind}" if finding.id else "",
    )


def move_text(move: Move) -> MoveText:
    """Return a move as the notation's action; the card of a draw is left out, it is hidden."""
    match move:
        case DrawFromStock():
            action = "draw"
        case TakeDiscardPile():
            action = "take"
        case OpenMeld():
            action = f"open {_written(move.cards, move.pins)}"
        case ExtendMeld():
            action = f"add {move.meld} {_written(move.cards, move.pins)}"
        case Discard():
            action = f"discard {move.card}"
        case CallTimeOut():
            return MoveText(seat=None, action="timeout")
        case CallStall():
            return MoveText(seat=None, action="stall")
        case _:
            assert_never(move)
    return MoveText(seat=seat_name(move.seat), action=action)


def seat_name(seat: Seat | None) -> SeatName | None:
    """Return a seat's letter."""
    return None if seat is None else seat.value


def _written(cards: Iterable[CardCopy], pins: Pins) -> str:
    roles = list(pins)
    words = []
    for copy in cards:
        pin = next((pin for pin in roles if pin[0] == copy.card), None)
        if pin is not None:
            roles.remove(pin)
        words.append(str(copy) if pin is None else f"{copy}(={pin[1]})")
    return " ".join(words)


def _asked(question: Question, hand: int, seal: Seal | None) -> Asked:
    options = msgspec.json.encode([option.text for option in question.options])
    return Asked(
        at=question.at,
        hand=hand,
        question=question.id,
        text_key=question.text_key,
        seat=seat_name(question.seat),
        options=len(question.options),
        sealed_options=b"" if seal is None else seal(options, "options"),
    )


def _cards(cards: tuple[CardCopy, ...], seal: Seal | None) -> tuple[tuple[str, ...], bytes]:
    """Return the cards plain or, while they are hidden, sealed."""
    names = tuple(map(str, cards))
    if not names or seal is None:
        return names, b""
    return (), seal(" ".join(names).encode(), "cards")
