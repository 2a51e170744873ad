"""Old journals are sacred: one sample a version, never edited, always readable."""

import hashlib
import shutil
import sqlite3
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tallone.errors import JournalError
from tallone.journal import JournalWriter, check, read
from tallone.journal.records import (
    SCHEMA,
    HallReceived,
    HallSaid,
    HallTold,
    Record,
    SessionOpened,
)
from tallone.journal.replay import hands
from tallone.journal.storage.upcasts import STEPS, upcast
from tallone.rules.notation.read import read_hand

SAMPLES = Path(__file__).parents[1] / "journals"
# The head hash of each sample as it was written.
HEADS = {
    1: "9cb4223e9941222d47a99f15562e858eecbbb238e7fdfc454672047451214f65",
    2: "816a35b075cf1de589b97e31c0291f716d3e85cfdcb985eefeffbf655f4f9673",
}
# Kinds that came after the newest sample was written; a sample is never written anew.
ADDED = {"hall-said", "hall-received", "hall-told"}


@pytest.fixture(params=HEADS)
def sample(request, tmp_path):
    """A copy, because SQLite may touch the file beside it."""
    return request.param, Path(shutil.copy(SAMPLES / f"v{request.param}.journal", tmp_path))


def test_every_version_has_its_sample_and_its_step():
    assert set(HEADS) == set(range(1, SCHEMA + 1))
    assert set(STEPS) == set(range(1, SCHEMA))
    assert {file.name for file in SAMPLES.glob("*.journal")} == {f"v{n}.journal" for n in HEADS}


def test_a_sample_is_what_was_written(sample):
    version, path = sample
    assert check(path)[1] == HEADS[version]


def test_a_sample_can_be_read_and_its_hand_replayed(sample):
    _, path = sample
    records = read(path)
    assert isinstance(records[0], SessionOpened)
    [hand] = hands(records)
    reading = read_hand(hand.bgn(), may_stop_in_turn=True)
    assert reading.problem is None
    assert len(reading.record.moves) == len(hand.moves) > 40


def test_a_sample_can_be_gone_on_with(sample):
    _, path = sample
    count = check(path)[0]
    with JournalWriter(path) as writer:
        assert writer.append(read(path)[:1]) == count + 1
    assert check(path)[0] == count + 1


def test_the_newest_sample_has_every_kind_of_record():
    with sqlite3.connect(
        f"file:{SAMPLES}/v{SCHEMA}.journal?mode=ro&immutable=1", uri=True
    ) as file:
        bodies = [body for (body,) in file.execute("SELECT body FROM record")]
    kinds = {msgspec.json.decode(body)["kind"] for body in bodies}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(Record)} - ADDED


def test_a_kind_that_was_added_comes_back_as_it_was(tmp_path):
    written = [
        HallSaid(at=1.0, id="t1-a-1", word='{"say":"hello"}'),
        HallReceived(at=2.0, id="t1-a-1"),
        HallTold(at=3.0, word='{"say":"open"}', begun=True),
    ]
    assert {one.__struct_config__.tag for one in written} == ADDED
    path = tmp_path / "night.journal"
    with JournalWriter(path) as writer:
        writer.append(written)
    assert read(path) == written


def test_the_fields_of_a_version_do_not_change_by_accident():
    """A new field needs a default, any other change a new version; then this changes too."""
    shape = [
        (
            kind.__name__,
            [(field.encode_name, field.required) for field in msgspec.structs.fields(kind)],
        )
        for kind in get_args(Record)
    ]
    needed = [
        (name, sorted(field for field, required in fields if required)) for name, fields in shape
    ]
    assert hashlib.sha256(repr(sorted(needed)).encode()).hexdigest()[:16] == "c43c882412f73833"


def test_records_are_brought_up_step_by_step():
    steps = {
        1: lambda record: record | {"a": 1},
        2: lambda record: record | {"b": record["a"] + 1},
    }
    assert upcast({"kind": "x"}, 1, steps=steps, present=3) == {"kind": "x", "a": 1, "b": 2}
    assert upcast({"kind": "x", "a": 5}, 2, steps=steps, present=3)["b"] == 6
    with pytest.raises(JournalError, match="can no longer be read"):
        upcast({}, 0, steps=steps, present=3)
    with pytest.raises(JournalError, match="newer"):
        upcast({}, 4, steps=steps, present=3)
    with pytest.raises(JournalError, match="not an object"):
        upcast([], 1, steps=steps, present=3)
