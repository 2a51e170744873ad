"""Draw every hand of tests/playthroughs again; read the difference like code before committing it."""

import sys
from pathlib import Path

from tallone.rules import read_hand
from tallone.rules.notation.drawing import draw_hand

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"


def drawn(text: str) -> str:
    """Return a hand as it is kept beside its notation: the table after every turn, and the score."""
    reading = read_hand(text)
    if reading.record is None:
        raise ValueError(f"no hand: {reading.problem}")
    return "\n\n".join(draw_hand(reading.record, reading.problem)) + "\n"


def main() -> int:
    """Write a text beside every hand; return the exit status."""
    for hand in sorted(FOLDER.glob("*.bgn")):
        text = drawn(hand.read_text(encoding="utf-8"))
        hand.with_suffix(".txt").write_text(text, encoding="utf-8")
        print(f"{hand.stem}: {text.count('stock')} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main())
