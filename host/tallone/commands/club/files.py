"""`tallone club standing`, `export` and `replay`: what an event's log says, on the screen or as files."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.club.files.choices import What
from tallone.commands.club.serve import FOLDER, club_folder
from tallone.commands.language import LanguageOption, checked
from tallone.errors import UsageError

if TYPE_CHECKING:
    from tallone.club.files.sheets import Sheet
    from tallone.club.log import Database

AfterOption = Annotated[
    int | None, typer.Option("--after-round", min=1, help="As it stood after this round.")
]


def standing(
    name: Annotated[str, typer.Argument(help="The event.")],
    *,
    folder: FOLDER = None,
    after_round: AfterOption = None,
    language: LanguageOption = "it",
) -> None:
    """Print a standing with what parts each line from the one above: `tallone club standing monday`."""
    from tallone.club.files.gathering import lists_of

    database, event = opened_event(name, folder)
    print_sheet(lists_of(database, event, checked(language), after_round).standing())
    database.close()


def export(
    name: Annotated[str, typer.Argument(help="The event.")],
    what: Annotated[What, typer.Argument(help="The list.")],
    file: Annotated[Path, typer.Argument(help="Where to; .csv, .xlsx, .pdf or .json says how.")],
    *,
    folder: FOLDER = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="Of one round; else the last.")
    ] = None,
    language: LanguageOption = "it",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing.")] = False,
) -> None:
    """Write a list of an event as a file: `tallone club export monday standing standing.xlsx`."""
    from tallone.club.files.archive import write_archive
    from tallone.club.files.gathering import lists_of
    from tallone.club.files.handing import written
    from tallone.club.log.events import Events
    from tallone.club.rules.refusal import Refused
    from tallone.outside import say

    database, event = opened_event(name, folder)
    try:
        if what is What.ARCHIVE:
            data = write_archive(database, event)
        else:
            lists = lists_of(database, event, checked(language))
            data = written(lists, what, file.suffix, number, Events(database).settings(event))
    except Refused as error:
        raise UsageError(error.message) from error
    finally:
        database.close()
    if not dry_run:
        try:
            file.write_bytes(data)
        except OSError as error:
            raise UsageError(
                f"{file}: {error.strerror}; name a file that can be written"
            ) from error
    say(f"{file}: {len(data):,} bytes{' would be written' if dry_run else ''}")


def replay(
    file: Annotated[Path, typer.Argument(help="An archive, event.tallone.json.")],
    *,
    after_round: AfterOption = None,
    language: LanguageOption = "it",
) -> None:
    """Replay an archive and print its standing: `tallone club replay monday.tallone.json`."""
    from tallone.club.files.archive import MAX_ARCHIVE, read_archive
    from tallone.club.files.gathering import lists_of
    from tallone.club.log import open_database
    from tallone.club.rules.refusal import Refused
    from tallone.outside import read_bytes

    data = read_bytes(file, MAX_ARCHIVE, "an archive")
    with tempfile.TemporaryDirectory(prefix="tallone-") as folder:
        database = open_database(Path(folder) / "club.sqlite")
        try:
            event = read_archive(database, data)
            lists = lists_of(database, event, checked(language), after_round)
        except Refused as error:
            raise UsageError(f"{file}: {error.message}") from error
        finally:
            database.close()
    print_sheet(lists.standing())


def opened_event(name: str, folder: Path | None) -> tuple["Database", int]:
    """Return an open database and an event in it; raise UsageError that names those there are."""
    from tallone.club.log import open_database
    from tallone.club.log.events import Events

    database = open_database(club_folder(folder) / "club.sqlite")
    event = Events(database).find(name)
    if event is None:
        names = ", ".join(one for _, one, _ in Events(database).listing(limit=20)) or "none yet"
        database.close()
        raise UsageError(f"there is no event {ascii(name)[:42]}; there are: {names}")
    return database, event


def print_sheet(sheet: "Sheet") -> None:
    """Print a list as columns."""
    from tallone.club.files.sheets import cell_text
    from tallone.outside import say

    rows = [tuple(map(cell_text, row)) for row in (sheet.header, *sheet.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(sheet.header))]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for note in sheet.notes:
        say(note)
