# What a board does first: it waits for new firmware where that may come, then starts its program,
# but only if every file is what the bundle's manifest says. A board with half of an old and half of
# a new program must not move a motor and must not tell the host what it is not.
#
# Ends, and so leaves the port to the REPL, when the host sends 03 while it waits or a file is wrong. A paired
# board does neither while the switch of its inner cover says that it is closed.
import gc
import hashlib
import json
import os
import select
import sys
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

import machine
import micropython

# As in lib/restart.py: how many seconds to wait, once.
_WAIT_FILE = "wait.txt"
# After power-on, for a board whose program cannot be asked: pull the cable, plug it in again.
_POWER_ON_MS = 2000
_BREAK = 3
_COLLECT_BYTES = 4096
# As in lib/own_key.py: the key, and the pin of the switch (null: there is none, and no way in but BOOTSEL).
_PAIR_FILE = "pair.json"
_MAC_FILE = "bundle.mac"
_LOOK_MS = 200


def wanted_ms():
    """Return how long to wait for somebody who wants to install firmware."""
    try:
        with open(_WAIT_FILE) as file:
            text = file.read(4)
        os.remove(_WAIT_FILE)
        return 1000 * int(text)
    except (OSError, ValueError):
        return _POWER_ON_MS if machine.reset_cause() == machine.PWRON_RESET else 0


def break_comes(wait_ms):
    """Wait that long; return whether a break has come, by which mpremote and its like begin."""
    port = select.poll()
    port.register(sys.stdin, select.POLLIN)
    stdin = sys.stdin.buffer
    byte = bytearray(1)
    end = ticks_add(ticks_ms(), wait_ms)
    while True:
        left = ticks_diff(end, ticks_ms())
        if left <= 0 or not port.poll(left):
            return False
        if stdin.readinto(byte) and byte[0] == _BREAK:
            return True


def hash_of(path):
    """Return the SHA-256 of a file, in hex; empty if it is not there."""
    digest = hashlib.sha256()
    part = memoryview(bytearray(512))
    try:
        with open(path, "rb") as file:
            while True:
                length = file.readinto(part)
                if not length:
                    return digest.digest().hex()
                digest.update(part[:length])
    except OSError:
        return ""


def paired():
    """Return what the board was told when it was paired; None if it was not."""
    try:
        with open(_PAIR_FILE) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def is_shut(pair):
    """Return whether a paired board's inner cover is closed."""
    door = pair.get("door")
    return door is None or not machine.Pin(door, machine.Pin.IN, machine.Pin.PULL_UP).value()


def is_sealed(pair, whole):
    """Return whether the host that paired this board has sealed this bundle."""
    from tallone_wire.pairing import hmac, is_same  # noqa: PLC0415  it is the bundle's by now

    try:
        with open(_MAC_FILE, "rb") as file:
            return is_same(hmac(bytes.fromhex(pair["key"]), b"bundle/" + whole), file.read(32))
    except (OSError, ValueError, KeyError):
        return False


def check():
    """Return the bundle's hash and None, or None and what is wrong."""
    try:
        with open("manifest.json") as file:
            manifest = json.load(file)
        files = manifest["files"]
        whole = hashlib.sha256(f"{manifest['role']} {manifest['version']}\n".encode())
    except (OSError, ValueError, KeyError):
        return None, "no manifest: an installation has not ended"
    for path in sorted(files):
        found = hash_of(path)
        if found != files[path]:
            return None, path + " is not the file of the bundle"
        whole.update(f"{found} {path}\n".encode())
    return whole.digest(), None


def start():
    micropython.kbd_intr(-1)
    pair = paired()
    wait_ms = wanted_ms()
    if pair is not None and is_shut(pair):
        wait_ms = 0
    if wait_ms and break_comes(wait_ms):
        micropython.kbd_intr(_BREAK)
        return
    whole, wrong = check()
    if whole is not None and pair is not None and not is_sealed(pair, whole):
        whole, wrong = None, "the bundle is not sealed by this board's host"
    if whole is None:
        while pair is not None and is_shut(pair):
            sleep_ms(_LOOK_MS)
        micropython.kbd_intr(_BREAK)
        print("tallone:", wrong, "- run `tallone firmware install`")  # noqa: T201
        return
    # What has looked at the files is not needed again: the program wants its room.
    for name in ("paired", "is_sealed", "check", "hash_of", "break_comes", "wanted_ms"):
        del globals()[name]
    gc.collect()
    # Imports leave holes between what stays; collected often, what stays lies together at the bottom.
    gc.threshold(_COLLECT_BYTES)
    import version  # noqa: PLC0415  only where every file is right

    version.FIRMWARE_HASH = whole[:8]
    try:
        import program  # noqa: F401, PLC0415  # pyright: ignore[reportMissingImports]  until a restart
    finally:
        if pair is not None and is_shut(pair):
            machine.reset()  # not to the REPL


start()
