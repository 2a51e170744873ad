"""The window: the only module that opens a screen. Pixels out, presses in."""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import pygame

from tallone.display.painting.draw import repaint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import LARGEST, SMALLEST, Layout, lay_out
from tallone.display.scene.scene import Scene
from tallone.display.scene.scene_wire import encode
from tallone.display.screens import overlay
from tallone.display.screens.frame import clock_words
from tallone.display.style.theme import Theme
from tallone.display.views.view import CutWanted, TableView
from tallone.display.window.correction import Correction
from tallone.display.window.dimming import pixel_share, set_lamp
from tallone.display.window.overlay import shared_beside
from tallone.display.window.second import share
from tallone.display.window.touch import Touches
from tallone.display.window.turning import on_canvas, turn_onto, turned_size
from tallone.press import Button, Press

_DEFAULT_SIZE: Final = (1280, 720)
# SDL's drivers that draw where nobody looks.
_NO_SCREENS: Final = ("dummy", "offscreen")


class Window:
    """A screen that shows views and reports presses; where there is none, a surface in memory."""

    def __init__(
        self,
        theme: Theme | None = None,
        *,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        hidden: bool = False,
        rotation: int = 0,
    ) -> None:
        """`size`: of the picture as people see it; `rotation`: degrees clockwise that it is turned by."""
        self.theme = theme or Theme()
        self.touches = Touches()
        self.correction = Correction()
        # Where the picture is shared with second screens; None: nowhere.
        self.shared_in: Path | None = None
        self._scene: Scene | None = None
        self._seen: tuple[TableView, str, str] | None = None
        self._overlay: Scene | None = None
        self._fullscreen = fullscreen
        # A table that shows nothing else: whoever plugs a keyboard in can press nothing.
        self._takes_keys = not fullscreen
        self._turn = rotation
        self._share = 255  # what every pixel is multiplied by, where no lamp can be set
        self.has_screen = _open_display(hidden=hidden)
        self._screen = self._opened(size or _DEFAULT_SIZE)
        self._surface = self._canvas()
        self.layout: Layout = lay_out(self._surface.get_size(), self.theme)

    def _opened(self, size: tuple[int, int]) -> pygame.Surface:
        pygame.display.set_caption("Tallone")
        if self._fullscreen and self.has_screen:
            # Fingers need no pointer, and one left on the screen is taken for a mark.
            pygame.mouse.set_visible(False)
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        pygame.mouse.set_visible(True)
        flags = pygame.RESIZABLE if self.has_screen else 0
        return pygame.display.set_mode(turned_size(bounded(size), self._turn), flags)

    def _canvas(self) -> pygame.Surface:
        """Return what is drawn on: the screen itself, or a surface that is turned onto it."""
        if not self._turn and self._share == 255:
            return self._screen
        return pygame.Surface(turned_size(self._screen.get_size(), self._turn)).convert(
            self._screen
        )

    def take(self, theme: Theme, correction: Correction) -> None:
        """Take another look, and another correction of touches."""
        self.correction = correction
        if theme != self.theme:
            self.theme = theme
            self._lay_out_again()

    def dim(self, percent: int) -> None:
        """Make the screen so bright: by its lamp, or by its pixels where it has none that can be set."""
        by_lamp = self.has_screen and set_lamp(percent)
        share = 255 if by_lamp else pixel_share(percent)
        if share != self._share:
            self._share = share
            self._lay_out_again()

    @property
    def size(self) -> tuple[int, int]:
        return self.layout.size

    def show(self, view: TableView, now: float) -> int:
        """Bring the screen to the view; return how many rectangles had to be painted."""
        if isinstance(view.body, CutWanted):
            self.touches.last = view.body.last
        else:
            self.touches.forget_entry()
        # Of the time nothing is seen but the clock: a calm screen is not even composed again.
        clock = clock_words(view.header.clock, now, view.language.value)
        seen = (view, clock, self.touches.entry)
        if self._scene is not None and seen == self._seen:
            return 0
        self._seen = seen
        scene = compose(view, self.theme, self.layout, now, self.touches.entry)
        if scene == self._scene:
            return 0
        rects = repaint(self._surface, self._scene, scene)
        self._scene = scene
        if self.shared_in is not None:
            share(self.shared_in, encode(scene))
            self._share_overlay(self.shared_in, view, now)
        pygame.display.update(self._turned(rects) if self._surface is not self._screen else rects)
        return len(rects)

    def _share_overlay(self, file: Path, view: TableView, now: float) -> None:
        over = overlay.compose(view, self.theme.suits, now)
        if over != self._overlay:
            self._overlay = over
            share(shared_beside(file), encode(over))

    def _turned(self, rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        whole = self._surface.get_rect()
        seen = (rect.clip(whole) for rect in map(pygame.Rect, rects))
        places = [
            turn_onto(self._screen, self._surface, rect, self._turn) for rect in seen if rect
        ]
        for place in places if self._share < 255 else ():
            self._screen.fill((self._share,) * 3, place, special_flags=pygame.BLEND_RGB_MULT)
        return places

    def presses(self, now: float) -> list[Press]:
        """Return what has been pressed since the last call."""
        found: list[Press] = []
        for event in pygame.event.get():
            press = self._take(event, now)
            if press is not None:
                found.append(press)
        return found

    def _take(self, event: pygame.event.Event, now: float) -> Press | None:
        if event.type == pygame.QUIT:
            return Press(button=Button.QUIT)
        if event.type == pygame.VIDEORESIZE:
            self._resized(event.size)
        elif event.type == pygame.VIDEOEXPOSE:
            pygame.display.flip()
        if self._scene is None:
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.touches.down(self._under(event.pos), self._scene, now=now)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pressed = self.touches.up(self._under(event.pos), self._scene, now)
            return self._with_place(pressed, self._under(event.pos))
        elif event.type == pygame.FINGERDOWN:
            self.touches.down(self._place(event), self._scene, event.finger_id, now)
        elif event.type == pygame.FINGERUP:
            pressed = self.touches.up(self._place(event), self._scene, now, event.finger_id)
            return self._with_place(pressed, self._touched(event))
        elif event.type == pygame.KEYDOWN and self._takes_keys:
            return self._typed(event, now)
        return None

    def _place(self, event: pygame.event.Event) -> tuple[int, int]:
        """Return where a finger is meant to be, in pixels of the canvas."""
        return self.correction.corrected(self._touched(event), self.size)

    def _touched(self, event: pygame.event.Event) -> tuple[int, int]:
        """Return where a finger is by the screen's own word, in pixels of the canvas."""
        width, height = self._screen.get_size()
        return self._under((int(event.x * width), int(event.y * height)))

    def _with_place(self, pressed: Press | None, place: tuple[int, int]) -> Press | None:
        """Say where the finger was, if that is what the screen asks for."""
        if pressed is None or pressed.button != Button.PLACE:
            return pressed
        width, height = self.size
        across, down = (1000 * place[0] // width, 1000 * place[1] // height)
        return msgspec.structs.replace(pressed, value=across * 1001 + down)

    def _under(self, place: tuple[int, int]) -> tuple[int, int]:
        return on_canvas(place, self.size, self._turn)

    def _typed(self, event: pygame.event.Event, now: float) -> Press | None:
        assert self._scene is not None
        asks_number = any(target.button == "key.ok" for target in self._scene.targets)
        if event.key == pygame.K_F11:
            self.toggle_fullscreen()
        elif asks_number and event.unicode.isdecimal():
            return self.touches.key(event.unicode)
        elif asks_number and event.key == pygame.K_BACKSPACE:
            return self.touches.key("delete")
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._entered(now, asks_number=asks_number)
        elif event.unicode.isdecimal() and event.unicode != "0":
            return self._chosen(int(event.unicode) - 1, now)
        elif event.unicode.lower() == "l":
            return Press(button=Button.LANGUAGE)
        elif event.unicode.lower() == "a":
            return self._named(Button.ARBITER, now)
        elif event.key == pygame.K_ESCAPE and not self._fullscreen:
            return Press(button=Button.QUIT)
        return None

    def _entered(self, now: float, *, asks_number: bool) -> Press | None:
        if asks_number:
            return self.touches.key("ok")
        return self._named(Button.OK, now) or self._named(Button.CONFIRM, now)

    def _chosen(self, place: int, now: float) -> Press | None:
        """Number keys answer a question, or say ready for a seat in their order."""
        assert self._scene is not None
        answers = [
            target
            for target in self._scene.targets
            if target.button in (Button.ANSWER, Button.READY)
        ]
        return self.touches.act(answers[place], now) if place < len(answers) else None

    def _named(self, name: str, now: float) -> Press | None:
        assert self._scene is not None
        for target in self._scene.targets:
            if target.button == name:
                return self.touches.act(target, now)
        return None

    def toggle_fullscreen(self) -> None:
        """Switch between the whole screen and a window."""
        if not self.has_screen:
            return
        self._fullscreen = not self._fullscreen
        self._screen = self._opened(_DEFAULT_SIZE)
        self._lay_out_again()

    def _resized(self, size: tuple[int, int]) -> None:
        picture = turned_size(size, self._turn)
        if self.has_screen and bounded(picture) != picture:
            self._screen = self._opened(picture)
        else:
            self._screen = pygame.display.get_surface() or self._screen
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        self._surface = self._canvas()
        self.layout = lay_out(self._surface.get_size(), self.theme)
        self._scene = None

    def save(self, path: Path) -> None:
        """Write what the screen shows as a PNG."""
        pygame.image.save(self._surface, path)

    def close(self) -> None:
        """Give the screen back."""
        pygame.display.quit()


def bounded(size: tuple[int, int]) -> tuple[int, int]:
    """Return the nearest size that the screens are made for."""
    return (
        min(max(size[0], SMALLEST[0]), LARGEST[0]),
        min(max(size[1], SMALLEST[1]), LARGEST[1]),
    )


def _open_display(*, hidden: bool) -> bool:
    """Start SDL's display; return False if only the one without a screen could be started."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    # Every finger is heard by itself; SDL's mouse would be only the first one, a second time.
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    asked = os.environ.get("SDL_VIDEODRIVER")
    if not hidden and asked != "dummy":
        with contextlib.suppress(pygame.error), _quiet():
            pygame.display.init()
            if pygame.display.get_driver() not in _NO_SCREENS:
                return True
            pygame.display.quit()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    if asked is None:
        del os.environ["SDL_VIDEODRIVER"]
    else:
        os.environ["SDL_VIDEODRIVER"] = asked
    return False


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep Wayland's library from complaining that nobody is logged in: there is no socket either way."""
    if "XDG_RUNTIME_DIR" in os.environ:
        yield
        return
    os.environ["XDG_RUNTIME_DIR"] = tempfile.gettempdir()
    try:
        yield
    finally:
        del os.environ["XDG_RUNTIME_DIR"]


def describe_screen() -> tuple[str, bool]:
    """Return how SDL reaches a screen and its size, or why not; and whether anybody sees it."""
    try:
        with _quiet():
            pygame.display.init()
        width, height = pygame.display.get_desktop_sizes()[0]
        driver = pygame.display.get_driver()
    except pygame.error as error:
        return str(error)[:60], False
    finally:
        pygame.display.quit()
    return f"{driver} {width}x{height}", driver not in _NO_SCREENS
