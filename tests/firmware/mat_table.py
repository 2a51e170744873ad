# One life of the mat's firmware on its models, with a host in the same process.
import asyncio

import lockstep
import mat_rig
from local_host import LocalHost
from mat_rig import TILE, air, board, uid_of
from models import pn5180_model

NAME = board.READERS[TILE]
DISCARD = board.READERS[1]


class Table:
    """One life of the mat's firmware on its models; `seen` is what a host has pieced together."""

    def __init__(self, calibrated=True):
        from build import Mat

        asyncio.new_event_loop()
        self.mat = mat_rig.fresh_board()
        if calibrated:
            self.mat.calibrate()
        self.feeds = 0
        self.built = Mat(self._fed)
        self.host = LocalHost(self.built.session)
        self.seen = {}
        self.rounds = []
        self._parts = {}
        self.host.on_report = self._take

    def _fed(self):
        self.feeds += 1

    def _take(self, name, fields):
        if name != "ZONE_ROUND":
            return
        zone, number, flags, total, n_in, tags = fields
        if flags & 4:
            self.seen[zone] = set()
        known = self.seen.setdefault(zone, set())
        known |= set(tags[:n_in])
        known -= set(tags[n_in:])
        if not flags & 2:
            assert len(known) == total, (zone, len(known), total)
        self.rounds.append((lockstep.local_us(), zone, number, flags, frozenset(known)))

    def play(self, script, scanning=True):
        async def run():
            built = self.built
            tasks = [self.host.run(), built.scales.run(), built.vigil.run()]
            if scanning:
                built.scanner.begin()
                tasks.append(built.scanner.run())
            self.tasks = [asyncio.create_task(task) for task in tasks]
            await asyncio.wait_for_ms(script(self), 600_000)
            for task in self.tasks:
                assert not task.done(), "a task has ended"
                task.cancel()

        asyncio.run(run())
        assert not pn5180_model.violations, pn5180_model.violations
        assert not self.mat.bus.glitches
        for chip in self.mat.chips:
            assert not chip.unexpected, (chip.name, chip.unexpected)
        for scale in self.mat.scales.values():
            # Once, on purpose, so that all convert in step.
            assert scale.power_downs == 1 and not scale.early_clocks, (
                scale.power_downs,
                scale.early_clocks,
            )
            # Their clocks differ: now and then one ends a conversion within the 40 us of another's result.
            assert scale.torn * 50 <= max(scale.taken, 100), (scale.torn, scale.taken)
        return self

    def lay(self, zone, uids, p=1.0):
        self.mat.update(
            {"zone": zone, "tags": [{"uid": uid, "p": p} for uid in uids], "load": len(uids)}
        )

    def named(self, name):
        return self.host.named(name)


def seconds(count):
    return asyncio.sleep_ms(int(count * 1000))


def cards(count, first=1):
    return [uid_of((first + at) * 0x9E3779B1) for at in range(count)]


def on_air(uids):
    return {air(uid) for uid in uids}
