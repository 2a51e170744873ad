"""What is true of a hand, and what people answer when they are asked."""

import random

import msgspec

from tallone.bots import SensibleBot
from tallone.press import Button, Press
from tallone.rules import (
    PACK,
    Deal,
    Discard,
    DrawFromStock,
    ExtendMeld,
    OpenMeld,
    Phase,
    Seat,
    load_profile,
    read_hand,
)
from tallone.rules.cards.cards import CardCopy
from tallone.shown import ShownQuestion
from tallone.simulator.people.answers import answer, true_option
from tallone.simulator.room.truth import HandTruth


def copies(text):
    return tuple(CardCopy.parse(word) for word in text.split())


def truth_with(east):
    """A hand in which East, who begins, holds those cards."""
    held = copies(east)
    rest = [copy for copy in PACK if copy not in held]
    hands = (tuple(rest[:11]), held, tuple(rest[11:22]), tuple(rest[22:33]))
    deal = Deal(
        players=4,
        dealer=Seat.NORTH,
        hands=hands,
        pozzetti=(tuple(rest[33:44]), tuple(rest[44:55])),
        stock=tuple(rest[55:]),
    )
    return HandTruth(1, load_profile("fibur"), deal)


EAST = "3Hb 4Hb 5Hb 6Hb 9Cb 9Db 9Sb KDb QSb 2Cb JK1b"


def test_cards_added_to_a_meld_of_the_same_segment_are_one_opening():
    truth = truth_with(EAST)
    truth.apply(DrawFromStock(Seat.EAST))
    truth.apply(OpenMeld(Seat.EAST, copies("3Hb 4Hb 5Hb")))
    truth.apply(OpenMeld(Seat.EAST, copies("9Cb 9Db 9Sb")))
    truth.apply(ExtendMeld(Seat.EAST, 1, copies("6Hb")))
    truth.apply(Discard(Seat.EAST, copies("KDb")[0]))
    assert [(key.verb, key.faces) for key in truth.keys] == [
        ("draw", ()),
        ("open", ("3H", "4H", "5H", "6H")),
        ("open", ("9C", "9D", "9S")),
        ("discard", ("KD",)),
    ]
    assert truth.turn == 2


def test_notation_of_the_truth_replays_to_the_true_score():
    truth = truth_with(EAST)
    bot, rng = SensibleBot(), random.Random(5)
    while truth.state.phase is not Phase.OVER:
        truth.apply(bot.choose(truth.state, rng))
    reading = read_hand(truth.notation())
    assert reading.problem is None
    assert reading.state.turns == truth.state.turns
    assert set(truth.scores()) == {"NS", "EW"}


def test_card_that_passes_between_hands_changes_who_holds_it():
    truth = truth_with(EAST)
    card = copies("KDb")[0]
    truth.give(card, Seat.EAST, Seat.WEST)
    assert card in truth.state.holdings[Seat.WEST]
    assert card not in truth.state.holdings[Seat.EAST]


def test_people_answer_with_the_meld_on_which_the_card_lies():
    truth = truth_with(EAST)
    truth.apply(DrawFromStock(Seat.EAST))
    truth.apply(OpenMeld(Seat.EAST, copies("3Hb 4Hb 5Hb 6Hb")))
    truth.apply(OpenMeld(Seat.EAST, copies("9Cb 9Db JK1b")))
    options = ("3H 4H 5H 6H JK(=7H)", "9C 9D JK(=9)")
    asked = ShownQuestion(1, "which-meld", Seat.EAST, options, card="JK")
    assert answer(asked, truth) == Press(Button.ANSWER, question=1, option=1)
    turned = msgspec.structs.replace(asked, options=options[::-1])
    assert answer(turned, truth) == Press(Button.ANSWER, question=1, option=0)


def test_people_answer_with_the_card_they_discarded():
    truth = truth_with(EAST)
    truth.apply(DrawFromStock(Seat.EAST))
    truth.apply(Discard(Seat.EAST, copies("KDb")[0]))
    asked = ShownQuestion(2, "which-discard", Seat.EAST, ("QS", "KD", "2C"))
    assert true_option(asked, truth) == 1


def test_question_without_options_has_an_answer_that_harms_nobody():
    asked = ShownQuestion(3, "which-meld", Seat.EAST, ())
    assert true_option(asked, truth_with(EAST)) == 0
