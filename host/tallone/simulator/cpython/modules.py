"""The modules of MicroPython that the firmware imports and CPython has not."""

import gc
import select
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any, Final, TextIO

# What a board might have left; there is no such limit here.
_FREE_BYTES: Final = 128 * 1024


class Poll:
    """The system's poll with MicroPython's `ipoll`."""

    def __init__(self) -> None:
        real = select.poll()
        self.register = real.register
        self.modify = real.modify
        self.unregister = real.unregister
        self.poll = real.poll

    def ipoll(self, timeout: int = -1, _flags: int = 0) -> Iterator[tuple[int, int]]:
        return iter(self.poll(timeout))


def install() -> None:
    """Make `import micropython`, `umachine` and `uselect` work, and what `gc` and `sys` lack."""
    sys.modules["micropython"] = _module(
        "micropython",
        const=lambda value: value,
        kbd_intr=lambda _character: None,
        schedule=_call,
    )
    # The rest of `machine` is the simulated board's own.
    sys.modules["umachine"] = _module("umachine")
    flags = {name: getattr(select, name) for name in ("POLLIN", "POLLOUT", "POLLERR", "POLLHUP")}
    sys.modules["uselect"] = _module("uselect", poll=Poll, **flags)
    vars(gc).update(
        mem_free=lambda: _FREE_BYTES,
        mem_alloc=lambda: 0,
        # A run of collections every few thousand objects would only cost time.
        threshold=lambda _bytes: None,
    )
    vars(sys)["print_exception"] = _print_exception
    # Which chip this is: none of the boards'.
    vars(sys.implementation)["_machine"] = sys.platform


def _module(name: str, **content: object) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(content)
    return module


def _call(function: Callable[[Any], object], argument: object) -> None:
    function(argument)


def _print_exception(error: BaseException, file: TextIO) -> None:
    traceback.print_exception(error, file=file)
