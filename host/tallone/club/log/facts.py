"""The log itself: facts are added, and read; nothing else can be done with them."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from sqlalchemy import func, select

from tallone.club.log.database import Database
from tallone.club.log.schema import FACT, REFUSED
from tallone.club.rules.refusal import Refused, as_object, seconds, word

# A seating of 300 tables is 20 kB; this only bounds what comes from outside.
MAX_BODY: Final = 1_000_000
MAX_REFUSED: Final = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one fact: new, there already, or the same id with other content.

    All three are on the disk; which of two contents counts is the projection's business.
    """

    id: str
    outcome: Literal["new", "again", "other"]


def append(
    database: Database,
    event: int,
    facts: Sequence[Mapping[str, Any]],
    *,
    received: float,
    author: str = "",
) -> list[Receipt]:
    """Add facts to an event's log, all or none; what comes again changes nothing.

    Raise Refused `query.syntax` for what has no `id`, `at` or `kind`, before anything is written.
    """
    rows = [_row(event, one, received, author) for one in facts]
    if not rows:
        return []
    receipts: list[Receipt] = []
    with database.writing() as connection:
        there: dict[str, set[bytes]] = {}
        names = sorted({row["id"] for row in rows})
        for first in range(0, len(names), 500):
            found = connection.execute(
                select(FACT.c.id, FACT.c.digest).where(
                    FACT.c.event == event, FACT.c.id.in_(names[first : first + 500])
                )
            )
            for name, digest in found:
                there.setdefault(name, set()).add(bytes(digest))
        for row in rows:
            known = there.setdefault(row["id"], set())
            again = row["digest"] in known
            receipts.append(Receipt(row["id"], "again" if again else "other" if known else "new"))
            known.add(row["digest"])
        connection.execute(database.adding(FACT), rows)
    return receipts


def check_facts(facts: Sequence[Mapping[str, Any]]) -> None:
    """Raise Refused `query.syntax` for what `append` would refuse."""
    for one in facts:
        _row(0, one, 0.0, "")


def read_log(database: Database, event: int) -> list[dict[str, Any]]:
    """Return every fact of an event as it was written, in the order they arrived."""
    wanted = select(FACT.c.id, FACT.c.at, FACT.c.body).where(FACT.c.event == event)
    with database.reading() as connection:
        return [
            {"id": name, "at": at, **json.loads(body)}
            for name, at, body in connection.execute(wanted.order_by(FACT.c.seq))
        ]


def history(database: Database, event: int) -> list[dict[str, Any]]:
    """Return every fact with who wrote it and when it arrived."""
    wanted = select(FACT.c.id, FACT.c.at, FACT.c.body, FACT.c.received, FACT.c.author)
    with database.reading() as connection:
        rows = connection.execute(wanted.where(FACT.c.event == event).order_by(FACT.c.seq))
        return [
            {
                "fact": {"id": name, "at": at, **json.loads(body)},
                "received": received,
                "author": author,
            }
            for name, at, body, received, author in rows
        ]


def version(database: Database, event: int) -> int:
    """Return how many facts an event has; it only ever grows, and tells whether to look again."""
    with database.reading() as connection:
        counted = select(func.count()).select_from(FACT).where(FACT.c.event == event)
        return int(connection.execute(counted).scalar_one())


def keep_refused(
    database: Database, event: int, code: str, body: str, *, received: float, author: str = ""
) -> None:
    """Keep input that is no fact, so that it can be looked at and tried again."""
    row = {
        "event": event,
        "received": received,
        "author": author[:MAX_REFUSED],
        "code": code,
        "body": body[:MAX_REFUSED].replace("\0", "\ufffd"),
    }
    with database.writing() as connection:
        connection.execute(REFUSED.insert(), [row])


def read_refused(database: Database, event: int) -> list[dict[str, Any]]:
    """Return the input that was refused, the oldest first."""
    with database.reading() as connection:
        wanted = select(REFUSED).where(REFUSED.c.event == event).order_by(REFUSED.c.seq)
        return [dict(row) for row in connection.execute(wanted).mappings()]


def _row(event: int, fact: Mapping[str, Any], received: float, author: str) -> dict[str, Any]:
    written = as_object(fact, "a fact")
    name, at = word(written, "id"), seconds(written, "at")
    word(written, "kind")
    try:
        content = json.dumps(written, sort_keys=True, allow_nan=False)
        body = json.dumps(
            {key: value for key, value in written.items() if key not in {"id", "at"}},
            separators=(",", ":"),
            ensure_ascii=True,
            allow_nan=False,
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(
            "query.syntax", f"a fact holds what no JSON can: {str(error)[:80]}"
        ) from error
    if len(body) > MAX_BODY:
        raise Refused("query.syntax", f"a fact is longer than {MAX_BODY} characters")
    if "\0" in name:
        raise Refused("query.syntax", "an id holds a sign that no text has")
    return {
        "event": event,
        "id": name,
        "digest": hashlib.sha256(content.encode()).digest()[:8],
        "at": at,
        "body": body,
        "received": received,
        "author": author,
    }
