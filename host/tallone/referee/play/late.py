"""Evidence that arrives after its turn: a card read late or taken back, a scale that was leaned on."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from tallone.findings import FindingKind, Ground
from tallone.mat.events import CardLifted, CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book.book import REORDER_S, SETTLE_S, Book
from tallone.referee.book.turns import LastPlay, Stage
from tallone.referee.melding.evidence import Laid, PlayEvidence, in_time, laid_cards
from tallone.referee.melding.hypotheses import Hypothesis, advance, plausible, play
from tallone.rules import Discard, TakeDiscardPile
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, next_seat, side_of

# The least cards of a meld: so many that leave a tile together were one.
MIN_GROUP: Final = 3
# Explanations into which a card that comes to light late is fitted.
MAX_REPLAYED: Final = 8


def absorb_owed(book: Book) -> bool:
    """Drop the steps of scales that only now confirm what is already explained."""
    if book.is_take_unweighed and isinstance(book.turn.drawn, TakeDiscardPile):
        late = next((step for step in book.steps(Zone.DISCARD) if step.delta < 0), None)
        if late is not None and not late.count:
            book.is_take_unweighed = False
            book.drop(late)
            return True
    if not any(book.owed.values()):
        return False
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
        if isinstance(event, CardPlaced) or event in group or _is_taken_back(book, last, event):
            late.append(event)
    if not late:
        return False
    laid, _, _ = laid_cards(late, last.side, book.cloth, already=last.laid)
    if laid == last.laid:
        book.drop(*late)
        return True
    return _amend(book, last, late, laid)


def _is_taken_back(book: Book, last: LastPlay, event: CardLifted) -> bool:
    """Whether a card that left a tile after its turn was taken back rather than misread.

    Of a play that the rules explain, only a card that itself came late is; the rest lies there.
    """
    entry = next((entry for entry in last.laid if entry.card == event.card), None)
    if entry is None or last.is_irregular:
        return entry is not None
    # It may be the first of a group that goes; or of a meld that is closed up or pushed elsewhere.
    return (
        entry.at > last.at
        and book.has_waited(event.at, REORDER_S)
        and not book.cloth.answers(event.card)
        and not _fell_silent(book, event)
    )


def _fell_silent(book: Book, event: CardLifted) -> bool:
    """Whether a card still lies where it was, with the others of its meld that fell silent too."""
    meld = next((meld for meld in _own_melds(book, event) if event.card in meld), ())
    return book.cloth.was_closed_up(event.card, meld)


def _own_melds(book: Book, event: CardLifted) -> list[tuple[CardCopy, ...]]:
    side = event.zone.side
    return [meld.copies for meld in book.hand.sides[side].melds] if side is not None else []


def fit_older(book: Book) -> bool:
    """Fit cards that come to light only now, for something lay over them, into the turn they were laid in."""
    for owner, cards in _come_to_light(book).items():
        play_then = next((one for one in reversed(book.past) if one.seat is owner), None)
        if play_then is None or play_then is book.last:
            continue
        known = {entry.card for entry in play_then.laid}
        come = [
            Laid(event.card, event.zone, play_then.at)
            for event in cards
            if event.card not in known
        ]
        laid = in_time([*play_then.laid, *come])
        after = [
            one
            for before in plausible(book.hypotheses)[:MAX_REPLAYED]
            for one in _played_again(book, before, play_then, laid)
        ]
        # One card alone that comes to light was hidden.
        if len(come) > 1 and after:
            book.drop(*cards)
            book.last = book.earlier = None
            book.past = []
            turn = book.turn
            book.adopt(after)
            book.turn = turn
            return True
    return False


def _come_to_light(book: Book) -> dict[Seat, list[CardPlaced]]:
    """Return the cards read on their side's lanes of players who are not on turn, by player."""
    cards: dict[Seat, list[CardPlaced]] = {}
    for event in book.waiting:
        if not isinstance(event, CardPlaced) or event.zone.side is None:
            continue
        owner = book.owner(event.card)
        hand = book.hand
        if owner is None or event.card in book.potential():
            continue
        if side_of(owner, hand.players) is not event.zone.side:
            continue
        if book.has_waited(event.at, REORDER_S):
            cards.setdefault(owner, []).append(event)
    return cards


def withdraw_hidden(book: Book) -> bool:
    """A card read after its turn, and fitted, is taken away once others have played: go on without it."""
    earlier = book.earlier
    if earlier is None:
        return False
    late = {(entry.card, entry.zone) for entry in earlier.late}
    gone = [
        event
        for event in book.waiting
        if isinstance(event, CardLifted)
        and (event.card, event.zone) in late
        and book.has_waited(event.at, REORDER_S)
    ]
    if not gone:
        return False
    cards = {event.card for event in gone}
    laid = tuple(entry for entry in earlier.laid if entry.card not in cards)
    after = [
        one
        for before in plausible(book.hypotheses)
        for one in _played_again(book, before, earlier, laid)
    ]
    if not after:
        return False
    hidden = [entry for entry in earlier.laid if entry.card in cards]
    _tell_late(book, FindingKind.PHANTOM_CARD, hidden, earlier.seat)
    book.drop(*gone)
    book.last = book.earlier = None
    book.change(before_draw=())
    book.adopt(after)
    return True


