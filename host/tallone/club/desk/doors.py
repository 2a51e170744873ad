"""Who may do what at the desk: a name and a PIN, a session, a token in every form; guessing gets slower.

A PIN has six digits or more and stands in the file as a scrypt hash. After five wrong tries a name waits a
minute, doubled with every further one, whoever tries and from wherever; each try is told to the log.
"""

import dataclasses
import enum
import hashlib
import hmac
import ipaddress
import os
import secrets
from pathlib import Path
from typing import Final

import msgspec

from tallone.errors import ConfigError

LEAST_PIN: Final = 6
# Loopback, private (RFC 1918, RFC 4193) and link-local networks.
_NEAR: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
            *("::1/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
_FREE_TRIES: Final = 5
_FIRST_WAIT_S: Final = 60.0
_LONGEST_WAIT_S: Final = 3600.0
SESSION_S: Final = 12 * 3600.0  # an evening
_MAX_SESSIONS: Final = 200
_MAX_PEOPLE: Final = 100
_MAX_FILE: Final = 100_000
_SCRYPT: Final = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}


class Role(enum.StrEnum):
    """What a person at the desk may do; each may do what the ones above may."""

    COUNTING = "counting"  # types slips, prints, imports
    DIRECTOR = "director"  # everything else


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """One who may sign in."""

    name: str
    role: Role
    salt: str
    key: str


class _People(msgspec.Struct, frozen=True, kw_only=True):
    people: tuple[Person, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Somebody who has signed in: `form` stands in each of his forms."""

    name: str
    role: Role
    form: str
    until: float

    def may(self, role: Role) -> bool:
        """Whether he may do what that role does."""
        return role is Role.COUNTING or self.role is Role.DIRECTOR


class Doors:
    """The desk's doors, with the file of who may pass."""

    def __init__(self, path: Path) -> None:
        """Read the file of people, which may not be there yet; raise ConfigError for one that is none."""
        self._path = path
        self._people = {person.name: person for person in _read(path)}
        self._sessions: dict[str, Session] = {}
        self._wrong: dict[str, tuple[int, float]] = {}  # name -> wrong tries, free again at

    @property
    def names(self) -> list[str]:
        """Who may sign in."""
        return sorted(self._people)

    def add(self, name: str, pin: str, role: Role) -> None:
        """Let somebody in, or give him another PIN; raise ConfigError for a PIN that is too short."""
        plain = " ".join(name.split())[:40]
        if not plain:
            raise ConfigError("a director needs a name")
        if len(pin) < LEAST_PIN or not (pin.isascii() and pin.isdigit()):
            raise ConfigError(f"a PIN has {LEAST_PIN} digits at least")
        if len(self._people) >= _MAX_PEOPLE and plain not in self._people:
            raise ConfigError(
                f"there are {_MAX_PEOPLE} people at the desk already; take one out first"
            )
        salt = os.urandom(16)
        person = Person(name=plain, role=role, salt=salt.hex(), key=_key(pin, salt).hex())
        self._people[plain] = person
        _write(self._path, tuple(self._people.values()))

    def sign_in(self, name: str, pin: str, now: float) -> str | None:
        """Return a new session's secret, or None; the same answer for an unknown name and a wrong PIN."""
        if self.waits(name, now):
            return None
        person = self._people.get(name)
        salt = bytes.fromhex(person.salt) if person else b"nobody here....."
        right = hmac.compare_digest(_key(pin[:100], salt).hex(), person.key if person else "")
        if person is None or not right:
            self._note_wrong(name, now)
            return None
        self._wrong.pop(name, None)
        return self._open(person, now)

    def waits(self, name: str, now: float) -> float:
        """Return how many seconds this name must wait before the next try."""
        return max(0.0, self._wrong.get(name, (0, 0.0))[1] - now)

    def session(self, secret: str, now: float) -> Session | None:
        """Return who this is, if his session still holds."""
        found = self._sessions.get(secret)
        return found if found is not None and now < found.until else None

    def sign_out(self, secret: str) -> None:
        """End a session."""
        self._sessions.pop(secret, None)

    def _open(self, person: Person, now: float) -> str:
        self._sessions = {key: one for key, one in self._sessions.items() if now < one.until}
        while len(self._sessions) >= _MAX_SESSIONS:
            self._sessions.pop(next(iter(self._sessions)))
        secret = secrets.token_urlsafe(32)
        self._sessions[secret] = Session(
            name=person.name,
            role=person.role,
            form=secrets.token_urlsafe(24),
            until=now + SESSION_S,
        )
        return secret

    def _note_wrong(self, name: str, now: float) -> None:
        if len(self._wrong) > 10 * _MAX_PEOPLE:
            self._wrong.clear()
        tries = self._wrong.get(name, (0, 0.0))[0] + 1
        wait = 0.0
        if tries >= _FREE_TRIES:
            wait = min(_FIRST_WAIT_S * 2 ** (tries - _FREE_TRIES), _LONGEST_WAIT_S)
        self._wrong[name] = tries, now + wait


def is_near(address: str) -> bool:
    """Whether an address is of this machine or of a local network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or found
    return any(mapped in network for network in _NEAR if network.version == mapped.version)


def _key(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, **_SCRYPT)


def _read(path: Path) -> tuple[Person, ...]:
    if not path.exists():
        return ()
    try:
        return msgspec.json.decode(path.read_bytes()[:_MAX_FILE], type=_People).people
    except (OSError, msgspec.MsgspecError) as error:
        raise ConfigError(
            f"{path}: cannot be read ({error}); move it away and sign in anew"
        ) from error


def _write(path: Path, people: tuple[Person, ...]) -> None:
    new = path.with_name(f".{path.name}.new")
    new.touch(mode=0o600)
    new.write_bytes(msgspec.json.format(msgspec.json.encode(_People(people=people)), indent=1))
    new.replace(path)
