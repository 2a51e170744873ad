# An HX711 with its load cell, at 80 conversions a second, read through PD_SCK and DOUT.
#
# Section names are the HX711 data sheet's; see docs/models.md. Weights are hundredths of a gram.
import lockstep

from models.tag_field import Noise

_CONVERSION_US = 12500
# "Settling time": four conversions until a step is through the filter, the same after power-up.
_SETTLING_US = 50000
# PD_SCK high for longer than this powers the chip down.
_POWER_DOWN_US = 60
NEVER = 1 << 60
# A result out of it by the state machine: 25 pulses.
_SHIFT_US = 40

# A bar cell for 500 g that gives 0.7 mV a volt, on 3.3 V, at gain 128: 4.6 uV a gram, a count is
# 1.5 nV.
COUNTS_PER_GRAM = 3000
# Standard deviation of a result, in hundredths of a gram.
NOISE_CG = 5


class HX711Model:
    def __init__(self, name, seed):
        self.name = name
        self.noise = Noise(seed)
        self.noise_cg = NOISE_CG
        self.drift_cg_per_s = 0.0
        self.silent = False
        self.stuck = False
        self._tremble = 0
        self.power_downs = 0
        self.early_clocks = 0
        self.zero = 60000 + 7919 * seed
        self._cg = self._before_cg = 0
        self._shake_cg = 0
        self._changed_at = -_SETTLING_US
        self._born_at = lockstep.local_us()
        self._period = _CONVERSION_US + 40 * (seed % 5)  # each has a clock of its own
        self._ready_at = self._born_at + _SETTLING_US // _CONVERSION_US * self._period
        self._pulses = 0
        self._value = 0
        self._high_at = 0
        self._phase_at = self._born_at
        self._early = 0
        self._begun_in = 0
        self.torn = 0
        self.taken = 0
        self._level = 0

    def put(self, cg, shake=False):
        # The load from now on; with shake somebody leans on the table.
        now = lockstep.local_us()
        self._before_cg = self._load(now)
        self._cg = cg
        self._changed_at = now
        self._shake_cg = 900 if shake else 0

    def sck(self, level):
        now = lockstep.local_us()
        if level == self._level:
            return
        self._level = level
        if level:
            self._high_at = now
            self._rise(now)
        elif now - self._high_at > _POWER_DOWN_US:
            # "Reset and power-down": it begins anew when the clock is low again, its oscillator with it.
            self.power_downs += 1
            self.early_clocks -= self._early
            self._pulses = 0
            self._phase_at = now
            self._ready_at = now + _SETTLING_US // _CONVERSION_US * self._period

    def dout(self):
        if self.silent:
            return 1
        if not self._pulses:
            return 0 if lockstep.local_us() >= self._ready_at else 1
        if self._pulses <= 24:
            return self._value >> (24 - self._pulses) & 1
        if lockstep.local_us() < self._ready_at:
            return 1
        self._pulses = 0  # the next conversion is done
        return 0

    def turns(self):
        # When DOUT will fall by itself.
        done = lockstep.local_us() >= self._ready_at
        return NEVER if self.silent or done or 0 < self._pulses <= 24 else self._ready_at

    # For the block that clocks it by itself.

    def ready_at(self):
        # When there is a result to take; -1: never.
        if self.silent:
            return -1
        return self._ready_at

    def shift_out(self):
        # A whole result in 25 pulses, which take some fifty microseconds together.
        now = lockstep.local_us()
        if self.silent:
            return 0xFFFFFF
        self.taken += 1
        self._rise(now)
        if (now + _SHIFT_US - self._phase_at) // self._period != self._begun_in:
            self.torn += 1
            if not self.stuck:
                self._value = self._value & 0xFFF000 | self._convert(now) & 0xFFF
        self._pulses = 24
        self._rise(now)
        return self._value

    def _rise(self, now):
        if self._pulses >= 25 and now >= self._ready_at:
            self._pulses = 0
        if not self._pulses:
            self._early = 1 if now < self._ready_at else 0
            self.early_clocks += self._early
            self._begun_in = (now - self._phase_at) // self._period
            if not self.stuck:
                self._value = self._convert(now) & 0xFFFFFF
        elif self._pulses < 25 and (now - self._phase_at) // self._period != self._begun_in:
            self.torn += (
                1  # a conversion has ended meanwhile: nobody says what is shifted out then
            )
        self._pulses += 1
        if self._pulses == 25:
            # The converter runs on by itself; the next result is the next multiple of its period.
            periods = (now - self._phase_at) // self._period + 1
            self._ready_at = self._phase_at + periods * self._period

    def _load(self, now):
        since = now - self._changed_at
        if since >= _SETTLING_US:
            return self._cg
        return self._before_cg + (self._cg - self._before_cg) * since // _SETTLING_US

    def _convert(self, now):
        draw = self.noise.below
        # Three draws make noise round enough; over a width w their sum deviates by w / 2.
        width = max(1, 200 * self.noise_cg)
        cg100 = (
            100 * self._load(now) + draw(width) + draw(width) + draw(width) - 3 * (width - 1) // 2
        )
        if self._shake_cg:
            cg100 += 100 * (draw(2 * self._shake_cg) + draw(self._shake_cg))
        cg100 += int(self.drift_cg_per_s * (now - self._born_at) / 10000)
        # A living converter never says the same again and again, whatever lies there.
        self._tremble = (5 * self._tremble + 3) & 31
        return self.zero + cg100 * COUNTS_PER_GRAM // 10000 + (self._tremble if width == 1 else 0)
