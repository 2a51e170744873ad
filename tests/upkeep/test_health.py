"""A table's health is counted from its journals, and holds no card and no name."""

import json

from tests.journal.night import session
from tests.upkeep.test_service_file import CARD, journal

from tallone.commands import main
from tallone.journal.records import Asked, DealAborted, Found, LatencySampled, LinkChanged
from tallone.upkeep import health


def lost(**counters):
    return LinkChanged(at=1.0, board="mat", what="lost", counters=counters)


def jam(**more):
    return Found(at=1.0, hand=1, what="jam", phase="deal", **more)


def test_counters_of_a_cable_are_summed_over_sessions_and_counted_once_within_one():
    found = health.of(
        [
            session(),
            lost(frames=100, resent=2),
            lost(frames=250, resent=3),
            session(),
            lost(frames=40),
        ]
    )
    board = found.boards["mat"]
    assert (board.frames, board.resent, board.lost, found.sessions) == (290, 3, 3, 2)


def test_faults_of_the_machine_are_counted_by_place_and_those_of_people_are_not():
    found = health.of(
        [
            *[jam(detail={"fault": "eject"})] * 3,
            jam(zone="stock"),
            Found(at=1.0, hand=1, what="two-drawn", phase="play", zone="stock"),
        ]
    )
    told = [(trouble.what, trouble.place, trouble.times) for trouble in found.troubles]
    assert told == [("jam", "eject", 3), ("jam", "stock", 1)]
    assert found.advice == ["jam 3 times at eject: look there"]


def test_times_deals_and_questions_are_counted():
    found = health.of(
        [
            LatencySampled(at=1.0, stage="event_to_screen", milliseconds=tuple(range(100))),
            DealAborted(at=1.0, hand=1, job=1, commitment="00", reason="jam"),
            Asked(at=1.0, hand=1, question=1, text_key="count", seat=None, options=2),
        ]
    )
    assert found.latency_p95_ms == {"event_to_screen": 95.0}
    assert (found.deals_given_up, found.questions) == (1, 1)


def test_command_prints_no_card_and_no_name_and_json_on_demand(tmp_path, capsysbinary):
    journal(tmp_path)
    for arguments in ([], ["--json"]):
        assert main.run(["health", "--data", str(tmp_path), *arguments]) == 0
        printed = capsysbinary.readouterr().out
        assert CARD.search(printed) is None
        assert b"Ada" not in printed
    told = json.loads(printed)
    assert (told["journals"], told["hands"], told["boards"]["mat"]["resent"]) == (1, 1, 3)


def test_damaged_journal_counts_up_to_its_damage(tmp_path):
    path = journal(tmp_path)
    path.write_bytes(path.read_bytes()[:4096] + b"\0" * 4096)
    found = health.of_journals([path])
    assert (found.journals, found.damaged) == (1, 1)