def _played_again(
    book: Book, one: Hypothesis, earlier: LastPlay, laid: tuple[Laid, ...]
) -> Sequence[Hypothesis]:
    """Return the positions after an earlier play with those cards laid, and after the moves that followed."""
    end = Discard(earlier.seat, earlier.discard)
    start = len(earlier.before[0].moves)
    if end not in one.moves[start:]:
        return ()
    after = play(earlier.before, laid, earlier.discard, book.cloth)
    for move in one.moves[one.moves.index(end, start) + 1 :]:
        after = advance(after, move)
    return after


def prune_by_tags(book: Book) -> bool:
    """Keep the hypotheses whose pile has a card that is only now read there."""
    if len(book.hypotheses) < 2:
        return False
    for tag in book.tags():
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
    laid = {entry.card for entry in last.laid}
    lifted = [
        event
        for event in events
        if isinstance(event, CardLifted)
        and event.card in laid
        and not book.cloth.answers(event.card)
    ]
    ranks = {event.card.card.rank for event in lifted if not event.card.card.can_be_wild}
    if book.stage is Stage.OVER or len(lifted) < MIN_GROUP or len(ranks) != 1:
        return []
    if not book.has_waited(max(event.at for event in lifted), REORDER_S):
        return []
    if any(_fell_silent(book, event) for event in lifted):
        return []
    before = {meld.rank for meld in last.before[0].state.own.melds}
    [rank] = ranks
    stays = [
        card for card in laid.difference(event.card for event in lifted) if card.card.rank == rank
    ]
    return lifted if rank in before or len(stays) >= MIN_GROUP else []


def _amend(
    book: Book,
    last: LastPlay,
    late: Sequence[CardPlaced | CardLifted],
    laid: tuple[Laid, ...],
) -> bool:
    """Play the last turn again with the cards as they lie now; say whether the rules allow it."""
    after = play(last.before, laid, last.discard, book.cloth)
    if book.turn.drawn is not None:
        after = advance(after, book.turn.drawn)
    if not after:
        return False
    gone = [entry for entry in last.laid if entry.card not in {one.card for one in laid}]
    if gone and not last.is_irregular:
        # It came after the discard, or was a group of its own, and went again.
        kind = FindingKind.PHANTOM_CARD if len(gone) < MIN_GROUP else FindingKind.IDENTICAL_GROUP
        _tell_late(book, kind, gone, last.seat, Ground.SEEN)
    # A player who takes one card back may take back more.
    is_irregular = last.is_irregular and bool(gone)
    book.last = dataclasses.replace(last, laid=laid, is_irregular=is_irregular)
    book.astray = tuple(entry for entry in book.astray if entry not in last.laid)
    book.drop(*late)
    book.adopt(after)
    return True


def _is_overdue(book: Book, event: PileChanged) -> bool:
    """Whether a step cannot be the present turn's: nobody can have drawn or discarded yet."""
    if event.zone is Zone.STOCK:
        return False
    return book.stage is Stage.TO_DRAW or event.at - book.turn.drawn_at < SETTLE_S


def leave_hidden(book: Book, last: LastPlay) -> None:
    """Report the previous turn's cards that fitted no meld as hidden."""
    held = set(book.hand.holdings[last.seat])
    following = next_seat(book.hand.seat, book.hand.players)
    if following is not last.seat:
        # His partner, who plays next, may have it too.
        held.difference_update(*(one.state.holdings[following] for one in book.hypotheses))
    for event in tuple(book.waiting):
        if not isinstance(event, CardPlaced) or event.zone.side is not last.side:
            continue
        if event.card in held:
            book.drop(event)
            book.astray = (*book.astray, Laid(event.card, event.zone, event.at))
            _tell_late(book, FindingKind.PHANTOM_CARD, [event], last.seat)


def tell_taken_back(book: Book, evidence: PlayEvidence) -> None:
    """Report the cards that left the tiles after the discard, before the turn was settled.

    Those that came to light only after it were hidden; so many laid before it that they were a meld made none.
    """
    discarded_at = evidence.discard_at
    if discarded_at is None:
        return
    gone = _taken_back(book, {entry.card for entry in evidence.laid}, discarded_at)
    hidden = [event for event in gone if event.at > discarded_at]
    openly = [event for event in gone if event.at <= discarded_at]
    if hidden:
        _tell_late(book, FindingKind.PHANTOM_CARD, hidden, book.hand.seat)
    if len(openly) >= MIN_GROUP:
        _tell_late(book, FindingKind.WRONG_MELD, openly, book.hand.seat)


def _taken_back(book: Book, laid: set[CardCopy], since: Seconds) -> list[CardPlaced]:
    """Return where cards that the player holds came onto his side's tiles, and left them after that time."""
    held = set(book.hand.holding) - laid
    came: dict[tuple[CardCopy, Zone], CardPlaced] = {}
    gone: list[CardPlaced] = []
    for event in book.waiting:
        if not isinstance(event, CardPlaced | CardLifted) or event.zone.side is not book.side:
            continue
        place = event.card, event.zone
        if isinstance(event, CardPlaced):
            if event.card in held:
                came[place] = event
        elif event.at > since and place in came:
            gone.append(came.pop(place))
    return gone


def _tell_late(
    book: Book,
    kind: FindingKind,
    laid: Sequence[Laid | CardPlaced],
    seat: Seat,
    ground: Ground = Ground.LATE,
) -> None:
    first, cards = laid[0], tuple(entry.card for entry in laid)
    book.tell(
        kind, first.at, ground=ground, seat=seat, zone=first.zone, cards=cards,
        is_late=seat is not book.hand.seat,
    )  # fmt: skip
