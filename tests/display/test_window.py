import dataclasses
from pathlib import Path

import pygame
import pytest
from tests.display.scenes import scene_of

from tallone.config import Language
from tallone.display.gallery.gallery import SCREENS
from tallone.display.scene.compose import compose
from tallone.display.style.theme import Theme
from tallone.display.views.view import Clock
from tallone.display.window import window as window_module
from tallone.display.window.touch import DEBOUNCE_S, DIGIT_DEBOUNCE_S, Touches
from tallone.display.window.window import Window, bounded
from tallone.press import Button, Press
from tallone.rules.cards.seats import Seat, Side


def middle(scene, button, **also):
    for target in scene.targets:
        if target.button == button and all(
            getattr(target, name) == value for name, value in also.items()
        ):
            return target.box.x + target.box.w // 2, target.box.y + target.box.h // 2
    raise AssertionError(f"no {button} on this screen")


def tap(touches, scene, place, now):
    touches.down(place, scene)
    return touches.up(place, scene, now)


def test_a_calm_screen_is_not_composed_again_until_something_is_seen_to_change(monkeypatch):
    composed = []

    def counted(*given):
        composed.append(given)
        return compose(*given)

    monkeypatch.setattr(window_module, "compose", counted)
    window = Window(Theme(), size=(1280, 800), hidden=True)
    header = dataclasses.replace(SCREENS["play_late"].header, clock=Clock(ends_at=1000.0))
    view = dataclasses.replace(SCREENS["play_late"], header=header)
    for frame in range(300):
        window.show(dataclasses.replace(view), 3.0 + frame / 30)
    assert len(composed) == 1
    window.show(view, 61.0)
    assert len(composed) == 2, "a minute has passed"
    window.show(dataclasses.replace(view, has_menu=False), 61.0)
    assert len(composed) == 3
    window.take(Theme(large=True), window.correction)
    window.show(dataclasses.replace(view, has_menu=False), 61.0)
    assert len(composed) == 4


def test_a_press_acts_on_release():
    touches, scene = Touches(), scene_of(SCREENS["pass"])
    touches.down(middle(scene, "ok"), scene)
    assert touches.up(middle(scene, "ok"), scene, 3.0) == Press(Button.OK)


def test_a_finger_that_slides_off_presses_nothing():
    touches, scene = Touches(), scene_of(SCREENS["pass"])
    touches.down(middle(scene, "ok"), scene)
    assert touches.up(middle(scene, "arbiter"), scene, 1.0) is None


def test_a_second_press_within_half_a_second_is_the_same_press():
    touches, scene = Touches(), scene_of(SCREENS["pass"])
    place = middle(scene, "ok")
    assert tap(touches, scene, place, 1.0) is not None
    assert tap(touches, scene, place, 1.0 + DEBOUNCE_S - 0.01) is None
    assert tap(touches, scene, place, 1.0 + DEBOUNCE_S) is not None


def test_a_screen_that_changes_under_the_finger_is_not_pressed():
    touches, before, after = (
        Touches(),
        scene_of(SCREENS["pack_wanted"]),
        scene_of(SCREENS["dealing"]),
    )
    touches.down(middle(before, "ok"), before)
    assert touches.up(middle(before, "ok"), after, 1.0) is None


def test_an_answer_carries_the_questions_id_and_the_options_place():
    touches, scene = Touches(), scene_of(SCREENS["question"])
    press = tap(touches, scene, middle(scene, "answer", value=1), 1.0)
    assert press == Press(Button.ANSWER, question=7, option=1)


def test_ready_carries_the_seat_and_only_those_not_ready_can_press():
    touches, scene = Touches(), scene_of(SCREENS["count"])
    press = tap(touches, scene, middle(scene, "ready", seat=Seat.SOUTH), 1.0)
    assert press == Press(Button.READY, seat=Seat.SOUTH)
    with pytest.raises(AssertionError):
        middle(scene, "ready", seat=Seat.NORTH)


