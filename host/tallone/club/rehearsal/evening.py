"""A whole evening on one machine: broker, hub, desk and tables, played round by round before who looks on."""

import contextlib
import dataclasses
import datetime as dt
import functools
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tallone.club.desk import serving
from tallone.club.desk.event_log import EventLog
from tallone.club.hall import broker
from tallone.club.hall.hub_end import Plan
from tallone.club.hall.messages import ROOT, down_topic
from tallone.club.hall.mqtt import Line
from tallone.club.hall.service import Hub
from tallone.club.log.database import Database
from tallone.club.log.events import Events, EventSettings, Phase
from tallone.club.log.people import Entry, People
from tallone.club.rehearsal.director import Director
from tallone.club.rehearsal.nearby import Nearby
from tallone.club.rehearsal.people import CLUBS, invented_names
from tallone.club.rehearsal.table import Habits, Players, RehearsedTable, TableWire
from tallone.errors import TalloneError

EVENT: Final = "demo"
_PAUSE_S: Final = 0.02
# One round of a demonstration may take so long on the slowest machine.
_PATIENCE_S: Final = 1800.0


class RehearsalError(TalloneError):
    """A rehearsed hall has not come to its end."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a demonstration is asked for."""

    seed: int
    tables: int
    hands: int
    plan: tuple[Phase, ...]
    habits: Habits
    broker_port: int


def add_event(database: Database, wanted: Wanted) -> int:
    """Begin an event with invented pairs; return its number."""
    settings = EventSettings(
        name=EVENT,
        title="Torneo dimostrativo",
        held=dt.datetime.now().astimezone().date(),
        hands=wanted.hands,
        plan=wanted.plan,
        lot_seed=str(wanted.seed),
        prizes_cents=(12_000, 8_000, 5_000),
    )
    event, people = Events(database).add(settings), People(database)
    names = invented_names(wanted.seed, 4 * wanted.tables)
    people.enter(
        event,
        [
            Entry(
                number=pair + 1,
                players=tuple(people.add(name) for name in names[2 * pair : 2 * pair + 2]),
                club=CLUBS[pair % len(CLUBS)],
                paid=True,
            )
            for pair in range(2 * wanted.tables)
        ],
    )
    return event


@contextlib.contextmanager
def hall(
    folder: Path, log: EventLog, wanted: Wanted, players: Players
) -> Iterator[tuple[Hub, list[RehearsedTable], bool]]:
    """Run hub and tables, over Mosquitto where it is installed; yields whether it is."""
    words = serving.passwords(folder, wanted.tables)
    with contextlib.ExitStack() as stack:
        authority = stack.enter_context(
            serving.running_broker(folder, words, address="127.0.0.1", port=wanted.broker_port)
        )
        if authority is None:
            nearby = Nearby()
            hub_wire = nearby.line(f"{ROOT}/{EVENT}/+/up")
            thread = serving.HubThread(Hub(EVENT, _plan(log), log, hub_wire), hub_wire)
            thread.start()
            stack.callback(thread.stop)
            hub = thread.hub
            wires = [nearby.line(down_topic(EVENT, one)) for one in range(1, wanted.tables + 1)]
            tables = [_table(one, wire, wanted, players) for one, wire in enumerate(wires, 1)]
            yield hub, tables, False
            return
        port = wanted.broker_port
        hub = stack.enter_context(
            serving.running_hub(log, authority, words, host="127.0.0.1", port=port)
        )
        lines = []
        for one in range(1, wanted.tables + 1):
            line = Line(
                broker.user_of(one),
                words[broker.user_of(one)],
                host="127.0.0.1",
                port=port,
                authority=authority,
                topics=(down_topic(EVENT, one),),
            )
            line.open()
            stack.callback(line.close)
            lines.append(line)
        tables = [_table(one, line, wanted, players) for one, line in enumerate(lines, 1)]
        yield hub, tables, True


def play(
    log: EventLog,
    hub: Hub,
    tables: list[RehearsedTable],
    *,
    tell: Callable[[str], None],
    clock: Callable[[], float] = time.time,
) -> None:
    """Play every round of the event's plan, put each standing out, and sign the last."""
    director = Director(log, clock)
    rounds = sum(phase.rounds for phase in log.settings().plan)
    for number in range(1, rounds + 1):
        director.seat(number)
        hub.publish(number, clock())
        hub.open(number, clock())
        tell(f"round {number} of {rounds}: {len(log.state().seatings[number].tables)} tables play")
        _until(functools.partial(director.is_settled, number), tables, clock)
        director.standing(number)
    director.act("final")
    _until(lambda: all(table.is_quiet for table in tables), tables, clock)


def _until(
    done: Callable[[], bool], tables: list[RehearsedTable], clock: Callable[[], float]
) -> None:
    begun = looked = clock()
    while True:
        now = clock()
        for table in tables:
            table.step(now)
        if now - looked > 0.2:
            looked = now
            if done():
                return
        if now - begun > _PATIENCE_S:
            raise RehearsalError("a round has not come to its end; look at the desk")
        time.sleep(_PAUSE_S)


def _plan(log: EventLog) -> Plan:
    settings = log.settings()
    return Plan(hands=settings.hands, minutes=settings.minutes, code="febur", names=log.names())


def _table(number: int, wire: TableWire, wanted: Wanted, players: Players) -> RehearsedTable:
    chance = random.Random(f"{wanted.seed} table {number}")  # noqa: S311 - repeatable by its seed
    return RehearsedTable(number, EVENT, wire, players, chance=chance, habits=wanted.habits)
