"""A table's ticket: one file from the desk to the table, refused in words if it is none."""

import pytest

from tallone.club.hall.ticket import Ticket, read_ticket, write_ticket
from tallone.errors import ConfigError

TICKET = Ticket(
    table=7, event="lunedi", host="192.168.1.9", port=8883, password="secret", authority="PEM"
)


def test_a_ticket_comes_back_as_it_was_and_only_its_owner_reads_it(tmp_path):
    path = tmp_path / "tables" / "table-7.json"
    write_ticket(path, TICKET)
    assert read_ticket(path) == TICKET
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "\xff",
        "[" * 5000,
        '{"table": 7}',
        '{"table":0,"event":"a","host":"h","port":1,"password":"","authority":""}',
        '{"table":7,"event":"../a","host":"h","port":1,"password":"","authority":""}',
        '{"table":7,"event":"a","host":"h","port":1,"password":"","authority":"","form":2}',
    ],
)
def test_what_is_no_ticket_is_refused_in_words(tmp_path, text):
    path = tmp_path / "ticket.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ConfigError, match="ticket"):
        read_ticket(path)


def test_a_ticket_that_is_not_there_is_said(tmp_path):
    with pytest.raises(ConfigError, match="copy it again"):
        read_ticket(tmp_path / "none.json")
