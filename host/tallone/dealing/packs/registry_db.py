"""The card registry: clubs, packs, and which tag is which card, for ever.

House rules: a tag that was ever enrolled keeps its row, so nobody can enrol it again as something
else (only a reading that is undone at once goes); what happened to it is its state and a line in
the history. One SQLite file for a club.
"""

import dataclasses
import enum
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tallone.closed import make_own
from tallone.dealing.packs.deck_check import TagIndex
from tallone.errors import TalloneError
from tallone.mat.events import TagUid
from tallone.mat.registry import UID_BYTES, Registry, registry_of, uid_text
from tallone.rules.cards.cards import PACK, CardCopy

# "TalR" in ASCII.
APPLICATION_ID: Final = 0x54616C52
_MAX_NAME: Final = 40
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS pack (
    name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
    club TEXT NOT NULL,
    deals INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS tag (
    uid BLOB PRIMARY KEY CHECK (length(uid) = 8),
    pack TEXT NOT NULL REFERENCES pack (name),
    copy INTEGER NOT NULL CHECK (copy BETWEEN 0 AND 107),
    state TEXT NOT NULL CHECK (state IN ('enrolled', 'replaced', 'retired', 'revoked')),
    deals_before INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS one_tag_a_card ON tag (pack, copy) WHERE state = 'enrolled';
CREATE TABLE IF NOT EXISTS history (
    number INTEGER PRIMARY KEY,
    uid BLOB NOT NULL,
    what TEXT NOT NULL,
    why TEXT NOT NULL,
    wall_clock TEXT NOT NULL
) STRICT;
"""


class RegistryError(TalloneError):
    """A tag, card or pack that cannot be entered as asked."""


class TagState(enum.Enum):
    """What has become of a tag."""

    ENROLLED = "enrolled"  # it is the card's tag
    REPLACED = "replaced"  # the card has got another one
    RETIRED = "retired"  # the card is out of use
    REVOKED = "revoked"  # it may not be used, whoever shows it: lost, copied, or a wrong entry


@dataclasses.dataclass(frozen=True, slots=True)
class PackEntry:
    """A pack as the registry knows it."""

    name: str
    club: str
    deals: int
    enrolled: int  # cards that have a tag


@dataclasses.dataclass(frozen=True, slots=True)
class TagEntry:
    """A tag as the registry knows it; `deals` is how often the card was dealt with it."""

    uid: TagUid
    pack: str
    copy: CardCopy
    state: TagState
    deals: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RegistryContent:
    """All rows of a registry, in its own order of columns."""

    packs: tuple[tuple[str, str, int], ...]
    tags: tuple[tuple[bytes, str, int, str, int], ...]
    history: tuple[tuple[bytes, str, str, str], ...]


class RegistryDb:
    """A club's registry. Every change is one transaction with its line in the history."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        """Open the registry, made if it is not there; raise RegistryError if it is not one.

        What is written is on the disk when a call returns; not `durable`: only as good as the
        system's memory, for tables that are simulated.
        """
        # Whoever reads it can name the cards that lie face down.
        make_own(path)
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._check_kind(path)
            self._connection.execute(f"PRAGMA journal_mode = {'WAL' if durable else 'MEMORY'}")
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._connection.executescript(_SCHEMA)
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        except sqlite3.Error as error:
            raise RegistryError(f"{path}: cannot be opened as a registry ({error})") from error

    def _check_kind(self, path: Path) -> None:
        """Raise RegistryError if the file is another kind of database; nothing is written to it."""
        kind = self._connection.execute("PRAGMA application_id").fetchone()[0]
        rows = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in rows}
        # Registries of before they had a kind of their own have its number 0.
        if kind != APPLICATION_ID and (kind or (tables and not {"pack", "tag"} <= tables)):
            self._connection.close()
            raise RegistryError(f"{path}: is a database, but not a registry of this program")

    def add_pack(self, name: str, club: str = "") -> None:
        """Enter a pack without tags; raise RegistryError if the name is taken or unfit."""
        if not name.strip() or len(name) > _MAX_NAME or not name.isprintable():
            raise RegistryError(
                f"{name[:20]!r} is no name for a pack: 1 to {_MAX_NAME} characters"
            )
        with self._change():
            try:
                self._connection.execute("INSERT INTO pack VALUES (?, ?, 0)", (name, club))
            except sqlite3.IntegrityError:
                raise RegistryError(f"there is a pack {name} already") from None

    def packs(self) -> list[str]:
        """Return the names of all packs."""
        rows = self._connection.execute("SELECT name FROM pack ORDER BY name")
        return [name for (name,) in rows]

    def summaries(self) -> list[PackEntry]:
        """Return every pack with what there is of it."""
        rows = self._connection.execute(
            "SELECT name, club, deals, (SELECT count(*) FROM tag "
            "WHERE tag.pack = name AND state = 'enrolled') FROM pack ORDER BY name"
        )
        return [PackEntry(*row) for row in rows]

    def enrol_all(
        self, pack: str, pairs: Iterable[tuple[CardCopy, TagUid]], wall_clock: str
    ) -> None:
        """Enter several cards; all of them or, on RegistryError, none."""
        with self._change():
            for copy, uid in pairs:
                self._insert(pack, copy, uid)
                self._note(uid, "enrolled", f"{copy} of {pack}", wall_clock)

    def last_enrolled(self, pack: str) -> CardCopy | None:
        """Return the card of a pack that got its tag last; None if none has one."""
        row = self._connection.execute(
            "SELECT copy FROM tag JOIN history ON history.uid = tag.uid "
            "WHERE pack = ? AND state = 'enrolled' AND what = 'enrolled' "
            "ORDER BY number DESC LIMIT 1",
            (pack,),
        ).fetchone()
        return None if row is None else PACK[row[0]]

    def drop_empty(self, pack: str) -> None:
        """Forget a pack of which no card was ever enrolled; another one stays."""
        with self._change():
            self._connection.execute(
                "DELETE FROM pack WHERE name = ? AND NOT EXISTS "
                "(SELECT 1 FROM tag WHERE tag.pack = name)",
                (pack,),
            )

    def enrol(self, pack: str, copy: CardCopy, uid: TagUid, wall_clock: str) -> None:
        """Make the tag the card's; raise RegistryError if either is taken, or ever was."""
        with self._change():
            self._insert(pack, copy, uid)
            self._note(uid, "enrolled", f"{copy} of {pack}", wall_clock)

    def replace(self, pack: str, copy: CardCopy, uid: TagUid, why: str, wall_clock: str) -> None:
        """Give a card another tag; the old one is never that card's again. RegistryError."""
        with self._change():
            old = self._connection.execute(
                "SELECT uid FROM tag WHERE pack = ? AND copy = ? AND state = 'enrolled'",
                (pack, copy),
            ).fetchone()
            if old is None:
                raise RegistryError(f"{copy} of pack {pack} has no tag that could be replaced")
            self._set_state(TagUid(old[0]), TagState.REPLACED)
            self._note(TagUid(old[0]), "replaced", why, wall_clock)
            self._insert(pack, copy, uid)
            self._note(uid, "enrolled", f"{copy} of {pack}", wall_clock)

    def retire(self, uid: TagUid, why: str, wall_clock: str) -> None:
        """Take a card out of use; raise RegistryError for an unknown tag."""
        self._end(uid, TagState.RETIRED, why, wall_clock)

    def revoke(self, uid: TagUid, why: str, wall_clock: str) -> None:
        """Ban a tag for ever; raise RegistryError for an unknown tag."""
        self._end(uid, TagState.REVOKED, why, wall_clock)

    def withdraw(self, pack: str, copy: CardCopy, wall_clock: str) -> None:
        """Undo the enrolment of a card, as if its tag had never been read. RegistryError."""
        with self._change():
            changed = self._connection.execute(
                "DELETE FROM tag WHERE pack = ? AND copy = ? AND state = 'enrolled' RETURNING uid",
                (pack, copy),
            ).fetchone()
            if changed is None:
                raise RegistryError(f"{copy} of pack {pack} is not enrolled")
            self._note(TagUid(changed[0]), "withdrawn", f"{copy} of {pack}", wall_clock)

    def count_deal(self, pack: str) -> int:
        """Count a deal of the pack and return how many there have been; RegistryError."""
        row = self._connection.execute(
            "UPDATE pack SET deals = deals + 1 WHERE name = ? RETURNING deals", (pack,)
        ).fetchone()
        if row is None:
            raise RegistryError(f"there is no pack {pack}")
        return int(row[0])

    def entry(self, uid: TagUid) -> TagEntry | None:
        """Return what is known of a tag, whatever its state."""
        row = self._connection.execute(
            "SELECT tag.uid, pack, copy, state, deals - deals_before FROM tag "
            "JOIN pack ON pack.name = tag.pack WHERE uid = ?",
            (uid,),
        ).fetchone()
        return None if row is None else _entry(row)

    def registry(self, pack: str) -> Registry:
        """Return the tags in use of a pack; raise RegistryError if there is no such pack."""
        if pack not in self.packs():
            raise RegistryError(
                f"there is no pack {pack}; known: {', '.join(self.packs()) or 'none'}"
            )
        rows = self._connection.execute(
            "SELECT uid, copy FROM tag WHERE pack = ? AND state = 'enrolled' ORDER BY copy",
            (pack,),
        )
        return registry_of(pack, [(TagUid(uid), PACK[copy]) for uid, copy in rows])

    def index(self, pack: str) -> TagIndex:
        """Return all that certifying a pack needs to know."""
        rows = self._connection.execute(
            "SELECT uid, copy FROM tag WHERE pack = ? AND state <> 'enrolled'", (pack,)
        )
        former = {TagUid(uid): PACK[copy] for uid, copy in rows}
        others = tuple(self.registry(other) for other in self.packs() if other != pack)
        return TagIndex(self.registry(pack), others, former)

    def load(self, registry: Registry, club: str, wall_clock: str) -> None:
        """Enter a pack from its file; all of it or, on RegistryError, nothing."""
        self.add_pack(registry.pack, club)
        try:
            with self._change():
                for copy, uid in registry.tags.items():
                    self._insert(registry.pack, copy, uid)
                    self._note(
                        uid, "enrolled", f"{copy} of {registry.pack}, from a file", wall_clock
                    )
        except RegistryError:
            self._connection.execute("DELETE FROM pack WHERE name = ?", (registry.pack,))
            raise

    def content(self) -> "RegistryContent":
        """Return everything the registry holds, for a copy of it."""
        read = self._connection.execute
        return RegistryContent(
            packs=tuple(read("SELECT name, club, deals FROM pack ORDER BY name")),
            tags=tuple(
                read(
                    "SELECT uid, pack, copy, state, deals_before FROM tag ORDER BY pack, copy, uid"
                )
            ),
            history=tuple(read("SELECT uid, what, why, wall_clock FROM history ORDER BY number")),
        )

    def restore(self, content: "RegistryContent") -> None:
        """Enter a copy into a registry that has no packs; all or, on RegistryError, nothing."""
        if self.packs():
            raise RegistryError(
                "there are packs here already; a whole registry is restored into a new file"
            )
        write = self._connection.executemany
        try:
            with self._change():
                write("INSERT INTO pack VALUES (?, ?, ?)", content.packs)
                write("INSERT INTO tag VALUES (?, ?, ?, ?, ?)", content.tags)
                write(
                    "INSERT INTO history (uid, what, why, wall_clock) VALUES (?, ?, ?, ?)",
                    content.history,
                )
        except sqlite3.Error as error:
            raise RegistryError(f"this copy of a registry contradicts itself ({error})") from error

    def history(self, uid: TagUid) -> list[str]:
        """Return what happened to a tag, oldest first."""
        rows = self._connection.execute(
            "SELECT wall_clock, what, why FROM history WHERE uid = ? ORDER BY number", (uid,)
        )
        return [f"{clock} {what}: {why}" for clock, what, why in rows]

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _change(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _insert(self, pack: str, copy: CardCopy, uid: TagUid) -> None:
        if len(uid) != UID_BYTES:
            raise RegistryError(f"a tag has {UID_BYTES} bytes, this one {len(uid)}")
        known = self.entry(uid)
        if known is not None:
            raise RegistryError(
                f"tag {uid_text(uid)} is {known.state.value} as {known.copy} of {known.pack}"
            )
        deals = self._connection.execute(
            "SELECT deals FROM pack WHERE name = ?", (pack,)
        ).fetchone()
        if deals is None:
            raise RegistryError(f"there is no pack {pack}")
        try:
            self._connection.execute(
                "INSERT INTO tag VALUES (?, ?, ?, 'enrolled', ?)", (uid, pack, int(copy), deals[0])
            )
        except sqlite3.IntegrityError:
            raise RegistryError(f"{copy} of pack {pack} has a tag already; replace it") from None

    def _end(self, uid: TagUid, state: TagState, why: str, wall_clock: str) -> None:
        with self._change():
            if self.entry(uid) is None:
                raise RegistryError(f"tag {uid_text(uid)} is not known here")
            self._set_state(uid, state)
            self._note(uid, state.value, why, wall_clock)

    def _set_state(self, uid: TagUid, state: TagState) -> None:
        self._connection.execute("UPDATE tag SET state = ? WHERE uid = ?", (state.value, uid))

    def _note(self, uid: TagUid, what: str, why: str, wall_clock: str) -> None:
        self._connection.execute(
            "INSERT INTO history (uid, what, why, wall_clock) VALUES (?, ?, ?, ?)",
            (uid, what, why[:200], wall_clock),
        )


def _entry(row: tuple[bytes, str, int, str, int]) -> TagEntry:
    uid, pack, copy, state, deals = row
    return TagEntry(TagUid(uid), pack, PACK[copy], TagState(state), deals)
