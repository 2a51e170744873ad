"""What no legal play explains: once every witness has had its time, a finding, and play goes on.

Who drew or took cannot be seen, only that somebody did; whose cards are then played tells.
"""

from collections.abc import Callable
from typing import Final

from tallone.mat.events import CardPlaced, PileChanged, Seconds
from tallone.mat.zones import Zone
from tallone.referee import force
from tallone.referee.book import PATIENCE_S, REORDER_S, Book, Stage, Suspicion
from tallone.referee.evidence import Laid, PlayEvidence
from tallone.referee.following import WEIGHT_ALONE, settle_play
from tallone.referee.hypotheses import advance, play
from tallone.referee.wrongmelds import judge_play, lay_leniently
from tallone.rules import DrawFromStock, Phase, TakeDiscardPile
from tallone.rules.cards import CardCopy
from tallone.rules.seats import Seat, next_seat, side_of

# Two cards lifted one after the other by the same hand are no further apart.
SAME_HAND_S: Final = 1.5
# How long a second draw may wait for what tells whose it was.
WHOSE_S: Final = 15.0
# After this an event explains nothing any more.
STALE_S: Final = 30.0
# A last card laid: people see as soon as this that none is left to discard.
NO_DISCARD_S: Final = 2.0


def suspect(book: Book, now: Seconds) -> bool:
    """Look for what is wrong with what waits; say whether something was settled."""
    return any(check(book, now) for check in _CHECKS[book.stage]) or _forget(book, now)


def _early_play(book: Book, now: Seconds) -> bool:
    """Cards laid or discarded by the player on turn, and no draw seen."""
    evidence = book.evidence()
    times = [entry.at for entry in evidence.laid]
    if evidence.tag is not None:
        times.append(evidence.tag.at)
    if not times or now - min(times) < PATIENCE_S:
        return False
    hand = book.hand
    cards = {entry.card for entry in evidence.laid}
    if evidence.tag is not None:
        cards.add(evidence.tag.card)
    book.drawn_at = Seconds(min(times))
    book.certainty = WEIGHT_ALONE
    if book.early is hand.seat:
        book.early = None
        book.adopt(force.all_of(book.hypotheses, force.to_play))
        return True
    draw, take = DrawFromStock(hand.seat, None), TakeDiscardPile(hand.seat)
    if cards & set(hand.stock[:1]) and (after := advance(book.hypotheses, draw)):
        book.owed[Zone.STOCK] = book.owed.get(Zone.STOCK, 0) + 1
        book.adopt(after)
        book.drawn = draw
    elif cards & set(hand.discard_pile) and (after := advance(book.hypotheses, take)):
        book.adopt(after)
        book.drawn = take
    elif cards <= set(hand.holding):
        _tell(book, "forgotten-draw", min(times), 0.95, seat=hand.seat, cards=tuple(sorted(cards)))
        book.adopt(force.all_of(book.hypotheses, force.to_play))
    else:
        return _foreign_card(book, evidence)
    return True


def _early_discard(book: Book, now: Seconds) -> bool:
    """A discard of somebody who is not on turn, and no draw seen since the last one."""
    tag = _tag(book, lambda card: card not in book.hand.discard_pile)
    if tag is None or now - tag.at < PATIENCE_S:
        return False
    owner = book.owner(tag.card)
    if owner is None or owner is book.hand.seat:
        return False
    _tell(book, "forgotten-draw", tag.at, 0.6, seat=owner, cards=(tag.card,))
    book.drop(tag)
    book.adopt(
        force.all_of(
            book.hypotheses,
            lambda state: force.discarded(force.on_turn(state, owner, Phase.TO_PLAY), (tag.card,)),
        )
    )
    return True


def _late_draw(book: Book, now: Seconds) -> bool:  # noqa: ARG001
    """The stock loses the card of a player who was found not to have drawn."""
    if book.drawn is not None:
        return False
    step = _step(book, Zone.STOCK, negative=True)
    if step is None:
        return False
    book.drop(step)
    book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))
    book.drawn = DrawFromStock(book.hand.seat, None)
    return True


