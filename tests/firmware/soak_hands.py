"""Hands played on the mat while it soaks: cards on the tiles, on the discard pile, off the piles."""

from tallone.firmware.timing.timed_laying import pack_of_tags
from tallone.link.messages import LinkUp, Report
from tallone.mat.events import Seconds
from tallone.mat.tracker import MatTracker
from tallone.mat.zones import GROUP_TILES, RUN_TILES, WEIGHED, Zone

TILES = (*RUN_TILES, *GROUP_TILES)
POZZETTI = (Zone.POZZETTO_1, Zone.POZZETTO_2)
_STOCK = 41
_POZZETTO = 11
_TILE_MOST = 20
# Of a discard pile only the uppermost answer.
_DISCARD_HEARD = 3
_CARD_CG = 200
# Between two things that people do, and from a pile's trembling to its rest: players three times as fast as any.
_NEXT_S = (0.1, 0.3)
_TREMBLE_S = 0.15
_TAKES_PILE = 0.12
_TAKES_BACK = 0.05
# Late rounds, an unplug and its aftermath included.
_AGREES_S = 40.0
# Nothing false may follow.
_STAYS_S = 1.0


class Hands:
    """What the host believes is compared with the world after every hand, and when all is cleared."""

    def __init__(self, soak):
        self.soak = soak
        self.registry = pack_of_tags(soak.rng)
        self.lying = {zone: [] for zone in (*TILES, Zone.DISCARD)}
        self.counts = dict.fromkeys(WEIGHED, 0)
        self.tracker = MatTracker(self.registry)
        self.requests = 0
        soak.hear = self._hear

    def play(self, cards):
        """Play a hand of so many cards laid and discarded; then clear the table."""
        rest = list(self.registry.copies)
        self.soak.rng.shuffle(rest)
        self._weigh(Zone.STOCK, _STOCK)
        for pozzetto in POZZETTI:
            self._weigh(pozzetto, _POZZETTO)
        untaken = list(POZZETTI)
        left = cards
        while left > 0:
            self._draw(rest)
            for _ in range(min(left - 1, self.soak.rng.choice((0, 0, 1, 2, 3, 5)))):
                self._lay(rest)
                left -= 1
            if untaken and left < cards * len(untaken) // 3:
                self._weigh(untaken.pop(0), 0)
            self._discard(rest)
            left -= 1
        self._compare()
        for zone in TILES:
            self.lying[zone].clear()
            self._show(zone)
        self._take_pile([])
        for zone in (Zone.STOCK, *untaken):
            self._weigh(zone, 0)
        self._compare()

    def _draw(self, rest):
        if self.lying[Zone.DISCARD] and self.soak.rng.random() < _TAKES_PILE:
            self._take_pile(rest)
        elif self.counts[Zone.STOCK]:
            self._weigh(Zone.STOCK, self.counts[Zone.STOCK] - 1)
        self._wait()

    def _lay(self, rest):
        zone = self.soak.rng.choice([z for z in TILES if len(self.lying[z]) < _TILE_MOST])
        self.lying[zone].append(rest.pop())
        if self.soak.rng.random() < _TAKES_BACK:
            rest.append(self.lying[zone].pop())
        self._show(zone)
        self._wait()

    def _discard(self, rest):
        pile = self.lying[Zone.DISCARD]
        pile.append(rest.pop())
        self._show(Zone.DISCARD)
        self._weigh(Zone.DISCARD, len(pile))
        self._wait()

    def _take_pile(self, into):
        pile = self.lying[Zone.DISCARD]
        into[:0] = pile
        pile.clear()
        self._show(Zone.DISCARD)
        self._weigh(Zone.DISCARD, 0)

    def _wait(self):
        self.soak.rehearsal.pause(self.soak.rng.uniform(*_NEXT_S))

    def _heard(self, zone):
        lying = self.lying[zone]
        return lying[-_DISCARD_HEARD:] if zone is Zone.DISCARD else lying

    def _show(self, zone):
        tags = [{"uid": bytes(reversed(uid)).hex(), "p": 0.98} for uid in self._heard(zone)]
        load = len(self.lying[zone])
        self.soak.rehearsal.board.send({"zone": zone.value, "tags": tags, "load": load})

    def _weigh(self, zone, count):
        self.counts[zone] = count
        board = self.soak.rehearsal.board
        if zone is not Zone.DISCARD:
            board.send({"zone": zone.value, "tags": [], "load": count})
        on_scale = {"scale": zone.value, "cg": _CARD_CG * count}
        board.send({**on_scale, "shake": True})
        self.soak.rehearsal.conductor.after(
            _TREMBLE_S,
            lambda: board.send({**on_scale, "shake": False}) if self._is(zone, count) else None,
        )

    def _is(self, zone, count):
        return self.counts[zone] == count

    def _compare(self):
        rehearsal = self.soak.rehearsal
        rehearsal.run(self._agrees, _AGREES_S)
        rehearsal.pause(_STAYS_S)
        rehearsal.run(self._agrees, _AGREES_S)

    def _agrees(self):
        seen = dict(self.tracker.snapshot(Seconds(self.soak.rehearsal.now)).cards)
        for zone in self.lying:
            true = {self.registry.copies[uid] for uid in self._heard(zone)}
            if set(seen.get(zone, ())) != true:
                return False
        return self.tracker.counts == self.counts

    def _hear(self, event):
        now = Seconds(self.soak.rehearsal.now)
        if isinstance(event, Report):
            self.tracker.hear(event.said, now)
        elif isinstance(event, LinkUp):
            self.requests += 1
            self.soak.rehearsal.command("REPORT_ALL", self.requests)
        self.tracker.tick(now)
