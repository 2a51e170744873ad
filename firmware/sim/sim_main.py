# Starts a board's firmware on simulated chips: sim_main.py ROLE [CONTROL_FD [STATE_DIR [CAUSE [PACE]]]], with PACE
# the folder of a counting copy of the firmware and what effort.pace() takes.
#
# The role's main.py runs unmodified; `sim_ROLE.attach()` has put chip models behind the pins.

import sys


def _folders(role, counting):
    here = __file__[: __file__.rfind("/")] if "/" in __file__ else "."
    firmware = counting or here + "/.."
    return [here, firmware + "/" + role, firmware + "/lib", firmware]


def _run(role, fd, state_dir, cause, counting="", pace=()):  # noqa: PLR0917
    sys.path[0:1] = _folders(role, counting)
    if pace:
        import gc

        import effort

        effort.pace(*pace)
        sys.modules["gc"] = effort.Collector(gc)
    import time  # noqa: F401  the virtual one, before asyncio asks for it

    import lockstep
    import machine

    if fd >= 0:
        lockstep.connect(fd, state_dir)
    __import__("sim_" + role).attach()
    machine.configure(machine.unique_id(), cause)
    import uplink

    def written():
        current = uplink.current
        return current.tx_total if current is not None else 0

    lockstep.count_written(written)
    __import__("main")


def _start():
    if len(sys.argv) < 2 or sys.argv[1] not in ("mat", "croupier"):
        sys.stderr.write("usage: sim_main.py mat|croupier [CONTROL_FD [STATE_DIR [CAUSE]]]\n")
        sys.exit(2)
    fd = int(sys.argv[2]) if len(sys.argv) > 2 else -1
    state_dir = sys.argv[3] if len(sys.argv) > 3 else ""
    cause = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    try:
        pace = [int(text) for text in sys.argv[6:9]]
        _run(sys.argv[1], fd, state_dir, cause, sys.argv[5] if pace else "", pace)
    except Exception as error:
        # An uncaught traceback would go to standard output, which is the wire.
        sys.print_exception(error, sys.stderr)
        sys.exit(1)


_start()