def test_confirm_carries_the_side():
    touches, scene = Touches(), scene_of(SCREENS["hand_sheet"])
    assert (
        tap(touches, scene, middle(scene, "confirm", side=Side.EAST_WEST), 1.0).side
        is Side.EAST_WEST
    )


def type_cut(touches, digits, now=1.0):
    for digit in digits:
        assert touches.key(digit) is None
    return touches.key("ok")


@pytest.mark.parametrize(("digits", "cut"), [("0", 0), ("41", 41), ("107", 107), ("007", 7)])
def test_a_cut_is_typed_and_confirmed(digits, cut):
    touches = Touches()
    assert type_cut(touches, digits) == Press(Button.CUT, value=cut)
    assert touches.entry == ""


def test_a_cut_above_107_or_empty_is_not_taken():
    assert type_cut(Touches(), "108") is None
    assert type_cut(Touches(), "") is None


def test_a_fourth_digit_is_not_taken_and_delete_takes_the_last_away():
    touches = Touches()
    for digit in "1234":
        touches.key(digit)
    assert touches.entry == "123"
    touches.key("delete")
    assert touches.entry == "12"


def test_another_button_pressed_at_once_is_somebody_elses():
    touches, scene = Touches(), scene_of(SCREENS["count"])
    presses = [
        tap(touches, scene, middle(scene, "ready", seat=seat), 1.0)
        for seat in (Seat.SOUTH, Seat.WEST)
    ]
    assert [press.seat for press in presses] == [Seat.SOUTH, Seat.WEST]


def test_two_fingers_at_once_are_two_presses():
    touches, scene = Touches(), scene_of(SCREENS["count"])
    south, west = (middle(scene, "ready", seat=seat) for seat in (Seat.SOUTH, Seat.WEST))
    touches.down(south, scene, 1)
    touches.down(west, scene, 2)
    assert touches.up(west, scene, 1.0, 2).seat is Seat.WEST
    assert touches.up(south, scene, 1.0, 1).seat is Seat.SOUTH


def test_a_second_press_in_the_same_place_of_the_next_screen_is_trembling():
    touches, first, second = (
        Touches(),
        scene_of(SCREENS["pack_wanted"]),
        scene_of(SCREENS["pass"]),
    )
    assert tap(touches, first, middle(first, "ok"), 1.0) is not None
    assert tap(touches, second, middle(second, "ok"), 1.3) is None


def test_more_fingers_than_ten_are_not_followed():
    touches, scene = Touches(), scene_of(SCREENS["count"])
    place = middle(scene, "ready", seat=Seat.SOUTH)
    for finger in range(20):
        touches.down(place, scene, finger)
    assert touches.up(place, scene, 1.0, 15) is None


def test_digits_wait_less_than_buttons():
    touches, scene = Touches(), scene_of(SCREENS["cut"])
    place = middle(scene, "key.4")
    for now in (1.0, 1.0 + DIGIT_DEBOUNCE_S / 2, 1.01 + DIGIT_DEBOUNCE_S):
        tap(touches, scene, place, now)
    assert touches.entry == "44"


@pytest.mark.parametrize(
    ("asked", "given"),
    [((10, 10), (800, 480)), ((9999, 9999), (3840, 2160)), ((1280, 800), (1280, 800))],
)
def test_sizes_are_bounded(asked, given):
    assert bounded(asked) == given


@pytest.fixture
def window():
    window = Window(size=(1280, 800), hidden=True)
    yield window
    window.close()


def post(kind, **fields):
    pygame.event.post(pygame.event.Event(kind, **fields))


def key(code, letter=""):
    return {"key": code, "unicode": letter, "mod": 0, "scancode": 0}


def test_the_window_works_without_a_screen_and_saves_what_it_shows(window, tmp_path):
    assert not window.has_screen
    window.show(SCREENS["play_middle"], 0.0)
    window.save(tmp_path / "picture.png")
    assert pygame.image.load(tmp_path / "picture.png").get_size() == (1280, 800)


def test_the_same_view_is_painted_once(window):
    assert window.show(SCREENS["play_middle"], 0.0) == 1
    assert window.show(SCREENS["play_middle"], 0.5) == 0


