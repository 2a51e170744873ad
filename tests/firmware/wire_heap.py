# With the heap locked an allocation raises MemoryError: receiving bytes, polling with nothing to
# do and asking for a frame when there is none must not allocate.
import micropython
from tests.wire.host_end import HostEnd

end = HostEnd()
board = end.board
end.hello()
end.heard()
frame = end.writer.frame(end.session, 8, b"\1\0\0\0")


def locked(work):
    micropython.heap_lock()
    try:
        work()
    finally:
        micropython.heap_unlock()


def bytes_of_a_frame():
    for at in range(len(frame) - 1):
        board.receive_byte(frame[at], 1001)


def delimiters_and_noise():
    for _ in range(300):
        board.receive_byte(0, 1001)
        board.receive_byte(0x55, 1001)


def idle_passes():
    for now in range(1001, 1900, 3):
        board.poll(now)
        board.next_frame()
        board.host_silent(now)


def reports_on_their_way():
    for now in range(1900, 1960):
        board.poll(now)
        board.next_frame()


for work in (bytes_of_a_frame, idle_passes):
    locked(work)
    print(work.__name__, "ok")
board.receive_byte(0, 1900)
board.emit("LID", 1)
print(end.heard_events())
for work in (reports_on_their_way, delimiters_and_noise):
    locked(work)
    print(work.__name__, "ok")
