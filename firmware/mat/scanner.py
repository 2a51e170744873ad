# Goes round the antennas: which tags lie where, and which places are loaded.
#
# Its rules. One field at a time. A look at a zone starts with the load of its coil, which costs
# 2 ms; only when that has changed, or once in a while, is the zone asked in full. After a change the
# tags that came or went are looked at again until the host can count enough sightings. The zones
# where the host expects something come first; a complete round that looks for nobody in particular gives
# way to them, and to whoever comes meanwhile in its own zone, three times at most; none begins while somebody
# who came has not been looked at again. Where cards lie in a pile nobody asks who they are. Looking does not
# allocate; reporting may.
import asyncio
from time import sleep_us, ticks_add, ticks_diff, ticks_ms

from micropython import const
from zone import ECHO_ROUNDS

from faults import FIELD_CONFLICT, NO_FAULT, ReaderFault
from iso15693 import Inventory, is_there
from uid_table import UidTable

# Between two passes over the zones; power and heat are the reason.
_PAUSE_MS = const(40)
_PAUSE_LIVELY_MS = const(15)
# A zone without focus is looked at this often, a card there is known a little later.
_CALM_LOOK_MS = const(180)
# Sightings that follow faster than this count as one: a card sliding past is heard for 90 ms.
_ECHO_MS = const(45)
# A tag at the edge of hearing may come and go for ever; its zone echoes slowly.
_ECHO_SLOW_MS = const(300)
# A complete round without a reason, with and without focus.
_FULL_MS = const(1000)
_FULL_CALM_MS = const(1500)
# And so many times as long as it took the last time: a tile of 20 cards may not use up the air.
_FULL_SHARE = const(8)
_FULL_TOOK_MOST_MS = const(250)
# A complete round that looks for nobody in particular is interrupted this often for a glance at the focus.
_SLICE_MS = const(35)
_ABANDONED_MOST = const(3)
# While cards are being laid somewhere, complete rounds by time wait for so long.
_LIVELY_WAIT_MS = const(500)
# ISO 15693: a tag is ready 1 ms after the field is there.
_TAG_READY_US = const(1000)
_SILENT_PAUSE_MS = const(50)
# A reader that fails is reset at once, then after 250 ms, 500 ms ... 8 s.
_RETRY_FIRST_MS = const(250)
_RETRY_STEPS = const(5)
_RESET_HOLD_US = const(100)
# A reset that helps for less than this did not help.
_HEALED_MS = const(1000)


