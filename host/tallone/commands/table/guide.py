"""`tallone guide`: papers for players, volunteers and arbiters, illustrated by the program itself."""

import os
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.outside import say


def guide(
    file: Annotated[Path, typer.Argument(help="The PDF file to write.")],
    *,
    paper: Annotated[str, typer.Option("--paper", help="table, volunteer or arbiter.")] = "table",
    language: Annotated[str, typer.Option("--language", help="it or en.")] = "it",
) -> None:
    """Write a paper for people who do not program, as PDF: A4, with pictures of this program's screens.

    `tallone guide guida.pdf`; `tallone guide sheet.pdf --paper volunteer --language en`
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from tallone.commands.files import writable
    from tallone.config import Language
    from tallone.guides.paper import write
    from tallone.guides.words import PAPERS

    if paper not in PAPERS:
        raise UsageError(f"--paper {paper} is not known; it is {', '.join(PAPERS)}")
    if language not in {item.value for item in Language}:
        raise UsageError(f"--language {language} is not known; it is it or en")
    writable(file)
    pages = write(PAPERS[paper][language], Language(language), file)
    say(f"{file}: {pages} pages" if pages > 1 else f"{file}: 1 page")
