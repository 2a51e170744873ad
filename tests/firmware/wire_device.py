# A conversation with a board's end of a session; every frame it sends is printed.
from tests.wire.host_end import HostEnd

from tallone_wire.messages import BUSY, OK


def show(end):
    for name, fields in end.heard():
        # MicroPython shows letters beyond ASCII in its own way.
        plain = [item.encode() if isinstance(item, str) else item for item in fields]
        print(end.now, name, plain)


def tare(fields):
    return (BUSY if fields[0] == 3 else OK), b"scale %d" % fields[0]


end = HostEnd({"TARE": tare, "FOCUS": lambda fields: None}, event_slots=6)
end.board.emit("LID", 1)
end.board.log(2, "è così " * 40)
end.hello()
show(end)
for tags in range(0, 29, 7):
    print(end.board.emit("ZONE_ROUND", 4, 1, 0, tags, tags, bytes(range(8)) * tags))
print(end.board.emit("SCALE_SETTLED", 0, -1234, 5), end.board.emit("LID", 0))
print(end.board.lost_events)
show(end)
end.wait(600)
show(end)
end.send("EVENT_ACK", 2)
end.send("EVENT_RESEND", 5)
show(end)
for number, scale in ((1, 2), (2, 3), (1, 2), (4, 0), (3, 1)):
    end.command(number, "TARE", scale)
end.command(4, "FOCUS", 7)
end.command(5, "STATS", 7)
show(end)
end.board.complete(4, OK, b"focused")
end.wait(1000)
show(end)
end.board.receive(b"Traceback\r\n" + bytes(range(256)) * 3, end.now)
end.session += 1
end.hello(protocol=2)
show(end)
end.hello()
show(end)
end.wait(4000, heartbeat=False)
show(end)
print(end.board.connected, end.board.host_silent(end.now), end.board.strays)
print(end.reader.good, end.board.reader.good, end.board.reader.bad)
try:
    end.board.emit("LID")
except ValueError as error:
    print(error)
