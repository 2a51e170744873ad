"""No setting that the screen offers is dead: somebody besides the screen's own pages reads each."""

import re
from pathlib import Path

import pytest

import tallone
from tallone.app.foyer.settings import SETTINGS

ROOT = Path(tallone.__file__).parent
# Where a setting is named to be offered, typed or written, and where that is not reading it.
OFFERED = (
    "app/foyer/",
    "config.py",
    "settings_file.py",
    "display/texts/",
)
READERS = "\n".join(
    path.read_text()
    for path in sorted(ROOT.rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(OFFERED)
)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_is_read_by_somebody(name):
    assert re.search(rf"(config|settings)\.{name}\b", READERS), name
