"""A new release starts once on trial; without its word the old one starts again. Power may go at any time."""

import multiprocessing
import shutil
import time

import pytest
from tests.upkeep.releases import PUBLIC, fill, make

from tallone.upkeep.releases import choose, installing
from tallone.upkeep.releases.release import ReleaseError


@pytest.fixture
def home(tmp_path):
    """A machine whose release 0.1.0 has started."""
    (tmp_path / "data").mkdir()
    installing.install(make(tmp_path, "0.1.0"), PUBLIC, tmp_path / "opt", fill)
    assert start(tmp_path) == "0.1.0"
    return tmp_path


def start(home):
    """Choose as the unit does before it starts the program; return which release starts."""
    assert choose.main(str(home / "opt"), str(home / "data")) == 0
    return (home / "opt/current").resolve().name


def install(home, version):
    return installing.install(make(home, version), PUBLIC, home / "opt", fill)


def test_a_release_that_keeps_its_table_counts(home):
    install(home, "0.2.0")
    assert start(home) == "0.2.0"
    installing.tell_good(home / "data", "0.2.0")
    assert [start(home) for _ in range(3)] == ["0.2.0"] * 3
    assert installing.state_of(home / "opt")["before"] == "0.1.0"


def test_a_release_that_falls_is_tried_once(home):
    install(home, "0.2.0")
    assert [start(home) for _ in range(3)] == ["0.2.0", "0.1.0", "0.1.0"]
    assert installing.state_of(home / "opt")["failed"] == "0.2.0"


def test_the_word_of_another_release_does_not_count(home):
    install(home, "0.2.0")
    start(home)
    installing.tell_good(home / "data", "0.1.0")
    assert start(home) == "0.1.0"


def test_the_way_back_is_a_trial_too(home):
    install(home, "0.2.0")
    start(home)
    installing.tell_good(home / "data", "0.2.0")
    start(home)
    assert installing.go_back(home / "opt") == "0.1.0"
    assert start(home) == "0.1.0"
    installing.tell_good(home / "data", "0.1.0")
    assert start(home) == "0.1.0"


def test_with_nothing_before_it_there_is_no_way_back(home):
    with pytest.raises(ReleaseError, match="no earlier release"):
        installing.go_back(home / "opt")


def test_the_release_in_use_is_not_installed_over_itself(home):
    with pytest.raises(ReleaseError, match="is the one in use"):
        install(home, "0.1.0")


def test_a_forged_release_changes_nothing(home):
    before = sorted(home.rglob("*"))
    file = make(home, "0.2.0")
    with pytest.raises(ReleaseError):
        installing.install(file, "11" * 32, home / "opt", fill)
    file.unlink()
    assert start(home) == "0.1.0"
    assert [path for path in sorted(home.rglob("*")) if "0.2.0" not in path.name] == before


def test_an_environment_that_cannot_be_made_changes_nothing(home):
    def full(_wheels, folder):
        folder.mkdir()
        raise ReleaseError("no room left")

    with pytest.raises(ReleaseError, match="no room"):
        installing.install(make(home, "0.2.0"), PUBLIC, home / "opt", full)
    assert start(home) == "0.1.0"
    assert installing.state_of(home / "opt")["releases"] == ["0.1.0"]


@pytest.mark.parametrize(
    "state", [b"", b"\0" * 40, b"[1]", b'{"good": "9.9"}', b'{"trial": "9.9", "good": ""}']
)
def test_a_lost_state_starts_a_whole_release(home, state):
    (home / "opt/state.json").write_bytes(state)
    assert start(home) == "0.1.0"


def test_without_any_release_it_says_so(tmp_path, capsys):
    assert choose.main(str(tmp_path), str(tmp_path)) == 1
    assert "install one" in capsys.readouterr().err


def slowly(wheels, folder):
    """Make an environment piece by piece, so that there is much to cut."""
    (folder / "bin").mkdir(parents=True)
    for number in range(40):
        (folder / f"{number}.py").write_bytes(b"x" * 200)
        time.sleep(0.001)
    (folder / "last").write_text("whole")


def test_power_cut_at_fifty_instants_leaves_the_old_release_or_the_new_whole(home):
    """SIGKILL while a release is installed, at fifty instants spread over the whole of it."""
    file = make(home, "0.2.0")
    fork = multiprocessing.get_context("fork")
    whole = 0
    for instant in range(50):
        shutil.rmtree(home / "opt/releases/0.2.0", ignore_errors=True)
        choose.write_state(home / "opt", {"good": "0.1.0", "trial": "", "starts": 0})
        child = fork.Process(target=installing.install, args=(file, PUBLIC, home / "opt", slowly))
        child.start()
        child.join(0.002 + instant * 0.004)
        child.kill()
        child.join()
        started = start(home)
        assert started in ("0.1.0", "0.2.0")
        if started == "0.2.0":
            assert (home / "opt/releases/0.2.0/last").read_text() == "whole"
            whole += 1
    assert whole  # the last cuts come after the end
