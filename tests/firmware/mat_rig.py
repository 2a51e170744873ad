# The mat's readers on their models, for the mat_*.py scripts; `hold` runs their claims.
import random
import time

import lockstep
import machine
import rp2
import sim_mat
from boards import mat_v1 as board
from models import pn5180_model

from iso15693 import Inventory
from uid_table import UidTable

TILE = 4  # meld_ns_1


def hold(names):
    """Run every function named test_* among a script's globals(), print the claims that hold."""
    for name in sorted(names):
        if name.startswith("test_"):
            names[name]()
            print(name)
    assert not pn5180_model.violations, pn5180_model.violations


def air(uid_hex):
    """Return the bytes of a UID as on the air."""
    return bytes(int(uid_hex[at : at + 2], 16) for at in range(14, -2, -2))


def uid_of(number):
    """Return the sixteen digits of the UID with these low 48 bits, of NXP's making."""
    return "e004%012x" % (number & 0xFFFFFFFFFFFF)


def fresh_board():
    """Return a new simulated mat on untouched pins."""
    for pin in machine.Pin._all.values():
        pin.watchers = []
        pin.listeners = []
        pin.source = None
    del pn5180_model.fields_on[:]
    rp2.power_off()
    mat = sim_mat.SimulatedMat()
    mat.wire()
    return mat


class Readers:
    """The eight readers with their real drivers and decoder, and one inventory."""

    def __init__(self):
        import build

        self.mat = fresh_board()
        self.select = build._readers()
        self.zones = build._zones(self.select)
        self.reader = self.zones[TILE].reader
        self.chip = self.mat.chips[TILE]
        self.field = self.mat.fields[board.READERS[TILE]]
        self.inventory = Inventory()
        self.reader.reset()

    def lay(self, uids, p=1.0, **more):
        self.field.set([dict({"uid": uid, "p": p}, **more) for uid in uids], len(uids))

    def ask(self, known=(), afi=0):
        """One round; return (UIDs heard, ms it took)."""
        table = UidTable()
        for uid in known:
            assert table.add(air(uid), 0)
        before = lockstep.local_us()
        self.reader.field_on()
        time.sleep_us(1000)
        self.inventory.begin(self.reader, table, afi)
        for _question in range(1000):
            if self.inventory.step():
                break
        else:
            raise AssertionError("the round does not end")
        self.reader.field_off()
        heard = [self.inventory.fresh.uid(i) for i in range(self.inventory.fresh.count)]
        heard += [table.uid(i) for i in range(table.count) if table.marks[i]]
        assert len(set(heard)) == len(heard), "a tag was counted twice"
        return set(heard), (lockstep.local_us() - before) / 1000


def seeded(seed):
    random.seed(seed)
    return random
