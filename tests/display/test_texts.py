import dataclasses
import re
from pathlib import Path

import pytest
from tests.display.scenes import LANGUAGES, SIZES, VIEWINGS, scene_of

from tallone.display.gallery.gallery import ARBITER, SCREENS
from tallone.display.gallery.hands import MIDDLE
from tallone.display.scene.scene import Label
from tallone.display.style import fonts
from tallone.display.texts import phrases
from tallone.display.texts.en import table as texts_en
from tallone.display.texts.it import table as texts_it
from tallone.display.texts.phrases import Phrase, UnknownTextError, say, signed, text
from tallone.display.views.values import Button, Notice, Severity
from tallone.findings import CATALOGUE
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side

KEYS = sorted(texts_it.TEXTS)
# For every field a value as long as any that can come.
LONGEST = {
    "seat": Seat.WEST,
    "seats": (Seat.NORTH, Seat.EAST, Seat.WEST),
    "side": Side.NORTH_SOUTH,
    "card": Card.parse("QD"),
    "cards": "10♥ J♥ Q♥ K♥ A♥",
    "n": 88,
    "pair": "Bartolomeo Dalmasso / Massimiliano Gamma",
    "one": "Bartolomeo Dalmasso ",
    "other": "Massimiliano Gamma M",
    "hand": 88,
    "hands": 88,
    "round": 88,
    "rounds": 88,
    "table": 888,
    "minutes": 88,
    "seconds": "88",
    "pack": "Mazzo 88",
    "port": "/dev/ttyACM88",
    "button": "Ricomincia",
    "wanted": "Mazzo 88",
    "cut": 107,
    "done": 888,
    "total": 888,
    "points": -8888,
    "words": "parole parole parole parole",
    "grade": "semipulito",
    "rank": "Fante",
    "suit": "Quadri",
}


def longest(key: str) -> Phrase:
    return say(key, **{name: LONGEST[name] for name in phrases.fields_of(key, "it")})


def test_both_languages_have_the_same_keys():
    assert texts_it.TEXTS.keys() == texts_en.TEXTS.keys()


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_same_fields_and_forms(key):
    assert phrases.usage(key, "it") == phrases.usage(key, "en")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_sign_of_the_catalogue_is_in_the_typeface(lang):
    typeface = fonts.font(40, False)
    story = {"♥", "♦", "♣", "♠"}
    for entry in phrases.CATALOGUES[lang].values():
        for form in entry if isinstance(entry, tuple) else (entry,):
            signs = set(form) - {"\n"} - story
            assert None not in typeface.metrics("".join(signs)), form


def test_a_count_chooses_its_form():
    assert text("notice.cards_missing", "it", n=1).startswith("Manca 1 carta.")
    assert text("notice.cards_missing", "it", n=2).startswith("Mancano 2 carte.")
    assert text("notice.cards_missing", "en", n=0).startswith("0 cards are")


def test_numbers_are_written_as_each_language_writes_them():
    assert text("match.difference", "it", points=1065) == "Differenza 1.065"
    assert text("match.difference", "en", points=1065) == "Difference 1,065"
    assert signed(-1065, "it") == "−1.065"
    assert signed(40, "it") == "+40"
    assert signed(0, "it") == "0"


def test_seats_sides_and_cards_are_written_in_the_language():
    assert text("turn.of", "it", seat=Seat.WEST) == "Tocca a Ovest"
    assert text("match.winner", "en", side=Side.EAST_WEST) == "East–West win"
    assert (
        text("question.which_meld", "it", card=Card.parse("7H")) == "7 di Cuori: in quale gioco?"
    )
    assert (
        text("question.which_meld", "en", card=Card.parse("QS"))
        == "Queen of Spades: in which meld?"
    )
    assert (
        text("notice.time_out", "it", seats=(Seat.NORTH, Seat.EAST))
        == "Time-out – restano: Nord, Est"
    )


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_sides_name_is_its_seats_names(lang):
    for side, seats in ((Side.NORTH_SOUTH, "NS"), (Side.EAST_WEST, "EW")):
        assert text(f"side.{side.value}", lang) == "–".join(
            text(f"seat.{seat}", lang) for seat in seats
        )


