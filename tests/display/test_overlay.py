"""What is laid over a film: scores and melds on a clear ground, late if asked, and nothing else."""

import dataclasses

import pygame
import pytest

from tallone.app.screen.examples import every_screen
from tallone.display.gallery.gallery import SCREENS
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Back, Face, Label
from tallone.display.screens.overlay import SIZE, compose
from tallone.display.style.theme import SuitScheme, Theme
from tallone.display.views.view import Play
from tallone.display.window.overlay import PAGE, PICTURE, Overlay, painted, shared_beside
from tallone.display.window.window import Window


def overlay_of(name):
    return compose(every_screen()[name], SuitScheme.CLASSIC, 0.0)


@pytest.mark.parametrize("name", ["play_middle", "play_late", "play_named", "arbiter"])
def test_each_card_of_every_meld_is_there_and_no_other(name):
    body = every_screen()[name].body
    melded = [card.card for side in body.sides for meld in side.melds for card in meld.cards]
    items = overlay_of(name).items
    faces = [item.card for item in items if isinstance(item, Face)]
    assert sorted(map(str, faces)) == sorted(map(str, melded))
    assert not any(isinstance(item, Back) for item in items)


def test_no_screen_says_more_over_a_film_than_sides_scores_and_grades():
    names = {name for view in every_screen().values() for _, name in view.names}
    for name in every_screen():
        scene = overlay_of(name)
        assert not scene.targets
        for item in scene.items:
            if isinstance(item, Label):
                assert item.fits
                assert not any(word in " ".join(item.lines) for word in names)


@pytest.mark.parametrize("name", ["cut", "dealing", "foyer_type", "panel_pin", "question"])
def test_what_is_no_play_and_no_score_is_clear(name):
    if isinstance(every_screen()[name].body, Play):
        assert overlay_of(name).items
        return
    picture = painted(overlay_of(name))
    assert pygame.mask.from_surface(picture).count() == 0


def test_the_middle_of_the_film_is_clear():
    picture = painted(overlay_of("play_late"))
    assert picture.get_size() == SIZE
    for x in range(500, 1420, 20):
        for y in range(0, 1080, 20):
            assert picture.get_at((x, y)).a == 0
    assert picture.get_at((60, 60)).a == 255


def test_it_follows_the_table_late_and_writes_whole_pictures(tmp_path):
    file, film = tmp_path / "screen.json", tmp_path / "film"
    film.mkdir()
    window = Window(Theme(), size=(1280, 800), hidden=True)
    window.shared_in = file
    kept = Overlay(file, film, delay_s=30)
    assert "overlay.png" in (film / PAGE).read_text()
    assert not kept.step(0.0), "the table has shared nothing"
    window.show(SCREENS["play_middle"], 0.0)
    written = shared_beside(file).stat().st_mtime_ns
    assert not kept.step(1.0)
    assert not (film / PICTURE).exists()
    assert kept.step(31.0)
    assert pygame.image.load(film / PICTURE).get_size() == SIZE
    later = dataclasses.replace(SCREENS["play_middle"], has_menu=True)
    window.show(later, 2.0)
    assert shared_beside(file).stat().st_mtime_ns == written, "nothing of it has changed"
    assert lay_out(SIZE, Theme()).size == SIZE
