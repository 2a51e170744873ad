# Every command of the wire with random fields, at any moment of a croupier's work: what do its frames
# tell? croupier_secrets.py STORY SEED SHIFT [LEAK]. The real firmware on its models, as in the other
# croupier_*.py scripts. Prints a digest of every frame that must not depend on the cards' order.
#
# STORY "first": the first pass. The deck's later cards are put in another order by SHIFT; with the same
# commands at the same times, every frame until one of those cards is in the throat must be the same.
# "deal": both passes and every delivery. "abort": the job is given up in the second pass, and the rack
# emptied. "cut": the power goes in the second pass, and the job is taken up again. In these the host
# routes by the card's index, every card is renamed by SHIFT, and commands that name a card name the one
# at the same place of the deck: all frames must be the same but for the names in CARD_READ.
#
# In all of them a card is named only by the CARD_READ of the card in the throat, or the same event said
# again; never in an answer, a log line or any other report; and no tag answers that is not in the throat.
# Behind the digest stand the states of the croupier in which commands were asked.
#
# LEAK breaks the firmware on purpose, and must be found: "uid" answers STATUS with the next card, "bit"
# with a bit that depends on the order in the hopper, "rack" with one that depends on what was stored,
# "log" says the stored cards in a log line, "fault" in the body of a refusal.
import gc
import hashlib
import random
import sys

from croupier_rig import JOB, JOB_KINDS, Rig, asyncio, lockstep, pack

import restart
from tallone_wire.fields import FIELDS
from tallone_wire.frame import FrameReader
from tallone_wire.messages import OK, REFUSED, TABLE, TRAYS, name_of, unpack, unpack_body
from tallone_wire.messages import pack as pack_message

KNOWN = 40  # in "first", so many cards lie at the same place in every deck
FEWEST = 150  # commands in a run that is worth anything
# What gives a job up would end the test with it; "abort" does so when it is time.
# In order of their names: MicroPython's order of a table changes with every row that it gets.
COMMANDS = sorted(name for name, row in TABLE.items() if row[0] >= 0x50 and name != "JOB_ABORT")
PILES = ("N", "E", "S", "W", "pozzetto_1", "pozzetto_2")
_TAG_BYTES = 5  # the end of a UID that differs from card to card
_SLACK_MS = 400
_COLLECT_FRAMES = 100


class Spy:
    """Sees every frame that boards send, and which tags the throat's antenna has reached by then."""

    def __init__(self, deck, by_name):
        self.shown = set()
        self.told = set()
        self.frames = 0
        self.statuses = set()  # of answers
        self.names = set()  # of commands that were answered
        self.states = set()  # in which commands were asked
        self.digest = hashlib.sha256()
        # Whether every frame so far must be the same, whatever the order of the deck.
        self.is_alike = True
        self.rack = []  # what was stored, in order; for the leaks
        self._unlike = set(deck[KNOWN:]) if by_name else set()
        self._renamed = not by_name
        self._patterns = [(uid, bytes.fromhex(uid)[3:]) for uid in deck]
        self._asked = {}  # command -> (name, fields)
        self._events = {}  # event -> its content, which is the same when it is said again
        self._boots = 0

    def watch(self, rig):
        """Look at another life of the board."""
        self._boots += 1
        self._events.clear()
        self._asked.clear()
        self._rig = rig
        self._reader = FrameReader()
        self._next_frame = rig.session.next_frame
        self._field = rig.model.path.field
        self._request = self._field.request
        rig.session.next_frame = self.next_frame
        self._field.request = self.request

    def command(self, number, body):
        self.states.add(self._rig.built.shuffler.state)
        try:
            self._asked[number] = unpack_body(body)
        except ValueError:
            self._asked[number] = ("", ())

    def request(self, data):
        answer = self._request(data)
        for tag in self._field.tags:
            self.shown.add(tag.name)
            if not self.rack or self.rack[-1] != tag.name:
                self.rack.append(tag.name)
            if tag.name in self._unlike:
                self.is_alike = False
        return answer

    def next_frame(self):
        frame = self._next_frame()
        for byte in frame or b"":
            length = self._reader.feed(byte)
            if length:
                self._look(bytes(self._reader.content[:length]))
        return frame

    def _look(self, content):
        self.frames += 1
        if self.frames % _COLLECT_FRAMES == 0:
            gc.collect()  # often and little, so that what stays does not lie scattered
        name, payload = name_of(content[2]), content[3:]
        found = [
            (uid, name_at)
            for uid, differing in self._patterns
            for name_at in (differing, bytes(reversed(differing)))
            if name_at in content
        ]
        kind = ""
        if name == "EVENT":
            event, _at, body = unpack("EVENT", payload)
            kind = name_of(body[0])
            if self._events.get(event) == body:
                kind = "again"
            else:
                assert event not in self._events, "an event was changed"
                self._events[event] = body
        for uid, _name_at in found:
            assert uid in self.shown, (uid, name, content.hex())
            assert kind in ("CARD_READ", "again"), (uid, name, kind, content.hex())
            if kind == "CARD_READ":
                here = [tag.name for tag in self._field.tags]
                assert here == [uid], (uid, here, "is not in the throat")
            self.told.add(uid)
        if name == "LOG":
            text = unpack("LOG", payload)[1].lower()
            assert not any(uid[-2 * _TAG_BYTES :] in text for uid, _name_at in self._patterns), (
                text
            )
        if name == "RESULT":
            self._judge(*unpack("RESULT", payload))
        if self.is_alike and name != "WELCOME":  # its boot number is drawn
            if self._renamed:
                for _uid, name_at in found:
                    content = content.replace(name_at, bytes(_TAG_BYTES))
            self.digest.update(b"%d " % lockstep.local_us() + content)

    def _judge(self, number, status, body):
        name, fields = self._asked.get(number, ("", ()))
        self.statuses.add(status)
        self.names.add(name)
        assert len(body) <= (32 if name.startswith("TAG_") else 1), (name, body)
        if name.startswith("TAG_") and status == OK:
            asked = bytes(reversed(fields[0])).hex()
            assert asked in self.shown, "a tag that is not there has answered"


