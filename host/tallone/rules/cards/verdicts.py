"""The rules' answer to a move, a set of cards or a text: legal, or illegal with the code's word for why."""

import dataclasses
from typing import Final


@dataclasses.dataclass(frozen=True, slots=True)
class Legal:
    """The move may be made."""


@dataclasses.dataclass(frozen=True, slots=True)
class Illegal:
    """The move may not be made: `code` is one of the notation's error codes, `message` for a person."""

    code: str
    message: str


LEGAL: Final = Legal()
Verdict = Legal | Illegal


class IllegalMoveError(Exception):
    """A program applied a move without judging it."""

    def __init__(self, verdict: Illegal) -> None:
        super().__init__(f"{verdict.code}: {verdict.message}")
        self.verdict = verdict
