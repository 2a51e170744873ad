"""Places by player, worked out from events' logs: thrown away and made again at will."""

import dataclasses
import datetime as dt
from collections.abc import Sequence

from sqlalchemy import delete, func, select

from tallone.club.log.database import Database
from tallone.club.log.events import Events
from tallone.club.log.schema import ENTRANT, EVENT, PLACE, PLAYER


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a player ended in an event."""

    event: int
    title: str
    held: dt.date
    rank: int
    entrants: int
    vp: int
    mp: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class YearRow:
    """A player's year: how many events, and what they brought."""

    player: int
    name: str
    events: int
    vp: int
    mp: int


class Places:
    """The projection of filed events by player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def work_out(self, events: Events, number: int) -> int:
        """Make an event's places anew; return how many there are."""
        rows = {row.entrant: row for row in events.state(number).rows}
        held = events.settings(number).held
        with self._database.writing() as connection:
            entered = connection.execute(
                select(ENTRANT.c.number, ENTRANT.c.player).where(ENTRANT.c.event == number)
            )
            places = {
                player: {
                    "event": number, "player": player, "held": held,
                    "rank": rows[entrant].rank, "entrants": len(rows),
                    "vp": rows[entrant].total.vp, "mp": rows[entrant].total.mp,
                }
                for entrant, player in entered
                if entrant in rows
            }  # fmt: skip
            connection.execute(delete(PLACE).where(PLACE.c.event == number))
            if places:
                connection.execute(PLACE.insert(), list(places.values()))
        return len(places)

    def work_out_all(self, events: Events) -> int:
        """Throw every place away and make all anew; return how many there are."""
        with self._database.writing() as connection:
            connection.execute(delete(PLACE))
            numbers = [row[0] for row in connection.execute(select(EVENT.c.id))]
        return sum(self.work_out(events, number) for number in numbers)

    def of_player(self, player: int) -> Sequence[Place]:
        """Return every place of a player, the latest first."""
        wanted = (
            select(
                PLACE.c.event, EVENT.c.title, PLACE.c.held, PLACE.c.rank, PLACE.c.entrants,
                PLACE.c.vp, PLACE.c.mp,
            )
            .join_from(PLACE, EVENT, PLACE.c.event == EVENT.c.id)
            .where(PLACE.c.player == player)
            .order_by(PLACE.c.held.desc(), PLACE.c.event.desc())
        )  # fmt: skip
        with self._database.reading() as connection:
            return [Place(**row) for row in connection.execute(wanted).mappings()]

    def of_year(self, year: int, limit: int = 1_000) -> Sequence[YearRow]:
        """Return the players of a year by VP, then MP, then name."""
        summed = (
            select(
                PLACE.c.player,
                func.count().label("events"),
                func.sum(PLACE.c.vp).label("vp"),
                func.sum(PLACE.c.mp).label("mp"),
            )
            .where(PLACE.c.held >= dt.date(year, 1, 1))
            .where(PLACE.c.held <= dt.date(year, 12, 31))
            .group_by(PLACE.c.player)
            .order_by(func.sum(PLACE.c.vp).desc(), func.sum(PLACE.c.mp).desc())
            .limit(limit)
            .subquery()
        )
        wanted = (
            select(summed.c.player, PLAYER.c.name, summed.c.events, summed.c.vp, summed.c.mp)
            .join_from(summed, PLAYER, summed.c.player == PLAYER.c.id)
            .order_by(summed.c.vp.desc(), summed.c.mp.desc(), PLAYER.c.name)
        )
        with self._database.reading() as connection:
            return [
                YearRow(
                    player=row[0], name=row[1], events=int(row[2]), vp=int(row[3]), mp=int(row[4])
                )
                for row in connection.execute(wanted)
            ]
