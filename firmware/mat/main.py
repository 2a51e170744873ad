# The mat's program: build, start the tasks, run. What ends a task ends all, fields off first.
import asyncio
import gc
import sys

import machine
import micropython
from build import WATCHDOG_MS, Mat

from faults import TASK_DIED

_COLLECT_BYTES = micropython.const(32768)


async def _run(mat):
    mat.scanner.begin()
    await asyncio.gather(mat.uplink.run(), mat.scanner.run(), mat.scales.run(), mat.vigil.run())


def main():
    # Until now a byte 03 from the host would stop the program.
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    mat = Mat(watchdog.feed)
    # Collect often and little, so that what lives long stays together at the bottom.
    gc.collect()
    gc.threshold(_COLLECT_BYTES)
    try:
        asyncio.run(_run(mat))
    except Exception as error:
        # Not to standard output: that is the wire.
        sys.print_exception(error, sys.stderr)  # pyright: ignore[reportArgumentType]
    finally:
        mat.safe_stop.stop(TASK_DIED)
    machine.reset()


main()
