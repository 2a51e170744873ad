"""What no legal play explains: once every witness has had its time, a finding, and play goes on.

The sensors show that somebody drew or took, not who; the cards played next tell.
"""

from typing import Final

from tallone.findings import FindingKind, Ground
from tallone.mat.events import CardPlaced, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.book.book import PATIENCE_S, REORDER_S, Book
from tallone.referee.book.turns import Stage
from tallone.referee.irregularities.misplaced import settle_misplaced
from tallone.referee.irregularities.wrong_melds import judge_play, lay_leniently
from tallone.referee.melding.evidence import Laid, PlayEvidence
from tallone.referee.melding.hypotheses import Hypothesis, Reader, advance, play, play_silent
from tallone.referee.play.following import WEIGHT_ALONE, may_be_retracted, settle_play
from tallone.referee.play.pozzetti import played_from
from tallone.rules import DrawFromStock, Phase, TakeDiscardPile
from tallone.rules.cards.seats import next_seat, side_of

# After this an event explains nothing any more.
STALE_S: Final = 30.0
# Hands kept in mind for discards that nobody read.
MAX_UNREAD: Final = 256
# A last card laid: people see as soon as this that none is left to discard.
NO_DISCARD_S: Final = 2.0


def take_other_pozzetto(book: Book) -> bool:
    """Cards are played of the pozzetto that should still lie there."""
    evidence = book.evidence()
    cards = [entry.card for entry in evidence.laid]
    return played_from(book, [*cards, *(tag.card for tag in book.tags())])


def settle_early_play(book: Book) -> bool:
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
    book.change(drawn_at=Seconds(min(times)))
    book.certainty = WEIGHT_ALONE
    draw, take = DrawFromStock(hand.seat, None), TakeDiscardPile(hand.seat)
    if cards & set(hand.stock[:1]) and (after := advance(book.hypotheses, draw)):
        book.owed[Zone.STOCK] = book.owed.get(Zone.STOCK, 0) + 1
        book.adopt(after)
        book.change(drawn=draw)
    elif cards & set(hand.discard_pile) and (after := advance(book.hypotheses, take)):
        book.adopt(after)
        book.change(drawn=take)
    elif cards <= set(hand.holding):
        book.tell(
            FindingKind.FORGOTTEN_DRAW, min(times), seat=hand.seat, cards=tuple(sorted(cards))
        )
        if evidence.tag is None or not book.has_waited(evidence.tag.at, PATIENCE_S):
            # He may yet draw; only his discard ends the turn without.
            return False
        book.adopt(force.all_of(book.hypotheses, force.to_play))
    else:
        return _foreign_card(book, evidence)
    return True


def settle_early_discard(book: Book) -> bool:
    """A discard of somebody who is not on turn, and no draw seen since the last one."""
    tag = book.first_tag(lambda card: card not in book.hand.discard_pile)
    if tag is None or not book.has_waited(tag.at, PATIENCE_S):
        return False
    owner = book.owner(tag.card)
    if owner is None or owner is book.hand.seat:
        return False
    book.tell(
        FindingKind.FORGOTTEN_DRAW, tag.at, ground=Ground.FOLLOWED, seat=owner, cards=(tag.card,)
    )
    book.drop(tag)
    book.adopt(
        force.all_of(
            book.hypotheses,
            lambda state: force.discarded(force.on_turn(state, owner, Phase.TO_PLAY), (tag.card,)),
        )
    )
    return True


def settle_late_draw(book: Book) -> bool:
    """The stock loses the card of a player who was found not to have drawn."""
    if book.turn.drawn is not None:
        return False
    step = book.first_step(Zone.STOCK, negative=True)
    if step is None:
        return False
    book.drop(step)
    book.adopt(force.all_of(book.hypotheses, lambda state: force.drawn(state, 1)))
    book.change(drawn=DrawFromStock(book.hand.seat, None))
    return True


def settle_two_discards(book: Book) -> bool:
    """The pile grows by two at once."""
    evidence = book.evidence()
    step = evidence.weight
    if step is None or step.delta <= 1 + book.owed.get(Zone.DISCARD, 0):
        return False
    held = book.potential()
    cards = tuple(dict.fromkeys(tag.card for tag in book.tags() if tag.card in held))
    if not book.has_waited(step.at, REORDER_S if len(cards) >= step.delta else PATIENCE_S):
        return False
    book.tell(
        FindingKind.TWO_DISCARDS, step.at, sure=step.certainty if len(cards) >= 2 else None,
        seat=book.hand.seat, zone=Zone.DISCARD, count=step.delta, cards=cards,
    )  # fmt: skip
    if not _next_has_begun(book, evidence):
        # One of them may yet be taken back.
        return False
    book.drop(*(book.waiting[index] for index in evidence.used), *book.tags())
    laid = play(book.hypotheses, evidence.laid, None, book.cloth) or book.hypotheses
    book.last = None
    book.adopt(force.all_of(laid, lambda state: force.discarded(state, cards)))
    return True


