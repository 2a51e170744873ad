# One antenna of the mat: its reader, what is known to lie there, when it is to be looked at.
from time import ticks_diff

from micropython import const

from uid_table import UidTable

# The five rounds after a change are reported, so that the host can count sightings.
ECHO_ROUNDS = const(5)
# Tags whose coming or going is still being confirmed, at most.
_CHANGED_MOST = const(24)
# A card pushed straight comes and goes a few times; one that goes on doing so hangs over an edge.
_RESTLESS = const(6)
_FORGET_MS = const(1500)
# Presence: the coil of an empty place reads about this; a card takes about ten off it.
AGC_EMPTY = const(512)
_LOADED_DROP = const(7)
_EMPTY_DROP = const(4)
# Sums of this many readings are compared.
AGC_READS = const(3)
# A sum that differs by so much is no noise: a card among thirty still takes 3 off each reading.
_AGC_STEP = const(7)

_NOT_YET = const(-1)


class Zone:
    def __init__(self, index, reader, identifies):
        self.index = index
        self.reader = reader
        self.identifies = identifies
        self.known = UidTable() if identifies else UidTable(0)
        self.changed = UidTable(_CHANGED_MOST if identifies else 0)
        self.round = 0
        self.echoes = 0  # rounds that are still reported though nothing changes
        self._lately = 0  # tags that changed back, of which one is forgotten every so often
        self._forgot_at = 0
        self.echoes_first = False  # who came is looked at before the round is completed
        self.echoes_whole = False  # they are complete rounds: too much changed to look at each
        self.owes_full = True  # the next complete round is reported whole
        self.wants_round = True  # a complete round is due now
        self.full_at = 0
        self.looked_at = 0
        self.abandoned = 0  # complete rounds in a row given up for a livelier zone
        self.unresolved = False
        # Presence.
        self.loaded = _NOT_YET
        self._leaning = _NOT_YET  # the other answer, seen once
        self.owes_presence = False
        self.agc = 0
        self.agc_empty = AGC_EMPTY
        self._agc_base = _NOT_YET
        self.doubted = False  # a change of load was seen and no tag to explain it: asked twice
        # Faults.
        self.fault = 0
        self.reported_fault = 0
        self.retries = 0
        self.retry_at = 0
        # For STATS.
        self.rounds = 0
        self.changes = 0
        self.faults = 0
        self.longest_ms = 0  # between two looks, since that was last asked
        self.took_ms = 0  # the last complete round

    def note_look(self, now_ms):
        # The zone is looked at now: so long it was not.
        waited = ticks_diff(now_ms, self.looked_at)
        if self.looked_at and waited > self.longest_ms:
            self.longest_ms = waited
        self.looked_at = now_ms

    def take_longest(self):
        # Returns the longest wait and begins to look for another.
        longest, self.longest_ms = self.longest_ms, 0
        return longest

    def load_changed(self, agc_sum):
        # Whether the coil's load has changed since it was last asked in full: something moved.
        self.agc = agc_sum // AGC_READS
        return abs(agc_sum - self._agc_base) >= _AGC_STEP

    def remember_load(self, agc_sum):
        self._agc_base = agc_sum

    def presence_changed(self, agc_sum):
        # Whether the place is loaded now and was not when last told, or the other way; two looks must agree.
        self.agc = agc_sum // AGC_READS
        drop = self.agc_empty - self.agc
        if drop >= _LOADED_DROP:
            now = 1
        elif drop <= _EMPTY_DROP:
            now = 0
        else:
            return False
        if now == self.loaded:
            self._leaning = _NOT_YET
            return False
        if self._leaning != now:
            self._leaning = now
            return False
        return True

    def say_presence(self):
        # The answer that two looks agreed on becomes the one that is said.
        self.loaded = self._leaning
        self._leaning = _NOT_YET

    def is_restless(self, now_ms):
        # Whether the same tags come and go: they are at the edge of hearing.
        forgotten = ticks_diff(now_ms, self._forgot_at) // _FORGET_MS
        if forgotten:
            self._forgot_at = now_ms
            self._lately = max(0, self._lately - forgotten) if forgotten > 0 else 0
        return self._lately > _RESTLESS

    def note_change(self, table, index):
        # That tag came or went: look at it again soon. When too many did, look at all.
        base = index * 8
        changed = self.changed
        at = changed.find(table.bytes, base)
        if at < 0:
            if not changed.add(table.bytes, base):
                self.echoes_whole = True
                return
            at = changed.count - 1
        elif self._lately < 2 * _RESTLESS:
            self._lately += 1  # it had changed already just now
        changed.marks[at] = ECHO_ROUNDS

    def looked_again(self, index):
        # After so many looks that tag is like any other.
        self.changed.marks[index] -= 1
        if not self.changed.marks[index]:
            self.changed.remove(index)
