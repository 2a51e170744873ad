# The two classes asyncio takes from its C helper, ordered by virtual time, first come first served.

import lockstep

_PERIOD = 1 << 30
_HALF = 1 << 29


def _ticks():
    return ((lockstep.local_us() + lockstep.ORIGIN_US) // 1000) & (_PERIOD - 1)


class TaskQueue:
    """Tasks in order of their time; a linked list, for there are never more than a dozen."""

    def __init__(self):
        self._head = None

    def peek(self):
        return self._head

    def push(self, task, key=None):
        task.data = None
        if key is None:
            key = _ticks()
        task.ph_key = key
        before = None
        after = self._head
        while after is not None and ((key - after.ph_key + _HALF) & (_PERIOD - 1)) >= _HALF:
            before = after
            after = after.ph_next
        task.ph_next = after
        if before is None:
            self._head = task
        else:
            before.ph_next = task

    def pop(self):
        task = self._head
        if task is None:
            raise IndexError("empty queue")
        self._head = task.ph_next
        task.ph_next = None
        return task

    def remove(self, task):
        before = None
        at = self._head
        while at is not None and at is not task:
            before = at
            at = at.ph_next
        if at is None:
            return
        if before is None:
            self._head = task.ph_next
        else:
            before.ph_next = task.ph_next
        task.ph_next = None


class Task:
    """A coroutine with its place in a queue. `state`: True running, None done, False done and
    taken note of, or the queue of the tasks that wait for it.
    """

    _context = None

    def __init__(self, coro, context=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0
        self.ph_next = None
        if context is not None:
            Task._context = context

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif not isinstance(self.state, TaskQueue):
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        waiting = Task._context["cur_task"]
        self.state.push(waiting)
        waiting.data = self

    def done(self):
        return not self.state

    def cancel(self):
        if not self.state:
            return False
        if self is Task._context["cur_task"]:
            raise RuntimeError("can't cancel self")
        while isinstance(self.data, Task):
            self = self.data  # noqa: PLW0642
        queue = Task._context["_task_queue"]
        if hasattr(self.data, "remove"):
            self.data.remove(self)
            queue.push(self)
        elif ((self.ph_key - _ticks() + _HALF) & (_PERIOD - 1)) - _HALF > 0:
            queue.remove(self)
            queue.push(self)
        self.data = Task._context["CancelledError"]
        return True
