import pytest
from tests.dealing.machine import Croupier, of_kind, run
from tests.dealing.packs import registry, uid

from tallone.dealing.croupier.enrol_job import (
    EnrolAnswer,
    EnrolJob,
    Enrolment,
    factory_order,
    replacement,
)
from tallone.dealing.croupier.job_states import JobState
from tallone.dealing.croupier.outputs import NotEnrolled
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError, TagState
from tallone.findings import Finding
from tallone.mat.registry import read_registry, write_registry
from tallone.rules.cards.cards import PACK, CardCopy, Deck

WHEN = "2026-01-31T21:00:00"
SEVEN = CardCopy.parse("7Hb")


@pytest.fixture
def club(tmp_path):
    with RegistryDb(tmp_path / "club.registry") as database:
        database.load(registry("A"), "Bari", WHEN)
        database.add_pack("B", "Bari")
        yield database


def test_a_pack_comes_back_as_it_was_entered(club):
    assert club.registry("A") == registry("A")
    assert club.packs() == ["A", "B"]
    assert read_registry(write_registry(club.registry("A"))) == registry("A")
    assert len(club.registry("B").missing) == 108


def test_it_is_still_there_after_a_restart(tmp_path):
    for opened in range(3):
        with RegistryDb(tmp_path / "club.registry") as database:
            if not opened:
                database.load(registry("A"), "Bari", WHEN)
            assert database.registry("A") == registry("A")


def test_a_replaced_tag_is_the_cards_never_again(club):
    club.replace("A", SEVEN, uid("new", 1), "cut antenna", WHEN)
    assert club.registry("A").tags[SEVEN] == uid("new", 1)
    old = uid("A", int(SEVEN))
    assert club.entry(old).state is TagState.REPLACED
    assert club.index("A").former == {old: SEVEN}
    for pack, copy in [("A", SEVEN), ("B", SEVEN)]:
        with pytest.raises(RegistryError, match="is replaced as 7Hb of A"):
            club.enrol(pack, copy, old, WHEN)
    assert club.history(old)[-1] == f"{WHEN} replaced: cut antenna"


@pytest.mark.parametrize("ending", ["retire", "revoke"])
def test_a_revoked_or_retired_tag_is_never_enrolled_again(club, ending):
    tag = uid("A", 5)
    getattr(club, ending)(tag, "left on the beach", WHEN)
    assert tag not in club.registry("A").copies
    with pytest.raises(RegistryError):
        club.enrol("B", PACK[5], tag, WHEN)
    with pytest.raises(RegistryError, match="no tag that could be replaced"):
        club.replace("A", PACK[5], uid("new", 1), "", WHEN)
    club.enrol("A", PACK[5], uid("new", 1), WHEN)


def test_one_tag_is_one_card_and_one_card_has_one_tag(club):
    club.enrol("B", PACK[0], uid("B", 0), WHEN)
    for pack, copy, tag in [("B", PACK[0], uid("B", 1)), ("B", PACK[1], uid("B", 0))]:
        with pytest.raises(RegistryError):
            club.enrol(pack, copy, tag, WHEN)
    with pytest.raises(RegistryError, match="no pack Z"):
        club.enrol("Z", PACK[0], uid("Z", 0), WHEN)
    with pytest.raises(RegistryError, match="8 bytes"):
        club.enrol("B", PACK[1], b"short", WHEN)


def test_an_undone_reading_leaves_the_tag_free(club):
    club.enrol("B", PACK[0], uid("B", 0), WHEN)
    club.withdraw("B", PACK[0], WHEN)
    club.enrol("B", PACK[1], uid("B", 0), WHEN)
    with pytest.raises(RegistryError, match="not enrolled"):
        club.withdraw("B", PACK[0], WHEN)


def test_a_file_is_entered_whole_or_not_at_all(club):
    club.enrol("B", PACK[0], uid("C", 107), WHEN)
    with pytest.raises(RegistryError):
        club.load(registry("C"), "Bari", WHEN)
    assert club.packs() == ["A", "B"]
    assert club.entry(uid("C", 0)) is None