def test_a_mouse_click_becomes_a_press(window):
    window.show(SCREENS["pass"], 0.0)
    place = middle(scene_of(SCREENS["pass"], (1280, 800)), "ok")
    post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    post(pygame.MOUSEBUTTONUP, pos=place, button=1)
    assert window.presses(2.0) == [Press(Button.OK)]


def test_the_keyboard_does_what_the_finger_does(window):
    window.show(SCREENS["pass"], 0.0)
    post(pygame.KEYDOWN, **key(pygame.K_RETURN, "\r"))
    assert window.presses(1.0) == [Press(Button.OK)]
    post(pygame.KEYDOWN, **key(pygame.K_a, "a"))
    assert window.presses(2.0) == [Press(Button.ARBITER)]
    post(pygame.KEYDOWN, **key(pygame.K_l, "l"))
    assert window.presses(3.0) == [Press(Button.LANGUAGE)]


def test_a_keyboard_at_a_table_that_shows_nothing_else_presses_nothing():
    window = Window(size=(1280, 800), hidden=True, fullscreen=True)
    try:
        window.show(SCREENS["pass"], 0.0)
        for code, letter in (
            (pygame.K_RETURN, "\r"),
            (pygame.K_ESCAPE, "\x1b"),
            (pygame.K_a, "a"),
            (pygame.K_F11, ""),
            (pygame.K_q, "q"),
        ):
            post(pygame.KEYDOWN, **key(code, letter))
        assert window.presses(1.0) == []
    finally:
        window.close()


def test_number_keys_type_the_cut_where_it_is_asked(window):
    window.show(SCREENS["cut"], 0.0)
    for letter in "55":
        post(pygame.KEYDOWN, **key(pygame.K_5, letter))
    post(pygame.KEYDOWN, **key(pygame.K_BACKSPACE))
    post(pygame.KEYDOWN, **key(pygame.K_RETURN, "\r"))
    assert window.presses(1.0) == [Press(Button.CUT, value=5)]


def test_a_finger_on_the_screen_becomes_a_press(window):
    window.show(SCREENS["pass"], 0.0)
    x, y = middle(scene_of(SCREENS["pass"], (1280, 800)), "ok")
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        post(kind, x=x / 1280, y=y / 800, finger_id=3, touch_id=1)
    assert window.presses(2.0) == [Press(Button.OK)]


def test_digits_are_forgotten_when_no_number_is_asked_for(window):
    window.show(SCREENS["cut"], 0.0)
    window.touches.key("4")
    window.show(SCREENS["dealing"], 1.0)
    assert window.touches.entry == ""


def test_number_keys_answer_a_question(window):
    window.show(SCREENS["question"], 0.0)
    post(pygame.KEYDOWN, **key(pygame.K_2, "2"))
    assert window.presses(1.0) == [Press(Button.ANSWER, question=7, option=1)]
    post(pygame.KEYDOWN, **key(pygame.K_9, "9"))
    assert window.presses(5.0) == []


def test_closing_the_window_is_a_press(window):
    post(pygame.QUIT)
    assert window.presses(1.0) == [Press(Button.QUIT)]


def test_typed_digits_are_on_the_screen(window):
    window.show(SCREENS["cut"], 0.0)
    window.touches.key("4")
    assert window.show(SCREENS["cut"], 0.0) > 0


def test_a_resize_lays_the_screen_out_again(window):
    window.show(SCREENS["pass"], 0.0)
    post(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800)
    window.presses(1.0)
    assert window.show(SCREENS["pass"], 0.0) == 1


def test_the_screen_speaks_the_language_of_the_view(window):
    window.show(SCREENS["pass"], 0.0)
    assert window.show(dataclasses.replace(SCREENS["pass"], language=Language.ENGLISH), 0.0) > 1


def test_only_the_two_windows_open_a_screen():
    folder = Path(window_module.__file__).parent
    users = [path.name for path in folder.rglob("*.py") if "pygame.display" in path.read_text()]
    assert sorted(users) == ["second.py", "window.py"], (
        "the table's own, and the one to look at only"
    )
