"""A hub in a process of its own, which may be killed: the log alone survives it."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tallone.club.desk import serving
from tallone.club.desk.event_log import EventLog
from tallone.club.log.database import open_database


def main(arguments: Sequence[str]) -> None:
    """Run the hub of an event: the database, the event's number, the hall's folder, the broker's port."""
    where, event, folder, port = arguments
    database = open_database(where)
    log = EventLog(database, int(event))
    words = serving.passwords(Path(folder), 0)
    authority = Path(folder) / "broker" / "ca.crt"
    with serving.running_hub(log, authority, words, host="127.0.0.1", port=int(port)) as hub:
        while True:
            time.sleep(3600.0 if hub.event else 0.0)


if __name__ == "__main__":
    main(sys.argv[1:])
