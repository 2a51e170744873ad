"""Each promise of docs/promises.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text()
ROWS = [
    line.strip("|").split("|")
    for line in PAGE.partition("## What we promise")[2].partition("## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| Promise")
]


def test_every_promise_has_a_test_that_is_there():
    assert len(ROWS) > 15
    for promise, named in ROWS:
        files = re.findall(r"`(tests/[\w/]+\.py)`", named)
        assert files, promise
        for file in files:
            assert "def test_" in (ROOT / file).read_text(), (promise, file)


def test_every_test_that_the_page_names_is_there():
    for file in re.findall(r"`(tests/[\w/]+\.py)`", PAGE):
        assert (ROOT / file).is_file(), file
