"""The wire of the hall: MQTT 5 over TLS by paho. Moves bytes, knows no message.

A line reconnects by itself and never waits: `drain` gives what has come, `send` says whether the broker
could be spoken to. paho's own thread only moves bytes into a bounded queue.
"""

import collections
import contextlib
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from tallone.club.hall.messages import MAX_BYTES
from tallone.errors import ConfigError

_KEEPALIVE_S: Final = 15
_SLOWEST_RECONNECT_S: Final = 10
_SESSION_S: Final = 2 * 86_400
# Three hundred tables say some seventy words a second; a minute of them.
_MAX_WAITING: Final = 5_000


class Arrived(NamedTuple):
    """A message as it came."""

    topic: str
    payload: bytes
    retained: bool


def _believing(authority: Path | str) -> ssl.SSLContext:
    """Return a context that believes one authority alone: a file of it, or its text (PEM)."""
    try:
        if isinstance(authority, Path):
            return ssl.create_default_context(cafile=str(authority))
        return ssl.create_default_context(cadata=authority)
    except (ssl.SSLError, OSError) as error:
        raise ConfigError(
            "the broker's authority cannot be read; copy the ticket again"
        ) from error


class Line:
    """One connection to the broker; `wake` is called, from paho's thread, when something has come."""

    def __init__(
        self,
        name: str,
        password: str,
        *,
        host: str,
        port: int,
        authority: Path | str,
        topics: tuple[str, ...],
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._topics = topics
        self._wake = wake
        self._lock = threading.Lock()
        self._waiting: collections.deque[Arrived] = collections.deque()
        self._came = 0  # connections so far
        self._told = 0
        self.lost = 0  # messages that found no room
        self.refusal = ""
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=paho.MQTTv5)
        client.username_pw_set(name, password)
        client.tls_set_context(_believing(authority))
        client.max_queued_messages_set(_MAX_WAITING)
        client.reconnect_delay_set(1, _SLOWEST_RECONNECT_S)
        client.on_connect = self._connected
        client.on_message = self._message
        self._client = client
        self._address = host, port

    def open(self) -> None:
        """Begin to connect; returns at once, and goes on trying."""
        session = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        session.SessionExpiryInterval = _SESSION_S
        host, port = self._address
        self._client.connect_async(
            host, port, keepalive=_KEEPALIVE_S, clean_start=False, properties=session
        )
        self._client.loop_start()

    @property
    def is_up(self) -> bool:
        """Whether the broker is there."""
        return self._client.is_connected()

    def came_up(self) -> bool:
        """Whether a connection was made since the last time this was asked."""
        came, self._told = self._came > self._told, self._came
        return came

    def send(self, topic: str, payload: bytes, *, lasts_s: int = 0) -> bool:
        """Give the broker a message for whoever listens, for `lasts_s` at most; False: it is not there."""
        if not self.is_up:
            return False
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        if lasts_s:
            properties.MessageExpiryInterval = lasts_s
        done = self._client.publish(topic, payload, qos=1, properties=properties)
        return done.rc == paho.MQTT_ERR_SUCCESS

    def drain(self) -> list[Arrived]:
        """Return what has come since the last call, oldest first."""
        with self._lock:
            arrived = list(self._waiting)
            self._waiting.clear()
        return arrived

    def close(self) -> None:
        """Leave; the broker keeps the session for when we are back."""
        with contextlib.suppress(ValueError, OSError):
            self._client.disconnect()
        self._client.loop_stop()

    def _connected(
        self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            self.refusal = str(reason)
            return
        self.refusal = ""
        if self._topics:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])
        self._came += 1
        self._wake()

    def _message(self, _client: Any, _data: Any, message: Any) -> None:
        if len(message.payload) > MAX_BYTES:
            return
        with self._lock:
            if len(self._waiting) >= _MAX_WAITING:
                self.lost += 1
                return
            self._waiting.append(
                Arrived(message.topic, bytes(message.payload), bool(message.retain))
            )
        self._wake()
