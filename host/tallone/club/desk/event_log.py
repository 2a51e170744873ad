"""One event's log as hub and desk use it: facts appended once, and the state that follows."""

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tallone.club.desk.acts.entering import take_entries
from tallone.club.files.gathering import lists_of
from tallone.club.files.lists import Lists
from tallone.club.log.database import Database
from tallone.club.log.events import Events, EventSettings
from tallone.club.log.facts import append, history, read_log, version
from tallone.club.log.people import People
from tallone.club.rules.lists.importing import Imported
from tallone.club.rules.record.state import EventRules, Projection


class EventLog:
    """An event of a database; several may look at it at once, each append is whole."""

    def __init__(self, database: Database, event: int) -> None:
        self._database = database
        self._events = Events(database)
        self._people = People(database)
        self.event = event
        self._one_works = threading.Lock()
        self._known = {str(fact["id"]) for fact in read_log(database, event)}

    def append(self, facts: Sequence[Mapping[str, Any]], author: str = "tables") -> None:
        """Put facts on the disk; an id that is there already changes nothing."""
        fresh = [fact for fact in facts if fact["id"] not in self._known]
        append(self._database, self.event, fresh, received=time.time(), author=author)
        self._known |= {str(fact["id"]) for fact in fresh}

    def version(self) -> int:
        """Return how many facts there are."""
        return version(self._database, self.event)

    def facts(self) -> list[dict[str, Any]]:
        """Return every fact."""
        return read_log(self._database, self.event)

    def state(self) -> Projection:
        """Return what follows from all of them; of many who ask at once one works it out."""
        with self._one_works:
            return self._events.state(self.event)

    def after(self, number: int) -> Projection:
        """Return the state as it was after a round."""
        return self._events.state(self.event, number)

    def history(self) -> list[dict[str, Any]]:
        """Return every fact with who wrote it."""
        return history(self._database, self.event)

    def rules(self) -> EventRules:
        """Return what the log does not say."""
        return self._events.rules(self.event)

    def settings(self) -> EventSettings:
        """Return what the event is."""
        return self._events.settings(self.event)

    def lists(self, language: str) -> Lists:
        """Return everything that its lists and files are made of."""
        return lists_of(self._database, self.event, language)

    def enter(self, found: Imported) -> int:
        """Let the pairs of a list enter; return how many. Raise Refused `entry.too_late`."""
        return take_entries(self._database, self.event, found)

    def names(self) -> dict[int, str]:
        """Return each entrant's players, as the hall shows them."""
        return {
            entry.number: " / ".join(player.name for player in players)
            for entry, players in self._people.entries(self.event)
        }
