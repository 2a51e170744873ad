"""The program killed while a hand is dealt; `tools/kill_deals.py` does it two hundred times."""

import pytest

from tallone.simulator.studies.deal_kills import kill_deal

pytestmark = [pytest.mark.end_to_end, pytest.mark.needs_micropython, pytest.mark.timeout(900)]


@pytest.mark.parametrize(
    ("while_working", "instants"), [(False, (5.5, 37.0)), (True, (21.0, 52.0))]
)
def test_deal_goes_on_or_is_voided_and_its_commitment_is_never_lost(while_working, instants):
    """Waiting for the cut, while piles come out; in the first pass, while people carry them."""
    killed = kill_deal(7, instants, while_working=while_working)
    assert len(killed.kills) == 2
    assert killed.problems == ()
