# Runs in MicroPython: heap_share.py ROLE FOLDER. Prints how many bytes of heap the simulation takes beside
# the firmware: `machine`, the clock, the chip models, and what the models keep when all 108 cards are there.
import gc
import sys

role, root = sys.argv[1], sys.argv[2]
sys.path[0:1] = [root + "/sim", root + "/" + role, root + "/lib", root]
gc.collect()
before = gc.mem_alloc()

import time  # noqa: E402, F401

import lockstep  # noqa: E402

listeners = []
lockstep.on_world = listeners.append
__import__("sim_" + role).attach()
tags = [{"uid": "%016x" % (0xE004 << 48 | number), "p": 1.0} for number in range(108)]
if role == "croupier":
    news = {"hopper": [tag["uid"] for tag in tags]}
else:
    news = {"zone": "meld_ns_1", "tags": tags, "load": 108}
for listener in listeners:
    listener(news)
del tags, news
gc.collect()
print(gc.mem_alloc() - before)
