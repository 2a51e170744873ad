# With the heap locked an allocation raises MemoryError: going round the antennas must not allocate.
#
# The models may; the heap is unlocked while a pin, the bus or the clock is theirs.
import lockstep
import machine
import mat_rig
import micropython
from mat_rig import Readers, seeded, uid_of

locked = False


def outside(work, arguments):
    """Return the function, of so many arguments, with the heap unlocked around it."""

    # A call with *arguments would itself allocate.
    def none():
        enter()
        result = work()
        leave()
        return result

    def one(first):
        enter()
        result = work(first)
        leave()
        return result

    def two(first, second):
        enter()
        result = work(first, second)
        leave()
        return result

    return (none, one, two)[arguments]


def enter():
    if locked:
        micropython.heap_unlock()


def leave():
    if locked:
        micropython.heap_lock()


class Board:
    """A reader's wires and bus, with a locked heap on the firmware's side only."""

    def __init__(self, spi, lines):
        self.write = outside(spi.write, 1)
        self.readinto = outside(spi.readinto, 2)
        self.nss = outside(lines.nss, 1)
        self.point = outside(lines.point, 0)
        self.busy = outside(lines.busy, 0)
        self.irq = outside(lines.irq, 0)
        self.reset = lines.reset


CLOCK = (("sleep_us", 1), ("ticks_us", 0), ("ticks_ms", 0), ("ticks_diff", 2), ("ticks_add", 2))


class Quiet:
    def __init__(self):
        self.rounds = 0

    def round(self, zone, fresh, gone, complete):
        self.rounds += 1


def wrapped_clock():
    import scanner

    import iso15693
    import pn5180

    for module in (pn5180, scanner, iso15693):
        for name, arguments in CLOCK:
            if hasattr(module, name):
                setattr(module, name, outside(getattr(module, name), arguments))


def make():
    from scanner import Scanner

    from faults import SafeStop
    from pn5180 import PN5180

    readers = Readers()
    bus = machine.SPI(0, baudrate=4_000_000)
    for zone in readers.zones:
        wires = Board(bus, zone.reader._lines)
        zone.reader = PN5180(wires, wires, zone.reader._permit, zone.reader._frames)
        zone.reader.reset()
    scanner = Scanner(readers.zones, Quiet(), lambda now: False, SafeStop(), lambda: None)
    scanner.zones[mat_rig.TILE].owes_full = False
    wrapped_clock()
    return readers, scanner


def locked_look(scanner, zone):
    """One look and the round it asks for, with the heap locked."""
    global locked
    micropython.heap_lock()
    locked = True
    try:
        if scanner.look(zone):
            scanner._start(zone, False)
            while not scanner.step(zone):
                pass
    finally:
        locked = False
        micropython.heap_unlock()


def test_looking_asking_and_echoing_allocate_nothing():
    readers, scanner = make()
    zone = scanner.zones[mat_rig.TILE]
    rng = seeded(7)
    uids = [uid_of(rng.getrandbits(30) * 1009 + at) for at in range(20)]
    for count in (0, 1, 2, 7, 20, 20, 18, 3, 0):
        readers.lay(uids[:count])
        for _look in range(4):
            locked_look(scanner, zone)
            lockstep.spend_us(60_000)
        assert zone.known.count == count, (zone.known.count, count)
        assert not zone.fault
    assert scanner._reports.rounds > 12


def test_looking_at_a_pile_allocates_nothing():
    readers, scanner = make()
    stock = scanner.zones[0]
    for load in (0, 42, 42, 42):
        readers.mat.fields["stock"].set([], load)
        locked_look(scanner, stock)
    assert stock.loaded == 1


mat_rig.hold(globals())
