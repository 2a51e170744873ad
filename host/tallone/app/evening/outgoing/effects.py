"""What the evening wants done: records to be written first, then commands to the boards."""

import dataclasses

from tallone.journal.records import Found, Record
from tallone.rules.cards.cards import CardCopy


@dataclasses.dataclass(frozen=True, slots=True)
class BoardCommand:
    """A command of the message table for one board."""

    role: str
    name: str
    fields: tuple[int, ...]


class Effects:
    """Collects what one step of the evening leads to."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.commands: list[BoardCommand] = []
        # The cards of this hand's sealed findings, in the order in which the findings were made.
        self.sealed_cards: list[tuple[str, ...]] = []

    def record(self, *records: Record) -> None:
        self.records += records

    def record_found(self, found: Found, cards: tuple[CardCopy, ...]) -> None:
        """Record a finding; the cards that it holds sealed are kept until the hand is counted."""
        if found.sealed_cards:
            self.sealed_cards.append(tuple(map(str, cards)))
        self.records.append(found)

    def send(self, role: str, name: str, *fields: int) -> None:
        self.commands.append(BoardCommand(role, name, fields))

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been collected since the last call of `take`."""
        return not (self.records or self.commands)

    def take(self) -> tuple[list[Record], list[BoardCommand]]:
        """Return everything collected since the last call."""
        records, commands = self.records, self.commands
        self.records, self.commands = [], []
        return records, commands