def test_with_two_players_a_side_has_its_players_name():
    assert phrases.side_name(Side.NORTH_SOUTH, 2, "it") == "Nord"
    assert phrases.side_name(Side.EAST_WEST, 2, "en") == "South"
    assert phrases.side_name(Side.EAST_WEST, 4, "it") == "Est–Ovest"


def test_a_sentence_that_opens_with_a_field_opens_with_a_capital():
    assert text("question.which_meld", "it", card=Card.parse("JK")) == "Jolly: in quale gioco?"


def test_an_unknown_key_or_a_missing_field_is_an_error():
    with pytest.raises(UnknownTextError):
        say("notice.nothing")
    with pytest.raises(UnknownTextError):
        say("turn.of")
    with pytest.raises(UnknownTextError):
        text("turn.of", "it")


def test_a_name_from_outside_is_cut():
    assert len(text("pack.which", "it", pack="x" * 5000)) < 200


def test_no_notice_names_a_card():
    for key in KEYS:
        if key.startswith("notice."):
            assert not phrases.fields_of(key, "it") & {"card", "cards"}, key


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewing", VIEWINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_of_every_notice_and_hint_fits_its_place(size, viewing, language):
    for key in KEYS:
        if key.startswith("hint."):
            body = dataclasses.replace(MIDDLE, seat=Seat.NORTH, hint=longest(key))
            view = dataclasses.replace(SCREENS["play_middle"], body=body, buttons=(ARBITER,))
        elif key.startswith("notice."):
            detail = longest("notice.keep_cards") if "arbiter" in key else None
            notice = Notice(severity=Severity.STOP, message=longest(key), detail=detail)
            view = dataclasses.replace(
                SCREENS["play_middle"],
                notice=notice,
                buttons=(ARBITER, *SCREENS["pass"].buttons[1:]),
            )
        else:
            continue
        scene = scene_of(dataclasses.replace(view, language=language), size, viewing)
        for item in scene.items:
            assert not isinstance(item, Label) or item.fits, f"{key}: {item.lines} in {item.box}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_of_every_button_fits(size, language):
    for key in KEYS:
        if key.startswith("button."):
            button = Button(name="ok", label=longest(key))
            view = dataclasses.replace(
                SCREENS["play_middle"], language=language, buttons=(button, ARBITER)
            )
            labels = [item for item in scene_of(view, size).items if isinstance(item, Label)]
            assert all(label.fits for label in labels), key


def source_files():
    folder = Path(phrases.__file__).parents[2]
    return [path for path in folder.rglob("*.py") if "display/texts" not in path.as_posix()]


def test_every_key_the_program_says_is_in_the_catalogue():
    said = re.compile(r'\b(?:say|text)\(\s*"([a-z]+\.[a-z_.]+)"')
    for path in source_files():
        for key in said.findall(path.read_text()):
            assert key in texts_it.TEXTS, f"{path.name} says {key}"


def test_every_finding_notice_rule_and_remedy_of_the_catalogue_has_its_words():
    for kind, row in CATALOGUE.items():
        said = {f"finding.{kind}"} | {key for key in (row.notice, row.rule) if key is not None}
        said |= {f"remedy.{remedy}" for some in row.remedies.values() for remedy in some}
        assert said <= texts_it.TEXTS.keys(), kind


def test_no_words_of_findings_rules_and_remedies_are_left_over():
    rows = CATALOGUE.values()
    said = {f"finding.{kind}" for kind in CATALOGUE} | {row.rule for row in rows}
    said |= {f"remedy.{one}" for row in rows for some in row.remedies.values() for one in some}
    heads = ("finding.", "rule.", "remedy.")
    assert {key for key in texts_it.TEXTS if key.startswith(heads)} <= said


def test_no_words_of_a_finding_blame_a_person():
    for kind in (key for key in KEYS if key.startswith("finding.")):
        assert not phrases.fields_of(kind, "it"), "no seat, no card: the record has them apart"
