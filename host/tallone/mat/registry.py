"""Which tag is which card: the registry of one pack, and its file."""

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Final

from tallone.errors import ConfigError
from tallone.mat.events import TagUid
from tallone.rules.cards.cards import PACK, CardCopy, NoSuchCardError

# 108 lines of 30 characters, with room for a hand-made file.
MAX_TEXT: Final = 64_000
UID_BYTES: Final = 8


@dataclasses.dataclass(frozen=True, slots=True)
class Registry:
    """The enrolled tags of one pack, both ways."""

    pack: str
    copies: Mapping[TagUid, CardCopy]
    tags: Mapping[CardCopy, TagUid]

    @property
    def missing(self) -> tuple[CardCopy, ...]:
        """The cards that have no tag yet."""
        return tuple(copy for copy in PACK if copy not in self.tags)


def registry_of(pack: str, pairs: Iterable[tuple[TagUid, CardCopy]]) -> Registry:
    """Return the registry of those tags; raise ConfigError if a tag or a card comes twice."""
    copies: dict[TagUid, CardCopy] = {}
    tags: dict[CardCopy, TagUid] = {}
    for uid, copy in pairs:
        if uid in copies:
            raise ConfigError(
                f"pack {pack}: tag {uid_text(uid)} is enrolled twice; enrol both cards anew"
            )
        if copy in tags:
            raise ConfigError(
                f"pack {pack}: {copy} has two tags; revoke the one that is not in use"
            )
        copies[uid] = copy
        tags[copy] = uid
    return Registry(pack, copies, tags)


def read_registry(text: str) -> Registry:
    """Return the registry written in that JSON text; raise ConfigError saying what is wrong."""
    if len(text) > MAX_TEXT:
        raise ConfigError(f"the registry is {len(text)} characters long; {MAX_TEXT} are allowed")
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"the registry is not JSON: {error}") from error
    if not isinstance(content, dict) or set(content) != {"pack", "tags"}:
        raise ConfigError('a registry is {"pack": name, "tags": {uid: card}}, with nothing else')
    pack, tags = content["pack"], content["tags"]
    if not isinstance(pack, str) or not isinstance(tags, dict):
        raise ConfigError("the registry's pack must be a name and its tags a table")
    return registry_of(pack, ((parse_uid(uid), _parse_copy(card)) for uid, card in tags.items()))


def write_registry(registry: Registry) -> str:
    """Return the JSON text of a registry, cards in pack order."""
    tags = {uid_text(registry.tags[copy]): str(copy) for copy in PACK if copy in registry.tags}
    return json.dumps({"pack": registry.pack, "tags": tags}, indent=1) + "\n"


def uid_text(uid: TagUid) -> str:
    """Return a UID as 16 hexadecimal digits, in the order of the bytes on the air (E0 last)."""
    return uid.hex()


def parse_uid(text: str) -> TagUid:
    """Return the UID written by `uid_text`; raise ConfigError if it is not one."""
    try:
        uid = bytes.fromhex(text)
    except ValueError:
        uid = b""
    if len(uid) != UID_BYTES:
        raise ConfigError(f"{text[:20]!r} is not a tag; tags are written as 16 hexadecimal digits")
    return TagUid(uid)


def _parse_copy(text: object) -> CardCopy:
    try:
        return CardCopy.parse(str(text))
    except NoSuchCardError as error:
        raise ConfigError(f"the registry: {error}") from error
