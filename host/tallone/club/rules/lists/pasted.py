"""Text of a file or a clipboard as lines of cells, and numbers as Italians write them."""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.club.rules.refusal import syntax

# A federal event has 600 lines; this only bounds what comes from outside.
MAX_TEXT: Final = 4_000_000
MAX_LINES: Final = 50_000
MAX_CELL: Final = 1_000
# A cell may run over so many lines inside its quotes.
MAX_QUOTED_LINES: Final = 5

Line = tuple[int, list[str]]

_SPACES: Final = re.compile(r"[ \u00a0\u202f]{2,}")
_NUMBER: Final = re.compile(
    r"(?P<sign>[-+\u2212\u2013]?)[ \u00a0]*"
    r"(?P<whole>[0-9]+|[0-9]{1,3}(?:[. \u00a0\u202f][0-9]{3})+)(?:,0*)?"
)
_DIGITS: Final = re.compile(r"[0-9]+")


def lines_of(text: str) -> list[Line]:
    """Return the lines that have text, with their numbers from 1; raise Refused for too much.

    The first of them decides how cells are parted: tab, `;`, `,`, or two and more spaces.
    """
    if len(text) > MAX_TEXT:
        syntax(f"the text is longer than {MAX_TEXT} characters; split it")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(plain) > MAX_LINES:
        syntax(f"the text has more than {MAX_LINES} lines; split it")
    first = next((line for line in plain if line.strip()), "")
    separator = next((sign for sign in "\t;," if sign in first), None)
    found: list[Line] = []
    for number, line in _joined(plain, separator):
        cells = [cell.strip()[:MAX_CELL] for cell in _cells(line, separator)]
        if any(cells):
            found.append((number, cells))
    return found


def number_of(cell: str) -> int | None:
    """Return a whole number: `1.250`, `1 250`, `1.250,0`, `-35`; None for anything else."""
    found = _NUMBER.fullmatch(cell.strip())
    if found is None or len(cell) > 40:
        return None
    value = int(re.sub(r"[^0-9]", "", found["whole"]))
    return value if found["sign"] in {"", "+"} else -value


def digits_of(cell: str) -> int | None:
    """Return the digits of a cell such as `Tavolo 7`; None without any."""
    found = _DIGITS.search(cell)
    return int(found.group()[:9]) if found else None


def _joined(plain: Sequence[str], separator: str | None) -> Iterator[tuple[int, str]]:
    """Join the lines of a cell that runs over its line; a lone quote stays a sign like any other."""
    number = 0
    while number < len(plain):
        line, taken = plain[number], 1
        if separator is not None and _open(line, separator):
            for more in range(2, MAX_QUOTED_LINES + 1):
                longer = "\n".join(plain[number : number + more])
                if number + more <= len(plain) and not _open(longer, separator):
                    line, taken = longer, more
                    break
        yield number + 1, line
        number += taken


def _open(line: str, separator: str) -> bool:
    """Return whether a quoted cell has no end in the line."""
    if '"' not in line:
        return False
    inside, start = False, True
    for sign in line:
        if inside:
            inside = sign != '"'
        elif sign == '"' and start:
            inside = True
        start = (sign == separator or (start and sign == " ")) if not inside else False
        if sign == '"' and not inside:
            start = True  # a doubled quote goes on inside
    return inside


def _cells(line: str, separator: str | None) -> list[str]:
    if separator is None:
        return _SPACES.split(line.strip())
    if '"' not in line or _open(line, separator):
        return line.split(separator)
    try:
        rows = list(csv.reader([line], delimiter=separator, skipinitialspace=True))
    except csv.Error:
        return line.split(separator)
    return [" ".join(cell.split("\n")) for cell in rows[0]] if rows else []
