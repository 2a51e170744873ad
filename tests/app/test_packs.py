"""Which pack is in use: out of the registry, in turn, and named when it is the wrong one."""

import pytest
from tests.dealing.packs import registry, uid

from tallone.app.edges.packs import packs_in_turn
from tallone.app.headless.direct import DirectEvening
from tallone.app.screen.notices import notice_of
from tallone.dealing.packs.registry_db import RegistryDb
from tallone.display.texts.phrases import spoken
from tallone.errors import UsageError
from tallone.journal.records import Committed
from tallone.rules.cards.cards import PACK
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

WHEN = "2026-01-31T21:00:00"


@pytest.fixture
def club(tmp_path):
    path = tmp_path / "club.sqlite"
    with RegistryDb(path) as database:
        database.load(registry("A"), "", WHEN)
        database.load(registry("B"), "", WHEN)
    return path


def test_packs_of_an_evening_know_each_other_and_their_former_tags(club):
    with RegistryDb(club) as database:
        database.replace("A", PACK[3], uid("new", 1), "bent", WHEN)
    first, second = packs_in_turn(club, ("A", "B"))
    assert first.own.tags[PACK[3]] == uid("new", 1)
    assert first.former == {uid("A", 3): PACK[3]}
    assert first.foreign(uid("B", 7)) == ("B", PACK[7])
    assert second.foreign(uid("A", 7)) == ("A", PACK[7])


def test_one_pack_needs_no_name_and_a_name_twice_is_one_pack(club, tmp_path):
    alone = tmp_path / "one.sqlite"
    with RegistryDb(alone) as database:
        database.load(registry("A"), "", WHEN)
    assert [index.own.pack for index in packs_in_turn(alone, ("", ""))] == ["A"]
    assert [index.own.pack for index in packs_in_turn(club, ("B", "B"))] == ["B"]


def test_what_cannot_be_used_says_what_is_there_and_what_to_do(club, tmp_path):
    with pytest.raises(UsageError, match=r"which pack.*enrolled: A, B"):
        packs_in_turn(club, ())
    with pytest.raises(UsageError, match="there is no pack C; enrolled: A, B"):
        packs_in_turn(club, ("A", "C"))
    with pytest.raises(UsageError, match=r"no registry of packs.*tallone enrol pack"):
        packs_in_turn(tmp_path / "none", ())
    with RegistryDb(club) as database:
        database.retire(uid("B", 5), "torn", WHEN)
    with pytest.raises(
        UsageError, match=r"pack B: 1 cards have no tag .6Hb.; `tallone enrol pack B`"
    ):
        packs_in_turn(club, ("A", "B"))
    (tmp_path / "text").write_text("dear diary " * 200)
    with pytest.raises(UsageError, match="cannot be opened as a registry"):
        packs_in_turn(tmp_path / "text", ())


def two_packs(**options):
    evenings = []

    def opened(folder):
        evenings.append(DirectEvening(folder))
        return evenings[-1]

    report = simulate(Options(level="events", noise=0.0, **options), open_host=opened).report
    return report, evenings[-1]


def test_two_packs_take_turns_and_every_deal_is_bound_to_its_own():
    report, evening = two_packs(hands=3, packs=2, seed=4)
    packs = [record.pack for record in evening.records if isinstance(record, Committed)]
    assert packs == ["blue-and-red-1", "blue-and-red-2", "blue-and-red-1"]
    assert report["findings"] == []
    assert all(hand["score"] == hand["truth"] for hand in report["hands"])


def test_the_wrong_pack_in_the_hopper_is_named_to_the_players():
    shown = set()

    class Watched(DirectEvening):
        def step(self, now):
            notice = notice_of(self.evening, now)
            if notice is not None:
                shown.add(spoken(notice.message, "en"))
            return super().step(now)

    options = Options(level="events", noise=0.0, seed=4, faults=(parse("wrong-pack"),))
    report = simulate(options, open_host=Watched).report
    assert [found["kind"] for found in report["findings"]] == ["wrong-pack"]
    assert "The machine holds pack blue-and-red-2. Put in pack blue-and-red-1." in shown
    [hand] = report["hands"]
    assert hand["score"] == hand["truth"]
