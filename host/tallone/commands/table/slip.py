"""`tallone slip`: score slips from a journal, blank ones, and their schema."""

import enum
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from tallone.app.edges import slips
from tallone.commands.files import readable
from tallone.commands.language import LanguageOption, checked
from tallone.errors import UsageError
from tallone.journal.storage.reader import check, read
from tallone.outside import say


class Form(enum.StrEnum):
    """What a slip is written as."""

    TEXT = "text"
    A4 = "a4"  # two a page
    TILL = "till"  # 80 mm wide
    CSV = "csv"
    JSON = "json"
    SCHEMA = "schema"  # of the JSON


_OF_PAPER: Final = (Form.A4, Form.TILL)


def slip(  # noqa: PLR0917 - typer reads a parameter for each option
    file: Annotated[Path | None, typer.Argument(help="A journal.", metavar="FILE")] = None,
    form: Annotated[Form, typer.Option("--as", help="What to write.")] = Form.TEXT,
    out: Annotated[
        Path | None, typer.Option("--out", help="Where to; PDF needs it, else to the terminal.")
    ] = None,
    blank: Annotated[
        int, typer.Option(help="So many blank slips instead.", min=0, max=slips.MOST_BLANKS)
    ] = 0,
    first: Annotated[int, typer.Option(help="Number of the first blank slip.", min=1)] = 1,
    hands: Annotated[int, typer.Option(help="Hands on a blank slip.", min=1, max=6)] = 3,
    language: LanguageOption = "it",
) -> None:
    """Write the score slips of a journal's matches, or blank ones with numbers.

    `tallone slip night.journal`, `tallone slip --blank 20 --out blanks.pdf`
    """
    language = checked(language)
    if form is Form.SCHEMA:
        _write(msgspec.json.format(msgspec.json.encode(slips.schema()), indent=2) + b"\n", out)
        return
    if blank:
        _write(slips.blank_pdf(blank, first, hands, language), _demanded(out))
        return
    if file is None:
        raise UsageError("slip needs a journal, or --blank with how many; see --help")
    journal = readable(file)
    found = slips.slips_of(read(journal), check(journal)[1])
    match form:
        case Form.A4:
            _write(slips.a4_pdf(found, language), _demanded(out))
        case Form.TILL:
            _write(slips.till_pdf(found, language), _demanded(out))
        case Form.CSV:
            # Excel takes UTF-8 for what it is only with the mark in front.
            _write(slips.csv_of(found).encode("utf-8-sig" if out is not None else "utf-8"), out)
        case Form.JSON:
            _write(slips.json_of(found).encode(), out)
        case _:
            told = [line for one in found for line in (*slips.lines_of(one, language), "")]
            _write(("\n".join(told) + "\n").encode(), out)


def _demanded(out: Path | None) -> Path:
    if out is None:
        raise UsageError("a PDF is written to a file; name it: --out slips.pdf")
    return out


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        say(content.decode().removesuffix("\n"))
        return
    try:
        out.write_bytes(content)
    except OSError as error:
        raise UsageError(f"{out}: cannot be written ({error.strerror})") from error
    say(f"{out}: written")
