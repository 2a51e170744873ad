# With the heap locked the Uplink takes bytes from a real standard input: none may allocate. The
# input is the first bytes of a frame, then zeros; its end is noticed.
import gc
import sys

import micropython
from tests.wire.host_end import HostEnd

from uplink import Uplink

end = HostEnd()
up = Uplink(end.board)
up._readable.register(sys.stdin.buffer, 1)
for _event in up._ready(0):  # the first poll makes the pair that all later ones fill in
    break
more = again = None
gc.collect()
micropython.heap_lock()
try:
    more = up._drain()
    again = up._drain()
finally:
    micropython.heap_unlock()
print(more, again, up.rx_total)
