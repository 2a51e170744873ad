# Reads vectors.txt and runs it; the common subset, so that MicroPython runs the same lines.
from tallone_wire.frame import HEADER_BYTES, FrameReader, FrameWriter


def load(path):
    with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
        lines = [line.strip() for line in file if line.strip() and line[0] != "#"]
    return [parse(line) for line in lines]


def parse(line):
    name, wire, outs = line.split(" : ")
    contents = [] if outs == "-" else [bytes.fromhex(out) for out in outs.split(" ")]
    return name, bytes.fromhex(wire), contents


def is_one_frame(wire, contents):
    return len(contents) == 1 and wire[0] == 0 and 0 not in wire[1:].rstrip(b"\0")


# Everything a reader makes of the bytes.
def read(wire, reader=None):
    reader = reader or FrameReader()
    contents = []
    for byte in wire:
        length = reader.feed(byte)
        if length:
            contents.append(bytes(reader.view[:length]))
    return contents


def write(content):
    writer = FrameWriter()
    writer.sequence = content[1]
    return writer.frame(content[0], content[2], content[HEADER_BYTES:])


# One line for each vector: what was read, and whether writing gives the same bytes.
def report(path):
    lines = []
    for name, wire, contents in load(path):
        found = read(wire)
        same = "-"
        if is_one_frame(wire, contents):
            same = "same" if write(contents[0]) == wire else "other"
        verdict = "good" if found == contents else "wrong"
        lines.append(f"{name}: {verdict} {len(found)} {same}")
    return lines
