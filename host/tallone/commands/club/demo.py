"""`tallone club demo` and `load`: whole evenings of simulated tables, to be watched or to be measured."""

import concurrent.futures
import multiprocessing
import os
import secrets
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallone.commands.club.serve import phases_of

if TYPE_CHECKING:
    from tallone.club.rehearsal.evening import Wanted

_PROFILE = "febur"


def demo(
    *,
    tables: Annotated[int, typer.Option("--tables", min=2, max=60, help="How many tables.")] = 12,
    hands: Annotated[int, typer.Option("--hands", min=2, max=4, help="Hands of a round.")] = 2,
    plan: Annotated[
        str, typer.Option("--plan", help="Movements and rounds: mitchellx2,danishx1.")
    ] = "mitchellx2,danishx1",
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Another number, another evening.")
    ] = 1,
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Keep the event here; else it is thrown away.")
    ] = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Of the pages.")] = 8080,
    broker_port: Annotated[
        int, typer.Option("--broker-port", min=1, max=65535, help="Of the tables' broker.")
    ] = 8883,
    stay: Annotated[
        bool, typer.Option("--stay/--leave", help="Keep the pages up until Ctrl-C, or end.")
    ] = True,
) -> None:
    """Play an evening with simulated tables, real broker and real desk: `tallone club demo --tables 12`."""
    from tallone.club.rehearsal.evening import Wanted
    from tallone.club.rehearsal.table import Habits

    wanted = Wanted(
        seed=seed,
        tables=tables,
        hands=hands,
        plan=phases_of(plan),
        habits=Habits(dispute=0.1, twice=0.1, mixed=0.2),
        broker_port=broker_port,
    )
    kept = folder is not None
    home = folder if folder is not None else Path(tempfile.mkdtemp(prefix="tallone-demo-"))
    if not kept:
        # Started by root, Mosquitto becomes a user of its own, who has to get to its files.
        home.chmod(0o711)
    try:
        _run(home, wanted, port=port, stay=stay)
    except KeyboardInterrupt:
        pass
    finally:
        if not kept:
            shutil.rmtree(home, ignore_errors=True)


def load(
    *,
    tables: Annotated[
        int, typer.Option("--tables", min=2, max=400, help="How many tables.")
    ] = 300,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=30, help="Of a Mitchell.")] = 11,
    window: Annotated[
        float, typer.Option("--window", min=1.0, max=600.0, help="Seconds in which results come.")
    ] = 20.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Fixes results and mishaps.")] = 1,
    database: Annotated[
        str, typer.Option("--database", help="postgresql://...; else a file that is thrown away.")
    ] = "",
) -> None:
    """Load a hall with tables offline, words twice and late, broker and hub killed: `tallone club load`."""
    from tallone.club.rehearsal.load import Load
    from tallone.club.rehearsal.load import load as run
    from tallone.outside import say

    wanted = Load(seed=seed, tables=tables, rounds=rounds, window_s=window)
    with tempfile.TemporaryDirectory(prefix="tallone-load-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        found = run(database or str(folder / "club.sqlite"), folder, wanted, say)
    say(
        f"results {found.results}, broker killed {found.broker_kills} times, hub {found.hub_kills}"
    )
    say(
        f"received p95: {found.receipt_p95(calm=True):.2f} s in round 1, without faults; "
        f"{found.receipt_p95(calm=False):.2f} s in the others"
    )
    say(f"standing after the last word, longest: {max(found.standings):.2f} s")
    for line in found.wrong[:20]:
        say(f"wrong: {line}")
    if found.wrong:
        raise typer.Exit(1)
    say("nothing lost, nothing twice: every result and every total is what was played")


def _run(home: Path, wanted: "Wanted", *, port: int, stay: bool) -> None:
    from tallone.club.desk import serving
    from tallone.club.desk.doors import Role
    from tallone.club.desk.event_log import EventLog
    from tallone.club.desk.site.frame import Desk
    from tallone.club.files.gathering import lists_of
    from tallone.club.log import open_database
    from tallone.club.rehearsal import evening
    from tallone.commands.club.files import print_sheet
    from tallone.outside import say

    database = open_database(home / "club.sqlite")
    log = EventLog(database, evening.add_event(database, wanted))
    doors, pin = serving.doors_of(home), f"{secrets.randbelow(10**8):08}"
    doors.add("demo", pin, Role.DIRECTOR)
    with (
        _HandsAtOnce(wanted.seed) as players,
        evening.hall(home, log, wanted, players) as (hub, tables, has_broker),
        serving.pages_beside(Desk(log, doors, hub), address="127.0.0.1", port=port),
    ):
        if not has_broker:
            say(
                "Mosquitto is not installed: the tables speak inside this program. apt install mosquitto"
            )
        say(f"hall: http://127.0.0.1:{port}/hall   standing: http://127.0.0.1:{port}/")
        say(f"desk: http://127.0.0.1:{port}/desk   demo signs in with the PIN {pin}")
        evening.play(log, hub, tables, tell=say)
        print_sheet(lists_of(database, log.event, "en").standing())
        if stay:
            say("the evening is over; its pages stay here until Ctrl-C")
            threading.Event().wait()
    database.close()


class _HandsAtOnce:
    """Players for every table: their hands are played beside this program, as many at once as there are cores."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._pool = concurrent.futures.ProcessPoolExecutor(
            max_workers=min(os.cpu_count() or 1, 8),
            mp_context=multiprocessing.get_context("spawn"),
        )
        self._hands: dict[
            tuple[int, int], list[concurrent.futures.Future[list[tuple[int, int]]]]
        ] = {}

    def __enter__(self) -> "_HandsAtOnce":
        return self

    def __exit__(self, *_exception: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def begin(self, table: int, number: int, hands: int) -> None:
        """Have a round's hands played."""
        from tallone.app.headless.hands import played_hands

        first = ((self._seed * 100 + number) * 1000 + table) * 10
        self._hands[table, number] = [
            self._pool.submit(played_hands, first + hand, 1, _PROFILE) for hand in range(hands)
        ]

    def played(self, table: int, number: int) -> list[tuple[int, int]] | None:
        """Return the hands that are counted, in their order."""
        asked = self._hands.get((table, number))
        if asked is None:
            return None
        counted = []
        for hand in asked:
            if not hand.done():
                break
            counted += hand.result()
        return counted
