"""What a power cut costs: writers killed at random, and an evening taken up in mid-hand."""

import dataclasses
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.recovery import Recovery
from tallone.app.table_options import setup_of, simulation_options
from tallone.bench.evenings import killed_in_mid_hand
from tallone.errors import SimulationError
from tallone.journal.storage.reader import read

_KILLS: Final = 20
_LATEST_S: Final = 0.03
# Writes records for ever and says after each commit how many are safe.
_WRITER: Final = """
import sys
from pathlib import Path
from tallone.journal import JournalWriter
from tallone.journal.records import Pressed
with JournalWriter(Path(sys.argv[1])) as writer:
    while True:
        print(writer.append([Pressed(at=0.0, button="ok")]), flush=True)
"""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """An evening taken up from its journal."""

    seconds: float
    records: int
    phase: str


def killed_writers(path: Path, seed: int) -> tuple[int, int]:
    """Kill writers of that journal at random instants; return how many, and the records lost."""
    chance = random.Random(seed)  # noqa: S311 - when to kill is no secret
    lost = 0
    for _ in range(_KILLS):
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.random() * _LATEST_S)
        process.send_signal(signal.SIGKILL)
        said = (first + process.communicate()[0]).splitlines(keepends=True)
        safe = [int(line) for line in said if line.endswith(b"\n")]
        if not safe:
            raise SimulationError("the writer could not write; is the disk full?")
        lost += max(0, safe[-1] - len(read(path)))
    return _KILLS, lost


def recover(seed: int) -> Recovered:
    """Kill the program in the middle of a simulated hand; return how long taking it up takes."""
    with killed_in_mid_hand(seed) as folder:
        journal = folder / "journal.sqlite"
        begun = time.perf_counter()
        records = read(journal)
        evening = Evening(setup_of(simulation_options(folder, journal, window=False)))
        Recovery(evening).run(records)
        took = time.perf_counter() - begun
        return Recovered(seconds=took, records=len(records), phase=evening.phase.value)
