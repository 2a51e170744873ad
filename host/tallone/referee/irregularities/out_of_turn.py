"""Second draws: the stock or the pile moved when nobody was to draw."""

import dataclasses
import functools
from typing import Final

from tallone.findings import OF_THE_LEDGER, OUT_OF_TURN, FindingKind, Ground
from tallone.mat.events import PileChanged
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.book import PATIENCE_S, REORDER_S, Book
from tallone.referee.melding.hypotheses import play
from tallone.referee.play.second_thoughts import PASSED_S
from tallone.rules import TakeDiscardPile
from tallone.rules.cards.seats import next_seat

# Two cards lifted one after the other by the same hand are no further apart.
SAME_HAND_S: Final = 0.4
# A discard under an elbow, its tag askew, is witnessed so long after it, and others play on.
UNHEARD_S: Final = 3.0
# How long a second draw may wait for what tells whose it was.
WHOSE_S: Final = 15.0


def put_back_excess(book: Book) -> bool:
    """A card drawn over the one that was due is put back."""
    step = next((step for step in book.steps(Zone.STOCK) if step.delta > 0), None)
    if step is None or len(book.turn.excess) < step.delta:
        return False
    returned = book.turn.excess[: step.delta]
    book.change(excess=book.turn.excess[step.delta :])
    book.drop(step)
    for card in reversed(returned):
        book.replace(force.all_of(book.hypotheses, functools.partial(force.put_back, card=card)))
    return True


def drop_restored_stock(book: Book) -> bool:
    """Somebody drew after the player on turn had, and put the card back."""
    drawn = book.first_step(Zone.STOCK, negative=True)
    if book.turn.drawn is None or drawn is None:
        return False
    back = next(
        (
            step
            for step in book.steps(Zone.STOCK)
            if step.delta == -drawn.delta and step.at > drawn.at
        ),
        None,
    )
    if back is None:
        return False
    # The sensors do not show who it was.
    book.tell(FindingKind.DRAW_OUT_OF_TURN, drawn.at, zone=Zone.STOCK, count=-drawn.delta)
    book.drop(drawn, back)
    return True


def retract_draw_out_of_turn(book: Book) -> bool:
    """What was drawn or taken comes back before anything is played: it was out of turn."""
    if book.turn.drawn is None or not book.turn.before_draw or book.evidence().laid:
        return False
    is_take = isinstance(book.turn.drawn, TakeDiscardPile)
    zone = Zone.DISCARD if is_take else Zone.STOCK
    pile = book.turn.before_draw[0].state.discard_pile
    size = len(pile) if is_take else 1
    step = next((step for step in book.steps(zone) if step.delta == size), None)
    tags = {tag.card for tag in book.tags() if tag.at > book.turn.drawn_at}
    if step is None or (is_take and (not tags or tags - set(pile))):
        return False
    if is_take and size == 1:
        [card] = pile
        if play(book.hypotheses, (), card, book.cloth):
            # He may put it back as his discard.
            return False
    drawn_at = book.turn.drawn_at
    if not is_take:
        book.tell(FindingKind.DRAW_OUT_OF_TURN, drawn_at, zone=zone, count=size)
    elif step.at - drawn_at > PASSED_S:
        # Until then it was only passed round.
        book.tell(FindingKind.TAKE_OUT_OF_TURN, drawn_at, zone=zone, count=size)
    book.drop(step, *(tag for tag in book.tags() if tag.card in pile))
    book.retract_draw()
    return True


def settle_second_draw(book: Book) -> bool:
    """The stock or the pile goes down again before a discard."""
    if book.turn.drawn is None:
        return False
    step = book.first_step(Zone.STOCK, negative=True) or _whole_pile(book)
    if step is None or not book.has_waited(step.at, PATIENCE_S):
        return False
    evidence = book.evidence()
    weight = evidence.weight
    if evidence.tag is not None or (weight is not None and weight.at < step.at + REORDER_S):
        return False
    is_take = step.zone is Zone.DISCARD
    if not is_take and step.at - book.turn.drawn_at < SAME_HAND_S:
        _draw_second(book, step)
        return True
    follower = next_seat(book.hand.seat, book.hand.players)
    if book.plays(follower, step.at):
        book.tell(
            FindingKind.NO_DISCARD, step.at, ground=Ground.FOLLOWED,
            seat=book.hand.seat, zone=Zone.DISCARD,
        )  # fmt: skip
        book.adopt(force.all_of(book.hypotheses, force.passed))
        return True
    if FindingKind.NO_DISCARD not in book.turn.told and book.has_waited(step.at, WHOSE_S):
        kind = FindingKind.TAKE_OUT_OF_TURN if is_take else FindingKind.DRAW_OUT_OF_TURN
        book.tell(kind, step.at, ground=Ground.WAITED, zone=step.zone, count=-step.delta)
    return False


