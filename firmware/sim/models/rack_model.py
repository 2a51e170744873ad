# The rack: twelve slots on a wheel, the stepper that turns it, the switch that closes at slot 0.
import lockstep

_SLOTS = 12
_STEPS = 400
_TURN = _SLOTS * _STEPS
# The switch is closed this many steps to both sides of slot 0.
_MAGNET = 60
# A slot takes cards, and gives them, this many steps to both sides.
_MOUTH = 30


class RackModel:
    def __init__(self, state, direction, enable, home):
        # `state` holds the slots, a list of cards each, lowest first; the others are pins.
        self._state = state
        self._pulses = None
        self._home = home
        self._enabled = False
        self._forward = True
        self._at = state.rack_at
        self._counted = 0
        self._generation = 0
        # Called when the wheel begins to turn; the other models look whether that is allowed.
        self.on_turn = []
        self._was_moving = False
        direction.watchers.append(self._direction_changed)
        enable.watchers.append(self._enable_changed)
        self._drive()

    def connect(self, pulses):
        """The firmware has set up the state machine at the STEP pin."""
        self._pulses = pulses
        self._counted = 0
        pulses.changed = self._changed

    @property
    def slots(self):
        return self._state.slots

    def position(self):
        """Steps from slot 0, 0 to 4,799."""
        out = self._pulses.pulses(lockstep.local_us()) if self._pulses is not None else 0
        if self._enabled:
            self._at += (out - self._counted) * (1 if self._forward else -1)
        self._counted = out
        self._at %= _TURN
        self._state.rack_at = self._at
        return self._at

    def moving(self):
        return (
            self._enabled
            and self._pulses is not None
            and bool(self._pulses.ahead(lockstep.local_us()))
        )

    def slot_at_mouth(self):
        """The slot that stands at the mouth, or None between slots or while turning."""
        if self.moving():
            return None
        at = self.position()
        slot = (at + _STEPS // 2) // _STEPS
        return slot % _SLOTS if abs(at - slot * _STEPS) <= _MOUTH else None

    def power_off(self):
        """The wheel stays where it is: a ball holds it."""
        self.position()
        self._enabled = False
        self._generation += 1

    def slip(self, steps):
        """Fault: the motor loses its step; the wheel stands elsewhere than was counted."""
        self._at = (self.position() + steps) % _TURN
        self._drive()

    def _direction_changed(self, level):
        self.position()
        self._forward = bool(level)

    def _enable_changed(self, level):
        self.position()
        self._enabled = not level

    def _changed(self):
        moving = self.moving()
        if moving and not self._was_moving:
            for listener in self.on_turn:
                listener()
        self._was_moving = moving
        self._plan()

    def _drive(self):
        at = self.position()
        self._home.drive(0 if min(at, _TURN - at) <= _MAGNET else 1)

    def _plan(self):
        # Schedules the next moment at which the switch may change.
        self._generation += 1
        generation = self._generation
        now = lockstep.local_us()
        at = self.position()
        closed = min(at, _TURN - at) <= _MAGNET
        if self._forward:
            edge = (_MAGNET + 1 - at) % _TURN if closed else (_TURN - _MAGNET - at) % _TURN
        else:
            edge = (at + _MAGNET + 1) % _TURN if closed else (at - _MAGNET) % _TURN
        edge = edge or _TURN
        for start, train in self._pulses.ahead(now):
            done = _out_of(train, (now - start) / self._pulses.cycle_us)
            if edge <= train.count - done:
                cycles = train.first + (done + edge - 1) * train.period
                when = start + int(cycles * self._pulses.cycle_us) + 2
                lockstep.call_at(max(when, now), lambda: self._edge(generation))
                return
            edge -= train.count - done

    def _edge(self, generation):
        if generation == self._generation:
            self._drive()
            self._plan()


def _out_of(train, cycles):
    # How many pulses of a train are out that many cycles after its start.
    cycles = int(cycles) - train.first
    if cycles < 0:
        return 0
    return min(train.count, cycles // train.period + 1 if train.period else 1)
