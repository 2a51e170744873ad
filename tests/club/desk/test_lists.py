"""Lists at the desk: brought, looked at with their problems, taken; slips by keyboard, prizes, minute, files."""

import pytest
from tests.club.desk.clubs import Evening

LIST = """Signora;Compagno;Circolo
Ada Rossi;Ugo Neri;Aurora
Ida Conte;Nino Riva;Aurora
Ada Rossi;Aldo Riva;X
Sola;;
"""


@pytest.fixture
def evening(tmp_path):
    return Evening(tmp_path)


@pytest.fixture
def desk(evening):
    browser = evening.browser()
    browser.sign_in()
    return browser


def look(desk, text="", **fields):
    data = {"form": desk.form, "pasted": text, **fields}
    return desk._seen(desk.client.post("/desk/entries/look", data=data))


def test_a_list_is_looked_at_mapped_and_taken(desk, evening, monkeypatch):
    desk.get("/desk/entries")
    seen = look(desk, LIST)
    assert "Signora" in seen
    assert "Compagno" in seen
    token = seen.split('name="list" value="')[1].split('"')[0]
    mapped = {"list": token, "column Signora": "player_1", "column Compagno": "player_2"}
    seen = look(desk, **mapped)
    assert "giocatore già iscritto" in seen
    before = len(evening.log.names())
    look(desk, **mapped, take="yes")
    assert list(evening.log.names().values())[before:][:2] == [
        "Ada Rossi / Ugo Neri",
        "Ida Conte / Nino Riva",
    ]


def test_a_list_comes_too_late_once_a_round_is_out(desk):
    desk.act("seating", round=1)
    desk.get("/desk/entries")
    seen = look(desk, "Ada Rossi;Ugo Neri\n")
    token = seen.split('name="list" value="')[1].split('"')[0]
    assert "Non si può" in look(desk, list=token, take="yes")


def test_a_list_without_the_sessions_token_is_nobodys(desk):
    response = desk.client.post("/desk/entries/look", data={"form": "x", "pasted": LIST})
    assert response.status_code == 403


def test_a_slip_by_keyboard_leads_back_to_the_next(desk):
    desk.act("seating", round=1)
    assert "autofocus" in desk.get("/desk/slips")
    desk.act("slip", round=1, table=1, a="1250", b="-35", signed="on", then="slips")
    assert 'name="then" value="slips"' in desk.text
    (one,) = (one for one in desk.evening.log.state().results if one.table == 1)
    assert one.points == (1250, -35)


@pytest.mark.parametrize("path", ["/desk/slips", "/desk/prizes", "/desk/minute", "/desk/entries"])
def test_the_counting_rooms_pages_are_for_who_signed_in(desk, evening, path):
    desk.act("seating", round=1)
    desk.act("adjust", entrant=1, vp=-1, mp=0, why="due ammonizioni")
    assert desk.get(path)
    assert desk.status == 200
    assert "PIN" in evening.browser().get(path)


def test_every_list_is_handed_out_as_a_file(desk):
    desk.act("seating", round=1)
    for name in ("entries.csv", "seating.pdf", "surnames.pdf", "standing.xlsx", "slips.pdf"):
        response = desk.client.get(f"/desk/file/{name}")
        assert response.status_code == 200, name
        assert len(response.content) > 100
    assert desk.client.get("/desk/file/secrets.pdf").status_code == 404
    assert desk.client.get("/desk/file/slips.csv").status_code == 409
