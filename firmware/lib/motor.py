# A direct-current motor behind a bridge driver, with its current measured at a shunt.
import asyncio

# Three steps up: the belt stays on its wheel and the supply up.
RAMP = (40, 75, 100)
_RAMP_STEP_MS = 4
_FULL_DUTY = 65535
# INA180: 1 A gives 1 V; the converter's full scale is 3.3 V.
_FULL_SCALE_MA = 3300


class Motor:
    """Speed in millimetres a second at the roller's rim; `full` is what full duty gives."""

    def __init__(self, pwm, reverse, full, sense=None):
        self._pwm = pwm
        self._reverse = reverse
        self._full = full
        self._sense = sense
        self.speed = 0
        pwm.duty_u16(0)

    def set(self, speed):
        """Run at once at this speed; negative is backwards."""
        bounded = max(-self._full, min(self._full, speed))
        if bounded:
            self._reverse.value(1 if bounded < 0 else 0)
        self._pwm.duty_u16(abs(bounded) * _FULL_DUTY // self._full)
        self.speed = bounded

    def stop(self):
        self._pwm.duty_u16(0)
        self.speed = 0

    def current_ma(self):
        return self._sense.read_u16() * _FULL_SCALE_MA // 65535 if self._sense is not None else 0


async def ramp_up(motors):
    """Bring several motors to their speeds together: pairs (motor, speed)."""
    for percent in RAMP:
        for motor, speed in motors:
            motor.set(speed * percent // 100)
        if percent != 100:
            await asyncio.sleep_ms(_RAMP_STEP_MS)
