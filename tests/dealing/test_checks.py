"""Certification on demand, clearing the rack, the ready check, receipts and figures."""

import json
import random

import pytest
from tests.dealing.machine import Croupier, of_kind, run, said
from tests.dealing.packs import hopper, order_of, uid
from tests.dealing.test_deal_job import INDEX, KINDS, spoil

from tallone.bench.dealing import deal_seconds, figures
from tallone.dealing.croupier.certify_job import CertifyJob, ClearJob
from tallone.dealing.croupier.enrol_job import EnrolJob, factory_order
from tallone.dealing.croupier.job_states import JobState
from tallone.dealing.croupier.outputs import Certified, JobCommand, JobDone, NotEnrolled
from tallone.dealing.piles.ready import is_ready, not_empty, ready
from tallone.dealing.promise.receipt import (
    LABEL_KEYS,
    Receipt,
    lines,
    pdf,
    qr_rows,
    qr_svg,
    qr_text,
)
from tallone.dealing.promise.reveal import parse, reveal, write
from tallone.findings import Finding
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import Deck


def test_a_right_pack_is_certified_and_comes_back():
    cards = hopper("A", 3)
    croupier, job = Croupier(cards), CertifyJob(2, 5, INDEX)
    news = run(job, croupier)
    assert of_kind(news, Certified) == [Certified(count=108)]
    assert of_kind(news, Finding) == []
    assert sorted(croupier.hopper) == sorted(cards)
    assert croupier.highest == 10


@pytest.mark.parametrize("kind", KINDS)
def test_a_certification_takes_the_bad_card_out(kind):
    cards, expected, *_ = spoil(kind)
    croupier, job = Croupier(cards), CertifyJob(2, 5, INDEX)
    news = run(job, croupier)
    assert [finding.kind for finding in of_kind(news, Finding)] == [expected]
    assert of_kind(news, Certified) == []
    assert job.state is JobState.DONE
    assert len(croupier.trays["reject"]) == (kind != "missing-card")
    assert len(croupier.hopper) + len(croupier.trays["reject"]) == len(cards)


def test_a_wrong_pack_comes_back_whole():
    croupier, job = Croupier(hopper("B", 3)), CertifyJob(2, 5, INDEX)
    [finding] = of_kind(run(job, croupier), Finding)
    assert finding.kind == "wrong-pack"
    assert len(croupier.hopper) + len(croupier.trays["reject"]) == 108


def test_a_packet_of_another_count_is_told_and_the_rest_still_comes_back():
    croupier, job = Croupier(hopper("A", 3)), CertifyJob(2, 5, INDEX)
    croupier.miscount = {"return": -1}
    [finding] = of_kind(run(job, croupier), Finding)
    assert (finding.kind, finding.zone, finding.phase) == ("short-return", "return", "certify")
    assert not any(croupier.slots)
    deck, job = (
        Croupier([uid("N", n) for n in range(54)]),
        EnrolJob(2, 5, factory_order(Deck.BLUE), lambda tag: ""),
    )
    deck.miscount = {"return": 1}
    [trouble, *_] = of_kind(run(job, deck), NotEnrolled)
    assert trouble.reason.startswith("enrol.")


@pytest.mark.parametrize("known", [True, False])
def test_whatever_lies_in_the_rack_goes_back_to_the_hopper(known):
    croupier, job = Croupier([]), ClearJob(5, 5)
    chance = random.Random(1)
    for number in range(60):
        croupier.slots[chance.randrange(12)].append(uid("A", number))
    outputs = job.begin()
    if not known:
        status = (
            "CROUPIER_STATE",
            {"job": 5, "state": 1, "fault": 0, "index": 0, "slot_loads": b"\xff" * 12},
        )
        outputs = [outputs[0], *job.observe(said(*status))]
    news = run(job, croupier, outputs)
    assert len(croupier.hopper) == 60
    assert [done.counts for done in of_kind(news, JobDone)] == [{"return": 60}]


def test_an_empty_rack_is_cleared_at_once():
    job = ClearJob(5, 5)
    news = run(job, Croupier([]))
    assert of_kind(news, JobDone) == [JobDone(counts={})]
    assert job.begin.__self__.reconnected() == []


def test_a_clearing_that_is_interrupted_says_its_command_again():
    croupier, job = Croupier([]), ClearJob(5, 5)
    croupier.slots[3] = [uid("A", 1)]
    [begin, status] = job.begin()
    croupier.do(begin)
    [deliver] = [output for report in croupier.do(status) for output in job.observe(report)]
    [again] = [output for report in croupier.do(status) for output in job.observe(report)]
    assert deliver == again == JobCommand("DELIVER", (5, 0, 3, 7))


# Ready.

