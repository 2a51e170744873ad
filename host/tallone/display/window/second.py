"""A second screen: reads what a table shares, waits out the delay, and paints it. Nothing goes back."""

import collections
from pathlib import Path
from typing import Final

import pygame

from tallone.display.painting.draw import paint
from tallone.display.scene.scene import Scene
from tallone.display.scene.scene_wire import MOST_BYTES, decode

# What waits for its time: more than this many changes in a delay, and the oldest are skipped.
_MOST_WAITING: Final = 5000
_DEFAULT_SIZE: Final = (1280, 800)


class Delayed:
    """Reads a file that a table shares, and gives each of its pictures as late as it is asked to."""

    def __init__(self, file: Path, delay_s: float = 0.0) -> None:
        self._file = file
        self._delay_s = delay_s
        self._stamp = (0, 0)
        self._waiting: collections.deque[tuple[float, Scene]] = collections.deque(
            maxlen=_MOST_WAITING
        )

    def due(self, now: float) -> Scene | None:
        """Return the newest picture whose time has come since the last call; None if none has."""
        scene = self._read()
        if scene is not None:
            self._waiting.append((now + self._delay_s, scene))
        due = None
        while self._waiting and self._waiting[0][0] <= now:
            due = self._waiting.popleft()[1]
        return due

    def _read(self) -> Scene | None:
        """Return the scene if the file has changed; one that is gone or half there is read next time."""
        try:
            state = self._file.stat()
            stamp = (state.st_mtime_ns, state.st_ino)
            if stamp == self._stamp or state.st_size > MOST_BYTES:
                return None
            raw = self._file.read_bytes()
        except OSError:
            return None
        self._stamp = stamp
        return decode(raw)


class SecondScreen:
    """Shows what a file holds, as late as it is asked to."""

    def __init__(self, file: Path, *, delay_s: float = 0.0, fullscreen: bool = False) -> None:
        self.is_closed = False
        self._pictures = Delayed(file, delay_s)
        pygame.display.init()
        pygame.display.set_caption("Tallone")
        flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
        self._screen = pygame.display.set_mode((0, 0) if fullscreen else _DEFAULT_SIZE, flags)

    def step(self, now: float) -> bool:
        """Read what is new, show what is due; return whether the picture has changed."""
        for event in pygame.event.get():
            escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
            self.is_closed = self.is_closed or event.type == pygame.QUIT or escape
        due = self._pictures.due(now)
        if due is None:
            return False
        self._show(due)
        return True

    def _show(self, scene: Scene) -> None:
        """Paint the scene as large as the screen lets it be."""
        canvas = pygame.Surface(scene.size)
        paint(canvas, scene.items)
        self._screen = pygame.display.get_surface() or self._screen
        wide, tall = self._screen.get_size()
        share = min(wide / scene.size[0], tall / scene.size[1])
        size = (max(1, round(scene.size[0] * share)), max(1, round(scene.size[1] * share)))
        self._screen.fill((0, 0, 0))
        place = ((wide - size[0]) // 2, (tall - size[1]) // 2)
        self._screen.blit(pygame.transform.smoothscale(canvas, size), place)
        pygame.display.flip()

    def save(self, path: Path) -> None:
        """Write what is shown as a PNG."""
        pygame.image.save(self._screen, path)


def share(file: Path, raw: bytes) -> bool:
    """Let the file hold these bytes, whole; return False where it cannot be written."""
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_bytes(raw)
        beside.replace(file)
    except OSError:
        return False
    return True
