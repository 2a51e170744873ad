"""The published vectors of the club, through the command line's own reading of a line."""

import io
import json
from pathlib import Path

import pytest
from tests.club.asked import is_part
from tests.club.pairings import schedule_faults

from tallone.commands.club.judge import _answer_one
from tallone.commands.rulebook.judge import answer_each

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "club.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_answer_has_what_the_vector_expects(vector):
    query = {key: value for key, value in vector.items() if key not in {"expect", "check"}}
    line = vector.get("raw") or json.dumps(query)
    out = io.StringIO()
    answer_each(io.BytesIO(line.encode() + b"\n"), out, _answer_one())
    found = json.loads(out.getvalue())
    if "expect" in vector:
        assert is_part(vector["expect"], found), found
        return
    check = vector["check"]
    if check["name"] == "individual":
        assert len(found["rounds"]) == check["rounds"]
        players = list(range(1, vector["entrants"] + 1))
        assert not schedule_faults(found["rounds"], players, whist=check["whist"])
    else:
        assert clubmates(vector, found) <= check["max_same_club"]


def clubmates(query, found):
    tables = len(found["fixed"])
    return sum(
        query["clubs"].get(str(stays))
        == query["clubs"].get(str(found["mobile"][(t - k) % tables]))
        for k in range(query["rounds"])
        for t, stays in enumerate(found["fixed"])
    )
