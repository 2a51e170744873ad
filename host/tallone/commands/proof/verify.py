"""`tallone verify-deal`: deal a hand again from its reveal file alone."""

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from tallone.dealing.promise.commitment import DealError
from tallone.dealing.promise.reveal import MAX_REVEAL_BYTES, parse, problems, remarks
from tallone.dealing.promise.words import NoSuchWordError, bytes_of
from tallone.errors import UsageError
from tallone.outside import read_bytes, say, shown, without_mark

# One deal in sixteen million begins like another with so many digits.
ENOUGH_DIGITS: Final = 6
_LONGEST: Final = 1_000


def verify_deal(
    file: Annotated[
        Path, typer.Argument(help="A reveal file.", metavar="FILE", show_default=False)
    ],
    commitment: Annotated[
        str | None,
        typer.Option(
            help="What was shown before the cut: the hash, its beginning, or the words.",
            metavar="TEXT",
        ),
    ] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Print who was dealt what.")] = False,
) -> None:
    """Deal a hand again from its reveal file and say whether it is the promised one.

    Exit status 1 if it is not. `tallone verify-deal reveal.json --commitment 3fa9c2`
    """
    seen = "" if commitment is None else _seen(commitment)
    try:
        revealed = parse(without_mark(read_bytes(file, MAX_REVEAL_BYTES, "a reveal file")))
    except DealError as error:
        raise UsageError(f"{file}: {error}") from error
    found = problems(revealed, seen)
    for sentence in found:
        say(f"WRONG: {sentence}")
    if found:
        raise typer.Exit(1)
    table = shown(revealed.table)
    say(f"right: table {table}, round {revealed.round}, hand {revealed.hand}")
    if commitment is not None and len(seen) < ENOUGH_DIGITS:
        say(
            f"only {len(seen)} digits of the commitment were compared; {ENOUGH_DIGITS} say more",
            out=sys.stderr,
        )
    if revealed.aborted:
        say(f"this deal was not played: {shown(revealed.aborted)}")
    for sentence in remarks(revealed):
        say(sentence)
    if cards:
        for place, dealt in revealed.deal.items():
            say(f"{place}: {dealt}")


def _seen(text: str) -> str:
    """Return the beginning of the commitment in hex, from hex or from words; raise UsageError."""
    plain = text.strip().lower()
    if len(plain) > _LONGEST:
        raise UsageError("--commitment is longer than any commitment; give the hash or the words")
    try:
        is_hex = all(sign in "0123456789abcdef" for sign in plain)
        seen = plain if is_hex else bytes_of(plain.replace(",", " ")).hex()
    except NoSuchWordError as error:
        raise UsageError(f"--commitment: {error}") from error
    if not seen:
        raise UsageError(
            "--commitment is empty; give what was shown before the cut, or leave it out"
        )
    return seen
