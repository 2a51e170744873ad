"""`tallone club new` and `tallone club serve`: an event, and a desk for it in the browser."""

import contextlib
import datetime as dt
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.errors import UsageError

if TYPE_CHECKING:
    from tallone.club.log.events import Events, Phase

FOLDER = Annotated[
    Path | None, typer.Option("--folder", help="The club's folder; else this user's data folder.")
]
_PLAN = re.compile(r"([a-z_]+)(?:x(\d{1,2}))?")
_MAX_LIST = 2_000_000
_MOST_TOLD = 40
# Tickets are there for so many tables at least: entries may come in after the start.
_LEAST_TABLES = 40
_PLAN_OF_A_NIGHT = "mitchellx2,danishx1"
_MOVEMENTS = ("mitchell", "danish", "lot", "round_robin", "individual")


def new(
    name: Annotated[str, typer.Argument(help="A short name: small letters, digits, dashes.")],
    entries: Annotated[
        Path, typer.Argument(help="A list of pairs, one a line: player 1; player 2; club.")
    ],
    *,
    folder: FOLDER = None,
    title: Annotated[str, typer.Option("--title", help="As the hall shows it.")] = "",
    plan: Annotated[
        str, typer.Option("--plan", help="Movements and rounds: mitchellx6,danishx2.")
    ] = _PLAN_OF_A_NIGHT,
    hands: Annotated[int, typer.Option("--hands", min=2, max=4, help="Hands of a round.")] = 3,
    code: Annotated[str, typer.Option("--code", help="febur or fibur.")] = "febur",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what is wrong with the list; change nothing.")
    ] = False,
) -> None:
    """Begin an event from a list of pairs: `tallone club new monday pairs.csv --plan mitchellx3`."""
    from tallone.club.log import EventSettings, open_database
    from tallone.club.log.events import Events
    from tallone.club.log.people import Entry, People
    from tallone.club.rules.codes import load_code
    from tallone.club.rules.lists.importing import import_text
    from tallone.club.rules.refusal import Refused
    from tallone.outside import read_text, say

    if not re.fullmatch(r"[a-z0-9-]{1,40}", name):
        raise UsageError(f"{ascii(name)[:42]}: small letters, digits and dashes, 40 at most")
    found = import_text("entries", read_text(entries, _MAX_LIST, "a list of pairs"))
    for problem in found.problems[:_MOST_TOLD]:
        words = f"line {problem.line}: {problem.code} {problem.what}".rstrip()
        say(f"{words} ({problem.to})" if problem.to else words)
    if len(found.problems) > _MOST_TOLD:
        say(f"and {len(found.problems) - _MOST_TOLD} more")
    try:
        load_code(code)
    except Refused as error:
        raise UsageError(error.message) from error
    settings = EventSettings(
        name=name,
        title=title or name,
        held=dt.datetime.now().astimezone().date(),
        hands=hands,
        code=code,
        plan=phases_of(plan),
    )
    if dry_run:
        say(f"{len(found.rows)} pairs would enter; nothing was changed")
        return
    database = open_database(club_folder(folder) / "club.sqlite")
    event, people = Events(database).add(settings), People(database)
    rows: list[Entry] = []
    for row in found.rows:
        players = tuple(people.add(player) for player in row["players"])
        rows.append(Entry(number=row["entrant"], players=players, club=row.get("club") or ""))
    people.enter(event, rows)
    database.close()
    say(f"{name}: {len(rows)} pairs; tallone club serve {name}")


def serve(
    name: Annotated[
        str, typer.Argument(help="The event; else the latest, and an empty one if there is none.")
    ] = "",
    *,
    folder: FOLDER = None,
    address: Annotated[
        str, typer.Option("--address", help="Where to listen; 0.0.0.0 for the club's network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Of the pages.")] = 8080,
    broker_port: Annotated[
        int, typer.Option("--broker-port", min=1, max=65535, help="Of the tables' broker.")
    ] = 8883,
    director: Annotated[
        str, typer.Option("--director", help="Let this person in with a new PIN.")
    ] = "",
) -> None:
    """Serve the desk, the hall and the public page: `tallone club serve monday --director Ada`."""
    from tallone.club.desk import serving
    from tallone.club.desk.doors import Role
    from tallone.club.desk.event_log import EventLog
    from tallone.club.desk.site.frame import Desk
    from tallone.club.log import open_database
    from tallone.club.log.events import Events
    from tallone.outside import say

    home = club_folder(folder)
    database = open_database(home / "club.sqlite")
    event, name = _chosen(Events(database), name)
    doors = serving.doors_of(home)
    if director or not doors.names:
        person, pin = director or "director", f"{secrets.randbelow(10**8):08}"
        doors.add(person, pin, Role.DIRECTOR)
        say(f"{person} signs in with the PIN {pin}; it is shown once")
    log = EventLog(database, event)
    words = serving.passwords(home, max(_LEAST_TABLES, (len(log.names()) + 1) // 2))
    with contextlib.ExitStack() as stack:
        authority = stack.enter_context(
            serving.running_broker(home, words, address=address, port=broker_port)
        )
        hub = None
        if authority is None:
            say(
                "Mosquitto is not installed: tables cannot speak; slips are typed. apt install mosquitto"
            )
        else:
            near = "127.0.0.1" if address == "0.0.0.0" else address  # noqa: S104 - compared, not bound
            hub = stack.enter_context(
                serving.running_hub(log, authority, words, host=near, port=broker_port)
            )
            known = serving.near_address() if near != address else address
            tickets = serving.write_tickets(
                home, words, name, host=known, port=broker_port, authority=authority
            )
            say(f"tables: {known}:{broker_port}, a ticket for each in {tickets}")
        say(f"desk: http://{address}:{port}/desk   hall: http://{address}:{port}/hall")
        serving.serve_pages(Desk(log, doors, hub), address=address, port=port)


def _chosen(events: "Events", name: str) -> tuple[int, str]:
    """Return the event of a name; without one the latest, or one begun today whose list the desk takes in."""
    if name:
        event = events.find(name)
        if event is None:
            raise UsageError(
                f"there is no event {ascii(name)[:42]}; `tallone club new` begins one"
            )
        return event, name
    latest = events.listing(limit=1)
    if latest:
        return latest[0][0], latest[0][1]
    from tallone.club.log import EventSettings

    today = dt.datetime.now().astimezone().date()
    settings = EventSettings(
        name=f"event-{today:%Y-%m-%d}",
        title="Torneo",
        held=today,
        plan=phases_of(_PLAN_OF_A_NIGHT),
    )
    return events.add(settings), settings.name


def phases_of(plan: str) -> "tuple[Phase, ...]":
    """Return the phases of a plan such as `mitchellx6,danishx2`; raise UsageError for one that is none."""
    from tallone.club.log.events import Phase

    phases = []
    for part in plan.split(","):
        found = _PLAN.fullmatch(part.strip())
        if not found or found[1] not in _MOVEMENTS:
            raise UsageError(
                f"--plan {part[:40]!r} is none; it is like mitchellx6,danishx2 of {', '.join(_MOVEMENTS)}"
            )
        phases.append(Phase(movement=found[1], rounds=int(found[2] or 1)))
    return tuple(phases)


def club_folder(folder: Path | None) -> Path:
    """Return the club's folder; raise UsageError if the one named is none."""
    from tallone import paths

    if folder is None:
        return paths.data_folder()
    if not folder.is_dir():
        raise UsageError(f"--folder {folder}: is no folder")
    return folder
