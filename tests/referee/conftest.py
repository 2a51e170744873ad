import pytest
from tests.referee.evenings import Evening


@pytest.fixture
def evening():
    """A table after three turns."""
    table = Evening()
    for _ in range(3):
        table.turn()
    return table
