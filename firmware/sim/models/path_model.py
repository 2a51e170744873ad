# Hopper, rollers, barriers and antenna: where each card is between the hopper and a slot.
#
# Distances are micrometres along the path, as in the board file; a card is where its front edge is.
# Speeds change only when the firmware changes a motor or a card reaches a point, so the model jumps
# from one such moment to the next.
import lockstep
from boards import croupier_v1 as board

from models.tag_field import TagField

_CARD = board.CARD_UM
# Under the hopper, behind the front edge of a card at rest.
_SENSOR = -30_000
_POINTS = (
    _SENSOR,
    0,
    board.TRANSPORT_UM,
    board.ENTRY_UM,
    board.EXIT_NIP_UM,
    board.EXIT_UM,
    board.MOUTH_UM,
)
_WINDOW = 25_000
_PICK = 2 / 3
_FEED_FULL = 2000
_EXIT_FULL = 2400
# No motor turns its roller exactly as told.
_FEED_TRUE = 0.98
_EXIT_TRUE = 1.01
_IDLE_MA = 120
_CARD_MA = 90
_STALL_MA = 900


class Card:
    def __init__(self, uid, answers=True):
        self.uid = uid
        self.answers = answers
        self.at = 0
        self.skew = 0
        self.bound = None  # the card it sticks to


