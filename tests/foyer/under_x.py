"""The evening by touch in a real window of an X server: its pointer is moved and pressed through XTest."""

import ctypes
import ctypes.util
import sys
import time
from pathlib import Path

import pygame
from tests.foyer.evening import play
from tests.foyer.touching import PAUSE_S, TouchedEvening

from tallone.config import Language

PATIENCE_S = 5.0


class Pointer:
    """The X server's own pointer."""

    def __init__(self):
        self._x = ctypes.CDLL(ctypes.util.find_library("X11"))
        self._test = ctypes.CDLL(ctypes.util.find_library("Xtst"))
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        assert self._display.value, "the X server answers"

    def go(self, x, y):
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XSync(self._display, False)

    def press(self, *, down):
        self._test.XTestFakeButtonEvent(self._display, 1, int(down), 0)
        self._x.XSync(self._display, False)


class PointedEvening(TouchedEvening):
    """An evening whose every press comes through the window system."""

    def __init__(self, folder, language):
        super().__init__(folder, language)
        assert self.window.has_screen
        self._pointer = Pointer()

    def finger(self, box, stays=0.0):
        left, top = pygame.display.get_window_position()
        self._pointer.go(left + box.x + box.w // 2, top + box.y + box.h // 2)
        for kind, down in ((pygame.MOUSEBUTTONDOWN, True), (pygame.MOUSEBUTTONUP, False)):
            self._pointer.press(down=down)
            self._await(kind)
            self._read()
            self.clock += 0.0 if down is False else stays
        self.touches += 1
        self.clock += PAUSE_S
        self.show()

    @staticmethod
    def _await(kind):
        until = time.monotonic() + PATIENCE_S
        while not pygame.event.peek(kind):
            assert time.monotonic() < until, "the window hears the pointer"
            time.sleep(0.001)


if __name__ == "__main__":
    evening = play(Path(sys.argv[1]), Language.ITALIAN, PointedEvening)
    sys.stdout.write(
        f"good night in a window of {pygame.display.get_driver()} after {evening.touches} touches"
    )
