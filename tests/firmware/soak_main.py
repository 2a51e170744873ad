# A board's compiled program on chip models that also says how much heap is in use when the world
# asks: soak_main.py ROLE BUNDLE FOLDER CONTROL_FD. With -1 it prints what the models alone take.
import gc
import sys

role, bundle, folder, control = sys.argv[1:]
_SIM = __file__[: __file__.rfind("/")] + "/../../firmware/sim"
sys.path[0:1] = [_SIM, bundle, bundle + "/lib"]

import time  # noqa: F401  the virtual one, before asyncio asks for it

import lockstep
import machine


def weigh(news):
    # What is dead is collected first; the model keeps the cards it has dealt for whoever asks.
    if "heap" in news:
        if role == "croupier":
            models.trays.clear()
        gc.collect()
        lockstep.tell({"heap": gc.mem_alloc()})


if int(control) >= 0:
    # The mat's flash is that folder; the croupier's models would write all cards down there, often.
    lockstep.connect(int(control), folder if role == "mat" else "")
models = __import__("sim_" + role).attach()
if int(control) < 0:
    if role == "croupier":
        models.load([("%016x" % card, True) for card in range(108)])
    gc.collect()
    print(gc.mem_alloc())
    sys.exit(0)
lockstep.on_world(weigh)
machine.configure(machine.unique_id(), 1)
import uplink

lockstep.count_written(lambda: uplink.current.tx_total if uplink.current else 0)
import program  # noqa: F401
