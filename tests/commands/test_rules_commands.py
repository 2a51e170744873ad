"""`judge`, `hand` and `rules` on the command line."""

import io
import json

import pytest
import typer
from tests.rules.positions import hand_text
from typer.testing import CliRunner

from tallone.commands.rulebook import hand, judge, rules
from tallone.errors import UsageError
from tallone.rules.profiles.profile import PROFILE_NAMES

MELD = {"op": "meld", "profile": "febur", "cards": "3H 4H 5H"}


def command(function):
    app = typer.Typer()
    app.command()(function)
    return app


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_judge_answers_every_line_in_order_and_goes_on_after_an_error():
    given = [json.dumps({**MELD, "id": 1}), "no json", json.dumps({**MELD, "id": 3}), "", "[]"]
    result = CliRunner().invoke(command(judge.judge), input="\n".join(given) + "\n")
    found = lines(result)
    assert result.exit_code == 1
    assert [line.get("id") for line in found] == [1, None, 3, None, None]
    assert [line.get("error") for line in found] == [
        None,
        "query.syntax",
        None,
        *["query.syntax"] * 2,
    ]


def test_judge_ends_well_when_all_lines_were_queries_even_if_illegal(tmp_path):
    file = tmp_path / "queries.jsonl"
    file.write_text(json.dumps({**MELD, "cards": "3H"}) + "\n" + json.dumps(MELD))
    result = CliRunner().invoke(command(judge.judge), [str(file)])
    assert result.exit_code == 0
    assert [line["ok"] for line in lines(result)] == [False, True]


def test_judge_reads_nothing_from_an_empty_input():
    result = CliRunner().invoke(command(judge.judge), input="")
    assert (result.exit_code, result.stdout) == (0, "")


def test_judge_prints_every_profile_with_its_sources():
    result = CliRunner().invoke(command(judge.judge), ["--profiles"])
    found = lines(result)
    assert [line["profile"] for line in found] == list(PROFILE_NAMES)
    assert all(switch["source"] for line in found for switch in line["switches"].values())


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\n",
        b'{"op": NaN}\n',
        b'{"id": 1e999, "op": "vp", "hands": 3, "ns": 0, "ew": 0}\n',
        b'{"id": [-1e999], "op": "vp", "hands": 3, "ns": 0, "ew": 0}\n',
        b"{" * 100_000 + b"\n",
        b"[" * 100_000 + b"\n",
        b'{"op": "meld", "profile": "febur", "cards": ' + b"9" * 5000 + b"}\n",
    ],
)
def test_bytes_that_are_no_json_are_no_query(line):
    assert judge.answer_line(line)["error"] == "query.syntax"


@pytest.mark.parametrize("opened", [b"[", b'{"a":'])
@pytest.mark.parametrize(
    "query",
    [
        b'{"id": %s, "op": "meld", "profile": "febur", "cards": "3H 4H 5H"}',
        b'{"op": "meld", "profile": {"base": "febur", "semi_run": %s}, "cards": "3H 4H 5H"}',
        b'{"op": "meld", "profile": {"base": %s}, "cards": "3H 4H 5H"}',
        b'{"op": "seat_draw", "profile": "febur", "draws": {"N": %s}}',
    ],
)
def test_no_depth_stops_the_answers(query, opened):
    closed = b"]" if opened == b"[" else b"}"
    depths = range(10, 1100, 5)
    lines = [query % (opened * depth + b"1" + closed * depth) for depth in depths]
    out = io.StringIO()
    judge.answer_lines(io.BytesIO(b"\n".join(lines)), out)
    assert len(out.getvalue().splitlines()) == len(depths)


