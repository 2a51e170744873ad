"""What `tallone bench club` says: pairings, replay, the log on the disk, and a federation in small."""

import dataclasses
import datetime as dt
import hashlib
import json
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text

from tallone.club.invented import mixed, plain_event
from tallone.club.log.database import Database, open_database
from tallone.club.log.events import Events, EventSettings
from tallone.club.log.facts import append, read_log
from tallone.club.log.people import People
from tallone.club.log.places import Places
from tallone.club.log.schema import CLUB, ENTRANT, EVENT, FACT, PLACE, PLAYER
from tallone.club.rules.asking.query import answer
from tallone.club.rules.lists.names import same_name
from tallone.club.rules.record.projection import project

PAIRS: Final = 600
ROUNDS: Final = 11
# A federation of 200 clubs in ten years.
FEDERATION_EVENTS: Final = 200_000
FEDERATION_PLAYERS: Final = 60_000
YEARS: Final = 10
# An evening of the federation: 30 pairs, 15 tables, 4 rounds, so that events and results fit.
EVENING_PAIRS: Final = 30
EVENING_ROUNDS: Final = 4


@dataclasses.dataclass(frozen=True, slots=True)
class ClubFigure:
    """A figure with what it should reach; both as they are printed."""

    name: str
    value: str
    reach: str = ""
    note: str = ""


def pure_figures(seed: int) -> Iterator[ClubFigure]:
    """Measure pairings and the replay of a whole hall."""
    yield _danish(seed)
    log = mixed(seed, plain_event(seed, PAIRS, ROUNDS))
    before = _memory_mb()
    begun = time.perf_counter()
    found = answer({"op": "replay", "event": {"entrants": PAIRS, "hands": 3}, "log": log})
    took = time.perf_counter() - begun
    yield ClubFigure(
        f"replay of {len(found['results']):,} results and as many confirmations, shuffled, some twice",
        f"{took:.2f} s",
        "3 s",
        f"{len(log):,} facts",
    )
    yield ClubFigure("memory of that process", f"{max(_memory_mb(), before):.0f} MB", "300 MB")


def _danish(seed: int) -> ClubFigure:
    chance = random.Random(seed)  # noqa: S311 - repeatable by its seed
    results: list[dict[str, Any]] = []
    took = 0.0
    for number in range(1, ROUNDS + 1):
        query = {
            "op": "movement", "movement": "danish", "entrants": PAIRS, "hands": 3, "round": number,
            "results": results, "code": {"base": "febur", "rematch": "all"},
        }  # fmt: skip
        begun = time.perf_counter()
        drawn = answer(query)
        took = time.perf_counter() - begun
        for table in drawn["tables"]:
            points = [chance.randrange(0, 2500, 5) for _ in range(2)]
            results.append({"round": number, "a": table["a"], "b": table["b"], "points": points})
    return ClubFigure(
        f"Danish for {PAIRS} pairs, {ROUNDS - 1} rounds behind them, nobody meets again",
        f"{took:.2f} s",
        "2 s",
    )


def log_figures(where: str | Path, name: str, seed: int) -> Iterator[ClubFigure]:
    """Measure one round of 300 tables into the log, each fact alone, and the standing after it."""
    database = open_database(where)
    events = Events(database)
    event = events.add(
        EventSettings(name=f"bench {time.time_ns()}", title="bench", held=dt.date(2026, 1, 1))
    )
    log = plain_event(seed, PAIRS, ROUNDS)
    last = [
        fact
        for fact in log
        if fact.get("round") == ROUNDS and fact["kind"] in {"result", "confirm"}
    ]
    ids = {fact["id"] for fact in last}
    append(database, event, [fact for fact in log if fact["id"] not in ids], received=0.0)
    times = []
    for fact in last:
        begun = time.perf_counter()
        append(database, event, [fact], received=0.0)
        times.append((time.perf_counter() - begun) * 1000)
    times.sort()
    yield ClubFigure(
        f"{name}: one fact on the disk, p95 of {len(times)}",
        f"{times[len(times) * 95 // 100]:.1f} ms",
        "1000 ms",
    )
    rules = events.rules(event, PAIRS)
    begun = time.perf_counter()
    facts = read_log(database, event)

    project(rules, facts)
    yield ClubFigure(
        f"{name}: standing after the last result of 300 tables", f"{time.perf_counter() - begun:.2f} s", "2 s",
        f"{len(facts):,} facts read and taken anew",
    )  # fmt: skip
    database.close()


