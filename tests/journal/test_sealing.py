import os
import pickle

import pytest
from tests.journal.fakes import counted_bytes

from tallone.dealing.promise.sealed import Purpose, Sealed, SealedError
from tallone.errors import JournalError
from tallone.journal import HandKey, key_path

PLAIN = b"7Hb 8Hb JK1r"


@pytest.fixture
def journal(tmp_path):
    return tmp_path / "night.journal"


def test_what_is_sealed_opens_again_also_after_a_restart(journal):
    key = HandKey.create(journal, 1, counted_bytes())
    sealed = key.seal(Sealed(PLAIN, label="ledger"), "ledger")
    assert b"7Hb" not in sealed
    again = HandKey.load(journal, 1, os.urandom)
    assert again.open(sealed, "ledger").open_for(Purpose.REVEAL, bytes) == PLAIN


def test_the_key_file_is_its_owners_alone(journal):
    HandKey.create(journal, 1, os.urandom)
    assert key_path(journal, 1).stat().st_mode & 0o777 == 0o600
    key_path(journal, 1).chmod(0o640)
    with pytest.raises(JournalError, match="others can read"):
        HandKey.load(journal, 1, os.urandom)


def test_a_key_is_never_made_twice(journal):
    HandKey.create(journal, 1, os.urandom)
    with pytest.raises(JournalError, match="cannot be written"):
        HandKey.create(journal, 1, os.urandom)


@pytest.mark.parametrize("change", ["bit", "purpose", "hand", "short"])
def test_a_ciphertext_in_another_place_does_not_open(journal, change):
    key = HandKey.create(journal, 1, os.urandom)
    other = HandKey.create(journal, 2, os.urandom)
    sealed = key.seal_bytes(PLAIN, "ledger")
    key, sealed, purpose = {
        "bit": (key, sealed[:-1] + bytes([sealed[-1] ^ 1]), "ledger"),
        "purpose": (key, sealed, "secret"),
        "hand": (other, sealed, "ledger"),
        "short": (key, sealed[:5], "ledger"),
    }[change]
    with pytest.raises(JournalError, match="does not open"):
        key.open(sealed, purpose)


def test_a_destroyed_key_is_gone_from_the_file_and_the_process(journal):
    key = HandKey.create(journal, 1, os.urandom)
    sealed = key.seal_bytes(PLAIN, "ledger")
    key.destroy()
    key.destroy()
    assert key.is_destroyed
    assert not key_path(journal, 1).exists()
    with pytest.raises(SealedError, match="wiped"):
        key.open(sealed, "ledger")
    with pytest.raises(JournalError, match="cannot be read"):
        HandKey.load(journal, 1, os.urandom)


def test_a_key_does_not_print_or_pickle(journal):
    key = HandKey.create(journal, 1, lambda count: b"K" * count)
    assert "KKKK" not in f"{key!r} {key} {vars(type(key))}"
    with pytest.raises(SealedError):
        pickle.dumps(key)
