"""The long proofs, short: they can be spread, say what they did, and fail when anything differs."""

import re

import pytest
from tools import prove_rules

from tallone.rules.profiles.profile import PROFILE_NAMES

SHORT = ["prove_rules", "--sets", "12", "--positions", "5", "--hands", "1", "--seed", "short"]


def test_every_proof_says_how_many_cases_it_looked_at(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [*SHORT, "--processes", "2"])
    assert prove_rules.main() == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "seed 'short', 2 processes"
    told = [re.match(r"(\w+), ([\w -]+): (\d+) of \3, 0 differences", line) for line in lines]
    assert all(told), lines
    expected = [
        (part, name, number)
        for part, number in (("sets", 12), ("extensions", 12), ("positions", 1), ("random", 1))
        for name in PROFILE_NAMES
    ] + [("random", prove_rules.ANY_CLUB, 1)]
    expected += [("sensible", name, 1) for name in PROFILE_NAMES]
    assert sorted((line[1], line[2], int(line[3])) for line in told) == sorted(expected)


def test_a_proof_can_be_given_for_one_profile(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", [*SHORT, "--part", "sets", "--profile", "online"])
    assert prove_rules.main() == 0
    _, line = capsys.readouterr().out.splitlines()
    assert line.startswith("sets, online: 12 of 12, 0 differences")


@pytest.mark.parametrize("processes", [1, 2])
def test_one_difference_is_shown_with_its_seed_and_fails(monkeypatch, capsys, processes):
    def differing(_profile, _rng, count):
        return (prove_rules.Looked(difference="8H is not 9H") for _ in range(count))

    monkeypatch.setitem(prove_rules.PROOFS, "sets", differing)
    monkeypatch.setattr("sys.argv", [*SHORT, "--part", "sets", "--processes", str(processes)])
    assert prove_rules.main() == 1
    out = capsys.readouterr().out
    assert "sets, febur: 12 of 12, 12 differences" in out
    assert "  8H is not 9H (seed 'short sets febur 0')" in out


def test_a_hand_that_does_not_end_is_a_difference(monkeypatch):
    monkeypatch.setattr(prove_rules, "LONGEST_HAND", 3)
    piece = prove_rules.Piece("random", "febur", 1, "endless")
    assert "no end after 3 turns" in prove_rules.prove(piece).differences[0]


def test_a_position_without_a_legal_move_is_a_difference(monkeypatch):
    monkeypatch.setattr("tallone.bots.random_bot.legal_moves", lambda _state: [])
    piece = prove_rules.Piece("random", prove_rules.ANY_CLUB, 1, "stuck")
    assert "no legal move" in prove_rules.prove(piece).differences[0]
