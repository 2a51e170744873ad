"""A real broker: it refuses strangers, keeps tables apart, and may be killed in the middle of a round."""

import time

import pytest
from tests.club.hall.brokers import Broker, needs_mosquitto
from tests.club.hall.halls import PLAN, rules

from tallone.club.hall import broker as files
from tallone.club.hall.messages import ROOT, Seat, down_topic, up_topic
from tallone.club.hall.mqtt import Line
from tallone.club.hall.service import Hub
from tallone.club.hall.table_end import TableEnd
from tallone.club.rules.record.projection import project

pytestmark = [needs_mosquitto, pytest.mark.timeout(90)]
EVENT = "lunedi"
LIMIT_S = 30.0


@pytest.fixture
def broker(tmp_path_factory):
    # /tmp of the tests may be closed to the broker's own user.
    folder = tmp_path_factory.mktemp("hall")
    for path in (folder, *list(folder.parents)[:3]):
        path.chmod(0o755)
    started = Broker(folder, range(1, 5)).start()
    yield started
    started.kill()


def line(broker, user, topics=(), *, password=None, authority=None):
    opened = Line(
        user,
        broker.passwords.get(user, "") if password is None else password,
        host="127.0.0.1",
        port=broker.port,
        authority=authority or broker.folder / "ca.crt",
        topics=topics,
    )
    opened.open()
    return opened


