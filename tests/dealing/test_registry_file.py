"""A whole registry as a file: nothing is lost, nothing is read without its passphrase."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dealing.packs import registry, uid

from tallone.dealing.packs import registry_file
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError, TagState
from tallone.rules.cards.cards import PACK

WHEN = "2026-01-31T21:00:00"
SECRET = "correct horse battery"


@pytest.fixture
def content(tmp_path):
    with RegistryDb(tmp_path / "club.sqlite") as club:
        club.load(registry("A"), "Bari", WHEN)
        club.add_pack("B", "Bari")
        club.enrol("B", PACK[0], uid("B", 0), WHEN)
        club.replace("A", PACK[7], uid("new", 1), "bent", WHEN)
        club.revoke(uid("A", 9), "left on the beach", WHEN)
        club.count_deal("A")
        return club.content()


def test_a_copy_holds_packs_tags_in_every_state_and_their_history(tmp_path, content):
    with RegistryDb(tmp_path / "other.sqlite") as club:
        club.restore(registry_file.read(registry_file.write(content)))
        assert club.content() == content
        assert club.entry(uid("A", 9)).state is TagState.REVOKED
        assert club.history(uid("A", 7))[-1] == f"{WHEN} replaced: bent"
        with pytest.raises(RegistryError, match="is replaced as 8Hb of A"):
            club.enrol("B", PACK[1], uid("A", 7), WHEN)
        with pytest.raises(RegistryError, match="packs here already"):
            club.restore(content)


def test_an_encrypted_copy_opens_with_its_passphrase_only(content):
    plain = registry_file.write(content)
    raw = registry_file.encrypt(plain, SECRET)
    assert registry_file.is_encrypted(raw)
    assert not registry_file.is_encrypted(plain)
    assert uid("A", 0).hex().encode() not in raw
    assert registry_file.decrypt(raw, SECRET) == plain
    assert raw != registry_file.encrypt(plain, SECRET)  # a new salt each time
    with pytest.raises(RegistryError, match="the passphrase is another one"):
        registry_file.decrypt(raw, SECRET + "!")
    for changed in (raw[:-1], raw[:25] + bytes([raw[25] ^ 1]) + raw[26:], raw[:30]):
        with pytest.raises(RegistryError):
            registry_file.decrypt(changed, SECRET)
    with pytest.raises(RegistryError, match="8 characters"):
        registry_file.encrypt(plain, "short")


@given(st.binary(max_size=200))
@settings(max_examples=50)
def test_what_is_no_copy_is_refused(raw):
    with pytest.raises(RegistryError):
        registry_file.read(raw)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda c: {"tags": (*c.tags, c.tags[0])},  # a tag twice
        lambda c: {"packs": ()},  # cards of no pack
        lambda c: {"tags": ((b"short", "A", 0, "revoked", 0),)},
        lambda c: {"tags": ((bytes(8), "A", 0, "loved", 0),)},
    ],
)
def test_a_copy_that_contradicts_itself_leaves_the_registry_empty(tmp_path, content, wrong):
    parts = {"packs": content.packs, "tags": content.tags, "history": content.history}
    with RegistryDb(tmp_path / "other.sqlite") as club:
        with pytest.raises(RegistryError, match="contradicts itself"):
            club.restore(type(content)(**parts | wrong(content)))
        assert club.packs() == []


def test_the_last_card_enrolled_is_known_and_an_empty_pack_can_go(tmp_path):
    with RegistryDb(tmp_path / "club.sqlite") as club:
        club.add_pack("C")
        assert club.last_enrolled("C") is None
        club.enrol_all("C", [(PACK[n], uid("C", n)) for n in (4, 2)], WHEN)
        assert club.last_enrolled("C") == PACK[2]
        with pytest.raises(RegistryError):
            club.enrol_all("C", [(PACK[9], uid("C", 9)), (PACK[10], uid("C", 4))], WHEN)
        assert club.entry(uid("C", 9)) is None
        club.add_pack("D")
        for pack in ("C", "D"):
            club.drop_empty(pack)
        assert [(pack.name, pack.enrolled) for pack in club.summaries()] == [("C", 2)]