def random_body(uids):
    """A command's body: of the table with fields from the deal or from nowhere, or mere bytes."""
    if random.randrange(8) == 0:
        return bytes(random.getrandbits(8) for _ in range(random.randrange(20)))
    name = random.choice(COMMANDS)

    anything = random.getrandbits(8)
    likely = {
        "job": (JOB, JOB, JOB, random.getrandbits(30)),
        "pass_number": (1, 1, 2, anything),
        "index": (random.randrange(110), random.getrandbits(16)),
        "slot": (random.randrange(14), anything),
        "tray": (random.randrange(len(TRAYS)), anything),
        "uid": (bytes(reversed(bytes.fromhex(random.choice(uids)))),),
        "data": (b"abcd",),
    }
    fields = [random.choice(likely.get(field, (anything,))) for field in FIELDS[name].split()]
    return bytes((TABLE[name][0],)) + pack_message(name, *fields)


async def fuzz(rig, spy, seed, uids):
    # The same commands at the same times, whatever the deck.
    random.seed(seed)
    host = rig.host
    while True:
        await asyncio.sleep_ms(random.randrange(5, 90))
        host._commands += 1
        body = random_body(uids)
        spy.command(host._commands, body)
        host._send("COMMAND", pack_message("COMMAND", host._commands, body))


async def first_pass(rig, spy, seed, uids):
    place = {uid: i * 7 % 12 for i, uid in enumerate(sorted(uids))}
    rig.route_by(lambda uid, _index, _pass_number: place.get(uid, 0))
    await rig.begin("deal", 5)
    await rig.must("FEED", JOB, 1)
    fuzzing = asyncio.create_task(fuzz(rig, spy, seed, sorted(uids)))
    await until(rig, lambda: rig.host.named("PASS_DONE"), 90)
    fuzzing.cancel()


async def until(rig, ready, seconds):
    """Wait, and say yes whenever a person is asked."""
    end = lockstep.local_us() + seconds * 1_000_000
    while lockstep.local_us() < end and not ready():
        await asyncio.sleep_ms(100)
        if rig.built.croupier.waiting:
            await rig.host.command("RESUME", JOB)


def route_blindly(rig):
    """Piles and digits by the card's index: which card it is makes no difference."""
    rig.route_by(lambda _uid, index, pass_number: index % (12 if pass_number == 1 else 7))


async def feed(rig, pass_number):
    done = len(rig.host.named("PASS_DONE"))
    await rig.host.command("FEED", JOB, pass_number)
    await until(rig, lambda: len(rig.host.named("PASS_DONE")) > done, 90)


