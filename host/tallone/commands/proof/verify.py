"""`tallone verify-deal`: deal a hand again from its reveal file alone."""

from pathlib import Path
from typing import Annotated

import typer

from tallone.commands.files import readable
from tallone.dealing.promise.commitment import DealError
from tallone.dealing.promise.reveal import MAX_REVEAL_BYTES, parse, problems
from tallone.dealing.promise.words import NoSuchWordError, bytes_of
from tallone.errors import UsageError


def verify_deal(
    file: Annotated[
        Path, typer.Argument(help="A reveal file.", metavar="FILE", show_default=False)
    ],
    commitment: Annotated[
        str,
        typer.Option(
            help="What was shown before the cut: the hash, its beginning, or the words.",
            metavar="TEXT",
        ),
    ] = "",
    cards: Annotated[bool, typer.Option("--cards", help="Print who was dealt what.")] = False,
) -> None:
    """Deal a hand again from its reveal file and say whether it is the promised one.

    Exit status 1 if it is not. `tallone verify-deal reveal.json --commitment 3fa9c2`
    """
    try:
        revealed = parse(_content(file))
    except DealError as error:
        raise UsageError(f"{file}: {error}") from error
    found = problems(revealed, _seen(commitment))
    for sentence in found:
        typer.echo(f"WRONG: {sentence}")
    if found:
        raise typer.Exit(1)
    typer.echo(f"right: table {revealed.table}, round {revealed.round}, hand {revealed.hand}")
    if revealed.aborted:
        typer.echo(f"this deal was not played: {revealed.aborted}")
    if cards:
        for place, dealt in revealed.deal.items():
            typer.echo(f"{place}: {dealt}")


def _content(file: Path) -> bytes:
    with readable(file).open("rb") as stream:
        return stream.read(MAX_REVEAL_BYTES + 1)


def _seen(text: str) -> str:
    """Return the beginning of the commitment in hex, from hex or from words."""
    plain = text.strip().lower()
    if all(sign in "0123456789abcdef" for sign in plain):
        return plain
    try:
        return bytes_of(plain.replace(",", " ")).hex()
    except NoSuchWordError as error:
        raise UsageError(f"--commitment: {error}") from error