def test_deals_are_counted_for_each_card(club):
    for _ in range(3):
        club.count_deal("A")
    club.replace("A", SEVEN, uid("new", 1), "worn", WHEN)
    assert club.count_deal("A") == 4
    assert club.entry(uid("new", 1)).deals == 1
    assert club.entry(uid("A", 0)).deals == 4
    with pytest.raises(RegistryError):
        club.count_deal("Z")


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "A"])
def test_unfit_names_of_packs_are_refused(club, name):
    with pytest.raises(RegistryError):
        club.add_pack(name)


def test_another_file_is_no_registry(tmp_path):
    file = tmp_path / "club.registry"
    file.write_bytes(b"this is text, and long enough to be looked at by SQLite" * 20)
    with pytest.raises(RegistryError, match="cannot be opened"):
        RegistryDb(file)


# Enrolling.


def nothing_known(_uid):
    return ""


def test_a_deck_in_factory_order_is_enrolled_card_by_card():
    enrolment = Enrolment(factory_order(Deck.BLUE))
    for number in range(54):
        assert enrolment.next_card == PACK[number]
        enrolment, answer = enrolment.take([uid("N", number)], nothing_known)
    assert answer is EnrolAnswer.DONE
    assert enrolment.next_card is None
    assert enrolment.take([uid("N", 99)], nothing_known) == (enrolment, EnrolAnswer.OVER)
    assert dict(enrolment.pairs) == {PACK[n]: uid("N", n) for n in range(54)}


@pytest.mark.parametrize(
    ("tags", "answer"),
    [
        ([], EnrolAnswer.NOTHING),
        ([uid("N", 1), uid("N", 2)], EnrolAnswer.SEVERAL),
        ([uid("N", 0)], EnrolAnswer.AGAIN),
        ([uid("A", 7)], EnrolAnswer.KNOWN),
    ],
)
def test_a_reading_that_is_no_new_card_changes_nothing(tags, answer):
    enrolment, _ = Enrolment(factory_order(Deck.RED)).take([uid("N", 0)], nothing_known)
    known = {uid("A", 7): "8Hb of A"}.get
    assert enrolment.take(tags, lambda tag: known(tag, "")) == (enrolment, answer)


def test_a_reading_can_be_undone_and_an_enrolment_gone_on_with():
    enrolment = Enrolment(factory_order(Deck.BLUE))
    for number in range(3):
        enrolment, _ = enrolment.take([uid("N", number)], nothing_known)
    assert enrolment.undo().next_card == PACK[2]
    assert enrolment.undo().undo().undo().undo() == Enrolment(factory_order(Deck.BLUE))
    assert factory_order(Deck.BLUE, PACK[50]) == PACK[50:54]
    assert replacement(SEVEN).take([uid("N", 1)], nothing_known)[1] is EnrolAnswer.DONE


def test_a_deck_goes_through_the_throat_and_comes_back_in_order():
    cards = [uid("N", number) for number in range(54)]
    croupier, job = Croupier(cards), EnrolJob(4, 2, factory_order(Deck.BLUE), nothing_known)
    news = run(job, croupier)
    assert of_kind(news, Finding) == []
    assert job.state is JobState.DONE
    assert croupier.hopper == cards
    assert dict(job.enrolment.pairs)[SEVEN] == uid("N", int(SEVEN))


@pytest.mark.parametrize("fault", ["dead", "known", "short", "long"])
def test_a_deck_that_cannot_be_read_to_its_end_is_not_guessed(fault):
    cards = [uid("N", number) for number in range(54)]
    match fault:
        case "dead":
            cards[20] = None
        case "known":
            cards[20] = cards[10]
        case "short":
            cards.pop()
        case "long":
            cards += [uid("N", number) for number in range(54, 60)]
    job = EnrolJob(4, 2, factory_order(Deck.BLUE), nothing_known)
    news = run(job, Croupier(cards))
    [trouble] = of_kind(news, NotEnrolled)[:1]
    assert trouble.reason.startswith("enrol.")
    assert len(job.enrolment.read) == {"dead": 20, "known": 20, "short": 53, "long": 54}[fault]
