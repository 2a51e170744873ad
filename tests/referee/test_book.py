"""The referee's book: what lives for a turn, what for a hand, and the bounds of both."""

import dataclasses

import pytest
from tests.referee.evenings import Evening, dull, holding

from tallone.findings import FindingKind, Ground, certainty
from tallone.mat import CardPlaced, PileChanged, Zone
from tallone.referee.book.book import MAX_WAITING, Book
from tallone.referee.book.turns import Stage, Turn
from tallone.referee.melding.hypotheses import Hypothesis
from tallone.rules import Discard, DrawFromStock, apply, load_profile, start
from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import seat_before


def dealt():
    return Evening().deal


def begun():
    """A position in which somebody is to draw his first card."""
    return start(load_profile("febur"), dealt())


def drawn(state):
    return apply(state, DrawFromStock(state.seat))


def discarded(state):
    card = next(card for card in state.holding if not card.card.can_be_wild)
    return apply(state, Discard(state.seat, card))


def book_at(state, stage):
    return Book(hypotheses=[Hypothesis(state)], stage=stage)


def used_turn(state):
    """A turn in which everything has happened that can."""
    full = Turn(
        drawn=DrawFromStock(state.seat, None),
        drawn_at=3.0,
        before_draw=(Hypothesis(state),),
        excess=(PACK[4],),
        is_retracted=True,
        told=frozenset({FindingKind.WRONG_MELD}),
    )
    fields = {field.name for field in dataclasses.fields(Turn)}
    assert all(getattr(full, name) != getattr(Turn(), name) for name in fields)
    return full


def test_nothing_of_a_turn_is_left_in_the_next():
    playing = drawn(begun())
    book = book_at(playing, Stage.TO_PLAY)
    book.turn = used_turn(playing)
    book.adopt([Hypothesis(discarded(playing))])
    assert book.stage is Stage.TO_DRAW
    assert book.turn == Turn()


def test_a_turn_lasts_from_the_draw_to_the_discard():
    waiting = begun()
    book = book_at(waiting, Stage.TO_DRAW)
    book.turn = dataclasses.replace(Turn(), told=frozenset({FindingKind.FORGOTTEN_DRAW}))
    book.adopt([Hypothesis(drawn(waiting))])
    assert book.stage is Stage.TO_PLAY
    assert book.turn.told == {FindingKind.FORGOTTEN_DRAW}


def test_other_readings_of_the_same_moment_are_the_same_turn():
    playing = drawn(begun())
    book = book_at(playing, Stage.TO_PLAY)
    book.turn = used = used_turn(playing)
    book.adopt([Hypothesis(playing, cost=2)])
    assert book.turn is used


def test_a_draw_that_was_put_back_is_forgotten_and_what_was_told_is_not():
    waiting = begun()
    book = book_at(waiting, Stage.TO_DRAW)
    book.note_draw(DrawFromStock(waiting.seat, None), 5.0, [Hypothesis(drawn(waiting))])
    assert (book.turn.drawn_at, book.turn.before_draw) == (5.0, (Hypothesis(waiting),))
    book.change(told=frozenset({FindingKind.DRAW_OUT_OF_TURN}))
    book.retract_draw()
    assert (book.stage, book.hand) == (Stage.TO_DRAW, waiting)
    assert (book.turn.drawn, book.turn.before_draw) == (None, ())
    assert book.turn.told == {FindingKind.DRAW_OUT_OF_TURN}


def test_of_too_many_events_the_oldest_go():
    book = book_at(begun(), Stage.TO_DRAW)
    events = [
        CardPlaced(card=PACK[number % 108], zone=Zone.MELD_NS_1, at=float(number))
        for number in range(MAX_WAITING + 3)
    ]
    for event in events:
        book.receive(event)
    assert len(book.waiting) == MAX_WAITING
    assert book.waiting[0] is events[3]
    assert book.waiting[-1] is events[-1]


