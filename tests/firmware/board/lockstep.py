# The clock of a board on a PC without a conductor: the real one. Transfers cost nothing.
from utime import ticks_us


def local_us():
    return ticks_us()


def spend_us(_us):
    pass
