# Starts an installed bundle alone, its chips in another process: BUNDLE STRAIT_FD STATE_DIR CAUSE.
#
# The bundle is what `tallone firmware install` puts on a board, and runs as its start file runs it;
# the heap of this interpreter holds what a board's holds, and the thin coast, compiled, that lies beside it.

import gc
import os
import sys

# As the start file does.
gc.threshold(4096)


def _run(bundle, fd, state_dir, cause):
    sys.path[0:1] = [bundle + "/../coast", bundle, bundle + "/lib"]
    import time  # noqa: F401  the virtual one, before asyncio asks for it

    import lockstep
    import machine

    machine.configure(lockstep.connect(fd), cause)
    import uplink

    def written():
        current = uplink.current
        return current.tx_total if current is not None else 0

    lockstep.count_written(written)
    os.chdir(state_dir)  # the board's flash
    __import__("program")


try:
    _run(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
except Exception as error:
    # An uncaught traceback would go to standard output, which is the wire.
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
