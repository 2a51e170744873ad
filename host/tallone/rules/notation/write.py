"""Writing a hand in BGN 1: faces where they say it all, else every card with its back."""

import dataclasses
import json
from collections.abc import Callable, Iterable
from typing import Any, Final, assert_never

from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import seats
from tallone.rules.hand.moves import (
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
from tallone.rules.melds.meld import Pins
from tallone.rules.notation.header import RULER
from tallone.rules.notation.read import HandRecord, read_hand
from tallone.rules.notation.turns import DID, RULING
from tallone.rules.notation.words import TITLE
from tallone.rules.profiles.profile import LABELS, Profile, load_profile
from tallone.rules.rulings.effects import write_effect
from tallone.rules.rulings.steps import CarryOut, Deed, Step

Name = Callable[[CardCopy], str]
Call = CallTimeOut | CallStall
_CALLS: Final = {CallTimeOut: "timeout", CallStall: "stall"}


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A line after the ruler and the moves that it stands for."""

    text: str
    moves: tuple[Step, ...]


def face_of(copy: CardCopy) -> str:
    """Return a card's face in the notation, without its back."""
    return str(copy.card)


def write_hand(record: HandRecord) -> str:
    """Return the text of a hand; `read_hand` gives the same record back."""
    in_faces = _written(record, face_of)
    if read_hand(in_faces, may_stop_in_turn=True).record == record:
        return in_faces
    return _written(record, str)


def _written(record: HandRecord, name: Name) -> str:
    deal = record.deal
    lines = [
        TITLE,
        f"profile: {profile_text(record.profile)}",
        f"players: {deal.players}",
        f"dealer: {deal.dealer.value}",
    ]
    for seat, hand in zip(seats(deal.players), deal.hands, strict=True):
        lines.append(f"hand {seat.value}: {_cards(hand, name)}")
    for number, pozzetto in enumerate(deal.pozzetti, start=1):
        lines.append(f"pozzetto {number}: {_cards(pozzetto, name)}")
    lines += [f"stock: {_cards(deal.stock, name)}", RULER]
    lines += [turn.text for turn in written_turns(record, name)]
    return "\n".join(lines) + "\n"


def profile_text(profile: Profile) -> str:
    """Return a shipped profile's name, or an object with what differs from one."""
    base = load_profile(profile.base)
    if profile == base:
        return base.name
    changes: dict[str, Any] = {
        key: value for key, value in profile.switches().items() if value != getattr(base, key)
    }
    labels = {
        key: getattr(profile, key) for key in LABELS if getattr(profile, key) != getattr(base, key)
    }
    # A `#` would begin a comment, so it is written as JSON may write any character.
    return json.dumps({"base": base.name, **labels, **changes}).replace("#", "\\u0023")


def written_turns(record: HandRecord, name: Name = face_of) -> list[WrittenTurn]:
    """Return the lines after the ruler; a turn ends with its discard, a call stands alone.

    Time called in the middle of a turn is written before it or after it, where it counts the same.
    """
    lines: list[WrittenTurn] = []
    moves: list[Move] = []
    for move in record.moves:
        if isinstance(move, Deed | CarryOut):
            lines += _turn(record, tuple(moves), name) if moves else []
            moves = []
            _add_outside(lines, record, move, name)
            continue
        moves.append(move)
        if isinstance(move, Discard) or (len(moves) == 1 and isinstance(move, Call)):
            lines += _turn(record, tuple(moves), name)
            moves = []
    # A hand may stop in the middle of a turn.
    return lines + _turn(record, tuple(moves), name) if moves else lines


def _add_outside(
    lines: list[WrittenTurn], record: HandRecord, step: Deed | CarryOut, name: Name
) -> None:
    """Add what no rule judges: deeds of a seat on one line, effects for who erred on another."""
    if isinstance(step, Deed):
        head, text = f"{DID} {step.move.seat.value}:", _action(step.move, name)
    else:
        head = f"{RULING} {step.by.value}:" if step.by is not None else f"{RULING}:"
        text = write_effect(step.effect, record.deal.players)
    last = lines[-1] if lines else None
    ended = last is not None and isinstance(last.moves[-1], Deed) and "discard" in last.text
    if last is not None and last.text.startswith(head) and not ended:
        lines[-1] = WrittenTurn(f"{last.text}; {text}", (*last.moves, step))
    else:
        lines.append(WrittenTurn(f"{head} {text}", (step,)))


def _turn(record: HandRecord, moves: tuple[Move, ...], name: Name) -> list[WrittenTurn]:
    """Return the line of a turn, with a line of its own for each call that was made in it."""
    played = [move for move in moves if not isinstance(move, Call)]
    calls = [WrittenTurn(_CALLS[type(move)], (move,)) for move in moves if isinstance(move, Call)]
    if not played:
        return calls
    text = f"{played[0].seat.value}: {'; '.join(_action(move, name) for move in played)}"
    turn = WrittenTurn(text, tuple(played))
    return [turn, *calls] if record.profile.time_out == "next_lap" else [*calls, turn]


def _action(move: PlayerMove, name: Name) -> str:
    match move:
        case DrawFromStock(card=card):
            return "draw" if card is None else f"draw {name(card)}"
        case TakeDiscardPile():
            return "take"
        case OpenMeld(cards=cards, pins=pins):
            return f"open {_pinned(cards, pins, name)}"
        case ExtendMeld(meld=number, cards=cards, pins=pins):
            return f"add {number} {_pinned(cards, pins, name)}"
        case Discard(card=card):
            return f"discard {name(card)}"
        case never:
            assert_never(never)


def _cards(cards: Iterable[CardCopy], name: Name) -> str:
    return " ".join(map(name, cards))


def _pinned(cards: Iterable[CardCopy], pins: Pins, name: Name) -> str:
    """Write cards with the roles that were given them, each role once."""
    left = list(pins)
    words = []
    for card in cards:
        pin = next((pin for pin in left if pin[0] == card.card), None)
        if pin is None:
            words.append(name(card))
        else:
            left.remove(pin)
            words.append(f"{name(card)}(={pin[1]})")
    return " ".join(words)
