# Ejector, gate, out barrier and trays: how a packet leaves the rack.
#
# Both servos move at a steady speed to the pulse they are given. The stepped face of the ejector
# frees the cards lowest first, one for each stretch of its way; each front edge shades the barrier.
import lockstep

_BACK_US = 900
_OUT_US = 2100
_FIRST_TRAY_US = 900
_TRAY_US = 150
TRAYS = 9
# Ejector: 60 degrees in 90 ms; gate: in 70 ms.
_EJECTOR_US_PER_MS = 7.5
_GATE_US_PER_MS = 9.5
# The first card comes free after this way of the arm, the next ones after so much more each.
_FIRST_US = 250
_NEXT_US = 60
_SHADE_US = 4000
_FALL_US = 35_000
_RETURN = 7
_HOPPER_US = 250_000


class ServoModel:
    """Where the arm is, by the pulse it was last told and the time since."""

    def __init__(self, speed, at):
        self._speed = speed
        self._from = at
        self._to = at
        self._since = 0

    def changed(self, pwm):
        self._from = self.at()
        self._since = lockstep.local_us()
        pulse = pwm.duty_u16() * 1_000_000 // pwm.freq() / 65535 if pwm.freq() else 0
        self._to = pulse if pwm.duty_u16() else self._from

    def at(self):
        way = self._to - self._from
        gone = (lockstep.local_us() - self._since) / 1000 * self._speed
        if gone >= abs(way):
            return self._to
        return self._from + (gone if way > 0 else -gone)

    @property
    def target(self):
        return self._to

    def when(self, at):
        """At what time the arm passes that place, if it goes on; it does lie ahead."""
        return self._since + int(abs(at - self._from) / self._speed * 1000)


class OutletModel:
    def __init__(self, state, rack, barrier, empty_into_hopper):
        self._state = state
        self._rack = rack
        self._barrier = barrier
        self._to_hopper = empty_into_hopper
        self.ejector = ServoModel(_EJECTOR_US_PER_MS, state.ejector_at)
        self.gate = ServoModel(_GATE_US_PER_MS, _FIRST_TRAY_US)
        self.crashes = []
        self.delivered = None  # called with (tray, cards)
        # Fault: so many cards stay in the slot at the next stroke.
        self.sticking = 0
        self.forced = None
        self._freed = []
        self._next_us = _FIRST_US
        self._generation = 0
        rack.on_turn.append(self._rack_turns)
        barrier.drive(1)

    def ejector_changed(self, pwm):
        self.ejector.changed(pwm)
        self._generation += 1
        if self.ejector.target > self.ejector.at():
            self._next_us = max(self._next_us, _FIRST_US)
            self._plan()
        else:
            self._finish()
        self._state.ejector_at = self.ejector.target

    def force(self, level):
        """Fault: the barrier always tells the same; None cleans it."""
        self.forced = level
        self._barrier.drive(1 if level is None else level)

    def _plan(self):
        generation = self._generation
        place = _BACK_US + self._next_us
        if place > self.ejector.target:
            return
        lockstep.call_at(self.ejector.when(place), lambda: self._free(generation))

    def _free(self, generation):
        # The lowest card of the slot falls past the barrier into the tray.
        if generation != self._generation:
            return
        slot = self._rack.slot_at_mouth()
        if slot is None:
            self._crash("the ejector met the rack between slots")
            return
        cards = self._rack.slots[slot]
        if len(cards) > self.sticking:
            if abs(self.gate.at() - self.gate.target) > 5:
                self._crash("a card fell on the moving gate")
            self._freed.append(cards.pop(0))
            self._shade(0)
            lockstep.call_at(lockstep.local_us() + _SHADE_US, lambda: self._shade(1))
        self._next_us += _NEXT_US
        self._plan()

    def _shade(self, level):
        if self.forced is None:
            self._barrier.drive(level)

    def _finish(self):
        # The arm goes back: what has left has landed.
        self._next_us = _FIRST_US
        self.sticking = 0
        freed, self._freed = self._freed, []
        if not freed:
            return
        tray = round((self.gate.target - _FIRST_TRAY_US) / _TRAY_US)
        if tray == _RETURN:
            lockstep.call_at(lockstep.local_us() + _HOPPER_US, lambda: self._to_hopper(freed))
        if self.delivered is not None:
            self.delivered(tray, freed)

    def power_off(self):
        """The arm stays where it is; what is in the air lands."""
        self._generation += 1
        self._state.ejector_at = self.ejector.at()
        self._finish()

    def _rack_turns(self):
        if self.ejector.at() > _BACK_US + _FIRST_US // 2:
            self._crash("the rack turned with the ejector in it")

    def _crash(self, what):
        self.crashes.append((lockstep.local_us(), what))
        lockstep.tell({"crash": what})
