# The croupier: build the machine, start the tasks, run for ever; whatever fails, stop it safely.
import asyncio
import sys

import micropython

micropython.kbd_intr(-1)  # before anything is read: a byte 03 is data, not a stop

from croupier import Croupier
from faults import TASK_DIED, SafeStop
from identity import session_for
from machine import WDT
from parts import Parts
from safety import Safety
from shuffler import Shuffler
from uplink import Uplink
from wake import Wake

_WATCHDOG_MS = 5000


async def main():
    wake = Wake()
    parts = Parts(wake)
    handlers = {}
    session = session_for("croupier", handlers)
    machine = Croupier(parts, session, wake)
    shuffler = Shuffler(machine)
    handlers.update(shuffler.handlers())
    stop = SafeStop()
    stop.add(machine.off)
    shuffler.boot()
    machine.throat.reset_reader()
    safety = Safety(parts, machine, shuffler, session, WDT(timeout=_WATCHDOG_MS))
    try:
        await asyncio.gather(Uplink(session, parts.led).run(), shuffler.run(), safety.run())
    except Exception as error:
        sys.print_exception(error, sys.stderr)
    finally:
        stop.stop(TASK_DIED)  # and the watchdog, no longer fed, restarts the board


asyncio.run(main())