def _undone_draw(book: Book, now: Seconds) -> bool:  # noqa: ARG001
    """What was drawn or taken comes back before anything is played: it was out of turn."""
    if book.drawn is None or not book.before_draw:
        return False
    is_take = isinstance(book.drawn, TakeDiscardPile)
    zone = Zone.DISCARD if is_take else Zone.STOCK
    size = len(book.before_draw[0].state.discard_pile) if is_take else 1
    step = next(
        (event for event in _steps(book, zone) if event.delta == size and event.delta > 0), None
    )
    if step is None or (is_take and size == 1):
        return False
    kind = "take-out-of-turn" if is_take else "draw-out-of-turn"
    again = _step(book, Zone.STOCK, negative=True)
    seat = next_seat(book.hand.seat, book.hand.players)
    _tell(book, kind, book.drawn_at, 0.9, seat=seat, zone=zone, count=size)
    book.drop(step)
    if again is not None and not is_take:
        # Two had drawn and one card came back: the player's own draw stands.
        book.drop(again)
        return True
    returned = set(book.before_draw[0].state.discard_pile)
    book.drop(*(tag for tag in _tags(book) if tag.card in returned))
    book.retract_draw()
    return True


def _second_draw(book: Book, now: Seconds) -> bool:
    """The stock or the pile goes down again before a discard."""
    if book.drawn is None:
        return False
    step = _step(book, Zone.STOCK, negative=True) or _step(book, Zone.DISCARD, negative=True)
    if step is None or now - step.at < PATIENCE_S:
        return False
    if _retracted_discard(book, step):
        return True
    if book.evidence().discard_at is not None:
        return False
    is_take = step.zone is Zone.DISCARD
    if not is_take and step.at - book.drawn_at < SAME_HAND_S:
        _tell(
            book,
            "two-drawn",
            step.at,
            step.certainty,
            seat=book.hand.seat,
            zone=step.zone,
            count=2,
        )
        book.drop(step)
        book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))
        return True
    follower = next_seat(book.hand.seat, book.hand.players)
    if _plays(book, follower):
        _tell(book, "no-discard", step.at, 0.9, seat=book.hand.seat, zone=Zone.DISCARD)
        book.adopt(force.all_of(book.hypotheses, force.passed))
        return True
    if now - step.at < WHOSE_S and not _plays(book, book.hand.seat):
        return False
    kind = "take-out-of-turn" if is_take else "draw-out-of-turn"
    _tell(book, kind, step.at, 0.7, seat=follower, zone=step.zone, count=-step.delta)
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
    return True


def _two_discards(book: Book, now: Seconds) -> bool:
    """The pile grows by two at once."""
    evidence = book.evidence()
    step = evidence.weight
    if step is None or step.delta < 2 or now - step.at < PATIENCE_S:
        return False
    if step.delta <= 1 + book.owed.get(Zone.DISCARD, 0):
        return False
    held = book.potential()
    cards = tuple(dict.fromkeys(tag.card for tag in _tags(book) if tag.card in held))
    certainty = step.certainty if len(cards) >= 2 else 0.9
    _tell(
        book, "two-discards", step.at, certainty,
        seat=book.hand.seat, zone=Zone.DISCARD, count=step.delta, cards=cards,
    )  # fmt: skip
    book.drop(*(book.waiting[index] for index in evidence.used), *_tags(book))
    laid = play(book.hypotheses, evidence.laid, None) or book.hypotheses
    book.last = None
    book.adopt(force.all_of(laid, lambda state: force.discarded(state, cards)))
    return True


def _no_legal_play(book: Book, now: Seconds) -> bool:
    """A discard was read, and what was laid before it makes no legal play."""
    evidence = book.evidence()
    if evidence.tag is None or now - evidence.tag.at < PATIENCE_S:
        return False
    if _foreign_card(book, evidence):
        return True
    judged = judge_play(book.hypotheses, evidence.laid, evidence.tag.card, book.astray)
    if judged.kind is not None and judged.is_closing:
        _tell(
            book, judged.kind, evidence.tag.at, 0.95,
            seat=book.hand.seat, zone=Zone.DISCARD, cards=(evidence.tag.card,),
        )  # fmt: skip
        # A closing that may not be is taken back or ruled on: nothing goes on until then.
        return _next_has_begun(book, evidence, now) and _force_discard(
            book, evidence, judged.after
        )
    if judged.kind is not None:
        zone = judged.zone
        _tell(
            book, judged.kind, evidence.tag.at, judged.certainty,
            seat=book.hand.seat, zone=zone, cards=judged.cards,
        )  # fmt: skip
        book.astray = (*book.astray, *judged.astray)
    return _force_discard(book, evidence, judged.after)


