"""`tallone hand`: hands in the notation replayed, the table drawn after every turn."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from tallone.errors import UsageError
from tallone.outside import opened, say, text_of
from tallone.rules.notation.drawing import draw_hand, draw_problem
from tallone.rules.notation.read import hand_result, read_hand
from tallone.rules.notation.words import MAX_CHARACTERS, separate
from tallone.rules.notation.write import write_hand

_WHAT: Final = "a file of hands in the notation"
# A character has four bytes at most.
_MOST_LINE: Final = 4 * MAX_CHARACTERS
# More than the largest evening that the program writes: a file that goes on is none of hands.
_MOST_BYTES: Final = 1 << 30


def hand(
    file: Annotated[Path, typer.Argument(help="Hands in the notation.", show_default=False)],
    number: Annotated[
        int, typer.Option("--hand", min=0, help="Only this hand of the file, from 1; 0 for all.")
    ] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Only the result: a JSON object, one line a hand.")
    ] = False,
    rewrite: Annotated[
        bool, typer.Option("--write", help="Only the hand, written as the program writes it.")
    ] = False,
) -> None:
    """Replay hands and draw the table after every turn; exit status 1 if a move is illegal.

    `tallone hand evening.bgn`, or `tallone hand evening.bgn --hand 2 --json` for one result alone.
    """
    legal, told = True, 0
    for place, (first, text) in enumerate(separate(_lines(file)), start=1):
        if number in (0, place):
            if told and not as_json:
                say()
            told += 1
            legal = _tell(text, first, as_json=as_json, rewrite=rewrite) and legal
    if not told:
        raise UsageError(f"{file}: holds no hand {number}; it has {place}")
    if not legal:
        raise typer.Exit(1)


def _tell(text: str, first: int, *, as_json: bool, rewrite: bool) -> bool:
    """Tell one hand as it was asked for; return whether it could be read to its end."""
    reading = read_hand(text, first_line=first)
    if as_json:
        say(json.dumps(hand_result(text, first)))
    elif reading.record is None:
        if reading.problem is not None:
            say(draw_problem(reading.problem))
    elif rewrite and reading.problem is None:
        say(write_hand(reading.record), end="")
    else:
        say("\n\n".join(draw_hand(reading.record, reading.problem)))
    return reading.problem is None


def _lines(file: Path) -> Iterator[str]:
    """Yield the lines of a file with their ends; raise UsageError if it goes on for ever."""
    total = 0
    with opened(file, _WHAT) as stream:
        while line := stream.readline(_MOST_LINE):
            total += len(line)
            if len(line) == _MOST_LINE:
                raise UsageError(f"{file}: has a line longer than any hand; give {_WHAT}")
            if total > _MOST_BYTES:
                raise UsageError(f"{file}: is longer than {_MOST_BYTES} bytes; give {_WHAT}")
            yield text_of(line, file, _WHAT)
