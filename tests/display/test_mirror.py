"""The score for those opposite, upside down; and how bright the screen is."""

import dataclasses

import pygame
import pytest

from tallone.display.gallery.gallery import SCREENS
from tallone.display.painting.draw import paint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import Box, lay_out
from tallone.display.scene.scene import Align, Label
from tallone.display.style.theme import Theme, Viewing
from tallone.display.window.dimming import pixel_share, set_lamp
from tallone.display.window.window import Window

SIZE = (1280, 800)
MIRRORED = Theme(viewing=Viewing(inches=10.1, distance_m=0.7), mirrored=True)


def scene(name, theme=MIRRORED, size=SIZE):
    return compose(SCREENS[name], theme, lay_out(size, theme), now=0.0)


def turned(found):
    return {" ".join(item.lines) for item in found.items if getattr(item, "turned", False)}


def test_those_opposite_read_both_scores_and_whose_turn_it_is():
    assert turned(scene("play_middle")) == {"Nord–Sud  1.245", "Tocca a Est", "Est–Ovest  985"}


def test_those_opposite_are_told_what_stops_the_table():
    assert turned(scene("link_lost")) == {"Il tappeto non risponde. Aspettate un momento."}


def test_nothing_else_stands_in_the_mirror_and_nothing_can_be_touched_there():
    found = scene("play_middle")
    band = next(area.box for area in found.areas if area.name == "mirror")
    assert not any(target.box.meets(band) for target in found.targets)
    for item in found.items:
        if isinstance(item, Label):
            assert item.box.meets(band) == item.turned


def test_a_low_strip_and_a_table_that_wants_none_have_no_mirror():
    assert not turned(scene("play_middle", size=(1920, 480)))
    assert not turned(scene("play_middle", theme=dataclasses.replace(MIRRORED, mirrored=False)))


def test_a_turned_text_is_the_upright_one_turned_by_half_a_turn():
    label = Label(Box(0, 0, 200, 60), ("Tocca", "a Est"), 24, True, (255, 255, 255), Align.LEFT)
    upright, other = pygame.Surface((200, 60)), pygame.Surface((200, 60))
    paint(upright, [label])
    paint(other, [dataclasses.replace(label, turned=True)])
    again = pygame.transform.rotate(other, 180)
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(upright, "RGB")


def lamp(folder, most="255"):
    place = folder / "panel"
    place.mkdir(parents=True)
    (place / "max_brightness").write_text(most)
    (place / "brightness").write_text("0")
    return place / "brightness"


def test_a_lamp_is_set_to_its_share_and_never_out(tmp_path):
    brightness = lamp(tmp_path)
    assert set_lamp(60, tmp_path)
    assert int(brightness.read_text()) == 153
    assert set_lamp(0, tmp_path)
    assert int(brightness.read_text()) > 20


@pytest.mark.parametrize("most", ["", "many", "-"])
def test_a_lamp_that_makes_no_sense_is_none(tmp_path, most):
    lamp(tmp_path, most)
    assert not set_lamp(60, tmp_path)
    assert not set_lamp(60, tmp_path / "missing")


@pytest.mark.parametrize("rotation", [0, 90, 180])
def test_without_a_lamp_the_pixels_are_darker_and_come_back(rotation):
    window = Window(Theme(), size=SIZE, rotation=rotation)
    window.show(SCREENS["play_middle"], 0.0)
    before = pygame.image.tobytes(window._screen, "RGB")
    window.dim(40)
    window.show(SCREENS["play_middle"], 0.0)
    dark = pygame.image.tobytes(window._screen, "RGB")
    share = pixel_share(40) / 255
    assert 0.6 < share < 0.7, "two fifths of the light"
    for one, other in zip(before[::997], dark[::997], strict=True):
        assert abs(one * share - other) <= 2
    window.show(SCREENS["play_late"], 1.0)
    changed = pygame.image.tobytes(window._screen, "RGB")
    window.dim(100)
    window.show(SCREENS["play_late"], 1.0)
    whole = pygame.image.tobytes(window._screen, "RGB")
    for one, other in zip(whole[::997], changed[::997], strict=True):
        assert abs(one * share - other) <= 2, "what was repainted is as dark as the rest"
