"""A whole hall under load, from one seed: tables offline, words twice and out of order, broker and hub killed.

Everything is real but the cards: a Mosquitto with a password for each table, a hub in a process of its own, a
database. What was played is compared with the standing, and each receipt is timed.
"""

import dataclasses
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tallone.club.desk import serving
from tallone.club.desk.event_log import EventLog
from tallone.club.hall import broker
from tallone.club.hall.messages import down_topic
from tallone.club.hall.mqtt import Line
from tallone.club.log.database import Database, open_database
from tallone.club.log.events import Phase
from tallone.club.rehearsal.children import Child, broker_child, free_port, hub_child, wait_for
from tallone.club.rehearsal.director import Director, settled
from tallone.club.rehearsal.evening import EVENT, RehearsalError, Wanted, add_event
from tallone.club.rehearsal.table import Habits, HandPoints, RehearsedTable

# The largest difference of three hands that still gives 10-10, 11-9, ... 19-1 (FE.BUR.IT), written down again so
# that the truth is reckoned by another program than the standing.
_BOUNDS: Final = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
_PAUSE_S: Final = 0.01
_PATIENCE_S: Final = 300.0
_LOOK_EVERY_S: Final = 0.1


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a hall is asked for. `window_s`: within so long after the opening every table has its result."""

    seed: int = 1
    tables: int = 300
    rounds: int = 11
    window_s: float = 20.0
    offline: float = 0.05
    broker_kills: int = 2  # in every round but the first
    hub_kills: int = 1


@dataclasses.dataclass(slots=True)
class Figures:
    """What a load has shown; times in seconds."""

    calm_receipts: list[float] = dataclasses.field(default_factory=list)
    receipts: list[float] = dataclasses.field(default_factory=list)
    standings: list[float] = dataclasses.field(default_factory=list)
    results: int = 0
    wrong: list[str] = dataclasses.field(default_factory=list)
    broker_kills: int = 0
    hub_kills: int = 0

    def receipt_p95(self, *, calm: bool) -> float:
        """Return within how long 19 of 20 words were received, in the rounds without faults or the others."""
        found = self.calm_receipts if calm else self.receipts
        return statistics.quantiles(found, n=20)[-1] if len(found) > 1 else 0.0


class Drawn:
    """Points drawn from the seed; each table's are there at a moment of its own."""

    def __init__(self, wanted: Load) -> None:
        self._wanted = wanted
        self._due: dict[tuple[int, int], float] = {}

    def begin(self, table: int, number: int, hands: int) -> None:  # noqa: ARG002 - as players do
        """Draw when the table will be done."""
        chance = random.Random(f"{self._wanted.seed} due {table} {number}")  # noqa: S311 - repeatable
        self._due[table, number] = time.time() + chance.uniform(0.0, self._wanted.window_s)

    def played(self, table: int, number: int) -> Sequence[HandPoints] | None:
        """Return three hands once their moment has come."""
        due = self._due.get((table, number))
        if due is None or time.time() < due:
            return None
        chance = random.Random(f"{self._wanted.seed} points {table} {number}")  # noqa: S311 - repeatable
        return [
            (chance.randrange(-300, 1500, 5), chance.randrange(-300, 1500, 5)) for _ in range(3)
        ]


def load(where: str, folder: Path, wanted: Load, tell: Callable[[str], None]) -> Figures:
    """Play a hall into a database; `folder` is for the broker. Raise ConfigError without Mosquitto."""
    database = open_database(where)
    try:
        return _Hall(database, where, folder, wanted, tell).run()
    finally:
        database.close()


