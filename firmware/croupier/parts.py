# The board's devices, made once at start from the pin map.
import sys
from time import ticks_us

from boards import croupier_v1 as board
from machine import ADC, I2C, PWM, SPI, Pin, disable_irq, enable_irq
from micropython import const
from rp2 import DMA, StateMachine

from barrier import Barrier, EdgeCounter
from edges_pio import edge_count, edge_times, stop_gate
from fram import Fram
from motor import Motor
from pn5180 import PN5180, DirectLines
from servo import Servo
from stepper import Stepper
from stepper_pio import CYCLE_HZ, step_pulses
from stop_gate import StopGate

# Rim speeds at full duty, in mm a second.
_FEED_FULL = const(2000)
_EXIT_FULL = const(2400)
# Above hearing.
_MOTOR_HZ = const(25_000)
_I2C_HZ = const(400_000)
# Digital servos: 60 degrees (667 us) in 70 ms; the ejector pushes cards and needs longer.
_EJECTOR_TRAVEL = const(140)
_GATE_TRAVEL = const(105)
_SETTLE_MS = const(20)
# State machines by number: 0 to 3 share the program memory of PIO0, 4 to 7 that of PIO1.
_STEPS, _GATE, _HOME, _OUT = const(0), const(1), const(2), const(3)
# ... and the two after it: right and exit.
_LEFT = const(4)
# DREQ numbers of the queue into state machine 0, and of that out of 1.
_STEPS_REQUEST = const(0)
_GATE_REQUEST = const(5)
# Divides the clocks of both chips, 125 and 150 MHz: no time drifts.
_EDGES_HZ = const(5_000_000)


class Parts:
    """Devices by name; nothing moves until somebody says so."""

    def __init__(self, wake):
        reverse = Pin(board.FEED_REVERSE, Pin.OUT, value=0)
        feed_pwm = PWM(Pin(board.FEED_PWM), freq=_MOTOR_HZ, duty_u16=0)
        exit_pwm = PWM(Pin(board.EXIT_PWM), freq=_MOTOR_HZ, duty_u16=0)
        self.feed = Motor(feed_pwm, reverse, _FEED_FULL, ADC(Pin(board.FEED_CURRENT)))
        self.exit = Motor(exit_pwm, reverse, _EXIT_FULL)
        pins = [
            Pin(gpio, Pin.IN) for gpio in (board.ENTRY_LEFT, board.ENTRY_RIGHT, board.EXIT_BARRIER)
        ]
        three = [
            Barrier(pin, StateMachine(_LEFT + i, edge_times, freq=_EDGES_HZ, jmp_pin=pin), wake)
            for i, pin in enumerate(pins)
        ]
        # Within 0.1 ms of each other, so that their times can be compared.
        state = disable_irq()
        for barrier in three:
            barrier.start()
        zero = ticks_us()
        enable_irq(state)
        for barrier in three:
            barrier.zero = zero
        self.entry_left, self.entry_right, self.exit_barrier = three
        out = Pin(board.OUT_BARRIER, Pin.IN)
        home = Pin(board.RACK_HOME, Pin.IN, Pin.PULL_UP)
        self.out_barrier, self.home = [
            EdgeCounter(pin, StateMachine(number, edge_count, freq=_EDGES_HZ, in_base=pin), wake)
            for number, pin in ((_OUT, out), (_HOME, home))
        ]
        gate = StateMachine(_GATE, stop_gate, freq=_EDGES_HZ, jmp_pin=pins[2])
        motors = (board.FEED_PWM, board.EXIT_PWM)
        self.stop_gate = StopGate(gate, _GATE_REQUEST, DMA(), DMA(), motors)
        self.hopper_empty = Pin(board.HOPPER_EMPTY, Pin.IN)
        self.lid = Pin(board.LID_CLOSED, Pin.IN, Pin.PULL_UP)
        self.tamper = Pin(board.TAMPER, Pin.IN, Pin.PULL_UP)
        self.ejector = Servo(PWM(Pin(board.EJECTOR_PWM), freq=50), _EJECTOR_TRAVEL, _SETTLE_MS)
        self.gate = Servo(PWM(Pin(board.DIVERTER_PWM), freq=50), _GATE_TRAVEL, _SETTLE_MS)
        pulses = StateMachine(_STEPS, step_pulses, freq=CYCLE_HZ, set_base=Pin(board.RACK_STEP))
        direction = Pin(board.RACK_DIR, Pin.OUT, value=0)
        enable = Pin(board.RACK_ENABLE, Pin.OUT, value=1)
        self.stepper = Stepper(pulses, DMA(), _STEPS_REQUEST, direction, enable)
        i2c = I2C(board.I2C_ID, sda=Pin(board.FRAM_SDA), scl=Pin(board.FRAM_SCL), freq=_I2C_HZ)
        self.fram = Fram(i2c)
        spi = SPI(
            board.SPI_ID, board.SPI_HZ,
            sck=Pin(board.SPI_SCK), mosi=Pin(board.SPI_MOSI), miso=Pin(board.SPI_MISO),
        )  # fmt: skip
        nss = Pin(board.READER_NSS, Pin.OUT, value=1)
        reset = Pin(board.READER_RST, Pin.OUT, value=0)
        busy, irq = Pin(board.READER_BUSY, Pin.IN), Pin(board.READER_IRQ, Pin.IN)
        self.reader = PN5180(spi, DirectLines(nss, busy, reset, irq))
        self.led = Pin(board.LED, Pin.OUT, value=0)


def forget_parts():
    """Give back the memory of what made them."""
    Parts.__init__ = None  # pyright: ignore[reportAttributeAccessIssue]
    for name in ("parts", "edges_pio"):
        del sys.modules[name]
