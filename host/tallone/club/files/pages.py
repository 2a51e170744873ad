"""Pages to print: any sheet as a list, and slips two a page. A4, black on white, 12 points and up."""

import dataclasses
from collections.abc import Sequence
from importlib import resources
from typing import Final

import fpdf

from tallone.club.files.sheets import Cell, Sheet, cell_text
from tallone.display.texts.phrases import text

_FONT: Final = "Atkinson"
_PACKAGE: Final = "fontpkg_atkinson_hyperlegible"
_FILE: Final = "files/AtkinsonHyperlegible-Regular.ttf"
_MARGIN_MM: Final = 12.0
_SIZE: Final = 12
_LINE_MM: Final = 6.5
_TITLE: Final = 18
# A line of a long name is cut rather than printed smaller.
_GAP_MM: Final = 2.0


def list_pages(sheet: Sheet, heading: str) -> bytes:
    """Print a sheet: heading and header on every page, notes at the end."""
    wide = len(sheet.header) > 6
    paper = _paper("L" if wide else "P")
    paper.set_font(_FONT, size=_SIZE)
    widths = _widths(paper, sheet)
    left = 0.0
    for row in (*sheet.rows, *((note,) for note in sheet.notes)):
        if left < _LINE_MM:
            left = _new_page(paper, sheet, heading, widths)
        if len(row) == 1 and len(sheet.header) > 1:
            paper.cell(0, _LINE_MM, cell_text(row[0]), new_x="LMARGIN", new_y="NEXT")
        else:
            _write(paper, row, widths)
        left -= _LINE_MM
    if not sheet.rows:
        _new_page(paper, sheet, heading, widths)
    return bytes(paper.output())


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A slip to be filled in at a table; without sides the names are left blank."""

    event: str
    round: int
    table: int
    a: str = ""
    b: str = ""


def slip_pages(slips: Sequence[Slip], hands: int, language: str = "it") -> bytes:
    """Print slips, two a page, numbered by table and round."""
    paper = _paper("P")
    for number, slip in enumerate(slips):
        if number % 2 == 0:
            paper.add_page()
        _write_slip(paper, slip, hands, language, _MARGIN_MM + (number % 2) * paper.h / 2)
    if not slips:
        paper.add_page()
    return bytes(paper.output())


def _write_slip(paper: fpdf.FPDF, slip: Slip, hands: int, language: str, top: float) -> None:
    def word(name: str) -> str:
        return text(f"club.{name}", language)

    width = paper.epw / 5
    paper.set_xy(_MARGIN_MM, top)
    paper.set_font(_FONT, size=_TITLE)
    title = f"{word('table')} {slip.table}   {word('round')} {slip.round}"
    paper.cell(0, 10, title, new_x="LMARGIN", new_y="NEXT")
    paper.set_font(_FONT, size=_SIZE)
    paper.cell(0, 8, _fitting(paper, slip.event, paper.epw), new_x="LMARGIN", new_y="NEXT")
    for line, name in (("A", slip.a), ("B", slip.b)):
        paper.cell(
            0, 8, _fitting(paper, f"{line}: {name}", paper.epw), new_x="LMARGIN", new_y="NEXT"
        )
    for row in (
        (word("hand"), "A", "", "B", ""),
        *((str(hand), "", "", "", "") for hand in range(1, hands + 1)),
        (word("total"), "", "", "", ""),
    ):
        for cell in row:
            paper.cell(width, 10, cell, border=1, align="C")
        paper.ln()
    paper.ln(6)
    for line in ("A", "B"):
        paper.cell(paper.epw / 2, 10, f"{word('signature')} {line}  ____________________")
    paper.ln()


def _paper(orientation: str) -> fpdf.FPDF:
    paper = fpdf.FPDF(orientation=orientation, unit="mm", format="A4")
    paper.set_auto_page_break(False)
    paper.set_margins(_MARGIN_MM, _MARGIN_MM)
    with resources.as_file(resources.files(_PACKAGE) / _FILE) as font:
        paper.add_font(_FONT, fname=font)
    return paper


def _new_page(paper: fpdf.FPDF, sheet: Sheet, heading: str, widths: Sequence[float]) -> float:
    """Begin a page with heading and header; return the height that is left for lines."""
    paper.add_page()
    paper.set_font(_FONT, size=_TITLE)
    title = f"{heading}: {sheet.title}"
    paper.cell(0, 10, _fitting(paper, title, paper.epw), new_x="LMARGIN", new_y="NEXT")
    paper.set_font(_FONT, size=_SIZE)
    _write(paper, sheet.header, widths)
    paper.line(_MARGIN_MM, paper.get_y(), _MARGIN_MM + paper.epw, paper.get_y())
    return float(paper.h - paper.get_y() - _MARGIN_MM)


def _write(paper: fpdf.FPDF, row: Sequence[Cell], widths: Sequence[float]) -> None:
    for cell, width in zip(row, widths, strict=True):
        align = "R" if isinstance(cell, int | float) else "L"
        paper.cell(width, _LINE_MM, _fitting(paper, cell_text(cell), width - _GAP_MM), align=align)
    paper.ln()


def _widths(paper: fpdf.FPDF, sheet: Sheet) -> list[float]:
    """Share the page: what is narrow gets its room, the widest give up what is too much."""
    wanted = [
        max(paper.get_string_width(cell_text(row[place])) for row in (sheet.header, *sheet.rows))
        + 2 * _GAP_MM
        for place in range(len(sheet.header))
    ]
    room = float(paper.epw)
    over = sum(wanted) - room
    while over > 0.1:
        widest = max(wanted)
        several = [place for place, width in enumerate(wanted) if width > widest - 0.5]
        for place in several:
            wanted[place] -= min(over / len(several), 1.0)
        over = sum(wanted) - room
    return [width + max(room - sum(wanted), 0) / len(wanted) for width in wanted]


def _fitting(paper: fpdf.FPDF, line: str, width: float) -> str:
    """Cut a text to a width; what the typeface lacks becomes a question mark."""
    font = paper.fonts[_FONT.lower()]
    assert isinstance(font, fpdf.fonts.TTFFont), "the typeface is a file"
    known = "".join(sign if ord(sign) in font.cmap else "?" for sign in line)
    if paper.get_string_width(known) <= width:
        return known
    while known and paper.get_string_width(known + "…") > width:
        known = known[:-1]
    return known + "…"
