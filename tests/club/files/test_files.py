"""Files in and out: sheets, pages, the archive; what comes back is what went out."""

import contextlib
import datetime as dt
import io
import json
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.club.files.archive import read_archive, write_archive
from tallone.club.files.lists import Lists, Named
from tallone.club.files.pages import Slip, list_pages, slip_pages
from tallone.club.files.sheets import Sheet, as_csv, as_xlsx, read_lines, sheets_of
from tallone.club.invented import plain_event
from tallone.club.log import EventSettings, open_database
from tallone.club.log.events import Events
from tallone.club.log.facts import append
from tallone.club.log.people import Entry, People
from tallone.club.rules.asking.query import projection_object, rules_of
from tallone.club.rules.lists.importing import import_lines
from tallone.club.rules.prizes import Prizes, Won
from tallone.club.rules.record.projection import project
from tallone.club.rules.refusal import Refused

DAY = dt.date(2026, 11, 30)


@pytest.fixture(scope="module")
def lists():
    log = plain_event(4, 9, 2)
    state = project(rules_of({"entrants": 9, "hands": 3}), log)
    entrants = {
        number: Named(
            number=number,
            players=(f"Nicolò {number}", f"=HYPERLINK({number})"),
            cards=(str(number), None),
            club="Pinella",
        )
        for number in range(1, 10)
    }
    return Lists(title="Sera", held=DAY, entrants=entrants, state=state, criteria=("vp", "mp"))


def sheets(lists):
    prizes = Prizes(awards=(Won(entrant=1, amount=12345),), special=(), left=0)
    return [
        lists.entries(), lists.seating(1), lists.by_surname(2), lists.results(), lists.results(1),
        lists.standing(), lists.prizes(prizes), lists.federation(),
    ]  # fmt: skip


def test_csv_opens_in_an_italian_excel(lists):
    data = as_csv(lists.federation())
    assert data.startswith(b"\xef\xbb\xbfTessera;Giocatore;Torneo;Data;")
    assert "Nicolò 1;Sera;30/11/2026;" in data.decode("utf-8-sig")
    prizes = Prizes(awards=(Won(entrant=1, amount=12345),), special=(), left=0)
    assert b";123,45\r\n" in as_csv(lists.prizes(prizes))


def test_no_name_becomes_a_formula(lists):
    assert b";=HYPERLINK" not in as_csv(lists.federation())
    book = openpyxl.load_workbook(io.BytesIO(as_xlsx([lists.federation()])))
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row]
    assert any(str(cell.value).startswith("=") for cell in cells)
    assert {cell.data_type for cell in cells if isinstance(cell.value, str)} == {"s"}


def test_what_is_written_is_read_back(lists):
    for sheet in sheets(lists):
        wanted = read_lines(as_csv(sheet))
        found = read_lines(as_xlsx([sheet]))
        assert len(wanted) == len(found) == len(sheet.rows) + 1
        assert sheets_of(as_xlsx([sheet])) == [sheet.title]


def test_entries_written_as_a_sheet_are_the_same_entries(lists):
    rows = (
        ("Rossi Anna", "Bianchi Luca", 101.0, "Pinella"),
        ("Verdi Ugo", "Neri Ida", None, None),
    )
    header = ("Giocatore 1", "Giocatore 2", "Tessera 1", "Circolo")
    sheet = Sheet(title="x", header=header, rows=rows)
    found = import_lines("entries", read_lines(as_xlsx([sheet])))
    assert found.rows[0]["cards"] == ["101", None]
    assert [row["players"] for row in found.rows] == [
        ["Rossi Anna", "Bianchi Luca"],
        ["Verdi Ugo", "Neri Ida"],
    ]


def test_headers_of_a_file_can_be_mapped():
    lines = read_lines("Capitano;Socio;Sede\nRossi Anna;Bianchi Luca;Pinella\n".encode("cp1252"))
    columns = {"Capitano": "player_1", "Socio": "player_2", "Sede": "club"}
    assert import_lines("entries", lines, columns).rows[0]["club"] == "Pinella"


