"""Tones: four, calm, told apart; silence where there is no device, and in gara but for what may be said."""

import array
import cmath
import dataclasses
import itertools
import math
import subprocess
import wave

import pygame
import pytest

from tallone.app.screen.cues import SPOKEN, cue_of, spoken_words
from tallone.assist import Assist
from tallone.display.gallery.gallery import SCREENS
from tallone.display.style.tones import MELODIES, RATE, samples
from tallone.display.texts.phrases import spoken
from tallone.display.views.view import Clock
from tallone.display.window.sound import MOST_VOICE_BYTES, Sounds

PLAY, CALL, COUNT = SCREENS["play_middle"], SCREENS["arbiter"], SCREENS["count"]


def power(wave, hertz):
    """How much of a frequency is in a wave: one term of its Fourier sum."""
    step = -2j * math.pi * hertz / RATE
    return abs(sum(value * cmath.exp(step * place) for place, value in enumerate(wave)))


@pytest.mark.parametrize("name", MELODIES)
def test_a_tone_sounds_as_its_melody_says_and_never_clicks(name):
    wave = array.array("h", samples(name))
    length = len(wave) // len(MELODIES[name])
    for place, hertz in enumerate(MELODIES[name]):
        note = wave[place * length : (place + 1) * length : 4]
        found = max(range(400, 1000, 20), key=lambda f, note=note: power(note, f * 4))
        assert abs(found - hertz) <= 20
        assert 500 <= hertz <= 1000
    assert wave[0] == 0
    assert abs(wave[-1]) < 400
    assert max(map(abs, wave)) < 20_000


def test_no_two_tones_are_alike():
    for one, other in itertools.combinations(MELODIES, 2):
        assert samples(one) != samples(other)


def test_a_table_without_a_device_is_silent_and_plays_on(monkeypatch):
    def none(**_given):
        raise pygame.error("no such audio device")

    monkeypatch.setattr(pygame.mixer, "init", none)
    sounds = Sounds(60, on=True)
    sounds.play("start")
    sounds.play("arbiter")
    assert sounds.played == ["start", "arbiter"]


def test_muted_is_muted():
    sounds = Sounds(60, on=False)
    sounds.play("start")
    assert sounds.played == []


def test_a_call_and_the_clock_are_heard_at_every_level_and_a_start_not_in_gara():
    gara = {"assist": Assist.GARA}
    for level in ({}, gara):
        before, after = (dataclasses.replace(view, **level) for view in (PLAY, CALL))
        assert cue_of(before, after, 0.0, 1.0) == "arbiter"
        assert cue_of(after, after, 0.0, 1.0) is None
    assert cue_of(COUNT, PLAY, 0.0, 1.0) == "start"
    assert (
        cue_of(dataclasses.replace(COUNT, **gara), dataclasses.replace(PLAY, **gara), 0, 1) is None
    )


@pytest.mark.parametrize(
    ("then", "now", "heard"), [(699, 700, "minutes"), (999, 1000, "time_out"), (800, 801, None)]
)
def test_the_round_is_heard_five_minutes_before_its_end_and_at_it(then, now, heard):
    header = dataclasses.replace(PLAY.header, clock=Clock(ends_at=1000.0))
    view = dataclasses.replace(PLAY, header=header)
    assert cue_of(view, view, float(then), float(now)) == heard


def test_the_voice_has_words_for_every_tone_in_both_languages():
    assert set(SPOKEN) == set(MELODIES)
    for cue in SPOKEN:
        assert all(spoken(spoken_words(cue), lang) for lang in ("it", "en"))


def spoken_files(folder, words=b""):
    for language in ("it", "en"):
        (folder / language).mkdir(parents=True)
        for cue in SPOKEN:
            with wave.open(str(folder / language / f"{cue}.wav"), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(words or bytes(RATE // 5))
    return folder


def test_an_announcement_is_played_from_its_file_in_the_screens_language(tmp_path):
    sounds = Sounds(60, on=True, voices=spoken_files(tmp_path))
    for language in ("it", "en"):
        for cue in SPOKEN:
            sounds.say(cue, "words", language)
            assert sounds.played[-1] == f"{language}/{cue}.wav"


def test_a_file_that_is_none_or_too_large_leaves_the_voice_to_the_machine(tmp_path, monkeypatch):
    spoken_files(tmp_path)
    asked = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: asked.append(words[-1]))
    sounds = Sounds(60, on=True, voices=tmp_path)
    sounds._engine = "espeak-ng"
    (tmp_path / "it" / "start.wav").write_bytes(b"no sound at all")
    (tmp_path / "it" / "arbiter.wav").write_bytes(bytes(MOST_VOICE_BYTES + 1))
    (tmp_path / "it" / "minutes.wav").unlink()
    for cue in ("start", "arbiter", "minutes", "../../secret"):
        sounds._speaking = None
        sounds.say(cue, f"words of {cue}", "it")
    assert asked == [f"words of {cue}" for cue in ("start", "arbiter", "minutes", "../../secret")]
    assert sounds.played == []


def test_muted_speaks_from_no_file(tmp_path):
    sounds = Sounds(60, on=False, voices=spoken_files(tmp_path))
    sounds.say("start", "words", "it")
    assert sounds.played == []
