import dataclasses
import io

from rich.console import Console

from tallone.config import Language
from tallone.display.gallery.gallery import HEADER, SCREENS
from tallone.display.gallery.hands import COMMITMENT, EARLY, MIDDLE, faces, group, run
from tallone.display.views.story import Narrator, Tone, card_text, tell
from tallone.display.views.values import Grade, PozzettoState, TurnPhase
from tallone.display.views.view import CutWanted, Play, TableView
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat

TAKEN, TAKEN_DIRECT = PozzettoState.TAKEN, PozzettoState.TAKEN_DIRECT


def words(before, after, **rest):
    first = TableView(header=HEADER, body=before, **rest)
    return [line.words for line in tell(first, TableView(header=HEADER, body=after, **rest))]


def with_melds(body: Play, *melds, **rest):
    return dataclasses.replace(
        body, sides=(dataclasses.replace(body.sides[0], melds=melds, **rest), body.sides[1])
    )


def test_a_discard_is_told_with_who_plays_next():
    after = dataclasses.replace(
        EARLY, seat=Seat.WEST, discard_pile=(*EARLY.discard_pile, Card.parse("KD"))
    )
    assert words(EARLY, after) == ["Sud scarta K♦", "Tocca a Ovest"]


def test_taking_the_pile_is_told_before_the_discard():
    after = dataclasses.replace(EARLY, seat=Seat.WEST, discard_pile=faces("KD"))
    assert words(EARLY, after) == [
        "Sud raccoglie il monte (5 carte)",
        "Sud scarta K♦",
        "Tocca a Ovest",
    ]


def test_a_new_meld_and_an_added_card_are_told():
    assert words(with_melds(EARLY), with_melds(EARLY, run("3H 4H 5H"))) == ["Sud cala 3♥ 4♥ 5♥"]
    assert words(with_melds(EARLY, run("3H 4H 5H")), with_melds(EARLY, run("3H 4H 5H 6H"))) == [
        "Sud lega 6♥"
    ]


def test_a_burraco_is_told_once():
    before = with_melds(EARLY, run("3H 4H 5H 6H 7H 8H"))
    after = with_melds(EARLY, run("3H 4H 5H 6H 7H 8H 9H", Grade.CLEAN, 200))
    assert words(before, after) == ["Sud lega 9♥", "Burraco pulito: 200"]
    assert words(after, after) == []


def test_the_pozzetto_is_told():
    after = with_melds(EARLY, *EARLY.sides[0].melds, pozzetto=PozzettoState.TAKEN_DIRECT)
    assert words(EARLY, after) == ["Sud prende il pozzetto al volo"]


def test_the_seal_is_told_before_the_cut():
    lines = tell(
        None, TableView(header=HEADER, body=CutWanted(cutter=Seat.NORTH, commitment=COMMITMENT))
    )
    assert lines[0].words == "Sigillo: ancora limone vela ponte"
    assert lines[0].tone is Tone.TITLE


def test_a_notice_and_a_question_are_told_when_they_come():
    assert tell(SCREENS["play_middle"], SCREENS["link_lost"])[0].words.startswith(
        "Il tappeto non risponde"
    )
    assert tell(SCREENS["play_middle"], SCREENS["question"])[0].words == "Jolly: in quale gioco?"
    assert tell(SCREENS["link_lost"], SCREENS["link_lost"]) == []


def test_every_screen_of_the_gallery_can_be_told_in_both_languages():
    for before in (None, SCREENS["play_early"], SCREENS["dealing"]):
        for view in SCREENS.values():
            for language in Language:
                tell(before, dataclasses.replace(view, language=language))


def test_the_score_is_told_at_the_end_of_the_hand():
    lines = [line.words for line in tell(SCREENS["play_late"], SCREENS["hand_sheet"])]
    assert lines == ["Fine della mano", "Ha chiuso Sud", "Nord–Sud: 900", "Est–Ovest: 95"]


def test_the_narrator_prints_only_what_is_new():
    out = io.StringIO()
    narrator = Narrator(Console(file=out, width=120))
    assert narrator.show(SCREENS["play_middle"], 1.0) == 1
    assert narrator.show(SCREENS["play_middle"], 2.0) == 0
    assert "Tocca a Est" in out.getvalue()


def narrated(*bodies):
    out = io.StringIO()
    narrator = Narrator(Console(file=out, width=120))
    for second, body in enumerate(bodies):
        narrator.show(TableView(header=HEADER, body=body), float(second))
    return [line[10:].strip() for line in out.getvalue().splitlines()]


def test_cards_that_are_pushed_about_within_a_turn_are_told_once_and_as_they_came_to_lie():
    start = with_melds(EARLY, run("3H 4H 5H"))
    reading = [
        with_melds(start, run("3H 4H 5H"), group("5D 5C 5S")),
        with_melds(start, group("5D 5C 5S"), run("3H 4H 5H")),
        with_melds(start, group("5D 5C 5S 5H"), run("3H 4H 5H")),
        with_melds(start, group("5D 5C 5S 5H"), run("3H 4H 5H"), pozzetto=TAKEN_DIRECT),
        with_melds(start, run("3H 4H 5H"), group("5D 5C 5S 5H"), pozzetto=TAKEN),
    ]
    drew = [dataclasses.replace(body, phase=TurnPhase.TO_PLAY) for body in reading]
    pile = (*start.discard_pile, Card.parse("KD"))
    after = dataclasses.replace(drew[-1], seat=Seat.WEST, discard_pile=pile)
    assert narrated(start, *drew, after) == [
        "Tocca a Sud",
        "Sud pesca dal tallone",
        "Sud cala 5♦ 5♣ 5♠ 5♥",
        "Sud prende il pozzetto",
        "Sud scarta K♦",
        "Tocca a Ovest",
    ]


def test_what_was_seen_of_the_last_turn_is_told_before_the_end_of_the_hand():
    last = with_melds(EARLY, *EARLY.sides[0].melds, run("3C 4C 5C"))
    assert narrated(EARLY, last, SCREENS["hand_sheet"].body)[:3] == [
        "Tocca a Sud",
        "Sud cala 3♣ 4♣ 5♣",
        "Fine della mano",
    ]


def test_two_melds_alike_are_told_as_two():
    two = with_melds(EARLY, run("3H 4H 5H"), run("3H 4H 5H"))
    assert words(with_melds(EARLY, run("3H 4H 5H")), two) == ["Sud cala 3♥ 4♥ 5♥"]


def test_cards_are_written_with_their_suits_sign():
    assert card_text(Card.parse("10D")) == "10♦"
    assert card_text(Card.parse("JK")) == "JK"
    assert MIDDLE.seat is Seat.EAST