def federation_figures(
    where: str | Path, name: str, seed: int, part: float
) -> Iterator[ClubFigure]:
    """Fill a database with so much of a federation, and ask it what its people ask.

    A player's ten years do not grow with the federation; the year's ranking and the size do, and
    are given as they would be for the whole.
    """
    database = open_database(where)
    begun = time.perf_counter()
    events, players = _fill(database, seed, part)
    filled = time.perf_counter() - begun
    places, people = Places(database), People(database)
    chance = random.Random(seed)  # noqa: S311 - repeatable by its seed
    asked = [chance.randint(1, players) for _ in range(50)]
    results = events * EVENING_PAIRS // 2 * EVENING_ROUNDS
    note = f"{part:.2%} of it: {events:,} events, {results:,} results, filled in {filled:.0f} s"
    career = _p95(places.of_player, asked)
    yield ClubFigure(f"{name}: a player's ten years, p95", f"{career:.0f} ms", "300 ms", note)
    names = [people.player(player).name for player in asked]
    yield ClubFigure(
        f"{name}: a name, p95", f"{_p95(lambda one: people.find(one[:6]), names):.0f} ms", "200 ms"
    )
    begun = time.perf_counter()
    places.of_year(2020)
    year = time.perf_counter() - begun
    yield ClubFigure(
        f"{name}: a year's ranking",
        f"{year:.2f} s",
        "5 s",
        f"for the whole about {year / part:.1f} s",
    )
    begun = time.perf_counter()
    club = [number for number, _, _ in Events(database).listing(club=1, limit=10**6)]
    facts = sum(len(read_log(database, number)) for number in club)
    yield ClubFigure(
        f"{name}: one club's files", f"{time.perf_counter() - begun:.1f} s", "10 s",
        f"{len(club):,} events, {facts:,} facts",
    )  # fmt: skip
    size = _size(database) / 1e9
    yield ClubFigure(
        f"{name}: size of the whole", f"{size / part:.1f} GB", "10 GB", f"here {size:.2f} GB"
    )
    database.close()


def _p95(ask: Callable[[Any], object], asked: list[Any]) -> float:
    times = []
    for one in asked:
        begun = time.perf_counter()
        ask(one)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.quantiles(times, n=20)[-1]


def _fill(database: Database, seed: int, part: float) -> tuple[int, int]:
    """Write clubs, players, events, facts and places in bulk, as ten years would leave them."""
    chance = random.Random(seed)  # noqa: S311 - repeatable by its seed
    events = max(int(FEDERATION_EVENTS * part), 20)
    players = max(int(FEDERATION_PLAYERS * part), 2 * EVENING_PAIRS)
    clubs = max(int(200 * part), 1)
    with database.writing() as connection:
        connection.execute(
            CLUB.insert(), [{"name": f"Circolo {one}"} for one in range(1, clubs + 1)]
        )
        rows = []
        for one in range(1, players + 1):
            name = f"{_word(chance)} {_word(chance)} {one}"
            row = {"name": name, "plain": same_name(name), "card": str(one)}
            rows.append({**row, "club": one % clubs + 1})
        connection.execute(PLAYER.insert(), rows)
    templates = [_evening(seed + number) for number in range(8)]
    for first in range(1, events + 1, 100):
        _fill_events(
            database, range(first, min(first + 100, events + 1)), chance, players, clubs, templates
        )
    with database.writing() as connection:
        if database.engine.dialect.name == "postgresql":
            # The events brought numbers of their own.
            connection.execute(text("SELECT setval('event_id_seq', (SELECT max(id) FROM event))"))
        connection.execute(text("ANALYZE"))
    return events, players


def _fill_events(  # noqa: PLR0917 - one bulk of rows
    database: Database,
    numbers: range,
    chance: random.Random,
    players: int,
    clubs: int,
    templates: list[list[dict[str, Any]]],
) -> None:
    days = YEARS * 365
    rows: dict[str, list[dict[str, Any]]] = {"event": [], "entrant": [], "fact": [], "place": []}
    for number in numbers:
        held = dt.date(2016, 1, 1) + dt.timedelta(days=chance.randrange(days))
        settings = json.dumps({"name": f"e{number}", "title": "Torneo", "held": held.isoformat()})
        rows["event"].append(
            {"id": number, "name": f"e{number}", "title": "Torneo", "club": number % clubs + 1,
             "held": held, "settings": settings}
        )  # fmt: skip
        who = chance.sample(range(1, players + 1), 2 * EVENING_PAIRS)
        for place, player in enumerate(who):
            vp, mp = chance.randint(10, 70), chance.randrange(-4800, 4800, 5)
            rows["entrant"].append(
                {
                    "event": number,
                    "number": place // 2 + 1,
                    "position": place % 2 + 1,
                    "player": player,
                }
            )
            rows["place"].append(
                {"event": number, "player": player, "held": held, "rank": place // 2 + 1,
                 "entrants": EVENING_PAIRS, "vp": vp, "mp": mp}
            )  # fmt: skip
        for fact in chance.choice(templates):
            digest = hashlib.sha256(f"{number}/{fact['id']}".encode()).digest()[:8]
            rows["fact"].append({**fact, "event": number, "digest": digest})
    with database.writing() as connection:
        for table in (EVENT, ENTRANT, FACT, PLACE):
            connection.execute(table.insert(), rows[table.name])


def _evening(seed: int) -> list[dict[str, Any]]:
    """Return the rows of one evening's facts."""
    return [
        {
            "id": fact["id"], "at": float(fact["at"]), "received": 0.0, "author": "",
            "body": json.dumps(
                {key: value for key, value in fact.items() if key not in {"id", "at"}},
                separators=(",", ":"),
            ),
        }
        for fact in plain_event(seed, EVENING_PAIRS, EVENING_ROUNDS)
    ]  # fmt: skip


def _word(chance: random.Random) -> str:
    return "".join(
        chance.choice("bcdfglmnprstv") + chance.choice("aeio") for _ in range(3)
    ).title()


def _size(database: Database) -> float:
    with database.reading() as connection:
        if database.engine.dialect.name == "postgresql":
            asked = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
            return float(connection.execute(text(asked)).scalar_one())
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        return float(pages * connection.execute(text("PRAGMA page_size")).scalar_one())


def _memory_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024
