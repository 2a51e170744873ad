"""Correct play followed: draw or take, lay, discard, each from whatever witnesses there are."""

import dataclasses

from tallone.findings import CLOSINGS, POZZETTO_KINDS, FindingKind
from tallone.mat.events import CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.book import MAX_PLAYS, PATIENCE_S, SETTLE_S, Book
from tallone.referee.book.turns import LastPlay, Stage
from tallone.referee.melding.evidence import PlayEvidence, in_time
from tallone.referee.melding.hypotheses import Hypothesis, advance, play_silent
from tallone.referee.play.late import leave_hidden, tell_taken_back
from tallone.rules import DrawFromStock, TakeDiscardPile
from tallone.rules.cards.cards import CardCopy

# How sure a move is that one witness of two has seen.
TAG_ALONE = 0.97
WEIGHT_ALONE = 0.6


def follow_turning(book: Book) -> bool:
    """Wait for the first card to lie face up; say whether something was settled."""
    first = book.hand.discard_pile[0]
    tag = _turned_tag(book, first)
    stock = _first_step(book, Zone.STOCK, -1)
    weight = _first_step(book, Zone.DISCARD, 1)
    seen = [event.at for event in (tag, weight) if event is not None]
    if not seen or (tag is None and stock is None):
        return False
    if (tag is None or stock is None) and not book.has_waited(min(seen), PATIENCE_S):
        return False
    if tag is not None and tag.card != first:
        other = tag.card
        book.replace(force.all_of(book.hypotheses, lambda state: force.turned(state, other)))
        if not book.turn.told & POZZETTO_KINDS:
            book.tell(FindingKind.CARD_MOVED, tag.at, cards=(other,))
    for step, zone in ((stock, Zone.STOCK), (weight, Zone.DISCARD)):
        if step is None:
            book.owed[zone] = book.owed.get(zone, 0) + 1
    book.drop(*(event for event in (tag, stock, weight) if event is not None))
    book.stage = Stage.TO_DRAW
    return True


def _turned_tag(book: Book, first: CardCopy) -> CardPlaced | None:
    """Return the tag of the card turned: the ledger's, or after a while one that nobody was dealt."""
    held = {card for holding in book.hand.holding_list for card in holding}
    expected = next((tag for tag in book.tags() if tag.card == first), None)
    other = next((tag for tag in book.tags() if tag.card not in held), None)
    if expected is None and other is not None and book.has_waited(other.at, PATIENCE_S):
        return other
    return expected


def follow_draw(book: Book) -> bool:
    """Wait for the player on turn to draw or take; say whether something was settled."""
    if _exchanged(book) or _taken_unweighed(book):
        return True
    for event in book.waiting:
        if not isinstance(event, PileChanged) or event.delta >= 0:
            continue
        if event.zone is Zone.STOCK:
            return _drawn(book, event)
        if event.zone is Zone.DISCARD and _is_whole_pile(book, event):
            return _taken(book, event)
    return False


def follow_play(book: Book) -> bool:
    """Wait for the discard and settle the turn if its play is legal; say whether it was."""
    evidence = book.evidence()
    tag = evidence.tag
    if tag is None or not book.has_waited(tag.at, SETTLE_S):
        return False
    owed = book.owed.get(Zone.DISCARD, 0)
    if evidence.weight is not None and evidence.weight.delta > 1 + owed:
        return False
    if may_be_retracted(book, evidence) or _may_be_two(book, evidence, tag):
        return False
    tried = evidence.laid, evidence.silent, tag.card
    if book.tried == tried:
        return False
    after = play_silent(book.hypotheses, evidence, tag.card, book.cloth)
    if not after:
        book.tried = tried
        return False
    if evidence.silent:
        melded = {
            card for meld in after[0].state.side_list for one in meld.melds for card in one.copies
        }
        lying = [entry for entry in evidence.silent if entry.card in melded]
        evidence = dataclasses.replace(evidence, laid=in_time([*evidence.laid, *lying]))
    certainty = 1.0 if evidence.weight is not None else TAG_ALONE
    settle_play(book, evidence, tag.card, after, certainty=certainty)
    return True


def _may_be_two(book: Book, evidence: PlayEvidence, tag: CardPlaced) -> bool:
    """Whether two of his cards lie on the pile, before the scale has shown it."""
    if evidence.weight is not None or book.has_waited(tag.at, PATIENCE_S):
        return False
    held = book.potential()
    return len({other.card for other in book.tags() if other.card in held}) > 1


def may_be_retracted(book: Book, evidence: PlayEvidence) -> bool:
    """Whether an illegal closing is being taken back just now, card by card."""
    closings = book.turn.told & CLOSINGS
    if book.turn.is_retracted or not closings - {FindingKind.CLOSE_NO_DISCARD}:
        return False
    latest = max(book.waiting[index].at for index in evidence.used)
    steps = [step.at for step in book.steps(Zone.DISCARD)]
    return not book.has_waited(max(latest, *steps, latest), PATIENCE_S)


