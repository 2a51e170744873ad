# The croupier's mechanics as one: what lies where, the models that move it, its faults.
#
# Cards, wheel, arm and FRAM outlive the firmware: with a folder the model takes up after a power cut
# what was so when something was last written or moved.
import json

import effort
import lockstep
import wiring_croupier as wiring
from boards import croupier_v1 as board
from machine import ADC, I2C, PWM, SPI, Pin
from rp2 import StateMachine

from models.fram_model import SIZE, FramModel
from models.outlet_model import OutletModel
from models.path_model import Card, PathModel
from models.pn5180_model import WRITES, PN5180Model
from models.rack_model import RackModel

_FRAM_ADDRESS = 0x50
_FRAM_FILE = "/croupier.fram"
_STATE_FILE = "/croupier.json"
_EJECTOR_BACK_US = 900
_HARD = 1_000_000


class State:
    """Where every card is, the wheel and the ejector's arm; slots and hopper with the lowest card first."""

    def __init__(self):
        self.hopper = []
        self.path = []
        self.slots = [[] for _slot in range(board.SLOTS)]
        self.rack_at = 0
        self.ejector_at = _EJECTOR_BACK_US

    def dump(self):
        return json.dumps(
            {
                "hopper": [(card.uid, card.answers) for card in self.hopper],
                "path": [(card.uid, card.answers, card.at) for card in self.path],
                "slots": [[(card.uid, card.answers) for card in slot] for slot in self.slots],
                "rack": self.rack_at,
                "ejector": self.ejector_at,
            }
        )

    def restore(self, text):
        found = json.loads(text)
        self.hopper[:] = [Card(*pair) for pair in found["hopper"]]
        self.path[:] = []
        for uid, answers, at in found["path"]:
            card = Card(uid, answers)
            card.at = at
            self.path.append(card)
        self.slots[:] = [[Card(*pair) for pair in slot] for slot in found["slots"]]
        self.rack_at = found["rack"]
        self.ejector_at = found["ejector"]

    def everything(self):
        """Every card inside, wherever."""
        return self.hopper + self.path + [card for slot in self.slots for card in slot]


