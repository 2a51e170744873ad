"""Boards that say anything, and journals that hold it: the evening goes on, and opens again."""

import random

import msgspec
import pytest
from tests.app.test_recovery import played
from tests.link.test_bounds import REPORTS, hostile_bodies

from tallone.app.evening.phases import Phase
from tallone.app.evening.presses import press
from tallone.app.recovery import follow
from tallone.app.table_options import setup_of, simulation_options
from tallone.journal.records import Committed, DealAborted, DealReported, HandOver, PhaseEntered
from tallone.journal.storage import sealing
from tallone.journal.storage.sealing import key_path
from tallone.link.messages import Role
from tallone.link.reports import MatReport, decode
from tallone.press import Button, Press
from tallone_wire.messages import MessageError, pack_body

MOMENTS = 12
REPORTS_EACH = 150


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    _, records = played(folder, hands=2, seed=3, until="ready")
    return folder, list(records)


def played_with_keys(folder, **options):
    """Play an evening whose keys are kept aside; return its records and what puts the keys back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealing, "destroy_key_file", lambda _path: None)
        _, records = played(folder, **options)
    keys = {file: file.read_bytes() for file in folder.glob("*.key")}

    def put_back():
        for file, key in keys.items():
            file.write_bytes(key)
            file.chmod(0o600)

    return list(records), put_back


def setup(folder):
    return setup_of(simulation_options(folder, folder / "none.sqlite", window=False))


def hostile(rng):
    """Yield well-formed reports with the values at the edges of every field, in any order."""
    bodies = [body for name in REPORTS for body in hostile_bodies(name)]
    while True:
        try:
            yield decode(rng.choice(bodies))
        except MessageError:
            continue


def test_no_report_ends_the_evening_in_any_phase(tmp_path):
    folder = tmp_path
    records, put_back = played_with_keys(folder, hands=1, seed=3)
    phases = set()
    seed = random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    reports = hostile(rng)
    ends = [number for number, r in enumerate(records, 1) if isinstance(r, PhaseEntered)]
    ends += rng.sample(range(1, len(records)), MOMENTS)
    for end in ends:
        put_back()
        followed = follow(setup(folder), records[:end])
        assert followed.passed_over == (), f"seed {seed}, record {followed.passed_over}"
        evening, now = followed.evening, followed.last_at
        for role in Role:
            evening.board_up(role, "00" * 8, now)
        job = (
            evening.deal.job_number
            if evening.deal is not None and evening.deal.cut is not None
            else 0
        )
        for _ in range(REPORTS_EACH):
            report = next(reports)
            now += 0.05
            if hasattr(report, "job"):
                report = msgspec.structs.replace(report, job=job)
            # A board may send what is the other's, too.
            role = Role.MAT if isinstance(report, MatReport) else Role.CROUPIER
            phases.add(evening.phase)
            evening.hear(role if rng.random() < 0.9 else rng.choice(list(Role)), report, now)
            evening.tick(now)
        evening.effects.take()
    assert phases >= {
        Phase.CUT,
        Phase.DEAL,
        Phase.READY,
        Phase.TURN_FIRST,
        Phase.PLAY,
        Phase.COUNT,
    }


def poisoned(records, bodies):
    """Return the records with reports that nobody can follow after the cut, sealed as the deal's."""
    folder, kept = records
    place = next(i for i, r in enumerate(kept) if isinstance(r, DealReported) and r.hand == 2)
    evening = follow(setup(folder), kept[:place]).evening
    job = evening.deal.job_number
    poison = [
        msgspec.structs.replace(
            kept[place], sealed_report=evening.key.seal_bytes(body(job), "report")
        )
        for body in bodies
    ]
    return kept[:place] + poison + kept[place:]


def test_a_report_that_nobody_can_follow_is_passed_over_at_every_start(journal):
    bodies = [
        lambda job: pack_body("CROUPIER_STATE", job, 200, 0, 0, bytes(12)),
        lambda job: pack_body("CROUPIER_STATE", job, 0, 99, 0, bytes(3)),
        lambda _job: b"\xff\xff",
        lambda _job: b"",
    ]
    records = poisoned(journal, bodies)
    for _start in range(3):
        followed = follow(setup(journal[0]), records)
        assert len(followed.passed_over) == len(bodies)
        assert (followed.evening.phase, followed.evening.hand) == (Phase.TURN_FIRST, 2)
        assert followed.evening.deal.deal is not None
        assert followed.evening.unfollowed == len(bodies)


def test_a_hand_of_which_too_much_cannot_be_followed_is_dealt_again(journal):
    records = poisoned(journal, [lambda _job: b"\xff"] * 30)
    followed = follow(setup(journal[0]), records)
    evening = followed.evening
    assert (evening.phase, evening.hand) == (Phase.STOPPED, 2)
    assert evening.standings.now.totals, "the hand before counts"
    kinds = [type(record) for record in evening.effects.take()[0]]
    assert kinds == [DealAborted, PhaseEntered]


KEYS = {
    "gone": lambda path: path.unlink(),
    "short": lambda path: path.write_bytes(b"short"),
    "zero": lambda path: path.write_bytes(bytes(32)),
    "another": lambda path: path.write_bytes(bytes(range(32))),
    "readable": lambda path: path.chmod(0o644),
    "folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("until", ["cut", "ready"])
@pytest.mark.parametrize("what", KEYS)
def test_a_hand_whose_key_is_lost_can_be_dealt_again(tmp_path, what, until):
    _, records = played(tmp_path, seed=6, until="ready")
    records = list(records)
    if until == "cut":
        at = next(i for i, r in enumerate(records) if isinstance(r, Committed))
        records = records[: at + 2]
    KEYS[what](key_path(tmp_path / "none.sqlite", 1))
    evening = follow(setup(tmp_path), records).evening
    assert (evening.phase, evening.hand, evening.attempt) == (Phase.STOPPED, 1, 2)
    written = evening.effects.take()[0]
    assert isinstance(written[0], DealAborted)
    assert "key" in written[0].reason
    for role in Role:
        evening.board_up(role, "00" * 8, 1e6)
    press(evening, Press(Button.OK), 1e6)
    assert evening.phase is Phase.LOAD
    records += [*written, *evening.effects.take()[0]]
    again = follow(setup(tmp_path), records).evening
    assert (again.phase, again.hand, again.attempt) == (Phase.LOAD, 1, 2)


def test_a_counted_hand_keeps_its_score_without_its_key(tmp_path):
    _, records = played(tmp_path, seed=3, hands=1)
    records = list(records)
    at = max(
        next(i for i, r in enumerate(records) if isinstance(r, HandOver)),
        next(i for i, r in enumerate(records) if getattr(r, "phase", "") == "count"),
    )
    assert not key_path(tmp_path / "none.sqlite", 1).exists()
    evening = follow(setup(tmp_path), records[: at + 1]).evening
    assert evening.hand == 2
    assert evening.standings.now.totals
