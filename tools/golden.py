"""Write the golden pictures of the screen anew, or check that they are as they were: `--check`.

Look at the screens (`tallone screens`) before they are written: this only keeps what is.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from tallone.app.screen.examples import every_screen
from tallone.config import Language
from tallone.display.checking.golden import Golden, differences, golden, read, written
from tallone.display.checking.pictures import GLASSES, shots
from tallone.display.style.theme import Theme

FILE = Path(__file__).parent.parent / "tests" / "display" / "golden.txt"
# A dozen screens that hold every kind of thing, each on one glass and in one language.
CHOSEN = (
    ("play_named", "10-inch", "it"),
    ("play_late", "24-inch", "en"),
    ("play_teaching", "portrait", "it"),
    ("play_middle", "mirrored", "en"),
    ("play_middle", "strip", "it"),
    ("hand_sheet", "10-inch", "it"),
    ("dealing", "15-inch", "en"),
    ("cut", "7-inch", "it"),
    ("question_many", "10-inch", "en"),
    ("jam_path", "10-inch", "it"),
    ("panel_says", "10-inch", "it"),
    ("foyer_type", "7-inch", "en"),
    ("foyer_menu", "10-inch", "it"),
)


def seen() -> dict[str, Golden]:
    """Return what is kept of the chosen screens as they are now."""
    screens = every_screen()
    glasses = {glass.name: glass for glass in GLASSES}
    found = {}
    for name, glass, language in CHOSEN:
        [shot] = shots({name: screens[name]}, [glasses[glass]], [Language(language)], Theme())
        found[f"{name} {glass} {language}"] = golden(shot.picture, shot.scene)
    return found


def main() -> int:
    """Write the file, or compare with it; return 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    now = seen()
    if not parser.parse_args().check:
        FILE.write_text(written(now), encoding="utf-8")
        return 0
    kept = read(FILE.read_text(encoding="utf-8"))
    wrong = [
        f"{name}: {sentence}"
        for name in kept.keys() | now.keys()
        for sentence in (
            differences(kept[name], now[name])
            if name in kept and name in now
            else ["is not in both"]
        )
    ]
    sys.stdout.write("\n".join([*sorted(wrong), ""]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
