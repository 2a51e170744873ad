# The board's devices, made once at start from the pin map.
from boards import croupier_v1 as board
from machine import ADC, I2C, PWM, SPI, Pin
from micropython import const
from rp2 import StateMachine

from barrier import Barrier
from fram import Fram
from motor import Motor
from pn5180 import PN5180, DirectLines
from servo import Servo
from stepper import Stepper
from stepper_pio import CYCLE_HZ, step_pulses

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


class Parts:
    """Devices by name; nothing moves until somebody says so."""

    def __init__(self, wake):
        reverse = Pin(board.FEED_REVERSE, Pin.OUT, value=0)
        feed_pwm = PWM(Pin(board.FEED_PWM), freq=_MOTOR_HZ, duty_u16=0)
        exit_pwm = PWM(Pin(board.EXIT_PWM), freq=_MOTOR_HZ, duty_u16=0)
        self.feed = Motor(feed_pwm, reverse, _FEED_FULL, ADC(Pin(board.FEED_CURRENT)))
        self.exit = Motor(exit_pwm, reverse, _EXIT_FULL)
        self.entry_left = Barrier(Pin(board.ENTRY_LEFT, Pin.IN), wake)
        self.entry_right = Barrier(Pin(board.ENTRY_RIGHT, Pin.IN), wake)
        self.exit_barrier = Barrier(Pin(board.EXIT_BARRIER, Pin.IN), wake)
        self.out_barrier = Barrier(Pin(board.OUT_BARRIER, Pin.IN), wake)
        self.home = Barrier(Pin(board.RACK_HOME, Pin.IN, Pin.PULL_UP), wake)
        self.hopper_empty = Pin(board.HOPPER_EMPTY, Pin.IN)
        self.lid = Pin(board.LID_CLOSED, Pin.IN, Pin.PULL_UP)
        self.tamper = Pin(board.TAMPER, Pin.IN, Pin.PULL_UP)
        self.ejector = Servo(PWM(Pin(board.EJECTOR_PWM), freq=50), _EJECTOR_TRAVEL, _SETTLE_MS)
        self.gate = Servo(PWM(Pin(board.DIVERTER_PWM), freq=50), _GATE_TRAVEL, _SETTLE_MS)
        pulses = StateMachine(0, step_pulses, freq=CYCLE_HZ, set_base=Pin(board.RACK_STEP))
        direction = Pin(board.RACK_DIR, Pin.OUT, value=0)
        enable = Pin(board.RACK_ENABLE, Pin.OUT, value=1)
        self.stepper = Stepper(pulses, direction, enable)
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
