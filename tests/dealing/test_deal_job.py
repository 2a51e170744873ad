import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dealing.machine import Croupier, of_kind, run, said
from tests.dealing.packs import hopper, order_of, plan_of, registry, uid

from tallone.assist import Assist
from tallone.dealing.croupier.deal_job import MOST_AGAIN, OPENED, DealJob
from tallone.dealing.croupier.job_states import DEAL_TRANSITIONS, ENDED, JobState
from tallone.dealing.croupier.outputs import (
    Certified,
    JobAborted,
    JobCommand,
    JobDone,
    NeedsPerson,
    Progress,
)
from tallone.dealing.croupier.plan import copies_by_place
from tallone.dealing.croupier.reports import decode_report
from tallone.dealing.packs.deck_check import DeckCheck, Reading, TagIndex
from tallone.dealing.promise.commitment import DealError
from tallone.findings import Finding, told
from tallone.link.reports import CardRead, encode
from tallone.rules.cards.cards import PACK
from tallone_wire.messages import CROUPIER_STATES, FAULTS, MAX_TRIES

INDEX = TagIndex(registry("A"), (registry("B"), registry("C")))
COUNTS = {
    4: {**dict.fromkeys("NESW", 11), "stock": 42},
    2: {**dict.fromkeys("NS", 11), "stock": 64},
}


def deal_job(seed=1, players=4, **options):
    return DealJob(9, 5, plan_of(seed, players), INDEX, **options)


def assert_dealt(croupier, seed, players=4):
    """Everything lies where the order of that seed says."""
    for place, cards in copies_by_place(order_of(seed, players)[2], players).items():
        tags = [uid("A", int(copy)) for copy in cards]
        tray = croupier.trays[place]
        assert tray[::-1] == tags if place == "stock" else set(tray) == set(tags)


@pytest.mark.parametrize("players", [4, 2])
def test_a_whole_deal_puts_every_card_in_its_place(players):
    croupier, job = Croupier(hopper("A", 5)), deal_job(3, players)
    news = run(job, croupier)
    assert_dealt(croupier, 3, players)
    assert job.state is JobState.DONE
    assert of_kind(news, Finding) == []
    assert of_kind(news, Certified) == [Certified(count=108)]
    counts = COUNTS[players] | {"pozzetto_1": 11, "pozzetto_2": 11}
    assert of_kind(news, JobDone) == [JobDone(counts=counts)]
    assert croupier.highest == 11
    assert croupier.feeds == {4: 150, 2: 172}[players]


def test_progress_says_the_same_for_every_card():
    news = run(deal_job(3), Croupier(hopper("A", 5)))
    first = [step for step in of_kind(news, Progress) if step.stage == "first pass"]
    assert [step.done for step in first] == list(range(1, 109))
    assert {(step.total, step.problems) for step in first} == {(108, 0)}


# Packs that are not right.


def spoil(kind):
    """Return the hopper for a fault and what must be found: kind, cards, in place of."""
    cards = hopper("A", 8)
    at = cards.index(uid("A", 40))
    match kind:
        case "missing-card":
            del cards[at]
            return cards, kind, ("2Sb",), None
        case "extra-card":
            cards.insert(20, uid("B", 5))
            return cards, kind, ("6Hb",), None
        case "foreign-card":
            cards[at] = uid("B", 5)
            return cards, kind, ("6Hb",), "2Sb"
        case "wrong-back":
            cards[at] = uid("B", 40 + 54)
            return cards, "foreign-card", ("2Sr",), "2Sb"
        case "unknown-card":
            cards[at] = uid("Z", 1)
            return cards, kind, (), "2Sb"
        case "dead-tag":
            cards[at] = None
            return cards, kind, ("2Sb",), "2Sb"
        case "duplicate-uid":
            cards[at] = cards[at - 1]
            card = next(copy for copy in PACK if uid("A", int(copy)) == cards[at])
            return cards, kind, (str(card),), "2Sb"
    raise AssertionError(kind)


