"""What no legal play explains: once every witness has had its time, a finding, and play goes on.

Who drew or took cannot be seen, only that somebody did; whose cards are then played tells.
"""

from typing import Final

from tallone.mat.events import CardPlaced, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.book import PATIENCE_S, REORDER_S, Book, Stage
from tallone.referee.book.traces import first_step, first_tag, tell
from tallone.referee.irregularities.misplaced import misplaced
from tallone.referee.irregularities.out_of_turn import (
    drawn_before_discard,
    restored_pile,
    restored_stock,
    retracted_discard,
    returned_excess,
    second_draw,
    undone_draw,
)
from tallone.referee.irregularities.wrong_melds import judge_play, lay_leniently
from tallone.referee.melding.evidence import Laid, PlayEvidence
from tallone.referee.melding.hypotheses import advance, play
from tallone.referee.play.following import WEIGHT_ALONE, may_be_retracted, settle_play
from tallone.rules import DrawFromStock, Phase, TakeDiscardPile
from tallone.rules.cards.seats import next_seat, side_of

# After this an event explains nothing any more.
STALE_S: Final = 30.0
# Hands kept in mind for discards that nobody read.
MAX_UNREAD: Final = 256
# A last card laid: people see as soon as this that none is left to discard.
NO_DISCARD_S: Final = 2.0


def stop_before_settling(book: Book) -> bool:
    """Look for what must be told apart before the turn is settled; say whether anything was."""
    if book.stage is not Stage.TO_PLAY:
        return False
    checks = (
        returned_excess,
        restored_stock,
        undone_draw,
        restored_pile,
        retracted_discard,
        drawn_before_discard,
    )
    return any(check(book) for check in checks)


def suspect(book: Book) -> bool:
    """Look for what is wrong with what waits; say whether something was settled."""
    return any(check(book) for check in _CHECKS[book.stage]) or _forget(book)


def _early_play(book: Book) -> bool:
    """Cards laid or discarded by the player on turn, and no draw seen."""
    evidence = book.evidence()
    times = [entry.at for entry in evidence.laid]
    if evidence.tag is not None:
        times.append(evidence.tag.at)
    if not times or not book.has_waited(min(times), PATIENCE_S):
        return False
    hand = book.hand
    cards = {entry.card for entry in evidence.laid}
    if evidence.tag is not None:
        cards.add(evidence.tag.card)
    book.drawn_at = Seconds(min(times))
    book.certainty = WEIGHT_ALONE
    draw, take = DrawFromStock(hand.seat, None), TakeDiscardPile(hand.seat)
    if cards & set(hand.stock[:1]) and (after := advance(book.hypotheses, draw)):
        book.owed[Zone.STOCK] = book.owed.get(Zone.STOCK, 0) + 1
        book.adopt(after)
        book.drawn = draw
    elif cards & set(hand.discard_pile) and (after := advance(book.hypotheses, take)):
        book.adopt(after)
        book.drawn = take
    elif cards <= set(hand.holding):
        tell(book, "forgotten-draw", min(times), 0.95, seat=hand.seat, cards=tuple(sorted(cards)))
        if evidence.tag is None or not book.has_waited(evidence.tag.at, PATIENCE_S):
            # He may yet draw; only his discard ends the turn without.
            return False
        book.adopt(force.all_of(book.hypotheses, force.to_play))
    else:
        return _foreign_card(book, evidence)
    return True


def _early_discard(book: Book) -> bool:
    """A discard of somebody who is not on turn, and no draw seen since the last one."""
    tag = first_tag(book, lambda card: card not in book.hand.discard_pile)
    if tag is None or not book.has_waited(tag.at, PATIENCE_S):
        return False
    owner = book.owner(tag.card)
    if owner is None or owner is book.hand.seat:
        return False
    tell(book, "forgotten-draw", tag.at, 0.6, seat=owner, cards=(tag.card,))
    book.drop(tag)
    book.adopt(
        force.all_of(
            book.hypotheses,
            lambda state: force.discarded(force.on_turn(state, owner, Phase.TO_PLAY), (tag.card,)),
        )
    )
    return True


