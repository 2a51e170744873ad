"""What a deal and a certification take: the boards' real firmware at a simulated table, its own clock."""

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from tallone.app.desk import Desk
from tallone.app.packs import packs_in_turn
from tallone.commands.desk import at_desk, help_machine, job_number
from tallone.dealing.certify import CertifyJob
from tallone.dealing.commitment import Terms, commit, draw_secret, expand
from tallone.dealing.deck_check import TagIndex
from tallone.dealing.job import DealJob
from tallone.dealing.layout import layout
from tallone.dealing.machine import MachineJob
from tallone.dealing.outputs import JobAborted, JobDone, JobOutput
from tallone.dealing.plan import DealPlan
from tallone.errors import SimulationError

CONFIGURATIONS: Final = ((4, 5), (4, 2), (2, 5), (2, 2))
_PACK: Final = "blue-and-red-1"
_TERMS: Final = Terms(table="1", round=0, hand=1, players=4, firmware="", pack=_PACK)


class Measured(NamedTuple):
    """Seconds of the table's clock from the first command to the last card in its tray."""

    seconds: float
    feeds: int


def measure(seed: int) -> Iterator[tuple[str, Measured]]:
    """Yield what each configuration takes, then a certification at both speeds."""
    with at_desk(("croupier",), {}, "en", simulated=True, seed=seed, quiet=True) as (desk, folder):
        assert folder is not None, "a simulated table has a folder"
        index = packs_in_turn(folder / "registry.sqlite", (_PACK,))[0]
        for players, speed in CONFIGURATIONS:
            secret = draw_secret(random.Random(seed).randbytes)  # noqa: S311 - nobody plays it
            plan = DealPlan(expand(secret, commit(secret, _TERMS), seed % 108), players)
            job = DealJob(job_number(), speed, plan, index)
            yield f"deal, {players} players, {speed} cards a second", _run(desk, job)
            if job.passed != layout(players).feeds:
                raise SimulationError(
                    f"{job.passed} cards were fed, {layout(players).feeds} planned"
                )
        for speed in (5, 2):
            yield f"certification on demand, {speed} cards a second", _certify(desk, index, speed)


def _certify(desk: Desk, index: TagIndex, speed: int) -> Measured:
    return _run(desk, CertifyJob(job_number(), speed, index))


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

    desk.run(job, hear, help_machine("en"))
    return Measured(ended[0] - begun, job.passed)
