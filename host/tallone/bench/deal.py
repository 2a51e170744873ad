"""What a deal and a certification take: the boards' real firmware at a simulated table, its own clock."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tallone.app.edges.desk import Desk
from tallone.app.edges.packs import packs_in_turn
from tallone.dealing.croupier.certify_job import CertifyJob
from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.machine_job import MachineJob
from tallone.dealing.croupier.outputs import JobAborted, JobDone, JobOutput
from tallone.dealing.croupier.plan import DealPlan
from tallone.dealing.layout import layout
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.errors import SimulationError

CONFIGURATIONS: Final = ((4, 5), (4, 2), (2, 5), (2, 2))
_PACK: Final = "blue-and-red-1"
_TERMS: Final = Terms(table="1", round=0, hand=1, players=4, firmware="", pack=_PACK)


class Measured(NamedTuple):
    """Seconds of the table's clock from the first command to the last card in its tray."""

    seconds: float
    feeds: int


def measure(desk: Desk, folder: Path, seed: int) -> Iterator[tuple[str, Measured]]:
    """Yield what each configuration takes, then a certification at both speeds.

    `desk` has the croupier of the simulated table in `folder`; `seed` fixes the secrets.
    """
    numbers = itertools.count(1)
    index = packs_in_turn(folder / "registry.sqlite", (_PACK,))[0]
    for players, speed in CONFIGURATIONS:
        secret = draw_secret(random.Random(seed).randbytes)  # noqa: S311 - nobody plays it
        plan = DealPlan(expand(secret, commit(secret, _TERMS), seed % 108), players)
        job = DealJob(next(numbers), speed, plan, index)
        yield f"deal, {players} players, {speed} cards a second", _run(desk, job)
        if job.passed != layout(players).feeds:
            raise SimulationError(f"{job.passed} cards were fed, {layout(players).feeds} planned")
    for speed in (5, 2):
        done = _run(desk, CertifyJob(next(numbers), speed, index))
        yield f"certification on demand, {speed} cards a second", done


def _run(desk: Desk, job: MachineJob) -> Measured:
    """Load the pack and carry the job out."""
    desk.wait_for_ok("pack", "", pack=_PACK)
    begun = desk.now
    ended: list[float] = []

    def hear(output: JobOutput) -> None:
        if isinstance(output, JobDone):
            ended.append(desk.now)
        elif isinstance(output, JobAborted):
            raise SimulationError(f"the job has ended without its result: {output.reason}")

    desk.run(job, hear, lambda _fault: ("help", ""))
    return Measured(ended[0] - begun, job.passed)
