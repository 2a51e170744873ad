"""The log of facts, who is who, and what is worked out from them, on both databases."""

import datetime as dt
import subprocess
import sys
import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tallone.club.invented import InventedEvent, mixed, plain_event
from tallone.club.log import open_database
from tallone.club.log.database import DatabaseError, migrate
from tallone.club.log.events import Events, EventSettings
from tallone.club.log.facts import append, history, keep_refused, read_log, read_refused, version
from tallone.club.log.people import Entry, People
from tallone.club.log.places import Places
from tallone.club.rules.asking.query import answer, projection_object
from tallone.club.rules.refusal import Refused

DAY = dt.date(2026, 11, 30)


def settings(name="sera", **more):
    return EventSettings(name=name, title="Torneo", held=DAY, lot_seed="x", **more)


@pytest.fixture
def event(database):
    return Events(database).add(settings())


def enter(database, event, count):
    people = People(database)
    for number in range(1, count + 1):
        players = (people.add(f"Anna Uno{number}"), people.add(f"Ugo Due{number}"))
        people.enter(event, [Entry(number=number, players=players)])


def test_facts_come_back_as_they_were_written(database, event):
    log = InventedEvent(5).log()
    assert {one.outcome for one in append(database, event, log, received=1.0)} <= {"new", "other"}
    assert read_log(database, event) == log
    assert version(database, event) == len(log)


def test_what_comes_again_is_kept_once_and_other_content_beside_it(database, event):
    fact = {"id": "a", "at": 1.0, "kind": "open", "round": 1}
    other = {**fact, "round": 2}
    first = append(database, event, [fact, fact, other], received=1.0)
    assert [one.outcome for one in first] == ["new", "again", "other"]
    assert [one.outcome for one in append(database, event, [other, fact], received=2.0)] == [
        "again",
        "again",
    ]
    assert read_log(database, event) == [fact, other]


def test_the_state_is_that_of_the_log_in_any_order(database, event):
    enter(database, event, 8)
    log = InventedEvent(7, entrants=8).log()
    events = Events(database)
    append(database, event, mixed(1, log), received=1.0)
    found = projection_object(events.state(event))
    asked = {"op": "replay", "event": {"entrants": 8, "hands": 3, "lot_seed": "x"}, "log": log}
    wanted = {
        key: value for key, value in answer(asked).items() if key not in {"ok", "duplicates"}
    }
    assert {key: found[key] for key in wanted} == wanted


def test_the_state_follows_what_another_writer_adds(database, event, where):
    enter(database, event, 2)
    events = Events(database)
    seated = {
        "id": "s",
        "at": 0.0,
        "kind": "seating",
        "round": 1,
        "tables": [{"table": 1, "a": 1, "b": 2}],
    }
    append(database, event, [seated], received=0.0)
    assert events.state(event).provisional
    slip = {
        "id": "r",
        "at": 1.0,
        "kind": "result",
        "round": 1,
        "table": 1,
        "points": {"1": 5, "2": 0},
        "signed": [1, 2],
    }
    other = open_database(where)
    append(other, event, [slip], received=2.0)
    other.close()
    assert not events.state(event).provisional


def test_the_database_itself_refuses_to_change_a_fact(database, event):
    append(database, event, [{"id": "a", "at": 1.0, "kind": "final"}], received=1.0)
    for act in ("UPDATE fact SET body = ''", "DELETE FROM fact"):
        with pytest.raises(DBAPIError, match="only ever added"), database.writing() as connection:
            connection.execute(text(act))
    assert version(database, event) == 1


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"id": "a", "kind": "open"},
        {"id": "a\0", "at": 1, "kind": "open"},
        {"id": "a", "at": 1, "kind": "x", "y": {1, 2}},
        {"id": "a", "at": 1, "kind": "x", "y": float("nan")},
    ],
)
def test_of_a_parcel_with_something_that_is_no_fact_nothing_is_taken(database, event, broken):
    good = {"id": "good", "at": 1, "kind": "open", "round": 1}
    with pytest.raises(Refused):
        append(database, event, [good, broken], received=1.0)
    assert read_log(database, event) == []
    keep_refused(database, event, "query.syntax", repr(broken), received=1.0, author="table 4")
    assert read_refused(database, event)[0]["author"] == "table 4"


def test_any_text_comes_back(database, event):
    fact = {"id": "è", "at": 1.0, "kind": "annul", "of": "a\0b\ud800", "why": "Nicolò \u2028 😀"}
    append(database, event, [fact], received=1.0, author="Ada")
    assert history(database, event) == [{"fact": fact, "received": 1.0, "author": "Ada"}]


