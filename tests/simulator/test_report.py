"""The report of a simulated run, from records and from what is true."""

from tallone.journal.records import (
    Found,
    HandOver,
    LatencySampled,
    LinkChanged,
    MatSettled,
    MoveText,
    ScreenShown,
)
from tallone.rules.cards.cards import CardCopy
from tallone.simulator.evening.report import Reporter, Seen, cut_short, move_keys, percentiles
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.truth import MoveKey


def card(name):
    return SimCard(bytes(8), CardCopy.parse(name), "a")


def made(records, laid=(), injected=()):
    seen = Seen(laid=list(laid), hands=[], injected=list(injected), hand_began={1: 0})
    reporter = Reporter(seed=1, profile="fibur", level="chain", noise=1.0)
    reporter.add(records, seen)
    return reporter.content()


def screen(at, *texts):
    return ScreenShown(at=at, hand=1, phase="play", texts=texts)


def test_face_on_the_screen_that_nobody_has_seen_is_a_leak():
    laid = [(5_000_000, card("7Hb"), "discard")]
    leaks = made([screen(4.0, "7♥"), screen(6.0, "7♥", "JD"), screen(7.0, "10 cards")], laid)[
        "leaks"
    ]
    assert [(leak["card"], leak["at"]) for leak in leaks] == [("7H", 4.0), ("JD", 6.0)]


def test_other_copy_of_a_face_that_lies_open_is_no_leak():
    laid = [(5_000_000, card("7Hb"), "discard")]
    assert made([screen(6.0, "7H")], laid)["leaks"] == []


def test_hidden_card_in_a_plain_finding_is_a_leak_until_the_hand_is_counted():
    found = Found(at=3.0, hand=1, what="short-pozzetto", phase="ready", cards=("7Hb",))
    assert [leak["card"] for leak in made([found])["leaks"]] == ["7H"]
    over = HandOver(at=2.0, hand=1, result={}, turns=0, moves=0)
    assert made([over, found])["leaks"] == []


def test_latency_is_from_the_card_laid_to_the_mats_event():
    laid = [(1_000_000, card("7Hb"), "discard"), (9_000_000, card("7Hb"), "discard")]
    placed = MatSettled(at=1.25, event="CardPlaced", fields={"card": "7Hb", "zone": "discard"})
    sampled = LatencySampled(at=2.0, stage="event_to_screen", milliseconds=(5.0, 7.0))
    latency = made([placed, sampled], laid)["latency_ms"]
    assert latency["card_to_event"]["p50"] == 250.0
    assert latency["event_to_screen"] == {"p50": 7.0, "p95": 7.0, "p99": 7.0}


def test_percentiles_of_nothing_are_nothing():
    assert percentiles([]) == {"p50": 0, "p95": 0, "p99": 0}
    assert percentiles(range(100)) == {"p50": 50, "p95": 95, "p99": 99}


def test_link_figures_are_the_last_of_each_board_and_every_loss_counts():
    changes = [
        LinkChanged(at=1.0, board="mat", what="lost", counters={"frames": 5}),
        LinkChanged(at=9.0, board="mat", what="closed", counters={"frames": 50, "crc_errors": 2}),
        LinkChanged(at=9.0, board="croupier", what="closed", counters={"frames": 7, "resent": 1}),
    ]
    assert made(changes)["link"] == {"frames": 57, "resent": 1, "crc_errors": 2, "reconnects": 1}


def test_moves_are_compared_by_turn_seat_meld_and_faces():
    moves = [
        MoveText(seat="E", action="draw"),
        MoveText(seat="E", action="open JK1b(=5H) 6Hb 7Hr"),
        MoveText(seat="E", action="discard 10Dr"),
        MoveText(seat=None, action="timeout"),
        MoveText(seat="S", action="add 2 TC"),
    ]
    assert move_keys(moves) == [
        MoveKey(1, "E", "draw", 0, ()),
        MoveKey(1, "E", "open", 0, ("6H", "7H", "JK")),
        MoveKey(1, "E", "discard", 0, ("10D",)),
        MoveKey(2, "S", "add", 2, ("10C",)),
    ]


def test_a_run_that_lost_a_hand_says_which_and_how_many_were_left():
    played = {"hands": [{"end": "closed"}, {"end": "open"}]}
    assert cut_short(played, 2) == ""
    said = cut_short(played, 20)
    assert said.startswith("2 of 20 hands were played")
    assert "hand 2," in said
