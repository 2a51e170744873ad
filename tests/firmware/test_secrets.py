"""The croupier tells of no card that is not in the throat, whatever it is asked, in every state."""

import os
from pathlib import Path

import pytest
from tests.firmware import micropython

from tallone_wire.messages import CROUPIER_STATES

# One takes seconds alone; a machine with much else to do gets its time.
pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]
SCRIPT = Path(__file__).with_name("croupier_secrets.py")
# The firmware, its models and a host in one process, and every frame kept.
HEAP = "64m"
FULL = os.environ.get("TALLONE_SOAK") == "full"
SEEDS = range(40 if FULL else 1)
STORIES = {
    "first": {"feeding"},
    "deal": {"ready", "feeding", "delivering", "person"},
    "abort": {"ready", "feeding", "delivering", "person", "idle"},
    "cut": {"ready", "feeding", "delivering", "person", "cut"},
}


def run(story, seed, shift, *leak):
    """Return the digest of what must not depend on the cards' order, and the states visited."""
    said = micropython.run(SCRIPT, story, str(seed), str(shift), *leak, heap=HEAP)
    digest, *states = said.split()
    assert len(digest) == 64
    return digest, set(states)


def test_the_stories_visit_every_state():
    assert set().union(*STORIES.values()) == set(CROUPIER_STATES)


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_frame_depends_on_cards_that_are_not_in_the_throat(story, seed):
    before, states = run(story, seed, 0)
    # A command drawn at random may end the job before the story does.
    assert seed or states >= STORIES[story]
    assert run(story, seed, 1 + seed % 60)[0] == before


@pytest.mark.parametrize(
    ("story", "leak", "said"),
    [
        ("first", "uid", "'RESULT'"),
        ("deal", "fault", "'RESULT'"),
        ("deal", "log", "slot 3 holds"),
    ],
)
def test_a_card_told_too_early_is_found(story, leak, said):
    with pytest.raises(AssertionError, match=said):
        run(story, 1, 0, leak)


@pytest.mark.parametrize(("story", "leak"), [("first", "bit"), ("deal", "rack")])
def test_a_single_bit_of_the_order_told_too_early_is_found(story, leak):
    assert run(story, 1, 0, leak)[0] != run(story, 1, 5, leak)[0]