class _Hall:
    def __init__(
        self,
        database: Database,
        where: str,
        folder: Path,
        wanted: Load,
        tell: Callable[[str], None],
    ) -> None:
        plan = (Phase(movement="mitchell", rounds=wanted.rounds),)
        asked = Wanted(
            seed=wanted.seed,
            tables=wanted.tables,
            hands=3,
            plan=plan,
            habits=Habits(),
            broker_port=0,
        )
        event = add_event(database, asked)
        self._wanted, self._tell = wanted, tell
        self._log = EventLog(database, event)
        self._port = free_port()
        self._words = serving.passwords(folder, wanted.tables)
        self._broker = broker_child(folder / "broker", self._words, self._port)
        self._hub = hub_child(where, event, folder, self._port)
        self._authority = folder / "broker" / "ca.crt"
        self._chance = random.Random(f"{wanted.seed} mishaps")  # noqa: S311 - repeatable
        self._director = Director(self._log, time.time)
        self._figures = Figures()
        self._lines: list[Line] = []
        self._tables: list[RehearsedTable] = []

    def run(self) -> Figures:
        self._broker.start()
        try:
            wait_for(self._port)
            self._hub.start()
            self._sit_down()
            for number in range(1, self._wanted.rounds + 1):
                self._round(number)
            self._director.act("final")
            self._compare()
            return self._figures
        finally:
            for line in self._lines:
                line.close()
            self._hub.kill()
            self._broker.kill()

    def _sit_down(self) -> None:
        players, habits = Drawn(self._wanted), Habits(dispute=0.05, twice=0.1, mixed=0.3)
        for one in range(1, self._wanted.tables + 1):
            user = broker.user_of(one)
            line = Line(
                user,
                self._words[user],
                host="127.0.0.1",
                port=self._port,
                authority=self._authority,
                topics=(down_topic(EVENT, one),),
            )
            line.open()
            self._lines.append(line)
            chance = random.Random(f"{self._wanted.seed} table {one}")  # noqa: S311 - repeatable
            self._tables.append(
                RehearsedTable(one, EVENT, line, players, chance=chance, habits=habits)
            )

    def _round(self, number: int) -> None:
        begun = time.time()
        calm = number == 1
        mishaps = iter(()) if calm else self._mishaps(begun)
        for table in self._tables:
            table.waits.clear()
        self._director.seat(number)
        self._steps(number, mishaps)
        done = time.time()
        last = max(table.said_last_at for table in self._tables)
        found = [wait for table in self._tables for wait in table.waits]
        (self._figures.calm_receipts if calm else self._figures.receipts).extend(found)
        self._director.standing(number)
        heard = max(last, self._heard_at)
        self._figures.standings.append(done - heard)
        self._tell(
            f"round {number}: {len(self._tables)} tables in {done - begun:.0f} s, standing "
            f"{done - heard:.2f} s after the last word was received"
        )

    def _steps(self, number: int, mishaps: Iterator[tuple[float, str, int]]) -> None:
        """Let the round pass, with what goes wrong in it, until the standing has every table."""
        begun = looked = time.time()
        due = next(mishaps, None)
        self._heard_at = 0.0
        everybody = False
        while True:
            now = time.time()
            while due is not None and due[0] <= now:
                self._mishap(due[1], due[2], now)
                due = next(mishaps, None)
            for table in self._tables:
                table.step(now)
            if not everybody and all(
                number in table.truth and table.is_quiet for table in self._tables
            ):
                everybody, self._heard_at = True, time.time()
            if everybody and due is None and now - looked >= _LOOK_EVERY_S:
                looked = now
                if settled(self._log.state(), number):
                    return
            if now - begun > _PATIENCE_S:
                raise RehearsalError(
                    f"round {number} has not come to its end in {_PATIENCE_S:.0f} s"
                )
            time.sleep(_PAUSE_S)

    def _mishaps(self, begun: float) -> Iterator[tuple[float, str, int]]:
        """Return what goes wrong in a round: when, what, to which table."""
        wanted, chance = self._wanted, self._chance
        window = wanted.window_s
        found = [
            (begun + chance.uniform(0, window), what, 0)
            for what, times in (("broker", wanted.broker_kills), ("hub", wanted.hub_kills))
            for _ in range(times)
        ]
        for table in range(len(self._tables)):
            if chance.random() < wanted.offline:
                found.append((begun + chance.uniform(0, window / 2), "offline", table))
            if chance.random() < wanted.offline:
                found.append((begun + chance.uniform(0, window), "restart", table))
        return iter(sorted(found))

    def _mishap(self, what: str, table: int, now: float) -> None:
        match what:
            case "broker":
                self._again(self._broker)
                self._figures.broker_kills += 1
            case "hub":
                self._again(self._hub)
                self._figures.hub_kills += 1
            case "restart":
                self._tables[table].restart()
            case _:
                self._tables[table].unplugged_until = now + self._wanted.window_s

    @staticmethod
    def _again(child: Child) -> None:
        child.kill()
        child.start()

    def _compare(self) -> None:
        """Compare every result, and every total, with what was played."""
        state, figures = self._log.state(), self._figures
        vp = dict.fromkeys(state.entrants, 0)
        mp = dict.fromkeys(state.entrants, 0)
        for one in state.results:
            truth = self._tables[one.table - 1].truth.get(one.round, {})
            a, b = one.a[0], one.b[0]
            figures.results += 1
            if one.points != (truth.get(str(a)), truth.get(str(b))):
                figures.wrong.append(
                    f"round {one.round}, table {one.table}: {one.points} for {truth}"
                )
                continue
            difference = truth[str(a)] - truth[str(b)]
            steps = sum(abs(difference) > bound for bound in _BOUNDS)
            better = (10 + steps) if difference >= 0 else (10 - steps)
            for entrant, gained, signed in (
                (a, better, difference),
                (b, 20 - better, -difference),
            ):
                vp[entrant] += gained
                mp[entrant] += signed
        for row in state.rows:
            if (row.total.vp, row.total.mp) != (vp[row.entrant], mp[row.entrant]):
                figures.wrong.append(f"entrant {row.entrant}: {row.total} for {vp[row.entrant]}")
        figures.wrong += [f"rejected: {one.id} {one.error}" for one in state.rejected]
