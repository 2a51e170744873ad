"""The slip of a certification, and enrolment that asks tags for their signature."""

import pytest
from tests.dealing.machine import Croupier
from tests.dealing.packs import hopper, uid
from tests.dealing.test_deal_job import INDEX

from tallone.dealing.croupier.certify_job import CertifyJob
from tallone.dealing.croupier.enrol_job import EnrolJob, factory_order
from tallone.dealing.croupier.outputs import AskSignature, Certified, JobCommand, NotEnrolled
from tallone.dealing.packs import certificate as certificates
from tallone.dealing.packs.originality import verify_signature
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.rules.cards.cards import Deck
from tallone.simulator.room.tag_maker import public_key, sign


def slip(findings=(), certified=True, **changes):
    wrong = certificates.counted(findings)
    fields = {
        "pack": "club-1",
        "deals": 12,
        "table": 7,
        "machine": "43524f55",
        "firmware": "0.1.0 (ab12)",
        "passed": 108,
        "is_right": certificates.is_right(findings, certified=certified),
        "wrong": wrong,
        "wall_clock": "2026-01-31T21:00:00",
        "program": "tallone 0.1.0",
        "labels": {key: key for key in (*certificates.LABEL_KEYS, *wrong)},
    }
    return certificates.Certificate(**fields | changes)


def certified(cards):
    news, croupier, job = [], Croupier(cards), CertifyJob(2, 5, INDEX)
    todo = job.begin()
    while todo:
        output = todo.pop(0)
        news.append(output)
        if isinstance(output, JobCommand):
            for report in croupier.do(output):
                todo += job.observe(report)
    findings = [output for output in news if isinstance(output, Finding)]
    return findings, any(isinstance(output, Certified) for output in news)


def test_a_right_packs_slip_has_pack_machine_firmware_and_result():
    findings, right = certified(hopper("A", 3))
    text = "\n".join(certificates.lines(slip(findings, right)))
    for part in ("club-1", "43524f55", "ab12", "108", "\nright"):
        assert part in text
    assert "result=right" in certificates.qr_text(slip(findings, right))
    assert certificates.pdf(slip()).startswith(b"%PDF")
    assert certificates.pdf(slip()) == certificates.pdf(slip())


# A detail without a word keeps its name.
WORDS = {"foreign-card": "estranea", "position": "posto"}


def test_a_wrong_packs_slip_counts_and_only_the_arbiters_page_names():
    cards = hopper("A", 8)
    cards[30] = uid("B", 3)
    cards[60] = None
    findings, right = certified(cards)
    made = slip(findings, right)
    assert not made.is_right
    assert made.wrong == {"foreign-card": 1, "dead-tag": 1}
    text = "\n".join(certificates.lines(made)) + certificates.qr_text(made)
    assert "4Hb" not in text
    assert uid("B", 3).hex() not in text
    [foreign, _dead] = certificates.arbiter_lines(findings, WORDS)
    assert foreign.startswith("estranea: 4Hb  posto 31, pack B")


def test_what_the_machine_mended_does_not_make_a_pack_wrong():
    jam = Finding(kind=FindingKind.JAM, phase=FoundIn.CERTIFY)
    assert certificates.is_right([jam], certified=True)
    assert not certificates.is_right([jam], certified=False)
    short = Finding(kind=FindingKind.SHORT_RETURN, phase=FoundIn.CERTIFY)
    assert not certificates.is_right([jam, short], certified=True)


def test_many_wrong_cards_are_counted_as_cards_and_lines_keep_their_width():
    bad = Finding(
        kind=FindingKind.WRONG_PACK, phase=FoundIn.CERTIFY, detail={"bad": 108, "pack": "B"}
    )
    assert certificates.counted([bad, bad]) == {"wrong-pack": 216}
    assert all(len(line) <= 42 for line in certificates.lines(slip([bad], pack="x" * 40)))


def enrolled(answers):
    """Enrol a deck whose tags answer so; return the job and what it found."""
    cards = [uid("N", number) for number in range(54)]
    job = EnrolJob(
        *(4, 2, factory_order(Deck.BLUE), lambda tag: ""),
        lambda tag, signature: verify_signature(tag, signature, public_key()),
    )
    croupier, todo, findings = Croupier(cards), job.begin(), []
    while todo:
        output = todo.pop(0)
        if isinstance(output, NotEnrolled):
            findings.append(output)
        elif isinstance(output, AskSignature):
            todo += job.signature(answers(output.uid))
        elif isinstance(output, JobCommand):
            for report in croupier.do(output):
                todo += job.observe(report)
    return job, findings


def test_every_tag_of_a_deck_is_asked_for_its_signature():
    job, findings = enrolled(sign)
    assert (job.signed, len(job.enrolment.read), findings) == (54, 54, [])
    assert job.signature(b"late") == []


@pytest.mark.parametrize("answer", [None, bytes(32), b"short", "another's"])
def test_a_card_without_its_makers_signature_stops_the_enrolment_there(answer):
    copied = uid("N", 20)
    wrong = sign(uid("N", 21)) if answer == "another's" else answer
    job, findings = enrolled(lambda tag: wrong if tag == copied else sign(tag))
    assert len(job.enrolment.read) == job.signed == 20
    assert findings == [NotEnrolled(reason="enrol.unsigned", position=21)]
