# Shadows the built-in module: waiting passes virtual time. asyncio waits through it as well.

import lockstep
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT  # noqa: F401
from uselect import poll as _real_poll


class poll:  # noqa: N801
    def __init__(self):
        self._real = _real_poll()
        self.register = self._real.register
        self.unregister = self._real.unregister
        self.modify = self._real.modify
        self._ready = self._look

    def ipoll(self, timeout=-1, flags=0):
        self._wait(timeout)
        return self._real.ipoll(0, flags)

    def poll(self, timeout=-1, flags=0):
        self._wait(timeout)
        return self._real.poll(0)

    def _wait(self, timeout):
        if timeout == 0:
            return
        lockstep.wait(self._ready, timeout if timeout < 0 else timeout * 1000)
        if timeout < 0 and not lockstep.connected():
            for _event in self._real.ipoll(-1):
                return

    def _look(self):
        for _event in self._real.ipoll(0):
            return True
        return False
