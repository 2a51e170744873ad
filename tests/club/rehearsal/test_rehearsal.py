"""Rehearsed halls: a whole evening inside one process, and one over a real broker with everything killed."""

import random
import time

import pytest
from tests.club.hall.brokers import needs_mosquitto

from tallone.club.desk import serving
from tallone.club.desk.event_log import EventLog
from tallone.club.log import open_database
from tallone.club.log.events import Phase
from tallone.club.rehearsal import evening
from tallone.club.rehearsal.load import Load, load
from tallone.club.rehearsal.nearby import Nearby
from tallone.club.rehearsal.people import invented_names
from tallone.club.rehearsal.table import Habits

pytestmark = pytest.mark.timeout(120)


class Quick:
    """Players whose hands are counted at once."""

    def begin(self, table, number, hands):
        self.hands = hands

    def played(self, table, number):
        chance = random.Random(f"{table} {number}")
        return [(chance.randrange(0, 900, 5), chance.randrange(0, 900, 5)) for _ in range(2)]


def wanted(**changed):
    values = {
        "seed": 3,
        "tables": 4,
        "hands": 2,
        "plan": (Phase(movement="mitchell", rounds=2), Phase(movement="danish", rounds=1)),
        "habits": Habits(dispute=0.3, twice=0.3, mixed=0.3),
        "broker_port": 1,
    }
    return evening.Wanted(**{**values, **changed})


def test_an_evening_without_a_broker_ends_with_what_was_played(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "mosquitto", lambda: None)
    database = open_database(tmp_path / "club.sqlite")
    asked = wanted()
    log = EventLog(database, evening.add_event(database, asked))
    with evening.hall(tmp_path, log, asked, Quick()) as (hub, tables, has_broker):
        assert not has_broker
        told = []
        evening.play(log, hub, tables, tell=told.append)
    state = log.state()
    assert state.final
    assert len(told) == 3
    assert len(state.results) == 12
    for one in state.results:
        truth = tables[one.table - 1].truth[one.round]
        assert one.points == (truth[str(one.a[0])], truth[str(one.b[0])])
    assert state.rejected == ()
    database.close()


@needs_mosquitto
def test_a_hall_whose_broker_and_hub_are_killed_has_what_was_played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("load")
    for path in (folder, *list(folder.parents)[:3]):
        path.chmod(0o755)
    asked = Load(seed=2, tables=6, rounds=2, window_s=1.0, broker_kills=1)
    begun = time.monotonic()
    found = load(str(folder / "club.sqlite"), folder, asked, lambda _line: None)
    assert found.wrong == []
    assert found.results == 12
    assert (found.broker_kills, found.hub_kills) == (1, 1)
    assert time.monotonic() - begun < 110


def test_a_line_of_a_hall_hears_its_own_topics_only():
    hall = Nearby()
    hub, one = hall.line("a/+/up"), hall.line("a/1/down")
    one.send("a/1/up", b"up")
    hub.send("a/1/down", b"down")
    hub.send("a/2/down", b"other")
    assert [arrived.payload for arrived in hub.drain()] == [b"up"]
    assert [arrived.payload for arrived in one.drain()] == [b"down"]
    assert (one.came_up(), one.came_up()) == (True, False)


def test_no_two_invented_people_have_the_same_name():
    assert len(set(invented_names(1, 2400))) == 2400
