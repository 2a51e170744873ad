"""What players are told of a finding, and when, by assist level.

House rule: a fault of play is told after the discard of its turn, never before, for a word before it is
a hint; only the teaching level explains at once. The arbiter is told everything at once, at every level.
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.assist import Assist


class Tell(enum.StrEnum):
    """What players are told; the value stands in the journal. No level ever names a hidden card."""

    NOTHING = "nothing"
    COUNT = "count"  # how many, at once
    FACT = "fact"  # neutral, blaming nobody, at once
    FACT_AFTER_DISCARD = "fact-after-discard"
    RULE = "rule"  # at once, with the rule explained

    @property
    def waits(self) -> bool:
        """Whether it is told only when the turn has ended in which it happened."""
        return self is Tell.FACT_AFTER_DISCARD


class Voice(enum.Enum):
    """Which kind of thing a finding is to players."""

    # Announced anyway: what stops the table or its machine.
    ANNOUNCED = "announced"
    # Counts of pack, piles and pozzetti.
    COUNTED = "counted"
    # A fault of play.
    FAULT_OF_PLAY = "fault of play"
    # The ledger's: who holds what is nobody's business but the arbiter's.
    ARBITERS = "arbiter's"


TELLS: Final[Mapping[Voice, Mapping[Assist, Tell]]] = MappingProxyType(
    {
        Voice.ANNOUNCED: MappingProxyType(
            {
                Assist.GARA: Tell.FACT,
                Assist.CIRCOLO: Tell.FACT,
                Assist.DIDATTICA: Tell.RULE,
            }
        ),
        Voice.COUNTED: MappingProxyType(
            {
                Assist.GARA: Tell.COUNT,
                Assist.CIRCOLO: Tell.COUNT,
                Assist.DIDATTICA: Tell.RULE,
            }
        ),
        Voice.FAULT_OF_PLAY: MappingProxyType(
            {
                Assist.GARA: Tell.NOTHING,
                Assist.CIRCOLO: Tell.FACT_AFTER_DISCARD,
                Assist.DIDATTICA: Tell.RULE,
            }
        ),
        Voice.ARBITERS: MappingProxyType(dict.fromkeys(Assist, Tell.NOTHING)),
    }
)
