# Puts the croupier together: every object once.
import os
import sys

import machine
from croupier import Croupier
from micropython import const
from parts import Parts, forget_parts
from safety import Safety
from shuffler import Shuffler

from faults import SafeStop
from own_key import pairing
from restart import Restart
from tallone_wire.device import DeviceSession
from uplink import Uplink
from version import FIRMWARE_HASH, FIRMWARE_VERSION
from vigil import Vigil
from wake import Wake

_WORK, _SAFETY, _TASKS = const(0), const(1), const(2)
# Longer than the longest stretch without a beat: a reader that has to be restarted.
WATCHDOG_MS = const(4000)
_EVENT_BYTES = const(1536)


class Machine:
    # The parts that main.py starts.

    def __init__(self, watchdog_feed):
        self.safe_stop = SafeStop()
        self.vigil = Vigil(watchdog_feed, _TASKS)
        self.wake = Wake(self.vigil.beater(_WORK))
        handlers = {}
        # First, for its one large block: later the heap has holes.
        self.session = DeviceSession(
            role="croupier",
            boot_id=int.from_bytes(os.urandom(4), "little"),
            boot_reason=machine.reset_cause(),
            serial=machine.unique_id(),
            firmware_version=FIRMWARE_VERSION,
            firmware_hash=FIRMWARE_HASH,
            handlers=handlers,
            pairing=pairing(),
            # It stops three seconds after the host has gone, and sends some ten small reports in each.
            event_bytes=_EVENT_BYTES,
        )
        self.parts = Parts(self.wake)
        self.uplink = Uplink(self.session, self.parts.led)
        self.croupier = Croupier(self.parts, self.session, self.wake)
        self.safe_stop.add(self.croupier.off)
        self.shuffler = Shuffler(self.croupier)
        handlers.update(self.shuffler.handlers())
        self.restart = Restart(self.safe_stop, self.shuffler.stands_still)
        handlers["RESTART"] = self.restart.take
        self.safety = Safety(
            self.parts,
            self.croupier,
            self.shuffler,
            self.session,
            self.vigil.beater(_SAFETY),
        )


def forget_building():
    # What only puts the machine together is not needed again: five kilobytes of a board's heap.
    forget_parts()
    Machine.__init__ = None  # pyright: ignore[reportAttributeAccessIssue]
    del globals()["pairing"]
    for name in ("build", "own_key"):
        del sys.modules[name]
