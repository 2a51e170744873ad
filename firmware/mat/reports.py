# What the mat tells the host, in messages that fit, and what it owes when there was no room.
from micropython import const

from faults import NO_FAULT

# Of ZONE_ROUND.
_UNRESOLVED = const(1)
_MORE = const(2)
_WHOLE = const(4)
# Tags in one message: 160 bytes.
_TAGS_MOST = const(20)
# Reports that a round leaves room for: scales and faults must get through.
_SPARE = const(6)


class Reports:
    def __init__(self, session):
        self._session = session
        self._request = -1
        self.postponed = 0

    def round(self, zone, fresh, gone, complete):
        # One round of a zone: whole if it is owed, else what came and what went.
        if zone.owes_full:
            if complete:
                zone.owes_full = not self._send(zone, _WHOLE, zone.known, None)
        elif not self._send(zone, 0, fresh, gone):
            zone.owes_full = zone.wants_round = True

    def _send(self, zone, flags, came, went):
        n_came = came.count
        n_all = n_came + (went.count if went is not None else 0)
        messages = max(1, (n_all + _TAGS_MOST - 1) // _TAGS_MOST)
        if self._session.room < messages + _SPARE:
            self.postponed += 1
            return False
        tags = bytes(memoryview(came.bytes)[: n_came * 8])
        if went is not None:
            tags += bytes(memoryview(went.bytes)[: went.count * 8])
        if zone.unresolved:
            flags |= _UNRESOLVED
        for message in range(messages):
            first = message * _TAGS_MOST
            last = min(first + _TAGS_MOST, n_all)
            more = _MORE if message + 1 < messages else 0
            n_in = max(0, min(last, n_came) - first)
            part = tags[first * 8 : last * 8]
            self._session.emit(
                "ZONE_ROUND", zone.index, zone.round, flags | more, zone.known.count, n_in, part
            )
            flags &= ~_WHOLE
        return True

    def fault(self, zone):
        # Said once, until the reader is well again or everything is asked for.
        if zone.reported_fault != zone.fault and self._session.room:
            self._session.emit("READER_FAULT", zone.index, zone.fault)
            zone.reported_fault = zone.fault

    def everything(self, request):
        # REPORT_END follows when every zone has been reported.
        self._request = request

    def catch_up(self, zones):
        # Says what is owed, as far as there is room.
        session = self._session
        waiting = False
        for zone in zones:
            if zone.fault:
                self.fault(zone)
            elif zone.reported_fault and session.room:
                session.emit("READER_OK", zone.index)
                zone.reported_fault = NO_FAULT
            if zone.owes_presence and session.room > _SPARE:
                session.emit("PRESENCE", zone.index, zone.loaded, zone.agc)
                zone.owes_presence = False
            unsaid = zone.owes_full if zone.identifies else zone.owes_presence or zone.loaded < 0
            waiting = waiting or (unsaid and not zone.fault)
        if self._request >= 0 and not waiting and session.room:
            session.emit("REPORT_END", self._request)
            self._request = -1
