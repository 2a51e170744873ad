# The croupier on a PC: its models behind the pins, and the world behind them.
import gc

import lockstep
import machine
import measures
from models.croupier_model import CroupierModel

UNIQUE_ID = b"CROUSIM1"

current = None


def commission(fram):
    """Write what a table's first set-up writes: an empty rack and no job."""
    from memory import Memory

    from fram import Fram

    class Direct:
        # The firmware's own code writes it, straight into the chip.
        @staticmethod
        def readfrom_mem_into(_address, at, buffer, *, addrsize):  # noqa: ARG004
            buffer[:] = fram.content[at : at + len(buffer)]

        @staticmethod
        def writeto_mem(_address, at, content, *, addrsize):
            fram.write(at.to_bytes(addrsize // 8, "big") + bytes(content))

    memory = Memory(Fram(Direct))
    memory.load()
    if not memory.sound:
        for slot in range(len(memory.loads)):
            memory.loads[slot] = 0
        memory.save()


def attach():
    """Put the models behind the pins and listen to the world; return the simulated croupier."""
    global current
    current = CroupierModel(folder=lockstep.state_dir)
    commission(current.fram)
    lockstep.on_world(current.update)
    lockstep.on_world(measures.answer)
    # Models and firmware in one heap: collect early, or what stays lies scattered.
    gc.threshold(100_000)
    machine.configure(UNIQUE_ID)
    return current