def test_many_writers_lose_nothing(where):
    database = open_database(where)
    event = Events(database).add(settings())
    facts = [{"id": f"f{number}", "at": 1.0, "kind": "open", "round": 1} for number in range(60)]

    def write(part):
        mine = open_database(where)
        for fact in part:
            append(mine, event, [fact], received=1.0)
        mine.close()

    writers = [
        threading.Thread(target=write, args=(facts[start::3] + facts[:10],)) for start in range(3)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(one["id"] for one in read_log(database, event)) == sorted(
        one["id"] for one in facts
    )
    database.close()


def test_a_killed_writer_loses_no_acknowledged_fact(where, database, event):
    program = (
        "import sys\n"
        "from tallone.club.log import open_database\n"
        "from tallone.club.log.facts import append\n"
        "database = open_database(sys.argv[1])\n"
        "for number in range(10**6):\n"
        "    fact = {'id': str(number), 'at': 1.0, 'kind': 'open', 'round': 1}\n"
        "    append(database, int(sys.argv[2]), [fact], received=1.0)\n"
        "    print(number, flush=True)\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", program, where, str(event)], stdout=subprocess.PIPE
    )
    seen = [writer.stdout.readline() for _ in range(20)]
    writer.kill()
    seen += writer.stdout.readlines()
    writer.wait()
    there = {one["id"] for one in read_log(database, event)}
    assert {line.decode().strip() for line in seen if line.endswith(b"\n")} <= there


def test_a_database_pulled_from_under_the_hub_loses_nothing(server):
    database = open_database(server.database("pulled"))
    event = Events(database).add(settings())
    append(database, event, [{"id": "a", "at": 1.0, "kind": "final"}], received=1.0)
    server.kill()
    assert version(database, event) == 1
    database.close()


def test_opening_again_changes_nothing_and_two_may_open_at_once(where):
    first = open_database(where)
    event = Events(first).add(settings())
    append(first, event, [{"id": "a", "at": 1.0, "kind": "final"}], received=1.0)
    migrate(first)
    second = open_database(where)
    assert read_log(second, event) == read_log(first, event)
    for one in (first, second):
        one.close()


def test_the_versions_make_the_tables_that_the_program_knows(database):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from tallone.club.log.schema import METADATA

    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path):
    (tmp_path / "no.sqlite").write_text("this is a letter, not a database" * 100)
    for where in (
        tmp_path / "no.sqlite",
        tmp_path / "none" / "club.sqlite",
        "mysql://x/y",
        "postgresql://x@/y?host=/nowhere",
    ):
        with pytest.raises(DatabaseError):
            open_database(where)


def test_sqlite_writes_through_to_the_disk(tmp_path):
    database = open_database(tmp_path / "club.sqlite")
    with database.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    database.close()


def test_one_person_is_found_shown_everything_and_taken_out(database):
    events, people = Events(database), People(database)
    club = people.club("Pinella", "Imperia")
    assert people.club("Pinella") == club
    anna = people.add("Nicolò D'Amico", card="101", club=club)
    ugo = people.add("Ugo Neri")
    event = events.add(settings(club=club))
    people.enter(event, [Entry(number=1, players=(anna, ugo), club="Pinella", paid=True)])
    assert [one.id for one in people.find("nicolo d")] == [anna]
    assert [one.id for one in people.like("Nicolo Damicco")] == [anna]
    assert people.by_card("101").id == anna
    with pytest.raises(DatabaseError, match="Nicolò"):
        people.add("Pia Gallo", card="101")
    append(
        database,
        event,
        [{"id": "a", "at": 1.0, "kind": "adjust", "entrant": 1, "vp": 3, "why": "x"}],
        received=1.0,
    )
    assert Places(database).work_out(events, event) == 2
    before = events.state(event).rows
    assert people.everything(anna)["events"][0]["vp"] == 3
    assert people.erase(anna) == f"Giocatore {anna:04}"
    assert people.find("nicolo") == []
    assert people.by_card("101") is None
    assert events.state(event).rows == before
    assert people.entries(event)[0][1][0].name == f"Giocatore {anna:04}"
    assert Places(database).of_player(anna)[0].vp == 3


def test_places_can_be_thrown_away_and_made_again(database):
    events, places = Events(database), Places(database)
    for number in range(3):
        event = events.add(settings(name=f"sera {number}"))
        enter(database, event, 6)
        append(database, event, plain_event(number, 6, 2), received=1.0)
        assert places.work_out(events, event) == 12
    before = places.of_year(2026), [places.of_player(player) for player in (1, 20, 36)]
    assert places.work_out_all(events) == 36
    assert (places.of_year(2026), [places.of_player(player) for player in (1, 20, 36)]) == before
    assert sum(row.vp for row in before[0]) == 2 * sum(
        row.total.vp for number in (1, 2, 3) for row in events.state(number).rows
    )