RIGHT = {**dict.fromkeys(("N", "E", "S", "W", "pozzetto_1", "pozzetto_2"), 11), "stock": 42}
SCALE = {"pozzetto_1": 11, "pozzetto_2": 11, "stock": 42}


def test_a_deal_is_ready_when_both_witnesses_say_so():
    assert ready(4, RIGHT, SCALE) == ()
    assert is_ready(
        2, {"N": 11, "S": 11, "pozzetto_1": 11, "pozzetto_2": 11, "stock": 64}, {"stock": 64}
    )
    assert not is_ready(4, {}, {})


@pytest.mark.parametrize(
    ("scale", "kind", "zone", "count", "remedy"),
    [
        (
            {"pozzetto_1": 10, "stock": 43},
            "short-pozzetto",
            "pozzetto_1",
            10,
            "refill-from-stock-bottom",
        ),
        (
            {"pozzetto_2": 12, "stock": 41},
            "long-pozzetto",
            "pozzetto_2",
            12,
            "extras-under-the-stock",
        ),
        ({"pozzetto_2": 10}, "short-pozzetto", "pozzetto_2", 10, "refill-from-stock-bottom"),
        ({"stock": 41}, "short-stock", "stock", 41, "deal-again"),
        ({"stock": 43}, "long-stock", "stock", 43, "deal-again"),
    ],
)
def test_each_pile_of_another_size_is_one_finding(scale, kind, zone, count, remedy):
    # Where the eleventh card of a pozzetto is not in the stock either, the stock is still right.
    [finding] = ready(4, RIGHT, SCALE | scale)
    assert (finding.kind, finding.zone, finding.count) == (kind, zone, count)
    assert finding.remedies == (remedy,)
    assert finding.phase == "ready"
    assert finding.cards == ()
    assert 0.9 < finding.certainty < 1


def test_a_hand_of_another_size_is_found_by_the_barrier():
    [finding] = ready(4, RIGHT | {"E": 10}, SCALE)
    assert (finding.kind, finding.zone, finding.count) == ("short-hand", "E", 10)


def test_what_lies_on_the_mat_before_a_deal_is_named():
    assert not_empty(dict.fromkeys(Zone, 0)) == ()
    [finding] = not_empty({Zone.POZZETTO_2: 11, Zone.STOCK: 0, Zone.THROAT: 1})
    assert (finding.kind, finding.zone, finding.count) == ("zone-not-empty", "pozzetto_2", 11)


# Receipts.


def receipt(aborted="", names=None, cut=7):
    secret, commitment, _ = order_of(7)
    return Receipt(
        reveal=reveal(secret, commitment, cut, aborted),
        profile="fibur",
        assist="gara",
        totals={} if aborted else {"NS": 350, "EW": -135},
        names=names or {"NS": "Rossi – Bianchi", "EW": "Müller – D’Angelo"},
        journal_head="ab" * 32,
        program="tallone 0.1.0",
        wall_clock="2026-01-31 21:12",
        labels={key: key for key in LABEL_KEYS},
    )


def test_a_slip_fits_its_paper_and_tells_result_promise_and_journal():
    told = lines(receipt())
    assert all(len(line) <= 42 for line in told)
    text = "\n".join(told)
    for part in ("350", "-135", "Rossi", "cut: 7", "abab", "fibur", "gara"):
        assert part in text
    assert receipt().reveal.commitment in text.replace("\n", "")


def test_a_slip_of_an_aborted_deal_says_so():
    told = "\n".join(lines(receipt(aborted="jam", cut=None)))
    assert "not_played: jam" in told
    assert "cut" not in told


def test_names_from_outside_cannot_break_a_slip():
    told = lines(receipt(names={"NS": "x" * 500, "EW": "a\nb\tc\x1b[31m"}))
    assert all(line.isprintable() for line in told)
    assert all(len(line) <= 42 for line in told)


def test_the_code_on_the_slip_is_enough_to_deal_again():
    secret, commitment, _ = order_of(7)
    text = qr_text(receipt().reveal)
    fields = dict(part.split("=") for part in text.partition("?")[2].split("&"))
    again = json.loads(write(reveal(secret, commitment, 7)))
    assert fields["secret"] == again["secret"]
    assert fields["cut"] == "7"
    assert parse(json.dumps(again | {"secret": fields["secret"]}).encode()).deal
    assert qr_svg(text).startswith("<?xml")
    rows = qr_rows(text)
    assert len(rows) == len(rows[0]) > 40


def test_a_slip_prints_as_pdf():
    content = pdf(receipt())
    assert content.startswith(b"%PDF")
    assert content == pdf(receipt())


def test_the_figures_reach_what_they_must():
    for figure in figures(0.01):
        assert figure.value > 0
        if figure.unit == "s, modelled" and figure.reach:
            assert figure.value <= figure.reach
    assert deal_seconds(4, 5) < deal_seconds(2, 5)
