"""Scenes of the gallery for the tests."""

import dataclasses
from functools import cache

from tallone.config import Language
from tallone.display.gallery.gallery import SCREENS
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Scene
from tallone.display.style.theme import Theme, Viewing
from tallone.display.views.view import TableView

SIZES = ((1920, 1080), (1280, 800), (1024, 600))
LANGUAGES = tuple(Language)
NAMES = tuple(SCREENS)
# A small screen close by and a laptop seen from afar: the least and the largest text.
VIEWINGS = (
    Viewing(),
    Viewing(width_mm=223, distance_m=0.5),
    Viewing(width_mm=344, distance_m=1.5),
)


def scene_of(
    view: TableView, size=(1920, 1080), viewing=VIEWINGS[0], *, now=0.0, entry=""
) -> Scene:
    theme = Theme(viewing=viewing)
    return compose(view, theme, lay_out(size, theme), now, entry)


@cache
def gallery_scene(name: str, language: Language, size=(1920, 1080), viewing=VIEWINGS[0]) -> Scene:
    view = dataclasses.replace(SCREENS[name], language=language)
    return scene_of(view, size, viewing, entry="107")
