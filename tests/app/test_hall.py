"""A table in a hall: what it tells, what it owes, what it obeys; and that no card ever leaves it."""

import re

import pytest

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.hall.station import Station
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.screen.views import view_of
from tallone.app.table_options import setup_of, simulation_options
from tallone.club.hall.hub_end import Plan
from tallone.club.hall.messages import Open, down_topic, encode
from tallone.club.hall.service import Hub
from tallone.club.rehearsal.nearby import Nearby
from tallone.club.rules.codes import load_code
from tallone.club.rules.record.projection import project
from tallone.club.rules.record.state import EventRules
from tallone.club.rules.scoring import scale_for
from tallone.config import Language
from tallone.display.scene.text_layer import texts_of
from tallone.journal.records import HallReceived, HallSaid
from tallone.press import Button, Press
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options

TABLE, EVENT, BEGAN = 1, "lunedi", 1_800_000_000.0
SEATING = {
    "id": "s",
    "at": BEGAN,
    "kind": "seating",
    "round": 1,
    "tables": [{"table": TABLE, "a": 1, "b": 2}],
}
OPENED = {"id": "o", "at": BEGAN, "kind": "open", "round": 1}


class Log:
    """An event's log in memory."""

    def __init__(self):
        self.facts = [SEATING, OPENED]

    def append(self, facts):
        known = {fact["id"] for fact in self.facts}
        self.facts += [fact for fact in facts if fact["id"] not in known]

    def state(self):
        rules = EventRules(entrants=(1, 2), scale=scale_for(3, load_code("febur")))
        return project(rules, self.facts)

    @property
    def result(self):
        (one,) = self.state().results
        return one


class Cable:
    """A line that can be pulled; it remembers everything that went through."""

    def __init__(self, line):
        self._line, self._plugged, self._is_new = line, True, True
        self.carried = []

    def plug(self, plugged):
        self._is_new = plugged and not self._plugged
        self._plugged = plugged

    @property
    def is_up(self):
        return self._plugged

    def came_up(self):
        came, self._is_new = self._is_new and self._plugged, False
        return came

    def send(self, topic, payload, *, lasts_s=0):
        if self._plugged:
            self.carried.append(payload)
            self._line.send(topic, payload)
        return self._plugged

    def drain(self):
        arrived = self._line.drain()
        return arrived if self._plugged else []

    def close(self):
        pass


class InHall(DirectEvening):
    """An evening with a hub beside it; `pulled`: in these phases its cable is out."""

    def __init__(self, folder, pulled=()):
        super().__init__(folder)
        self.pulled = pulled
        self.hall = Nearby()
        self.log = Log()
        names = {1: "Ada Rossi / Ugo Neri", 2: "Ida Conte / Nino Riva"}
        plan = Plan(hands=1, minutes=15, code="febur", names=names)
        self.hub = Hub(EVENT, plan, self.log, self.hall.line(f"tallone/v1/{EVENT}/+/up"))
        self.cable = Cable(self.hall.line(down_topic(EVENT, TABLE)))
        self.station = Station(TABLE, EVENT, self.cable, lambda: BEGAN + self._now)
        self.seen = []

    def step(self, now):
        if self.cable.is_up == (self.evening.phase in self.pulled):
            self.cable.plug(not self.cable.is_up)
        commands = super().step(now)
        self.hub.step(BEGAN + now)
        if self.evening.phase in (Phase.LOAD, Phase.MATCH_END):
            texts = texts_of(view_of(self.evening, now, Language.ITALIAN), now)
            self.seen += [text for text in texts if text not in self.seen]
        return commands

    def pass_time(self, seconds):
        for _ in range(round(seconds * 4)):
            self.step(self._now + 0.25)

    def ok(self, button=Button.OK):
        self.press(Press(button=button), self._now)
        self.pass_time(3)


def played(folder, pulled=()):
    """Play one hand at a table in a hall up to its count; return the evening and what its pack's tags are."""
    options = Options(level="events", noise=0, seed=1, profile="febur")
    table = EventTable(options, folder, lambda home: InHall(home, pulled))
    table.run(lambda _line: None)
    return table.host


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    return played(tmp_path_factory.mktemp("hall"))


def finish(host):
    while host.evening.phase is not Phase.MATCH_END:
        assert host.evening.phase is Phase.COUNT
        host.ok()
    host.pulled = ()
    host.pass_time(70)
    host.ok()
    host.ok()
    host.pass_time(70)


def totals(host):
    of = host.evening.standings.now.totals
    return tuple(of.values())


def test_a_round_is_played_confirmed_by_both_sides_and_in_the_standing(counted):
    finish(counted)
    assert counted.log.result.state == "confirmed"
    assert counted.log.result.points == totals(counted)
    assert counted.log.state().rejected == ()
    assert counted.station.owes == 0
    heard = counted.hub.tables[TABLE]
    assert heard.seats == {"N": 1, "S": 1, "E": 2, "W": 2}
    assert len(heard.hands) == 1
    shown = " ".join(counted.seen)
    assert "Nord-Sud: Ada Rossi / Ugo Neri" in shown
    assert "Nord-Sud confermano" in shown
    assert "Il risultato è in classifica." in shown


