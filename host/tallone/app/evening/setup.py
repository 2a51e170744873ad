"""Everything an evening is begun with, as one frozen value."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

from tallone.config import Config, Dealing
from tallone.dealing.packs.deck_check import TagIndex
from tallone.link.messages import Role
from tallone.rules import Profile


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Settings, rules, cards and the source of secrets.

    `packs` take turns, one for each hand. `random_bytes` is `os.urandom` at a table and a seeded
    source in a simulation, which is marked. With `rehearse` a pack that fails certification is dealt all the same.
    """

    config: Config
    profile: Profile
    packs: tuple[TagIndex, ...]
    journal: Path
    random_bytes: Callable[[int], bytes]
    rehearse: bool = False
    is_seeded: bool = False
    # YYYY-MM-DD, for the promise; nothing where days must not matter.
    date: Callable[[], str] = str

    def tags(self, hand: int) -> TagIndex:
        """Return what is known of the tags of that hand's pack."""
        return self.packs[(hand - 1) % len(self.packs)]

    def pack(self, hand: int) -> str:
        """Return the name of that hand's pack."""
        return self.tags(hand).own.pack

    @property
    def is_manual(self) -> bool:
        """Whether people deal, without a croupier."""
        return self.config.deal is Dealing.MANUAL

    @property
    def boards(self) -> frozenset[str]:
        """The boards without which nothing can be dealt."""
        return frozenset({Role.MAT} if self.is_manual else {Role.MAT, Role.CROUPIER})

    @property
    def players(self) -> int:
        return self.config.players