class ThroatField(TagField):
    """The tags within reach of the throat's antenna, whenever the reader asks."""

    def __init__(self, path, seed=99):
        super().__init__(seed)
        self._path = path
        self.signatures = {}  # UID -> what its tag answers when asked for it

    def request(self, data):
        self._path.settle()
        inside = [
            card for card in self._path.cards
            if abs(card.at - _CARD // 2 - board.ANTENNA_UM) <= _WINDOW
        ]  # fmt: skip
        answering = [card.uid for card in inside if card.answers]
        if answering != [tag.name for tag in self.tags]:
            signed = self.signatures
            self.set([{"uid": uid, "sig": signed.get(uid)} for uid in answering], len(inside))
        return super().request(data)


class PathModel:
    def __init__(self, state, rack, pins):
        # `state`: hopper and path cards; `rack`: the RackModel; `pins`: left, right, exit, empty.
        self._state = state
        self._rack = rack
        self._pins = pins
        self._forced = {}
        self._feed = 0
        self._exit = 0
        self._duty = {"feed": 0, "exit": 0}
        self._reversed = False
        self._backwards = False
        self._settled_at = lockstep.local_us()
        self._generation = 0
        self._draws = 0
        self.crashes = []
        # Faults for cards to be drawn: {"kind": ..., "at": n-th draw from now, ...}.
        self.faults = []
        self._jams = []
        self._slipping = 0
        self.stored = None  # called with (card, slot)
        self.field = ThroatField(self)
        rack.on_turn.append(self._rack_turns)
        self._drive()

    @property
    def cards(self):
        return self._state.path

    # Wires.

    def feed_changed(self, pwm):
        self._set("feed", pwm.duty_u16())

    def exit_changed(self, pwm):
        self._set("exit", pwm.duty_u16())

    def reverse_changed(self, level):
        self.settle()
        self._reversed = bool(level)
        self._speeds()

    def current(self):
        """What the converter reads at the feed motor's shunt, 0 to 65535."""
        self.settle()
        if not self._duty["feed"]:
            return 0
        stuck = any(self._is_stuck(card) for card in self.cards)
        held = sum(
            1 for card in self.cards if card.at > 0 and card.at - _CARD < board.TRANSPORT_UM
        )
        milliamps = _STALL_MA if stuck else _IDLE_MA + _CARD_MA * held
        return milliamps * 65535 // 3300

    def force(self, name, level):
        """Fault: a barrier that always tells the same; None cleans it."""
        self._forced[name] = level
        self._drive()

    def power_off(self):
        """Both rollers stand."""
        self.settle()
        self._duty["feed"] = self._duty["exit"] = 0
        self._speeds()

    # People.

    def load(self, cards):
        """Somebody fills the hopper and takes out what was in the throat."""
        self.settle()
        self._state.hopper[:] = cards
        self._state.path[:] = []
        self._jams = []
        self._drive()
        self._plan()

    def land(self, cards):
        """A packet falls into the hopper, on top."""
        self._state.hopper.extend(cards)
        self._drive()

    def clear(self):
        """Somebody takes the cards out of the throat and puts them back into the hopper, lowest."""
        self.settle()
        inside = [card for card in self.cards if card.at > 0]
        for card in inside:
            self.cards.remove(card)
            card.at = 0
            card.bound = None
            card.skew = 0
        waiting = self.cards[:]
        self.cards[:] = []
        self._state.hopper[:0] = inside + waiting
        self._jams = []
        self.faults = [fault for fault in self.faults if not fault.get("hard")]
        self._drive()
        self._plan()

    # Motion.

    def settle(self):
        """Bring every card to where it is now."""
        now = lockstep.local_us()
        self._advance(now - self._settled_at)
        self._settled_at = now

    def _set(self, name, duty):
        self.settle()
        if (
            name == "feed"
            and duty
            and not self._duty["feed"]
            and self._slipping
            and not self._reversed
        ):
            self._slipping -= 1
        self._duty[name] = duty
        self._speeds()

    def _speeds(self):
        sign = -1 if self._reversed else 1
        self._feed = sign * self._duty["feed"] * _FEED_FULL * _FEED_TRUE / 65535
        self._exit = sign * self._duty["exit"] * _EXIT_FULL * _EXIT_TRUE / 65535
        backwards = self._feed < 0 or self._exit < 0
        if backwards and not self._backwards:
            self._begin_reverse()
        self._backwards = backwards
        self._pick()
        self._drive()
        self._plan()

    def _speed(self, card):
        # Micrometres a millisecond, by the nip that holds it.
        if card.bound is not None:
            return self._speed(card.bound)
        lead, tail = card.at, card.at - _CARD
        if self._feed >= 0 and self._exit >= 0 and self._is_stuck(card):
            return 0
        if tail >= board.EXIT_NIP_UM:
            return max(0, self._exit)
        if lead > board.EXIT_NIP_UM:
            return self._exit
        if lead > board.TRANSPORT_UM:
            return self._feed
        if self._feed <= 0 or self._slipping:
            return 0  # the pick roller has a one-way clutch
        for other in self.cards:
            if other is card:
                break
            if other.at - _CARD < 0:
                return 0  # another one still lies on the pick roller
        return self._feed * _PICK

    def _advance(self, duration):
        if duration > 0:
            for card in self.cards:
                card.moved = self._speed(card) * duration / 1000
            for card in self.cards:
                card.at += card.moved
            if self._feed < 0:
                self._hold_back()
        self._pick()
        self._leave()
        self._collide()

    def _hold_back(self):
        # Only one card waits at the transport nip; the retard pad keeps the others in the hopper.
        waiting = [card for card in self.cards if card.at <= board.TRANSPORT_UM]
        for card in waiting[1:]:
            card.at = min(card.at, 0)

    def _pick(self):
        # The lowest card of the hopper starts when nothing lies on the pick roller.
        if self._feed <= 0 or self._slipping or not self._state.hopper:
            return
        for card in self.cards:
            if card.at - _CARD < 0:
                return
        card = self._state.hopper.pop(0)
        card.at, card.skew, card.bound = 0, 0, None
        self.cards.append(card)
        self._apply_fault(card)

    def _apply_fault(self, card):
        for fault in self.faults:
            fault["at"] = fault.get("at", 0) - 1
        for fault in [f for f in self.faults if f["at"] < 0]:
            self.faults.remove(fault)
            kind = fault["kind"]
            if kind == "double-feed" and self._state.hopper:
                second = self._state.hopper.pop(0)
                second.at, second.bound = -fault.get("offset_um", 12_000), card
                self.cards.append(second)
            elif kind == "skew":
                card.skew = fault.get("um", 9_000)
            elif kind == "jam":
                self._jams.append(
                    {
                        "cards": [],
                        "card": card,
                        "at": fault.get("um", 100_000),
                        "reverses": fault.get("reverses", 2),
                    }
                )
            elif kind == "sticky":
                self._state.hopper.insert(0, card)
                self.cards.remove(card)
                self._slipping = fault.get("draws", 1)

    def _is_stuck(self, card):
        return any(jam["card"] is card and card.at >= jam["at"] for jam in self._jams)

    def _begin_reverse(self):
        # What is carried back comes apart, lies straight, and may come free.
        for card in self.cards:
            card.bound = None
            if card.at - _CARD < board.ENTRY_UM:
                card.skew = 0
        for jam in self._jams[:]:
            if self._is_stuck(jam["card"]):
                jam["reverses"] -= 1
                if jam["reverses"] <= 0:
                    self._jams.remove(jam)

    def _leave(self):
        for card in self.cards[:]:
            if (
                card.at >= board.MOUTH_UM
                and card.at - _CARD < board.MOUTH_UM
                and self._rack.slot_at_mouth() is None
            ):
                self._crash("a card met the rack between slots")
            if card.at - _CARD >= board.MOUTH_UM:
                self.cards.remove(card)
                slot = self._rack.slot_at_mouth()
                if slot is None:
                    self._crash("a card fell between slots")
                    continue
                self._rack.slots[slot].append(card)
                if len(self._rack.slots[slot]) > board.SLOT_CAPACITY:
                    self._crash(f"slot {slot} is too full")
                if self.stored is not None:
                    self.stored(card, slot)

    def _collide(self):
        # A card may run into one that sticks before it, but the exit nip must not take them both.
        if self._feed < 0 or self._exit < 0:
            return
        for ahead, card in zip(self.cards, self.cards[1:]):
            if card.bound is None and card.at > max(board.EXIT_NIP_UM, ahead.at - _CARD + 3000):
                self._crash("two cards met in the exit nip")

    def _rack_turns(self):
        self.settle()
        for card in self.cards:
            if card.at > board.MOUTH_UM:
                self._crash("the rack turned with a card in its mouth")

    def _crash(self, what):
        if not self.crashes or self.crashes[-1][1] != what:
            self.crashes.append((lockstep.local_us(), what))
            lockstep.tell({"crash": what})

    # Edges.

    def _drive(self):
        for name, pin in self._pins.items():
            forced = self._forced.get(name)
            pin.drive(forced if forced is not None else self._level(name))

    def _level(self, name):
        if name == "empty":
            waiting = any(card.at - _CARD < _SENSOR for card in self.cards)
            return 0 if self._state.hopper or waiting else 1
        point = board.EXIT_UM if name == "exit" else board.ENTRY_UM
        for card in self.cards:
            behind = card.skew if name == "right" else 0
            if card.at - _CARD - behind < point <= card.at - behind:
                return 0
        return 1

    def _plan(self):
        # Schedules the moment at which the next edge of a card reaches the next point.
        self._generation += 1
        generation = self._generation
        soonest = None
        for card in self.cards:
            speed = self._speed(card)
            if not speed:
                continue
            jams = [jam["at"] for jam in self._jams if jam["card"] is card and card.at < jam["at"]]
            for edge in (
                card.at,
                card.at - _CARD,
                card.at - card.skew,
                card.at - _CARD - card.skew,
            ):
                for point in _POINTS if edge != card.at or not jams else _POINTS + tuple(jams):
                    way = point - edge
                    if way * speed > 0 or (way == 0 and speed < 0):
                        wait = int((abs(way) + 1) * 1000 / abs(speed)) + 1
                        if soonest is None or wait < soonest:
                            soonest = wait
        if soonest is not None:
            lockstep.call_at(lockstep.local_us() + soonest, lambda: self._event(generation))

    def _event(self, generation):
        if generation == self._generation:
            self.settle()
            self._drive()
            self._plan()
