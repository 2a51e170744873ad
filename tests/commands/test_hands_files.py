"""Files of hands: what the program writes it reads, and what an editor puts around it."""

import codecs
import json

import pytest
from tests.rules.positions import hand_text

from tallone.commands import main
from tallone.rules.notation.query import answer
from tallone.rules.notation.read import hand_result, read_hand
from tallone.rules.notation.words import MAX_LINES, separate
from tallone.rules.profiles.profile import PROFILE_NAMES

TURN = "N: draw; open 3H 4H 5H; discard KD"
HAND = hand_text(TURN, N="3H 4H 5H KD")
WRONG = hand_text("N: draw; discard 7C", N="3H 4H 5H KD")


def call(capsys, *arguments):
    status = main.run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def evening(tmp_path):
    file = tmp_path / "evening.bgn"
    file.write_text("# played at home\n" + HAND + "\n" + HAND + "\n\n" + WRONG)
    return file


def test_hands_of_an_evening_are_read_one_after_the_other(evening, capsys):
    status, out, _ = call(capsys, "hand", evening, "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert (status, first["ok"], second, third["ok"]) == (1, True, first, False)
    lines = evening.read_text().splitlines()
    assert lines[third["line"] - 1] == "N: draw; discard 7C"


def test_one_hand_of_an_evening_can_be_asked_for(evening, capsys):
    status, out, _ = call(capsys, "hand", evening, "--hand", "2", "--json")
    assert (status, len(out.splitlines())) == (0, 1)
    status, out, err = call(capsys, "hand", evening, "--hand", "4")
    assert (status, out) == (2, "")
    assert "it has 3" in err


def test_what_is_written_of_an_evening_is_read_again(tmp_path, evening, capsys):
    evening.write_text(HAND + HAND)
    status, out, _ = call(capsys, "hand", evening, "--write")
    again = tmp_path / "again.bgn"
    again.write_text(out)
    assert (status, out.count("BGN 1")) == (0, 2)
    assert call(capsys, "hand", again, "--write")[1] == out


@pytest.mark.parametrize("hands", [1, 2])
def test_what_simulate_writes_hand_reads(tmp_path, capsys, hands):
    file, report = tmp_path / "evening.bgn", tmp_path / "report.json"
    words = f"simulate --level events --hands {hands} --seed 4 --bgn {file} --report {report}"
    assert call(capsys, *words.split())[0] == 0
    status, out, _ = call(capsys, "hand", file, "--json")
    told = json.loads(report.read_text())["hands"]
    assert (status, len(told)) == (0, hands)
    for line, hand in zip(out.splitlines(), told, strict=True):
        sides = json.loads(line)["sides"]
        assert {side: sides[side]["total"] for side in sides} == {
            side: hand["score"][side] for side in sides
        }


def test_a_file_without_a_hand_is_told(tmp_path, capsys):
    (tmp_path / "empty").write_text("")
    status, out, _ = call(capsys, "hand", tmp_path / "empty")
    assert (status, out) == (1, "line 1: a hand begins with the line 'BGN 1' (notation.syntax)\n")


def test_more_lines_than_a_hand_has_are_not_kept():
    hands = list(separate(["BGN 1\n", *["#\n"] * (3 * MAX_LINES), "bgn  1\n", "x\n"]))
    assert [first for first, _ in hands] == [1, 3 * MAX_LINES + 2]
    assert hands[0][1].count("\n") == MAX_LINES + 1
    assert "more than" in read_hand(hands[0][1]).problem.message


def test_a_text_of_two_hands_is_no_hand():
    found = hand_result(HAND + HAND)
    assert (found["error"], found["line"]) == ("notation.syntax", HAND.count("\n") + 1)
    assert "another hand begins here" in found["message"]


@pytest.mark.parametrize("name", PROFILE_NAMES)
@pytest.mark.parametrize("spelt", [str.upper, str.title, str.swapcase])
def test_case_does_not_matter_in_a_profile(name, spelt):
    written = HAND.replace("febur", spelt(name))
    assert read_hand(written).record == read_hand(HAND.replace("febur", name)).record
    query = {"op": "meld", "cards": "3H 4H 5H"}
    assert answer({**query, "profile": spelt(name)})["ok"]
    assert answer({**query, "profile": {"base": spelt(name)}})["ok"]


def test_the_nearest_profile_is_the_one_that_was_meant():
    for typed, meant in (("FEBUUR", "febur"), ("Fibur-26", "fibur-2026"), ("ONLNE", "online")):
        found = answer({"op": "meld", "profile": typed, "cards": "3H 4H 5H"})
        assert f"did you mean '{meant}'?" in found["message"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("hand E：3H 4H", "hand E"), ("hand W 3H", "hand W"), ("pozzetto 2 - 3H", "pozzetto 2")],
)
def test_a_header_line_without_its_colon_is_the_one_it_begins_with(typed, meant):
    text = HAND.replace("dealer:", f"{typed}\ndealer:")
    assert f"did you mean '{meant}: ...'?" in read_hand(text).problem.message


MARKED = codecs.BOM_UTF8 + HAND.encode()


def test_a_byte_order_mark_is_passed_over_in_hands_queries_and_clubs(tmp_path, capsys):
    hand, queries, club = (tmp_path / name for name in ("hand.bgn", "queries.jsonl", "club.toml"))
    hand.write_bytes(MARKED + b"\r\n" + MARKED)
    assert call(capsys, "hand", hand, "--json")[0] == 0
    queries.write_bytes(codecs.BOM_UTF8 + b'{"op":"meld","profile":"febur","cards":"3H 4H 5H"}\n')
    assert call(capsys, "judge", queries)[0] == 0
    assert answer({"op": "hand", "text": MARKED.decode()})["ok"]
    club.write_bytes(codecs.BOM_UTF8 + b'base = "febur"\n')
    assert call(capsys, "rules", "diff", club, "febur")[0] == 0
