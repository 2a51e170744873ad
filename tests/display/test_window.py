import dataclasses

import pygame
import pytest
from tests.display.scenes import scene_of

from tallone.display.gallery import SCREENS
from tallone.display.window import DEBOUNCE_S, Hand, Press, Window, bounded
from tallone.rules.seats import Seat, Side


def middle(scene, button, **also):
    for target in scene.targets:
        if target.button == button and all(
            getattr(target, name) == value for name, value in also.items()
        ):
            return target.box.x + target.box.w // 2, target.box.y + target.box.h // 2
    raise AssertionError(f"no {button} on this screen")


def tap(hand, scene, place, now):
    hand.down(place, scene)
    return hand.up(place, scene, now)


def test_a_press_acts_on_release():
    hand, scene = Hand(), scene_of(SCREENS["play_early"])
    hand.down(middle(scene, "ok"), scene)
    assert hand.up(middle(scene, "ok"), scene, 3.0) == Press(button="ok", at=3.0)


def test_a_finger_that_slides_off_presses_nothing():
    hand, scene = Hand(), scene_of(SCREENS["play_early"])
    hand.down(middle(scene, "ok"), scene)
    assert hand.up(middle(scene, "arbiter"), scene, 1.0) is None


def test_a_second_press_within_half_a_second_is_the_same_press():
    hand, scene = Hand(), scene_of(SCREENS["play_early"])
    place = middle(scene, "ok")
    assert tap(hand, scene, place, 1.0) is not None
    assert tap(hand, scene, place, 1.0 + DEBOUNCE_S - 0.01) is None
    assert tap(hand, scene, place, 1.0 + DEBOUNCE_S) is not None


def test_a_screen_that_changes_under_the_finger_is_not_pressed():
    hand, before, after = Hand(), scene_of(SCREENS["pack_wanted"]), scene_of(SCREENS["dealing"])
    hand.down(middle(before, "ok"), before)
    assert hand.up(middle(before, "ok"), after, 1.0) is None


def test_an_answer_carries_the_questions_id_and_the_options_place():
    hand, scene = Hand(), scene_of(SCREENS["question"])
    press = tap(hand, scene, middle(scene, "answer", value=1), 1.0)
    assert press == Press(button="answer", value=1, question=7, at=1.0)


def test_ready_carries_the_seat_and_only_those_not_ready_can_press():
    hand, scene = Hand(), scene_of(SCREENS["count"])
    press = tap(hand, scene, middle(scene, "ready", seat=Seat.SOUTH), 1.0)
    assert press == Press(button="ready", seat=Seat.SOUTH, at=1.0)
    with pytest.raises(AssertionError):
        middle(scene, "ready", seat=Seat.NORTH)


def test_confirm_carries_the_side():
    hand, scene = Hand(), scene_of(SCREENS["hand_sheet"])
    assert (
        tap(hand, scene, middle(scene, "confirm", side=Side.EAST_WEST), 1.0).side is Side.EAST_WEST
    )


def type_cut(hand, digits, now=1.0):
    for digit in digits:
        assert hand.key(digit, now) is None
    return hand.key("ok", now)


@pytest.mark.parametrize(("digits", "cut"), [("0", 0), ("41", 41), ("107", 107), ("007", 7)])
def test_a_cut_is_typed_and_confirmed(digits, cut):
    hand = Hand()
    assert type_cut(hand, digits) == Press(button="cut", value=cut, at=1.0)
    assert hand.entry == ""


def test_a_cut_above_107_or_empty_is_not_taken():
    assert type_cut(Hand(), "108") is None
    assert type_cut(Hand(), "") is None


def test_a_fourth_digit_is_not_taken_and_delete_takes_the_last_away():
    hand = Hand()
    for digit in "1234":
        hand.key(digit, 0.0)
    assert hand.entry == "123"
    hand.key("delete", 0.0)
    assert hand.entry == "12"


def test_digits_are_not_debounced():
    hand, scene = Hand(), scene_of(SCREENS["cut"])
    for number, digit in enumerate("41"):
        tap(hand, scene, middle(scene, f"key.{digit}"), 1.0 + number * 0.1)
    assert hand.entry == "41"


@pytest.mark.parametrize(
    ("asked", "given"),
    [((10, 10), (1024, 600)), ((9999, 9999), (3840, 2160)), ((1280, 800), (1280, 800))],
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
    window.show(SCREENS["play_early"], 0.0)
    place = middle(scene_of(SCREENS["play_early"], (1280, 800)), "ok")
    post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    post(pygame.MOUSEBUTTONUP, pos=place, button=1)
    assert window.presses(2.0) == [Press(button="ok", at=2.0)]


def test_the_keyboard_does_what_the_finger_does(window):
    window.show(SCREENS["play_early"], 0.0)
    post(pygame.KEYDOWN, **key(pygame.K_RETURN, "\r"))
    assert window.presses(1.0) == [Press(button="ok", at=1.0)]
    post(pygame.KEYDOWN, **key(pygame.K_a, "a"))
    assert window.presses(2.0) == [Press(button="arbiter", at=2.0)]
    post(pygame.KEYDOWN, **key(pygame.K_l, "l"))
    assert window.presses(3.0) == [Press(button="language", at=3.0)]


def test_number_keys_type_the_cut_where_it_is_asked(window):
    window.show(SCREENS["cut"], 0.0)
    for letter in "55":
        post(pygame.KEYDOWN, **key(pygame.K_5, letter))
    post(pygame.KEYDOWN, **key(pygame.K_BACKSPACE))
    post(pygame.KEYDOWN, **key(pygame.K_RETURN, "\r"))
    assert window.presses(1.0) == [Press(button="cut", value=5, at=1.0)]


def test_number_keys_answer_a_question(window):
    window.show(SCREENS["question"], 0.0)
    post(pygame.KEYDOWN, **key(pygame.K_2, "2"))
    assert window.presses(1.0) == [Press(button="answer", value=1, question=7, at=1.0)]
    post(pygame.KEYDOWN, **key(pygame.K_9, "9"))
    assert window.presses(5.0) == []


def test_closing_the_window_is_a_press(window):
    post(pygame.QUIT)
    assert window.presses(1.0) == [Press(button="quit", at=1.0)]


def test_typed_digits_are_on_the_screen(window):
    window.show(SCREENS["cut"], 0.0)
    window.hand.key("4", 0.0)
    assert window.show(SCREENS["cut"], 0.0) > 0


def test_a_resize_lays_the_screen_out_again(window):
    window.show(SCREENS["play_early"], 0.0)
    post(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800)
    window.presses(1.0)
    assert window.show(SCREENS["play_early"], 0.0) == 1


def test_the_screen_speaks_the_language_of_the_view(window):
    view = dataclasses.replace(SCREENS["play_early"], language="en")
    assert (
        window.show(
            dataclasses.replace(view, language=type(SCREENS["play_early"].language)("en")), 0.0
        )
        == 1
    )
