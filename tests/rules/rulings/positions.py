"""Positions described in faces, and what rulings make of them: short forms for tests."""

from msgspec.structs import replace

from tallone.referee.rulings.describing import from_position
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.hand.apply import apply
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    TakeDiscardPile,
)
from tallone.rules.notation.query import action_text
from tallone.rules.profiles.profile import load_profile
from tallone.rules.rulings.carrying import carry_out
from tallone.rules.rulings.deeds import do
from tallone.rules.rulings.effects import read_effect

SEATS = {seat.value: seat for seat in Seat}


def position(seat, phase, profile="febur", **others):
    """Return a position; hands that are not given hold cards that no test looks at."""
    described = {"seat": seat, "phase": phase, **others}
    return from_position(described, load_profile(profile)).state


def carried(state, *effects, by=None):
    """Carry out effects, written `name` or (name, fields)."""
    for effect in effects:
        name, fields = (effect, {}) if isinstance(effect, str) else effect
        written = read_effect({"effect": name, **fields}, state.players)
        state = carry_out(state, written, SEATS[by] if by else None)
    return state


def move_of(state, seat, text):
    """Return an action of the notation as a move; faces are cards that the seat has."""
    verb, *words = text.split()
    who = SEATS[seat]
    if verb == "draw":
        return DrawFromStock(who)
    if verb == "take":
        return TakeDiscardPile(who)
    number = int(words.pop(0)) if verb == "add" else 0
    held = [*imposed_of(state).edge_of(who), *holding(state, seat)]
    cards = []
    for word in words:
        card = next(copy for copy in held if str(copy.card) == word)
        held.remove(card)
        cards.append(card)
    if verb == "discard":
        return Discard(who, cards[0])
    return OpenMeld(who, tuple(cards)) if verb == "open" else ExtendMeld(who, number, tuple(cards))


def played(state, *lines):
    """Play lines of the notation, all legal."""
    for line in lines:
        seat, _, actions = line.partition(": ")
        for action in actions.split("; "):
            state = apply(state, move_of(state, seat, action))
    return state


def done(state, seat, act):
    """Do what nobody judges."""
    for action in act.split("; "):
        state = do(state, move_of(state, seat, action))
    return state


def actions(state):
    return sorted(action_text(state, move) for move in legal_moves(state))


def holding(state, seat):
    return state.holding_list[seats(state.players).index(SEATS[seat])]


def held(state, seat):
    return sorted(str(copy.card) for copy in holding(state, seat))


def edge(state, seat):
    return " ".join(str(copy.card) for copy in imposed_of(state).edge_of(SEATS[seat]))


def melds(state, place=0):
    return [meld.text() for meld in state.side_list[place].melds]


def pile(state):
    return " ".join(str(copy.card) for copy in state.discard_pile)


def bars(state):
    return [(bar.seat.value, bar.name) for bar in imposed_of(state).bars]


def turned(state, **fields):
    return replace(state, **fields)
