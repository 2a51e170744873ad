# Every command of the wire with random fields in the middle of a deal: croupier_secrets.py SEED SHIFT
# [LEAK]. The croupier's real firmware on its models, as in the other croupier_*.py scripts.
#
# What lies in the hopper must not be in any frame, nor be made out from the frames. The first is
# looked for byte by byte. For the second the deck's later cards are put in another order by SHIFT:
# the digest of every frame until one of them is in the throat must be the same. LEAK breaks the
# firmware on purpose: "uid" answers STATUS with the next card, "bit" with a bit
# that depends on the order.
import hashlib
import random
import sys

from croupier_rig import JOB, Rig, asyncio, lockstep, pack

import restart
from tallone_wire.frame import FrameReader
from tallone_wire.messages import OK, TABLE, TRAYS, name_of
from tallone_wire.messages import pack as pack_message

KNOWN = 40  # so many cards lie at the same place in every deck
FEWEST = 150  # commands in a run that is worth anything
# What gives a job up would end the test with it.
COMMANDS = [name for name, row in TABLE.items() if row[0] >= 0x50 and name != "JOB_ABORT"]


class Spy:
    """Sees every frame the board sends, and which tags the throat's antenna has reached by then."""

    def __init__(self, rig, deck):
        self.shown = set()
        self.told = set()
        self.frames = 0
        self.digest = hashlib.sha256()
        self.is_alike = True  # no card that lies elsewhere in another deck has been in the throat
        self._unlike = set(deck[KNOWN:])
        self._patterns = [(uid, bytes.fromhex(uid)[3:]) for uid in deck]
        self._reader = FrameReader()
        self._next_frame = rig.session.next_frame
        self._field = rig.model.path.field
        self._request = self._field.request
        rig.session.next_frame = self.next_frame
        self._field.request = self.request

    def request(self, data):
        answer = self._request(data)
        for tag in self._field.tags:
            self.shown.add(tag.name)
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
        if self.is_alike and name_of(content[2]) != "WELCOME":  # its boot number is drawn
            self.digest.update(b"%d " % lockstep.local_us() + content)
        for uid, differing in self._patterns:
            if differing in content or bytes(reversed(differing)) in content:
                assert uid in self.shown, (uid, name_of(content[2]), content.hex())
                self.told.add(uid)


def random_body(uids):
    """A command's body: of the table with fields from the deal or from nowhere, or mere bytes."""
    if random.randrange(8) == 0:
        return bytes(random.getrandbits(8) for _ in range(random.randrange(20)))
    number, _layout, names, _tail, _tail_name = TABLE[random.choice(COMMANDS)]
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
    fields = [random.choice(likely.get(name, (anything,))) for name in names]
    return bytes((number,)) + pack_message(name_of(number), *fields)


async def fuzz(host, seed, uids):
    # The same commands at the same times, whatever the deck.
    random.seed(seed)
    while True:
        await asyncio.sleep_ms(random.randrange(5, 90))
        host._commands += 1
        body = random_body(uids)
        host._send("COMMAND", pack_message("COMMAND", host._commands, body))


async def story(rig, seed, uids):
    place = {uid: i * 7 % 12 for i, uid in enumerate(sorted(uids))}
    rig.route_by(lambda uid, _index, _pass_number: place.get(uid, 0))
    await rig.begin("deal", 5)
    await rig.must("FEED", JOB, 1)
    fuzzing = asyncio.create_task(fuzz(rig.host, seed, sorted(uids)))
    end = lockstep.local_us() + 90_000_000
    while lockstep.local_us() < end and not rig.host.named("PASS_DONE"):
        await asyncio.sleep_ms(100)
        if rig.built.croupier.waiting:
            asyncio.create_task(rig.host.command("RESUME", JOB))
    fuzzing.cancel()


def break_it(rig, leak):
    def tell(_fields):
        hopper = [bytes.fromhex(card.uid) for card in rig.model.state.hopper] or [bytes(8)]
        if leak == "uid":
            return OK, hopper[0]
        return OK, bytes((hashlib.sha256(b"".join(hopper)).digest()[0] & 1,))

    rig.session._handlers["STATUS"] = tell


def main(seed, shift, leak=None):
    restart.machine.reset = lambda: None
    rig = Rig()
    uids = pack()
    later = uids[KNOWN:]
    deck = uids[:KNOWN] + later[shift:] + later[:shift]
    spy = Spy(rig, deck)
    if leak:
        break_it(rig, leak)
    rig.load(deck)
    rig.run(story(rig, seed, uids), 600)
    assert rig.host._commands >= FEWEST, rig.host._commands
    assert not spy.is_alike, "no unlike card was ever read"
    assert len(spy.told) > KNOWN, "the frames were not looked at"
    print(spy.digest.digest().hex())


main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
