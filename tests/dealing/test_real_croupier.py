"""The jobs against the croupier's real firmware in a real MicroPython, on its simulated chips."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.dealing.machine import of_kind, said
from tests.dealing.packs import hopper, plan_of, uid
from tests.dealing.test_deal_job import INDEX, assert_dealt
from tests.firmware.micropython import LIB, ROOT, command, environment

from tallone.dealing.croupier.certify_job import CertifyJob, ClearJob
from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.outputs import Certified, JobCommand, JobDone, NeedsPerson
from tallone.findings import Finding

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]
SCRIPT = Path(__file__).with_name("croupier_bridge.py")


class RealCroupier:
    """The firmware in its process. `trays` and `hopper` are there once it has been closed."""

    def __init__(self, cards, faults=()):
        self.process = subprocess.Popen(
            command(SCRIPT, heap="4m"),
            env=environment([ROOT / "tests" / "firmware", LIB]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        reversed_uids = [None if card is None else bytes(reversed(card)).hex() for card in cards]
        self._write({"hopper": reversed_uids, "faults": list(faults)})

    def talk(self, commands):
        self._write([[one.name, *one.fields] for one in commands])
        reports = self._read()
        for _name, fields in reports:
            if "tags" in fields:
                fields["tags"] = tuple(map(bytes.fromhex, fields["tags"]))
            if "slot_loads" in fields:
                fields["slot_loads"] = bytes.fromhex(fields["slot_loads"])
        return reports

    def close(self):
        self._write("")
        end = self._read()
        self.process.communicate(timeout=30)
        self.seconds = end["us"] / 1e6
        self.crashes = end["crashes"]
        self.trays = {tray: list(map(on_air, cards)) for tray, cards in end["trays"].items()}
        self.hopper = list(map(on_air, end["hopper"]))

    def _write(self, message):
        self.process.stdin.write((json.dumps(message) if message != "" else "") + "\n")
        self.process.stdin.flush()

    def _read(self):
        line = self.process.stdout.readline()
        assert line.startswith(("[", "{")), line + self.process.communicate(timeout=30)[0]
        return json.loads(line)


def on_air(text):
    return bytes(reversed(bytes.fromhex(text)))


def run(job, croupier, *, before=(), last=True):
    """Let job and firmware talk until the job is over; a person says yes to everything.

    `before` are commands that end an earlier job.
    """
    news, outputs = [], [*before, *job.begin()]
    while True:
        commands = [output for output in outputs if isinstance(output, JobCommand)]
        fresh = [output for output in outputs if not isinstance(output, JobCommand)]
        news += fresh
        if job.is_over and not commands:
            break
        outputs = []
        if of_kind(fresh, NeedsPerson):
            commands += [one for one in job.person_cleared() if isinstance(one, JobCommand)]
        for name, fields in croupier.talk(commands):
            assert name != "refused", fields
            outputs += job.observe(said(name, fields))
        if job.is_over:
            outputs = [one for one in outputs if not isinstance(one, JobCommand)]
            news += outputs
            break
    if last:
        croupier.close()
        assert not croupier.crashes
    return news


def test_the_firmware_deals_what_was_planned_through_a_double_feed_and_a_jam():
    faults = [{"kind": "double-feed", "index": 20}, {"kind": "jam", "index": 70, "reverses": 2}]
    croupier = RealCroupier(hopper("A", 5), faults)
    news = run(DealJob(9, 5, plan_of(3), INDEX), croupier)
    assert [finding.kind for finding in of_kind(news, Finding)] == ["double-feed", "jam"]
    assert of_kind(news, Certified) == [Certified(count=108)]
    assert len(of_kind(news, JobDone)) == 1
    assert_dealt(croupier, 3)


def test_after_a_person_was_inside_the_firmware_lets_all_cards_pass_again_and_deals():
    croupier = RealCroupier(hopper("A", 5), [{"kind": "jam", "index": 40, "reverses": 4}])
    news = run(DealJob(9, 5, plan_of(3), INDEX), croupier)
    assert of_kind(news, NeedsPerson) == [NeedsPerson(fault="jam")]
    assert of_kind(news, Certified) == [Certified(count=108)]
    assert len(of_kind(news, JobDone)) == 1
    assert_dealt(croupier, 3)


def test_the_firmware_deals_to_two():
    croupier = RealCroupier(hopper("A", 5))
    news = run(DealJob(9, 5, plan_of(3, 2), INDEX), croupier)
    assert of_kind(news, Finding) == []
    assert_dealt(croupier, 3, 2)
    assert croupier.seconds < 75  # at five cards a second


def test_the_firmware_certifies_and_rejects():
    cards = hopper("A", 8)
    cards[30] = uid("B", 3)
    cards[60] = None
    croupier = RealCroupier(cards)
    news = run(CertifyJob(3, 5, INDEX), croupier)
    found = sorted(finding.kind for finding in of_kind(news, Finding))
    assert found == ["dead-tag", "foreign-card"]
    assert uid("B", 3) in croupier.trays["reject"]
    assert len(croupier.trays["reject"]) == 2
    assert len(croupier.hopper) == 106


def test_cards_are_not_taken_for_two_when_the_next_job_is_slower():
    croupier = RealCroupier(hopper("A", 5))
    run(CertifyJob(3, 5, INDEX), croupier, last=False)
    slower = CertifyJob(4, 2, INDEX)
    news = run(slower, croupier, before=[JobCommand("JOB_END", (3,))])
    assert of_kind(news, Finding) == []
    assert of_kind(news, Certified) == [Certified(count=108)]


def test_the_firmware_clears_an_empty_rack():
    croupier = RealCroupier([])
    news = run(ClearJob(4, 5), croupier)
    assert of_kind(news, JobDone) == [JobDone(counts={})]
