"""A club's own file wherever the command line or a configuration takes a profile."""

import json

import pytest
import typer
from tests.rules.positions import hand_text
from typer.testing import CliRunner

from tallone.app.table_options import TableOptions, session_opened, setup_of, simulation_options
from tallone.commands.rulebook import judge, rules
from tallone.config import Config, load
from tallone.errors import ConfigError, UsageError
from tallone.profile_file import asked_profile, profile_of, whole_name
from tallone.rules.profiles.profile import PROFILE_NAMES, ProfileError, load_profile
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.setting import prepare

CLUB = (
    'base = "fibur"\ntitle = "Circolo La Pinella #1"\nsemi_run = "end_only"\nplayers = "2_or_4"\n'
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pinella.toml"
    path.write_text(CLUB)
    return path


def command(function):
    app = typer.Typer()
    app.command()(function)
    return app


def test_a_name_is_a_shipped_profile_and_a_file_a_clubs(file):
    assert [profile_of(name) for name in PROFILE_NAMES] == [*map(load_profile, PROFILE_NAMES)]
    assert (profile_of(str(file)).name, profile_of(str(file)).semi_run) == ("pinella", "end_only")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"base = 'fibur'\nsemi_rum = 'off'", "did you mean 'semi_run'"),
        (b"base = 'fibur'\nsemi_run = 'end'", "did you mean 'end_only'"),
        (b"base = '\xff'", "UTF-8"),
        (b"#" * (64 * 1024 + 1), "longer than 65536 bytes"),
        (None, "there is no such file"),
    ],
)
def test_a_file_that_holds_no_rules_is_told_by_its_name(tmp_path, content, complaint):
    path = tmp_path / "club.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ProfileError, match=complaint) as told:
        profile_of(str(path))
    assert str(told.value).startswith(f"{path}: ")
    with pytest.raises(UsageError, match=complaint):
        asked_profile(str(path))


def test_a_file_of_the_longest_length_is_read(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(CLUB + "#" * (64 * 1024 - len(CLUB)))
    assert profile_of(str(path)).name == "club"


def test_a_wrong_name_is_told_that_a_file_may_be_given():
    with pytest.raises(ProfileError, match=r"did you mean 'fibur'.*club.toml"):
        profile_of("fibru")


def test_only_a_files_name_gets_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert whole_name("fibur") == "fibur"
    assert whole_name("club.toml") == str(tmp_path.resolve() / "club.toml")


def test_a_clubs_page_and_its_differences_are_shown(file):
    shown = CliRunner().invoke(command(rules.show), [str(file), "--lang", "en"])
    assert (shown.exit_code, "Circolo La Pinella" in shown.stdout) == (0, True)
    told = CliRunner().invoke(command(rules.diff), ["fibur", str(file), "--lang", "en"])
    assert told.exit_code == 0
    assert "pinella" in told.stdout
    assert "Semi-clean run" in told.stdout


def test_judge_answers_by_a_clubs_rules(file):
    meld = {"op": "meld", "profile": "pinella", "cards": "3H 4H 5H"}
    text = hand_text(profile="pinella   # ours", players=2, dealer="S")
    queries = [
        meld | {"cards": "3H JK 5H 6H 7H 8H 9H 10H JH"},
        meld | {"cards": "3H JK 5H 6H 7H 8H 9H 10H JH", "profile": "fibur"},
        {"op": "legal", "text": text},
        {"op": "legal", "text": text.replace("pinella", "nobody")},
        {"op": "legal", "text": 3, "profile": ["pinella"]},
        [],
    ]
    lines = "\n".join(map(json.dumps, queries)) + "\n"
    told = CliRunner().invoke(command(judge.judge), ["--club", str(file)], input=lines)
    ours, fiburs, hand, other, *wrong = map(json.loads, told.stdout.splitlines())
    assert (ours["grade"], fiburs["grade"]) == ("dirty", "semi_clean")
    assert (hand["ok"], hand["phase"]) == (True, "draw")
    assert "did you mean" in other["message"]
    assert [line["error"] for line in wrong] == ["query.syntax", "query.syntax"]


def test_judge_says_what_is_wrong_in_a_clubs_file(tmp_path):
    told = CliRunner().invoke(command(judge.judge), ["--club", str(tmp_path / "none.toml")])
    assert isinstance(told.exception, UsageError)


def test_a_configuration_names_a_clubs_file_beside_it(file, tmp_path, monkeypatch):
    (tmp_path / "table.toml").write_text('profile = "pinella.toml"\n')
    monkeypatch.chdir("/")
    config = load(tmp_path / "table.toml")
    assert config.profile == str(file.resolve())
    assert profile_of(config.profile).name == "pinella"


def test_a_configuration_with_a_wrong_file_says_which(tmp_path):
    (tmp_path / "table.toml").write_text('profile = "none.toml"\n')
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file"):
        setup_of(_options(tmp_path, load(tmp_path / "table.toml")))


def test_a_simulated_table_plays_by_a_clubs_file(file, tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    assert prepare(Options(profile=str(file)), folder).profile == profile_of(str(file))
    settings = json.loads((folder / "run.json").read_text())
    assert settings["profile"] == str(file.resolve())
    setup = setup_of(simulation_options(folder, folder / "journal.sqlite", window=False))
    opened = session_opened(setup, 0.0, resumed=False)
    assert load_profile(opened.profile) == setup.profile == profile_of(str(file))


def _options(folder, config: Config) -> TableOptions:
    return TableOptions(
        config=config,
        journal=folder / "j.sqlite",
        registry=folder / "r.sqlite",
        packs=(),
        addresses={},
    )
