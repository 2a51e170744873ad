"""From a paper's words to a PDF of A4 pages, with pictures that the program draws for it."""

import dataclasses
import importlib.resources
import io
import re
from pathlib import Path
from typing import Final

import fpdf
import pygame

from tallone.app.screen.examples import every_screen
from tallone.config import Language
from tallone.display.painting.draw import paint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.style.theme import Theme, Viewing
from tallone.display.texts.phrases import text
from tallone.guides.words import Paper, Part

_FONT_PACKAGE: Final = "fontpkg_atkinson_hyperlegible"
_FONTS: Final = {"": "AtkinsonHyperlegible-Regular.ttf", "B": "AtkinsonHyperlegible-Bold.ttf"}
_FAMILY: Final = "atkinson"
_BUTTON: Final = re.compile(r"\[\[([a-z_.]+)\]\]")
_SIZE: Final = (1280, 800)
_MARGIN: Final = 14.0
_PICTURE_W: Final = 74.0  # millimetres; the words stand beside it
_GAP: Final = 6.0
_PAGE_H: Final = 297.0


def button_keys(paper: Paper) -> set[str]:
    """Return the keys of the catalogue whose words a paper quotes."""
    return {
        key
        for part in paper.parts
        for sentence in part.sentences
        for key in _BUTTON.findall(sentence)
    }


def spelled(sentence: str, language: str) -> str:
    """Return a sentence with the words of the buttons, bold."""
    return _BUTTON.sub(lambda found: f"**{text(found[1], language)}**", sentence)


def picture(name: str, language: Language) -> bytes:
    """Return a screen as PNG, as it looks on the screen of the parts list."""
    view = dataclasses.replace(every_screen()[name], language=language)
    theme = Theme(viewing=Viewing(inches=10.1, distance_m=0.7))
    layout = lay_out(_SIZE, theme)
    surface = pygame.Surface(_SIZE)
    paint(surface, compose(view, theme, layout, now=0.0, entry="41").items)
    held = io.BytesIO()
    pygame.image.save(surface, held, "screen.png")
    return held.getvalue()


def write(paper: Paper, language: Language, path: Path) -> int:
    """Write a paper as PDF; return how many pages it has. Raises OSError if it cannot be written."""
    page = fpdf.FPDF(format="A4")
    page.set_margin(_MARGIN)
    page.set_auto_page_break(False)
    fonts = importlib.resources.files(_FONT_PACKAGE) / "files"
    for style, name in _FONTS.items():
        with importlib.resources.as_file(fonts / name) as file:
            page.add_font(_FAMILY, style, file)
    page.add_page()
    page.set_font(_FAMILY, "B", 24)
    page.multi_cell(0, 11, paper.title, new_x="LMARGIN", new_y="NEXT")
    page.set_font(_FAMILY, "", 13)
    page.multi_cell(0, 6.5, paper.lead, new_x="LMARGIN", new_y="NEXT")
    page.ln(4)
    for part in paper.parts:
        _part(page, part, language)
    page.output(str(path))
    return int(page.page_no())


def _part(page: fpdf.FPDF, part: Part, language: Language) -> None:
    """Lay a part: the picture at the left, title and sentences beside it; a new page where it ends."""
    tall = _PICTURE_W * _SIZE[1] / _SIZE[0]
    if page.get_y() + tall > _PAGE_H - _MARGIN:
        page.add_page()
    top = page.get_y()
    page.image(io.BytesIO(picture(part.screen, language)), _MARGIN, top, _PICTURE_W)
    left = _MARGIN + _PICTURE_W + _GAP
    page.set_xy(left, top)
    page.set_font(_FAMILY, "B", 15)
    page.multi_cell(0, 7, part.title, new_x="LEFT", new_y="NEXT")
    page.set_font(_FAMILY, "", 12)
    for sentence in part.sentences:
        page.set_x(left)
        words = spelled(sentence, language.value)
        page.multi_cell(0, 5.8, words, markdown=True, new_x="LEFT", new_y="NEXT", align="L")
        page.ln(1.2)
    page.set_xy(_MARGIN, max(page.get_y(), top + tall) + 5)