def drop_restored_pile(book: Book) -> bool:
    """Somebody took the pile after the player on turn had drawn, and put it back."""
    taken = book.first_step(Zone.DISCARD, negative=True)
    if book.turn.drawn is None or taken is None:
        return False
    pile = set(book.hand.discard_pile)
    tags = [tag for tag in book.tags() if tag.card in pile and tag.at > taken.at]
    back = next(
        (
            step
            for step in book.steps(Zone.DISCARD)
            if step.delta == -taken.delta and step.at > taken.at and (step.delta > 1 or tags)
        ),
        None,
    )
    if back is None:
        return False
    if back.at - taken.at > PASSED_S:
        book.tell(FindingKind.TAKE_OUT_OF_TURN, taken.at, zone=Zone.DISCARD, count=-taken.delta)
    book.drop(taken, back, *tags)
    return True


def tell_draw_before_discard(book: Book) -> bool:
    """The stock or the pile went down a second time well before the discard, when no draw was due."""
    evidence = book.evidence()
    tag, weight = evidence.tag, evidence.weight
    if book.turn.drawn is None or tag is None:
        return False
    # A tag alone can be late.
    discard_at = tag.at - PATIENCE_S if weight is None else min(tag.at, weight.at)
    step = book.first_step(Zone.STOCK, negative=True) or _whole_pile(book)
    margin = REORDER_S if weight is None else UNHEARD_S
    if step is None or step.at > discard_at - margin:
        return False
    if not book.has_waited(step.at, REORDER_S):
        return False
    is_take = step.zone is Zone.DISCARD
    if not is_take and step.at - book.turn.drawn_at < SAME_HAND_S:
        _draw_second(book, step)
        return True
    # What was drawn out of turn is put back; what stays drawn was the next player's own, who had
    # waited for a discard in vain.
    if not book.turn.told & OUT_OF_TURN:
        book.tell(
            FindingKind.NO_DISCARD, step.at, ground=Ground.WAITED,
            seat=book.hand.seat, zone=Zone.DISCARD,
        )  # fmt: skip
    return False


def _whole_pile(book: Book) -> PileChanged | None:
    """Return the step that says the whole pile was taken, if one waits."""
    return next(
        (step for step in book.steps(Zone.DISCARD) if step.delta < 0 and not step.count), None
    )


def _draw_second(book: Book, step: PileChanged) -> None:
    """The player on turn has drawn another card."""
    book.tell(
        FindingKind.TWO_DRAWN, step.at, sure=step.certainty,
        seat=book.hand.seat, zone=step.zone, count=2,
    )  # fmt: skip
    book.drop(step)
    book.change(excess=book.hand.stock[:1])
    book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))


def retract_discard(book: Book) -> bool:
    """A discard is taken back: drop the evidence that it lay there."""
    evidence = book.evidence()
    tag, weight = evidence.tag, evidence.weight
    if tag is None or weight is None:
        return False
    step = next(
        (step for step in book.steps(Zone.DISCARD) if step.delta < 0 and step.at > tag.at),
        None,
    )
    if step is None or -step.delta > weight.delta:
        return False
    objected = book.turn.told - OF_THE_LEDGER
    if step.count == 0 and not objected:
        # The next player takes a pile that was this one card.
        return False
    laid = [one for one in book.tags() if one.card in book.potential()]
    gone = [one for one in laid if book.silent.get(one.card, 0.0) > one.at]
    if len(gone) < -step.delta and not (objected and book.has_waited(step.at, PATIENCE_S)):
        # It is covered, or the next player takes a pile that was this one card; or its silence
        # has yet to be heard.
        return False
    # The last laid is taken first, if nobody heard which went silent.
    back = [one for one in reversed(laid) if one in gone] + [
        one for one in reversed(laid) if one not in gone
    ]
    book.drop(step, weight, *back[: -step.delta])
    book.change(is_retracted=True)
    rest = weight.delta + step.delta
    if rest:
        book.receive(dataclasses.replace(weight, delta=rest, count=step.count))
    return True