def test_a_results_sheet_gives_the_same_slips_back(lists):
    rows = tuple((one.round, one.table, *one.points) for one in lists.state.results)
    sheet = Sheet(title="x", header=("turno", "tavolo", "punti A", "punti B"), rows=rows)
    for data in (as_csv(sheet), as_xlsx([sheet])):
        found = import_lines("results", read_lines(data))
        assert [(row["round"], row["table"], *row["points"]) for row in found.rows] == list(rows)


def test_a_windows_file_keeps_its_accents():
    assert read_lines("Nicolò;Perù\r\n".encode("cp1252")) == [(1, ["Nicolò", "Perù"])]


def test_every_list_can_be_printed_in_both_languages(lists):
    for sheet in sheets(lists):
        assert list_pages(sheet, "Sera").startswith(b"%PDF")
    english = Lists(
        title="Night", held=DAY, entrants={}, state=lists.state, criteria=(), language="en"
    )
    assert english.standing().header[1] == "Rank"
    assert list_pages(english.standing(), "字 emoji 😀 " * 30).startswith(b"%PDF")
    assert list_pages(Sheet(title="x", header=("a", "b"), rows=()), "x").startswith(b"%PDF")


def test_slips_are_two_a_page():
    slips = [Slip(event="Sera", round=1, table=table, a="Nicolò", b="") for table in range(1, 302)]
    assert slip_pages(slips, 4).count(b"/Type /Page\n") == 151


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04",
        b"PK\x03\x04" + bytes(100),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"x" * 10_000_001,
    ],
)
def test_a_file_that_is_none_is_told_in_a_sentence(data):
    with pytest.raises(Refused, match="file"):
        read_lines(data)


def test_a_sheet_that_unpacks_to_too_much_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", bytes(100_000_001))
    with pytest.raises(Refused, match="100 MB"):
        read_lines(out.getvalue())


@given(st.binary(max_size=400))
@settings(max_examples=200)
def test_any_bytes_are_read_or_refused(data):
    for whole in (
        data,
        as_xlsx([Sheet(title="x", header=("a",), rows=())])[: 200 + len(data)] + data,
    ):
        with contextlib.suppress(Refused):
            read_lines(whole)


@pytest.fixture
def database(tmp_path):
    opened = open_database(tmp_path / "club.sqlite")
    yield opened
    opened.close()


def an_event(database):
    events, people = Events(database), People(database)
    event = events.add(
        EventSettings(name="sera", title="Sera", held=DAY, lot_seed="x", code={"base": "fibur"})
    )
    for number in range(1, 9):
        players = (people.add(f"Anna {number}", card=str(number)), people.add(f"Ugo {number}"))
        people.enter(event, [Entry(number=number, players=players, club="Pinella")])
    append(database, event, plain_event(2, 8, 3), received=1.0)
    return event


def test_an_archive_read_back_gives_the_same_standing_bit_for_bit(database, tmp_path):
    event = an_event(database)
    data = write_archive(database, event)
    other = open_database(tmp_path / "other.sqlite")
    again = read_archive(other, data)
    before, after = (
        projection_object(Events(one).state(number))
        for one, number in ((database, event), (other, again))
    )
    assert json.dumps(after) == json.dumps(before)
    assert write_archive(other, again) == data
    with pytest.raises(Refused, match="already"):
        read_archive(other, data)
    assert read_archive(other, data, name="sera 2") == again + 1
    other.close()


def test_a_person_can_be_left_out_of_an_archive(database):
    event = an_event(database)
    anna = People(database).by_card("3")
    data = write_archive(database, event, without=frozenset({anna.id}))
    assert "Anna 3" not in data.decode()
    assert json.loads(data)["log"] == json.loads(write_archive(database, event))["log"]


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "tallone-club/9"},
        {"event": {}},
        {"log": None},
        {"log": [1]},
        {"log": [{"id": "x"}]},
        {"entrants": [{"entrant": 0, "players": []}]},
    ],
)
def test_an_archive_that_is_none_leaves_nothing_behind(database, tmp_path, change):
    whole = json.loads(write_archive(database, an_event(database)))
    other = open_database(tmp_path / "other.sqlite")
    for data in (json.dumps({**whole, **change}).encode(), b"\xff", b"[]", b"[" * 100_000):
        with pytest.raises(Refused):
            read_archive(other, data)
    assert Events(other).listing() == []
    other.close()
