"""What did the device say? Serial bytes -> frames -> messages, and commands back."""

from tallone.link.messages import (
    BoardLog,
    BoardRestarted,
    CommandDone,
    CommandLost,
    Heartbeat,
    LinkCounters,
    LinkEvent,
    LinkLost,
    LinkUp,
    NoAnswer,
    Refused,
    Report,
    ReportsLost,
    Status,
    StrayText,
    Unreadable,
    Welcome,
)
from tallone.link.session import HostSession
from tallone.link.session_states import LinkState

__all__ = [
    "BoardLog",
    "BoardRestarted",
    "CommandDone",
    "CommandLost",
    "Heartbeat",
    "HostSession",
    "LinkCounters",
    "LinkEvent",
    "LinkLost",
    "LinkState",
    "LinkUp",
    "NoAnswer",
    "Refused",
    "Report",
    "ReportsLost",
    "Status",
    "StrayText",
    "Unreadable",
    "Welcome",
]
