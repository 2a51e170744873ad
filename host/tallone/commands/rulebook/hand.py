"""`tallone hand`: a hand in the notation replayed, the table drawn after every turn."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tallone.errors import UsageError
from tallone.rules.notation.drawing import draw_hand, draw_problem
from tallone.rules.notation.read import hand_result, read_hand
from tallone.rules.notation.words import MAX_CHARACTERS
from tallone.rules.notation.write import write_hand


def hand(
    file: Annotated[Path, typer.Argument(help="A hand in the notation.", show_default=False)],
    as_json: Annotated[
        bool, typer.Option("--json", help="Only the result, as one JSON object.")
    ] = False,
    rewrite: Annotated[
        bool, typer.Option("--write", help="Only the hand, written as the program writes it.")
    ] = False,
) -> None:
    """Replay a hand and draw the table after every turn; exit status 1 if a move is illegal.

    `tallone hand evening.bgn`, or `tallone hand evening.bgn --json` for its result alone.
    """
    text = _text(file)
    reading = read_hand(text)
    if as_json:
        print(json.dumps(hand_result(text)))
    elif reading.record is None:
        if reading.problem is not None:
            print(draw_problem(reading.problem))
    elif rewrite and reading.problem is None:
        print(write_hand(reading.record), end="")
    else:
        print("\n\n".join(draw_hand(reading.record, reading.problem)))
    if reading.problem is not None:
        raise typer.Exit(1)


def _text(file: Path) -> str:
    """Return the text, of a file too long to be a hand its beginning."""
    try:
        with file.open(encoding="utf-8") as stream:
            return stream.read(MAX_CHARACTERS + 1)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; give a file in the notation") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is no UTF-8 text; a hand in the notation is") from error
