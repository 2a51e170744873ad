"""A release is used only if the table's key has signed it, whole."""

import random
import zipfile

import msgspec
import pytest
from tests.upkeep.releases import PEM, PUBLIC, make

from tallone.upkeep.releases import release
from tallone.upkeep.releases.release import ReleaseError


@pytest.fixture
def file(tmp_path):
    return make(tmp_path / "made", "0.2.0")


def rewritten(file, change):
    """Return a copy of a release whose members went through `change(name, bytes)`."""
    target = file.with_suffix(".changed")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(*change(name, old.read(name)))
    return target


def test_a_signed_release_is_unpacked_whole(file, tmp_path):
    manifest = release.unpack(file, PUBLIC, tmp_path / "here")
    assert manifest.version == "0.2.0"
    wheel = tmp_path / "here/wheels/tallone-0.2.0-py3-none-any.whl"
    assert wheel.read_bytes() == b"0.2.0" * 400


def test_another_key_s_release_is_refused(tmp_path):
    other, _ = release.new_key()
    with pytest.raises(ReleaseError, match="not signed with this table's release key"):
        release.check(make(tmp_path, "0.2.0", pem=other), PUBLIC)


def test_openssl_agrees_with_the_signature(file, tmp_path):
    """A second witness: another program checks what this one has signed."""
    import shutil
    import subprocess

    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    with zipfile.ZipFile(file) as archive:
        (tmp_path / "said").write_bytes(release.DOMAIN + archive.read("manifest.json"))
        (tmp_path / "sig").write_bytes(archive.read("manifest.sig"))
    (tmp_path / "key.pem").write_bytes(PEM)
    command = [
        "openssl",
        "pkeyutl",
        "-verify",
        "-inkey",
        "key.pem",
        "-rawin",
        "-in",
        "said",
        "-sigfile",
        "sig",
    ]
    asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Verified Successfully" in asked.stdout


@pytest.mark.parametrize(
    "part", ["manifest.json", "manifest.sig", "wheels/tallone-0.2.0-py3-none-any.whl"]
)
def test_one_changed_byte_anywhere_is_refused(file, tmp_path, part):
    def change(name, raw):
        at = len(raw) // 2
        return name, raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] if name == part else raw

    with pytest.raises(ReleaseError):
        release.unpack(rewritten(file, change), PUBLIC, tmp_path / "here")


def test_a_genuine_manifest_with_other_files_is_refused(file, tmp_path):
    changed = rewritten(file, lambda name, raw: (name, b"evil" if name.endswith(".whl") else raw))
    with pytest.raises(ReleaseError, match="is not what was signed"):
        release.unpack(changed, PUBLIC, tmp_path / "here")


@pytest.mark.parametrize(
    "name",
    [
        "../x.whl",
        "wheels/../../x",
        "/etc/passwd",
        "wheels/.hidden",
        "firmware/shoe/x.mpy",
        "wheels/a/b/c/d/e",
        "x",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused_even_when_signed(tmp_path, name):
    member = release.Member(name=name, bytes=0, sha256="")
    manifest = release.Manifest(format=release.FORMAT, version="0.3.0", made="", files=(member,))
    raw = msgspec.json.encode(manifest)
    target = tmp_path / "x.release"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("manifest.json", raw)
        archive.writestr("manifest.sig", release.private_key(PEM).sign(release.DOMAIN + raw))
    with pytest.raises(ReleaseError, match="no place in a release"):
        release.check(target, PUBLIC)
    with pytest.raises(ReleaseError):
        release.build(tmp_path / "y", "0.3.0", "", {name: target}, PEM)


def test_hostile_files_end_in_one_sentence(file, tmp_path):
    """Two hundred damaged copies: refused with a ReleaseError, whatever was hit."""
    raw = bytearray(file.read_bytes())
    source, sentences = random.Random(5), []
    for number in range(200):
        damaged = bytearray(raw)
        for _ in range(source.randint(1, 4)):
            damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8)
        if number % 5 == 0:
            del damaged[source.randrange(len(damaged)) :]
        path = tmp_path / "damaged.release"
        path.write_bytes(damaged)
        try:
            manifest = release.unpack(path, PUBLIC, tmp_path / f"to-{number}")
        except ReleaseError as error:
            sentences.append(str(error))
        else:  # the damage hit a byte that nobody reads, such as a date
            assert manifest.version == "0.2.0"
    assert len(sentences) > 150
    assert all("\n" not in sentence for sentence in sentences)


@pytest.mark.parametrize("text", ["", "zz", "00" * 31, "é" * 64])
def test_a_key_that_is_none_is_told(file, text):
    with pytest.raises(ReleaseError):
        release.check(file, text)


def test_a_file_that_is_no_key_signs_nothing(tmp_path):
    with pytest.raises(ReleaseError, match="no private key"):
        make(
            tmp_path,
            "0.2.0",
            pem=b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        )


def test_a_release_with_too_much_in_it_is_refused(tmp_path):
    members = tuple(
        release.Member(name=f"wheels/{number}.whl", bytes=1, sha256="")
        for number in range(release.MAX_MEMBERS + 1)
    )
    raw = msgspec.json.encode(
        release.Manifest(format=release.FORMAT, version="1", made="", files=members)
    )
    target = tmp_path / "x.release"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("manifest.json", raw)
        archive.writestr("manifest.sig", release.private_key(PEM).sign(release.DOMAIN + raw))
    with pytest.raises(ReleaseError, match="too large"):
        release.check(target, PUBLIC)
