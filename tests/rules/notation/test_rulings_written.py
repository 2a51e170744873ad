"""What was done against the rules, and the ruling on it, as lines of a hand."""

import pytest
from tests.rules.positions import hand_text

from tallone.rules.cards.seats import Seat, Side
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.scoring import score
from tallone.rules.notation.drawing import draw_hand
from tallone.rules.notation.query import action_text
from tallone.rules.notation.read import read_hand
from tallone.rules.notation.write import write_hand
from tallone.rules.rulings.effects import EFFECTS, effect, parse_effect, read_effect, write_effect
from tallone.rules.rulings.steps import CarryOut, Deed

EXAMPLES = [
    {"effect": "nobody-plays"},
    {"effect": "entry", "allowed": True},
    {"effect": "substitution", "allowed": False},
    {"effect": "points", "side": "NS", "mp": -100},
    {"effect": "last-turns", "seats": ["N", "E", "S", "W"]},
    {"effect": "cards-to-meld", "side": "NS", "meld": 2, "cards": "4C 10D JK"},
    {"effect": "must-play", "seat": "S", "cards": "6H", "ways": ["add", "discard"], "when": "now"},
]


@pytest.mark.parametrize("document", EXAMPLES, ids=lambda one: one["effect"])
def test_an_effect_is_written_in_words_and_read_again(document):
    made = read_effect(document)
    assert parse_effect(write_effect(made)) == made
    assert document["effect"] in EFFECTS


def test_a_side_of_two_players_is_written_as_its_seat():
    made = effect("warning", side=Side.EAST_WEST)
    assert write_effect(made, 2) == "warning side=S"
    assert parse_effect("warning side=S", 2) == made


SOUTH = "3H 4H 5H 6H 7H 9C KD KS JC QC 8S"


def hand(*turns, **others):
    return hand_text("\n".join(turns), dealer="E", S=SOUTH, **others)


MENDED = (
    "S: draw",
    "did S: open 4H 5H 7H",
    "ruling S: no-meld-this-turn seat=S; mend side=NS meld=1 cards=6H; forced-discard seat=S which=any",
    "S: discard KD",
)


def test_a_wrong_meld_and_the_ruling_on_it_are_lines_of_the_hand():
    reading = read_hand(hand(*MENDED))
    assert reading.problem is None
    assert [meld.text() for meld in reading.state.side_list[0].melds] == ["4H 5H 6H 7H"]
    assert reading.state.imposed is None
    steps = [type(step) for step in reading.record.moves]
    assert (steps.count(Deed), steps.count(CarryOut)) == (1, 3)
    assert reading.record.moves[2].by is Seat.SOUTH


def test_a_hand_with_a_ruling_is_written_as_it_was_read():
    text = hand(*MENDED, "W: draw", "ruling: points side=EW mp=-100")
    record = read_hand(text, may_stop_in_turn=True).record
    written = write_hand(record)
    assert written.splitlines()[-6:] == [*MENDED, "W: draw", "ruling: points side=EW mp=-100"]
    assert read_hand(written, may_stop_in_turn=True).record == record
    assert len(list(draw_hand(record))) == 1 + 6 + 1


def test_deeds_of_one_seat_are_one_line_until_its_discard():
    lines = ["did S: open 3H 4H 5H; discard KD", "did S: draw"]
    record = read_hand(hand(*lines), may_stop_in_turn=True).record
    assert write_hand(record).splitlines()[-2:] == lines


@pytest.mark.parametrize("card", ["4Hb", "4Hr"])
def test_backs_that_are_written_stay_on_the_cards_of_a_deed(card):
    text = hand(
        "S: draw",
        f"did S: open {card} 5H 7H",
        "ruling S: cards-back-to-hand seat=S cards=4H,5H,7H",
    )
    reading = read_hand(text, may_stop_in_turn=True)
    deed = next(step for step in reading.record.moves if isinstance(step, Deed))
    assert str(deed.move.cards[0]) == card
    assert len(reading.state.holding) == 12


def test_penalised_cards_are_discarded_in_the_notation_too():
    ruling = (
        "ruling S: cards-to-table-penalised seat=S cards=4H,5H,7H order=lowest-first; "
        "forced-discard seat=S which=any"
    )
    text = hand("S: draw", "did S: open 4H 5H 7H", ruling)
    state = read_hand(text, may_stop_in_turn=True).state
    assert [action_text(state, move) for move in legal_moves(state)] == ["discard 4H"]
    assert score(state)[Side.NORTH_SOUTH].negative == -15
    after = read_hand(text + "S: discard 4H\n")
    assert after.problem is None
    refused = read_hand(text + "S: discard KD\n")
    assert refused.problem.code == "ruling.barred"


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        (["S: draw", "ruling S: hang-him seat=S"], "notation.syntax", -1),
        (["S: draw", "ruling S:"], "notation.syntax", -1),
        (["S: draw", "ruling X: skip-turn seat=S"], "notation.syntax", -1),
        (["S: draw", "ruling S: skip-turn"], "notation.syntax", -1),
        (["S: draw", "ruling S: skip-turn seat=S seat=W"], "notation.syntax", -1),
        (["S: draw", "ruling S: skip-turn who=S"], "notation.syntax", -1),
        (["S: draw", "ruling S: discard-stays card=4X"], "notation.syntax", -1),
        (["S: draw", "ruling S: no-burraco side=NS meld=one"], "notation.syntax", -1),
        (["S: draw", "ruling S: entry allowed=perhaps"], "notation.syntax", -1),
        (["S: draw", "did X: draw"], "notation.syntax", -1),
        (["S: draw", "did S: open AH AD AS"], "card.not_held", -1),
        (["S: draw", "ruling S: no-burraco side=NS meld=3"], "ruling.facts", -1),
        (["S: draw", "timeout"], "turn.unfinished", -2),
        (["S: draw", "W: draw"], "turn.unfinished", -2),
    ],
)
def test_lines_that_cannot_be_are_told(lines, code, line):
    text = hand(*lines)
    problem = read_hand(text, may_stop_in_turn=True).problem
    assert (problem.code, problem.line) == (code, len(text.splitlines()) + 1 + line)
