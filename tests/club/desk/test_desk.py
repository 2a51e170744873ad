"""An evening at the desk: every act is looked at first, says what it changes, and can be undone."""

import re

import pytest
from tests.club.desk.clubs import PIN, Evening

from tallone.club.desk.doors import SESSION_S, Doors, Role, is_near
from tallone.club.desk.texts import TEXTS
from tallone.errors import ConfigError


@pytest.fixture
def evening(tmp_path):
    return Evening(tmp_path)


@pytest.fixture
def desk(evening):
    browser = evening.browser()
    browser.sign_in()
    assert browser.status == 200
    return browser


def play_round(desk, number):
    desk.act("seating", round=number)
    desk.act("open", round=number)
    for one in desk.evening.log.state().results:
        if one.round == number:
            desk.act(
                "slip", round=number, table=one.table, a=str(100 * one.table), b="50", signed="on"
            )
    desk.act("standing", round=number)


def test_an_evening_of_three_rounds_ends_with_a_signed_standing(desk):
    for number in (1, 2, 3):
        play_round(desk, number)
    desk.act("final")
    state = desk.evening.log.state()
    assert state.final
    assert len(state.results) == 12
    assert {one.state for one in state.results} == {"confirmed"}
    assert state.rejected == ()
    public = desk.evening.browser().get("/")
    assert public.count("<tr><td>") == 8
    for row in state.rows:
        assert f">{row.total.vp}</td>" in public


def test_a_look_changes_nothing_and_says_what_would(desk):
    desk.act("seating", round=1)
    before = desk.evening.log.facts()
    text = desk.look("slip", round=1, table=1, a="1.250", b="-35", signed="on")
    assert "Cambia in classifica" in text
    assert desk.evening.log.facts() == before
    desk.confirm()
    (result,) = (one for one in desk.evening.log.state().results if one.table == 1)
    assert result.points == (1250, -35)


def test_what_would_not_count_is_said_before_it_is_done(desk):
    desk.act("seating", round=1)
    text = desk.look("correct", round=1, table=1, reason="sum", a="100", b="50")
    assert "Non si può" in text
    assert "Conferma</button>" not in text


def test_a_correction_and_its_undoing(desk):
    desk.act("seating", round=1)
    desk.act("slip", round=1, table=1, a="300", b="100", signed="on")
    desk.act("correct", round=1, table=1, reason="entry", a="100", b="300")
    (one,) = (one for one in desk.evening.log.state().results if one.table == 1)
    assert (one.points, one.state) == ((100, 300), "corrected")
    of = desk.evening.log.facts()[-1]["id"]
    desk.act("annul", of=of, why="era giusto")
    (one,) = (one for one in desk.evening.log.state().results if one.table == 1)
    assert (one.points, one.state) == ((300, 100), "confirmed")


@pytest.mark.parametrize("points", ["", "abc", "12,5", "9" * 9, "1e3", "--5", "٣"])
def test_points_that_are_none_are_refused_and_nothing_is_lost(desk, points):
    desk.act("seating", round=1)
    before = desk.evening.log.facts()
    text = desk.look("slip", round=1, table=1, a=points, b="50", signed="on")
    assert desk.status == 409
    assert "Non si può" in text
    assert desk.evening.log.facts() == before


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("seating", {"round": "2000"}),
        ("seating", {"round": "x"}),
        ("slip", {"round": "1", "table": "99", "a": "1", "b": "2"}),
        ("adjust", {"entrant": "77", "vp": "-1", "mp": "0", "why": "x"}),
        ("leave", {"entrant": "0", "round": "1"}),
        ("nonsense", {}),
        ("annul", {}),
    ],
)
def test_an_act_that_cannot_be_is_refused_in_words(desk, act, fields):
    before = desk.evening.log.facts()
    text = desk.look(act, **fields)
    assert "Non si può" in text
    assert desk.evening.log.facts() == before


def test_the_same_round_is_not_published_twice(desk):
    desk.act("seating", round=1)
    desk.look("seating", round=1)
    assert desk.status == 409


def test_the_counting_room_types_slips_and_nothing_else(evening, desk):
    desk.act("seating", round=1)
    room = evening.browser()
    room.sign_in("Ugo")
    room.act("slip", round=1, table=2, a="500", b="0", signed="on")
    assert any(one.points == (500, 0) for one in evening.log.state().results)
    for act in ("seating", "open", "correct", "adjust", "leave", "annul", "final", "standing"):
        room.get("/desk")
        room.look(act, round=1, table=2, entrant=1)
        assert room.status == 403


def test_a_visitor_sees_no_points_before_the_standing_is_out(evening, desk):
    desk.act("seating", round=1)
    desk.act("slip", round=1, table=1, a="1875", b="0", signed="on")
    visitor = evening.browser()
    for path in ("/", "/hall"):
        assert "875" not in visitor.get(path)
    assert visitor.get("/desk").count('name="pin"') == 1
    visitor.get("/desk/table/1/1")
    assert "875" not in visitor.text