def _no_card_left(book: Book, now: Seconds) -> bool:
    """Every card is laid, the pozzetto is played and none is left to discard."""
    hand = book.hand
    if not hand.own.pozzetto_taken or "close-no-discard" in book.told_kinds:
        return False
    evidence = book.evidence()
    laid = {entry.card for entry in evidence.laid}
    if not laid or evidence.tag is not None or set(hand.holding) - laid:
        return False
    if now - max(entry.at for entry in evidence.laid) < NO_DISCARD_S:
        return False
    if lay_leniently(book.hypotheses, evidence.laid):
        _tell(
            book, "close-no-discard", max(entry.at for entry in evidence.laid), 0.95,
            seat=hand.seat, cards=tuple(sorted(laid)),
        )  # fmt: skip
    return False


def _unread_discard(book: Book, now: Seconds) -> bool:
    """The pile grew by one and no tag answered: every card it can be is kept in mind."""
    evidence = book.evidence()
    if evidence.tag is not None or evidence.weight is None:
        return False
    foreign = _tag(book, lambda card: card not in book.hand.discard_pile)
    if foreign is not None or now - evidence.weight.at < PATIENCE_S:
        return False
    laid = play(book.hypotheses, evidence.laid, None)
    held = {card for one in laid for card in one.state.holding}
    after = [one for card in sorted(held) for one in play(laid, (), card)]
    if not after:
        return False
    settle_play(book, evidence, None, after, certainty=1 / len(after))
    book.last = None
    return True


def _foreign_discard(book: Book, now: Seconds) -> bool:
    """A card is discarded that the player on turn does not hold by the ledger."""
    potential = book.potential()
    tag = _tag(book, lambda card: card not in potential and card not in book.hand.discard_pile)
    if tag is None or now - tag.at < PATIENCE_S or book.evidence().tag is not None:
        return False
    return _misplaced(book, tag.card, tag.at, Zone.DISCARD)


def _late_tile_card(book: Book, now: Seconds) -> bool:
    """A card on the other side's tile that fits no play of its turn."""
    last = book.last
    for event in book.waiting:
        if not isinstance(event, CardPlaced) or event.zone.side in (None, book.side):
            continue
        if now - event.at < PATIENCE_S or _second_step_waits(book):
            continue
        owner = book.owner(event.card)
        owners_side = side_of(owner, book.hand.players) if owner is not None else None
        is_phantom = owners_side is event.zone.side
        kind = "phantom-card" if is_phantom else "card-moved"
        seat = last.seat if last is not None and last.side is event.zone.side else owner
        _tell(book, kind, event.at, 0.9, seat=seat, zone=event.zone, cards=(event.card,))
        book.drop(event)
        book.astray = (*book.astray, Laid(event.card, event.zone, event.at))
        return True
    return False


def _foreign_card(book: Book, evidence: PlayEvidence) -> bool:
    """One of the cards laid is not the player's by the ledger: the ledger gives way."""
    potential = book.potential()
    for entry in evidence.laid:
        if entry.card not in potential:
            return _misplaced(book, entry.card, entry.at, entry.zone)
    return False


def _misplaced(book: Book, card: CardCopy, at: Seconds, zone: Zone) -> bool:
    """A card was played by the wrong player: hands were swapped, a card passed, a turn usurped."""
    hand = book.hand
    seat, owner = hand.seat, book.owner(card)
    is_opponent = owner is not None and side_of(owner, hand.players) is not hand.side
    if owner is not None and is_opponent and not book.has_played & {seat, owner}:
        _tell(book, "swapped-hands", at, 0.8, seat=seat, zone=zone, cards=(card,))
        book.adopt(force.all_of(book.hypotheses, lambda state: force.swapped(state, seat, owner)))
        return True
    usurped = is_opponent and zone is Zone.DISCARD and owner in book.has_played
    if owner is not None and usurped and book.before_draw:
        is_take = isinstance(book.drawn, TakeDiscardPile)
        kind = "take-out-of-turn" if is_take else "draw-out-of-turn"
        _tell(book, kind, book.drawn_at, 0.7, seat=owner, zone=zone, cards=(card,))
        book.usurp(owner)
        return True
    _tell(book, "card-moved", at, 0.9, seat=seat, zone=zone, cards=(card,))
    book.adopt(force.all_of(book.hypotheses, lambda state: force.given(state, (card,), seat)))
    return True


