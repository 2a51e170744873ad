"""Screens as pictures: one PNG each, and contact sheets with a name under each."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pygame

from tallone.config import Language
from tallone.display.checking.checks import findings
from tallone.display.painting.draw import paint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Scene
from tallone.display.style import fonts
from tallone.display.style.theme import Theme, Viewing
from tallone.display.views.view import TableView

_COLUMNS: Final = 4
_THUMB_W: Final = 480
_CAPTION: Final = 30


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Glass:
    """A screen to try: its pixels, its diagonal and how far away it is seen."""

    name: str
    size: tuple[int, int]
    inches: float
    distance_m: float = 0.7
    mirrored: bool = False

    def theme(self, base: Theme) -> Theme:
        viewing = Viewing(inches=self.inches, distance_m=self.distance_m)
        return dataclasses.replace(base, viewing=viewing, mirrored=self.mirrored)


GLASSES: Final = (
    Glass(name="10-inch", size=(1280, 800), inches=10.1),
    Glass(name="7-inch", size=(800, 480), inches=7.0),
    Glass(name="15-inch", size=(1920, 1080), inches=15.6),
    Glass(name="24-inch", size=(1920, 1080), inches=24.0, distance_m=1.0),
    Glass(name="portrait", size=(800, 1280), inches=10.1),
    Glass(name="mirrored", size=(1280, 800), inches=10.1, mirrored=True),
    Glass(name="strip", size=(1920, 480), inches=12.3),
    Glass(name="4k", size=(3840, 2160), inches=27.0, distance_m=1.0),
)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One screen on one glass, in one language, and what is wrong with it."""

    name: str
    language: Language
    glass: Glass
    picture: pygame.Surface
    scene: Scene
    wrong: tuple[str, ...]


def shots(
    screens: Mapping[str, TableView],
    glasses: Sequence[Glass],
    languages: Sequence[Language],
    theme: Theme,
) -> Iterator[Shot]:
    """Yield every screen on every glass in every language, painted and checked."""
    for glass in glasses:
        own = glass.theme(theme)
        layout = lay_out(glass.size, own)
        surface = pygame.Surface(glass.size)
        for language in languages:
            for name, view in screens.items():
                seen = dataclasses.replace(view, language=language)
                scene = compose(seen, own, layout, now=0.0, entry="41" if name == "cut" else "")
                paint(surface, scene.items)
                wrong = tuple(findings(seen, scene, own))
                yield Shot(
                    name=name,
                    language=language,
                    glass=glass,
                    picture=surface,
                    scene=scene,
                    wrong=wrong,
                )


class ContactSheet:
    """Collects thumbnails and writes them on one sheet."""

    def __init__(self) -> None:
        self._thumbs: list[tuple[str, pygame.Surface, bool]] = []

    def add(self, shot: Shot) -> None:
        """Take a shot's picture, made small."""
        width, height = shot.picture.get_size()
        room = _THUMB_W if width >= height else _THUMB_W * width // height
        small = pygame.transform.smoothscale(shot.picture, (room, room * height // width))
        self._thumbs.append((shot.name, small, bool(shot.wrong)))

    def save(self, path: Path) -> None:
        """Write the sheet; a screen with something wrong has its name in amber."""
        if not self._thumbs:
            return
        tall = max(small.get_height() for _, small, _ in self._thumbs) + _CAPTION + 12
        wide = max(small.get_width() for _, small, _ in self._thumbs) + 12
        rows = -(-len(self._thumbs) // _COLUMNS)
        sheet = pygame.Surface((wide * _COLUMNS + 12, tall * rows + 12))
        sheet.fill((40, 40, 44))
        for place, (name, small, is_wrong) in enumerate(self._thumbs):
            x, y = 12 + wide * (place % _COLUMNS), 12 + tall * (place // _COLUMNS)
            sheet.blit(small, (x, y))
            color = (255, 190, 60) if is_wrong else (235, 235, 235)
            caption = fonts.rendered(name, 20, False, color)
            sheet.blit(caption, (x, y + small.get_height() + 4))
        pygame.image.save(sheet, path)
