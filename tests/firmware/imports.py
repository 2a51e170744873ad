# Imports all that a board's program needs and prints the files: imports.py mat|croupier.
#
# Pins and buses refuse to be made: importing must not touch hardware.
import sys

_HERE = __file__[: __file__.rfind("/")]
_FIRMWARE = _HERE + "/../../firmware"
role = sys.argv[1]
sys.path[0:1] = [_FIRMWARE + "/sim", _FIRMWARE + "/" + role, _FIRMWARE + "/lib", _FIRMWARE]

import time  # noqa: F401  the virtual one, before asyncio asks for it

import machine


def refuse(*_arguments, **_named):
    raise OSError("hardware is opened at import")


for part in (machine.Pin, machine.SPI, machine.I2C, machine.PWM, machine.ADC, machine.WDT):
    part.__new__ = refuse
    part.__init__ = refuse

import build  # noqa: F401

# A board imports it when it has a key.
import tallone_wire.pairing  # noqa: F401

for module in sys.modules.values():
    path = getattr(module, "__file__", "")
    if path.startswith(_FIRMWARE) and "/sim/" not in path:
        print(path[len(_FIRMWARE) + 1 :].replace("//", "/"))
