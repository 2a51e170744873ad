#!/usr/bin/env python3
"""Deal a hand of Burraco again from its reveal file, and say whether it is the promised one.

    python3 verify_deal.py reveal.json [commitment seen before the cut]

The second argument is what was on the screen or in its QR code before the cut: the hash in hex, or
any beginning of it. Standard library only; nothing is taken from the controller's program. The
construction is described in fairness.md beside this file.
"""

import hashlib
import hmac
import json
import sys

FIELDS = {
    "format": str,
    "table": str,
    "round": int,
    "hand": int,
    "players": int,
    "firmware": str,
    "pack": str,
    "commitment": str,
    "secret": str,
    "cut": (int, type(None)),
    "deal": dict,
    "aborted": str,
}
# What the second format has besides.
LATER = {
    "date": str,
    "match": int,
    "attempt": int,
    "broken": int,
    "journal": str,
    "source": str,
    "numbers": list,
}
LONGEST = 16384  # bytes of a reveal file
HEX = "0123456789abcdef"
PILES = {
    4: ("N", "E", "S", "W", "pozzetto_1", "pozzetto_2"),
    2: ("N", "S", "pozzetto_1", "pozzetto_2"),
}


def card(number):
    """Return the name of a physical card, 0 to 107: blue deck then red, two jokers at each end."""
    deck, face = divmod(number, 54)
    if face >= 52:
        name = f"JK{face - 51}"
    else:
        name = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][
            face % 13
        ] + "HDCS"[face // 13]
    return name + "br"[deck]


def hashed(*fields):
    """Return SHA-256 of the fields, each after its length as four bytes."""
    return hashlib.sha256(
        b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    ).digest()


def commitment(secret, reveal):
    """Return the hash that binds the secret to table, round, hand, players, firmware and pack."""
    names = ("table", "round", "hand", "players", "firmware", "pack")
    return hashed(
        b"tallone-deal-1/commitment", secret, *(str(reveal[name]).encode() for name in names)
    )


def whole(inner, reveal):
    """Return the hash that was shown: in the second format it binds the first one to more."""
    if reveal["format"] == "tallone-deal-1":
        return inner
    names = ("date", "match", "attempt", "broken", "journal", "source")
    return hashed(
        b"tallone-deal-2/commitment", inner, *(str(reveal[name]).encode() for name in names)
    )


def random_bytes(secret, inner, cut, numbers):
    """Yield the bytes that shuffle: HMAC-SHA-512 of a counter, keyed with the secret."""
    put_in = b"".join(number.to_bytes(2, "big") for number in numbers)
    counter = 0
    while True:
        message = b"tallone-deal-1/order" + inner + bytes([cut]) + counter.to_bytes(4, "big")
        yield from hmac.new(secret, message + put_in, hashlib.sha512).digest()
        counter += 1


def shuffled(secret, inner, cut, numbers):
    """Return the cards' numbers in their order: Fisher and Yates, from the last place down."""
    order = list(range(108))
    source = random_bytes(secret, inner, cut, numbers)
    for last in range(107, 0, -1):
        bits = last.bit_length()
        chosen = next(source) % 2**bits
        while chosen > last:  # thrown away, so that every place is equally likely
            chosen = next(source) % 2**bits
        order[last], order[chosen] = order[chosen], order[last]
    return order


def dealt(order, players):
    """Return place -> cards: eleven for each pile, the rest is the stock from the top down."""
    names = [card(number) for number in order]
    piles = PILES[players]
    deal = {place: " ".join(names[11 * i : 11 * i + 11]) for i, place in enumerate(piles)}
    deal["stock"] = " ".join(names[11 * len(piles) :])
    return deal


def misshapen(reveal):
    """Return why the file cannot be a reveal at all, or an empty text."""
    if not isinstance(reveal, dict):
        return "the file has other fields than a reveal"
    fields = FIELDS if reveal.get("format") == "tallone-deal-1" else FIELDS | LATER
    if reveal.keys() | {"aborted"} != fields.keys():
        return "the file has other fields than a reveal"
    for name, value in reveal.items():
        if not isinstance(value, fields[name]) or isinstance(value, bool):
            return f"{name} is not of its kind"
    if reveal["format"] not in ("tallone-deal-1", "tallone-deal-2") or (
        reveal["players"] not in PILES
    ):
        return "the file is of another format"
    numbers = reveal.get("numbers", [])
    if len(numbers) not in (0, 2) or not all(
        type(number) is int and 0 <= number < 10000 for number in numbers
    ):
        return "the numbers are not two of at most four digits"
    if reveal.get("source", "table") not in ("table", "simulation"):
        return "the secret comes from elsewhere"
    if not set(reveal["secret"]) <= set(HEX) or len(reveal["secret"]) != 160:
        return "the secret is not 80 bytes in lower-case hex"
    try:
        json.dumps(reveal, ensure_ascii=False).encode()
    except ValueError:
        return "a text has characters that are none"
    return ""


def problems(reveal, seen=""):
    """Return what is wrong, as sentences; nothing if the deal is the promised one."""
    if reason := misshapen(reveal):
        return [reason]
    found = []
    secret = bytes.fromhex(reveal["secret"])
    inner = commitment(secret, reveal)
    if whole(inner, reveal).hex() != reveal["commitment"]:
        found.append("the commitment does not fit the secret and what it was bound to")
    if seen and not reveal["commitment"].startswith(seen.lower()):
        found.append("the commitment seen before the cut was another one")
    cut = reveal["cut"]
    if cut is None:
        if reveal["deal"] or not reveal.get("aborted"):
            found.append("there is no cut, but the deal is neither empty nor aborted")
    elif not 0 <= cut < 108:
        found.append("the cut is not 0 to 107")
    elif reveal["deal"] != dealt(
        shuffled(secret, inner, cut, reveal.get("numbers", [])), reveal["players"]
    ):
        found.append("these are not the cards that secret, numbers and cut give")
    return found


def remarks(reveal):
    """Return what a right deal does not prove."""
    told = []
    if reveal.get("source") == "simulation":
        told.append(
            "This deal is a simulation's: its secret came from a seed, and proves nothing."
        )
    elif reveal["cut"] is not None and not reveal.get("numbers"):
        told.append("No player put in a number: only the cut was theirs, one of 108.")
    if reveal.get("broken"):
        told.append(f"Earlier that evening {reveal['broken']} deals were promised and not played.")
    return told


def printable(text):
    """Return foreign text without anything that a terminal might obey."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def main(arguments):
    """Check the file named first; return the exit status."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            content = file.read(LONGEST)  # what is longer is no reveal, and no JSON any more
        reveal = json.loads(content.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        print(printable(f"{arguments[0]}: {error}"))
        return 2
    seen = "".join(arguments[1:]).strip()
    if len(arguments) == 2 and (not seen or not set(seen.lower()) <= set(HEX)):
        print("The commitment is empty or not in hex: give what was shown before the cut.")
        return 2
    found = problems(reveal, seen)
    for sentence in found:
        print(f"WRONG: {sentence}")
    if not found:
        table = printable(reveal["table"])
        print(f"right: table {table}, round {reveal['round']}, hand {reveal['hand']}")
        if 0 < len(seen) < 6:
            print(f"Only {len(seen)} digits of the commitment were compared; six say more.")
        if reveal.get("aborted"):
            print(printable(f"This deal was not played: {reveal['aborted']}"))
        for sentence in remarks(reveal):
            print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
