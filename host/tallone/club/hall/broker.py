"""Mosquitto's files: who may say what where, over TLS, with a password for each table. Pure texts and keys.

Sources: mosquitto.conf(5), mosquitto_passwd(1) of Mosquitto 2.0; RFC 5280 for the certificates. The broker
keeps nothing that counts: its whole folder may be thrown away and made again.
"""

import base64
import datetime as dt
import hashlib
import ipaddress
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tallone.club.hall.messages import MAX_BYTES, ROOT

HUB: Final = "hub"
# What Mosquitto 2.0 does itself: PBKDF2 with SHA-512.
_ITERATIONS: Final = 101
_SALT_BYTES: Final = 12
_KEY_BYTES: Final = 64
# A club's own authority; a hall is set up anew long before.
_YEARS: Final = 10
# A table that is unplugged for a round keeps its session; one that never comes back does not for ever.
_SESSION_DAYS: Final = 2


def user_of(table: int) -> str:
    """Return a table's name at the broker; its topics are called the same."""
    return f"table-{table}"


def configuration(folder: Path, address: str, port: int) -> str:
    """Return `mosquitto.conf`: one listener, TLS only, nobody without a name and a password."""
    return f"""# Made by the program; changes are lost.
listener {port} {address}
cafile {folder}/ca.crt
certfile {folder}/broker.crt
keyfile {folder}/broker.key
tls_version tlsv1.2
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/rights
persistence true
persistence_location {folder}/
persistent_client_expiration {_SESSION_DAYS}d
max_packet_size {MAX_BYTES + 512}
max_queued_messages 2000
max_inflight_messages 20
retain_available false
connection_messages false
log_type error
log_type warning
"""


def rights() -> str:
    """Return the access list: each table speaks and listens on its own topics, the hub on all."""
    return f"""# Made by the program; changes are lost.
user {HUB}
topic read {ROOT}/+/+/up
topic write {ROOT}/+/+/down

pattern write {ROOT}/+/%u/up
pattern read {ROOT}/+/%u/down
"""


def new_password() -> str:
    """Return a password that nobody types: 160 bits."""
    return secrets.token_urlsafe(20)


def password_lines(passwords: Mapping[str, str]) -> str:
    """Return Mosquitto's password file: names and salted hashes, no password."""
    return "".join(f"{name}:{_hashed(password)}\n" for name, password in passwords.items())


def _hashed(password: str) -> str:
    salt = os.urandom(_SALT_BYTES)
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS, _KEY_BYTES)
    parts = (base64.b64encode(part).decode() for part in (salt, key))
    return f"$7${_ITERATIONS}${'$'.join(parts)}"


def certificates(names: tuple[str, ...], now: dt.datetime) -> dict[str, bytes]:
    """Return the files of a new authority and of a broker that answers to these names, as PEM.

    `ca.crt` goes to every table; `ca.key` is thrown away, so that nobody can make a second broker.
    """
    authority_key, broker_key = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    issuer = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, "Tallone, the club's own authority")]
    )
    authority = (
        _begun(issuer, issuer, authority_key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    broker = (
        _begun(subject, issuer, broker_key.public_key(), now)
        .add_extension(
            x509.SubjectAlternativeName([_name(name) for name in names]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    pem = broker_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return {
        "ca.crt": authority.public_bytes(Encoding.PEM),
        "broker.crt": broker.public_bytes(Encoding.PEM),
        "broker.key": pem,
    }


def write_files(
    folder: Path,
    passwords: Mapping[str, str],
    *,
    address: str,
    port: int,
    names: tuple[str, ...],
    now: dt.datetime,
) -> Path:
    """Write everything that Mosquitto needs into a folder of its own; return its configuration's path.

    Certificates that are there stay: tables know them.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not (folder / "broker.crt").exists():
        for name, pem in certificates(names, now).items():
            _write(folder / name, pem)
    _write(folder / "passwords", password_lines(passwords).encode())
    _write(folder / "rights", rights().encode())
    _write(folder / "mosquitto.conf", configuration(folder, address, port).encode())
    return folder / "mosquitto.conf"


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: dt.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        # Clocks of a hall without a network may be a day apart.
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=365 * _YEARS))
    )


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, content: bytes) -> None:
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_bytes(content)
