"""A position as people describe it: some hands, the melds, the pile; what is not written is unknown.

Unknown cards are held by blanks: copies that nobody wrote. No answer may depend on which they are; a card
that an unknown hand turns out to have takes the place of one of its blanks.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from tallone.referee.rulings.facts import FactsError
from tallone.rules.cards.cards import PACK, Card, CardCopy
from tallone.rules.cards.seats import Seat
from tallone.rules.hand import bars
from tallone.rules.hand.hand import HandState
from tallone.rules.hand.imposed import Imposed
from tallone.rules.hand.moves import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.notation.turns import Action
from tallone.rules.notation.words import WrittenCard
from tallone.rules.rulings.deeds import holding_of


@dataclasses.dataclass(frozen=True, slots=True)
class Situation:
    """A position, which of its cards are blanks, the hands that were written, counts of pozzetti."""

    state: HandState
    blanks: frozenset[CardCopy] = frozenset()
    written: frozenset[Seat] = frozenset()
    pozzetti: Mapping[int, int] = dataclasses.field(default_factory=dict)

    @property
    def players(self) -> int:
        return self.state.players

    def knows(self, seat: Seat) -> bool:
        """Whether a seat's hand is written."""
        return seat in self.written

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """Return the known faces that a seat holds."""
        return tuple(copy.card for copy in holding_of(self.state, seat) if copy not in self.blanks)

    def count_of(self, pozzetto: int) -> int:
        """Return how many cards a pozzetto has: as written, else 11 until it is taken."""
        if pozzetto in self.pozzetti:
            return self.pozzetti[pozzetto]
        place = pozzetto - 1 - (2 - len(self.state.pozzetti))
        return len(self.state.pozzetti[place]) if place >= 0 else 0


def reveal(one: Situation, seat: Seat, faces: Iterable[Card]) -> Situation:
    """Return the situation in which a seat that has blanks holds these faces too, if it can."""
    wanted = list(faces)
    known = [copy for copy in holding_of(one.state, seat) if copy not in one.blanks]
    for copy in known:
        if copy.card in wanted:
            wanted.remove(copy.card)
    for face in wanted:
        held = [copy for copy in holding_of(one.state, seat) if copy in one.blanks]
        one = _become(one, held[0], face) if held else one
    return one


def reveal_top(one: Situation, face: Card) -> Situation:
    """Return the situation in which the unknown top card of the stock is that face, if it can be."""
    top = one.state.stock[:1]
    return _become(one, top[0], face) if top and top[0] in one.blanks else one


def spare(one: Situation, faces: Iterable[Card]) -> Situation:
    """Return the situation in which no blank stands for a card of these faces, as far as there are others."""
    faces = set(faces)
    for copy in sorted(one.blanks):
        if copy.card in faces:
            other = _unused(one, faces)
            if other is None:
                return one
            one = _swapped(one, copy, other)
            one = dataclasses.replace(one, blanks=(one.blanks - {copy}) | {other})
    return one


def moves_of(one: Situation, seat: Seat, action: Action) -> tuple[Situation, PlayerMove]:
    """Return what a written action is as a move, unknown cards named in it revealed."""
    faces = [card.face for card in action.cards]
    if action.verb == "draw":
        one = reveal_top(one, faces[0]) if faces else one
        top = one.state.stock[:1]
        card = _chosen(action.cards, top)[0] if faces else None
        return one, DrawFromStock(seat, card)
    if action.verb == "take":
        return one, TakeDiscardPile(seat)
    one = reveal(one, seat, faces)
    held = holding_of(one.state, seat)
    if action.verb == "discard":
        held = (*bars.imposed_of(one.state).edge_of(seat), *held)
    cards = _chosen(action.cards, [copy for copy in held if copy not in one.blanks])
    pins = tuple((card.face, card.role) for card in action.cards if card.role)
    match action.verb:
        case "open":
            return one, OpenMeld(seat, cards, pins)
        case "add":
            return one, ExtendMeld(seat, action.meld, cards, pins)
        case _:
            return one, Discard(seat, cards[0])


def _chosen(cards: Sequence[WrittenCard], choices: Sequence[CardCopy]) -> tuple[CardCopy, ...]:
    """Return the copies that are meant: from the choices, or any copy of the face."""
    left = list(choices)
    found = []
    for card in cards:
        fitting = [
            copy
            for copy in left
            if copy.card == card.face and (card.copy is None or copy == card.copy)
        ]
        if not fitting and card.copy is not None:
            fitting = [copy for copy in left if copy.card == card.face]
        copies = [copy for copy in PACK if copy.card == card.face and copy not in choices]
        chosen = fitting[0] if fitting else next(iter(copies), None)
        if chosen is None:
            raise FactsError(f"{card.face} is named more often than it is there")
        if chosen in left:
            left.remove(chosen)
        found.append(chosen)
    return tuple(found)


def _become(one: Situation, blank: CardCopy, face: Card) -> Situation:
    """Return the situation in which a blank is a card of that face, if the pack has one left."""
    choices = sorted(
        (copy for copy in PACK if copy.card == face and _is_free(one, copy)),
        key=lambda copy: copy in one.blanks,
    )
    if not choices:
        return one
    after = _swapped(one, blank, choices[0])
    blanks = one.blanks - {blank, choices[0]}
    return dataclasses.replace(
        after,
        blanks=blanks | ({blank} if choices[0] in one.blanks and choices[0] != blank else set()),
    )


def _is_free(one: Situation, copy: CardCopy) -> bool:
    return copy in one.blanks or copy not in _used(one)


def _unused(one: Situation, but: set[Card]) -> CardCopy | None:
    used = _used(one)
    free = [copy for copy in PACK if copy not in used and copy.card not in but]
    return min(free, key=lambda copy: (copy.card.can_be_wild, copy), default=None)


def _used(one: Situation) -> set[CardCopy]:
    state, imposed = one.state, bars.imposed_of(one.state)
    return {
        copy
        for cards in (
            *state.holding_list,
            *state.pozzetti,
            state.stock,
            state.discard_pile,
            *(meld.copies for own in state.side_list for meld in own.melds),
            *(cards for _, cards in imposed.edge),
            *(negative.cards for negative in imposed.negatives),
        )
        for copy in cards
    }


def _swapped(one: Situation, first: CardCopy, second: CardCopy) -> Situation:
    """Return the situation with two copies changed for each other where blanks may lie."""
    names = {first: second, second: first}

    def renamed(cards: tuple[CardCopy, ...]) -> tuple[CardCopy, ...]:
        return tuple(names.get(copy, copy) for copy in cards)

    state = one.state
    imposed: Imposed | None = state.imposed
    if imposed is not None:
        imposed = replace(imposed, drawn=renamed(imposed.drawn))
        if imposed.done is not None:
            done = imposed.done
            done = replace(done, drawn=renamed(done.drawn), taken=renamed(done.taken))
            imposed = replace(imposed, done=done)
    state = replace(
        state,
        holding_list=tuple(map(renamed, state.holding_list)),
        pozzetti=tuple(map(renamed, state.pozzetti)),
        stock=renamed(state.stock),
        imposed=imposed,
    )
    return dataclasses.replace(one, state=state)
