"""A page of the arbiter's panel, as the screen takes it. It has no place for a card: words only."""

import enum
from dataclasses import dataclass

from tallone.display.texts.phrases import Phrase

MAX_CHOICES = 40  # of a page: letters, and the ways out


class Weight(enum.Enum):
    """How a choice stands out."""

    PLAIN = "plain"
    STRONG = "strong"  # what leads on
    CHOSEN = "chosen"  # touched already: once more takes it back
    QUIET = "quiet"  # the ways back and out


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelRow:
    """A line to read: what it is about, and what is said of it."""

    label: Phrase
    value: Phrase | None = None
    is_settled: bool = False  # the arbiter has confirmed it


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelChoice:
    """A field that can be touched; its place comes back in the press."""

    label: Phrase
    weight: Weight = Weight.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterPanel:
    """One page. `step` is its number: a press says for which one it was meant."""

    title: Phrase
    under: Phrase | None = None
    rows: tuple[PanelRow, ...] = ()
    choices: tuple[PanelChoice, ...] = ()
    typed: Phrase | None = None  # what was entered; of a PIN only points
    trouble: Phrase | None = None
    step: int = 0

    def __post_init__(self) -> None:
        if len(self.choices) > MAX_CHOICES:
            raise ValueError(f"a page has at most {MAX_CHOICES} choices, not {len(self.choices)}")
