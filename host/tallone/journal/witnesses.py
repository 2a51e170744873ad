"""What outside of a journal, and in its promises, must agree with its chain.

A chain alone shows no cut tail, and whoever may write the file can make it anew. But slips carry the hash
that the journal had, and so does every commitment since the second format, which people saw before a cut.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tallone.errors import JournalError
from tallone.journal.records import Committed
from tallone.journal.storage.reader import JournalReader
from tallone.outside import read_text, shown

# As a slip has it: a label in the table's language, and half of the hash.
_DIGITS: Final = 32
_ON_A_SLIP: Final = re.compile(rf"^[^:]{{1,40}}: ([0-9a-f]{{{_DIGITS}}})$", re.MULTILINE)
_MOST_BYTES: Final = 16_384
_MOST_SLIPS: Final = 2_000


def heads_on_slips(folder: Path) -> Mapping[str, str]:
    """Return the journal's hash on each slip of a folder of receipts: file's name -> hash."""
    found = {}
    for path in sorted(folder.glob("hand-*.txt"))[:_MOST_SLIPS]:
        heads = _ON_A_SLIP.findall(read_text(path, _MOST_BYTES, "a slip"))
        if heads:
            found[shown(path.name)] = heads[-1]
    return found


def check_witnesses(path: Path, slips: Mapping[str, str]) -> int:
    """Return how many slips and promises agree with a journal; raise JournalError at one that does not."""
    hashes: set[str] = set()
    promises = 0
    with JournalReader(path) as reader:
        for entry in reader.new():
            record = entry.record
            if isinstance(record, Committed) and record.journal:
                if record.journal not in hashes:
                    raise JournalError(
                        f"{path}: record {entry.number} promised a deal when the journal was another; "
                        "what stands before it was written anew"
                    )
                promises += 1
            hashes.add(entry.hash)
    begin = {known[:_DIGITS] for known in hashes}
    for name, head in slips.items():
        if head not in begin:
            raise JournalError(
                f"{path}: the slip {name} has the hash {head}, and no record has it; the journal was cut "
                "off or written anew, or the slip is another evening's"
            )
    return promises + len(slips)
