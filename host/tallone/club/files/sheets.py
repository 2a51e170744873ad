"""A sheet is a title, a header and rows; it is written as CSV or XLSX and read from both.

CSV as an Italian Excel opens it: UTF-8 with a mark, `;`, a comma before decimals.
"""

import csv
import dataclasses
import datetime as dt
import io
import zipfile
from collections.abc import Sequence
from typing import Final

import openpyxl
from openpyxl.styles import Font
from openpyxl.utils.exceptions import InvalidFileException

from tallone.club.rules.lists.pasted import MAX_CELL, MAX_LINES, Line, lines_of
from tallone.club.rules.refusal import Refused, refuse

MAX_FILE: Final = 10_000_000
# A packed sheet may not grow beyond this when it is unpacked.
MAX_UNPACKED: Final = 100_000_000
MAX_COLUMNS: Final = 100
UNREADABLE: Final = "import.unreadable"
# Signs at the start of a text that a spreadsheet would take for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | float | dt.date | None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Rows under a header; `notes` stand below a printed one."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def as_csv(sheet: Sheet) -> bytes:
    """Write a sheet as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(cell_text, sheet.header))
    for row in sheet.rows:
        writer.writerow(map(cell_text, row))
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")


def as_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Write sheets as one XLSX file; texts are never formulas."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet.title[:31])
        for number, row in enumerate((sheet.header, *sheet.rows), 1):
            for column, value in enumerate(row, 1):
                plain = _printable(value) if isinstance(value, str) else value
                cell = page.cell(row=number, column=column, value=plain)
                if isinstance(plain, str):
                    cell.data_type = "s"
                if number == 1:
                    cell.font = Font(bold=True)
        for column, name in enumerate(sheet.header, 1):
            widest = max(
                [len(name), *(len(cell_text(row[column - 1])) for row in sheet.rows[:500])]
            )
            letter = openpyxl.utils.get_column_letter(column)
            page.column_dimensions[letter].width = min(widest + 2, 60)
        page.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read_lines(data: bytes, sheet: str | None = None) -> list[Line]:
    """Read a file as lines of cells: XLSX (the first sheet, or the one asked for), else text.

    Raise Refused `import.unreadable`, or `query.syntax` for too much.
    """
    if len(data) > MAX_FILE:
        refuse(UNREADABLE, f"the file is larger than {MAX_FILE // 1_000_000} MB; split it")
    if data[:4] == b"PK\x03\x04":
        return _read_xlsx(data, sheet)
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        refuse(UNREADABLE, "the file is an old .xls; save it as .xlsx or .csv and bring it again")
    return lines_of(decoded(data))


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 with or without a mark, else Windows-1252."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def sheets_of(data: bytes) -> list[str]:
    """Return the names of an XLSX file's sheets; none for another file."""
    if data[:4] != b"PK\x03\x04":
        return []
    return list(_open(data).sheetnames)


def _read_xlsx(data: bytes, sheet: str | None) -> list[Line]:
    book = _open(data)
    if sheet is not None and sheet not in book.sheetnames:
        refuse(
            UNREADABLE,
            f"there is no sheet {sheet[:40]!r}; there are {', '.join(book.sheetnames)[:200]}",
        )
    page = book[sheet] if sheet is not None else book.worksheets[0]
    lines: list[Line] = []
    try:
        for number, row in enumerate(page.iter_rows(max_col=MAX_COLUMNS, values_only=True), 1):
            if number > MAX_LINES:
                refuse(UNREADABLE, f"the sheet has more than {MAX_LINES} lines; split it")
            cells = [_cell(value) for value in row]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                lines.append((number, cells))
    except Refused:
        raise
    except Exception as error:
        raise Refused(UNREADABLE, f"the sheet cannot be read: {str(error)[:80]}") from error
    return lines


def _open(data: bytes) -> openpyxl.Workbook:
    """Open a workbook from outside, which may be anything."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > MAX_UNPACKED:
                refuse(
                    UNREADABLE, "the file unpacks to more than 100 MB; save the one sheet alone"
                )
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except Refused:
        raise
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, OSError) as error:
        raise Refused(
            UNREADABLE, "the file is no Excel sheet; save it as .xlsx or .csv"
        ) from error
    except Exception as error:
        # A damaged file ends in any error of the reader's.
        raise Refused(UNREADABLE, f"the file cannot be read: {str(error)[:80]}") from error
    if not book.worksheets:
        refuse(UNREADABLE, "the file has no sheet; save it again from the spreadsheet")
    return book


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        # A whole number in a sheet is `12.0`; a fraction is written as Italians do.
        return str(int(value)) if value.is_integer() else str(value).replace(".", ",")
    return " ".join(str(value).split())[:MAX_CELL]


def cell_text(value: Cell) -> str:
    """Return a cell as CSV has it; a text that looks like a formula is marked as text."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}".replace(".", ",")
    if isinstance(value, str):
        plain = _printable(value)
        return f"'{plain}" if plain.startswith(_FORMULA) and not plain[1:2].isdigit() else plain
    return value.strftime("%d/%m/%Y") if isinstance(value, dt.date) else str(value)


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:MAX_CELL]
