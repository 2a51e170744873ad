# The host's commands to the mat. Each is answered at once: a status and, for reads, what was read.
import struct

from micropython import const
from scale_store import LEAST_CALIBRATION, MOST_CALIBRATION

from iso15693 import read_block, read_signature, write_block
from tallone_wire.messages import BAD, BUSY, OK, REFUSED, SCALE_READING

_EVERY_ZONE = const(0xFF)


class Commands:
    # `zone_of_scale`: the coil under each scale, whose emptiness is measured with the tare.

    def __init__(self, scanner, scales, reports, zone_of_scale):
        self._scanner = scanner
        self._scales = scales
        self._reports = reports
        self._zone_of_scale = zone_of_scale

    def handlers(self):
        return {
            "REPORT_ALL": self._report_all,
            "FOCUS": self._focus,
            "TARE": self._tare,
            "CALIBRATE": self._calibrate,
            "SET_AFI": self._set_afi,
            "READ_BLOCK": self._read_block,
            "WRITE_BLOCK": self._write_block,
            "READ_SIGNATURE": self._read_signature,
            "STATS": self._stats,
            "READ_SCALE": self._read_scale,
        }

    def _report_all(self, fields):
        self._scanner.ask_all()
        self._scales.say_all()
        self._reports.everything(fields[0])
        return OK, b""

    def _focus(self, fields):
        zones = fields[0]
        if zones >> len(self._scanner.zones):
            return BAD, b""
        self._scanner.focus = zones
        return OK, b""

    def _tare(self, fields):
        scale = fields[0]
        if scale >= len(self._scales.scales):
            return BAD, b""
        if not self._scales.tare(scale):
            return BUSY, b""
        zone = self._zone_of_scale[scale]
        if zone.agc:
            zone.agc_empty = zone.agc
        return OK, b""

    def _calibrate(self, fields):
        scale, counts_per_gram_x100 = fields
        if scale >= len(self._scales.scales):
            return BAD, b""
        if not LEAST_CALIBRATION <= counts_per_gram_x100 <= MOST_CALIBRATION:
            return BAD, b""
        self._scales.calibrate(scale, counts_per_gram_x100)
        return OK, b""

    def _read_scale(self, fields):
        index = fields[0]
        if index >= len(self._scales.scales):
            return BAD, b""
        scale = self._scales.scales[index]
        spread = min(scale.spread_cg, 65535)
        state = self._scales.state_of(index)
        return OK, struct.pack(
            SCALE_READING, scale.tare, scale.counts_per_gram_x100, scale.weight_cg, spread, state
        )

    def _set_afi(self, fields):
        self._scanner.afi = fields[0]
        for zone in self._scanner.zones:
            zone.wants_round = zone.identifies
        return OK, b""

    def _read_block(self, fields):
        zone, uid, block = fields
        return self._on_tag(zone, lambda reader: read_block(reader, uid, block))

    def _write_block(self, fields):
        zone, uid, block, data = fields
        return self._on_tag(zone, lambda reader: write_block(reader, uid, block, data))

    def _read_signature(self, fields):
        zone, uid = fields
        return self._on_tag(zone, lambda reader: read_signature(reader, uid))

    def _on_tag(self, index, work):
        # In a pile nobody asks who is there, not even after one certain card: that would tell
        # where it lies. BUSY: no good answer, ask again.
        zones = self._scanner.zones
        if index >= len(zones):
            return BAD, b""
        if not zones[index].identifies:
            return REFUSED, b""
        if zones[index].fault:
            return BUSY, b""
        done = self._scanner.borrow(zones[index], work)
        return (BUSY, b"") if done is None else (OK, done)

    def _stats(self, fields):
        # A zone: rounds, changes, faults, tags, AGC, the longest wait between two looks since it was
        # last asked and the last complete round in ms. All (255): questions, slots, collisions,
        # noises, phantoms, rounds postponed for want of room.
        index = fields[0]
        zones = self._scanner.zones
        if index == _EVERY_ZONE:
            count = self._scanner.inventory
            numbers = (
                count.probes,
                count.slots,
                count.collisions,
                count.noises,
                count.phantoms,
                self._reports.postponed,
            )
        elif index < len(zones):
            zone = zones[index]
            numbers = (
                zone.rounds,
                zone.changes,
                zone.faults,
                zone.known.count,
                zone.agc,
                zone.take_longest(),
                zone.took_ms,
            )
        else:
            return BAD, b""
        return OK, struct.pack(f"<{len(numbers)}I", *(number & 0xFFFFFFFF for number in numbers))