def test_a_line_too_long_is_passed_over_without_being_kept(monkeypatch):
    monkeypatch.setattr(judge, "MAX_LINE", 1000)
    out = io.StringIO()
    long = b'{"op": "' + b"x" * 5000 + b'"}\n'
    assert not judge.answer_lines(io.BytesIO(long + json.dumps(MELD).encode()), out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["error"] == "query.syntax"
    assert "1000" in first["message"]
    assert second["ok"]


def test_a_file_that_is_not_there_is_told(tmp_path):
    for function in (judge.judge, hand.hand):
        result = CliRunner().invoke(command(function), [str(tmp_path / "none")])
        assert isinstance(result.exception, UsageError)


TURN = "N: draw; open 3H 4H 5H; discard KD"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hand.bgn"
    path.write_text(hand_text(TURN, N="3H 4H 5H KD"), encoding="utf-8")
    return path


def test_a_hand_is_told_turn_by_turn_with_the_table(file):
    result = CliRunner().invoke(command(hand.hand), [str(file)])
    assert result.exit_code == 0
    assert TURN in result.stdout
    assert "NS  1 3H 4H 5H" in result.stdout
    assert result.stdout.count("stock") == 2
    assert "End: open after 1 turns" in result.stdout


def test_a_hand_is_told_as_its_result_or_written_again(file):
    as_json = CliRunner().invoke(command(hand.hand), [str(file), "--json"])
    assert json.loads(as_json.stdout)["turns"] == 1
    written = CliRunner().invoke(command(hand.hand), [str(file), "--write"])
    assert written.stdout == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [[], ["--write"], ["--json"]])
def test_a_hand_with_an_illegal_move_is_told_up_to_there(tmp_path, option):
    path = tmp_path / "hand.bgn"
    path.write_text(hand_text(TURN + "\nE: take; take", N="3H 4H 5H KD"), encoding="utf-8")
    result = CliRunner().invoke(command(hand.hand), [str(path), *option])
    assert result.exit_code == 1
    assert "turn.already_drawn" in result.stdout
    assert ("3H 4H 5H" in result.stdout) == (option != ["--json"])


def test_a_file_that_is_no_hand_is_told_by_its_first_fault(tmp_path):
    path = tmp_path / "hand.bgn"
    path.write_text("poker")
    result = CliRunner().invoke(command(hand.hand), [str(path)])
    assert (result.exit_code, result.stdout.startswith("line 1: ")) == (1, True)
    path.write_bytes(b"\xff\xff")
    result = CliRunner().invoke(command(hand.hand), [str(path)])
    assert isinstance(result.exception, UsageError)


@pytest.mark.parametrize(
    ("lang", "word", "edition"),
    [
        ("it", "Burraco pulito", "non è il testo di una federazione"),
        ("en", "Clean burraco", "no federation"),
    ],
)
def test_rules_are_shown_in_both_languages(lang, word, edition):
    result = CliRunner().invoke(command(rules.show), ["fibur", "--lang", lang])
    assert result.exit_code == 0
    assert word in " ".join(result.stdout.split())
    assert edition in " ".join(result.stdout.split())


def test_rules_are_written_as_a_pdf(tmp_path):
    path = tmp_path / "rules.pdf"
    assert CliRunner().invoke(command(rules.show), ["febur", "--pdf", str(path)]).exit_code == 0
    assert path.read_bytes().startswith(b"%PDF")
    nowhere = tmp_path / "none" / "rules.pdf"
    result = CliRunner().invoke(command(rules.show), ["febur", "--pdf", str(nowhere)])
    assert isinstance(result.exception, UsageError)


def test_rules_of_two_profiles_are_compared():
    result = CliRunner().invoke(command(rules.diff), ["febur", "classic-en", "--lang", "en"])
    assert result.exit_code == 0
    assert "Free wild at an end" in " ".join(result.stdout.split())


@pytest.mark.parametrize("arguments", [["fibru"], ["febur", "--lang", "de"]])
def test_pages_that_do_not_exist_are_told(arguments):
    result = CliRunner().invoke(command(rules.show), arguments)
    assert isinstance(result.exception, UsageError)
    result = CliRunner().invoke(command(rules.diff), ["febur", *arguments])
    assert isinstance(result.exception, UsageError) or result.exit_code == 2
