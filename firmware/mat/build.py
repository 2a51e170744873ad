# Puts the mat together: every object once, wired by the numbers of the board file.
import os
import sys

import machine
from boards import mat_v1 as board
from machine import SPI, Pin
from micropython import const
from reader_select import ReaderLines, ReaderSelect
from reports import Reports
from rp2 import StateMachine
from scale_store import ScaleStore
from scales import Scales
from scanner import Scanner
from zone import Zone

from commands import Commands
from faults import SafeStop
from hx711 import HX711Group, power_up
from own_key import pairing
from pn5180 import PN5180
from reader_share import FieldPermit, Frames
from restart import Restart
from scale_pio import CLOCK_HZ, take_results
from tallone_wire.device import DeviceSession
from uplink import Uplink
from version import FIRMWARE_HASH, FIRMWARE_VERSION
from vigil import Vigil

# Face-down piles: whether something lies there, never what.
PILES = ("stock", "pozzetto_1", "pozzetto_2")
_SCANNER, _SCALES, _TASKS = const(0), const(1), const(2)
# Longer than a reader that has to be reset three times in a row.
WATCHDOG_MS = const(4000)


class Mat:
    # The parts that main.py starts.

    def __init__(self, watchdog_feed):
        self.safe_stop = SafeStop()
        self.vigil = Vigil(watchdog_feed, _TASKS)
        handlers = {}
        self.session = DeviceSession(
            role="mat",
            boot_id=int.from_bytes(os.urandom(4), "little"),
            boot_reason=machine.reset_cause(),
            serial=machine.unique_id(),
            firmware_version=FIRMWARE_VERSION,
            firmware_hash=FIRMWARE_HASH,
            handlers=handlers,
            pairing=pairing(),
        )
        self.uplink = Uplink(self.session, _output(board.LED))
        self.readers = _readers()
        self.safe_stop.add(self.readers.hold_all)
        reports = Reports(self.session)
        self.scanner = Scanner(
            _zones(self.readers),
            reports,
            self.session.host_silent,
            self.safe_stop,
            self.vigil.beater(_SCANNER),
        )
        self.safe_stop.add(self.scanner.stand_down)
        self.scales = Scales(
            _converters(), self.session, ScaleStore("scales.cal"), self.vigil.beater(_SCALES)
        )
        zones = self.scanner.zones
        zone_of_scale = [zones[board.READERS.index(name)] for name in board.SCALES]
        handlers.update(Commands(self.scanner, self.scales, reports, zone_of_scale).handlers())
        self.restart = Restart(self.safe_stop)
        handlers["RESTART"] = self.restart.take


def forget_building():
    # What only puts the mat together is not needed again: six kilobytes of a board's heap.
    Mat.__init__ = None  # pyright: ignore[reportAttributeAccessIssue]
    del globals()["pairing"]
    for name in ("build", "scale_pio", "own_key"):
        del sys.modules[name]


def _output(gpio, level=0):
    return Pin(gpio, Pin.OUT, value=level)


def _readers():
    hold = _output(board.RESET_HOLD, 1)
    readers = ReaderSelect(
        (_output(board.SELECT_A0), _output(board.SELECT_A1), _output(board.SELECT_A2)),
        _output(board.SELECT_EN, 1),
        Pin(board.BUSY, Pin.IN),
        Pin(board.IRQ, Pin.IN),
        reset_data=_output(board.RESET_DATA),
        reset_clock=_output(board.RESET_CLOCK),
        reset_latch=_output(board.RESET_LATCH),
    )
    # The register holds zeros now; until here its outputs were off and pull-downs held every reader.
    hold.value(0)
    return readers


def _zones(readers):
    spi = SPI(
        board.SPI_ID,
        baudrate=board.SPI_HZ,
        sck=Pin(board.SPI_SCK),
        mosi=Pin(board.SPI_MOSI),
        miso=Pin(board.SPI_MISO),
    )
    permit = FieldPermit()
    frames = Frames()
    return [
        Zone(index, PN5180(spi, ReaderLines(readers, index), permit, frames), name not in PILES)
        for index, name in enumerate(board.READERS)
    ]


def _converters():
    lines = (board.SCALE_DT_0, board.SCALE_DT_1, board.SCALE_DT_2, board.SCALE_DT_3)
    douts = [Pin(gpio, Pin.IN) for gpio in lines]
    clock = _output(board.SCALE_SCK)
    power_up(clock)
    # The data lines are four pins in a row, which the test of the boards' files holds.
    results = StateMachine(0, take_results, freq=CLOCK_HZ, set_base=clock, in_base=douts[0])
    return HX711Group(results, douts)
