# What the croupier's firmware takes of the heap, beside the doubles of machine, rp2 and time.
import gc
import sys

_FIRMWARE = __file__[: __file__.rfind("/")] + "/../../firmware"
sys.path[0:0] = [_FIRMWARE + "/sim", _FIRMWARE + "/croupier", _FIRMWARE + "/lib", _FIRMWARE]

import time  # noqa: F401  the virtual one, before asyncio asks for it

# isort: split
import asyncio  # noqa: F401

import machine  # noqa: F401
import rp2  # noqa: F401

gc.collect()
before = gc.mem_alloc()
from build import Machine

built = Machine(lambda: None)
gc.collect()
taken = gc.mem_alloc() - before
print("firmware", taken)
assert taken < 180_000, taken
