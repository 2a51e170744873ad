"""`tallone enrol` and `tallone certify`, at a simulated table and at a small fake one."""

import re

import pytest
from tests.dealing.packs import registry, uid

from tallone.app.edges.desk import QuitError
from tallone.commands import main
from tallone.commands.packs.enrolling import Enroller
from tallone.dealing.packs.originality import verify_signature
from tallone.dealing.packs.registry_db import RegistryDb, TagState
from tallone.mat.registry import write_registry
from tallone.paths import micropython
from tallone.rules.cards.cards import PACK, CardCopy, Deck
from tallone.simulator.room.tag_maker import public_key, sign

WHEN = "2026-01-31T21:00:00"
SEVEN = CardCopy.parse("7Hb")


class FakeDesk:
    """A mat on which somebody lays what the script says: tuples of tags, or words."""

    def __init__(self, script, unsigned=()):
        self.script = list(script)
        self.unsigned = set(unsigned)
        self.asked = []

    def ask(self, what, sentence, **details):
        self.asked.append(details["cards"])

    def tags(self, zone):
        while self.script:
            heard = self.script.pop(0)
            if heard == "quit":
                raise QuitError
            yield heard

    def signature(self, zone, tag):
        return None if tag in self.unsigned else sign(tag)


@pytest.fixture
def club(tmp_path):
    with RegistryDb(tmp_path / "club.sqlite") as database:
        database.load(registry("A"), "Bari", WHEN)
        yield database


def genuine(tag, signature):
    return verify_signature(tag, signature, public_key())


def enroller(club, script, **options):
    return Enroller(FakeDesk(script, **options), club, "en", genuine)


def new(number):
    return uid("new", number)


def test_cards_laid_one_by_one_are_enrolled_and_the_last_can_be_taken_back(club, capsys):
    club.add_pack("C")
    script = [(new(0),), (), (new(1),), "undo", (), (new(9),), (), (new(2),)]
    at_work = enroller(club, script)
    at_work.on_mat("C", at_work.missing("C")[:3])
    found = club.registry("C").tags
    assert found == {PACK[0]: new(0), PACK[1]: new(9), PACK[2]: new(2)}
    assert at_work._desk.asked == ["AHb", "2Hb", "3Hb", "2Hb", "3Hb"]
    assert "2Hb is taken back" in capsys.readouterr().out
    assert at_work.missing("C")[0] == PACK[3]


def test_what_is_no_new_card_is_told_and_changes_nothing(club, capsys):
    club.add_pack("C")
    script = [
        *((new(0), new(1)), (), (uid("A", 3),), (), (new(5),), ()),  # two, another pack's, a copy
        (new(0),),
    ]
    at_work = enroller(club, script, unsigned={new(5)})
    at_work.on_mat("C", at_work.missing("C")[:1])
    out = capsys.readouterr().out
    assert "2 tags answer" in out
    assert "in the registry already" in out
    assert "no signature of its maker" in out
    assert club.registry("C").tags == {PACK[0]: new(0)}


def test_what_was_enrolled_before_somebody_stopped_stays(club):
    club.add_pack("C")
    at_work = enroller(club, [(new(0),), "quit"])
    with pytest.raises(QuitError):
        at_work.on_mat("C", at_work.missing("C"))
    assert len(club.registry("C").tags) == 1


def test_a_replaced_cards_old_tag_is_banned_for_ever(club, capsys):
    enroller(club, [(new(1),)]).replace("A", SEVEN, "bent")
    assert club.registry("A").tags[SEVEN] == new(1)
    assert club.entry(uid("A", int(SEVEN))).state is TagState.REPLACED
    assert "banned for ever" in capsys.readouterr().out
    # Its old tag is laid again: known.
    again = enroller(club, [(uid("A", int(SEVEN)),), (), (new(2),)])
    again.replace("A", SEVEN, "bent again")
    assert "in the registry already" in capsys.readouterr().out
    assert club.registry("A").tags[SEVEN] == new(2)


def test_decks_are_missing_in_factory_order_blue_before_red(club):
    club.add_pack("C")
    order = enroller(club, []).missing("C")
    assert [copy.deck for copy in order] == [Deck.BLUE] * 54 + [Deck.RED] * 54
    assert list(map(int, order)) == list(range(108))


# The command line.


def call(capsys, *arguments):
    status = main.run([*map(str, arguments)])
    return status, *capsys.readouterr()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "club.sqlite"
    with RegistryDb(path) as database:
        database.load(registry("A"), "Bari", WHEN)
    return path


