"""What people take back before anybody has gone on: a discard, a pile that was only looked at."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from tallone.mat.events import CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book.book import PATIENCE_S, REORDER_S, SETTLE_S, Book
from tallone.referee.book.turns import Stage
from tallone.referee.melding.hypotheses import Hypothesis, advance
from tallone.rules import Discard, DrawFromStock, TakeDiscardPile
from tallone.rules.cards.seats import next_seat

# A pile that is passed round is back by then.
PASSED_S: Final = 30.0


def discard_taken_back(book: Book) -> bool:
    """The last discard is taken back before the next draw: his turn goes on."""
    last = book.last
    if last is None or book.stage is not Stage.TO_DRAW or book.owed.get(Zone.DISCARD, 0):
        return False
    pile = book.hand.discard_pile
    if len(pile) < 2 or pile[-1] != last.discard:
        return False
    step = next((step for step in book.steps(Zone.DISCARD) if step.delta == -1), None)
    if step is None or step.count == 0 or not book.has_waited(step.at, REORDER_S):
        return False
    if not _is_silent(book, last.discard, last.at):
        return False
    book.drop(step)
    book.retract_discard()
    return True


def sole_discard_taken_back(book: Book) -> bool:
    """What looked like a take of the one card of the pile was its owner's second thought."""
    last = book.last
    if (
        last is None
        or book.stage is not Stage.TO_PLAY
        or not isinstance(book.turn.drawn, TakeDiscardPile)
    ):
        return False
    pile = book.turn.before_draw[0].state.discard_pile if book.turn.before_draw else ()
    if pile != (last.discard,):
        return False
    # He goes on with cards of his own, and the next player plays none of his.
    mine = set(last.before[0].state.holding) - {last.discard}
    tag = next((tag for tag in book.tags() if tag.at > book.turn.drawn_at), None)
    if tag is None or tag.card not in mine - book.potential():
        return False
    book.retract_draw()
    book.retract_discard()
    return True


def exchanged_discard(book: Book) -> bool:
    """A discard was taken back and another put down before the turn was settled."""
    held = book.potential()
    tags = [tag for tag in book.tags() if tag.card in held]
    steps = book.steps(Zone.DISCARD)
    put = next((step for step in steps if step.delta == 1), None)
    back = next((step for step in steps if step.delta == -1), None)
    if put is not None and back is not None and put.at < back.at:
        early = [tag for tag in tags if tag.at <= back.at and _is_silent(book, tag.card, tag.at)]
        later = [tag for tag in tags if tag.at > back.at - REORDER_S and tag not in early]
        if not later:
            return False
        book.drop(put, back, *early)
        return True
    if len(tags) < 2 or put is None or len(steps) > 1:
        return False
    first, second = tags[0], tags[1]
    if first.card == second.card or not _is_silent(book, first.card, first.at):
        return False
    if book.silent[first.card] > second.at + REORDER_S:
        return False
    book.drop(first)
    return True


def exchanged_after(book: Book) -> bool:
    """The last discard was taken back and another put down before the scale felt it."""
    last = book.last
    if last is None or book.stage not in (Stage.TO_DRAW, Stage.TO_PLAY):
        return False
    if not _is_silent(book, last.discard, last.at):
        return False
    # What he held before, and what a pozzetto brought him in that turn.
    held = {*last.before[0].state.holding, *book.hand.holdings[last.seat]}
    mine = held - {last.discard, *(one.card for one in last.laid)}
    tag = next(
        (tag for tag in book.tags() if tag.card in mine and tag.card not in book.potential()), None
    )
    if tag is None or not book.has_waited(tag.at, SETTLE_S):
        return False
    if abs(book.silent[last.discard] - tag.at) > PATIENCE_S:
        return False
    if book.stage is Stage.TO_PLAY:
        if book.turn.drawn is None or not book.turn.before_draw:
            return False
        # He has drawn, or taken the pile with the other discard on it.
        from_stock = isinstance(book.turn.drawn, DrawFromStock)
        lying = book.turn.before_draw[0].state.discard_pile
        drawn = PileChanged(
            zone=Zone.STOCK if from_stock else Zone.DISCARD,
            delta=-1 if from_stock else -len(lying),
            count=len(book.hand.stock) if from_stock else 0,
            certainty=book.certainty,
            at=Seconds(book.turn.drawn_at),
        )
        book.retract_draw()
        book.receive(drawn)
    book.retract_discard()
    # What the scale felt of the first was the second's.
    at = Seconds(tag.at)
    count = len(book.hand.discard_pile) + 1
    book.waiting.insert(
        0, PileChanged(zone=Zone.DISCARD, delta=1, count=count, certainty=1.0, at=at)
    )
    return True


