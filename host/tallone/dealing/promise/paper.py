"""A page for receipts and reports: the typeface, lines of text, pictures; the same page is the same bytes."""

import datetime as dt
from importlib import resources
from typing import Final

import fpdf

_FONT: Final = "Atkinson"
_FONT_PACKAGE: Final = "fontpkg_atkinson_hyperlegible"
_FONT_FILE: Final = "files/AtkinsonHyperlegible-Regular.ttf"
# A slip says when; the file does not, so that the same slip is the same bytes.
_NO_DATE: Final = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


def page(width_mm: float, height_mm: float, margin_mm: float, title: str) -> fpdf.FPDF:
    """Return a document with one empty page of that size, ready to be written on."""
    paper = fpdf.FPDF(unit="mm", format=(width_mm, height_mm))
    paper.set_auto_page_break(False)
    paper.set_margins(margin_mm, margin_mm)
    paper.set_creation_date(_NO_DATE)
    paper.set_title(title)
    with resources.as_file(resources.files(_FONT_PACKAGE) / _FONT_FILE) as font:
        paper.add_font(_FONT, fname=font)
    paper.add_page()
    return paper


def write_lines(paper: fpdf.FPDF, lines: list[str], size: int, line_mm: float) -> None:
    """Write lines one below the other from where the page stands."""
    paper.set_font(_FONT, size=size)
    for line in lines:
        paper.cell(0, line_mm, line, new_x="LMARGIN", new_y="NEXT")
