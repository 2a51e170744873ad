# A hidden turn of the rack: it reaches every slot, sounds alike for all, and a slip is found.
import sys

_HERE = __file__[: __file__.rfind("/")]
_FIRMWARE = _HERE + "/../../firmware"
sys.path[0:0] = [_FIRMWARE + "/sim", _FIRMWARE + "/croupier", _FIRMWARE + "/lib", _FIRMWARE]

from noise import LIMITS
from rack import Rack

TURN = 4800
MAGNET = 60


class Wheel:
    """Stepper and home switch in one: keeps where it stands, what the switch saw, and the sound."""

    moving = False

    def __init__(self, at=0):
        self.at = at
        self.darks = 0
        self.sound = []
        self.slip = 0

    @property
    def dark(self):
        return min(self.at, TURN - self.at) <= MAGNET

    def arm(self):
        self.darks = 0

    def off(self):
        pass

    async def run(self, plan, forward):
        words, _duration = plan
        self.sound.append(tuple(words))
        # Two steps at a time: every way is of an even number.
        for _step in range(0, sum((word & 0xFFFF) + 1 for word in words), 2):
            was_dark = self.dark
            self.at = (self.at + (2 if forward else -2)) % TURN
            self.darks += self.dark and not was_dark
        self.at = (self.at + self.slip) % TURN
        self.slip = 0
        return True

    async def pause(self, _duration_ms):
        pass


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as end:
        return end.value


def rack_at(slot):
    wheel = Wheel()
    rack = Rack(wheel, wheel, wheel)
    rack.limit(LIMITS[-1])
    assert run(rack.find_home())
    # Its middle, to a few steps.
    assert min(wheel.at, TURN - wheel.at) <= 4, wheel.at
    assert run(rack.turn(slot))
    wheel.sound = []
    return rack, wheel


def stands_at(wheel, slot):
    return (wheel.at - slot * 400 + 30) % TURN <= 60


def test_a_hidden_turn_goes_from_every_slot_to_every_slot_and_all_sound_alike():
    sounds = set()
    for before in range(12):
        rack, wheel = rack_at(before)
        for slot in range(12):
            wheel.sound = []
            assert run(rack.turn(slot, True)), (before, slot)
            assert stands_at(wheel, slot), (before, slot, wheel.at)
            sounds.add(tuple(wheel.sound))
            # And back, as before a delivery: nobody may hear where it came from.
            wheel.sound = []
            assert run(rack.turn(before)), (slot, before)
            sounds.add(tuple(wheel.sound))
            wheel.sound = []
            assert run(rack.turn(before)) and not wheel.sound, "an open way of nothing moves"
    assert len(sounds) == 1, len(sounds)


def test_an_open_turn_goes_the_shortest_way():
    for before in range(12):
        rack, wheel = rack_at(0)
        assert run(rack.turn(0)) and run(rack.turn(before))
        for slot in range(12):
            assert run(rack.turn(before))
            wheel.sound = []
            assert run(rack.turn(slot))
            assert stands_at(wheel, slot)
            steps = sum((word & 0xFFFF) + 1 for words in wheel.sound for word in words)
            assert steps == 400 * min((slot - before) % 12, (before - slot) % 12)


def test_a_slip_of_a_slot_or_more_is_found_in_a_hidden_turn():
    # Where the way ends at slot 0 or the switch is passed; elsewhere the next way finds it.
    found = 0
    for before in range(12):
        for slip in (-800, -400, 400, 800):
            rack, wheel = rack_at(before)
            wheel.slip = slip
            right = True
            for slot in (0, 6):
                right = right and run(rack.turn(slot, True))
            assert not right, (before, slip)
            found += 1
    assert found == 48


def test_looking_for_home_from_a_hidden_slot_sounds_alike_from_all():
    for offset in (17, 150):
        sounds = set()
        for slot in range(12):
            rack, wheel = rack_at(3)
            assert run(rack.turn(slot, True))
            wheel.at = (wheel.at + offset) % TURN
            rack.slot = None
            wheel.sound = []
            assert run(rack.find_home())
            assert min(wheel.at, TURN - wheel.at) <= 4, (slot, wheel.at)
            sounds.add(tuple(wheel.sound))
        assert len(sounds) == 1, (offset, len(sounds))


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print("ok", name)
