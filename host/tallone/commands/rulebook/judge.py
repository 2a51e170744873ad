"""`tallone judge`: questions to the rules, one JSON object a line, one answer a line."""

import json
import math
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, TextIO

import typer

from tallone.errors import UsageError
from tallone.outside import opened, say, without_mark
from tallone.profile_file import asked_rulebook
from tallone.referee.rulings.query import NO_ROWS, OPERATIONS, ClubRows, answer_ruling
from tallone.referee.rulings.rows.tables import TableError, club_rows
from tallone.referee.rulings.ruling import FAMILY_OF
from tallone.rules.notation.query import answer, not_a_query
from tallone.rules.profiles.club import Rulebook
from tallone.rules.profiles.profile import PROFILE_NAMES, Profile, load_profile, readings

# The longest query is a hand of a million characters, each perhaps escaped.
MAX_LINE: Final = 8_000_000
# A line that goes on for so many times the longest query never ends: a device, or a file of another kind.
_MOST_PIECES: Final = 8
_QUERY_SYNTAX: Final = "query.syntax"
# The first lines of a hand as far as the name of its profile, which is one word.
_HEADER_PROFILE: Final = re.compile(
    r"(?P<before>(?:(?!---)[^\n]*\n){0,64}?[ \t]*profile[ \t]*:[ \t]*)(?P<name>[^\s#{]+)(?=[ \t]*(?:#|\r?\n|$))",
    re.IGNORECASE,
)
# Clubs' rules by the name that queries give them.
Clubs = Mapping[str, Profile]
NO_CLUBS: Final[Clubs] = {}
AnswerOne = Callable[[bytes], dict[str, Any]]


def judge(
    file: Annotated[
        Path | None,
        typer.Argument(help="JSON Lines; standard input without it.", show_default=False),
    ] = None,
    profiles: Annotated[
        bool, typer.Option("--profiles", help="Print every profile with its switches and sources.")
    ] = False,
    club: Annotated[
        list[str] | None,
        typer.Option("--club", help="A club's own rules; queries name them as the file does."),
    ] = None,
) -> None:
    """Answer questions about melds, hands, scores, seat draws and rulings, one JSON object a line.

    `tallone judge queries.jsonl`, or `tallone judge` for standard input. A query is a line like
    {"op": "meld", "profile": "febur", "cards": "3H 4H 5H"}. With `--club club.toml` a profile may be "club".
    """
    books = [asked_rulebook(name) for name in club or []]
    clubs = {book.profile.name.lower(): book.profile for book in books}
    rows = {book.profile.name: _own_rulings(book) for book in books}
    if profiles:
        for name in PROFILE_NAMES:
            say(json.dumps(profile_line(name)))
        return
    if file is None:
        understood = answer_lines(sys.stdin.buffer, sys.stdout, clubs, rows)
    else:
        with opened(file, "a readable file of queries") as lines:
            understood = answer_lines(lines, sys.stdout, clubs, rows)
    if not understood:
        raise typer.Exit(1)


def answer_lines(
    lines: BinaryIO, out: TextIO, clubs: Clubs = NO_CLUBS, rows: ClubRows = NO_ROWS
) -> bool:
    """Answer line by line until the end; return whether every line was a query."""
    return answer_each(lines, out, lambda line: answer_line(line, clubs, rows))


def answer_each(lines: BinaryIO, out: TextIO, answer_one: AnswerOne) -> bool:
    """Answer lines of bounded length one by one; return whether every one was a query.

    A byte order mark before the first is passed over; a line that never ends raises UsageError.
    """
    understood, first = True, True
    while line := lines.readline(MAX_LINE):
        found = answer_one(without_mark(line) if first else line)
        first = False
        pieces = 1
        while not line.endswith(b"\n") and (line := lines.readline(MAX_LINE)):
            found = not_a_query(f"the line is longer than {MAX_LINE} bytes")
            pieces += 1
            if pieces > _MOST_PIECES:
                raise UsageError(f"a line goes on after {pieces - 1} times {MAX_LINE} bytes")
        understood = understood and found.get("error") != _QUERY_SYNTAX
        out.write(json.dumps(found) + "\n")
        out.flush()
    return understood


def answer_line(line: bytes, clubs: Clubs = NO_CLUBS, rows: ClubRows = NO_ROWS) -> dict[str, Any]:
    """Return the answer to one line; `rows` are clubs' own rulings by the name of their profile."""
    try:
        query = query_of(line)
    except (ValueError, RecursionError) as error:
        return not_a_query(f"the line is no JSON: {str(error)[:80]}")
    if not isinstance(query, dict):
        return answer(query)
    query = _with_clubs(query, clubs) if clubs else query
    if query.get("op") in tuple(OPERATIONS):
        return answer_ruling(query, rows)
    return answer(query)


def _own_rulings(book: Rulebook) -> Mapping[str, Any]:
    """Return a club's own rows of rulings; raise UsageError if one says nothing that can be followed."""
    family = FAMILY_OF.get(book.profile.base)
    if book.rulings and family is None:
        raise UsageError(
            f"{book.profile.name}: starts from {book.profile.base}, which has no rulings to change"
        )
    try:
        if family is not None:
            club_rows(book.rulings, family, book.profile.edition)
    except TableError as error:
        raise UsageError(f"{book.profile.name}: {error}") from error
    return book.rulings


def query_of(line: bytes) -> Any:
    """Return the JSON value of a line; raise ValueError or RecursionError for what is none."""
    return json.loads(line.decode("utf-8"), parse_constant=_refuse, parse_float=_number)


def _with_clubs(query: dict[str, Any], clubs: Clubs) -> dict[str, Any]:
    """Return the query with a club's name replaced by its switches, in the header of a hand too."""
    wanted, text = query.get("profile"), query.get("text")
    if isinstance(wanted, str) and wanted.lower() in clubs:
        query = {**query, "profile": clubs[wanted.lower()].document()}
    if isinstance(text, str) and (header := _HEADER_PROFILE.match(text)):
        named = clubs.get(header["name"].lower())
        if named is not None:
            # A `#` would begin a comment, so it is written as JSON may write any character.
            switches = json.dumps(named.document()).replace("#", "\\u0023")
            query = {**query, "text": header["before"] + switches + text[header.end() :]}
    return query


def profile_line(name: str) -> dict[str, Any]:
    """Return a profile with, for every switch, the value, its source and the reading not taken."""
    profile = load_profile(name)
    return {
        "profile": name,
        "title": profile.title,
        "edition": profile.edition,
        "switches": {
            key: {"value": reading.value, "source": reading.source, "instead": reading.instead}
            for key, reading in readings(name).items()
        },
    }


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _number(word: str) -> float:
    number = float(word)
    if math.isinf(number):  # it would come back as `Infinity`, which is no JSON
        raise ValueError(f"{word[:40]} is too large a number")
    return number
