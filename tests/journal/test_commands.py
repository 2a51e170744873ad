"""`replay`, `journal check` and `verify-deal`, as the command line runs them."""

import json

import msgspec
import pytest
import typer
from tests.journal.night import played, session
from typer.testing import CliRunner

from tallone.commands.proof.verify import verify_deal
from tallone.commands.table.replay import journal_check, replay
from tallone.dealing.promise.words import words_of
from tallone.errors import JournalError, UsageError
from tallone.journal import JournalWriter
from tallone.rules.notation.read import read_hand

app = typer.Typer()
app.command("replay")(replay)
app.command("check")(journal_check)
app.command("verify-deal")(verify_deal)


def call(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def night(tmp_path):
    path = tmp_path / "night.journal"
    with JournalWriter(path) as writer:
        writer.append([session(), *played(1, hand=1)[0], *played(2, hand=2, moves=30)[0]])
        return path, writer.head


@pytest.fixture
def reveal_file(tmp_path):
    path = tmp_path / "reveal.json"
    path.write_bytes(msgspec.json.encode(played(3)[0][-1].reveal))
    return path


def test_replay_tells_the_story(night):
    result = call("replay", night[0])
    assert result.exit_code == 0
    assert "Table 7 opens: fibur, circolo" in result.output
    assert "Hand 2: secret revealed" in result.output
    assert "Hand 2: secret revealed" not in call("replay", night[0], "--hand", 1).output


def test_replay_writes_hands_in_the_notation(night):
    one = call("replay", night[0], "--bgn", "--hand", 2)
    assert read_hand(one.output, may_stop_in_turn=True).problem is None
    both = call("replay", night[0], "--bgn").output
    assert both.count("BGN 1") == 2
    short = call("replay", night[0], "--bgn", "--turn", 3, "--hand", 1).output
    assert len(short.partition("---\n")[2].split("\n\n")[0].strip().splitlines()) == 3


def test_a_hand_that_is_not_there_is_wrong_input(night):
    assert isinstance(call("replay", night[0], "--bgn", "--hand", 9).exception, UsageError)
    assert isinstance(call("replay", night[0].with_name("none")).exception, UsageError)


def test_check_says_whole_with_the_last_hash(night):
    path, head = night
    assert head in call("check", path).output
    assert call("check", path, "--head", head[:20]).exit_code == 0
    assert isinstance(call("check", path, "--head", "f" * 64).exception, JournalError)


def test_verify_deal_accepts_the_true_deal_however_the_promise_is_given(reveal_file):
    commitment = json.loads(reveal_file.read_text())["commitment"]
    words = " ".join(words_of(bytes.fromhex(commitment)[:12]))
    for seen in (commitment, commitment[:12].upper(), words, words.replace(" ", ", ").upper()):
        result = call("verify-deal", reveal_file, "--commitment", seen)
        assert result.exit_code == 0, result.output
        assert result.output.startswith("right: table 7, round 1, hand 1\n")
    assert "stock: " in call("verify-deal", reveal_file, "--cards").output


def test_verify_deal_refuses_a_forged_one(reveal_file):
    content = json.loads(reveal_file.read_text())
    reveal_file.write_text(json.dumps(content | {"cut": (content["cut"] + 1) % 108}))
    result = call("verify-deal", reveal_file)
    assert result.exit_code == 1
    assert result.output.startswith("WRONG: the cards are not those")


def test_verify_deal_tells_files_that_cannot_be_read(reveal_file, tmp_path):
    other = call("verify-deal", reveal_file, "--commitment", "gatto xxxx")
    assert isinstance(other.exception, UsageError)
    assert isinstance(call("verify-deal", tmp_path / "none").exception, UsageError)
    reveal_file.write_text("hello")
    assert isinstance(call("verify-deal", reveal_file).exception, UsageError)


def test_a_deal_that_was_not_played_is_named(reveal_file):
    content = json.loads(reveal_file.read_text())
    reveal_file.write_text(json.dumps(content | {"aborted": "jam"}))
    assert "not played: jam" in call("verify-deal", reveal_file).output
