"""The parts of the soak tests: an installed board on a bad cable, and what it must come through."""

import os
import random
import time

from tallone.firmware import build, write
from tallone.firmware.coast import write_coast
from tallone.firmware.timing.rehearsal import Rehearsal
from tallone.link.messages import BoardRestarted, CommandLost, LinkUp, Report, ReportsLost
from tallone.simulator.clockwork.boards import Alone
from tallone.simulator.clockwork.cable import CableNoise

_ASKED = os.environ.get("TALLONE_SOAK", "")
# None: as many as the suite has time for.
HANDS = 500 if _ASKED == "full" else int(_ASKED) if _ASKED else None
# The firmware alone, in objects about twice as large as on a board, which has 450 kB. With a bad cable, more than
# the 180 kB in which a whole hand is played: every place for an answer, a log line and a report is full here.
HEAP_KB = 184
BAD = CableNoise(lost=0.01, doubled=0.01, damaged=0.01, swapped=0.01)
UNPLUGGED_S = 3.0
# Of virtual time, on average.
BETWEEN_UNPLUGS_S = 40.0
BETWEEN_RUBBISH_S = 10.0
# A line of a long soak after so many hands.
_TOLD_EVERY = 10


class Soak:
    """A board in its small heap. Reports must come once and in order, whatever the cable does."""

    def __init__(self, role, folder, *, noise=BAD, seed=1):
        write(build(role), folder / "bundles" / role)
        write_coast(folder / "bundles")
        run = folder / "run"
        run.mkdir()
        self.role = role
        self.rng = random.Random(seed)
        # The mat's chips keep how its scales were calibrated.
        alone = Alone(heap_kb=HEAP_KB, bundles=folder / "bundles", keeps=role == "mat")
        self.rehearsal = Rehearsal(role, run, seed=seed, noise=noise, alone=alone)
        self.rehearsal.board.cable.capture = []
        self.rehearsal.take = self._take
        self.rehearsal.told = self._told
        self.hear = lambda event: None
        self.world = lambda report: None
        self.heaps = []
        self.reports = 0
        self.ups = 0
        self.unplugs = 0
        self._frames = 0
        self._began = time.monotonic()
        self.rehearsal.run(lambda: self.ups, 20)

    @property
    def frames(self):
        """How many frames have come through the cable, both ways."""
        capture = self.rehearsal.board.cable.capture
        self._frames += sum(
            len(list(filter(None, chunk.split(b"\0")))) for _at, _way, chunk in capture
        )
        capture.clear()
        return self._frames

    def weigh(self):
        """Write down the heap in use."""
        before = len(self.heaps)
        self.rehearsal.board.send({"heap": 1})
        self.rehearsal.run(lambda: len(self.heaps) > before, 60)

    def tell(self, hand):
        """Print how a long soak gets on."""
        if HANDS is not None and (hand < 4 or hand % _TOLD_EVERY == 0 or hand == HANDS):
            print(
                f"{self.role}: {hand} hands, {self.frames} frames, {self.reports} reports, "
                f"{self.unplugs} unplugs, heap in use {self.heaps[-1]} of {HEAP_KB * 1024} "
                f"(least {min(self.heaps)}, most {max(self.heaps)}), "
                f"{self.rehearsal.now:.0f} s at the table, {time.monotonic() - self._began:.0f} s here",
                flush=True,
            )

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
