"""The parts of the soak tests: a compiled board on a bad cable, and what it must come through."""

import os
import random
from pathlib import Path

from tests.firmware import micropython

from tallone.firmware import build, write
from tallone.firmware.rehearsal import Rehearsal
from tallone.link.messages import BoardRestarted, CommandLost, LinkUp, Report, ReportsLost
from tallone.simulator.cable import CableNoise

_ASKED = os.environ.get("TALLONE_SOAK", "")
# None: as many as the suite has time for.
HANDS = 500 if _ASKED == "full" else int(_ASKED) if _ASKED else None
SCRIPT = Path(__file__).with_name("soak_main.py")
# The firmware's heap. Its objects are about twice as large here as on a board, which has 450 kB.
HEAP = 180 * 1024
# What the models need beside what they always hold: cards in trays, lines of the channel.
MODELS_MOMENT = 48 * 1024
BAD = CableNoise(lost=0.01, doubled=0.01, damaged=0.01, swapped=0.01)
UNPLUGGED_S = 3.0
# Of virtual time, on average.
BETWEEN_UNPLUGS_S = 40.0
BETWEEN_RUBBISH_S = 10.0


class Soak:
    """A board in its small heap. Reports must come once and in order, whatever the cable does."""

    def __init__(self, role, folder, *, noise=BAD, seed=1):
        write(build(role), folder / "bundle")
        run = folder / "run"
        run.mkdir()
        arguments = (role, str(folder / "bundle"), str(run))
        models = int(micropython.run(SCRIPT, *arguments, "-1", heap="1M"))
        heap = str(models + MODELS_MOMENT + HEAP)
        self.rng = random.Random(seed)
        self.rehearsal = Rehearsal(
            role,
            run,
            seed=seed,
            noise=noise,
            command=micropython.command(SCRIPT, *arguments, heap=heap),
        )
        self.rehearsal.board.cable.capture = []
        self.rehearsal.take = self._take
        self.rehearsal.told = self._told
        self.hear = lambda event: None
        self.world = lambda report: None
        self.heaps = []
        self.reports = 0
        self.ups = 0
        self.unplugs = 0
        self.rehearsal.run(lambda: self.ups, 20)

    @property
    def frames(self):
        """How many frames have come through the cable, both ways."""
        capture = self.rehearsal.board.cable.capture
        return sum(len(list(filter(None, chunk.split(b"\0")))) for _at, _way, chunk in capture)

    def weigh(self):
        """Write down the heap in use."""
        before = len(self.heaps)
        self.rehearsal.board.send({"heap": 1})
        self.rehearsal.run(lambda: len(self.heaps) > before, 60)

    def pull_now_and_then(self):
        """Pull the cable at random from now on, and let rubbish come through it."""
        self.rehearsal.conductor.after(self.rng.expovariate(1 / BETWEEN_RUBBISH_S), self._rubbish)
        self._plan_pull()

    def _rubbish(self):
        # Either way, in the middle of whatever passes.
        cable = self.rehearsal.board.cable
        deliver = self.rng.choice([cable._deliver_to_host, cable._deliver_to_board])
        deliver(self.rng.randbytes(self.rng.randrange(1, 80)))
        self.rehearsal.conductor.after(self.rng.expovariate(1 / BETWEEN_RUBBISH_S), self._rubbish)

    def _plan_pull(self):
        self.rehearsal.conductor.after(self.rng.expovariate(1 / BETWEEN_UNPLUGS_S), self._pull)

    def _pull(self):
        self.unplugs += 1
        self.rehearsal.board.cable.unplug()
        self.rehearsal.conductor.after(UNPLUGGED_S, self._plug)

    def _plug(self):
        self.rehearsal.board.cable.plug()
        self._plan_pull()

    def _told(self, report):
        if "heap" in report:
            self.heaps.append(report["heap"])
        else:
            self.world(report)

    def _take(self, event):
        assert not isinstance(event, BoardRestarted | CommandLost | ReportsLost), (
            event,
            self.rehearsal.board.last_words(),
        )
        if isinstance(event, LinkUp):
            self.ups += 1
        if isinstance(event, Report):
            self.reports += 1
            assert event.event == self.reports, "a report is missing or came twice"
        self.hear(event)

    def close(self):
        self.rehearsal.close()
