"""What the foyer's pages have to know of the evening, the settings and the room."""

import dataclasses
from typing import Final

from tallone.assist import Assist
from tallone.config import Config
from tallone.display.texts.phrases import Phrase

_NOTHING: Final = Phrase("now.nothing")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Facts of this moment; nothing hidden is among them."""

    now: float
    config: Config
    in_match: bool = False  # a hand is counted, or is under way
    hand_under_way: bool = False
    counting: bool = False  # the score sheet waits to be confirmed
    hand: int = 1
    totals: tuple[int, int] = (0, 0)
    draw_rule: str = "lowest_opponent"
    mat_is_empty: bool = True
    has_machine: bool = True
    receipts: int = 0
    members: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    # The rules of this table's code as (title, meaning), for each language.
    rules: tuple[tuple[str, str], ...] = ()
    # What the evening asks for now, and why somebody waits.
    now_what: Phrase = _NOTHING
    locked: bool = False  # the arbiter's PIN is asked for what touches the game
    shut_for: float = 0.0  # seconds for which no PIN is taken

    @property
    def assist(self) -> Assist:
        return self.config.assist
