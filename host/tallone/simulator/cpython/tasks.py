"""CPython's asyncio on the simulation's virtual clock, with what MicroPython's has besides.

The loop's selector lets virtual time pass where the real one would let real time pass, so the
tasks of the firmware wait exactly as long as under MicroPython.
"""

import asyncio
import io
import selectors
from collections.abc import Awaitable, Coroutine
from types import ModuleType
from typing import Any, Final

_MICROS: Final = 1_000_000


class _Selector(selectors.DefaultSelector):
    """Waits in virtual time; a real descriptor is only ever looked at."""

    def __init__(self, lockstep: Any, loop: "_Loop") -> None:
        super().__init__()
        self._lockstep = lockstep
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout > 0:
            duration = -1 if timeout is None else max(1, round(timeout * _MICROS))
            self._lockstep.wait(self._has_news, duration)
        return super().select(0)

    def _has_news(self) -> bool:
        # A model's timer or news of the world may have set a flag meanwhile.
        return self._loop.has_work() or bool(super().select(0))


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, lockstep: Any) -> None:
        self._lockstep = lockstep
        super().__init__(_Selector(lockstep, self))
        self._clock_resolution = 1 / _MICROS

    def time(self) -> float:
        return float(self._lockstep.local_us()) / _MICROS

    def has_work(self) -> bool:
        return bool(self._ready)  # type: ignore[attr-defined]


class ThreadSafeFlag:
    """Set from anywhere, waited for by one task, which clears it."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def set(self) -> None:
        self._event.set()

    def clear(self) -> None:
        self._event.clear()

    async def wait(self) -> None:
        await self._event.wait()
        self._event.clear()


class StreamReader:
    """Reads a descriptor when it has something."""

    def __init__(self, stream: io.FileIO) -> None:
        self._stream = stream

    async def readinto(self, buffer: bytearray) -> int | None:
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        loop.add_reader(self._stream, _once, ready)
        try:
            await ready
        finally:
            loop.remove_reader(self._stream)
        return self._stream.readinto(buffer)


def _once(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)


def install(lockstep: ModuleType) -> None:
    """Give asyncio MicroPython's names and the virtual clock."""

    def run(coroutine: Coroutine[Any, Any, object]) -> object:
        # Not asyncio's own, which would go on running tasks after a board has reset itself.
        return loop.run_until_complete(coroutine)

    async def sleep_ms(duration: int) -> None:
        await asyncio.sleep(max(0, duration) / 1000)

    async def wait_for_ms(awaitable: Awaitable[object], timeout: int) -> object:
        return await asyncio.wait_for(awaitable, timeout / 1000)

    loop = _Loop(lockstep)
    # What is made before the program runs, flags among it, belongs to this loop.
    asyncio.set_event_loop(loop)
    vars(asyncio).update(
        run=run,
        sleep_ms=sleep_ms,
        wait_for_ms=wait_for_ms,
        ThreadSafeFlag=ThreadSafeFlag,
        StreamReader=StreamReader,
    )
