"""Tries to learn the deal from its times, sizes and sounds, and says what that gains over chance.

Run from the repository: `python tools/timing_attack.py [--deals N] [--seed S]`. Each deal is the program's
own attempt, with its job, records, frames and counter, and the croupier's own firmware with its own rack and
stepper profiles; rollers and ejector are ideal, the clock is simulated. Half of the deals have four players,
half two. Searched are the journal as it stands on the disk (times and lengths), the screen's counter, the
cable (times and lengths), the lines that go to a log when the link is lost, and the sound of the stepper:
when each burst begins, how long it is, at which speeds. Which way it turns makes no sound.

Prints for each channel, and for all together, how many cards the attack names right, and with another
deal's values; exit status 1 if a gain is significant at 0.001, divided among all that are tried.

`--plant NAME` puts a leak in and must find it: `way` (the rack goes the shortest way, as it once did),
`wait` (it also waits, so that only its sound tells), `at` (sealed reports with their plain time, and the
shortest way), `size` (a report longer for a higher slot), `log` (lines with slots).
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.dealing.packs import registry, uid
from tests.firmware.ideal_croupier import Clock, IdealCroupier
from tests.firmware.ideal_croupier import Rack as IdealRack

# isort: split
# The firmware's folders are in place now.
import rack as firmware_rack
from noise import limits_for

from tallone.app.evening.deals.machine_deal import MachineDeal
from tallone.app.evening.outgoing.effects import Effects
from tallone.app.evening.setup import Setup
from tallone.app.screen.views import shown_count
from tallone.config import Config
from tallone.dealing.croupier.outputs import JobCommand
from tallone.dealing.packs.deck_check import TagIndex
from tallone.journal.records import DealReported
from tallone.journal.storage.sealing import HandKey
from tallone.link.line.capture import Chunk, Direction, decode
from tallone.rules import load_profile
from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import Seat
from tallone.simulator.studies.timing_attack import Watched, gain
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import TABLE, pack, pack_body

LEVEL = 0.001
SPEED = 5
_TURN = 4800
_MAGNET = 60
# Longer than any turn, for the rack that only waits.
_LONGEST_MS = 400
PLANTS = ("way", "wait", "at", "size", "log")
INDEX = TagIndex(registry("A"))


class Stepper:
    """Hears the firmware's moves: takes their time, and keeps where the wheel stands and how it sounded."""

    moving = False

    def __init__(self):
        self.at = 0
        self.falls = 0
        self.sounds = []

    def off(self):
        pass

    async def run(self, plan, forward):
        words, duration_us = plan
        # Pulses and speeds of each stretch, and when the burst begins.
        self.sounds.append((Clock.now, tuple(words)))
        steps = sum((word & 0xFFFF) + 1 for word in words)
        if forward:
            self.falls += (self.at + steps + _MAGNET) // _TURN - (self.at + _MAGNET) // _TURN
        else:
            self.falls += (self.at - 61) // _TURN - (self.at - steps - 61) // _TURN
        self.at = (self.at + (steps if forward else -steps)) % _TURN
        Clock.now += duration_us / 1000
        return True


class Home:
    """The switch at slot 0."""

    def __init__(self, stepper):
        self._stepper = stepper

    def arm(self):
        self._stepper.falls = 0

    @property
    def darks(self):
        return self._stepper.falls

    @property
    def dark(self):
        return min(self._stepper.at, _TURN - self._stepper.at) <= _MAGNET


class Rack(firmware_rack.Rack):
    """The firmware's own, with slots that hold cards."""

    put, empty = IdealRack.put, IdealRack.empty

    def __init__(self, *, waits):
        self.stepper = Stepper()
        self._waits = waits
        super().__init__(self.stepper, Home(self.stepper), None)
        self.slots = [[] for _slot in range(12)]
        self.fifo, self.highest = True, 0
        self.limit(limits_for(SPEED))

    def hear(self, wake):
        self._wake = wake

    async def _run(self, bursts):
        begun = Clock.now
        await super()._run(bursts)
        if self._waits:
            Clock.now = begun + _LONGEST_MS


