"""A clear picture to lay over a film, and the page that shows it in a program that mixes films.

The page stands beside the picture and asks for it anew; there is no server, and nothing can be pressed.
"""

from pathlib import Path
from typing import Final

import pygame

from tallone.display.painting.draw import paint
from tallone.display.scene.scene import Scene
from tallone.display.window.second import Delayed

PICTURE: Final = "overlay.png"
PAGE: Final = "overlay.html"
_HTML: Final = f"""<!doctype html>
<meta charset="utf-8">
<title>Tallone</title>
<style>html, body {{ margin: 0; background: transparent }} img {{ width: 100vw; display: block }}</style>
<img id="table" alt="">
<script>
const shown = document.getElementById("table");
setInterval(() => {{
  const next = new Image();
  next.onload = () => {{ shown.src = next.src; }};
  next.src = "{PICTURE}?" + Date.now();
}}, 500);
</script>
"""


def shared_beside(file: Path) -> Path:
    """Return where a table that shares its picture in `file` shares what may be laid over a film."""
    return file.with_name(f"{file.stem}.overlay{file.suffix}")


class Overlay:
    """Keeps `overlay.png` in a folder as the table is, as late as it is asked to."""

    def __init__(self, file: Path, folder: Path, *, delay_s: float = 0.0) -> None:
        """`file`: what the table shares; raise OSError if the folder cannot be written."""
        self._pictures = Delayed(shared_beside(file), delay_s)
        self._folder = folder
        (folder / PAGE).write_text(_HTML, encoding="utf-8")

    def step(self, now: float) -> bool:
        """Write what is due; return whether the picture has changed."""
        scene = self._pictures.due(now)
        if scene is None:
            return False
        beside = self._folder / f".{PICTURE}.new.png"
        pygame.image.save(painted(scene), beside)
        beside.replace(self._folder / PICTURE)
        return True


def painted(scene: Scene) -> pygame.Surface:
    """Return a scene on a clear ground."""
    surface = pygame.Surface(scene.size, pygame.SRCALPHA)
    surface.fill((0, 0, 0, 0))
    paint(surface, scene.items)
    return surface