class Scanner:
    # `reports` is a Reports, `silent` tells whether the host has gone, `beat` is called often.

    def __init__(self, zones, reports, silent, safe_stop, beat):
        self.zones = zones
        self.inventory = Inventory()
        self.afi = 0
        self.focus = 0
        self._reports = reports
        self._silent = silent
        self._safe_stop = safe_stop
        self._beat = beat
        self._gone = UidTable()
        self._asked = None  # the zone whose complete round is under way
        self._disturbed = False
        self._load_sum = 0
        self._begun_at = 0
        self._load_begun = 0
        self._noticed = None  # the zone in which a glance has seen that somebody came
        self._newcomer = False  # the round under way looks for who has just come

    def begin(self):
        # Resets every reader; one that does not come up is retried later.
        for zone in self.zones:
            self._revive(zone)

    async def run(self):
        while True:
            self._beat()
            if self._silent(ticks_ms()):
                await asyncio.sleep_ms(_SILENT_PAUSE_MS)
                continue
            lively = False
            noticed, self._noticed = self._noticed, None
            if noticed is not None and self.look(noticed):
                lively = True
                await self._round(noticed, False)
            for zone in self.zones:
                if self._is_due(zone) and self.look(zone):
                    lively = True
                    await self._round(zone, False)
                lively = lively or zone.echoes > 0
                self._beat()
                if zone.index & 3 == 3:
                    await asyncio.sleep_ms(0)
            if not self._is_confirming():
                background = self._next_by_time(_LIVELY_WAIT_MS if lively else 0)
                if background is not None:
                    await self._round(background, True)
            self._reports.catch_up(self.zones)
            if self._noticed is not None:
                await asyncio.sleep_ms(0)
            else:
                await asyncio.sleep_ms(_PAUSE_LIVELY_MS if lively else _PAUSE_MS)

    # Looks. Each begins and ends with every field off, unless it returns that a round must follow.

    def look(self, zone):
        # Looks at the coil; returns whether the zone must be asked in full now (its field is on).
        zone.note_look(ticks_ms())
        if zone.fault and not self._revive(zone):
            return False
        try:
            self._field_on(zone)
            if not zone.identifies:
                zone.reader.field_off()
                if zone.presence_changed(self._load_sum):
                    zone.say_presence()
                    zone.owes_presence = True
                return False
            if zone.echoes_first:
                zone.echoes_first = False
            elif zone.load_changed(self._load_sum):
                self._newcomer = not zone.owes_full
                return True
            elif zone.wants_round and (zone.owes_full or not self._is_confirming()):
                self._newcomer = False
                return True
            if zone.echoes and zone.echoes_whole:
                return True
            if zone.echoes:
                sleep_us(_TAG_READY_US)
                self._look_again(zone)
            zone.reader.field_off()
        except ReaderFault as fault:
            self._fail(zone, fault.code)
        return False

    def _field_on(self, zone):
        # And the load of its coil, read while the tags wake up.
        reader = zone.reader
        reader.field_on()
        self._load_sum = reader.load_sum()

    def _look_again(self, zone):
        # One more sighting of the tags that came or went; the others count as before.
        changed, known = zone.changed, zone.known
        fresh = self.inventory.fresh
        fresh.clear()
        self._gone.clear()
        for index in range(changed.count - 1, -1, -1):
            there = is_there(zone.reader, changed, index, self.afi)
            place = known.find(changed.bytes, index * 8)
            if there is True and place < 0:
                fresh.add(changed.bytes, index * 8)
            elif there is False and place >= 0:
                self._gone.add(changed.bytes, index * 8)
            zone.looked_again(index)
        self._conclude(zone, False)

    async def _round(self, zone, by_time):
        # Asks the zone in full; a round that looks for nobody in particular may be given up.
        if not self._start(zone, by_time):
            return
        may_wait = not self._newcomer and not zone.owes_full
        sliced_at = ticks_ms()
        while self._asked is zone:
            if self.step(zone):
                return
            self._beat()
            await asyncio.sleep_ms(0)
            if (
                may_wait
                and zone.abandoned < _ABANDONED_MOST
                and ticks_diff(ticks_ms(), sliced_at) > _SLICE_MS
            ):
                if self._glance_elsewhere(zone):
                    zone.wants_round = not by_time
                    return
                sliced_at = ticks_ms()

    def _start(self, zone, by_time):
        zone.wants_round = False
        zone.note_look(ticks_ms())
        try:
            if by_time:
                self._newcomer = False
                self._field_on(zone)
            self._load_begun = self._load_sum
            sleep_us(_TAG_READY_US)
            self.inventory.begin(zone.reader, zone.known, self.afi)
        except ReaderFault as fault:
            self._fail(zone, fault.code)
            return False
        self._asked = zone
        self._begun_at = ticks_ms()
        return True

    def step(self, zone):
        # One question of the round under way; returns whether the round is over.
        if self._disturbed:  # a command had the field; what was asked before it still holds
            self._disturbed = False
            try:
                self._field_on(zone)
                if self._give_way(zone):
                    return True
                sleep_us(_TAG_READY_US)
            except ReaderFault as fault:
                return self._fail(zone, fault.code)
        try:
            complete = self.inventory.step()
            found = self._newcomer and self.inventory.fresh.count
            if not complete and not found:
                return False
            zone.reader.field_off()
        except ReaderFault as fault:
            return self._fail(zone, fault.code)
        self._asked = None
        if complete:
            self._count(zone)
        else:
            # Who came is known and can be looked at again at once; the rest of the round is owed.
            self._gone.clear()
            zone.wants_round = zone.echoes_first = True
            zone.doubted = False
            zone.remember_load(self._load_begun)  # its change is explained
            self._conclude(zone, False)
        return True

    def _give_way(self, zone):
        # After an interruption, the field just on: whether somebody came meanwhile and is looked for instead.
        if self._newcomer or zone.owes_full or zone.abandoned >= _ABANDONED_MOST:
            return False
        if zone.load_changed(self._load_begun) or not zone.load_changed(self._load_sum):
            return False
        zone.reader.field_off()
        self._asked = None
        zone.abandoned += 1
        return True

    def _count(self, zone):
        # The round against what was known.
        known, gone = zone.known, self._gone
        gone.clear()
        unresolved = self.inventory.unresolved
        for index in range(known.count):
            # Amid unresolved collisions a tag that is not heard is not known to be gone.
            if not known.marks[index] and not unresolved:
                gone.add(known.bytes, index * 8)
        least = _FULL_MS if self._has_focus(zone) else _FULL_CALM_MS
        took = zone.took_ms = ticks_diff(ticks_ms(), self._begun_at)
        zone.full_at = ticks_add(ticks_ms(), least + _FULL_SHARE * min(took, _FULL_TOOK_MOST_MS))
        # Only now: what came while the round was under way still shows as a change. And a change of
        # load that no newcomer explains is asked about once more, for a tag may be missed; one that
        # has gone explains nothing, for a card may just have come to lie over it.
        explained = self.inventory.fresh.count or not zone.load_changed(self._load_begun)
        if explained or zone.doubted:
            zone.remember_load(self._load_begun)
        zone.doubted = not explained and not zone.doubted
        zone.abandoned = 0
        zone.unresolved = unresolved
        zone.rounds += 1
        self._conclude(zone, True)

    def _conclude(self, zone, complete):
        # Takes `fresh` and `gone` into what is known; has the round reported if it must be.
        fresh, gone, known = self.inventory.fresh, self._gone, zone.known
        zone.round = (zone.round + 1) & 0xFFFF
        changes = 0
        for index in range(gone.count):
            known.remove(known.find(gone.bytes, index * 8))
            zone.note_change(gone, index)
            changes += 1
        for index in range(fresh.count):
            if known.add(fresh.bytes, index * 8):
                zone.note_change(fresh, index)
                changes += 1
        whole = complete and zone.owes_full
        if changes or whole:
            zone.echoes = ECHO_ROUNDS
            zone.echoes_whole = zone.echoes_whole or whole
            zone.changes += 1
        elif zone.echoes:
            zone.echoes -= 1
        else:
            return
        self._reports.round(zone, fresh, gone, complete)
        if not zone.echoes:
            zone.changed.clear()
            zone.echoes_whole = False

    # The plan.

    def _is_confirming(self):
        # Whether somebody who came or went has not been looked at again: no long round may come between.
        for zone in self.zones:
            if zone.echoes == ECHO_ROUNDS and not zone.echoes_whole and not zone.fault:
                return True
        return False

    def _is_due(self, zone):
        now = ticks_ms()
        if zone.fault:
            return ticks_diff(now, zone.retry_at) >= 0
        since = ticks_diff(now, zone.looked_at)
        if zone.wants_round:
            return True
        if zone.echoes:
            return since >= (_ECHO_SLOW_MS if zone.is_restless(now) else _ECHO_MS)
        return (zone.identifies and self._has_focus(zone)) or since >= _CALM_LOOK_MS

    def _has_focus(self, zone):
        return not self.focus or self.focus >> zone.index & 1

    def _next_by_time(self, longest):
        # The zone whose complete round has been due longest, and longer than that; or None.
        now = ticks_ms()
        found = None
        for zone in self.zones:
            if not zone.identifies or zone.fault:
                continue
            overdue = ticks_diff(now, zone.full_at)
            if overdue > longest:
                found, longest = zone, overdue
        return found

    def _glance_elsewhere(self, asked):
        # Reads the coils in focus in the middle of a round; returns whether the round was given up.
        try:
            asked.reader.field_off()
        except ReaderFault as fault:
            self._asked = None
            return self._fail(asked, fault.code)
        for zone in self.zones:
            if zone is asked or zone.fault or not zone.identifies or not self._has_focus(zone):
                continue
            try:
                self._field_on(zone)
                zone.reader.field_off()
            except ReaderFault as fault:
                self._fail(zone, fault.code)
                continue
            if zone.load_changed(self._load_sum):
                self._asked = None
                self._noticed = zone
                asked.abandoned += 1
                return True
        self._disturbed = True
        return False

    # Commands come between two steps.

    def borrow(self, zone, work):
        # Runs work(reader) with that zone's field on; returns what it returns, None on a fault.
        asked = self._asked
        try:
            if asked is not None:
                asked.reader.field_off()
                self._disturbed = True
        except ReaderFault as fault:
            self._fail(asked, fault.code)
        try:
            self._field_on(zone)
            sleep_us(_TAG_READY_US)
            done = work(zone.reader)
            zone.reader.field_off()
        except ReaderFault as fault:
            self._fail(zone, fault.code)
            return None
        return done

    def ask_all(self):
        # Every zone is asked in full and reported whole.
        for zone in self.zones:
            zone.owes_full = zone.wants_round = zone.identifies
            zone.owes_presence = not zone.identifies and zone.loaded >= 0
            if zone.fault:
                zone.reported_fault = NO_FAULT

    def stand_down(self):
        # Every reader is held in reset; each comes back by itself when its turn comes.
        self._asked = None
        now = ticks_ms()
        for zone in self.zones:
            zone.reader.shut()
            zone.fault = zone.fault or FIELD_CONFLICT
            zone.retry_at = ticks_add(now, _RETRY_FIRST_MS)

    # Faults.

    def _fail(self, zone, code):
        # The field of a reader that failed is off, by its reset line. Returns True: the round is over.
        zone.reader.shut()
        if self._asked is zone:
            self._asked = None
            self._disturbed = False
        zone.faults += 1
        if code == FIELD_CONFLICT:
            self._safe_stop.stop(code)
        now = ticks_ms()
        healed = ticks_diff(now, zone.retry_at) > _HEALED_MS
        zone.fault = code
        if healed:
            zone.retries = 0
        zone.retry_at = now
        if not healed:
            self._back_off(zone, code)
        else:
            self._revive(zone)
        return True

    def _back_off(self, zone, code):
        zone.fault = code
        wait = _RETRY_FIRST_MS << min(zone.retries, _RETRY_STEPS)
        zone.retries += 1
        zone.retry_at = ticks_add(ticks_ms(), wait)
        self._reports.fault(zone)

    def _revive(self, zone):
        # Resets the reader, holding it longer each time; returns whether it is well.
        try:
            zone.reader.reset(_RESET_HOLD_US << min(zone.retries, _RETRY_STEPS))
        except ReaderFault as fault:
            zone.reader.shut()
            self._back_off(zone, fault.code)
            return False
        zone.fault = NO_FAULT
        zone.wants_round = zone.identifies
        zone.owes_full = zone.owes_full or zone.reported_fault != NO_FAULT
        return True