def _late_draw(book: Book) -> bool:
    """The stock loses the card of a player who was found not to have drawn."""
    if book.drawn is not None:
        return False
    step = first_step(book, Zone.STOCK, negative=True)
    if step is None:
        return False
    book.drop(step)
    book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))
    book.drawn = DrawFromStock(book.hand.seat, None)
    return True


def _two_discards(book: Book) -> bool:
    """The pile grows by two at once."""
    evidence = book.evidence()
    step = evidence.weight
    if step is None or step.delta <= 1 + book.owed.get(Zone.DISCARD, 0):
        return False
    held = book.potential()
    cards = tuple(dict.fromkeys(tag.card for tag in book.tags() if tag.card in held))
    if not book.has_waited(step.at, REORDER_S if len(cards) >= step.delta else PATIENCE_S):
        return False
    certainty = step.certainty if len(cards) >= 2 else 0.9
    tell(
        book, "two-discards", step.at, certainty,
        seat=book.hand.seat, zone=Zone.DISCARD, count=step.delta, cards=cards,
    )  # fmt: skip
    if not _next_has_begun(book, evidence):
        # One of them may yet be taken back.
        return False
    book.drop(*(book.waiting[index] for index in evidence.used), *book.tags())
    laid = play(book.hypotheses, evidence.laid, None) or book.hypotheses
    book.last = None
    book.adopt(force.all_of(laid, lambda state: force.discarded(state, cards)))
    return True


def _no_legal_play(book: Book) -> bool:
    """A discard was read, and what was laid before it makes no legal play."""
    evidence = book.evidence()
    if evidence.tag is None or not book.has_waited(evidence.tag.at, PATIENCE_S):
        return False
    owed = book.owed.get(Zone.DISCARD, 0)
    if evidence.weight is not None and evidence.weight.delta > 1 + owed:
        return False
    if may_be_retracted(book, evidence):
        return False
    if _foreign_card(book, evidence):
        return True
    judged = judge_play(
        book.hypotheses, evidence.laid, evidence.tag.card, book.astray, evidence.tag.at
    )
    if judged.kind is not None and judged.is_closing:
        tell(
            book, judged.kind, evidence.tag.at, 0.95,
            seat=book.hand.seat, zone=Zone.DISCARD, cards=(evidence.tag.card,),
        )  # fmt: skip
        # A closing that may not be is taken back or ruled on: nothing goes on until then.
        return _next_has_begun(book, evidence) and _force_discard(book, evidence, judged.after)
    if judged.kind is not None:
        zone = judged.zone
        tell(
            book, judged.kind, evidence.tag.at, judged.certainty,
            seat=book.hand.seat, zone=zone, cards=judged.cards,
        )  # fmt: skip
        book.astray = (*book.astray, *judged.astray)
    return _force_discard(book, evidence, judged.after)


def _no_card_left(book: Book) -> bool:
    """Every card is laid, the pozzetto is played and none is left to discard."""
    hand = book.hand
    if "close-no-discard" in book.told_kinds:
        return False
    evidence = book.evidence()
    laid = {entry.card for entry in evidence.laid}
    if not laid or evidence.tag is not None or book.potential() - laid:
        return False
    if not book.has_waited(max(entry.at for entry in evidence.laid), NO_DISCARD_S):
        return False
    if lay_leniently(book.hypotheses, evidence.laid):
        tell(
            book, "close-no-discard", max(entry.at for entry in evidence.laid), 0.95,
            seat=hand.seat, cards=tuple(sorted(laid)),
        )  # fmt: skip
    return False


def _unread_discard(book: Book) -> bool:
    """The pile grew by one and no tag answered: every card it can be is kept in mind."""
    evidence = book.evidence()
    if evidence.tag is not None or evidence.weight is None:
        return False
    foreign = first_tag(book, lambda card: card not in book.hand.discard_pile)
    if foreign is not None:
        if not _is_of_next(book, foreign, evidence.weight.at):
            return False
    elif not book.has_waited(evidence.weight.at, PATIENCE_S):
        return False
    laid = play(book.hypotheses, evidence.laid, None)
    held = {card for one in laid for card in one.state.holding}
    after = [one for card in sorted(held) for one in play(laid, (), card)][:MAX_UNREAD]
    if not after:
        return False
    settle_play(book, evidence, None, after, certainty=1 / len(after))
    book.last = None
    return True


