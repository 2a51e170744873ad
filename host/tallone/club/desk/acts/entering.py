"""A list of pairs taken into an event: read and looked at first, then taken whole, or not at all."""

from collections.abc import Mapping
from typing import Final

from tallone.club.files.sheets import read_lines
from tallone.club.log.database import Database
from tallone.club.log.facts import version
from tallone.club.log.people import Entry, People
from tallone.club.rules.lists.importing import Imported, import_lines
from tallone.club.rules.lists.names import same_name
from tallone.club.rules.refusal import Refused

MAX_LIST: Final = 2_000_000


def read_entries(
    data: bytes, sheet: str | None = None, columns: Mapping[str, str] | None = None
) -> Imported:
    """Return the pairs of a file and its problems by line; raise Refused for what is no list."""
    return import_lines("entries", read_lines(data, sheet), columns)


def take_entries(database: Database, event: int, found: Imported) -> int:
    """Let the pairs enter, numbered on from those that have; return how many.

    A player of the same card, or with exactly the same name and no card, is the one whom the club knows. Raise
    Refused `entry.too_late` once a seating is out.
    """
    if version(database, event):
        raise Refused(
            "entry.too_late",
            "a round is published already; late pairs enter one by one at the desk",
        )
    people = People(database)
    before = max((entry.number for entry, _ in people.entries(event)), default=0)
    entries = []
    for row in found.rows:
        cards = row.get("cards") or (None,) * len(row["players"])
        players = tuple(
            _player(people, name, card) for name, card in zip(row["players"], cards, strict=False)
        )
        entries.append(
            Entry(number=before + row["entrant"], players=players, club=row.get("club") or "")
        )
    people.enter(event, entries)
    return len(entries)


def _player(people: People, name: str, card: str | None) -> int:
    if card is not None:
        known = people.by_card(card)
        return known.id if known is not None else people.add(name, card)
    plain = same_name(name)
    for known in people.find(name):
        if same_name(known.name) == plain and known.card is None and not known.erased:
            return known.id
    return people.add(name)
