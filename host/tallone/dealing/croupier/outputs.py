"""What a job at the croupier gives back: commands for the machine, news for the program."""

import dataclasses
from collections.abc import Mapping

from tallone.findings import Finding


@dataclasses.dataclass(frozen=True, slots=True)
class JobCommand:
    """A command of the message table with its fields in the table's order. May be repeated."""

    name: str
    fields: tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the job is: the same for every card, whatever it is."""

    stage: str  # value of the JobState
    done: int
    total: int
    problems: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Certified:
    """Every card of the pack has passed the throat once, and no other."""

    count: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class NeedsPerson:
    """The machine stands still until a person has acted and said so; `fault` as on the wire."""

    fault: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class NotEnrolled:
    """A card of a pack that is being enrolled has no tag for certain; `reason` is the key of its text.

    `position` counts the cards that passed from 1; where all were counted wrong it is how many were due.
    """

    reason: str
    position: int


@dataclasses.dataclass(frozen=True, slots=True)
class AskSignature:
    """Ask the tag in the throat for its maker's signature, and tell the job what it answers."""

    uid: bytes


@dataclasses.dataclass(frozen=True, slots=True)
class GoesOn:
    """The machine, which stood still or tried again, works again."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class JobDone:
    """All is delivered; `counts` is what the barriers counted, per place."""

    counts: Mapping[str, int]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class JobAborted:
    """The job has ended without its result. `in_rack`: cards are left in the machine."""

    reason: str
    passed: int
    in_rack: bool


JobOutput = (
    JobCommand
    | AskSignature
    | Progress
    | Certified
    | Finding
    | NotEnrolled
    | NeedsPerson
    | GoesOn
    | JobDone
    | JobAborted
)
