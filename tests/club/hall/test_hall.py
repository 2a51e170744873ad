"""Tables and hub lose nothing and double nothing, whatever the broker does; old words do nothing."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.club.hall.halls import PLAN, Hall, rules

from tallone.club.hall import messages, table_end
from tallone.club.hall.hub_end import COMMAND_S, SILENT_S, HubEnd
from tallone.club.hall.messages import Ack, ConfirmSaid, Open, Seat, encode, read_hub, read_table
from tallone.club.hall.table_end import MAX_OWED, TableEnd
from tallone.club.rules.record.projection import project
from tallone.club.rules.refusal import Refused

EMPTY = project(rules(4), [])
SEATING = {
    "id": "s",
    "at": 1.0,
    "kind": "seating",
    "round": 1,
    "tables": [{"table": 1, "a": 1, "b": 2}, {"table": 2, "a": 3, "b": 4}],
}
SEATED = project(rules(4), [SEATING])


@pytest.mark.parametrize("seed", range(12))
def test_every_result_arrives_once_over_a_broker_that_loses_and_doubles(seed):
    hall = Hall(seed)
    state = hall.run()
    found = {
        (one.round, one.table): dict(zip((str(one.a[0]), str(one.b[0])), one.points, strict=True))
        for one in state.results
    }
    assert found == hall.truth
    assert state.matters == ()
    assert [one for one in state.rejected if one.error != "confirm.disputed"] == []
    assert len({fact["id"] for fact in hall.log}) == len(hall.log)


def test_a_table_owes_until_it_is_acknowledged_also_over_a_restart():
    end = TableEnd(3, 77)
    end.result(5.0, 1, {"1": 100, "2": 50}, (1,))
    (raw,) = end.due(5.0)
    assert end.due(6.0) == []
    assert end.due(7.0) == [raw]
    again = TableEnd(3, 78, end.owed)
    assert again.due(0.0) == [raw]
    ack = encode(Ack(id=read_table(raw, 3).id, now=500.0))
    assert again.hear(ack, 9.0) == read_hub(ack)
    assert again.owed == ()
    assert again.hear(ack, 9.0) is None
    assert again.hub_time(10.0) == 501.0


def seat(**changes):
    fields = {"id": "h1-1", "at": 100.0, "boot": 77, "until": 220.0, "round": 1, "rev": 1, "a": (1,), "b": (2,),
              "names": {"1": "Ada"}, "hands": 3, "minutes": 35, "code": "febur"}  # fmt: skip
    return Seat(**fields | changes)


@pytest.mark.parametrize(
    ("word", "retained"),
    [(seat(), True), (seat(boot=76), False), (seat(until=99.0), False)],
    ids=["kept by a broker", "for an earlier start", "void"],
)
def test_an_old_command_does_nothing(word, retained):
    end = TableEnd(3, 77)
    end.hear(encode(Ack(id="x", now=100.0)), 0.0)
    assert end.hear(encode(word), 0.0, retained=retained) is None
    assert end.seat is None


def test_a_command_is_obeyed_once_and_an_older_seating_never():
    end = TableEnd(3, 77)
    assert end.hear(encode(seat(round=2)), 1.0) is not None
    assert end.hear(encode(seat(round=2)), 1.0) is None
    assert end.hear(encode(seat(id="h1-2", round=1)), 1.0) is None
    assert end.seat.round == 2


def test_a_table_cannot_speak_for_another():
    end = TableEnd(4, 9)
    end.confirm(1.0, 1, 2)
    (raw,) = end.due(1.0)
    hub = HubEnd(PLAN)
    assert hub.hear(3, raw, 1.0, lambda: SEATED).facts == ()
    assert hub.hear(4, raw, 1.0, lambda: SEATED).facts[0]["table"] == 4


def test_a_table_that_comes_back_is_told_its_seats_and_what_the_standing_has():
    end, hub = TableEnd(1, 5), HubEnd(PLAN)
    end.greet(3.0, "0.1.0")
    (raw,) = end.due(3.0)
    words = [read_hub(word) for word in hub.hear(1, raw, 4.0, lambda: SEATED).words]
    assert [type(word) for word in words] == [Ack, Seat]
    assert words[1].names == {"1": "Ada e Bice", "2": "2"}
    assert words[1].until == 4.0 + COMMAND_S
    opened = project(rules(4), [SEATING, {"id": "o", "at": 2, "kind": "open", "round": 1}])
    assert [type(read_hub(word)) for word in hub.hear(1, raw, 5.0, lambda: opened).words] == [
        Ack,
        Seat,
        Open,
    ]


def test_a_silent_table_is_seen_and_not_spoken_to():
    end, hub = TableEnd(1, 5), HubEnd(PLAN)
    hub.hear(1, end.status(1.0, "load", 0, trouble=False), 1.0, lambda: SEATED)
    assert [table for table, _ in hub.tick(2.0, SEATED)] == []
    assert [table for table, _ in hub.tick(1.0 + 5.0, SEATED)] == [1]
    assert hub.tables[1].is_silent(1.1 + SILENT_S)
    assert hub.tick(100.0, SEATED) == []


def test_what_finds_no_room_is_counted_and_nothing_is_forgotten():
    end = TableEnd(1, 5)
    for number in range(MAX_OWED + 3):
        end.confirm(float(number), 1, 2)
    assert end.dropped == 3
    assert len(end.owed) == MAX_OWED
    assert end.owed[0].at == 0.0


def test_a_disconnected_table_says_everything_at_once_when_the_broker_is_back():
    end = TableEnd(1, 5)
    end.call(0.0)
    for now in (0.0, 2.0, 6.0, 14.0, 30.0, 62.0, 122.0):
        end.due(now)
    assert end.due(123.0) == []
    end.connected()
    assert len(end.due(123.0)) == 1


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=100),
    lambda inner: (
        st.lists(inner, max_size=10) | st.dictionaries(st.text(max_size=9), inner, max_size=10)
    ),
    max_leaves=20,
)
SAYINGS = [
    kind.__struct_config__.tag
    for kind in (*messages.TableMessage.__args__, *messages.Command.__args__, Ack)
]


@given(
    st.sampled_from(SAYINGS),
    st.dictionaries(
        st.sampled_from(
            [
                "id",
                "at",
                "round",
                "points",
                "signed",
                "by",
                "rev",
                "seats",
                "names",
                "until",
                "boot",
                "hand",
                "phase",
                "a",
                "b",
            ]
        ),
        JUNK,
    ),
)
def test_hostile_words_are_refused_and_never_raise(saying, fields):
    raw = json.dumps({"say": saying, **fields}).encode()
    hub, end = HubEnd(PLAN), TableEnd(1, 5)
    answer = hub.hear(1, raw, 1.0, lambda: SEATED)
    project(rules(4), [SEATING, *answer.facts])
    end.hear(raw, 1.0)


@pytest.mark.parametrize("field", ["id", "at", "round", "by"])
@pytest.mark.parametrize(
    "value", [None, -1, 2**70, 1e400, "x" * 5000, [], {}, True, "t1-5-1\u0000"]
)
def test_each_field_is_bounded_where_it_is_read(field, value):
    good = json.loads(encode(ConfirmSaid(id="t1-5-1", at=1.0, round=1, by=1)))
    raw = json.dumps({**good, field: value}).encode()
    try:
        message = read_table(raw, 1)
    except Refused:
        return
    assert getattr(message, field) in (-1, 1, True)


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe", b"[" * 4000, b"[" * 9000, b'{"say":"hello"', b"null"]
)
def test_what_is_no_message_is_refused(raw):
    with pytest.raises(Refused):
        read_table(raw, 1)
    assert TableEnd(1, 5).hear(raw, 0.0) is None


def test_topics_name_one_table_of_one_event():
    topic = messages.up_topic("lunedi-3", 12)
    assert messages.table_of(topic, "lunedi-3") == 12
    for other in ("lunedi-4", "lunedi"):
        assert messages.table_of(topic, other) is None
    for odd in (topic + "/x", topic.replace("12", "012"), topic.replace("12", "+"), "#"):
        assert messages.table_of(odd, "lunedi-3") is None
    with pytest.raises(Refused):
        messages.up_topic("a/b", 1)


def test_waits_grow_to_a_minute():
    end = TableEnd(1, 5)
    end.call(0.0)
    sent = [now for now in range(400) if end.due(float(now))]
    assert sent[:5] == [0, 2, 6, 14, 30]
    assert max(b - a for a, b in itertools.pairwise(sent)) == table_end.LONGEST_WAIT_S
