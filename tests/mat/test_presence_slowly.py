"""Presence against a definition that counts every round anew, and looks at every zone whenever time is told."""

import random

import pytest

from tallone.mat.presence import (
    APPEAR_READS,
    APPEAR_ROUNDS,
    DUPLICATE_S,
    NEIGHBOURS,
    RELEASE_ROUNDS,
    SILENT_ROUND_S,
    VANISH_ROUNDS,
    Appeared,
    Doubled,
    Presence,
    Vanished,
)
from tallone.mat.rounds import Round
from tallone.mat.zones import Zone

TAGS = tuple(bytes([n, 0, 0, 0, 0, 1, 4, 0xE0]) for n in range(5))
# Two neighbours, and one that lies apart.
ZONES = (Zone.MELD_NS_1, Zone.MELD_NS_2, Zone.MELD_EW_1)


class SlowPresence:
    """Every round since the window was last empty is kept; nothing else is but what lies where."""

    def __init__(self):
        self.rounds, self.heard_at = {}, {}
        self.places, self.rivals = {}, {}
        self.doubled, self.deaf = set(), set()

    @property
    def is_settled(self):
        heard = [zone for zone in self.rounds if zone not in self.deaf]
        return not any(self.is_mixed(zone) for zone in heard)

    def is_mixed(self, zone):
        last = [tags for tags, _ in self.rounds[zone][-VANISH_ROUNDS:]]
        return len(last) < VANISH_ROUNDS or len(set(last)) > 1

    def reads(self, zone, uid, last):
        return sum(uid in tags for tags, _ in self.rounds.get(zone, [])[-last:])

    def hear(self, heard, now):
        rounds = self.rounds.setdefault(heard.zone, [])
        if heard.restarts:
            rounds.clear()
        changes = []
        for _ in range(min(heard.silent, VANISH_ROUNDS)):
            changes += self.count(heard.zone, heard.before, False, now)
        self.heard_at[heard.zone] = now
        return changes + self.count(heard.zone, heard.tags, heard.collision, now)

    def wait(self, now):
        changes = []
        for zone, rounds in self.rounds.items():
            silent = int((now - self.heard_at[zone]) / SILENT_ROUND_S)
            if not silent or zone in self.deaf or not rounds:
                continue
            self.heard_at[zone] += silent * SILENT_ROUND_S
            if self.is_mixed(zone) or self.rivals:
                for _ in range(min(silent, VANISH_ROUNDS)):
                    changes += self.count(zone, *rounds[-1], now)
        return changes

    def lose(self, zone):
        self.deaf.add(zone)
        self.rounds.get(zone, []).clear()

    def regain(self, zone):
        self.deaf.discard(zone)

    def count(self, zone, tags, collision, now):
        self.rounds[zone].append((tags, collision))
        last = self.rounds[zone][-VANISH_ROUNDS:]
        changes = []
        for uid in TAGS:
            here = self.places.get(uid) is zone
            if not here and self.reads(zone, uid, APPEAR_ROUNDS) >= APPEAR_READS:
                changes += self.appear(uid, zone, now)
        for uid in TAGS:
            clean = len(last) == VANISH_ROUNDS and not any(collided for _, collided in last)
            here = self.places.get(uid) is zone
            if here and clean and not self.reads(zone, uid, VANISH_ROUNDS):
                self.settle(uid, None)
                changes.append(Vanished(uid, zone))
        return changes

    def appear(self, uid, zone, now):
        place = self.places.get(uid)
        if place is None:
            self.places[uid] = zone
            return [Appeared(uid, zone)]
        near = frozenset((place, zone)) in NEIGHBOURS
        more = self.reads(zone, uid, VANISH_ROUNDS) > self.reads(place, uid, VANISH_ROUNDS)
        silent = place in self.deaf or not self.reads(place, uid, RELEASE_ROUNDS)
        if silent or (near and more):
            self.settle(uid, zone)
            return [Vanished(uid, place), Appeared(uid, zone)]
        if near or uid in self.doubled:
            return []
        rival, since = self.rivals.get(uid, (None, now))
        if rival is not zone:
            self.rivals[uid] = zone, now
        elif now - since >= DUPLICATE_S:
            self.doubled.add(uid)
            del self.rivals[uid]
            return [Doubled(uid, (place, zone))]
        return []

    def settle(self, uid, zone):
        self.places.pop(uid)
        if zone is not None:
            self.places[uid] = zone
        self.rivals.pop(uid, None)
        self.doubled.discard(uid)


class Evening:
    """Random rounds of cards that come, go, lie in two places, and are missed now and then."""

    def __init__(self, rng):
        self.rng = rng
        self.now = 0.0
        self.lying = {zone: set() for zone in ZONES}
        self.before = dict.fromkeys(ZONES, frozenset())

    def happening(self):
        """What happens next: how long after the last, and a call of both."""
        self.now = round(self.now + self.rng.choice((0.05, 0.15, 0.15, 0.4, 1.0, 2.75)), 6)
        zone = self.rng.choice(ZONES)
        kind = self.rng.random()
        if kind < 0.3:
            return "wait", self.now
        if kind < 0.33:
            return self.rng.choice(("lose", "regain")), zone
        if self.rng.random() < 0.2:
            self.lying[zone] ^= {self.rng.choice(TAGS)}
        tags = frozenset(uid for uid in self.lying[zone] if self.rng.random() < 0.9)
        heard = Round(
            zone,
            tags,
            self.rng.random() < 0.1,
            self.rng.choice((0, 0, 0, 1, 7)),
            self.before[zone],
            self.rng.random() < 0.05,
        )
        self.before[zone] = tags
        return "hear", heard, self.now


@pytest.mark.parametrize("seed", range(40))
def test_rounds_and_silence_settle_what_the_slow_definition_says(seed):
    evening = Evening(random.Random(seed))
    quick, slow = Presence(), SlowPresence()
    for step in range(200):
        call, *given = evening.happening()
        if call == "hear":
            # As the tracker does: who is heard is not deaf.
            quick.regain(given[0].zone)
            slow.regain(given[0].zone)
        told = f"seed {seed}, step {step}: {call} {given}"
        assert getattr(quick, call)(*given) == getattr(slow, call)(*given), told
        assert quick.is_settled == slow.is_settled, told
    assert quick.places == slow.places