async def deliver(rig, first, slots, tray_of):
    for slot in slots:
        await rig.host.command("DELIVER", JOB, first + slot, slot, TRAYS.index(tray_of(slot)))
        await until(rig, lambda: rig.built.shuffler.state == "ready", 30)


async def both_passes(rig, spy, seed, deck, story):
    fuzzing = asyncio.create_task(fuzz(rig, spy, seed, deck))
    route_blindly(rig)
    await rig.begin("deal", 5)
    await feed(rig, 1)
    await deliver(rig, 100, range(6), lambda slot: PILES[slot])
    await deliver(rig, 100, range(6, 12), lambda _slot: "return")
    if story == "deal":
        await feed(rig, 2)
        await deliver(rig, 200, range(7), lambda _slot: "stock")
    else:
        await rig.host.command("FEED", JOB, 2)
        await asyncio.sleep_ms(2500)
    if story == "cut":
        lockstep.call_at(lockstep.local_us() + 10, rig.cut)
        await asyncio.sleep_ms(1000)
    if story == "abort":
        await rig.host.command("JOB_ABORT", JOB)
        await asyncio.sleep_ms(2000)
        await rig.host.command("JOB_BEGIN", JOB + 1, JOB_KINDS.index("return"), 12, 5)
        for slot in range(12):
            fields = (JOB + 1, slot, slot, TRAYS.index("return"))
            await rig.host.command("DELIVER", *fields)
            await asyncio.sleep_ms(1500)
    await asyncio.sleep_ms(_SLACK_MS)
    fuzzing.cancel()


async def after_the_cut(rig, spy, seed, deck):
    fuzzing = asyncio.create_task(fuzz(rig, spy, seed + 1, deck))
    route_blindly(rig)
    await asyncio.sleep_ms(3000)
    await rig.host.command("RESUME", JOB)
    done = len(rig.host.named("PASS_DONE"))
    await until(rig, lambda: len(rig.host.named("PASS_DONE")) > done, 40)
    await deliver(rig, 200, range(7), lambda _slot: "stock")
    fuzzing.cancel()


def break_it(rig, spy, leak):
    def tell(_fields):
        hopper = [bytes.fromhex(card.uid) for card in rig.model.state.hopper] or [bytes(8)]
        if leak == "uid":
            return OK, hopper[0]
        stored = "".join(spy.rack[:50])
        if leak == "rack":
            return OK, bytes((hashlib.sha256(stored.encode()).digest()[0] & 1,))
        if leak == "log":
            rig.session.log(1, "slot 3 holds " + (spy.rack or ["nothing"])[0])
            return OK, b""
        if leak == "fault":
            return REFUSED, bytes.fromhex((spy.rack or ["00"])[0])
        return OK, bytes((hashlib.sha256(b"".join(hopper)).digest()[0] & 1,))

    rig.session._handlers["STATUS"] = tell


def main(story, seed, shift, leak=None):
    restart.machine.reset = lambda: None
    restart.WAIT_FILE = "/dev/null"
    rig = Rig()
    uids = pack()
    later = uids[KNOWN:]
    deck = uids[:KNOWN] + later[shift:] + later[:shift]
    if story != "first":
        deck = uids[shift:] + uids[:shift]
        # A person is asked in both passes.
        for index in (60, 112):
            rig.model.fault({"kind": "jam", "index": index, "reverses": 6})
    spy = Spy(deck, story == "first")
    spy.watch(rig)
    if leak:
        break_it(rig, spy, leak)
    rig.load(deck)
    if story == "first":
        rig.run(first_pass(rig, spy, seed, uids), 600)
        assert not spy.is_alike, "no unlike card was ever read"
        assert len(spy.told) > KNOWN, "the frames were not looked at"
    else:
        if rig.run_until_cut(both_passes(rig, spy, seed, deck, story), None):
            rig = Rig(rig.model)
            spy.watch(rig)
            rig.run(after_the_cut(rig, spy, seed, deck), 600)
        assert (spy._boots == 2) == (story == "cut")
        assert len(spy.told) == len(deck), len(spy.told)
    assert rig.host._commands >= FEWEST, rig.host._commands
    assert leak or len(spy.statuses) == 5, spy.statuses
    print(spy.digest.digest().hex(), *sorted(spy.states))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
