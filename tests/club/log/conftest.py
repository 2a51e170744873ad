"""Every test of the log runs against SQLite and against PostgreSQL."""

import itertools

import pytest
from tests.club.postgres import Server, program

from tallone.club.log import open_database

_NUMBER = itertools.count(1)


@pytest.fixture(scope="session")
def server():
    if program("initdb") is None or program("postgres") is None:
        pytest.skip("PostgreSQL's server is not installed: on Debian, apt install postgresql")
    running = Server()
    yield running
    running.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path):
    """Return the address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "club.sqlite")
    return request.getfixturevalue("server").database(f"club{next(_NUMBER)}")


@pytest.fixture
def database(where):
    opened = open_database(where)
    yield opened
    opened.close()
