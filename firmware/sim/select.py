# Shadows the built-in module: waiting passes virtual time. asyncio waits through it as well.
#
# Objects that answer polls themselves (asyncio's flags) are asked here: among them the built-in
# poll would really sleep a millisecond, even when it is told not to wait.

import lockstep
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401
from uselect import poll as _real_poll

_MP_STREAM_POLL = 3


class poll:  # noqa: N801
    def __init__(self):
        self._real = _real_poll()
        self._real_count = 0
        self._asked = {}  # id -> (object, events)
        self._ready = self._look

    def register(self, obj, events=POLLIN | POLLOUT):
        if hasattr(obj, "ioctl"):
            self._asked[id(obj)] = (obj, events)
        else:
            self._real.register(obj, events)
            self._real_count += 1

    def modify(self, obj, events):
        if hasattr(obj, "ioctl"):
            self._asked[id(obj)] = (obj, events)
        else:
            self._real.modify(obj, events)

    def unregister(self, obj):
        if hasattr(obj, "ioctl"):
            self._asked.pop(id(obj), None)
        else:
            self._real.unregister(obj)
            self._real_count -= 1

    def ipoll(self, timeout=-1, flags=0):
        self._wait(timeout)
        if not self._asked:
            return self._real.ipoll(0, flags)
        return iter(self._all())

    def poll(self, timeout=-1, flags=0):
        self._wait(timeout)
        return self._all()

    def _all(self):
        found = self._real.poll(0) if self._real_count else []
        for obj, events in self._asked.values():
            happened = obj.ioctl(_MP_STREAM_POLL, events)
            if happened:
                found.append((obj, happened))
        return found

    def _wait(self, timeout):
        if timeout == 0:
            return
        lockstep.wait(self._ready, timeout if timeout < 0 else timeout * 1000)
        if timeout < 0 and not lockstep.connected() and not self._asked:
            for _event in self._real.ipoll(-1):
                return

    def _look(self):
        for obj, events in self._asked.values():
            if obj.ioctl(_MP_STREAM_POLL, events):
                return True
        if self._real_count:
            for _event in self._real.ipoll(0):
                return True
        return False
