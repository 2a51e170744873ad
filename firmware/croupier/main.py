# The croupier's program: build, start the tasks, run. What ends a task ends all, motors off first.
import asyncio
import gc
import sys

import machine
import micropython

from faults import TASK_DIED


async def _run(built):
    built.shuffler.boot()
    await asyncio.gather(
        built.uplink.run(),
        built.shuffler.run(),
        built.safety.run(),
        built.restart.run(),
        built.vigil.run(),
    )


def main():
    # Here, for it is forgotten again; and first, for whoever sees it fail needs the REPL.
    import build  # noqa: PLC0415

    # Until now a byte 03 from the host would stop the program.
    micropython.kbd_intr(-1)
    watchdog = machine.WDT(timeout=build.WATCHDOG_MS)
    built = None
    try:
        built = build.Machine(watchdog.feed)
        build.forget_building()
        build = None
        # The feeder collects where nothing moves; this is for the rest, and seldom.
        gc.collect()
        gc.threshold(gc.mem_free() >> 1)
        asyncio.run(_run(built))
    except Exception as error:
        # On the boards this too is the wire: text between frames, which the host logs.
        sys.print_exception(error, sys.stderr)  # pyright: ignore[reportArgumentType]
    finally:
        if built is not None:
            built.safe_stop.stop(TASK_DIED)
    machine.reset()


main()
