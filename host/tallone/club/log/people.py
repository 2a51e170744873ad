"""Who is who: clubs, players, entrants; one person found, shown everything, and taken out."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, delete, select, update

from tallone.club.log.database import Database, DatabaseError
from tallone.club.log.schema import CLUB, ENTRANT, EVENT, PLACE, PLAYER
from tallone.club.rules.lists.names import LONG, near, same_name

MAX_NAME: Final = 200
# The last sign that a prefix search goes up to.
_LAST: Final = "\U0010ffff"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A person as the club knows him; who was taken out is `Giocatore` and a number."""

    id: int
    name: str
    card: str | None = None
    club: int | None = None
    expires: dt.date | None = None
    erased: bool = False


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entrant of an event: his players in order."""

    number: int
    players: tuple[int, ...]
    club: str = ""
    paid: bool = False
    stays: bool = False


class People:
    """The people of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def club(self, name: str, province: str = "", region: str = "") -> int:
        """Return the number of a club, new or not."""
        values = {"name": _name(name), "province": province, "region": region}
        with self._database.writing() as connection:
            connection.execute(self._database.adding(CLUB), [values])
            found = connection.execute(select(CLUB.c.id).where(CLUB.c.name == values["name"]))
            return int(found.scalar_one())

    def add(
        self,
        name: str,
        card: str | None = None,
        club: int | None = None,
        expires: dt.date | None = None,
    ) -> int:
        """Add a player and return his number; raise DatabaseError if the card is another's."""
        with self._database.writing() as connection:
            if card is not None:
                other = connection.execute(
                    select(PLAYER.c.name).where(PLAYER.c.card == card)
                ).first()
                if other is not None:
                    raise DatabaseError(f"card {card} is {other[0]}'s; look at the card again")
            row = {
                "name": _name(name), "plain": same_name(name), "card": card, "club": club,
                "expires": expires,
            }  # fmt: skip
            return int(
                connection.execute(PLAYER.insert().returning(PLAYER.c.id), row).scalar_one()
            )

    def player(self, number: int) -> Player:
        """Return a player; raise DatabaseError if there is none of that number."""
        with self._database.reading() as connection:
            found = connection.execute(_players().where(PLAYER.c.id == number)).first()
        if found is None:
            raise DatabaseError(f"there is no player {number}; look him up by name")
        return _player(found)

    def find(self, name: str, limit: int = 20) -> list[Player]:
        """Return the players whose name begins so, in any spelling that is the same name."""
        plain = same_name(name)
        if not plain:
            return []
        wanted = _players().where(PLAYER.c.plain >= plain, PLAYER.c.plain < plain + _LAST)
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by(PLAYER.c.plain).limit(limit))
            return [_player(row) for row in rows]

    def like(self, name: str, limit: int = 20) -> list[Player]:
        """Return the players whose name is nearly this one: a letter off, or two exchanged."""
        plain = same_name(name)
        if len(plain) < LONG:
            return []
        start = plain[: len(plain) // 3]
        wanted = _players().where(PLAYER.c.plain >= start, PLAYER.c.plain < start + _LAST)
        with self._database.reading() as connection:
            rows = [_player(row) for row in connection.execute(wanted.limit(5_000))]
        return [one for one in rows if near(same_name(one.name), plain)][:limit]

    def by_card(self, card: str) -> Player | None:
        """Return the player of a card."""
        with self._database.reading() as connection:
            found = connection.execute(_players().where(PLAYER.c.card == card)).first()
        return None if found is None else _player(found)

    def enter(self, event: int, entries: Sequence[Entry]) -> None:
        """Put entrants into an event; those of the same number are replaced."""
        rows = [
            {
                "event": event, "number": entry.number, "position": position, "player": player,
                "club": entry.club, "paid": entry.paid, "stays": entry.stays,
            }
            for entry in entries
            for position, player in enumerate(entry.players, 1)
        ]  # fmt: skip
        if not rows:
            return
        with self._database.writing() as connection:
            for entry in entries:
                connection.execute(
                    delete(ENTRANT).where(
                        ENTRANT.c.event == event, ENTRANT.c.number == entry.number
                    )
                )
            connection.execute(ENTRANT.insert(), rows)

    def entries(self, event: int) -> list[tuple[Entry, tuple[Player, ...]]]:
        """Return the entrants of an event with their players, by number."""
        wanted = (
            select(
                ENTRANT.c.number, ENTRANT.c.club.label("entered_for"), ENTRANT.c.paid,
                ENTRANT.c.stays, *_players().selected_columns,
            )
            .join_from(ENTRANT, PLAYER, ENTRANT.c.player == PLAYER.c.id)
            .where(ENTRANT.c.event == event)
            .order_by(ENTRANT.c.number, ENTRANT.c.position)
        )  # fmt: skip
        found: dict[int, tuple[Entry, tuple[Player, ...]]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(wanted):
                before = found[row.number][1] if row.number in found else ()
                players = (*before, _player(row))
                entry = Entry(
                    number=row.number, players=tuple(one.id for one in players),
                    club=row.entered_for, paid=row.paid, stays=row.stays,
                )  # fmt: skip
                found[row.number] = entry, players
        return list(found.values())

    def everything(self, number: int) -> dict[str, Any]:
        """Return all that is known of one person, to be handed to him."""
        player = self.player(number)
        played = (
            select(
                EVENT.c.title, EVENT.c.held, ENTRANT.c.number, PLACE.c.rank, PLACE.c.vp, PLACE.c.mp
            )
            .join_from(ENTRANT, EVENT, ENTRANT.c.event == EVENT.c.id)
            .outerjoin(
                PLACE, (PLACE.c.event == ENTRANT.c.event) & (PLACE.c.player == ENTRANT.c.player)
            )
            .where(ENTRANT.c.player == number)
            .order_by(EVENT.c.held)
        )
        with self._database.reading() as connection:
            events = [dict(row) for row in connection.execute(played).mappings()]
            club = connection.execute(select(CLUB.c.name).where(CLUB.c.id == player.club)).scalar()
        return {
            "name": player.name,
            "card": player.card,
            "club": club,
            "expires": player.expires,
            "events": events,
        }

    def erase(self, number: int) -> str:
        """Take one person out: name and card go, number and results stay. Return the new name."""
        self.player(number)
        name = f"Giocatore {number:04}"
        values = {"name": name, "plain": "", "card": None, "expires": None, "erased": True}
        with self._database.writing() as connection:
            connection.execute(update(PLAYER).where(PLAYER.c.id == number).values(values))
        return name


def _players() -> Select[Any]:
    return select(
        PLAYER.c.id, PLAYER.c.name, PLAYER.c.card, PLAYER.c.club, PLAYER.c.expires, PLAYER.c.erased
    )


def _player(row: Row[Any]) -> Player:
    return Player(
        id=row.id, name=row.name, card=row.card, club=row.club, expires=row.expires,
        erased=row.erased,
    )  # fmt: skip


def _name(name: str) -> str:
    tidy = " ".join(name.replace("\0", " ").split())[:MAX_NAME]
    if not tidy:
        raise DatabaseError("a name has no letters; type it again")
    return tidy
