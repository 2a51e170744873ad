# A board on a PC, from power-on: boot.py CAUSE, in the folder that is its flash. MicroPython runs
# this with -i, so that what ends here leaves the terminal to the REPL, as on the board.
import os
import sys

_HERE = __file__[: __file__.rfind("/")]
sys.path[:] = ["", ".frozen", "lib", _HERE]

import machine


def _reset():
    # At once, as on the board; -i would go on after sys.exit.
    os.system("kill -KILL $PPID")


machine.reset = _reset
# A PC that has much to do is no board that hangs.
machine.WDT.check = lambda _self, _now_us: None
machine.configure(b"BOARD001", int(sys.argv[1]))
try:
    with open("main.py") as _file:
        _text = _file.read()
except OSError:
    _text = ""
try:
    exec(_text, {"__name__": "__main__"})
except (Exception, KeyboardInterrupt) as _error:
    sys.print_exception(_error)