def test_a_kind_is_told_once_a_turn_and_again_in_the_next():
    playing = drawn(begun())
    book = book_at(playing, Stage.TO_PLAY)
    for _ in range(2):
        book.tell(FindingKind.WRONG_MELD, 4.0)
    book.tell(FindingKind.NO_DISCARD, 4.0, ground=Ground.WAITED)
    assert [one.kind for one in book.suspicions] == ["wrong-meld", "no-discard"]
    book.adopt([Hypothesis(discarded(playing))])
    book.tell(FindingKind.WRONG_MELD, 9.0)
    assert [one.kind for one in book.suspicions][-1] == "wrong-meld"
    assert [one.turn for one in book.suspicions] == [0, 0, 1]


def test_a_finding_has_the_witness_certainty_or_the_catalogues():
    book = book_at(drawn(begun()), Stage.TO_PLAY)
    book.tell(FindingKind.TWO_DRAWN, 4.0, sure=0.77)
    book.tell(FindingKind.FORGOTTEN_DRAW, 4.0, ground=Ground.FOLLOWED)
    assert [one.certainty for one in book.suspicions] == [
        0.77,
        certainty(FindingKind.FORGOTTEN_DRAW, Ground.FOLLOWED),
    ]


def test_what_is_told_says_whose_turn_it_concerns_and_whether_that_is_over():
    playing = drawn(begun())
    book = book_at(playing, Stage.TO_PLAY)
    book.tell(FindingKind.WRONG_MELD, 4.0)
    book.tell(FindingKind.PHANTOM_CARD, 4.0, is_late=True)
    # The pile has grown: the discard lies.
    book.receive(PileChanged(zone=Zone.DISCARD, delta=1, count=2, certainty=0.99, at=5.0))
    book.tell(FindingKind.TWO_DISCARDS, 5.0)
    told = [(one.on_turn, one.turn, one.turn_ended) for one in book.suspicions]
    seat = playing.seat
    assert told == [(seat, 0, False), (seat_before(seat, 4), -1, True), (seat, 0, True)]


def test_waiting_says_until_when_and_no_longer_than_needed():
    book = book_at(begun(), Stage.TO_DRAW)
    book.look(10.0)
    assert book.has_waited(8.0, 2.0)
    assert book.due == float("inf")
    assert not book.has_waited(9.0, 2.0)
    assert not book.has_waited(9.5, 1.0)
    assert book.due == 10.5


# The same fault in two turns of one hand: each is told.


def two_drawn(table, seat):
    card = dull(table, seat)
    table.draw(2)
    table.put(card)
    return card


def two_discards(table, seat):
    first, second = [card for card in holding(table, seat) if not card.card.can_be_wild][:2]
    table.draw()
    table.put(first, second)
    return first


def wrong_meld(table, seat):
    natural = [card for card in holding(table, seat) if not card.card.can_be_wild]
    first = natural[0]
    second = next(one for one in natural if one.card.suit is not first.card.suit
                  and one.card.rank is not first.card.rank)  # fmt: skip
    third = next(
        one for one in natural if one.card.rank not in (first.card.rank, second.card.rank)
    )
    last = next(one for one in natural if one not in (first, second, third))
    table.draw()
    side = table.state.side
    table.lay(side, "run", first, second, third)
    table.put(last)
    return last


def drawn_and_put_back(table, seat):
    card = dull(table, seat)
    table.draw()
    table.mat.t += 2
    table.mat.weigh(Zone.STOCK, -1)
    table.mat.t += 2
    table.mat.weigh(Zone.STOCK, 1)
    table.mat.t += 1
    table.put(card)
    return card


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (two_drawn, "two-drawn"),
        (two_discards, "two-discards"),
        (wrong_meld, "wrong-meld"),
        (drawn_and_put_back, "draw-out-of-turn"),
    ],
)
def test_the_same_fault_in_two_turns_of_a_hand_is_told_twice(fault, kind):
    table = Evening()
    turns = []
    for _ in range(2):
        seat = table.state.seat
        card = fault(table, seat)
        turns.append(seat)
        table.mat.t += 6
        table.state = apply(apply(table.state, DrawFromStock(seat)), Discard(seat, card))
    # Somebody draws: nothing is taken back any more.
    table.draw()
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == [kind, kind]
    assert [finding.on_turn for finding in referee.findings] == turns
    assert [finding.turn for finding in referee.findings] == [0, 1]