def test_names_are_not_shown_where_the_club_wants_none(tmp_path):
    evening = Evening(tmp_path)
    import msgspec

    events, number = evening.log._events, evening.log.event
    events.change(number, msgspec.structs.replace(events.settings(number), show_names=False))
    desk = evening.browser()
    desk.sign_in()
    desk.act("seating", round=1)
    assert "Giocatore" in desk.get("/hall")
    assert "Giocatore" not in evening.browser().get("/hall")


SCRIPT = '<script>alert("x")</script>'


def test_a_script_in_a_name_or_a_reason_is_text(tmp_path):
    evening = Evening(tmp_path, names=[SCRIPT, *(f"P{n}" for n in range(15))])
    desk = evening.browser()
    desk.sign_in()
    play_round(desk, 1)
    desk.act("adjust", entrant="1", vp="-1", mp="0", why=SCRIPT)
    for path in ("/", "/hall", "/desk", "/desk/table/1/1"):
        text = desk.get(path)
        assert "<script>alert" not in text
        assert "&lt;script&gt;" in text


def test_every_page_forbids_foreign_scripts_and_frames(desk):
    for path in ("/", "/hall", "/desk", "/sign-in", "/nothing", "/static/live.js"):
        headers = desk.client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_a_forged_form_does_nothing(evening, desk):
    before = evening.log.facts()
    for form in ("", "x", "0" * 32):
        response = desk.client.post(
            "/desk/do", data={"form": form, "act": "seating", "round": "1"}
        )
        assert response.status_code == 403
    assert evening.log.facts() == before


@pytest.mark.parametrize("address", ["8.8.8.8", "203.0.113.9", "2001:4860::1", "nonsense", ""])
def test_nobody_from_outside_the_local_network_is_answered(evening, address):
    browser = evening.browser(address=address)
    browser.get("/")
    assert browser.status == 403


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "192.168.1.9", "10.1.2.3", "fe80::1%eth0", "::ffff:192.168.1.9", "::1"],
)
def test_the_local_network_is_answered(address):
    assert is_near(address)


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.5.evil.example"])
def test_a_foreign_name_that_leads_here_is_not_answered(evening, host):
    browser = evening.browser(host=host)
    browser.get("/")
    assert browser.status == 403


def test_guessing_a_pin_gets_slower_and_is_the_same_for_an_unknown_name(tmp_path):
    doors = Doors(tmp_path / "doors.json")
    doors.add("Ada", PIN, Role.DIRECTOR)
    for name in ("Ada", "Nobody"):
        for _ in range(5):
            assert doors.sign_in(name, "000000", 0.0) is None
        assert doors.waits(name, 1.0) == 59.0
        assert doors.sign_in(name, "000001", 61.0) is None
        assert doors.waits(name, 61.0) == 120.0
    assert doors.sign_in("Ada", PIN, 100.0) is None, "the right PIN waits too"
    assert doors.sign_in("Ada", PIN, 200.0) is not None
    assert doors.waits("Ada", 200.0) == 0.0


def test_a_session_ends_with_the_evening(tmp_path):
    doors = Doors(tmp_path / "doors.json")
    doors.add("Ada", PIN, Role.DIRECTOR)
    secret = doors.sign_in("Ada", PIN, 0.0)
    assert doors.session(secret, SESSION_S - 1).name == "Ada"
    assert doors.session(secret, SESSION_S) is None
    assert doors.session("guess", 0.0) is None


def test_a_pin_is_kept_as_a_hash_and_survives_a_restart(tmp_path):
    path = tmp_path / "doors.json"
    Doors(path).add("Ada", PIN, Role.DIRECTOR)
    assert PIN not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert Doors(path).sign_in("Ada", PIN, 0.0)


@pytest.mark.parametrize("pin", ["", "1234", "12345a", "١٢٣٤٥٦"])
def test_a_pin_that_is_too_easy_is_refused(tmp_path, pin):
    with pytest.raises(ConfigError):
        Doors(tmp_path / "doors.json").add("Ada", pin, Role.DIRECTOR)


def test_a_damaged_file_of_people_is_told(tmp_path):
    (tmp_path / "doors.json").write_text("{")
    with pytest.raises(ConfigError, match="cannot be read"):
        Doors(tmp_path / "doors.json")


def test_every_word_of_the_pages_is_in_both_languages(desk):
    import importlib.resources

    pages = importlib.resources.files("tallone.club.desk").joinpath("pages")
    used = set()
    for page in pages.iterdir():
        used |= set(re.findall(r"\bt\('([a-z_.]+)'\)", page.read_text("utf-8")))
    assert used <= TEXTS.keys()
    assert all(it and en for it, en in TEXTS.values())
    assert "Sign out" in desk.get("/?language=en")
    assert "Esci" in desk.get("/?language=it")


def test_the_browsers_language_is_followed(evening):
    assert "Hall" in evening.browser().get("/", **{"accept-language": "en-GB,en;q=0.9"})
    assert "Sala" in evening.browser().get("/", **{"accept-language": "fr"})
