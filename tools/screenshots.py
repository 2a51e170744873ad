"""Render every screen of the gallery, in both languages, into a folder."""

import argparse
import dataclasses
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from tallone.config import Language
from tallone.display.gallery.gallery import SCREENS
from tallone.display.painting.draw import paint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.style.theme import SuitScheme, Theme


def main() -> None:
    """Write one PNG for each screen, language, size and suit scheme asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", help="like 1920x1080; may be given again")
    parser.add_argument(
        "--lang", action="append", choices=[language.value for language in Language]
    )
    parser.add_argument(
        "--suits", choices=[scheme.value for scheme in SuitScheme], default="classic"
    )
    parser.add_argument("--only", action="append", choices=sorted(SCREENS))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    theme = Theme(suits=SuitScheme(asked.suits))
    for size in asked.size or ["1920x1080"]:
        width, height = (int(part) for part in size.split("x"))
        layout = lay_out((width, height), theme)
        surface = pygame.Surface((width, height))
        for lang in asked.lang or ["it", "en"]:
            for name in asked.only or SCREENS:
                view = dataclasses.replace(SCREENS[name], language=Language(lang))
                entry = "41" if name == "cut" else ""
                paint(surface, compose(view, theme, layout, now=0.0, entry=entry).items)
                pygame.image.save(surface, asked.folder / f"{name}_{lang}_{size}.png")


if __name__ == "__main__":
    main()
