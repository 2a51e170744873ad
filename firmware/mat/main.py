# The mat's program: build, start the tasks, run. What ends a task ends all, fields off first.
import asyncio
import gc
import sys

import machine
import micropython

from faults import TASK_DIED


async def _run(mat):
    mat.scanner.begin()
    await asyncio.gather(
        mat.uplink.run(), mat.scanner.run(), mat.scales.run(), mat.restart.run(), mat.vigil.run()
    )


def main():
    # Here, for it is forgotten again; and first, for whoever sees it fail needs the REPL.
    import build  # noqa: PLC0415

    # Until now a byte 03 from the host would stop the program.
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=build.WATCHDOG_MS)
    mat = None
    try:
        mat = build.Mat(watchdog.feed)
        build.forget_building()
        build = None
        # Seldom, for each takes 14 ms on a Pico 2; but before nothing is left in one piece.
        gc.collect()
        gc.threshold(gc.mem_free() >> 1)
        asyncio.run(_run(mat))
    except Exception as error:
        # On the boards this too is the wire: text between frames, which the host logs.
        sys.print_exception(error, sys.stderr)  # pyright: ignore[reportArgumentType]
    finally:
        if mat is not None:
            mat.safe_stop.stop(TASK_DIED)
    machine.reset()


main()
