"""The croupier tells of no card that has not been in the throat, whatever it is asked."""

import os
from pathlib import Path

import pytest
from tests.firmware import micropython

pytestmark = pytest.mark.needs_micropython
SCRIPT = Path(__file__).with_name("croupier_secrets.py")
# The firmware, its models and a host in one process.
HEAP = "4m"
SEEDS = 40 if os.environ.get("TALLONE_SOAK") == "full" else 3


def digest(seed, shift, *leak):
    return micropython.run(SCRIPT, str(seed), str(shift), *leak, heap=HEAP)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_command_reveals_the_order_of_cards_in_the_hopper(seed):
    before = digest(seed, 0)
    assert len(before) == 65
    assert digest(seed, 1 + seed % 60) == before


def test_a_card_told_too_early_is_found():
    with pytest.raises(AssertionError, match="'RESULT'"):
        digest(1, 0, "uid")


def test_a_single_bit_of_the_order_told_too_early_is_found():
    assert digest(1, 0, "bit") != digest(1, 5, "bit")
