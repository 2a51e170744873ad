"""Events: what a club plays, when, by which rules; and the state that follows from the log."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import func, select, update

from tallone.club.log.database import Database, DatabaseError
from tallone.club.log.facts import read_log, version
from tallone.club.log.schema import ENTRANT, EVENT
from tallone.club.rules.codes import load_code
from tallone.club.rules.record.projection import project
from tallone.club.rules.record.state import EventRules, Projection
from tallone.club.rules.scoring import scale_for


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the plan: one movement for some rounds."""

    movement: str
    rounds: int
    step: int = 1
    skip: bool = True
    tables: tuple[int, ...] = ()


class EventSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What an event is, beside its facts. `code` is a name or an object that starts from one."""

    name: str
    title: str
    held: dt.date
    club: int | None = None
    kind: Literal["pairs", "individual", "teams"] = "pairs"
    hands: int = 3
    minutes: int = 35
    code: str | dict[str, Any] = "febur"
    vp_bounds: tuple[int, ...] | None = None
    plan: tuple[Phase, ...] = ()
    # The first round of each session; nobody rests twice in one.
    sessions: tuple[int, ...] = (1,)
    lot_seed: str | None = None
    groups: tuple[tuple[int, ...], ...] | None = None
    fee_cents: int = 0
    prizes_cents: tuple[int, ...] = ()
    show_names: bool = True


class Events:
    """The events of a database; the state of each is kept as long as its log does not grow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: dict[int, tuple[object, Projection]] = {}

    def add(self, settings: EventSettings) -> int:
        """Add an event and return its number; raise DatabaseError if its name is taken."""
        with self._database.writing() as connection:
            taken = connection.execute(select(EVENT.c.id).where(EVENT.c.name == settings.name))
            if taken.first() is not None:
                raise DatabaseError(
                    f"there is an event {settings.name!r} already; name it otherwise"
                )
            added = connection.execute(EVENT.insert().returning(EVENT.c.id), _row(settings))
            return int(added.scalar_one())

    def change(self, number: int, settings: EventSettings) -> None:
        """Put new settings in place of an event's."""
        with self._database.writing() as connection:
            connection.execute(update(EVENT).where(EVENT.c.id == number).values(_row(settings)))

    def settings(self, number: int) -> EventSettings:
        """Return an event's settings; raise DatabaseError if there is no such event."""
        with self._database.reading() as connection:
            found = connection.execute(
                select(EVENT.c.settings).where(EVENT.c.id == number)
            ).first()
        if found is None:
            raise DatabaseError(f"there is no event {number}; look at the list of events")
        return msgspec.json.decode(found[0], type=EventSettings)

    def find(self, name: str) -> int | None:
        """Return the number of the event of a name."""
        with self._database.reading() as connection:
            found = connection.execute(select(EVENT.c.id).where(EVENT.c.name == name)).first()
        return None if found is None else int(found[0])

    def listing(self, club: int | None = None, limit: int = 200) -> Sequence[tuple[int, str, str]]:
        """Return number, name and title of events, the latest first."""
        wanted = select(EVENT.c.id, EVENT.c.name, EVENT.c.title)
        if club is not None:
            wanted = wanted.where(EVENT.c.club == club)
        wanted = wanted.order_by(EVENT.c.held.desc(), EVENT.c.id.desc()).limit(limit)
        with self._database.reading() as connection:
            return [(row[0], row[1], row[2]) for row in connection.execute(wanted)]

    def entrants(self, number: int) -> int:
        """Return how many have entered before round 1."""
        with self._database.reading() as connection:
            counted = select(func.count(ENTRANT.c.number.distinct()))
            counted = counted.where(ENTRANT.c.event == number)
            return int(connection.execute(counted).scalar_one())

    def rules(self, number: int, entrants: int | None = None) -> EventRules:
        """Return what an event's log does not say; raise Refused for a code that is none."""
        settings = self.settings(number)
        count = self.entrants(number) if entrants is None else entrants
        return EventRules(
            entrants=tuple(range(1, count + 1)),
            scale=scale_for(settings.hands, load_code(settings.code), settings.vp_bounds),
            lot_seed=settings.lot_seed,
            groups=settings.groups,
        )

    def state(self, number: int, after_round: int | None = None) -> Projection:
        """Return what follows from the log, worked out anew only if something has changed."""
        rules = self.rules(number)
        if after_round is not None:
            return project(rules, read_log(self._database, number), after_round)
        key = (version(self._database, number), rules)
        kept = self._kept.get(number)
        if kept is None or kept[0] != key:
            kept = key, project(rules, read_log(self._database, number))
            self._kept[number] = kept
        return kept[1]


def _row(settings: EventSettings) -> dict[str, Any]:
    return {
        "name": settings.name,
        "title": settings.title,
        "club": settings.club,
        "held": settings.held,
        "settings": msgspec.json.encode(settings).decode(),
    }
