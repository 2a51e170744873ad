"""The archive of an event, `event.tallone.json`: its settings, who entered, and its whole log.

Read back it gives the same standings. Schema `tallone-club/1`; a person can be taken out of it.
"""

import json
from typing import Any, Final

import msgspec

from tallone.club.log.database import Database
from tallone.club.log.events import Events, EventSettings
from tallone.club.log.facts import append, check_facts, read_log
from tallone.club.log.people import Entry, People
from tallone.club.rules.refusal import (
    MAX_ENTRANTS,
    Refused,
    as_object,
    items,
    objects,
    refuse,
    shown,
    truth,
    whole,
    word,
)

SCHEMA: Final = "tallone-club/1"
MAX_ARCHIVE: Final = 50_000_000
UNREADABLE: Final = "import.unreadable"


def write_archive(
    database: Database, event: int, *, without: frozenset[int] = frozenset()
) -> bytes:
    """Write an event; players in `without` are a number there, their results stay."""
    entrants = []
    for entry, players in People(database).entries(event):
        entrants.append(
            {
                "entrant": entry.number,
                "club": entry.club,
                "paid": entry.paid,
                "stays": entry.stays,
                "players": [
                    {"name": f"Giocatore {one.id:04}", "card": None}
                    if one.id in without
                    else {"name": one.name, "card": one.card}
                    for one in players
                ],
            }
        )
    settings = msgspec.to_builtins(Events(database).settings(event))
    settings.pop("club")
    written = {
        "schema": SCHEMA,
        "event": settings,
        "entrants": entrants,
        "log": read_log(database, event),
    }
    return json.dumps(written, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def read_archive(database: Database, data: bytes, *, name: str | None = None) -> int:
    """Put an archived event into a database; return its number.

    It has its name only when all of it is there; one whose reading was cut off is `... (incomplete)`.
    Raise Refused `import.unreadable` with what is wrong.
    """
    settings, entries, log = _decoded(data)
    if name is not None:
        settings = msgspec.structs.replace(settings, name=name)
    events, people = Events(database), People(database)
    if events.find(settings.name) is not None:
        refuse(UNREADABLE, f"there is an event {settings.name!r} already; give another name")
    event = events.add(msgspec.structs.replace(settings, name=f"{settings.name} (incomplete)"))
    entered = []
    for one, players in entries:
        numbers = []
        for player in players:
            there = people.by_card(player[1]) if player[1] is not None else None
            numbers.append(people.add(*player) if there is None else there.id)
        entered.append(_entered(one, tuple(numbers)))
    people.enter(event, entered)
    append(database, event, log, received=0.0, author="archive")
    events.change(event, settings)
    return event


def _entered(one: dict[str, Any], players: tuple[int, ...]) -> Entry:
    return Entry(
        number=one["number"],
        players=players,
        club=one["club"],
        paid=one["paid"],
        stays=one["stays"],
    )


Decoded = tuple[
    EventSettings, list[tuple[dict[str, Any], list[tuple[str, str | None]]]], list[dict[str, Any]]
]


def _decoded(data: bytes) -> Decoded:
    if len(data) > MAX_ARCHIVE:
        refuse(UNREADABLE, f"the archive is larger than {MAX_ARCHIVE // 1_000_000} MB")
    try:
        written = as_object(json.loads(data.decode("utf-8", "surrogatepass")), "the archive")
        schema = word(written, "schema")
        if schema != SCHEMA:
            refuse(UNREADABLE, f"the archive is of {shown(schema)}; this program reads {SCHEMA}")
        settings = msgspec.convert(written.get("event"), EventSettings)
        entries = [_entry(one) for one in objects(written, "entrants")[: MAX_ENTRANTS + 1]]
        log = [as_object(one, "a fact") for one in items(written, "log", needed=True)]
        check_facts(log)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise Refused(UNREADABLE, f"the file is no archive: {str(error)[:120]}") from error
    except Refused as error:
        raise Refused(UNREADABLE, error.message) from error
    return settings, entries, log


def _entry(one: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str | None]]]:
    players = [
        (word(player, "name"), word(player, "card") if player.get("card") is not None else None)
        for player in objects(one, "players", needed=True)
    ]
    values = {
        "number": whole(one, "entrant", low=1, high=MAX_ENTRANTS),
        "club": word(one, "club", ""),
        "paid": truth(one, "paid", default=False),
        "stays": truth(one, "stays", default=False),
    }
    return values, players
