"""What docs/fairness.md says is what the program does."""

import json
import math
import re
from pathlib import Path

import pytest
from tests.dealing.test_fairness import revealed

from tallone.dealing.layout import layout
from tallone.dealing.promise.commitment import FORMAT, SECRET_BYTES
from tallone.dealing.promise.reveal import Reveal, write
from tallone.dealing.promise.words import WORDS
from tallone.rules.cards.cards import CardCopy

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()


@pytest.mark.parametrize(
    ("card", "number"),
    [("AHb", 0), ("KSb", 51), ("JK1b", 52), ("JK2b", 53), ("AHr", 54), ("JK2r", 107)],
)
def test_the_cards_have_the_numbers_of_the_page(card, number):
    assert CardCopy.parse(card) == number
    assert re.search(rf"`{card}`(?: is)? {number}\b", PAGE)


def test_the_reveal_file_has_the_fields_of_the_page():
    table = PAGE.partition("**Reveal file.**")[2].partition("## ")[0]
    named = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)))
    )
    assert named == set(Reveal.__struct_fields__) == set(revealed()) | {"aborted"}
    assert json.loads(write(Reveal(**revealed()))) == revealed() | {"aborted": ""}


def test_the_figures_of_the_page_are_the_programs():
    assert FORMAT in PAGE
    assert f"{SECRET_BYTES} bytes" in PAGE
    assert f"{SECRET_BYTES * 8} bits" in PAGE
    assert f"{math.lgamma(109) / math.log(2):.2f} bits" in PAGE
    for players, feeds in ((4, 150), (2, 172)):
        assert layout(players).feeds == feeds
        assert f"{feeds} feeds" in PAGE
    assert layout(4).pile_positions == 66
    assert layout(2).pile_positions == 44
    assert len(WORDS) == 256
    harmonic = math.fsum(1 / n for n in range(1, 109))
    assert f"{harmonic:.2f} right guesses" in PAGE
