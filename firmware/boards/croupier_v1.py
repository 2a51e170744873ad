# Croupier: pins of the Raspberry Pi Pico 2 (RP2350A). Made by tools/pins.py from hardware/pinmap.toml.
# fmt: off
from micropython import const

# GPIO 16, 18 and 19 belong to SPI0
SPI_ID = const(0)
# one reader on a short cable; the same figure as the mat
SPI_HZ = const(4000000)
# GPIO 20 and 21 belong to I2C0
I2C_ID = const(0)
# 6 piles + 6 digits, or 4 + 8: the exact shuffle in two passes
SLOTS = const(12)
# loads never pass 11; three more for a misfeed
SLOT_CAPACITY = const(14)
# 200 full steps x 16 microsteps x 1.5 gear / 12 slots
STEPS_PER_SLOT = const(400)
# diverter position = index
TRAYS = ("N", "E", "S", "W", "pozzetto_1", "pozzetto_2", "stock", "return", "reject")
# 1 = first in, first out: the mouth lies above the cards already there, so a new card lands on
# top; the ejector pushes the packet out whole, lowest first; the hopper feeds its lowest card
# first
SLOT_FIFO = const(1)
# length of a card, which travels lengthwise
CARD_UM = const(88900)
# from the card's front edge at rest to the transport nip; the feed motor drives it half as fast
# again as the pick roller, which slips forward
TRANSPORT_UM = const(40000)
# ... to both entry barriers: past the transport nip, so speed is steady while a card shades
# them, and past where the next card waits
ENTRY_UM = const(50000)
# ... to the exit nip: nips are closer together than a card is long
EXIT_NIP_UM = const(126000)
# ... to the middle of the throat's antenna, which reads tags up to 25 mm away along the path:
# the middle of a parked card
ANTENNA_UM = const(105000)
# ... to the exit barrier, where a card is parked: entry light again, exit dark, tag over the
# antenna, the next card waiting 20 mm behind
EXIT_UM = const(150000)
# ... to the rack, which may turn while a card is parked
MOUTH_UM = const(160000)

SPI_MISO = const(16)  # in: PN5180 MISO
READER_NSS = const(17)  # out: PN5180 NSS, 10 k pull-up
SPI_SCK = const(18)  # out: PN5180 SCK, 33 ohm
SPI_MOSI = const(19)  # out: PN5180 MOSI, 33 ohm
READER_BUSY = const(14)  # in: PN5180 BUSY, 4.7 k pull-down
READER_IRQ = const(15)  # in: PN5180 IRQ, 4.7 k pull-down
READER_RST = const(13)  # out: PN5180 RST
FRAM_SDA = const(20)  # both: FRAM MB85RC256V and MCP23008 SDA, 4.7 k pull-up
FRAM_SCL = const(21)  # both: FRAM MB85RC256V and MCP23008 SCL, 4.7 k pull-up
RACK_STEP = const(2)  # out: TMC2209 STEP (rack), 10 k: nothing feeds a driver without supply
RACK_DIR = const(3)  # out: TMC2209 DIR, 10 k
RACK_ENABLE = const(4)  # out: TMC2209 /EN through a MOSFET that only a shut lid closes, 10 k pull-up
RACK_HOME = const(5)  # in: Hall switch, low at slot 0
FEED_PWM = const(6)  # out: TB6612 PWMA: feed roller
FEED_REVERSE = const(7)  # out: TB6612 AIN2 and BIN2 (AIN1, BIN1 = inverse): high runs both rollers backwards
EXIT_PWM = const(8)  # out: TB6612 PWMB: exit roller, the faster nip
EJECTOR_PWM = const(10)  # out: servo that pushes a slot out
DIVERTER_PWM = const(12)  # out: servo that turns the out gate to a tray
ENTRY_LEFT = const(0)  # in: light barrier, throat entry left, low = dark, through a 74AHC14
ENTRY_RIGHT = const(1)  # in: light barrier, throat entry right, low = dark, through a 74AHC14
EXIT_BARRIER = const(9)  # in: light barrier, throat exit, low = dark, through a 74AHC14
OUT_BARRIER = const(11)  # in: light barrier after the ejector, low = dark, through a 74AHC14
HOPPER_EMPTY = const(22)  # in: reflective sensor under the hopper, high = empty
LID_CLOSED = const(27)  # in: lid switch, low = closed; its inverse lets the motors run
TAMPER = const(28)  # in: tamper switch of the electronics bay, low = closed
FEED_CURRENT = const(26)  # in: INA180 output, feed motor, 1 A = 1 V
LED = const(25)  # out: on-board LED: heartbeat
