"""A player has no cards left, yet the ledger still gives him some: one was lost, or lies elsewhere.

Two things tell: a pozzetto is lifted that nobody may take, and nobody draws after a last discard.
"""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tallone.findings import FindingKind, Ground
from tallone.mat.events import Seconds
from tallone.referee.book import force
from tallone.referee.book.book import PATIENCE_S, Book
from tallone.referee.book.turns import Stage
from tallone.referee.melding.hypotheses import Hypothesis, advance
from tallone.rules import Discard, HandState, Phase
from tallone.rules.cards.cards import PACK, CardCopy
from tallone.rules.cards.seats import Seat, seat_before, side_of

# More cards that should still be there, and it was not the hand that was emptied.
MAX_LEFT: Final = 3
# Nobody takes so long to draw, unless the hand is over.
SILENT_S: Final = 20.0
# A player who has discarded his last card lifts the pozzetto before the next player draws, or soon after.
LIFT_S: Final = 2.0
# Past this a lifted pozzetto is a matter for the arbiter alone.
UNCLAIMED_S: Final = 30.0

Cards = tuple[CardCopy, ...]


def settle_empty_hand(book: Book) -> bool:
    """Explain a pozzetto that was lifted although by the ledger nobody has emptied his hand."""
    lift = book.unclaimed
    if lift is None or not book.has_waited(lift, PATIENCE_S):
        return False
    known = [one for one in book.hypotheses if book.claims(one.state) == len(book.lifted)]
    if known:
        book.adopt(known)
        return True
    if _is_in_flight(book):
        book.explained = lift
        return False
    seat = _who(book, lift)
    if seat is not None:
        _empty(book, seat, lift)
        return True
    if book.has_waited(lift, UNCLAIMED_S):
        book.explained = lift
    return False


def drop_untouched_pozzetto(book: Book) -> bool:
    """Drop the hypotheses in which a pozzetto was taken although it still lies there, if others remain."""
    last = book.last
    if last is None or len(book.hypotheses) < 2 or not book.has_waited(last.at, PATIENCE_S):
        return False
    kept = [one for one in book.hypotheses if book.claims(one.state) <= len(book.lifted)]
    if not kept or len(kept) == len(book.hypotheses):
        return False
    book.adopt(kept)
    return True


def ask_about_closing(book: Book) -> bool:
    """Nobody draws after a player who may have no cards left: add that he has closed, and ask people."""
    last = book.last
    if (
        last is None
        or book.doubted is last
        or book.stage is not Stage.TO_DRAW
        or book.waiting
        or not book.has_waited(last.at, SILENT_S)
    ):
        return False
    book.doubted = last
    closed = [
        dataclasses.replace(one, state=state, cost=one.cost + 1)
        for one in book.hypotheses
        if (state := _closed(one, last.seat, last.discard)) is not None
    ]
    if closed:
        book.lost |= dict.fromkeys(book.hand.holdings[last.seat], last.seat)
        book.replace([*book.hypotheses, *closed])
    return bool(closed)


def count_lost(book: Book) -> Cards:
    """Return the cards that are nowhere at the end; they count against whoever should hold them."""
    lost = nowhere(book.hand)
    for card in lost:
        if seat := book.lost.get(card):
            back = functools.partial(force.given, cards=(card,), seat=seat)
            book.replace(force.all_of(book.hypotheses, back))
    return lost


def nowhere(state: HandState) -> Cards:
    """Return the cards that the ledger has lost sight of."""
    melds = [meld for own in state.side_list for meld in own.melds]
    known = set(state.stock).union(
        state.discard_pile,
        *state.pozzetti,
        *state.holding_list,
        *(meld.copies for meld in melds),
    )
    return tuple(card for card in PACK if card not in known)


def _is_in_flight(book: Book) -> bool:
    """Whether the player on turn can have laid all his cards, and goes on with the pozzetto."""
    if book.stage is not Stage.TO_PLAY:
        return False
    laid = {entry.card for entry in book.evidence().laid}
    return any(laid.issuperset(one.state.holding) for one in book.hypotheses)


def _who(book: Book, lift: Seconds) -> Seat | None:
    """Return who has most likely emptied his hand."""
    hand = book.hand
    before = seat_before(hand.seat, hand.players)
    left = {before: hand.holdings[before]}
    if book.stage is Stage.TO_PLAY:
        evidence = book.evidence()
        if evidence.tag is not None or evidence.weight is not None:
            return None
        laid = {entry.card for entry in evidence.laid}
        if laid and lift > book.turn.drawn_at + LIFT_S:
            left = {hand.seat: _without(hand.holding, laid)} | left
    for seat, cards in left.items():
        own = hand.sides[side_of(seat, hand.players)]
        if 1 <= len(cards) <= MAX_LEFT and not own.pozzetto_taken:
            return seat
    return None


def _empty(book: Book, seat: Seat, lift: Seconds) -> None:
    hand = book.hand
    if seat is hand.seat:
        laid = {entry.card for entry in book.evidence().laid}
        left = _without(hand.holding, laid)
        after = force.all_of(
            book.hypotheses,
            lambda state: force.held(state, seat, _without(state.holding, set(left))),
        )
    else:
        left = hand.holdings[seat]
        after = force.all_of(book.hypotheses, lambda state: force.on_discard(state, seat))
    if not _is_explained(book, left):
        book.tell(FindingKind.CARD_MOVED, lift, ground=Ground.FOLLOWED, seat=seat, cards=left)
    book.last = None
    book.lost |= dict.fromkeys(left, seat)
    if seat is hand.seat:
        book.explained = lift
        book.replace(after)
    else:
        book.adopt(after)


def _is_explained(book: Book, left: Cards) -> bool:
    """Whether a finding already names a card that this player has given away."""
    return len(left) == 1 and FindingKind.CARD_MOVED in book.turn.told


def _closed(one: Hypothesis, seat: Seat, discard: CardCopy) -> HandState | None:
    """Return the position if that discard was the player's last card; None if he could not close so."""
    state = one.state
    if not 1 <= len(state.holdings[seat]) <= MAX_LEFT or state.discard_pile[-1:] != (discard,):
        return None
    if not state.sides[side_of(seat, state.players)].pozzetto_taken:
        return None
    alone = force.held(force.found_in(state, discard), seat, (discard,))
    after = advance(
        [Hypothesis(force.on_turn(alone, seat, Phase.TO_PLAY))], Discard(seat, discard)
    )
    if not after or not after[0].state.is_over:
        return None
    return replace(after[0].state, turns=state.turns)


def _without(cards: Sequence[CardCopy], some: set[CardCopy]) -> Cards:
    return tuple(card for card in cards if card not in some)
