"""A connection to the club's database, brought to the last version when it is opened."""

import dataclasses
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import alembic.command
import alembic.config
from sqlalchemy import Connection, Engine, Insert, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from tallone.errors import TalloneError

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
# A writer waits so long for another one before it gives up.
_BUSY_S: Final = 30
# Taken while the tables are made, so that two hubs may start at once.
_MIGRATION_LOCK: Final = 7_412_001


class DatabaseError(TalloneError):
    """The club's database cannot be reached or is not what it should be."""


@dataclasses.dataclass(frozen=True, slots=True)
class Database:
    """An open database; values go in and come out in the modules beside this one."""

    engine: Engine

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a transaction that is on the disk when it ends."""
        return self.engine.begin()

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a connection that only looks."""
        return self.engine.connect().execution_options(only_looks=True)

    def adding(self, table: Table) -> Insert:
        """Return an insert that leaves rows alone which are there already."""
        if self.engine.dialect.name == "sqlite":
            return sqlite.insert(table).on_conflict_do_nothing()
        return postgresql.insert(table).on_conflict_do_nothing()

    def close(self) -> None:
        """Give every connection back."""
        self.engine.dispose()


def open_database(where: str | Path) -> Database:
    """Open a file (SQLite) or a URL such as `postgresql://hall@server/club`.

    Raise DatabaseError with a sentence for a person.
    """
    url = _url(where)
    try:
        engine = _engine(url)
        database = Database(engine)
        migrate(database)
    except DBAPIError as error:
        told = str(error.orig).strip().split("\n")[0][:200]
        raise DatabaseError(
            f"the club's database {url.render_as_string()} cannot be used: {told}; "
            "look whether it is there and may be written"
        ) from error
    return database


def migrate(database: Database) -> None:
    """Bring the tables to the last version; nothing is ever taken away."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")


def _url(where: str | Path) -> URL:
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise DatabaseError(
            "that is no address of a database; give a file or postgresql://..."
        ) from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise DatabaseError(
            f"{url.get_backend_name()} is no database of ours; give a file or postgresql://..."
        )
    return url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": _BUSY_S})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    # The driver would begin by itself, and only before some statements.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Connection) -> None:
    # A transaction that reads first and writes later would fail where another has written between; who only looks
    # keeps no writer waiting.
    looks = connection.get_execution_options().get("only_looks", False)
    connection.exec_driver_sql("BEGIN" if looks else "BEGIN IMMEDIATE")
