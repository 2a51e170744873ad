# The mat on a PC: chip models where the circuit leads the Pico's pins, and the world behind them.

import os
import struct
import sys

import lockstep
import machine
import measures
import wiring_mat as wiring
from boards import mat_v1 as board
from models.decoder_model import ReaderBus, ShiftRegister
from models.hx711_model import COUNTS_PER_GRAM, HX711Model
from models.pn5180_model import WRITES, PN5180Model
from models.tag_field import TagField

UNIQUE_ID = b"MATSIM01"
CALIBRATION = "scales.cal"


class SimulatedMat:
    def __init__(self):
        self.fields = {name: TagField(seed) for seed, name in enumerate(board.READERS, 1)}
        self.chips = [PN5180Model(name, self.fields[name]) for name in board.READERS]
        self.scales = {name: HX711Model(name, seed) for seed, name in enumerate(board.SCALES, 1)}
        self.bus = ReaderBus(self.chips)
        self.register = ShiftRegister([chip.reset for chip in self.chips])

    def wire(self):
        # Puts every model behind its pins.
        pin = machine.Pin
        wires = (
            wiring.SELECT_DECODER_A,
            wiring.SELECT_DECODER_B,
            wiring.SELECT_DECODER_C,
        )
        for bit, gpio in enumerate(wires):
            pin(gpio).watchers.append(self.bus.address_line(bit))
        pin(wiring.SELECT_DECODER_G2A).watchers.append(self.bus.enable_line)
        pin(wiring.BUSY_MUX_Z).source = self.bus.busy
        pin(wiring.IRQ_MUX_Z).source = self.bus.irq
        pin(wiring.RESET_REGISTER_SER).watchers.append(self.register.data_line)
        pin(wiring.RESET_REGISTER_SRCLK).watchers.append(self.register.clock_line)
        pin(wiring.RESET_REGISTER_RCLK).watchers.append(self.register.latch_line)
        pin(wiring.RESET_REGISTER_OE).watchers.append(self.register.hold_line)
        machine.SPI.devices[board.SPI_ID] = self.bus
        for name, scale in self.scales.items():
            pin(_wire("SCALE", name, "DOUT")).source = scale.dout
            pin(_wire("SCALE", name, "DOUT")).turns = scale.turns
            pin(_wire("SCALE", name, "DOUT")).serial = scale
            pin(_wire("SCALE", name, "SCK")).watchers.append(scale.sck)
        pin(wiring.BUSY_MUX_Z).turns = self.bus.busy_turns
        pin(wiring.IRQ_MUX_Z).turns = self.bus.irq_turns
        machine.SPI.foretell[board.SPI_ID] = self._released

    def _released(self):
        # The reader that is selected is let go: BUSY falls after a moment.
        delay = self.bus.busy_after()
        if delay < 0:
            return None
        return (wiring.SELECT_DECODER_G2A << 1 | 1, wiring.BUSY_MUX_Z, delay) + WRITES

    def update(self, news):
        # Takes a world update; keys of other boards are none of ours.
        if news.get("zone") in self.fields:
            self.fields[news["zone"]].set(news.get("tags", ()), news.get("load", 0))
        if news.get("scale") in self.scales:
            self.scales[news["scale"]].put(news.get("cg", 0), bool(news.get("shake")))
        if "noise" in news:
            self._noise(news["noise"])
        if "fault" in news:
            self._fault(news["fault"])

    def _noise(self, rates):
        for index, field in enumerate(self.fields.values()):
            field.set_rates({key: rates[key] for key in rates if key != "seed"})
            if "seed" in rates:
                field.noise.seed(rates["seed"] * 16 + index)
        for index, scale in enumerate(self.scales.values()):
            if "scale_cg" in rates:
                scale.noise_cg = rates["scale_cg"]
            if "drift_cg_per_s" in rates:
                scale.drift_cg_per_s = rates["drift_cg_per_s"]
            if "seed" in rates:
                scale.noise.seed(rates["seed"] * 16 + 8 + index)

    def _fault(self, fault):
        # {"kind": ..., "zone" or "scale": name, ...}; see docs/models.md for the kinds.
        kind = fault.get("kind", "")
        if fault.get("scale") in self.scales and kind in {"silent", "stuck", "ok"}:
            self.scales[fault["scale"]].silent = kind == "silent"
            self.scales[fault["scale"]].stuck = kind == "stuck"
        if fault.get("zone") not in self.fields:
            return
        chip = self.chips[board.READERS.index(fault["zone"])]
        if kind == "leaves":
            uid = fault.get("uid", "").lower()
            for tag in self.fields[fault["zone"]].tags:
                if tag.name == uid:
                    tag.answers_left = fault.get("answers", 0)
        else:
            chip.break_down(kind, fault)

    def calibrate(self):
        # As the table comes from its maker: the zero of every scale on the board's flash.
        zeros = [
            struct.pack("<ii", self.scales[name].zero, 100 * COUNTS_PER_GRAM)
            for name in board.SCALES
        ]
        with open(CALIBRATION, "wb") as file:
            file.write(b"".join(zeros))


def _wire(kind, name, pin):
    return getattr(wiring, kind + "_" + name.upper() + "_" + pin)


def _use_flash(folder):
    # The board's flash is that folder; what the path names relatively stays where it is.
    here = os.getcwd()
    for index, path in enumerate(sys.path):
        if (path and path[0] not in "/.") or (path[:1] == "." and path[:2] != ".f"):
            sys.path[index] = here + "/" + path
    os.chdir(folder)


current = None


def attach():
    """Put the models behind the pins and listen to the world; return the simulated mat."""
    global current
    current = SimulatedMat()
    current.wire()
    if lockstep.state_dir:
        _use_flash(lockstep.state_dir)
        if CALIBRATION not in os.listdir():
            current.calibrate()
    lockstep.on_world(current.update)
    lockstep.on_world(measures.answer)
    machine.configure(UNIQUE_ID)
    return current
