"""Speak the announcements into files: `python tools/voices.py FOLDER`, the table's `voices` beside its settings.

Needs espeak-ng. Whoever has a better voice puts recordings of the same names in their place.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from tallone.app.screen.cues import SPOKEN, spoken_words
from tallone.display.texts.phrases import CATALOGUES, spoken

_ENGINES = ("espeak-ng", "espeak")
_WORDS_A_MINUTE = "140"


def main() -> int:
    """Write `it/start.wav` and so on; return 1 where nothing can speak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    engine = next(filter(None, map(shutil.which, _ENGINES)), None)
    if engine is None:
        sys.stderr.write("nothing here can speak; install espeak-ng\n")
        return 1
    for language in CATALOGUES:
        (folder / language).mkdir(parents=True, exist_ok=True)
        for cue in SPOKEN:
            file = folder / language / f"{cue}.wav"
            words = spoken(spoken_words(cue), language)
            said = [engine, "-v", language, "-s", _WORDS_A_MINUTE, "-w", str(file), "--", words]
            subprocess.run(said, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
