"""The club's database: facts that are only ever added, who is who, and what can be worked out anew.

One code path to SQLite (one machine, no set-up) and PostgreSQL (halls, directors or a federation
that share one).
"""

from tallone.club.log.database import Database, open_database
from tallone.club.log.events import EventSettings
from tallone.club.log.facts import Receipt

__all__ = ["Database", "EventSettings", "Receipt", "open_database"]