class CroupierModel:
    """Every model of the board behind its pins. `state` and `fram` may be another model's, after a power cut."""

    def __init__(self, state=None, fram=None, folder=""):
        self.state = state if state is not None else State()
        self.fram = fram if fram is not None else FramModel()
        self.trays = {}
        self._folder = folder
        self._fram_file = None
        if folder:
            self._take_up()
        self.rack = RackModel(
            self.state,
            Pin(wiring.RACK_DRIVER_DIR),
            Pin(wiring.RACK_DRIVER_EN),
            Pin(wiring.HALL_OUT),
        )
        barriers = {
            "left": Pin(wiring.BARRIER_ENTRY_LEFT_LIGHT),
            "right": Pin(wiring.BARRIER_ENTRY_RIGHT_LIGHT),
            "exit": Pin(wiring.BARRIER_EXIT_LIGHT),
            "empty": Pin(wiring.HOPPER_SENSOR_LIGHT),
        }
        self.path = PathModel(self.state, self.rack, barriers)
        self.path.stored = self._stored
        out_barrier = Pin(wiring.BARRIER_OUT_LIGHT)
        self.outlet = OutletModel(self.state, self.rack, out_barrier, self._landed)
        self.outlet.delivered = self._delivered
        self.reader = PN5180Model("throat", self.path.field)
        self._wire()

    @property
    def crashes(self):
        """What must never happen to cards: (time, what)."""
        return self.path.crashes + self.outlet.crashes

    # The world's side.

    def update(self, news):
        """Take a world update; keys of other boards are none of ours."""
        if "signatures" in news:
            self.path.field.signatures = news["signatures"]
        if "hopper" in news:
            dead = news.get("dead", ())
            self.load([(uid, bool(uid) and uid not in dead) for uid in news["hopper"]])
        if "stall" in news:
            self._stall_at_edges(news["stall"])
        if "lid" in news:
            Pin(wiring.LID_SWITCH_CONTACT).drive(1 if news["lid"] else 0)
        if "tamper" in news:
            Pin(wiring.TAMPER_SWITCH_CONTACT).drive(1 if news["tamper"] else 0)
        if "noise" in news:
            self.path.field.set_rates(news["noise"])
        if "fault" in news:
            self.fault(news["fault"])

    def _stall_at_edges(self, plan):
        # The program stands still for so long at every so manieth edge of any barrier, which is the worst moment.
        edges = 0

        def stall(_level):
            nonlocal edges
            edges += 1
            if edges % plan.get("every", 1) == 0:
                effort.stall(plan["us"])

        for gpio in (
            wiring.BARRIER_ENTRY_LEFT_LIGHT, wiring.BARRIER_EXIT_LIGHT, wiring.BARRIER_OUT_LIGHT, wiring.HALL_OUT
        ):  # fmt: skip
            Pin(gpio).listeners.append(stall)

    def load(self, cards):
        """Somebody empties machine and trays and fills the hopper: pairs (UID, whether it answers)."""
        self.trays.clear()
        for slot in self.state.slots:
            slot.clear()
        self.path.load([Card(uid, answers) for uid, answers in cards])
        self._save()

    def fault(self, fault):
        """Break or mend something; docs/croupier.md lists the kinds."""
        kind = fault.get("kind", "").replace("_", "-")
        at = fault.get("index", 0)
        if kind == "jam-hard":
            self.path.faults.append(
                {
                    "kind": "jam",
                    "at": at,
                    "reverses": _HARD,
                    "hard": True,
                    "um": fault.get("um", 100_000),
                }
            )
        elif kind in ("jam", "double-feed", "skew", "sticky"):
            entry = dict(fault)
            entry["kind"], entry["at"] = kind, at
            self.path.faults.append(entry)
        elif kind == "dirty":
            if fault.get("barrier") == "out":
                self.outlet.force(fault.get("level", 0))
            else:
                self.path.force(fault["barrier"], fault.get("level", 0))
        elif kind == "clear":
            self.path.clear()
        elif kind == "slip":
            self.rack.slip(fault.get("steps", 100))
        elif kind == "stuck":
            self.outlet.sticking = fault.get("cards", 1)
        elif kind == "fram-dead":
            self.fram.dead = True
        elif kind == "reader-dead":
            self.reader.dead = True
        elif kind == "ok":
            self.fram.dead = self.reader.dead = False
            self.outlet.force(None)
            for name in ("left", "right", "exit"):
                self.path.force(name, None)

    def power_off(self):
        """The power goes: motors stand, what is in the air lands, chips fall silent."""
        self.path.power_off()
        self.rack.power_off()
        self.outlet.power_off()
        self.reader.reset(0)

    # Wires.

    def _wire(self):
        PWM.watchers[wiring.MOTOR_DRIVER_PWMA] = [self.path.feed_changed]
        PWM.watchers[wiring.MOTOR_DRIVER_PWMB] = [self.path.exit_changed]
        PWM.watchers[wiring.SERVO_EJECTOR_PWM] = [self.outlet.ejector_changed]
        PWM.watchers[wiring.SERVO_GATE_PWM] = [self.outlet.gate.changed]
        Pin(wiring.MOTOR_DRIVER_AIN2).watchers.append(self.path.reverse_changed)
        ADC.sources[wiring.CURRENT_AMP_OUT] = self.path.current
        I2C.devices[(board.I2C_ID, _FRAM_ADDRESS)] = self.fram
        SPI.devices[board.SPI_ID] = self.reader
        Pin(wiring.READER_THROAT_NSS).watchers.append(self.reader.nss)
        Pin(wiring.READER_THROAT_RST).watchers.append(self.reader.reset)
        Pin(wiring.READER_THROAT_BUSY).source = self.reader.busy
        Pin(wiring.READER_THROAT_IRQ).source = self.reader.irq
        Pin(wiring.READER_THROAT_BUSY).turns = self.reader.busy_turns
        Pin(wiring.READER_THROAT_IRQ).turns = self.reader.irq_turns
        SPI.foretell[board.SPI_ID] = self._released
        StateMachine.made[wiring.RACK_DRIVER_STEP] = self.rack.connect
        Pin(wiring.LID_SWITCH_CONTACT).drive(0)
        Pin(wiring.TAMPER_SWITCH_CONTACT).drive(0)

    def _released(self):
        # The reader is let go: BUSY falls after a moment.
        delay = self.reader.busy_after()
        if delay < 0:
            return None
        return (wiring.READER_THROAT_NSS << 1 | 1, wiring.READER_THROAT_BUSY, delay) + WRITES

    # What has physically happened.

    def _stored(self, card, slot):
        lockstep.tell({"card": card.uid, "to": "slot", "slot": slot})
        self._save()

    def _delivered(self, tray, cards):
        name = board.TRAYS[tray]
        if name == "return":
            lockstep.tell({"returned": [card.uid for card in cards]})
        else:
            self.trays.setdefault(name, []).extend(cards)
            lockstep.tell({"delivered": name, "tags": [card.uid for card in cards]})
        self._save()

    def _landed(self, cards):
        self.path.land(cards)
        self._save()

    # Over power cuts.

    def _take_up(self):
        try:
            with open(self._folder + _STATE_FILE) as file:
                self.state.restore(file.read())
        except OSError:
            pass
        try:
            self._fram_file = open(self._folder + _FRAM_FILE, "r+b")  # noqa: SIM115  it stays open
            self.fram.content[:] = self._fram_file.read(SIZE)
        except OSError:
            self._fram_file = open(self._folder + _FRAM_FILE, "w+b")  # noqa: SIM115
            self._fram_file.write(self.fram.content)
            self._fram_file.flush()
        self.fram.keep = self._keep

    def _keep(self, at, content):
        self._fram_file.seek(at)
        self._fram_file.write(content)
        self._fram_file.flush()
        self._save()

    def _save(self):
        if self._folder:
            self.path.settle()
            with open(self._folder + _STATE_FILE, "w") as file:
                file.write(self.state.dump())
