"""What the arbiter prints at the table: minutes as text and PDF, in a folder beside the journal.

A paper is made when the order to print it is on the disk. A place that cannot be written costs a paper,
never the evening.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tallone.app.arbiter.minute import minute, minute_text
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.orders import Printed
from tallone.dealing.promise.paper import page, write_lines
from tallone.journal.records import ArbiterActed, Record

_LOG: Final = logging.getLogger(__name__)
_A4_MM: Final = (210.0, 297.0)
_MARGIN_MM: Final = 20.0
_LINE_MM: Final = 7.0
_LETTERS: Final = 84  # of a line of an A4 page in that size


def papers_folder(journal: Path) -> Path:
    """Return where the arbiter's papers of that journal's evening are."""
    return journal.with_name(f"{journal.stem}-minutes")


class Papers:
    """Writes what the arbiter has ordered to be printed; stands among the keepers of records."""

    def __init__(
        self, desk: Desk, folder: Path, language: str, wall_clock: Callable[[], str]
    ) -> None:
        self._desk = desk
        self._folder = folder
        self._language = language
        self._wall_clock = wall_clock

    def take(self, records: Sequence[Record], head: str) -> None:
        """Print what these records order."""
        if not any(isinstance(one, ArbiterActed) and one.what == "print" for one in records):
            return
        printed, self._desk.printed = self._desk.printed, []
        for one in printed:
            self._print(one, head)

    def _print(self, one: Printed, head: str) -> None:
        lines = minute(one.case, one.noticed, self._desk.table)
        told = minute_text(lines, self._language, head, self._wall_clock())
        name = f"hand{one.hand:03d}-case{one.case.number:02d}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            text = "\n".join(told) + "\n"
            (self._folder / f"{name}.txt").write_text(text, encoding="utf-8")
            (self._folder / f"{name}.pdf").write_bytes(minute_pdf(told))
        except OSError as error:
            _LOG.warning("the minute %s cannot be written: %s", name, error.strerror)


def minute_pdf(told: Sequence[str]) -> bytes:
    """Return a minute as an A4 page, long lines broken at spaces."""
    paper = page(*_A4_MM, _MARGIN_MM, told[0])
    write_lines(paper, [told[0]], 18, _LINE_MM * 1.6)
    write_lines(paper, [row for line in told[1:] for row in _rows(line)], 11, _LINE_MM)
    return bytes(paper.output())


def _rows(line: str) -> list[str]:
    rows = [""]
    for word in line.split(" "):
        if rows[-1] and len(rows[-1]) + 1 + len(word) > _LETTERS:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}" if rows[-1] else word
    return rows
