import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.display.scenes import LANGUAGES, NAMES, SIZES, VIEWINGS, gallery_scene, scene_of

from tallone import press
from tallone.display.gallery.gallery import SCREENS
from tallone.display.scene.layout import Box, lay_out
from tallone.display.scene.scene import Face, Label, Scene
from tallone.display.style import fonts
from tallone.display.style.theme import Theme, sizes


def every_scene(size, viewing):
    for name in NAMES:
        for language in LANGUAGES:
            yield name, gallery_scene(name, language, size, viewing)


def check_areas(scene: Scene) -> None:
    screen = Box(0, 0, *scene.size)
    boxes = {area.name: area.box for area in scene.areas}
    assert len(boxes) == len(scene.areas), "two areas have one name"
    for area in scene.areas:
        parent = screen if not area.parent else boxes[area.parent]
        assert parent.holds(area.box), f"{area.name} {area.box} leaves {area.parent} {parent}"
    for one, other in itertools.combinations(scene.areas, 2):
        if one.parent == other.parent:
            assert not one.box.meets(other.box), f"{one} meets {other}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewing", VIEWINGS)
def test_areas_lie_in_their_parents_and_apart_from_their_siblings(size, viewing):
    for _, scene in every_scene(size, viewing):
        check_areas(scene)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewing", VIEWINGS)
def test_nothing_is_painted_outside_the_screen(size, viewing):
    screen = Box(0, 0, *size)
    for name, scene in every_scene(size, viewing):
        for item in scene.items:
            assert screen.holds(item.box), f"{name}: {item}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewing", VIEWINGS)
def test_no_text_of_any_screen_is_clipped_in_either_language(size, viewing):
    for name, scene in every_scene(size, viewing):
        for item in scene.items:
            if isinstance(item, Label):
                assert item.fits, f"{name} at {size}: {' '.join(item.lines)!r} in {item.box}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewing", VIEWINGS)
def test_no_text_is_smaller_than_sixteen_minutes_of_arc_allow(size, viewing):
    theme = Theme(viewing=viewing)
    least = sizes(theme, size).least
    for name, scene in every_scene(size, viewing):
        for item in scene.items:
            if isinstance(item, Label) and item.lines != ("",):
                assert item.px >= least, f"{name}: {item.lines}"


def test_texts_do_not_overlap_each_other():
    for size in SIZES:
        for name, scene in every_scene(size, VIEWINGS[0]):
            labels = [item for item in scene.items if isinstance(item, Label) and any(item.lines)]
            for one, other in itertools.combinations(labels, 2):
                assert not one.box.meets(other.box), f"{name}: {one.lines} meets {other.lines}"


@pytest.mark.parametrize("size", SIZES)
def test_targets_are_large_enough_for_a_trembling_finger_and_apart(size):
    viewing = VIEWINGS[0]
    pixels_per_mm = size[0] / viewing.width_mm
    for name, scene in every_scene(size, viewing):
        for target in scene.targets:
            assert min(target.box.w, target.box.h) >= 15 * pixels_per_mm, f"{name}: {target}"
        for one, other in itertools.combinations(scene.targets, 2):
            grown = one.box.inset(-int(3 * pixels_per_mm))
            assert not grown.meets(other.box), f"{name}: {one} is too close to {other}"


def test_the_arbiters_button_stays_in_its_place_when_another_comes():
    with_ok = {t.button: t.box for t in scene_of(SCREENS["play_early"]).targets}
    alone = {t.button: t.box for t in scene_of(SCREENS["play_late"]).targets}
    assert with_ok["arbiter"] == alone["arbiter"]


@given(
    st.integers(1024, 3840),
    st.integers(600, 2160),
    st.floats(150, 2000),
    st.floats(0.3, 8),
    st.sampled_from(("play_late", "cut", "hand_sheet", "question", "count")),
)
def test_areas_hold_at_any_size_and_distance(width, height, width_mm, distance_m, name):
    viewing = type(VIEWINGS[0])(width_mm=width_mm, distance_m=distance_m)
    scene = scene_of(SCREENS[name], (width, height), viewing)
    check_areas(scene)
    assert all(item.fits for item in scene.items if isinstance(item, Label))


def test_the_frame_fills_the_screen_from_strip_to_bar():
    layout = lay_out((1920, 1080), Theme())
    assert layout.strip.y == 0
    assert layout.strip.bottom <= layout.body.y
    assert layout.body.bottom <= layout.bar.y
    assert layout.bar.bottom <= 1080


def test_text_grows_with_the_distance_of_the_eye_within_what_the_layout_holds():
    near, far = (
        sizes(Theme(viewing=type(VIEWINGS[0])(distance_m=distance)), (1920, 1080))
        for distance in (0.7, 3.0)
    )
    assert near.text < far.text


def test_text_at_a_metre_from_a_24_inch_screen_has_twenty_minutes_of_arc():
    measures = sizes(Theme(), (1920, 1080))
    capital_mm = measures.text * 0.67 / (1920 / 531)
    assert capital_mm == pytest.approx(5.8, abs=0.3)
    assert measures.key == 2 * measures.text


def test_a_text_too_long_for_its_room_says_so_and_stays_in_one_line():
    fitted = fonts.fit("smisuratamente", (40, 20), 30, 20)
    assert not fitted.fits
    assert fitted == (("smisuratamente",), 20, False)


def test_a_text_is_broken_between_words_and_never_inside_one():
    room = (fonts.width("Monte degli", 30) + 2, 200)
    assert fonts.fit("Monte degli scarti", room, 30, 30, most_lines=2).lines == (
        "Monte degli",
        "scarti",
    )


def test_a_low_strip_offers_no_menu_that_it_has_no_room_to_show():
    view = dataclasses.replace(SCREENS["play_middle"], has_menu=True)
    assert not scene_of(view, (1920, 480)).targets
    assert any(target.button == press.Button.MENU for target in scene_of(view).targets)


@pytest.mark.parametrize("size", [(800, 480), (800, 1280), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["question", "question_many"])
def test_the_rank_of_every_card_of_an_answer_is_seen(name, size):
    scene = scene_of(SCREENS[name], size, type(VIEWINGS[0])(inches=10.1, distance_m=0.7))
    faces = [item for item in scene.items if isinstance(item, Face)]
    for one, other in itertools.pairwise(faces):
        if one.box.y == other.box.y and one.box.x < other.box.x < one.box.right:
            assert other.box.x - one.box.x >= 0.38 * one.box.w
