"""Correct play followed: draw or take, lay, discard, each from whatever witnesses there are."""

import dataclasses
from collections.abc import Sequence

from tallone.mat.events import CardLifted, CardPlaced, PileChanged, Seconds
from tallone.mat.zones import GROUP_TILES, Zone
from tallone.referee import force
from tallone.referee.book import PATIENCE_S, SETTLE_S, Book, LastPlay, Stage, Suspicion
from tallone.referee.evidence import Laid, PlayEvidence, laid_cards
from tallone.referee.hypotheses import Hypothesis, advance, play
from tallone.rules import DrawFromStock, TakeDiscardPile
from tallone.rules.cards import CardCopy

# How sure a move is that one witness of two has seen.
TAG_ALONE = 0.97
WEIGHT_ALONE = 0.6
MIN_GROUP = 3


def follow_turning(book: Book, now: Seconds) -> bool:
    """Wait for the first card to lie face up; say whether something was settled."""
    first = book.hand.discard_pile[0]
    tag = _first_tag(book)
    stock = _first_step(book, Zone.STOCK, -1)
    weight = _first_step(book, Zone.DISCARD, 1)
    seen = [event.at for event in (tag, weight) if event is not None]
    if not seen or (tag is None and stock is None):
        return False
    if (tag is None or stock is None) and now - min(seen) < PATIENCE_S:
        return False
    if tag is not None and tag.card != first:
        other = tag.card
        book.hypotheses = force.all_of(book.hypotheses, lambda state: force.turned(state, other))
        if not any("pozzetto" in kind for kind in book.told_kinds):
            book.suspect(Suspicion(kind="card-moved", at=tag.at, certainty=0.9, cards=(other,)))
    for step, zone in ((stock, Zone.STOCK), (weight, Zone.DISCARD)):
        if step is None:
            book.owed[zone] = book.owed.get(zone, 0) + 1
    book.drop(*(event for event in (tag, stock, weight) if event is not None))
    book.stage = Stage.TO_DRAW
    return True


def follow_draw(book: Book) -> bool:
    """Wait for the player on turn to draw or take; say whether something was settled."""
    if _exchanged(book):
        return True
    for event in book.waiting:
        if not isinstance(event, PileChanged) or event.delta >= 0:
            continue
        if event.zone is Zone.STOCK:
            return _drawn(book, event)
        if event.zone is Zone.DISCARD and _is_whole_pile(book, event):
            return _taken(book, event)
    return False


def follow_play(book: Book, now: Seconds) -> bool:
    """Wait for the discard and settle the turn if its play is legal; say whether it was."""
    evidence = book.evidence()
    tag = evidence.tag
    if tag is None or now - tag.at < SETTLE_S:
        return False
    owed = book.owed.get(Zone.DISCARD, 0)
    if evidence.weight is not None and evidence.weight.delta > 1 + owed:
        return False
    if may_be_retracted(book, evidence, now):
        return False
    tried = (evidence.laid, tag.card)
    if book.tried == tried:
        return False
    after = play(book.hypotheses, evidence.laid, tag.card)
    if not after:
        book.tried = tried
        return False
    certainty = 1.0 if evidence.weight is not None else TAG_ALONE
    settle_play(book, evidence, tag.card, after, certainty=certainty)
    return True


def may_be_retracted(book: Book, evidence: PlayEvidence, now: Seconds) -> bool:
    """Whether a closing that may not be is just being taken back, card by card."""
    closings = {kind for kind in book.told_kinds if kind.startswith("close-")}
    if book.is_retracted or not closings - {"close-no-discard"}:
        return False
    latest = max(book.waiting[index].at for index in evidence.used)
    steps = [
        event.at
        for event in book.waiting
        if isinstance(event, PileChanged) and event.zone is Zone.DISCARD
    ]
    return now - max(latest, *steps, latest) < PATIENCE_S


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
    book.last = None
    if discard is not None:
        book.last = LastPlay(
            before=tuple(book.hypotheses),
            laid=evidence.laid,
            discard=discard,
            seat=hand.seat,
            side=book.side,
            at=at if at is not None else Seconds(book.drawn_at),
            is_irregular=is_irregular,
        )
    if evidence.weight is None:
        book.owed[Zone.DISCARD] = book.owed.get(Zone.DISCARD, 0) + 1
    elif evidence.weight.delta > 1:
        book.owed[Zone.DISCARD] = 0
    book.drop(*(book.waiting[index] for index in evidence.used))
    if before is not None:
        _leave_hidden(book, before)
    book.certainty = certainty
    book.has_played.add(hand.seat)
    book.adopt(after)


