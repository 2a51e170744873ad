"""`tallone club judge`: questions to the rules of the club, one JSON object a line."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tallone.commands.club import TO_INSTALL
from tallone.commands.rulebook.judge import AnswerOne, answer_each, query_of
from tallone.errors import UsageError


def judge(
    file: Annotated[
        Path | None,
        typer.Argument(help="JSON Lines; standard input without it.", show_default=False),
    ] = None,
) -> None:
    """Answer questions about movements, standings, points and logs, one JSON object a line.

    `tallone club judge queries.jsonl`, or `tallone club judge` for standard input. A query is a line like
    {"op": "vp", "hands": 3, "points": [350, -135]}.
    """
    answer_one = _answer_one()
    if file is None:
        understood = answer_each(sys.stdin.buffer, sys.stdout, answer_one)
    else:
        try:
            with file.open("rb") as lines:
                understood = answer_each(lines, sys.stdout, answer_one)
        except OSError as error:
            raise UsageError(
                f"{file}: {error.strerror}; give a readable file of queries"
            ) from error
    if not understood:
        raise typer.Exit(1)


def _answer_one() -> AnswerOne:
    try:
        from tallone.club.rules.asking.query import answer, refused
        from tallone.club.rules.refusal import SYNTAX, Refused
    except ImportError as error:
        raise UsageError(
            f"the club's part is not installed ({error.name}); `{TO_INSTALL}` does it"
        ) from error

    def answer_one(line: bytes) -> dict[str, Any]:
        try:
            query = query_of(line)
        except (ValueError, RecursionError) as error:
            return refused(Refused(SYNTAX, f"the line is no JSON: {str(error)[:80]}"))
        return answer(query)

    return answer_one