def settle_play(
    book: Book,
    evidence: PlayEvidence,
    discard: CardCopy | None,
    after: list[Hypothesis],
    *,
    certainty: float,
    is_irregular: bool = False,
) -> None:
    """Close the turn on that play; without the discard's name it is not looked at again."""
    hand = book.hand
    at = evidence.discard_at
    before = book.last
    book.earlier = before if before is not None and before.late else None
    book.last = None
    if discard is not None:
        book.last = LastPlay(
            before=tuple(book.hypotheses),
            laid=evidence.laid,
            discard=discard,
            seat=hand.seat,
            side=book.side,
            at=at if at is not None else Seconds(book.turn.drawn_at),
            is_irregular=is_irregular,
            turn=book.turn,
        )
    if book.last is not None:
        book.past = [*book.past, book.last][-MAX_PLAYS:]
    if evidence.weight is None:
        book.owed[Zone.DISCARD] = book.owed.get(Zone.DISCARD, 0) + 1
    elif evidence.weight.delta > 1:
        book.owed[Zone.DISCARD] = 0
    tell_taken_back(book, evidence)
    book.drop(*(book.waiting[index] for index in evidence.used))
    if before is not None:
        leave_hidden(book, before)
    book.certainty = certainty
    if book.dealt[hand.seat] & {discard, *(entry.card for entry in evidence.laid)}:
        book.has_played.add(hand.seat)
    book.adopt(after)


def _drawn(book: Book, event: PileChanged) -> bool:
    hand = book.hand
    move = DrawFromStock(hand.seat, None)
    after = advance(book.hypotheses, move)
    book.drop(event)
    played_at = book.evidence().discard_at
    if event.delta < -1 and played_at is not None and played_at < event.at:
        # The scale was leaned on: he drew and discarded, and what went besides is the next player's draw.
        book.receive(dataclasses.replace(event, delta=event.delta + 1))
        event = dataclasses.replace(event, delta=-1, at=played_at)
    if not after:
        book.tell(FindingKind.UNEXPLAINED, event.at, zone=event.zone)
        return True
    extra = -event.delta - 1
    owed = min(extra, book.owed.get(Zone.STOCK, 0))
    book.owed[Zone.STOCK] = book.owed.get(Zone.STOCK, 0) - owed
    book.certainty = event.certainty
    book.note_draw(move, event.at, after)
    if extra > owed:
        book.change(excess=hand.stock[1 : 1 + extra - owed])
        book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, extra - owed)))
        book.tell(
            FindingKind.TWO_DRAWN, event.at, sure=event.certainty,
            seat=hand.seat, zone=Zone.STOCK, count=-event.delta,
        )  # fmt: skip
    return True


def _taken(book: Book, event: PileChanged) -> bool:
    move = TakeDiscardPile(book.hand.seat)
    pile = book.hand.discard_pile
    after = advance(book.hypotheses, move)
    book.drop(event)
    if not after:
        book.tell(FindingKind.UNEXPLAINED, event.at, zone=event.zone)
        return True
    book.owed[Zone.DISCARD] = 0
    # Cards of a pile answer anew as it is lifted; an empty plate says that none of them lies there.
    book.drop(
        *(
            tag
            for tag in book.tags()
            if tag.card in pile and not event.count and tag.at <= event.at
        )
    )
    if event.count:
        # Taken and discarded under one elbow: the scale saw both at once.
        book.receive(
            PileChanged(
                zone=event.zone,
                delta=event.count,
                count=event.count,
                certainty=event.certainty,
                at=event.at,
            )
        )
    book.certainty = event.certainty
    book.note_draw(move, event.at, after)
    book.is_take_unweighed = False
    return True


def _exchanged(book: Book) -> bool:
    """One card taken and one discarded under one elbow: the scale felt nothing, the tags tell."""
    hand = book.hand
    if len(hand.discard_pile) != 1 or not _is_silent(book):
        return False
    [old] = hand.discard_pile
    tag = _first_tag(book)
    if tag is None or tag.card not in hand.holding or book.silent[old] > tag.at:
        return False
    steps = [event for event in book.waiting if isinstance(event, PileChanged)]
    first = min((event.at for event in steps), default=None)
    if first is None or first < tag.at + SETTLE_S:
        return False
    move = TakeDiscardPile(hand.seat)
    after = advance(book.hypotheses, move)
    if not after:
        return False
    book.certainty = WEIGHT_ALONE
    book.note_draw(move, book.silent[old], after)
    return True


def _taken_unweighed(book: Book) -> bool:
    """One card discarded and taken before the scale had settled: it felt nothing, and play goes on."""
    hand = book.hand
    if book.owed.get(Zone.DISCARD, 0) != 1 or len(hand.discard_pile) != 1 or not _is_silent(book):
        return False
    [card] = hand.discard_pile
    silent = book.silent[card]
    if not book.plays(hand.seat, silent):
        return False
    move = TakeDiscardPile(hand.seat)
    after = advance(book.hypotheses, move)
    if not after:
        return False
    book.owed[Zone.DISCARD] = 0
    book.certainty = TAG_ALONE
    book.note_draw(move, silent, after)
    book.is_take_unweighed = True
    return True


def _is_whole_pile(book: Book, event: PileChanged) -> bool:
    if event.count == 0:
        return True
    pile = len(book.hand.discard_pile)
    unweighed = book.owed.get(Zone.DISCARD, 0)
    # All of it taken and one card discarded, under one elbow; of two cards it could also be that
    # the upper one was taken back, unless both have fallen silent.
    is_exchange = event.count == 1 and -event.delta == pile - unweighed - 1
    return is_exchange and (pile > 2 or _is_silent(book))


def _is_silent(book: Book) -> bool:
    """Whether every card of the pile has stopped answering since the last discard."""
    since = book.last.at if book.last is not None else 0.0
    pile = book.hand.discard_pile
    return bool(pile) and all(book.silent.get(card, 0.0) > since for card in pile)


def _first_tag(book: Book) -> CardPlaced | None:
    return next(iter(book.tags()), None)


def _first_step(book: Book, zone: Zone, delta: int) -> PileChanged | None:
    return next((step for step in book.steps(zone) if step.delta == delta), None)