def _leave_hidden(book: Book, last: LastPlay) -> None:
    """Say of cards of the turn before that fitted nothing that they were hidden there."""
    held = set(book.hand.holdings[last.seat])
    for event in tuple(book.waiting):
        if not isinstance(event, CardPlaced) or event.zone.side is not last.side:
            continue
        if event.card in held:
            book.drop(event)
            book.astray = (*book.astray, Laid(event.card, event.zone, event.at))
            book.suspect(
                Suspicion(
                    kind="phantom-card",
                    at=event.at,
                    certainty=0.85,
                    seat=last.seat,
                    zone=event.zone,
                    cards=(event.card,),
                )
            )


def absorb_owed(book: Book) -> bool:
    """Drop the steps of scales that only now confirm what is already explained."""
    for event in book.waiting:
        if not isinstance(event, PileChanged):
            continue
        owed = book.owed.get(event.zone, 0)
        direction = -1 if event.zone is Zone.STOCK else 1
        if owed and event.delta * direction == 1 and _is_overdue(book, event):
            book.owed[event.zone] = owed - 1
            book.drop(event)
            return True
    return False


def absorb_late(book: Book) -> bool:
    """Fit cards of the last turn's side that were read, or taken back, after it into its play."""
    last = book.last
    if last is None:
        return False
    events = [
        event
        for event in book.waiting
        if isinstance(event, CardPlaced | CardLifted) and event.zone.side is last.side
    ]
    known = {entry.card for entry in last.laid}
    melded = book.melded()
    late: list[CardPlaced | CardLifted] = []
    group = _group_taken_back(book, last, events)
    for event in events:
        if isinstance(event, CardPlaced) and event.card in melded and event.card not in known:
            # An older card that fell silent and answers again.
            book.drop(event)
            return True
        if isinstance(event, CardPlaced) or event in group or _is_taken_back(last, event):
            late.append(event)
    if not late:
        return False
    laid, _ = laid_cards(late, last.side, already=last.laid)
    if laid == last.laid:
        book.drop(*late)
        return True
    return _amend(book, last, late, laid)


def _is_taken_back(last: LastPlay, event: CardLifted) -> bool:
    """Whether a card that left a tile after its turn was taken back rather than misread.

    Of a play that the rules explain, only a card that itself came late is; the rest lies there.
    """
    entry = next((entry for entry in last.laid if entry.card == event.card), None)
    return entry is not None and (last.is_irregular or entry.at > last.at + SETTLE_S)


def prune_by_tags(book: Book) -> bool:
    """Keep the hypotheses whose pile has a card that is only now read there."""
    if len(book.hypotheses) < 2:
        return False
    for tag in book.waiting:
        if not isinstance(tag, CardPlaced) or tag.zone is not Zone.DISCARD:
            continue
        kept = [one for one in book.hypotheses if tag.card in one.state.discard_pile]
        if kept and len(kept) < len(book.hypotheses):
            book.drop(tag)
            book.adopt(kept)
            return True
    return False