def test_nothing_hidden_leaves_the_table(counted):
    """What went over the wire while a hand was dealt, played and counted names no card, tag or secret."""
    said = b"\n".join(counted.cable.carried).decode()
    assert said.count('"say"') > 20
    assert re.findall(r'"(?:[2-9TJQKA]|10)[HDCS][ab]?"|\b7Hb\b|joker', said, re.IGNORECASE) == []
    assert re.findall(r"[eE]0[0-9a-fA-F]{14}", said) == []
    fields = set(re.findall(r'"(\w+)":', said)) - {"1", "2", "N", "E", "S", "W"}
    assert fields <= {
        *("say", "id", "at", "boot", "program", "round", "seats", "hand", "points", "by"),
        *("phase", "trouble", "rev", "signed", "done"),
    }


def test_a_table_unplugged_for_the_whole_round_loses_nothing(tmp_path):
    begun = (Phase.CUT, Phase.DEAL, Phase.READY, Phase.TURN_FIRST, Phase.PLAY, Phase.COUNT)
    host = played(tmp_path, (*begun, Phase.MATCH_END))
    assert host.log.result.state == "missing"
    finish(host)
    assert host.log.result.state == "confirmed"
    assert host.log.result.points == totals(host)
    assert host.station.owes == 0


def test_what_is_owed_comes_back_from_the_journal(tmp_path):
    host = played(tmp_path, (Phase.COUNT, Phase.MATCH_END))
    while host.evening.phase is not Phase.MATCH_END:
        host.ok()
    host.ok()
    said = [record.id for record in host.records if isinstance(record, HallSaid)]
    received = [record.id for record in host.records if isinstance(record, HallReceived)]
    assert set(said) - set(received)
    assert host.log.result.state == "missing"
    # The program is killed, and started again on its journal.
    setup = setup_of(simulation_options(tmp_path, tmp_path / "none.sqlite", window=False))
    again = Evening(setup)
    recovery = Recovery(again)
    recovery.run(host.records)
    recovery.close()
    assert again.phase is Phase.MATCH_END
    assert again.hall.confirmed == host.evening.hall.confirmed
    assert again.standings == host.evening.standings
    host.evening, host.pulled = again, ()
    host.station = Station(TABLE, EVENT, host.cable, lambda: BEGAN + host._now)
    host.station.resume(again, host.records)
    host.pass_time(5)
    host.ok()
    host.pass_time(70)
    assert host.log.result.state == "confirmed"
    assert host.log.result.points == totals(host)
    assert host.station.owes == 0
    kinds = [fact["kind"] for fact in host.log.facts]
    assert (kinds.count("result"), kinds.count("confirm")) == (1, 2)


def test_no_hand_begins_before_the_arbiter_opens_the_round(tmp_path):
    options = Options(level="events", noise=0, seed=1, profile="febur")
    host = EventTable(options, tmp_path, InHall).host
    host.log.facts = [SEATING]
    for role in sorted(host.evening.setup.boards):
        host.board_up(role, 0.0)
    host.pass_time(10)
    host.ok()
    assert host.evening.phase is Phase.LOAD
    assert "Si comincia al via dell’arbitro." in host.seen
    host.log.append([OPENED])
    host.pass_time(10)
    assert not host.evening.hall.waits


def test_a_dispute_calls_the_arbiter_and_waits_for_the_desk(tmp_path):
    host = played(tmp_path)
    while host.evening.phase is not Phase.MATCH_END:
        host.ok()
    host.ok()
    host.ok(Button.AGAIN)
    assert host.log.result.state == "disputed"
    assert host.hub.tables[TABLE].called_at is not None
    fact = {"id": "c", "at": BEGAN + host._now, "kind": "correct", "round": 1, "table": TABLE}
    points = {"1": 500, "2": 400}
    host.log.append([{**fact, "reason": "arbitral", "points": points, "why": "letto lo score"}])
    host.ok(Button.ARBITER)
    host.pass_time(5)
    assert host.evening.hall.accepted in ("arbitral", "corrected")


def test_an_old_or_retained_command_does_nothing(counted):
    before = counted.evening.hall
    boot = next(iter(counted.hub.tables.values())).boot
    now = BEGAN + counted._now
    for word in (
        Open(id="x1", at=1.0, boot=boot, until=now - 500, round=9),
        Open(id="x2", at=now, boot=boot + 1, until=now + 100, round=9),
    ):
        counted.hall.carry(down_topic(EVENT, TABLE), encode(word))
    counted.pass_time(2)
    assert counted.evening.hall == before
