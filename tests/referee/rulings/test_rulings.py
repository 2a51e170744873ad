"""The agreed examples of rulings and of positions after them."""

import json
from pathlib import Path

import pytest
from tests.referee.rulings.matching import mismatches

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "rulings.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("query", LINES, ids=lambda query: query["id"])
def test_a_ruling_is_the_agreed_one(query):
    assert mismatches(query) == []
