# Mat: pins of the Raspberry Pi Pico 2 (RP2350A). Made by tools/pins.py from hardware/pinmap.toml.
# fmt: off
from micropython import const

# GPIO 16, 18 and 19 belong to SPI0
SPI_ID = const(0)
# at most 4 MHz on cables over 15 cm; the PN5180 takes 7 MHz
SPI_HZ = const(4000000)
# decoder address = index
READERS = ("stock", "discard", "pozzetto_1", "pozzetto_2", "meld_ns_1", "meld_ns_2", "meld_ew_1", "meld_ew_2")
# scale number = index
SCALES = ("stock", "discard", "pozzetto_1", "pozzetto_2")

SPI_MISO = const(16)  # in: all PN5180 MISO, each behind a 74AHC125
SPI_SCK = const(18)  # out: all PN5180 SCK through a 74AHC244, 33 ohm
SPI_MOSI = const(19)  # out: all PN5180 MOSI through a 74AHC244, 33 ohm
SELECT_A0 = const(10)  # out: 74AHC138 A, 74HC4051 S0 (BUSY and IRQ)
SELECT_A1 = const(11)  # out: 74AHC138 B, 74HC4051 S1 (BUSY and IRQ)
SELECT_A2 = const(12)  # out: 74AHC138 C, 74HC4051 S2 (BUSY and IRQ)
SELECT_EN = const(13)  # out: 74AHC138 /G2A: low pulls the addressed NSS low; 10 k pull-up
BUSY = const(14)  # in: 74HC4051 common of the BUSY lines, 4.7 k pull-down
IRQ = const(15)  # in: 74HC4051 common of the IRQ lines, 4.7 k pull-down
RESET_DATA = const(20)  # out: 74AHC595 SER: RST of the eight PN5180
RESET_CLOCK = const(21)  # out: 74AHC595 SRCLK
RESET_LATCH = const(22)  # out: 74AHC595 RCLK
RESET_HOLD = const(17)  # out: 74AHC595 /OE: high holds every PN5180 in reset, every lane shorted
SCALE_SCK = const(2)  # out: all HX711 PD_SCK
SCALE_DT_0 = const(3)  # in: HX711 DOUT, stock
SCALE_DT_1 = const(4)  # in: HX711 DOUT, discard
SCALE_DT_2 = const(5)  # in: HX711 DOUT, pozzetto 1
SCALE_DT_3 = const(6)  # in: HX711 DOUT, pozzetto 2
LED = const(25)  # out: on-board LED: heartbeat
