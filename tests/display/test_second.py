"""A second screen: what is painted travels whole, nothing else does, and what is no picture is none."""

import json

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.display.scenes import scene_of

from tallone.app.screen.examples import every_screen
from tallone.display.scene.scene_wire import MOST_BYTES, decode, encode
from tallone.display.window.second import SecondScreen, share

SCENE = scene_of(every_screen()["play_late"])


def test_every_screen_travels_whole_and_without_what_can_be_touched():
    for name, view in every_screen().items():
        scene = scene_of(view)
        read = decode(encode(scene))
        assert read is not None, name
        assert (read.size, read.items) == (scene.size, scene.items)
        assert read.targets == ()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"[1, 2]",
        b'{"size": [10, 10], "items": [["Panel", {}]]}',
        b"x" * (MOST_BYTES + 1),
    ],
)
def test_what_is_no_picture_is_none(raw):
    assert decode(raw) is None


@settings(max_examples=100)
@given(st.integers(0, 400), st.binary(min_size=1, max_size=6))
def test_a_picture_with_foreign_bytes_is_another_or_none(place, noise):
    raw = encode(SCENE)
    spoilt = raw[:place] + noise + raw[place + len(noise) :]
    assert decode(spoilt) is None or decode(spoilt).size


def test_what_would_be_painted_outside_the_picture_is_not_taken():
    written = json.loads(encode(SCENE))
    written["items"][0][1]["box"] = [-5, 0, 10, 10]
    assert decode(json.dumps(written).encode()) is None


def test_spectators_see_it_late_and_never_twice(tmp_path):
    file = tmp_path / "screen.json"
    screen = SecondScreen(file, delay_s=60)
    assert not screen.step(0.0)
    assert share(file, encode(SCENE))
    assert not screen.step(1.0)
    assert not screen.step(60.0)
    assert screen.step(61.0)
    assert not screen.step(62.0)
    assert pygame.display.get_surface().get_size()[0] > 0


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path):
    assert not share(tmp_path / "none" / "screen.json", b"{}")