class Attempt:
    """The program's deal in the place of a job: what it records and sends, and when."""

    def __init__(self, folder, seed, players):
        rng = Random(seed)  # noqa: S311 - a study's deal is no secret
        setup = Setup(
            config=Config(players=players, feed_speed=SPEED),
            profile=load_profile("fibur"),
            packs=(INDEX,),
            journal=folder / f"{seed}.journal",
            random_bytes=rng.randbytes,
        )
        self._effects = Effects()
        key = HandKey.create(setup.journal, 1, rng.randbytes)
        self.deal = MachineDeal(setup, self._effects, key, hand=1, dealer=Seat.NORTH, attempt=1)
        self.deal.commit("00", 0.0)
        self._cut = rng.randrange(len(PACK))
        self.reported = []  # (when, the record of a report), in their order

    @property
    def is_over(self):
        return self.deal.deal is not None or self.deal.aborted is not None

    def begin(self):
        self.deal.take_cut(self._cut, Seat.WEST, Clock.now / 1000)
        return self._taken()

    def observe(self, report):
        self.deal.observe(report, Clock.now / 1000)
        return self._taken()

    def _taken(self):
        records, commands = self._effects.take()
        self.reported += [(Clock.now, row) for row in records if isinstance(row, DealReported)]
        return [JobCommand(command.name, command.fields) for command in commands]


class Listening(IdealCroupier):
    """Keeps what goes over the cable."""

    def __init__(self, hopper, rack):
        super().__init__(hopper, rack=rack)
        self.said, self.told = [], []  # reports and commands: (when, name, fields, frame)

    def emit(self, name, *fields):
        self.said.append((Clock.now, name, fields, _frame("EVENT", pack_body(name, *fields))))
        return super().emit(name, *fields)

    def _act(self, outputs):
        for output in outputs:
            if isinstance(output, JobCommand):
                raw = _frame("COMMAND", pack_body(output.name, *output.fields))
                self.told.append((Clock.now, output.name, output.fields, raw))
        return super()._act(outputs)


class Listener:
    """One deal that was listened to."""

    def __init__(self, folder, seed, players, plant):
        cards = [uid("A", int(copy)) for copy in PACK]
        Random(~seed).shuffle(cards)  # noqa: S311 - nor is the pack's order
        self._rack = Rack(waits="wait" in plant)
        self._croupier = Listening(cards, self._rack)
        self._rack.hear(self._croupier.wake)
        self._attempt = Attempt(folder, seed, players)
        self._plant = plant
        self._croupier.run(self._attempt)
        if self._attempt.deal.aborted is not None:
            raise SystemExit(f"deal {seed} was given up: {self._attempt.deal.aborted.reason}")

    def heard(self, number):
        """Return what was heard of that pass."""
        said = self._croupier.said
        reads = _of_pass(said, "CARD_READ", number)
        stores = _of_pass(said, "CARD_STORED", number)
        routes = _of_pass(self._croupier.told, "ROUTE", number)
        slots = tuple(fields[3] for _place, (_at, _name, fields, _raw) in stores)
        read_at = [row[0] for _place, row in reads]
        stored_at = [row[0] for _place, row in stores]
        values = {
            "cable times": _gaps(read_at, stored_at),
            "cable lengths": tuple(
                tuple(len(row[3]) for _place, row in three)
                for three in zip(reads, routes, stores, strict=True)
            ),
            "log": tuple(self._line(*row) for _place, row in routes),
            "journal times": self._times(reads, stores),
            "journal lengths": self._lengths(reads, stores, slots),
            "screen": _counter(stored_at),
            "sound": self._sound(read_at, stored_at),
        }
        own = [i for i, slot in enumerate(slots) if slot == 0] if number == 1 else []
        return Watched(slots, frozenset(own), 0 if number == 1 else 11, 0, values)

    def _line(self, at, _name, fields, raw):
        # The job's number is the same for all cards of a deal.
        job = f"job={fields[0]} "
        lines = [
            line[12:].replace(job, "") for line in decode([Chunk(at, Direction.TO_BOARD, raw)])
        ]
        return (*lines, fields[3] if "log" in self._plant else "")

    def _times(self, reads, stores):
        """Seconds between the records of each card, as the journal has them."""
        rows = self._attempt.reported

        def when(place):
            at, record = rows[place]
            return at / 1000 if "at" in self._plant else record.at

        return _gaps([when(place) for place, _ in reads], [when(place) for place, _ in stores])

    def _lengths(self, reads, stores, slots):
        """By how much the records of each card are longer than the first of the pass."""
        rows = self._attempt.reported
        first = _length(rows[reads[0][0]])
        return tuple(
            (
                _length(rows[a]) - first,
                _length(rows[b]) - first + (slot if "size" in self._plant else 0),
            )
            for (a, _), (b, _), slot in zip(reads, stores, slots, strict=True)
        )

    def _sound(self, read_at, stored_at):
        """Each card's bursts, from when it was read; and those before the first delivery."""
        bursts = self._rack.stepper.sounds
        spans = list(zip(read_at, stored_at, strict=True))
        spans.append((stored_at[-1], self._delivered_after(stored_at[-1])))
        heard = []
        for begun, ended in spans:
            own = [(round(at - begun, 3), words) for at, words in bursts if begun <= at < ended]
            # When a delivery begins is the ejector's business: only how its turn sounds.
            first = own[0][0] if own else 0
            heard.append(tuple((round(at - first, 3), words) for at, words in own))
        return tuple(heard)

    def _delivered_after(self, when):
        return next(
            at for at, name, *_ in self._croupier.said if name == "DELIVERED" and at > when
        )


