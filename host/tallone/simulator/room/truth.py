"""What really happened: the people's moves, the true score. The program under test never sees it.

A side's plays between a draw (or a pozzetto taken in flight) and the next discard (or pozzetto)
are one segment; the order of cards within it cannot be seen on the cloth, so it is made canonical:
one opening per new meld, at most one addition per old one, in the order of their first cards.
"""

import dataclasses

from msgspec.structs import replace

from tallone.rules import (
    Deal,
    Discard,
    DrawFromStock,
    ExtendMeld,
    HandRecord,
    HandState,
    Move,
    OpenMeld,
    Profile,
    TakeDiscardPile,
    apply,
    result,
    score,
    start,
    write_hand,
)
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, Side, side_name, side_of


@dataclasses.dataclass(frozen=True, slots=True)
class MoveKey:
    """What of a move can be seen by anybody: turn, seat, kind, meld and faces."""

    turn: int
    seat: str
    verb: str
    meld: int
    faces: tuple[str, ...]


@dataclasses.dataclass(slots=True)
class _Play:
    """The cards that one meld got in one segment."""

    meld: int
    is_new: bool
    cards: list[CardCopy]
    turn: int
    seat: Seat


class HandTruth:
    """One hand as it was really played."""

    def __init__(self, number: int, profile: Profile, deal: Deal) -> None:
        self.number = number
        self.deal = deal
        self.profile = profile
        self.state: HandState = start(profile, deal)
        # The position before the draw of the present turn.
        self.turn_began: HandState = self.state
        self.turn = 1
        self.moves: list[Move] = []
        self.keys: list[MoveKey] = []
        self._segment: list[_Play] = []
        self._lost: list[tuple[CardCopy, Seat]] = []

    def apply(self, move: Move) -> HandState:
        """Take a move that has been made; return the state after it."""
        before = self.state
        self.state = apply(before, move)
        match move:
            case OpenMeld(seat=seat, cards=cards):
                number = len(self._melds(before, seat)) + 1
                self._segment.append(_Play(number, True, list(cards), self.turn, seat))
            case ExtendMeld(seat=seat, meld=number, cards=cards):
                self._extend(number, list(cards), seat)
            case DrawFromStock(seat=seat):
                self.turn_began = before
                self._end_segment()
                self._note(move, MoveKey(self.turn, seat.value, "draw", 0, ()))
            case TakeDiscardPile(seat=seat):
                self.turn_began = before
                self._end_segment()
                self._note(move, MoveKey(self.turn, seat.value, "take", 0, ()))
            case Discard(seat=seat, card=card):
                self._end_segment()
                self._note(move, MoveKey(self.turn, seat.value, "discard", 0, (str(card.card),)))
                self.turn += 1
            case _:
                self._end_segment()
                self.moves.append(move)
        return self.state

    def take_other_pozzetto(self) -> None:
        """The pozzetto taken first is the other one: from now on that one counts as the first."""
        self.deal = dataclasses.replace(self.deal, pozzetti=self.deal.pozzetti[::-1])
        self.state = replace(self.state, pozzetti=self.state.pozzetti[::-1])

    def pozzetto_taken(self) -> None:
        """A pozzetto has been taken in flight: what follows is another segment."""
        self._end_segment()

    def give(self, card: CardCopy, giver: Seat, taker: Seat) -> None:
        """A card has passed from one hand to another, which no rule knows."""
        held = self.state.holdings
        held[giver] = tuple(copy for copy in held[giver] if copy != card)
        held[taker] = (*held[taker], card)
        self.state = replace(self.state, holding_list=tuple(held.values()))

    def lose(self, card: CardCopy, seat: Seat) -> None:
        """A card lies under the table: its owner cannot play it, but it counts against him."""
        held = self.state.holdings
        held[seat] = tuple(copy for copy in held[seat] if copy != card)
        self.state = replace(self.state, holding_list=tuple(held.values()))
        self._lost.append((card, seat))

    def preview(self, move: Move) -> HandState:
        """Return the state that a legal move would lead to."""
        return apply(self.state, move)

    def melds(self) -> list[tuple[CardCopy, ...]]:
        """Return the physical cards of every meld on the table, as they were laid."""
        return [meld.copies for side in Side for meld in self.state.sides[side].melds]

    def scores(self) -> dict[str, int]:
        """Return the true totals by side, as the result object names the sides."""
        counted = score(self._counted())
        players = self.deal.players
        return {side_name(side, players): counted[side].total for side in Side}

    def outcome(self) -> dict[str, object]:
        """Return the result object of the hand."""
        return result(self._counted())

    def notation(self) -> str:
        """Return the hand in BGN."""
        self._end_segment()
        return write_hand(
            HandRecord(profile=self.profile, deal=self.deal, moves=tuple(self.moves))
        )

    def _counted(self) -> HandState:
        """The position with every lost card back in its owner's hand."""
        held = self.state.holdings
        for card, seat in self._lost:
            held[seat] = (*held[seat], card)
        return replace(self.state, holding_list=tuple(held.values()))

    def _melds(self, state: HandState, seat: Seat) -> tuple[object, ...]:
        return tuple(state.sides[side_of(seat, self.deal.players)].melds)

    def _extend(self, number: int, cards: list[CardCopy], seat: Seat) -> None:
        for play in self._segment:
            if play.meld == number:
                play.cards += cards
                return
        self._segment.append(_Play(number, False, cards, self.turn, seat))

    def _end_segment(self) -> None:
        for play in self._segment:
            cards = tuple(play.cards)
            faces = tuple(sorted(str(card.card) for card in cards))
            if play.is_new:
                key = MoveKey(play.turn, play.seat.value, "open", 0, faces)
                self._note(OpenMeld(play.seat, cards), key)
            else:
                key = MoveKey(play.turn, play.seat.value, "add", play.meld, faces)
                self._note(ExtendMeld(play.seat, play.meld, cards), key)
        self._segment = []

    def _note(self, move: Move, key: MoveKey) -> None:
        self.moves.append(move)
        self.keys.append(key)
