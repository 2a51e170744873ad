"""The one place where hidden cards are kept, and its one door.

House rules: what is sealed is bytes, so that wiping it is real; it leaves only through `open_for`,
which names its purpose and counts; nothing that prints, copies, pickles or serialises can show it;
an exception raised while it is open leaves without the frames that had it in their hands.
"""

import enum
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NoReturn, TypeVar, final

from tallone.errors import TalloneError

Seen = TypeVar("Seen")
# The largest thing ever sealed is a deal's ledger as JSON, about 1.5 kB.
MAX_SEALED_BYTES = 65_536


class SealedError(TalloneError):
    """Something sealed was used in a way it does not allow. Carries no content."""


class Purpose(enum.Enum):
    """Why a seal is opened; there is no other reason."""

    EXPAND = "expand"  # make the order from the secret and the cut
    COMMIT = "commit"  # bind the secret
    CROUPIER = "croupier"  # route the next card
    LEDGER = "ledger"  # tell the referee who was dealt what
    RECOVERY = "recovery"  # encrypt for the journal
    CHECK = "check"  # compare with what the throat reads
    REVEAL = "reveal"  # the hand is counted, or the deal was aborted


@final
class Sealed:
    """Bytes nobody can print: the secret, the order of the cards, a ledger."""

    __slots__ = ("__content", "__openings", "_label")

    def __init__(self, content: bytes | bytearray, *, label: str) -> None:
        """Seal a copy of the content; `label` says what kind of thing it is and is public."""
        if len(content) > MAX_SEALED_BYTES:
            raise SealedError(f"a {label} of {len(content)} bytes; the most is {MAX_SEALED_BYTES}")
        self.__content: bytearray | None = bytearray(content)
        self.__openings: Counter[Purpose] = Counter()
        self._label = label

    def open_for(self, purpose: Purpose, look: Callable[[bytes], Seen]) -> Seen:
        """Return what `look` makes of the content.

        Raises SealedError if it has been wiped, or if `look` fails: then with the name of the
        exception only, because its text and its frames may hold cards.
        """
        if self.__content is None:
            raise SealedError(f"the {self._label} has been wiped")
        self.__openings[purpose] += 1
        failure = ""
        try:
            return look(bytes(self.__content))
        except Exception as error:  # whatever it is, it must not carry cards out
            failure = type(error).__name__
        # Outside the `except`, so that the new exception has no context.
        raise SealedError(f"opening the {self._label} to {purpose.value} failed with {failure}")

    def wipe(self) -> None:
        """Overwrite the content; opening it afterwards is an error, wiping it again is not."""
        if self.__content is not None:
            self.__content[:] = bytes(len(self.__content))
            self.__content = None

    @property
    def is_wiped(self) -> bool:
        return self.__content is None

    @property
    def openings(self) -> Mapping[Purpose, int]:
        """How often it was opened, and why."""
        return MappingProxyType(dict(self.__openings))

    def __repr__(self) -> str:
        return f"<sealed {self._label}>"

    def __format__(self, specification: str) -> str:
        return format(repr(self), specification)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise SealedError(f"a sealed {self._label} is not copied or pickled")

    def __copy__(self) -> NoReturn:
        raise SealedError(f"a sealed {self._label} is not copied")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise SealedError(f"a sealed {self._label} is not copied")

    def __bytes__(self) -> NoReturn:
        raise SealedError(f"a sealed {self._label} is not turned into bytes")

    def __iter__(self) -> NoReturn:
        raise SealedError(f"a sealed {self._label} is not listed")

    def __len__(self) -> NoReturn:
        raise SealedError(f"a sealed {self._label} has no length to ask for")

    def __bool__(self) -> bool:
        return True

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        # By identity: comparing contents would let them be guessed one at a time.
        return self is other
