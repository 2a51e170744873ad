"""The wheel alone, installed in an empty folder, plays a hand."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from tests.firmware.micropython import ROOT, require

pytestmark = [pytest.mark.end_to_end, pytest.mark.timeout(600)]

_FIRMWARE = "tallone/_firmware/"
# What the build takes; a checkout holds more.
_SOURCES = (
    "firmware",
    "hardware",
    "host",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "LICENSE-HARDWARE",
)


def _run(*command: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program as a user would who has nothing else of ours."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**environment, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel, built from a copy of the sources in which programs have already been run."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    sources.mkdir()
    for name in _SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, sources)
    for place in ("firmware/lib", "firmware/sim/models", "host/tallone"):
        cache = sources / place / "__pycache__"
        cache.mkdir()
        (cache / "left_over.cpython-311.pyc").write_bytes(b"")
    (sources / "tests").mkdir()
    (sources / "tests" / "test_nothing.py").write_text("")
    done = _run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, sources),
        folder=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel, tmp_path_factory):
    """The folder of the programs of an environment that has the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    done = _run(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python),
        *("install", "--quiet", "--no-deps", "--no-index", wheel),
        folder=folder,
    )
    assert done.returncode == 0, done.stderr
    # Everything the wheel depends on, but no editable install: path files are not read there.
    [library] = folder.glob("lib/python*/site-packages")
    (library / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (folder / "bin" / "micropython").symlink_to(require())
    return folder / "bin"


_SUFFIXES = {".py", ".toml", ".typed", ".json", ".md", ".html", ".css", ".js"}


def _files(folder: Path, root: Path) -> set[str]:
    return {
        str(path.relative_to(root))
        for path in folder.rglob("*")
        if path.suffix in _SUFFIXES and "__pycache__" not in path.parts
    }


def test_wheel_holds_the_program_the_firmware_and_the_pins_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    facts = {name for name in names if ".dist-info/" in name}
    expected = _files(ROOT / "host" / "tallone", ROOT / "host")
    expected |= _files(ROOT / "firmware" / "lib" / "tallone_wire", ROOT / "firmware" / "lib")
    expected |= {_FIRMWARE + name for name in _files(ROOT / "firmware", ROOT / "firmware")}
    expected |= {"tallone/_hardware/pinmap.toml", "tallone/_hardware/cards.toml"}
    assert names - facts == expected
    assert {name.rpartition("/")[2] for name in facts} >= {"LICENSE", "LICENSE-HARDWARE"}
    assert {"tallone/py.typed", "tallone/rules/profiles/fibur.toml"} <= names
    assert {_FIRMWARE + "mat/main.py", _FIRMWARE + "sim/sim_main.py"} <= names


def test_installed_program_finds_all_it_needs(programs, tmp_path):
    done = _run(programs / "tallone", "doctor", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "missing" not in done.stdout
    assert done.stderr == ""
    done = _run(
        *(programs / "python", "-c"),
        "import tallone, tallone_wire; print(tallone.__file__, tallone_wire.__file__)",
        folder=tmp_path,
    )
    assert all(path.startswith(str(programs.parent)) for path in done.stdout.split()), done.stdout


@pytest.mark.needs_micropython
def test_installed_program_plays_a_hand(programs, tmp_path):
    report = tmp_path / "report.json"
    done = _run(
        *(programs / "tallone", "simulate", "--board", "ideal", "--seed", 1, "--noise", 0),
        *("--report", report),
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    [hand] = json.loads(report.read_bytes())["hands"]
    assert hand["score"] == hand["truth"]
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]
