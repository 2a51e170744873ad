# How long from a card laid to what the host needs, on the simulated clock, airtime included.
#
# bench_mat.py [CARDS [SEED [COUNTING PACE]]] prints one line of JSON; COUNTING and PACE as for sim_main.py.
# `heard` is the first ZONE_ROUND with the card,
# `settled` the second: two of three rounds make a mat event on the host. Cards are laid one after
# the other on tiles that hold up to 20 and on the discard pile, as in play, at 0.4 to 0.9 s.
import gc
import json
import random
import sys

_HERE = __file__[: __file__.rfind("/")] if "/" in __file__ else "."
_PACE = [int(text) for text in sys.argv[4:7]]
_FIRMWARE = sys.argv[3] if _PACE else _HERE + "/.."
sys.path[0:1] = [_HERE, _FIRMWARE + "/mat", _FIRMWARE + "/lib", _FIRMWARE]

if _PACE:
    import effort

    effort.pace(*_PACE)

import asyncio

import lockstep
import machine
import sim_mat
from boards import mat_v1 as board
from local_host import LocalHost
from models import pn5180_model

_TILE_MOST = 20
_PILE_HEARD = 3  # of a discard pile only the uppermost answer
_GIVE_UP_MS = 5000


class Bench:
    def __init__(self, seed):
        from build import Mat

        self.mat = sim_mat.attach()
        # The rates of an ordinary table: one miss in fifty looks.
        self.mat.update({"noise": {"crc": 0.002, "collision": 0.001, "miss": 0.02, "seed": seed}})
        self.built = Mat(machine.WDT(timeout=4000).feed)
        self.host = LocalHost(self.built.session)
        self.host.on_report = self._take
        self.tiles = {
            zone: [] for zone in board.READERS if zone == "discard" or zone[:4] == "meld"
        }
        self.seen = {}
        self.waiting = None
        self.heard_at = []

    def _take(self, name, fields):
        if name != "ZONE_ROUND":
            return
        zone, _round, flags, _total, n_in, tags = fields
        if flags & 4:
            self.seen[zone] = set()
        known = self.seen.setdefault(zone, set())
        known |= set(tags[:n_in])
        known -= set(tags[n_in:])
        if (
            not flags & 2
            and self.waiting is not None
            and self.waiting[0] == zone
            and self.waiting[1] in known
        ):
            self.heard_at.append(lockstep.local_us())

    async def run(self, cards):
        self.built.scanner.begin()
        parts = (self.host, self.built.scanner, self.built.scales, self.built.vigil)
        self.tasks = [asyncio.create_task(part.run()) for part in parts]
        await asyncio.sleep_ms(2000)
        times = [None] * cards
        for card in range(cards):
            zone = random.choice(sorted(self.tiles))
            times[card] = await self._lay(zone, 0xE00401500000 << 16 | random.getrandbits(32))
            gc.collect()  # the models' small change must not break the heap to pieces
            await asyncio.sleep_ms(random.randrange(0, 500))
        return times

    async def _lay(self, zone, number):
        uid = f"{number:016x}"
        lying = self.tiles[zone]
        lying.append(uid)
        if len(lying) > _TILE_MOST:
            del lying[: _TILE_MOST // 2]
        heard = lying[-_PILE_HEARD:] if zone == "discard" else lying
        self.heard_at = []
        self.waiting = (board.READERS.index(zone), number.to_bytes(8, "little"))
        laid = lockstep.local_us()
        self.mat.update(
            {"zone": zone, "tags": [{"uid": uid, "p": 1} for uid in heard], "load": len(lying)}
        )
        while len(self.heard_at) < 2:
            await asyncio.sleep_ms(5)
            if lockstep.local_us() - laid > _GIVE_UP_MS * 1000:
                self.heard_at += [laid + _GIVE_UP_MS * 1000] * 2
        self.waiting = None
        del self.host.reports[:]
        return [(at - laid) // 100 for at in self.heard_at[:2]]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main():
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    random.seed(seed)
    bench = Bench(seed)
    times = asyncio.run(bench.run(cards))
    result = {"cards": cards, "seed": seed, "two_fields": len(pn5180_model.violations)}
    for index, name in enumerate(("heard", "settled")):
        column = [row[index] for row in times]
        for share in (50, 95, 99):
            result[f"{name}_p{share}_ms"] = percentile(column, share / 100) / 10
    print(json.dumps(result))


main()