KINDS = [
    "missing-card",
    "extra-card",
    "foreign-card",
    "wrong-back",
    "unknown-card",
    "dead-tag",
    "duplicate-uid",
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_of_a_pack_is_one_finding_and_ends_the_deal(kind):
    cards, expected, named, instead = spoil(kind)
    croupier, job = Croupier(cards), deal_job(3)
    news = run(job, croupier)
    [finding] = of_kind(news, Finding)
    assert finding.kind == expected
    assert tuple(map(str, finding.cards)) == named
    assert finding.detail.get("instead_of") == instead
    assert finding.count == len(cards)
    assert told(finding.kind, Assist.GARA) == {"players": "count", "arbiter": "cards"}
    assert of_kind(news, JobAborted) == [
        JobAborted(reason=expected, passed=len(cards), in_rack=False)
    ]
    assert of_kind(news, Certified) == []
    # Everything is back in the hopper, nothing was handed out.
    assert sorted(croupier.hopper, key=str) == sorted(cards, key=str)
    assert not any(croupier.trays.values())


def test_a_former_tag_is_a_duplicate_card():
    cards = [*hopper("A", 8), uid("old", 40)]
    index = TagIndex(registry("A"), former={uid("old", 40): PACK[40]})
    [finding] = of_kind(run(DealJob(9, 5, plan_of(1), index), Croupier(cards)), Finding)
    assert (finding.kind, finding.cards) == ("duplicate-card", (PACK[40],))
    assert "instead_of" not in finding.detail


def test_several_faults_are_several_findings():
    cards = hopper("A", 8)
    cards[0], cards[1] = None, uid("Z", 1)
    del cards[50]
    found = of_kind(run(deal_job(3), Croupier(cards)), Finding)
    assert [finding.kind for finding in found] == ["dead-tag", "unknown-card", "missing-card"]


def test_another_pack_altogether_is_one_finding():
    [finding] = of_kind(run(deal_job(3), Croupier(hopper("B", 1))), Finding)
    assert (finding.kind, finding.detail["pack"], finding.cards) == ("wrong-pack", "B", ())


@pytest.mark.parametrize("kind", KINDS)
def test_a_rehearsal_deals_a_wrong_pack_and_still_says_so(kind):
    cards, expected, *_ = spoil(kind)
    croupier, job = Croupier(cards), deal_job(3, rehearse=True)
    news = run(job, croupier)
    assert expected in [finding.kind for finding in of_kind(news, Finding)]
    assert job.state is JobState.DONE
    assert sum(map(len, croupier.trays.values())) == len(cards)


# Faults of the machine.


@pytest.mark.parametrize("at", [(1, 0), (1, 57), (1, 106), (2, 3)])
def test_two_cards_at_once_are_found_at_once_and_fed_again(at):
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    croupier.double_at = at
    [finding] = of_kind(run(job, croupier), Finding)
    assert (finding.kind, finding.cards) == ("double-feed", ())
    assert_dealt(croupier, 3)


def jam(at, seed=3):
    """Let a card stick, and a person clear it; return the job, the machine and what was said."""
    croupier, job = Croupier(hopper("A", 5)), deal_job(seed)
    croupier.jam_at = at
    news = run(job, croupier)
    assert [finding.kind for finding in of_kind(news, Finding)] == ["jam"]
    assert of_kind(news, NeedsPerson) == [NeedsPerson(fault="jam")]
    assert job.needs_person
    news = run(job, croupier, job.person_cleared())
    assert not job.needs_person
    return job, croupier, news


@pytest.mark.parametrize("index", [0, 30, 107])
def test_after_a_jam_in_the_first_pass_all_cards_pass_again_and_the_deal_is_dealt(index):
    job, croupier, news = jam((1, index))
    assert job.state is JobState.DONE
    assert_dealt(croupier, 3)
    # 108 with hands inside, 108 again, the stock's 42.
    assert croupier.feeds == 108 + 150
    assert of_kind(news, Certified) == [Certified(count=108)]
    assert of_kind(news, JobDone)[0].counts == COUNTS[4] | {"pozzetto_1": 11, "pozzetto_2": 11}


def test_after_a_jam_in_the_second_pass_the_deal_is_spent_and_all_cards_are_there():
    job, croupier, news = jam((2, 41))
    assert job.state is JobState.ABORTED
    [aborted] = of_kind(news, JobAborted)
    assert (aborted.reason, aborted.in_rack) == (OPENED, False)
    assert not any(croupier.slots)
    assert len(croupier.hopper) + sum(map(len, croupier.trays.values())) == 108


@pytest.mark.parametrize("step", [0, 7, 12, 18])
def test_hands_inside_while_piles_are_handed_out_spend_the_deal(step):
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    todo, is_said, news = list(job.begin()), False, []
    while todo:
        output = todo.pop(0)
        if not isinstance(output, JobCommand):
            news.append(output)
            continue
        if output.name == "DELIVER" and output.fields[1] == step and not is_said:
            is_said = True
            at = {"job": 9, "fault": FAULTS.index("lid"), "index": 0, "tries": MAX_TRIES}
            todo += [*job.observe(said("MACHINE_FAULT", at)), *job.person_cleared()]
        if output.name != "RESUME":
            for report in croupier.do(output):
                todo += job.observe(report)
    assert is_said
    assert [item.reason for item in of_kind(news, JobAborted)] == [OPENED]
    assert not any(croupier.slots)


def test_hands_inside_again_and_again_spend_the_deal_at_last():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    news = []
    for passing in range(1, MOST_AGAIN + 2):
        croupier.jam_at = (passing, 20)
        run(job, croupier, job.person_cleared() if passing > 1 else None)
        assert job.needs_person
    news = run(job, croupier, job.person_cleared())
    assert [item.reason for item in of_kind(news, JobAborted)] == [OPENED]
    assert len(croupier.hopper) == 108


def test_a_card_that_hands_have_swapped_is_found_when_all_pass_again():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    croupier.jam_at = (1, 60)
    run(job, croupier)
    croupier.slots[2][0] = uid("B", 7)
    news = run(job, croupier, job.person_cleared())
    assert [finding.kind for finding in of_kind(news, Finding)] == ["foreign-card"]
    assert job.state is JobState.ABORTED


def test_a_job_that_was_rebuilt_after_a_jam_knows_that_hands_were_inside():
    journal = []
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    croupier.jam_at = (1, 30)
    run(job, croupier, journal=journal)
    reports = [encode(report) for report in journal]
    again = DealJob.rebuilt(9, 5, plan_of(3), INDEX, reports)
    assert again.needs_person
    assert again.was_opened
    run(again, croupier, again.person_cleared())
    assert_dealt(croupier, 3)
    assert croupier.feeds == 108 + 150


@pytest.mark.parametrize(
    ("tray", "change", "kind"),
    [
        ("N", -1, "short-hand"),
        ("W", 1, "long-hand"),
        ("pozzetto_2", -1, "short-pozzetto"),
        ("pozzetto_1", 1, "long-pozzetto"),
        ("stock", -1, "short-stock"),
        ("return", -1, "short-return"),
    ],
)
def test_a_pile_of_another_count_ends_the_deal(tray, change, kind):
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    croupier.miscount = {tray: change}
    news = run(job, croupier)
    [finding] = of_kind(news, Finding)
    assert (finding.kind, finding.zone) == (kind, tray)
    assert job.state is JobState.ABORTED
    assert not any(croupier.slots)


def test_cards_swapped_between_the_passes_end_the_deal():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    croupier.swap_in_return = True
    [finding] = of_kind(run(job, croupier), Finding)
    assert finding.kind == "card-moved"
    assert len(finding.cards) == 12  # the first two of each of six slots
    assert job.state is JobState.ABORTED


def test_a_tag_that_dies_between_the_passes_is_named_by_its_place():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    outputs = job.begin()
    while job.state is not JobState.SECOND_PASS:
        outputs = [
            answer
            for output in outputs
            if isinstance(output, JobCommand)
            for report in croupier.do(output)
            for answer in job.observe(report)
        ]
    victim = croupier.hopper[7]
    croupier.hopper[7] = None
    [finding] = of_kind(run(job, croupier, outputs), Finding)
    assert finding.kind == "dead-tag"
    assert [uid("A", int(copy)) for copy in finding.cards] == [victim]


@pytest.mark.parametrize(
    "report",
    [
        ("CARD_STORED", {"pass_number": 1, "index": 0, "slot": 3, "load": 1}),
        ("CARD_READ", {"pass_number": 1, "index": 5, "tags": ()}),
        ("PASS_DONE", {"pass_number": 1, "count": 7}),
        ("CROUPIER_STATE", {"state": 2, "fault": 0, "index": 0, "slot_loads": bytes([3] * 12)}),
        ("CROUPIER_STATE", {"state": 2, "fault": 0, "index": 0, "slot_loads": bytes([255] * 12)}),
    ],
)
def test_nobody_guesses_when_machine_and_program_disagree(report):
    job = deal_job(3)
    job.begin()
    name, fields = report
    told = said(name, {"job": 9, **fields})
    news = job.observe(told)
    assert [finding.kind for finding in of_kind(news, Finding)] == ["machine-contradiction"]
    assert JobCommand("JOB_ABORT", (9,)) in news
    assert job.state is JobState.ABORTED
    assert job.observe(told) == []


READ = ("CARD_READ", {"pass_number": 1, "index": 0})


@pytest.mark.parametrize(
    ("before", "report"),
    [
        (
            lambda job, slot: None,
            lambda slot: ("CARD_STORED", {"pass_number": 1, "index": 0, "slot": slot, "load": 2}),
        ),
        (
            lambda job, slot: job.loads.__setitem__(slice(None), [14] * 12),
            lambda slot: ("CARD_READ", READ[1] | {"tags": (uid("A", 7),)}),
        ),
        (
            lambda job, slot: None,
            lambda slot: (
                "CROUPIER_STATE",
                {"state": 0, "fault": 0, "index": 0, "slot_loads": bytes(12)},
            ),
        ),
    ],
    ids=["another load", "a full slot", "forgotten"],
)
def test_the_machines_account_of_its_slots_must_be_ours(before, report):
    job = deal_job(3)
    job.begin()
    [route] = job.observe(said(READ[0], READ[1] | {"job": 9, "tags": (uid("A", 7),)}))
    before(job, route.fields[3])
    name, fields = report(route.fields[3])
    if name == "CROUPIER_STATE":
        stored = {"pass_number": 1, "index": 0, "slot": route.fields[3], "load": 1}
        job.observe(said("CARD_STORED", stored | {"job": 9}))
    news = job.observe(said(name, fields | {"job": 9}))
    assert [finding.kind for finding in of_kind(news, Finding)] == ["machine-contradiction"]


def test_another_slot_than_the_one_that_was_named_may_not_be_emptied():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    todo = list(job.begin())
    while job.state is not JobState.FIRST_DELIVERY:
        output = todo.pop(0)
        if isinstance(output, JobCommand):
            for report in croupier.do(output):
                todo.extend(job.observe(report))
    wrong = {"job": 9, "step": 0, "slot": 5, "tray": 0, "count": 11}
    assert job.state is JobState.FIRST_DELIVERY
    [finding, *_] = job.observe(said("DELIVERED", wrong))
    assert finding.kind == "machine-contradiction"
    assert finding.detail["what"] == "another slot was emptied"


def test_a_machine_that_waits_for_a_person_says_so_when_asked():
    job = deal_job(3)
    job.begin()
    job.reconnected()
    person = CROUPIER_STATES.index("person")
    state = {"job": 9, "state": person, "fault": 1, "index": 0, "slot_loads": bytes(12)}
    assert NeedsPerson(fault="jam") in job.observe(said("CROUPIER_STATE", state))
    assert deal_job(3).person_cleared() == deal_job(3).reconnected() == []


def test_a_state_that_cannot_follow_is_a_mistake_of_the_program():
    job = deal_job(3)
    job.begin()
    with pytest.raises(ValueError, match="cannot happen"):
        job.begin()


def test_two_tags_at_once_are_two_cards():
    judged = DeckCheck(INDEX).judge([uid("A", 1), uid("A", 2)])
    assert judged.reading is Reading.DOUBLE


def test_bytes_that_are_no_report_are_refused():
    with pytest.raises(DealError, match="cannot be read"):
        decode_report(b"\xff\x00")


def test_reports_of_another_job_are_ignored():
    job = deal_job(3)
    job.begin()
    assert job.observe(said("PASS_DONE", {"job": 8, "pass_number": 1, "count": 0})) == []
    assert job.observe(said("LID", {"open": 1})) == []


def test_a_refused_command_or_a_person_ends_the_job():
    job = deal_job(3)
    job.begin()
    [abort, aborted] = job.refused("JOB_BEGIN", 15)
    assert (abort.name, aborted.reason) == ("JOB_ABORT", "JOB_BEGIN refused: not-empty")
    job = deal_job(3)
    job.begin()
    assert job.give_up("exposed")[1] == JobAborted(reason="exposed", passed=0, in_rack=True)
    assert job.give_up("again") == job.refused("FEED", 0) == job.reconnected() == []


@pytest.mark.parametrize("fault", ["no-feed", "skew", "barrier", "rack"])
def test_what_the_machine_puts_right_by_itself_is_no_finding(fault):
    job = deal_job(3)
    job.begin()
    at = {"job": 9, "fault": FAULTS.index(fault), "index": 0}
    assert job.observe(said("MACHINE_FAULT", at | {"tries": 1})) == []
    [finding, person] = job.observe(said("MACHINE_FAULT", at | {"tries": MAX_TRIES}))
    assert isinstance(finding, Finding)
    assert person == NeedsPerson(fault=fault)


@pytest.mark.parametrize("fault", ["host", "no-route"])
def test_a_machine_that_waited_for_the_program_goes_on_by_itself(fault):
    job = deal_job(3)
    job.begin()
    at = {"job": 9, "fault": FAULTS.index(fault), "index": 0}
    resume = JobCommand("RESUME", (9,))
    assert job.observe(said("MACHINE_FAULT", at | {"tries": MAX_TRIES})) == [resume]
    job.reconnected()
    person = CROUPIER_STATES.index("person")
    state = at | {"state": person, "slot_loads": bytes(12)}
    assert resume in job.observe(said("CROUPIER_STATE", state))
    assert not job.needs_person


def test_an_open_lid_needs_a_person_but_is_no_finding():
    job = deal_job(3)
    job.begin()
    at = {"job": 9, "fault": FAULTS.index("lid"), "index": 0, "tries": MAX_TRIES}
    assert job.observe(said("MACHINE_FAULT", at)) == [NeedsPerson(fault="lid")]


def test_a_machine_that_has_forgotten_the_job_is_told_again_or_not_believed():
    job = deal_job(3)
    begun = job.begin()
    other = {"job": 0, "state": 0, "fault": 0, "index": 0, "slot_loads": bytes(12)}
    assert job.observe(said("CROUPIER_STATE", other)) == []  # from before the job
    job.reconnected()
    assert job.observe(said("CROUPIER_STATE", other)) == begun
    croupier, moved = Croupier(hopper("A", 5)), deal_job(3)
    croupier.jam_at = (1, 30)
    run(moved, croupier)
    moved.reconnected()
    [finding, *_] = moved.observe(said("CROUPIER_STATE", other))
    assert finding.kind == "machine-contradiction"


# Interruptions.


def interrupted(stop, how, seed=3):
    """Deal; at report number `stop` the program dies or the link is lost, in the way of `how`."""
    croupier, job, journal = Croupier(hopper("A", 5)), deal_job(seed), []
    todo, count = list(job.begin()), 0
    while todo:
        output = todo.pop(0)
        if not isinstance(output, JobCommand):
            continue
        if count == stop and how == "command lost":
            count += 1
            todo = job.reconnected()
            continue
        for report in croupier.do(output):
            count += 1
            journal.append(encode(report))
            answers = job.observe(report)
            if count == stop and how == "program killed":
                # The report is in the journal; what it led to was never sent.
                plan, stored = plan_of(seed), list(journal)
                job = DealJob.rebuilt(9, 5, plan, INDEX, stored)
                answers = job.reconnected()
            if count == stop and how == "reported twice":
                assert not of_kind(job.observe(report), Finding)
            todo.extend(answers)
    return croupier, job


@pytest.mark.parametrize("how", ["program killed", "command lost", "reported twice"])
@pytest.mark.parametrize("part", range(4))
def test_a_deal_interrupted_at_any_report_ends_as_if_it_had_not_been(how, part):
    for stop in range(part, 325, 4 if how == "program killed" else 20):
        croupier, job = interrupted(stop, how)
        assert job.state is JobState.DONE, stop
        assert croupier.feeds == 150
        assert_dealt(croupier, 3)


def test_a_card_stored_just_before_a_power_cut_counts_though_its_report_is_lost():
    croupier, job = Croupier(hopper("A", 5)), deal_job(3)
    todo = list(job.begin())
    while job.index < 40:
        output = todo.pop(0)
        if isinstance(output, JobCommand):
            for report in croupier.do(output):
                todo.extend(job.observe(report))
    route = next(output for output in todo if isinstance(output, JobCommand))
    croupier.do(route)  # its reports die with the board
    croupier.state = "cut"
    run(job, croupier, job.reconnected())
    assert job.state is JobState.DONE
    assert_dealt(croupier, 3)


@given(st.binary(min_size=8, max_size=8), st.integers(0, 1_000), st.integers(0, 3))
def test_reports_come_back_from_their_bytes_as_they_were(tag, index, tags):
    fields = {
        "job": 1,
        "pass_number": 1,
        "index": index,
        "skew_us10": 1,
        "transit_ms": 2,
        "current_ma": 3,
        "tags": (tag,) * tags,
    }
    report = CardRead(**fields)
    assert decode_report(encode(report)) == report


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_any_mixture_of_mishaps_is_dealt_right_or_not_at_all(seed, chance):
    croupier, job = Croupier(hopper("A", seed)), deal_job(seed)
    croupier.double_at = (chance.randint(1, 2), chance.randint(0, 120))
    croupier.jam_at = (chance.randint(1, 2), chance.randint(0, 120))
    if chance.random() < 0.3:
        croupier.hopper[chance.randrange(108)] = None
    if chance.random() < 0.2:
        croupier.miscount = {chance.choice(["N", "stock", "return"]): chance.choice([-1, 1])}
    run(job, croupier)
    while job.needs_person and not job.is_over:
        run(job, croupier, job.person_cleared())
    assert job.is_over
    if job.state is JobState.DONE:
        assert_dealt(croupier, seed)


def test_every_state_of_a_deal_can_end():
    for state, causes in DEAL_TRANSITIONS.items():
        assert bool(causes) != (state in ENDED)


def test_random_reports_never_break_the_job():
    chance = random.Random(5)
    names = [
        "CARD_READ",
        "CARD_STORED",
        "PASS_DONE",
        "DELIVERED",
        "MACHINE_FAULT",
        "MACHINE_CLEAR",
    ]
    for _ in range(300):
        job = deal_job(3)
        job.begin()
        for _ in range(20):
            fields = {
                name: chance.choice([0, 1, 2, 255])
                for name in (
                    ["pass_number", "index", "slot", "load", "count", "step", "tray", "fault"]
                )
            }
            fields |= {"job": 9, "tries": 1, "tags": (uid("A", chance.randrange(108)),)}
            job.observe(said(chance.choice(names), fields))
