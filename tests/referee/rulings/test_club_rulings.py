"""A club's own file may say other things of a row; what nobody could follow is refused with its place."""

import json

import pytest
import typer
from typer.testing import CliRunner

from tallone.commands.rulebook import judge
from tallone.errors import UsageError
from tallone.profile_file import asked_rulebook
from tallone.referee.rulings.rows.tables import TableError, club_rows
from tallone.rules.profiles.club import club
from tallone.rules.profiles.profile import ProfileError

FILE = """
base = "febur"
title = "Circolo La Pinella"
edition = "house rules 2026"

[ruling.R23]
articles = ["7"]
penalised = "by"
source = "the club's meeting of March"
[[ruling.R23.case]]
effects = [{ effect = "skip-turn", seat = "by" }]

[ruling.two-drawn]
articles = ["8"]
case = [{ effects = [{ effect = "draw-back", shown_to = "next" }] }]
"""
ASKED = {
    "op": "ruling",
    "profile": "pinella",
    "kind": "missing-draw",
    "position": {"seat": "S", "phase": "draw", "hands": {"S": "3H 4H 5H 9C KD"}},
    "facts": {"by": "S", "act": "discard KD", "noticed": "discarded"},
}


def answers(path, *queries):
    app = typer.Typer()
    app.command()(judge.judge)
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    run = CliRunner().invoke(app, ["--club", str(path)], input=lines)
    assert run.exit_code == 0, run.output
    return [json.loads(line) for line in run.output.splitlines()]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pinella.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_clubs_row_stands_in_the_place_of_the_codes(file):
    other = {**ASKED, "kind": "two-drawn", "facts": {"by": "S"}}
    own, drawn, code = answers(file, ASKED, other, {**ASKED, "profile": "febur"})
    assert own["effects"] == [{"effect": "skip-turn", "seat": "S"}]
    assert own["cites"][0]["edition"] == "house rules 2026"
    assert (own["cites"][0]["article"], own["penalised"]) == ("7", ["NS"])
    assert drawn["effects"] == [{"effect": "draw-back", "shown_to": "W"}]
    assert code["effects"] == []
    assert asked_rulebook(str(file)).rulings["R23"]["source"] == "the club's meeting of March"


def test_a_club_that_starts_from_a_program_has_no_rulings(tmp_path):
    path = tmp_path / "portal.toml"
    path.write_text(FILE.replace("febur", "online"), encoding="utf-8")
    with pytest.raises(UsageError, match="no rulings to change"):
        judge.judge(None, club=[str(path)])


def test_a_row_that_cannot_be_followed_is_refused_where_it_is_read(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(FILE.replace("skip-turn", "skip-turns"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"R23.*did you mean 'skip-turn'"):
        judge.judge(None, club=[str(path)])


def test_rulings_that_are_no_table_are_refused():
    with pytest.raises(ProfileError, match="ruling is no table"):
        club('base = "febur"\nruling = 3\n', "pinella")


CASE = {"effects": [{"effect": "redeal"}]}


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ({"R99": {}}, "R99"),
        ({"R23": 3}, "R23"),
        ({"R23": {"basis": "sure"}}, "basis"),
        ({"R23": {}}, "needs a case"),
        ({"R23": {"case": 3}}, "case"),
        ({"R23": {"case": [3]}}, "a case is a table"),
        ({"R23": {"case": [{"why": ""}]}}, "no key 'why'"),
        ({"R23": {"case": [CASE], "article": ["3"]}}, "no key 'article'"),
        ({"R23": {"case": [CASE], "articles": [3]}}, "articles"),
        ({"R23": {"case": [CASE], "scope": "world"}}, "scope"),
        ({"R23": {"case": [CASE | {"cured": 1}]}}, "cured"),
        ({"R23": {"case": [CASE | {"as": "R99"}]}}, "R99"),
        ({"R23": {"case": [CASE | {"when": ["maybe"]}]}}, "no condition"),
        ({"R23": {"case": [CASE | {"when": [3]}]}}, "no condition"),
        ({"R23": {"case": [CASE | {"claim": "ajar"}]}}, "claim"),
        ({"R23": {"case": [{"effects": ["redeal"]}]}}, "an effect is a table"),
        ({"R23": {"case": [{"effects": [{"effect": "skip-turn", "each": "all"}]}]}}, "no each"),
        ({"R23": {"case": [{"effects": [{"effect": "skip-turn"}]}]}}, "lacks seat"),
        ({"R23": {"case": [{"effects": [{"effect": "skip-turn", "seat": "me"}]}]}}, "seat"),
        ({"R23": {"case": [{"effects": [{"effect": "entry", "allowed": 1}]}]}}, "true or false"),
        ({"R23": {"case": [{"effects": [{"effect": "replace-pack", "when": "x"}]}]}}, "when"),
        (
            {"R23": {"case": [{"effects": [{"effect": "forced-discard", "seat": "by"}]}]}},
            "names one of",
        ),
        ({"R23": {"case": [{"options": [3]}]}}, "option"),
    ],
)
def test_every_mistake_in_a_row_is_named(written, place):
    with pytest.raises(TableError, match=place):
        club_rows(written, "febur", "house rules")
