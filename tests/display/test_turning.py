"""A screen that hangs on its side shows the same picture, and a finger on it presses the same button."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.display.test_window import middle

from tallone.display.gallery.gallery import SCREENS
from tallone.display.window.turning import TURNS, on_canvas, on_screen, turn_onto, turned_size
from tallone.display.window.window import Window

SIZES = st.tuples(st.integers(1, 40), st.integers(1, 30))


@given(SIZES, st.sampled_from(TURNS), st.data())
def test_a_place_and_a_rectangle_go_there_and_back(canvas, turn, data):
    x, y = data.draw(st.integers(0, canvas[0] - 1)), data.draw(st.integers(0, canvas[1] - 1))
    there = on_screen(pygame.Rect(x, y, 1, 1), canvas, turn)
    assert pygame.Rect((0, 0), turned_size(canvas, turn)).contains(there)
    assert on_canvas((there.x, there.y), canvas, turn) == (x, y)


@pytest.mark.parametrize("turn", TURNS)
def test_turned_piece_by_piece_is_the_whole_picture_turned(turn):
    """pygame's own rotation of the whole is the second witness."""
    canvas = pygame.Surface((7, 4))
    for x in range(7):
        for y in range(4):
            canvas.set_at((x, y), (x * 30, y * 60, 9))
    whole = pygame.transform.rotate(canvas, -turn)
    screen = pygame.Surface(turned_size((7, 4), turn))
    for rect in ((0, 0, 3, 2), (3, 0, 4, 3), (0, 2, 3, 2), (3, 3, 4, 1)):
        turn_onto(screen, canvas, pygame.Rect(rect), turn)
    assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(whole, "RGB")


@pytest.mark.parametrize("turn", TURNS)
def test_a_finger_on_a_turned_screen_presses_what_is_under_it(turn):
    window = Window(size=(1280, 800), hidden=True, rotation=turn)
    assert window.size == (1280, 800)
    window.show(SCREENS["play_early"], 0.0)
    screen = pygame.display.get_surface()
    assert screen.get_size() == turned_size((1280, 800), turn)
    x, y = middle(window._scene, "arbiter")
    there = on_screen(pygame.Rect(x, y, 1, 1), window.size, turn)
    width, height = screen.get_size()
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        place = {"x": (there.x + 0.5) / width, "y": (there.y + 0.5) / height}
        pygame.event.post(
            pygame.event.Event(kind, finger_id=1, touch_id=1, dx=0, dy=0, pressure=1, **place)
        )
    assert [press.button for press in window.presses(1.0)] == ["arbiter"]
    # What hangs on the wall is the picture itself, turned: a pixel of the button is there.
    assert screen.get_at((there.x, there.y)) == window._surface.get_at((x, y))
    window.close()
