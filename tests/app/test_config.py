import dataclasses

import pytest

from tallone.config import Assist, Config, Language, from_mapping, load
from tallone.errors import ConfigError


def test_an_empty_file_gives_the_defaults(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("")
    assert load(path) == Config()


def test_every_option_can_be_set():
    given = {
        "table": 12,
        "profile": "febur",
        "players": 2,
        "hands": 4,
        "assist": "gara",
        "deal": "manual",
        "language": "en",
        "suits": "safe",
        "fullscreen": True,
        "width": 1920,
        "height": 1080,
        "rotation": 270,
        "screen_inches": 10,
        "viewing_cm": 70,
        "large_type": True,
        "mirrored": True,
        "brightness": 80,
        "sound": False,
        "volume": 20,
        "touch": "1 0 1 0",
        "club": "Burraco",
        "members": "members.txt",
        "power_off": True,
        "show_running_points": False,
        "show_stock_count": True,
        "round": 7,
        "numbers": False,
        "round_minutes": 50,
        "feed_speed": 2,
        "mat_serial": "E1",
        "croupier_serial": "E2",
        "hall": "table-12.json",
        "arbiter_pin": "00" * 16 + "." + "00" * 32,
        "registry": "club.sqlite",
        "pack": "blue",
        "second_pack": "red",
    }
    assert given.keys() == {field.name for field in dataclasses.fields(Config)}
    config = from_mapping(given)
    assert config.assist is Assist.GARA
    assert config.language is Language.ENGLISH
    assert config.table == 12


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tabel": 3}, "did you mean table?"),
        ({"qqqqqq": 3}, "qqqqqq is not an option"),
        ({"table": 0}, "table = 0 is out of bounds; it goes from 1 to 999"),
        ({"table": "3"}, "table = '3' is not a whole number"),
        ({"table": True}, "table = True is not a whole number"),
        ({"players": 3}, "it is 2 or 4"),
        ({"assist": "loud"}, "gara, circolo, didattica"),
        ({"suits": "pink"}, "classic or safe"),
        ({"fullscreen": 1}, "is not true or false"),
        ({"profile": 3}, "is not a text in quotes"),
    ],
)
def test_a_wrong_setting_says_what_was_seen_and_what_may_be(given, said):
    with pytest.raises(ConfigError) as caught:
        from_mapping(given)
    assert said in str(caught.value)


@pytest.mark.parametrize("content", [b"table = ", b"\xff\xfe", b"tabel = 1"])
def test_a_wrong_file_is_named(tmp_path, content):
    path = tmp_path / "table.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"table\.toml"):
        load(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"gone\.toml: there is no such file"):
        load(tmp_path / "gone.toml")
