"""Small working things for the tests of the journal."""

from pathlib import Path

from tallone.journal.records import MoveSeen, Pressed, Record


def counted_bytes() -> "CountedBytes":
    """Return a source of bytes that is the same in every run."""
    return CountedBytes()


class CountedBytes:
    """Gives 1, 2, 3, ... as bytes: different at every call, equal in every run."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        self.calls += 1
        return (self.calls.to_bytes(4, "big") * (count // 4 + 1))[:count]


def press(number: int) -> Record:
    return Pressed(at=float(number), button="ok", value=number)


def move(turn: int, seat: str, action: str, *, legal: bool = True) -> Record:
    return MoveSeen(
        at=float(turn),
        hand=1,
        seat=seat,
        action=action,
        verdict="legal" if legal else "illegal",
        turn=turn,
        code="" if legal else "meld.mixed",
    )


def raw_rows(path: Path) -> list[tuple[int, int, bytes, bytes]]:
    """Return the rows as they lie in the file."""
    import sqlite3

    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT * FROM record ORDER BY number").fetchall()
