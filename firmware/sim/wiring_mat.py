# Mat: where the circuit leads each GPIO. Made by tools/pins.py from hardware/pinmap.toml.
# The models stand behind these, the firmware before boards/: crossed wires make the two disagree.
from micropython import const

BUSY_MUX_Z = const(14)
IRQ_MUX_Z = const(15)
RESET_REGISTER_OE = const(17)
RESET_REGISTER_RCLK = const(22)
RESET_REGISTER_SER = const(20)
RESET_REGISTER_SRCLK = const(21)
SCALE_DISCARD_DOUT = const(4)
SCALE_DISCARD_SCK = const(2)
SCALE_POZZETTO_1_DOUT = const(5)
SCALE_POZZETTO_1_SCK = const(2)
SCALE_POZZETTO_2_DOUT = const(6)
SCALE_POZZETTO_2_SCK = const(2)
SCALE_STOCK_DOUT = const(3)
SCALE_STOCK_SCK = const(2)
SELECT_DECODER_A = const(10)
SELECT_DECODER_B = const(11)
SELECT_DECODER_C = const(12)
SELECT_DECODER_G2A = const(13)