def _of_pass(rows, name, number):
    """Return the rows of that name and pass, each with its place among all."""
    return [(i, row) for i, row in enumerate(rows) if row[1] == name and row[2][1] == number]


def _gaps(begun, ended):
    """Return from each beginning to its end, and to the next beginning."""
    after = [*begun[1:], ended[-1]]
    return tuple(
        (round(b - a, 3), round(c - b, 3)) for a, b, c in zip(begun, ended, after, strict=True)
    )


def _counter(stored_at):
    """Return for each card how long the screen's counter stood before it went on; None if it stands."""
    told, since, stood = 0, stored_at[0], []
    for place, at in enumerate(stored_at):
        shown = shown_count(place + 1)
        stood.append(round(at - since, 3) if shown != told else None)
        if shown != told:
            told, since = shown, at
    return tuple(stood)


def _length(row):
    return len(msgspec.json.encode(row[1]))


def _frame(name, body):
    """Return a body as it goes over the cable."""
    payload = pack(name, *(0,) * (1 + (name == "EVENT")), body)
    return FrameWriter().frame(1, TABLE[name][0], payload)


def main():
    """Listen, attack, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", choices=PLANTS, action="append", default=[])
    options = parser.parse_args()
    if not {"way", "wait", "at"}.isdisjoint(options.plant):
        firmware_rack.hidden_way = firmware_rack.open_way
    begun = time.perf_counter()
    heard = {(players, number): [] for players in (4, 2) for number in (1, 2)}
    with tempfile.TemporaryDirectory(prefix="tallone-") as name:
        for deal in range(options.deals):
            players = (4, 2)[deal % 2]
            listener = Listener(Path(name), options.seed * 100_000 + deal, players, options.plant)
            for number in (1, 2):
                heard[players, number].append(listener.heard(number))
    print(f"{options.deals} deals, seed {options.seed} ({time.perf_counter() - begun:.0f} s)")
    return _tell(heard)


def _tell(heard):
    channels = tuple(next(iter(heard.values()))[0].values)
    trials = [(channel,) for channel in channels] + [channels]
    level = LEVEL / (len(trials) * len(heard))
    leaks = 0
    for (players, number), deals in heard.items():
        for tried in trials:
            found = gain(deals, tried, "all together" if len(tried) > 1 else "")
            leak = found.is_leak(level)
            leaks += leak
            cards = len(deals[0].slots)
            print(
                f"{players} players, pass {number}, {found.channel:15}: {found.right:6.2f} of {cards} "
                f"named right, {found.chance:6.2f} by chance, p = {found.p:.3g}"
                + ("  LEAK" if leak else "")
            )
    print(f"{leaks} leaks")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
