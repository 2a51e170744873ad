# A hobby servo: a pulse of 0.5 to 2.5 ms every 20 ms names an angle; it tells nothing back.

LEAST_US = 500
MOST_US = 2500
FRAME_HZ = 50


class Servo:
    """`travel_ms_per_ms`: how long the arm takes for one millisecond of pulse width, with reserve."""

    def __init__(self, pwm, travel_ms_per_ms, settle_ms):
        self._pwm = pwm
        self._travel = travel_ms_per_ms
        self._settle_ms = settle_ms
        self.at_us = None
        pwm.freq(FRAME_HZ)

    def go(self, pulse_us):
        """Send the arm there; return after how many milliseconds it has arrived."""
        pulse_us = max(LEAST_US, min(MOST_US, pulse_us))
        far = MOST_US - LEAST_US if self.at_us is None else abs(pulse_us - self.at_us)
        if not far:
            return 0
        self._pwm.duty_ns(pulse_us * 1000)
        self.at_us = pulse_us
        return far * self._travel // 1000 + self._settle_ms

    def off(self):
        """Stop holding; the arm stays where it is, which is then not known."""
        self._pwm.duty_u16(0)
        self.at_us = None
