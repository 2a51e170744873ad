"""An event's lists gathered from the database: names, cards, state."""

from sqlalchemy import select

from tallone.club.files.lists import Lists, Named
from tallone.club.files.pages import Slip
from tallone.club.log.database import Database
from tallone.club.log.events import Events
from tallone.club.log.people import People
from tallone.club.log.schema import CLUB
from tallone.club.rules.codes import load_code


def lists_of(
    database: Database, event: int, language: str = "it", after_round: int | None = None
) -> Lists:
    """Return everything that the lists of an event are made of."""
    events = Events(database)
    settings = events.settings(event)
    with database.reading() as connection:
        clubs = {row.id: row for row in connection.execute(select(CLUB))}
    entrants: dict[int, Named] = {}
    for entry, players in People(database).entries(event):
        home = next((clubs[one.club] for one in players if one.club in clubs), None)
        entrants[entry.number] = Named(
            number=entry.number,
            players=tuple(one.name for one in players),
            cards=tuple(one.card for one in players),
            club=entry.club or (home.name if home else ""),
            province=home.province if home else "",
            region=home.region if home else "",
            paid=entry.paid,
        )
    return Lists(
        title=settings.title,
        held=settings.held,
        entrants=entrants,
        state=events.state(event, after_round),
        criteria=load_code(settings.code).tiebreak,
        language=language,
        hands=settings.hands,
    )


def slips_of(lists: Lists, number: int) -> list[Slip]:
    """Return a round's slips with the names filled in, by table."""
    return [
        Slip(
            event=lists.title,
            round=number,
            table=seats.table,
            a=lists.side(seats.a),
            b=lists.side(seats.b),
        )
        for seats in sorted(lists.state.seatings[number].tables, key=lambda one: one.table)
    ]