def _foreign_discard(book: Book) -> bool:
    """A card is discarded that the player on turn does not hold by the ledger."""
    potential = book.potential()
    tag = first_tag(
        book, lambda card: card not in potential and card not in book.hand.discard_pile
    )
    if tag is None or book.evidence().tag is not None:
        return False
    if not book.has_waited(tag.at, PATIENCE_S):
        return False
    return misplaced(book, tag.card, tag.at, Zone.DISCARD)


def _late_tile_card(book: Book) -> bool:
    """A card on the other side's tile that fits no play of its turn."""
    last = book.last
    for event in book.waiting:
        if not isinstance(event, CardPlaced) or event.zone.side in (None, book.side):
            continue
        if not book.has_waited(event.at, PATIENCE_S) or _second_step_waits(book):
            continue
        owner = book.owner(event.card)
        owners_side = side_of(owner, book.hand.players) if owner is not None else None
        is_phantom = owners_side is event.zone.side
        kind = "phantom-card" if is_phantom else "card-moved"
        seat = last.seat if last is not None and last.side is event.zone.side else owner
        tell(book, kind, event.at, 0.9, seat=seat, zone=event.zone, cards=(event.card,))
        book.drop(event)
        book.astray = (*book.astray, Laid(event.card, event.zone, event.at))
        return True
    return False


def _foreign_card(book: Book, evidence: PlayEvidence) -> bool:
    """One of the cards laid is not the player's by the ledger: the ledger gives way."""
    potential = book.potential()
    for entry in evidence.laid:
        if entry.card not in potential:
            return misplaced(book, entry.card, entry.at, entry.zone)
    return False


def _force_discard(book: Book, evidence: PlayEvidence, after: list) -> bool:  # type: ignore[type-arg]
    assert evidence.tag is not None
    card = evidence.tag.card
    legal = [one for laid in after for one in play([laid], (), card)]
    forced = legal or force.all_of(
        after or book.hypotheses, lambda state: force.discarded(state, (card,))
    )
    settle_play(
        book, evidence, card, forced, certainty=WEIGHT_ALONE, is_irregular=bool(evidence.laid)
    )
    return True


def _next_has_begun(book: Book, evidence: PlayEvidence) -> bool:
    """Whether somebody draws or takes after the discard: nothing is taken back any more."""
    tag, weight = evidence.tag, evidence.weight
    put = weight.delta if weight is not None else 1
    taken = next((step for step in book.steps(Zone.DISCARD) if -step.delta > put), None)
    step = first_step(book, Zone.STOCK, negative=True) or taken
    if tag is None or step is None or step.at <= tag.at:
        return False
    return book.has_waited(step.at, REORDER_S)


def _is_of_next(book: Book, tag: CardPlaced, since: Seconds) -> bool:
    """Whether a discard is the next player's, who has drawn or taken since: no other tag will come."""
    steps = (*book.steps(Zone.STOCK), *book.steps(Zone.DISCARD))
    drawn = any(step.delta < 0 and since < step.at < tag.at for step in steps)
    hand = book.hand
    # What he has drawn nobody holds by the ledger yet.
    return drawn and book.owner(tag.card) in (next_seat(hand.seat, hand.players), None)


def _second_step_waits(book: Book) -> bool:
    return (
        book.stage is Stage.TO_PLAY
        and book.drawn is not None
        and (
            first_step(book, Zone.STOCK, negative=True) is not None
            or first_step(book, Zone.DISCARD, negative=True) is not None
        )
    )


def _forget(book: Book) -> bool:
    """Drop what is too old to explain anything; what belongs to the turn is never too old."""
    used = book.evidence().used if book.stage is Stage.TO_PLAY else frozenset()
    stale = [
        event
        for index, event in enumerate(book.waiting)
        if index not in used and book.has_waited(event.at, STALE_S)
    ]
    book.drop(*stale)
    return bool(stale)


_CHECKS: Final = {
    Stage.TURNING: (),
    Stage.TO_DRAW: (_early_play, _early_discard, _late_tile_card),
    Stage.TO_PLAY: (
        _late_draw,
        undone_draw,
        _two_discards,
        _no_legal_play,
        _no_card_left,
        second_draw,
        _foreign_discard,
        _unread_discard,
        _late_tile_card,
    ),
    Stage.OVER: (_late_tile_card,),
}
