"""A card played by somebody who does not hold it by the ledger: passed, dealt elsewhere, or a turn usurped."""

from collections.abc import Sequence
from typing import Final

from tallone.findings import FindingKind, Ground
from tallone.mat.events import Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.book import Book
from tallone.referee.irregularities.out_of_turn import WHOSE_S
from tallone.referee.melding.hypotheses import plausible
from tallone.rules import TakeDiscardPile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, next_seat, side_of

# Hypotheses that are kept when partners may have exchanged any of their cards.
MAX_EXCHANGED: Final = 8


def settle_misplaced(book: Book, card: CardCopy, at: Seconds, zone: Zone) -> bool:
    """A card was played by the wrong player: a card passed, hands swapped, a turn usurped."""
    hand = book.hand
    seat, owner = hand.seat, book.owner(card)
    if owner is None or owner is seat:
        book.tell(FindingKind.CARD_MOVED, at, seat=seat, zone=zone, cards=(card,))
        book.replace(
            force.all_of(book.hypotheses, lambda state: force.given(state, (card,), seat))
        )
        return True
    pair = frozenset((seat, owner))
    is_opponent = side_of(owner, hand.players) is not hand.side
    if is_opponent and pair in book.crossed and pair not in book.swapped:
        # A second card between the same two: they hold each other's hands. Once: a card of the one that the
        # other plays after that would bring both hands back, and so on without end.
        book.tell(FindingKind.SWAPPED_HANDS, at, seat=seat, zone=zone, cards=(card,))
        book.swapped.add(pair)
        book.replace(
            force.all_of(
                book.hypotheses, lambda state: force.swapped(state, seat, owner, book.dealt)
            )
        )
        return True
    player: Seat | None = seat
    if is_opponent and zone is Zone.DISCARD and owner in book.has_played and book.turn.before_draw:
        player = _player(book, seat, owner, at)
    if player is None:
        return False
    if player is owner:
        is_take = isinstance(book.turn.drawn, TakeDiscardPile)
        kind = FindingKind.TAKE_OUT_OF_TURN if is_take else FindingKind.DRAW_OUT_OF_TURN
        book.tell(
            kind, book.turn.drawn_at, ground=Ground.FOLLOWED, seat=owner, zone=zone, cards=(card,)
        )
        book.usurp(owner)
        return True
    book.tell(FindingKind.CARD_MOVED, at, seat=seat, zone=zone, cards=(card,))
    if is_opponent or pair in book.crossed:
        book.replace(
            force.all_of(book.hypotheses, lambda state: force.given(state, (card,), seat))
        )
    else:
        likely = plausible(book.hypotheses)[:MAX_EXCHANGED]
        book.replace(force.exchanged(likely, card, seat))
    book.crossed.add(pair)
    return True


def _player(book: Book, seat: Seat, owner: Seat, at: Seconds) -> Seat | None:
    """Return who played this turn, which ended with another player's card; None while that is unknown.

    `seat` did if cards of his own were laid; otherwise the discards that follow decide between the two.
    """
    if any(entry.card in book.hand.holding for entry in book.evidence().laid):
        return seat
    discards = [tag.card for tag in book.tags() if tag.at > at]
    after_seat, after_owner = (_follow(book, one, discards) for one in (seat, owner))
    if after_seat != after_owner:
        return seat if after_seat > after_owner else owner
    return owner if book.has_waited(at, WHOSE_S) else None


def _follow(book: Book, seat: Seat, discards: Sequence[CardCopy]) -> int:
    """How well these discards come from the players after that seat, in their order."""
    fits = 0
    for card in discards:
        seat = next_seat(seat, book.hand.players)
        holder = book.owner(card)
        if holder is not None:
            fits += 1 if holder is seat else -1
    return fits
