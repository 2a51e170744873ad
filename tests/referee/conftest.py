import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from evenings import Evening


@pytest.fixture
def evening():
    """A table after three turns."""
    table = Evening()
    for _ in range(3):
        table.turn()
    return table