def until(condition):
    """Wait for something to be so; a limit, not a time."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_a_stranger_and_a_wrong_password_are_refused(broker):
    for user, password in (("", ""), ("table-1", "guess"), ("table-9", "x"), ("hub", "")):
        asking = line(broker, user, password=password)
        assert until(lambda asking=asking: asking.refusal != ""), user
        assert not asking.is_up
        asking.close()


def test_a_broker_of_another_authority_is_not_believed(broker, tmp_path):
    import datetime as dt

    other = files.certificates(("127.0.0.1",), dt.datetime.now(dt.UTC))["ca.crt"]
    (tmp_path / "other.crt").write_bytes(other)
    asking = line(broker, "table-1", authority=tmp_path / "other.crt")
    good = line(broker, "table-2")
    assert until(lambda: good.is_up)
    assert not asking.is_up
    asking.close()
    good.close()


def test_a_tables_password_opens_nothing_of_anothers(broker):
    everything = (f"{ROOT}/#", down_topic(EVENT, 2), up_topic(EVENT, 2))
    spy = line(broker, "table-1", (*everything, down_topic(EVENT, 1)))
    hub = line(broker, "hub", (f"{ROOT}/+/+/up",))
    second = line(broker, "table-2", (down_topic(EVENT, 2),))
    assert until(lambda: spy.is_up and hub.is_up and second.is_up)
    spy.send(up_topic(EVENT, 2), b"forged")
    spy.send(down_topic(EVENT, 2), b"forged")
    second.send(up_topic(EVENT, 2), b"mine")
    spy.send(up_topic(EVENT, 1), b"true")
    hub.send(down_topic(EVENT, 2), b"for two")
    hub.send(down_topic(EVENT, 1), b"for one")
    heard = {"hub": [], "spy": [], "second": []}

    def gathered():
        for name, one in (("hub", hub), ("spy", spy), ("second", second)):
            heard[name] += [arrived.payload for arrived in one.drain()]
        return len(heard["hub"]) >= 2 and heard["spy"] and heard["second"]

    assert until(gathered)
    assert sorted(heard["hub"]) == [b"mine", b"true"]
    # Two of its topics cover the word, so it may come twice.
    assert set(heard["spy"]) == {b"for one"}
    assert heard["second"] == [b"for two"]
    for one in (spy, hub, second):
        one.close()


class Log:
    """A log in memory, with an append that says how often it was asked."""

    def __init__(self, facts):
        self.facts = list(facts)
        self._known = {fact["id"] for fact in facts}

    def append(self, facts):
        for fact in facts:
            if fact["id"] not in self._known:
                self._known.add(fact["id"])
                self.facts.append(fact)

    def state(self):
        return project(rules(8), self.facts)


class Round:
    """Four tables and a hub on real lines, playing one round."""

    def __init__(self, broker):
        self.broker = broker
        tables = [{"table": t, "a": 2 * t - 1, "b": 2 * t} for t in range(1, 5)]
        seating = {"id": "s", "at": 1.0, "kind": "seating", "round": 1, "tables": tables}
        self.log = Log([seating])
        self.hub_line = line(broker, "hub", (f"{ROOT}/+/+/up",))
        self.hub = Hub(EVENT, PLAN, self.log, self.hub_line)
        self.ends = {t: TableEnd(t, 100 + t) for t in range(1, 5)}
        self.lines = {t: line(broker, f"table-{t}", (down_topic(EVENT, t),)) for t in range(1, 5)}
        self.truth = {}

    def turn(self):
        now = time.time()
        self.hub.step(now)
        for t, end in self.ends.items():
            self._table(t, end, self.lines[t], now)

    def _table(self, t, end, wire, now):
        if wire.came_up():
            end.greet(now, "0.1.0")
            end.connected()
        for arrived in wire.drain():
            got = end.hear(arrived.payload, now, retained=arrived.retained)
            if isinstance(got, Seat):
                self.truth[t] = {str(got.a[0]): 100 * t, str(got.b[0]): 50}
                end.result(now, 1, self.truth[t], (got.a[0],))
                end.confirm(now, 1, got.b[0])
        for raw in end.due(now):
            wire.send(up_topic(EVENT, t), raw)
        status = end.status(now, "play", 1, trouble=False)
        if status:
            wire.send(up_topic(EVENT, t), status)

    def until(self, condition):
        end = time.monotonic() + LIMIT_S
        while not condition() and time.monotonic() < end:
            self.turn()
            time.sleep(0.01)
        assert condition()

    def is_over(self):
        confirmed = all(result.state == "confirmed" for result in self.log.state().results)
        return confirmed and not any(end.owed for end in self.ends.values())

    def close(self):
        for one in (self.hub_line, *self.lines.values()):
            one.close()


def test_a_round_over_a_broker_and_a_hub_that_are_killed_in_it(broker):
    played = Round(broker)
    played.until(lambda: len(played.truth) == 4)
    broker.kill()
    broker.start()
    played.until(lambda: any(fact["kind"] == "result" for fact in played.log.facts))
    # Another hub on the same log, which has heard of nobody.
    played.hub = Hub(EVENT, PLAN, played.log, played.hub_line)
    played.until(played.is_over)
    played.until(lambda: played.hub.tables.keys() == {1, 2, 3, 4})
    state = played.log.state()
    found = {
        one.table: dict(zip((str(one.a[0]), str(one.b[0])), one.points, strict=True))
        for one in state.results
    }
    assert found == played.truth
    assert state.rejected == ()
    played.close()


def test_a_hundred_words_at_once_all_arrive(broker):
    """A hub answers a whole hall in one turn; none of its words is left behind."""
    hub, table = line(broker, "hub"), line(broker, "table-1", (down_topic(EVENT, 1),))
    assert until(lambda: hub.is_up and table.came_up())
    assert all(hub.send(down_topic(EVENT, 1), b"%d" % number) for number in range(100))
    heard = []

    def gathered():
        heard.extend(int(arrived.payload) for arrived in table.drain())
        return len(heard) >= 100

    assert until(gathered)
    assert heard == list(range(100))
    hub.close()
    table.close()


def test_passwords_are_kept_as_hashes_that_mosquitto_itself_makes():
    """mosquitto_passwd's form: `$7$iterations$salt$hash`; the broker's own check is in the tests above."""
    (row,) = files.password_lines({"table-1": "secret"}).splitlines()
    name, hashed = row.split(":", 1)
    assert name == "table-1"
    assert hashed.startswith("$7$101$")
    assert "secret" not in row
    assert files.password_lines({"table-1": "secret"}).splitlines()[0] != row
