# A stepper motor behind a step/direction driver: exact counts of steps, speed by trapezoid.
#
# `profile` turns a distance into stretches of steady speed once, at start; DMA hands them to the pulse
# program, so a move has no deadline in Python. Positions are steps; after a broken move the position is not known.
import asyncio
from array import array
from math import sqrt
from time import ticks_add, ticks_diff, ticks_us

from micropython import const

from stepper_pio import CYCLE_HZ, PULSE_CYCLES, QUEUE_WORDS

# A stretch of the ramp.
STRETCH_US = const(4000)
# So that a word stays a small integer on the boards (30 bits).
MAX_PAUSE = const(16383)
_MAX_COUNT = const(65536)
# The instruction pull noblock, to empty the queue.
_PULL = const(0x8080)


def profile(steps, start, top, acceleration):
    """Return (words, microseconds) of a move: from `start` steps a second up to `top` and down again."""
    peak = min(top, sqrt(start * start + acceleration * steps))
    ramp_s = (peak - start) / acceleration
    pieces = max(1, int(ramp_s * 1_000_000 / STRETCH_US + 0.999))
    words = array("I")
    cycles = done = 0
    done_s = 0.0
    for i in range(1, pieces + 1):
        t = ramp_s * i / pieces
        border = min(int(start * t + acceleration * t * t / 2 + 0.5), steps // 2)
        if border <= done:
            continue
        # Between whole steps of the ideal ramp, so that rounding never adds up.
        at_s = (sqrt(start * start + 2 * acceleration * border) - start) / acceleration
        cycles += _stretch(words, border - done, at_s - done_s)
        done, done_s = border, at_s
    ramp = len(words)
    cycles *= 2
    cruise = steps - 2 * done
    if cruise:
        cycles += _stretch(words, cruise, cruise / peak)
    # Down as it went up; written straight into its place, for there is little room beside.
    for i in range(ramp - 1, -1, -1):
        words.append(words[i])
    return words, cycles * 1_000_000 // CYCLE_HZ


def steady(steps, speed):
    """Return (words, microseconds) of a move at one speed, for homing."""
    words = array("I")
    cycles = 0
    while steps > 0:
        part = min(steps, _MAX_COUNT)
        cycles += _stretch(words, part, part / speed)
        steps -= part
    return words, cycles * 1_000_000 // CYCLE_HZ


def _stretch(words, count, time_s):
    # Appends so many steps in that time; returns the cycles they take.
    pause = int(time_s / count * CYCLE_HZ + 0.5) - PULSE_CYCLES
    if not 0 <= pause <= MAX_PAUSE:
        raise ValueError("this speed is outside the pulse program's range")
    words.append(count - 1 | pause << 16)
    return 2 + count * (pause + PULSE_CYCLES)


class Stepper:
    """Moves by whole profiles. `pulses` is the state machine running stepper_pio.step_pulses, `channel` the DMA
    channel that hands it the words, `request` its DREQ: no move waits for the program.
    """

    def __init__(self, pulses, channel, request, direction, enable):
        self._pulses = pulses
        self._channel = channel
        self._control = channel.pack_ctrl(inc_write=False, treq_sel=request)
        self._direction = direction
        self._enable = enable
        self.moving = False
        self.off()

    def on(self):
        self._enable.value(0)

    def off(self):
        """Stop the pulses and let the motor go."""
        self._channel.active(0)
        self._pulses.active(0)
        self._enable.value(1)
        self.moving = False

    async def run(self, plan, forward):
        """Make the steps of a profile; return when the last pulse is out: False if it was turned off."""
        words, duration_us = plan
        pulses = self._pulses
        self.on()
        self._direction.value(1 if forward else 0)
        pulses.restart()
        for _word in range(QUEUE_WORDS):  # what a stopped move has left behind
            if pulses.tx_fifo() == 0:
                break
            pulses.exec(_PULL)
        self.moving = True
        self._channel.config(
            read=words, write=pulses, count=len(words), ctrl=self._control, trigger=True
        )
        pulses.active(1)
        end = ticks_add(ticks_us(), duration_us + 500)
        while self.moving and (left := ticks_diff(end, ticks_us())) > 0:
            await asyncio.sleep_ms(left // 1000 + 1)
        pulses.active(0)
        whole = self.moving
        self.moving = False
        return whole
