"""Players see the same of two hands that differ only in what they must not be told; a planted hint is found."""

import dataclasses

import pytest

from tallone.app.headless import hint_pairs
from tallone.app.headless.hint_pairs import (
    ARBITERS_ALONE,
    FAULTS_OF_PLAY,
    Pair,
    search_pair,
)
from tallone.app.screen import notices
from tallone.assist import Assist
from tallone.findings import CATALOGUE, Tell, Voice

# A short hand; in the kind `noticed` its fault is told in the middle of play.
SEED = 1


@pytest.mark.parametrize("kind", [Pair.HIDDEN, Pair.NOTICED])
def test_in_gara_no_screen_tells_two_hands_apart(kind):
    assert search_pair(SEED, kind, Assist.GARA) is None


def test_in_circolo_nothing_is_told_before_its_turn_has_ended():
    assert search_pair(SEED, Pair.NOTICED, Assist.CIRCOLO) is None


def test_a_level_that_tells_too_much_is_found(monkeypatch):
    monkeypatch.setattr(notices, "tell", lambda _kind, _assist: Tell.FACT)
    hint = search_pair(SEED, Pair.NOTICED, Assist.GARA)
    assert hint.parts == ("notice",)
    assert set(hint.findings[0]) & FAULTS_OF_PLAY


def test_a_screen_that_depends_on_a_hidden_card_is_found(monkeypatch):
    honest = hint_pairs.view_of

    def careless(evening, now, language):
        view = honest(evening, now, language)
        last = evening.play.referee.hand.stock[-1:]
        sign = sum(int(card) for card in last)
        header = dataclasses.replace(view.header, table=1 + sign)
        return dataclasses.replace(view, header=header)

    monkeypatch.setattr(hint_pairs, "view_of", careless)
    assert search_pair(SEED, Pair.HIDDEN, Assist.GARA).parts == ("header",)


def test_the_second_opinion_on_what_is_told_agrees_with_the_catalogue():
    voices = {kind.value: row.voice for kind, row in CATALOGUE.items()}
    assert {kind for kind, voice in voices.items() if voice is Voice.FAULT_OF_PLAY} == set(
        FAULTS_OF_PLAY
    )
    assert {kind for kind, voice in voices.items() if voice is Voice.ARBITERS} == set(
        ARBITERS_ALONE
    )
