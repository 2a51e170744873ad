# What watches beside the work: lid, tamper switch, a host that went silent.
import asyncio
from time import ticks_ms

from micropython import const

_LOOK_MS = const(500)


class Safety:
    """Stops everything at once when the lid opens; the rest is looked at twice a second."""

    def __init__(self, parts, machine, shuffler, session, beat):
        self._lid = parts.lid
        self._tamper = parts.tamper
        self._machine = machine
        self._shuffler = shuffler
        self._session = session
        self._beat = beat
        self._flag = asyncio.ThreadSafeFlag()
        self._was_open = None
        self._was_tampered = None
        # Hard: the stop must not wait for a collection. Nothing below it allocates.
        self._lid.irq(self._lid_moved, self._lid.IRQ_RISING | self._lid.IRQ_FALLING, hard=True)
        self._tamper.irq(self._tamper_moved, self._tamper.IRQ_RISING | self._tamper.IRQ_FALLING)

    async def run(self):
        while True:
            self._beat()
            self._look()
            try:  # noqa: SIM105  MicroPython has no contextlib
                await asyncio.wait_for_ms(self._flag.wait(), _LOOK_MS)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no built-in one
                pass

    def _look(self):
        lid, tampered = self._lid.value(), self._tamper.value()
        # Only how they stand counts; what the machine has to say needs the last places.
        if lid != self._was_open and self._machine.has_room():
            self._session.emit("LID", lid)
            self._was_open = lid
        if tampered != self._was_tampered and self._machine.has_room():
            self._session.emit("TAMPER", tampered)
            self._was_tampered = tampered
        if self._shuffler.moving:
            if lid:
                self._machine.wake.halt_for("lid")
            elif self._session.host_silent(ticks_ms()):
                self._machine.wake.halt_for("host")

    def _lid_moved(self, _pin):
        # In the interrupt: fingers may be on their way.
        if self._lid.value():
            self._machine.off()
            self._machine.wake.halt_for("lid")
        self._flag.set()

    def _tamper_moved(self, _pin):
        self._flag.set()