def _group_taken_back(
    book: Book, last: LastPlay, events: Sequence[CardPlaced | CardLifted]
) -> list[CardLifted]:
    """Return the events that say a whole group has left its tile after its turn.

    Laid beside a group of its rank it looked like an addition; nobody takes an addition back.
    """
    laid = {entry.card for entry in last.laid if entry.zone in GROUP_TILES}
    lifted = [event for event in events if isinstance(event, CardLifted) and event.card in laid]
    ranks = {event.card.card.rank for event in lifted if not event.card.card.can_be_wild}
    if book.stage is Stage.OVER or len(lifted) < MIN_GROUP or len(ranks) != 1:
        return []
    before = last.before[0].state.own.melds
    return lifted if ranks <= {meld.rank for meld in before} else []


def _amend(
    book: Book,
    last: LastPlay,
    late: Sequence[CardPlaced | CardLifted],
    laid: tuple[Laid, ...],
) -> bool:
    """Play the last turn again with the cards as they lie now; say whether the rules allow it."""
    after = play(last.before, laid, last.discard)
    if book.drawn is not None:
        after = advance(after, book.drawn)
    if not after:
        return False
    gone = [entry for entry in last.laid if entry.card not in {one.card for one in laid}]
    if gone and not last.is_irregular:
        # It came after the discard, or was a group of its own, and went again.
        book.suspect(
            Suspicion(
                kind="phantom-card" if len(gone) < MIN_GROUP else "identical-group",
                at=gone[0].at,
                certainty=0.9,
                seat=last.seat,
                zone=gone[0].zone,
                cards=tuple(entry.card for entry in gone),
            )
        )
    book.last = dataclasses.replace(last, laid=laid, is_irregular=False)
    book.astray = tuple(entry for entry in book.astray if entry not in last.laid)
    book.drop(*late)
    book.adopt(after)
    return True


def _drawn(book: Book, event: PileChanged) -> bool:
    hand = book.hand
    move = DrawFromStock(hand.seat, None)
    after = advance(book.hypotheses, move)
    book.drop(event)
    if not after:
        book.suspect(Suspicion(kind="unexplained", at=event.at, certainty=0.5, zone=event.zone))
        return True
    extra = -event.delta - 1
    owed = min(extra, book.owed.get(Zone.STOCK, 0))
    book.owed[Zone.STOCK] = book.owed.get(Zone.STOCK, 0) - owed
    book.certainty = event.certainty
    book.note_draw(move, event.at, after)
    if extra > owed:
        book.excess = hand.stock[1 : 1 + extra - owed]
        book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, extra - owed)))
        book.suspect(
            Suspicion(
                kind="two-drawn",
                at=event.at,
                certainty=event.certainty,
                seat=hand.seat,
                zone=Zone.STOCK,
                count=-event.delta,
            )
        )
    return True


def _taken(book: Book, event: PileChanged) -> bool:
    move = TakeDiscardPile(book.hand.seat)
    pile = book.hand.discard_pile
    after = advance(book.hypotheses, move)
    book.drop(event)
    if not after:
        book.suspect(Suspicion(kind="unexplained", at=event.at, certainty=0.5, zone=event.zone))
        return True
    book.owed[Zone.DISCARD] = 0
    # Cards of a pile answer anew as it is lifted; an empty plate says that none of them lies there.
    book.drop(
        *(
            tag
            for tag in book.waiting
            if isinstance(tag, CardPlaced) and tag.zone is Zone.DISCARD and tag.card in pile
            if not event.count and tag.at <= event.at
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


def _is_overdue(book: Book, event: PileChanged) -> bool:
    """Whether a step cannot be the present turn's: nobody can have drawn or discarded yet."""
    if event.zone is Zone.STOCK:
        return False
    return book.stage is Stage.TO_DRAW or event.at - book.drawn_at < SETTLE_S


def _first_tag(book: Book) -> CardPlaced | None:
    return next(
        (
            event
            for event in book.waiting
            if isinstance(event, CardPlaced) and event.zone is Zone.DISCARD
        ),
        None,
    )


def _first_step(book: Book, zone: Zone, delta: int) -> PileChanged | None:
    return next(
        (
            event
            for event in book.waiting
            if isinstance(event, PileChanged) and event.zone is zone and event.delta == delta
        ),
        None,
    )
