"""One command's worth of a club: database, doors, broker and pages, in one folder and one process.

The pages need nothing else; the hall needs Mosquitto, and does without where it is not installed. The hub
runs in a thread of its own: pages read the same log, each by a connection of its own.
"""

import contextlib
import datetime as dt
import logging
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import msgspec
import uvicorn

from tallone.club.desk.doors import Doors
from tallone.club.desk.event_log import EventLog
from tallone.club.desk.site.app import create_app
from tallone.club.desk.site.frame import Desk
from tallone.club.hall import broker
from tallone.club.hall.hub_end import Plan
from tallone.club.hall.messages import ROOT
from tallone.club.hall.mqtt import Line
from tallone.club.hall.service import Hub
from tallone.club.hall.ticket import Ticket, write_ticket
from tallone.errors import ConfigError

_LOG: Final = logging.getLogger(__name__)
# Debian keeps servers here, which is not on everybody's path.
_SERVERS: Final = "/usr/sbin:/usr/local/sbin:/usr/bin"
_PAUSE_S: Final = 0.05
_BROKER_PATIENCE_S: Final = 10.0


def mosquitto() -> str | None:
    """Return the broker's program; None where it is not installed."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path=_SERVERS)


def passwords(folder: Path, tables: int) -> dict[str, str]:
    """Return the password of each table and of the hub, made once and kept."""
    path = folder / "table-passwords.json"
    kept: dict[str, str] = {}
    if path.exists():
        kept = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    for name in (broker.HUB, *map(broker.user_of, range(1, tables + 1))):
        kept.setdefault(name, broker.new_password())
    path.touch(mode=0o600)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))
    return kept


@contextlib.contextmanager
def running_broker(
    folder: Path, words: dict[str, str], *, address: str, port: int
) -> Iterator[Path | None]:
    """Run a Mosquitto of our own; yields the authority that tables must know, None without a broker."""
    program = mosquitto()
    if program is None:
        yield None
        return
    files = folder / "broker"
    names = tuple(
        dict.fromkeys((address, near_address(), "127.0.0.1", "localhost", "tallone.local"))
    )
    settings = broker.write_files(
        files, words, address=address, port=port, names=names, now=dt.datetime.now(dt.UTC)
    )
    hand_over(files)
    child = subprocess.Popen([program, "-c", settings], stdout=subprocess.DEVNULL)  # noqa: S603 - our own settings
    try:
        _wait_for(child, address, port)
        yield files / "ca.crt"
    finally:
        child.terminate()
        child.wait(_BROKER_PATIENCE_S)


def _wait_for(child: "subprocess.Popen[bytes]", address: str, port: int) -> None:
    """Return when the broker listens; raise ConfigError if it has ended instead."""
    near = "127.0.0.1" if address == "0.0.0.0" else address  # noqa: S104 - compared, not bound
    for _ in range(round(_BROKER_PATIENCE_S / _PAUSE_S)):
        with contextlib.suppress(OSError), socket.create_connection((near, port), 1.0):
            return
        if child.poll() is not None:
            break
        time.sleep(_PAUSE_S)
    raise ConfigError(
        f"Mosquitto does not listen on {address}:{port}; its own message stands above. Another program may have "
        "the port (--broker-port), or its user may not read the club's folder"
    )


def hand_over(files: Path) -> None:
    """Started by root, Mosquitto becomes its own user, who must be able to read its files."""
    with contextlib.suppress(LookupError, PermissionError):
        for path in (files, *files.iterdir()):
            shutil.chown(path, "mosquitto", "mosquitto")


class HubLine(Protocol):
    """The hub's wire: `mqtt.Line`, or another that is opened and closed as it is."""

    def open(self) -> None: ...
    def close(self) -> None: ...


class HubThread:
    """A hub that takes what comes until it is told to stop."""

    def __init__(self, hub: Hub, line: HubLine) -> None:
        self.hub, self._line = hub, line
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def start(self) -> None:
        self._line.open()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(_BROKER_PATIENCE_S)
        self._line.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            if not self.hub.step(time.time()):
                self._stop.wait(_PAUSE_S)


def write_tickets(
    folder: Path, words: dict[str, str], event: str, *, host: str, port: int, authority: Path
) -> Path:
    """Write each table's ticket for this event; return the folder that they are in."""
    tickets = folder / "tables"
    known = authority.read_text("ascii")
    numbers = sorted(int(user.removeprefix("table-")) for user in words if user != broker.HUB)
    for number in numbers:
        ticket = Ticket(
            table=number,
            event=event,
            host=host,
            port=port,
            password=words[broker.user_of(number)],
            authority=known,
        )
        write_ticket(tickets / f"table-{number}.json", ticket)
    return tickets


def near_address() -> str:
    """Return this machine's address on the local network; loopback if it is on none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(asked.getsockname()[0])


@contextlib.contextmanager
def running_hub(
    log: EventLog, authority: Path, words: dict[str, str], *, host: str, port: int
) -> Iterator[Hub]:
    """Run the hub of an event over the broker."""
    settings = log.settings()
    line = Line(
        broker.HUB,
        words[broker.HUB],
        host=host,
        port=port,
        authority=authority,
        topics=(f"{ROOT}/{settings.name}/+/up",),
    )
    code = settings.code if isinstance(settings.code, str) else str(settings.code.get("base", ""))
    plan = Plan(hands=settings.hands, minutes=settings.minutes, code=code, names=log.names())
    hub = Hub(settings.name, plan, log, line)
    thread = HubThread(hub, line)
    thread.start()
    try:
        yield hub
    finally:
        thread.stop()


def serve_pages(desk: Desk, *, address: str, port: int) -> None:
    """Serve the pages until somebody stops the program."""
    _server(desk, address, port).run()


@contextlib.contextmanager
def pages_beside(desk: Desk, *, address: str, port: int) -> Iterator[None]:
    """Serve the pages in a thread while something else is done; raise ConfigError if the port is taken."""
    server = _server(desk, address, port)
    thread = threading.Thread(target=server.run, name="pages", daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise ConfigError(f"port {port} of {address} is taken; give another with --port")
        time.sleep(_PAUSE_S)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(_BROKER_PATIENCE_S)


def _server(desk: Desk, address: str, port: int) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            create_app(desk), host=address, port=port, log_level="warning", server_header=False
        )
    )


def doors_of(folder: Path) -> Doors:
    """Return who may sign in at the desk of a folder."""
    return Doors(folder / "doors.json")