def _force_discard(book: Book, evidence: PlayEvidence, after: list) -> bool:  # type: ignore[type-arg]
    assert evidence.tag is not None
    card = evidence.tag.card
    legal = [one for laid in after for one in play([laid], (), card)]
    forced = legal or force.all_of(
        after or book.hypotheses, lambda state: force.discarded(state, (card,))
    )
    settle_play(book, evidence, card, forced, certainty=WEIGHT_ALONE)
    book.last = None
    return True


def _retracted_discard(book: Book, step: PileChanged) -> bool:
    """The discard is taken back: what said so no longer holds."""
    tag = book.evidence().tag
    if step.zone is not Zone.DISCARD or tag is None or step.delta != -1 or step.at < tag.at:
        return False
    weight = next((event for event in _steps(book, Zone.DISCARD) if event.delta == 1), None)
    book.drop(step, tag, *([weight] if weight is not None else []))
    return True


def _next_has_begun(book: Book, evidence: PlayEvidence, now: Seconds) -> bool:
    step = _step(book, Zone.STOCK, negative=True)
    tag = evidence.tag
    return step is not None and tag is not None and now - step.at >= REORDER_S


def _plays(book: Book, seat: Seat) -> bool:
    """Whether cards that this player holds have been laid or discarded."""
    held = set(book.hand.holdings[seat])
    return any(isinstance(event, CardPlaced) and event.card in held for event in book.waiting)


def _second_step_waits(book: Book) -> bool:
    return (
        book.stage is Stage.TO_PLAY
        and book.drawn is not None
        and (
            _step(book, Zone.STOCK, negative=True) is not None
            or _step(book, Zone.DISCARD, negative=True) is not None
        )
    )


def _forget(book: Book, now: Seconds) -> bool:
    """Drop what is too old to explain anything; what belongs to the turn is never too old."""
    used = book.evidence().used if book.stage is Stage.TO_PLAY else frozenset()
    stale = [
        event
        for index, event in enumerate(book.waiting)
        if index not in used and now - event.at > STALE_S
    ]
    book.drop(*stale)
    return bool(stale)


def _tell(
    book: Book,
    kind: str,
    at: float,
    certainty: float,
    *,
    seat: Seat | None = None,
    zone: Zone | None = None,
    count: int | None = None,
    cards: tuple[CardCopy, ...] = (),
) -> None:
    book.suspect(
        Suspicion(
            kind=kind,
            at=Seconds(at),
            certainty=certainty,
            seat=seat,
            zone=zone,
            count=count,
            cards=cards,
        )
    )


def _steps(book: Book, zone: Zone) -> list[PileChanged]:
    return [
        event for event in book.waiting if isinstance(event, PileChanged) and event.zone is zone
    ]


def _step(book: Book, zone: Zone, *, negative: bool) -> PileChanged | None:
    return next((step for step in _steps(book, zone) if (step.delta < 0) is negative), None)


def _tags(book: Book) -> list[CardPlaced]:
    return [
        event
        for event in book.waiting
        if isinstance(event, CardPlaced) and event.zone is Zone.DISCARD
    ]


def _tag(book: Book, fits: Callable[[CardCopy], bool]) -> CardPlaced | None:
    return next((tag for tag in _tags(book) if fits(tag.card)), None)


_CHECKS: Final = {
    Stage.TURNING: (),
    Stage.TO_DRAW: (_early_play, _early_discard, _late_tile_card),
    Stage.TO_PLAY: (
        _late_draw,
        _undone_draw,
        _two_discards,
        _no_legal_play,
        _no_card_left,
        _second_draw,
        _foreign_discard,
        _unread_discard,
        _late_tile_card,
    ),
    Stage.OVER: (_late_tile_card,),
}
