# Which parts of the croupier move at the same time, while it deals and while it mends faults.
#
# Run by MicroPython on the models; prints each set of ways that was ever on together, as power.toml
# names them. With the argument `planted` the rack is turned once while the rollers run.
import sys

_HERE = __file__[: __file__.rfind("/")]
sys.path.insert(0, _HERE)

import croupier_deal
import croupier_faults
import croupier_rig
from croupier_rig import Rig, lockstep

seen = set()
# Servos tell nothing back: on until the time they were given is over.
until = {"ejector": 0, "gate": 0}
now = {"feed": False, "exit": False, "rack": False, "read": False}


def note():
    ways = set()
    if now["feed"] or now["exit"]:
        ways.add("rollers")
    for way in ("rack", "read"):
        if now[way]:
            ways.add(way)
    for way, end in until.items():
        if lockstep.local_us() < end:
            ways.add(way)
    if "rack" not in ways:
        ways.add("hold")
    seen.add(tuple(sorted(ways)))


def watch_motor(name, motor):
    plain_set, plain_stop = motor.set, motor.stop

    def set_(speed):
        plain_set(speed)
        now[name] = motor.speed != 0
        note()

    def stop():
        plain_stop()
        now[name] = False

    motor.set, motor.stop = set_, stop


def watch_servo(name, servo):
    plain = servo.go

    def go(pulse_us):
        took = plain(pulse_us)
        if took:
            # The last 20 ms are for settling, the last of them for rounding.
            until[name] = lockstep.local_us() + (took - 2) * 1000
        note()
        return took

    servo.go = go


def watch_rack(stepper):
    plain = stepper.run

    async def run(plan, forward):
        now["rack"] = True
        note()
        try:
            return await plain(plan, forward)
        finally:
            now["rack"] = False

    stepper.run = run


def watch_reader(reader):
    plain_on, plain_off = reader.field_on, reader.field_off

    def field_on():
        plain_on()
        now["read"] = True
        note()

    def field_off():
        plain_off()
        now["read"] = False

    reader.field_on, reader.field_off = field_on, field_off


class Watched(Rig):
    def __init__(self, model=None):
        super().__init__(model)
        for name in until:
            until[name] = 0
        for name in now:
            now[name] = False
        parts = self.built.parts
        watch_motor("feed", parts.feed)
        watch_motor("exit", parts.exit)
        watch_servo("ejector", parts.ejector)
        watch_servo("gate", parts.gate)
        watch_rack(parts.stepper)
        watch_reader(parts.reader)
        if "planted" in sys.argv:
            plant(parts)


def plant(parts):
    plain = parts.exit.set

    def set_(speed):
        plain(speed)
        now["rack"] = True
        note()
        now["rack"] = False

    parts.exit.set = set_


croupier_deal.Rig = croupier_faults.Rig = croupier_rig.Rig = Watched
if "planted" in sys.argv:
    croupier_faults.test_lost_steps_are_found_at_home_and_homed_away()
else:
    croupier_deal.main(5)
    croupier_faults.test_hard_jam_asks_for_a_person_after_two_reverses()
    croupier_faults.test_lost_steps_are_found_at_home_and_homed_away()
    croupier_faults.test_card_left_in_a_slot_is_pushed_out_by_another_stroke()
for ways in sorted(seen):
    print("together", *ways)
