"""The maker's archive: nothing of it is forgotten, and it says of itself what is in it.

`make release` reads a whole one back, each file by another library than wrote it; that takes KiCad and minutes.
"""

import hashlib
import shutil
import subprocess
import zipfile

import pytest
from hardware.archive.contents import CONTENTS, ROOT, Part
from hardware.archive.pack import INDEX, SUMS, collect, index, pack


@pytest.fixture
def made(tmp_path):
    folder = tmp_path / "made"
    for name in ("a.txt", "b.txt", "deep/c.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_what_is_missing_or_there_twice_is_told_with_what_makes_it(made):
    whole = Part("x", made, "*.txt", "use", 2)
    assert collect([whole])[1] == []
    [missing] = collect([Part("x", made, "*.txt", "use", 3)])[1]
    assert "2 of *.txt" in missing
    assert "make hardware" in missing
    shutil.copy(made / "a.txt", made / "deep" / "a.txt")
    assert collect([whole, Part("x", made / "deep", "a.txt", "use")])[1] == [
        "x/a.txt: there are two"
    ]


def test_files_keep_as_many_folders_as_is_said(made):
    files, wrong = collect(
        [Part("x", made, "*/*.txt", "use", kept=1), Part(".", made, "a.txt", "use")]
    )
    assert (list(files), wrong) == (["x/deep/c.txt", "a.txt"], [])


def test_same_files_give_the_same_bytes_and_sha256sum_finds_them_whole(made, tmp_path):
    parts = [Part("x", made, "*.txt", "use", 2)]
    for name in ("one.zip", "two.zip"):
        pack(tmp_path / name, collect(parts)[0], index("1.0", parts))
    one, two = ((tmp_path / name).read_bytes() for name in ("one.zip", "two.zip"))
    assert hashlib.sha256(one).digest() == hashlib.sha256(two).digest()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        archive.extractall(tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"x", INDEX, SUMS}
    # Coreutils read what we have written.
    command = ["sha256sum", "--check", "--strict", "--quiet", SUMS]
    assert subprocess.run(command, cwd=tmp_path / "out", check=False).returncode == 0
    (tmp_path / "out" / "x" / "a.txt").write_text("changed")
    done = subprocess.run(command, cwd=tmp_path / "out", check=False, capture_output=True)
    assert done.returncode == 1


def test_committed_parts_of_the_archive_are_all_there():
    built = {part for part in CONTENTS if "build" in part.source.relative_to(ROOT).parts[:3]}
    kept = [part for part in CONTENTS if part not in built or part.folder == "guide"]
    assert len(kept) >= 8
    assert collect(kept)[1] == []


def test_each_kind_of_file_says_what_it_is_for():
    table = index("1.0")
    assert all(f"`{part.folder}/" in table and part.use in table for part in CONTENTS)
    assert "never built" in table