def test_packs_are_listed_undone_banned_and_say_what_they_lack(capsys, file):
    at = ("--registry", file, "--language", "en")
    status, out, _ = call(capsys, "enrol", "list", *at)
    assert (status, out) == (0, "Pack A: 108 of 108 cards, 0 deals, club Bari\n")
    assert call(capsys, "enrol", "list", "A", *at)[1] == "Pack A: all 108 cards have their tags\n"
    assert call(capsys, "enrol", "undo", "A", *at)[1] == "JK2r is taken back\n"
    assert call(capsys, "enrol", "ban", "A", "7Hb", "--why", "lost", *at)[0] == 0
    out = call(capsys, "enrol", "list", "A", *at)[1]
    assert "2 cards have no tag: 7Hb JK2r" in out
    assert re.search(r"7Hb  [0-9a-f]{16}  .* revoked: lost", out)


def test_a_whole_registry_goes_out_encrypted_and_comes_back(capsys, file, tmp_path):
    secret, copy, other = tmp_path / "secret", tmp_path / "copy", tmp_path / "other.sqlite"
    secret.write_text("correct horse battery\n")
    out = call(
        *(capsys, "enrol", "export", copy, "--passphrase-file", secret),
        *("--registry", file, "--language", "en"),
    )
    assert out[:2] == (0, f"{copy}: 1 pack\n")
    assert copy.stat().st_mode & 0o077 == 0
    back = ("enrol", "import", copy, "--registry", other, "--language", "en")
    wrong = tmp_path / "wrong"
    wrong.write_text("wrong horse battery\n")
    status, _, err = call(capsys, *back, "--passphrase-file", wrong)
    assert status == 2
    assert "the passphrase is another one" in err
    assert call(capsys, *back, "--passphrase-file", secret)[:2] == (0, "Entered: A\n")
    with RegistryDb(file) as one, RegistryDb(other) as two:
        assert one.content() == two.content()


def test_one_packs_file_is_entered_beside_others(capsys, file, tmp_path):
    (tmp_path / "b.json").write_text(write_registry(registry("B")))
    at = ("--registry", file, "--language", "en")
    assert call(capsys, "enrol", "import", tmp_path / "b.json", *at)[:2] == (0, "Entered: B\n")
    status, _, err = call(capsys, "enrol", "import", tmp_path / "b.json", *at)
    assert status == 2
    assert "there is a pack B already" in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("enrol list C", "no pack C; known: A"),
        ("enrol undo C", "no card of a pack C is enrolled"),
        ("enrol ban A 7Hb", "has no tag that could be banned"),
    ],
)
def test_what_the_registry_cannot_do_is_one_line(capsys, file, line, said):
    with RegistryDb(file) as database:
        database.retire(uid("A", int(SEVEN)), "torn", WHEN)
    status, out, err = call(capsys, *line.split(), "--registry", file)
    assert (status, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


# The whole way, with the boards' real firmware.

pytestmark_whole = (
    pytest.mark.end_to_end,
    pytest.mark.needs_micropython,
    pytest.mark.timeout(300),
    pytest.mark.skipif(micropython() is None, reason="there is no micropython on this machine"),
)


def whole(test):
    for mark in pytestmark_whole:
        test = mark(test)
    return test


@whole
def test_a_new_pack_goes_through_the_throat_signed_and_is_certified(capsys, tmp_path):
    file = tmp_path / "club.sqlite"
    status, out, err = call(
        *(capsys, "enrol", "pack", "club-1", "--simulated", "--registry", file),
        *("--language", "en", "--seed", 4),
    )
    assert status == 0, err
    assert out.count("54 tags with their maker’s signature") == 2
    assert out.endswith("Pack club-1: all 108 cards have their tags\n")
    with RegistryDb(file) as database:
        assert database.registry("club-1").missing == ()


@whole
def test_a_certification_with_real_firmware_tells_players_counts_only(capsys, tmp_path):
    status, slip, err = call(
        *(capsys, "certify", "--simulated", "--fault", "foreign-card", "--seed", 3),
        *("--language", "en", "--receipts", tmp_path / "slips"),
    )
    assert status == 1, err
    assert "NOT IN ORDER" in slip
    assert not re.search(r"\b(10|[2-9AJQK])[HDCS][br]\b|\b[0-9a-f]{15}e0\b", slip)
    kinds = {path.suffix for path in (tmp_path / "slips").iterdir()}
    assert kinds == {".txt", ".pdf", ".svg"}