def only_looked_at(book: Book) -> bool:
    """The one card of the pile went and came back, as a turn may; then its player draws: he had looked."""
    last = book.last
    if last is None or book.stage is not Stage.TO_PLAY or last.laid or not last.turn.before_draw:
        return False
    if not isinstance(book.turn.drawn, DrawFromStock) or not isinstance(
        last.turn.drawn, TakeDiscardPile
    ):
        return False
    before = last.turn.before_draw[0].state
    if before.discard_pile != (last.discard,):
        return False
    drawn = set(before.stock[:1])
    mine = set(before.holding)
    # The card just drawn tells who drew it only where it is laid; anybody discards on the one pile.
    shown = [
        event
        for event in book.waiting
        if isinstance(event, CardPlaced)
        and event.at > book.turn.drawn_at
        and event.card not in book.potential() - drawn
        and (
            event.card in mine | drawn
            if event.zone.side is last.side
            else event.zone is Zone.DISCARD and event.card in mine
        )
    ]
    if not shown:
        return False
    is_laid = any(event.zone.side is last.side for event in shown)
    if not is_laid and not book.has_waited(shown[0].at, SETTLE_S):
        return False
    after = advance(last.turn.before_draw, DrawFromStock(before.seat, None))
    if not after:
        return False
    at = Seconds(book.turn.drawn_at)
    book.last = None
    book.stage = Stage.TO_DRAW
    book.replace(list(last.turn.before_draw))
    book.note_draw(DrawFromStock(before.seat, None), at, after)
    return True


def passed_round(book: Book) -> bool:
    """The pile was lifted with the discard hardly on it, and put back: only the discard is left of it."""
    gone = next((step for step in book.steps(Zone.DISCARD) if step.delta < 0), None)
    if gone is None or gone.count or book.turn.drawn is None:
        return False
    back = next(
        (
            step
            for step in book.steps(Zone.DISCARD)
            if step.at > gone.at and step.delta == 1 - gone.delta
        ),
        None,
    )
    pile = set(book.hand.discard_pile)
    if back is None or back.at - gone.at > PASSED_S or -gone.delta != len(pile):
        return False
    held = book.potential()
    discards = {tag.card for tag in book.tags() if tag.card in held}
    if len(discards) != 1:
        return False
    book.drop(gone, back, *(tag for tag in book.tags() if tag.card in pile))
    book.receive(dataclasses.replace(back, delta=1))
    return True


def unseen_return(book: Book) -> bool:
    """The one card of the pile was taken and put back unseen; the draw that followed was the next player's.

    His discard tells: by the ledger it is the next player's card, and no draw of his was seen.
    """
    if not isinstance(book.turn.drawn, DrawFromStock) or not book.turn.before_draw:
        return False
    before = book.turn.before_draw[0].state
    if len(before.discard_pile) != 1 or book.evidence().laid:
        return False
    following = next_seat(before.seat, before.players)
    tag = next((tag for tag in book.tags() if tag.at > book.turn.drawn_at), None)
    if tag is None or not book.has_waited(tag.at, REORDER_S):
        return False
    theirs = {*before.holdings[following], *before.stock[:1]}
    if tag.card in before.holding or tag.card not in theirs:
        return False
    [card] = before.discard_pile
    after: Sequence[Hypothesis] = book.turn.before_draw
    for move in (
        TakeDiscardPile(before.seat),
        Discard(before.seat, card),
        DrawFromStock(following, None),
    ):
        after = advance(after, move)
    if not after:
        return False
    at = book.turn.drawn_at
    book.last = None
    book.replace(list(after))
    book.change(drawn=DrawFromStock(following, None), drawn_at=at, before_draw=())
    return True


def _is_silent(book: Book, card: object, since: float) -> bool:
    return any(one == card and at > since for one, at in book.silent.items())
