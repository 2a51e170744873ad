"""The wire between host and boards: one package, run by CPython and by MicroPython.

frame.py     bytes on the wire <-> the content of a frame
messages.py  the content of a frame <-> numbers, texts and tags, in one table
pace.py      how long to wait before sending again
ring.py      the reports that are kept until the host has written them down
device.py    the board's end of a session, without any I/O
"""

# Both ends must have the same number; it grows with every change of a layout, of a meaning or of
# the frame. The first eleven bytes of HELLO's answer never change, so a refusal can say why.
PROTOCOL_VERSION = 1
