"""Second draws: the stock or the pile moved when nobody was to draw.

Who drew or took cannot be seen, only that somebody did; whose cards are then played tells.
"""

from typing import Final

from tallone.mat.events import PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee import force
from tallone.referee.book import PATIENCE_S, REORDER_S, Book
from tallone.referee.traces import all_steps, all_tags, first_step, plays, tell
from tallone.rules import TakeDiscardPile
from tallone.rules.seats import next_seat

# Two cards lifted one after the other by the same hand are no further apart.
SAME_HAND_S: Final = 1.5
# How long a second draw may wait for what tells whose it was.
WHOSE_S: Final = 15.0


def undone_draw(book: Book, now: Seconds) -> bool:  # noqa: ARG001
    """What was drawn or taken comes back before anything is played: it was out of turn."""
    if book.drawn is None or not book.before_draw:
        return False
    is_take = isinstance(book.drawn, TakeDiscardPile)
    zone = Zone.DISCARD if is_take else Zone.STOCK
    size = len(book.before_draw[0].state.discard_pile) if is_take else 1
    step = next(
        (event for event in all_steps(book, zone) if event.delta == size and event.delta > 0), None
    )
    if step is None or (is_take and size == 1):
        return False
    kind = "take-out-of-turn" if is_take else "draw-out-of-turn"
    again = first_step(book, Zone.STOCK, negative=True)
    seat = next_seat(book.hand.seat, book.hand.players)
    tell(book, kind, book.drawn_at, 0.9, seat=seat, zone=zone, count=size)
    book.drop(step)
    if again is not None and not is_take:
        # Two had drawn and one card came back: the player's own draw stands.
        book.drop(again)
        return True
    returned = set(book.before_draw[0].state.discard_pile)
    book.drop(*(tag for tag in all_tags(book) if tag.card in returned))
    book.retract_draw()
    return True


def second_draw(book: Book, now: Seconds) -> bool:
    """The stock or the pile goes down again before a discard."""
    if book.drawn is None:
        return False
    step = first_step(book, Zone.STOCK, negative=True) or first_step(
        book, Zone.DISCARD, negative=True
    )
    if step is None or now - step.at < PATIENCE_S:
        return False
    if _retracted_discard(book, step):
        return True
    evidence = book.evidence()
    weight = evidence.weight
    if evidence.tag is not None or (weight is not None and weight.at < step.at + REORDER_S):
        return False
    is_take = step.zone is Zone.DISCARD
    if not is_take and step.at - book.drawn_at < SAME_HAND_S:
        _draw_second(book, step)
        return True
    follower = next_seat(book.hand.seat, book.hand.players)
    if plays(book, follower):
        tell(book, "no-discard", step.at, 0.9, seat=book.hand.seat, zone=Zone.DISCARD)
        book.adopt(force.all_of(book.hypotheses, force.passed))
        return True
    if now - step.at < WHOSE_S and not plays(book, book.hand.seat):
        return False
    _take_for_next(book, step, certainty=0.7)
    return True


def restored_pile(book: Book, now: Seconds) -> bool:  # noqa: ARG001
    """Somebody took the pile after the player on turn had drawn, and put it back."""
    taken = first_step(book, Zone.DISCARD, negative=True)
    if book.drawn is None or taken is None:
        return False
    pile = set(book.hand.discard_pile)
    tags = [tag for tag in all_tags(book) if tag.card in pile and tag.at > taken.at]
    back = next(
        (
            step
            for step in all_steps(book, Zone.DISCARD)
            if step.delta == -taken.delta and step.at > taken.at and (step.delta > 1 or tags)
        ),
        None,
    )
    if back is None:
        return False
    seat = next_seat(book.hand.seat, book.hand.players)
    tell(
        book, "take-out-of-turn", taken.at, 0.9,
        seat=seat, zone=Zone.DISCARD, count=-taken.delta,
    )  # fmt: skip
    book.drop(taken, back, *tags)
    return True


def drawn_before_discard(book: Book, now: Seconds) -> bool:
    """The stock or the pile went down a second time well before the discard: nobody's due."""
    evidence = book.evidence()
    if book.drawn is None or evidence.tag is None or evidence.weight is None:
        return False
    discard_at = min(evidence.tag.at, evidence.weight.at)
    step = first_step(book, Zone.STOCK, negative=True) or first_step(
        book, Zone.DISCARD, negative=True
    )
    if step is None or step.at > discard_at - REORDER_S or now - step.at < REORDER_S:
        return False
    is_take = step.zone is Zone.DISCARD
    if not is_take and step.at - book.drawn_at < SAME_HAND_S:
        _draw_second(book, step)
    else:
        _take_for_next(book, step, certainty=0.8)
    return True


def _draw_second(book: Book, step: PileChanged) -> None:
    """The player on turn has drawn another card."""
    tell(
        book, "two-drawn", step.at, step.certainty,
        seat=book.hand.seat, zone=step.zone, count=2,
    )  # fmt: skip
    book.drop(step)
    book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))


def _take_for_next(book: Book, step: PileChanged, certainty: float) -> None:
    """Somebody has drawn or taken out of turn: most likely who comes next."""
    is_take = step.zone is Zone.DISCARD
    follower = next_seat(book.hand.seat, book.hand.players)
    kind = "take-out-of-turn" if is_take else "draw-out-of-turn"
    tell(book, kind, step.at, certainty, seat=follower, zone=step.zone, count=-step.delta)
    book.drop(step)
    book.early = follower
    book.adopt(
        force.all_of(
            book.hypotheses,
            lambda state: force.given(
                state, state.discard_pile if is_take else state.stock[:1], follower
            ),
        )
    )


def _retracted_discard(book: Book, step: PileChanged) -> bool:
    """The discard is taken back: what said so no longer holds."""
    tag = book.evidence().tag
    if step.zone is not Zone.DISCARD or tag is None or step.delta != -1 or step.at < tag.at:
        return False
    weight = next((event for event in all_steps(book, Zone.DISCARD) if event.delta == 1), None)
    book.drop(step, tag, *([weight] if weight is not None else []))
    return True