def settle_illegal_play(book: Book) -> bool:
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
    judged = judge_play(book.hypotheses, evidence.laid, evidence.tag, book.astray, book.cloth)
    if judged.kind is not None and judged.is_closing:
        book.tell(
            judged.kind, evidence.tag.at,
            seat=book.hand.seat, zone=Zone.DISCARD, cards=(evidence.tag.card,),
        )  # fmt: skip
        # A closing that may not be is taken back or ruled on: nothing goes on until then.
        return _next_has_begun(book, evidence) and _force_discard(book, evidence, judged.after)
    if judged.kind is not None:
        zone = judged.zone
        book.tell(
            judged.kind, evidence.tag.at, ground=judged.ground,
            seat=book.hand.seat, zone=zone, cards=judged.cards,
        )  # fmt: skip
        book.astray = (*book.astray, *judged.astray)
    return _force_discard(book, evidence, judged.after)


def tell_no_card_left(book: Book) -> bool:
    """Every card is laid, the pozzetto is played and none is left to discard."""
    hand = book.hand
    if FindingKind.CLOSE_NO_DISCARD in book.turn.told:
        return False
    evidence = book.evidence()
    laid = {entry.card for entry in evidence.laid}
    if not laid or evidence.tag is not None:
        return False
    due = [card for one in book.hypotheses for card in one.state.holding]
    if not hand.own.pozzetto_taken and hand.pozzetti:
        due += hand.pozzetti[0]
    if not laid.issuperset(due):
        return False
    if not book.has_waited(max(entry.at for entry in evidence.laid), NO_DISCARD_S):
        return False
    if lay_leniently(book.hypotheses, evidence.laid, Reader(book.cloth)):
        book.tell(
            FindingKind.CLOSE_NO_DISCARD, max(entry.at for entry in evidence.laid),
            seat=hand.seat, cards=tuple(sorted(laid)),
        )  # fmt: skip
    return False


def settle_unread_discard(book: Book) -> bool:
    """The pile grew by one and no tag answered: every card it can be is kept in mind."""
    evidence = book.evidence()
    if evidence.tag is not None or evidence.weight is None:
        return False
    foreign = book.first_tag(lambda card: card not in book.hand.discard_pile)
    if foreign is not None:
        if not _is_of_next(book, foreign, evidence.weight.at):
            return False
    elif not book.has_waited(evidence.weight.at, PATIENCE_S):
        return False
    laid = play_silent(book.hypotheses, evidence, None, book.cloth)
    held = {card for one in laid for card in one.state.holding}
    after = [one for card in sorted(held) for one in play(laid, (), card, book.cloth)][:MAX_UNREAD]
    if not after:
        return False
    settle_play(book, evidence, None, after, certainty=1 / len(after))
    book.last = None
    return True


def settle_foreign_discard(book: Book) -> bool:
    """A card is discarded that the player on turn does not hold by the ledger."""
    potential = book.potential()
    tag = book.first_tag(lambda card: card not in potential and card not in book.hand.discard_pile)
    if tag is None or book.evidence().tag is not None:
        return False
    if not book.has_waited(tag.at, PATIENCE_S):
        return False
    return settle_misplaced(book, tag.card, tag.at, Zone.DISCARD)


def settle_late_tile_card(book: Book) -> bool:
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
        kind = FindingKind.PHANTOM_CARD if is_phantom else FindingKind.CARD_MOVED
        seat = last.seat if last is not None and last.side is event.zone.side else owner
        book.tell(
            kind, event.at, seat=seat, zone=event.zone, cards=(event.card,),
            is_late=is_phantom and seat is not book.hand.seat,
        )  # fmt: skip
        book.drop(event)
        book.astray = (*book.astray, Laid(event.card, event.zone, event.at))
        return True
    return False


def _foreign_card(book: Book, evidence: PlayEvidence) -> bool:
    """One of the cards laid is not the player's by the ledger: the ledger gives way."""
    potential = book.potential()
    for entry in evidence.laid:
        if entry.card not in potential:
            return settle_misplaced(book, entry.card, entry.at, entry.zone)
    return False


def _force_discard(book: Book, evidence: PlayEvidence, after: list[Hypothesis]) -> bool:
    assert evidence.tag is not None
    card = evidence.tag.card
    legal = [one for laid in after for one in play([laid], (), card, book.cloth)]
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
    step = book.first_step(Zone.STOCK, negative=True) or taken
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
        and book.turn.drawn is not None
        and (
            book.first_step(Zone.STOCK, negative=True) is not None
            or book.first_step(Zone.DISCARD, negative=True) is not None
        )
    )


def forget_stale(book: Book) -> bool:
    """Drop what is too old to explain anything; what belongs to the turn is never too old."""
    used = book.evidence().used if book.stage is Stage.TO_PLAY else frozenset()
    stale = [
        event
        for index, event in enumerate(book.waiting)
        if index not in used and book.has_waited(event.at, STALE_S)
    ]
    book.drop(*stale)
    return bool(stale)
