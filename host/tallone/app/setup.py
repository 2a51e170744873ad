"""Everything an evening is begun with, as one frozen value."""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from tallone.config import Config
from tallone.dealing.deck_check import TagIndex
from tallone.mat.registry import Registry
from tallone.rules import Profile


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Settings, rules, cards and the source of secrets.

    `random_bytes` is `os.urandom` at a table and a seeded source in a simulation. With `rehearse` a
    pack that fails certification is dealt all the same.
    """

    config: Config
    profile: Profile
    registry: Registry
    journal: Path
    random_bytes: Callable[[int], bytes]
    other_packs: Sequence[Registry] = ()
    rehearse: bool = False

    @property
    def tags(self) -> TagIndex:
        return TagIndex(self.registry, self.other_packs)

    @property
    def players(self) -> int:
        return self.config.players
