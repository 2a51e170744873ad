"""A set-up is done once, shown beforehand, cut short anywhere, and undone without a trace."""

import pytest
from tests.upkeep.skeleton import CMDLINE, Cut, CutShort, SkeletonHost, raspberry_pi, tree

from tallone.upkeep.setup.changes import TextFile
from tallone.upkeep.setup.host import SetupError
from tallone.upkeep.setup.machine import examine
from tallone.upkeep.setup.plan import plan
from tallone.upkeep.setup.setting_up import outstanding, set_up, undo
from tallone.upkeep.setup.wishes import Wishes

WISHES = [
    Wishes(),
    Wishes(
        mat="E661A4D41723262A",
        croupier="E661A4D41723262B",
        clock="pi5",
        button=3,
        hub=True,
        usb="none",
    ),
    Wishes(read_only=True, data_device="LABEL=tallone-data", rotation=90, output="DSI-1"),
]


def steps(root, wishes):
    return plan(examine(root), wishes)


def done(root, wishes=WISHES[1]):
    return list(set_up(SkeletonHost(root), steps(root, wishes)))


@pytest.fixture
def root(tmp_path):
    return raspberry_pi(tmp_path / "root", desktop=True)


@pytest.mark.parametrize("wishes", WISHES)
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_second_set_up_changes_nothing(tmp_path, release, wishes):
    root = raspberry_pi(tmp_path / "root", release)
    assert any(progress.did for progress in done(root, wishes))
    after = tree(root)
    assert not any(progress.did for progress in done(root, wishes))
    assert tree(root) == after


@pytest.mark.parametrize("wishes", WISHES)
def test_undone_it_leaves_no_trace(root, wishes):
    before = tree(root)
    done(root, wishes)
    notes = [progress.note for progress in undo(SkeletonHost(root)) if progress.note]
    after = tree(root)
    # Folders that became empty may stay; groups that were made stay, without members.
    assert {name: text for name, text in after.items() if text != "folder"} == {
        **{name: text for name, text in before.items() if text != "folder"},
        "etc/group": after["etc/group"],
    }
    assert "tallone" not in after["etc/group"]
    assert notes == []


def test_shown_beforehand_is_what_is_done_and_changes_nothing(root):
    before = tree(root)
    shown = [
        entry.change
        for entry in outstanding(SkeletonHost(root), steps(root, WISHES[1]))
        if entry.did
    ]
    assert tree(root) == before
    assert [entry.change for entry in done(root) if entry.did] == shown


def test_cut_short_anywhere_and_run_again_it_ends_as_if_nothing_had_happened(tmp_path):
    whole = raspberry_pi(tmp_path / "whole", desktop=True)
    done(whole)
    expected = {name: text for name, text in tree(whole).items() if "tallone-setup" not in name}
    acts = 0
    while True:
        root = raspberry_pi(tmp_path / str(acts), desktop=True)
        try:
            list(set_up(CutShort(root, acts), steps(root, WISHES[1])))
        except Cut:
            done(root)
            found = {
                name: text for name, text in tree(root).items() if "tallone-setup" not in name
            }
            assert found == expected, acts
            list(undo(SkeletonHost(root)))
            assert (root / "boot/firmware/cmdline.txt").read_text() == CMDLINE
            acts += 1
        else:
            break
    assert acts > 20


def test_an_undo_cut_short_goes_on(tmp_path):
    for acts in range(0, 20, 4):
        root = raspberry_pi(tmp_path / str(acts))
        before = tree(root)["boot/firmware/config.txt"]
        done(root)
        with pytest.raises(Cut):
            list(undo(CutShort(root, acts)))
        list(undo(SkeletonHost(root)))
        assert tree(root)["boot/firmware/config.txt"] == before
        assert not (root / "etc/systemd/system/tallone-table.service").exists()
        assert list(undo(SkeletonHost(root))) == []


def test_what_somebody_has_changed_since_stays(root):
    done(root)
    rules = root / "etc/udev/rules.d/70-tallone.rules"
    rules.write_text("# mine\n")
    config = root / "boot/firmware/config.txt"
    config.write_text(config.read_text() + "dtparam=spi=on\n")
    notes = [progress.note for progress in undo(SkeletonHost(root)) if progress.note]
    assert rules.read_text() == "# mine\n"
    assert "dtparam=spi=on" in config.read_text()
    assert any("70-tallone.rules" in note for note in notes)
    assert any("config.txt" in note for note in notes)


def test_journals_and_packs_stay_when_it_is_undone(root):
    done(root)
    (root / "var/lib/tallone/journal.sqlite").write_text("an evening")
    notes = [progress.note for progress in undo(SkeletonHost(root))]
    assert (root / "var/lib/tallone/journal.sqlite").read_text() == "an evening"
    assert any("is not empty" in note for note in notes)


def test_the_clubs_settings_are_left_as_they_are(root):
    done(root)
    settings = root / "var/lib/tallone/table.toml"
    settings.write_text("table = 7\n")
    done(root)
    assert settings.read_text() == "table = 7\n"


def test_a_later_set_up_with_other_wishes_is_undone_to_the_beginning(root):
    before = tree(root)["boot/firmware/cmdline.txt"]
    done(root, WISHES[0])
    done(root, WISHES[1])
    list(undo(SkeletonHost(root)))
    assert not (root / "etc/udev/rules.d/70-tallone.rules").exists()
    assert tree(root)["boot/firmware/cmdline.txt"] == before


def test_a_book_that_cannot_be_read_is_told_and_nothing_is_done(root):
    done(root)
    book = root / "var/lib/tallone-setup/changes.jsonl"
    lines = book.read_text().splitlines()
    lines[2] = '{"odd": 1}'
    book.write_text("\n".join(lines) + "\n")
    with pytest.raises(SetupError, match="line 3 cannot be read"):
        list(undo(SkeletonHost(root)))


def test_a_line_that_a_power_cut_left_half_is_passed_over(root):
    done(root)
    book = root / "var/lib/tallone-setup/changes.jsonl"
    book.write_text(book.read_text() + '{"change":{"type":"Link","pa')
    assert not any(progress.did for progress in done(root))
    list(undo(SkeletonHost(root)))
    assert not (root / "etc/systemd/system/tallone-table.service").exists()


def test_a_file_that_is_no_text_is_told(root):
    (root / "etc/udev/rules.d").mkdir(parents=True)
    (root / "etc/udev/rules.d/70-tallone.rules").write_bytes(b"\xff\xfe")
    with pytest.raises(SetupError, match="is no text"):
        done(root)


def test_nothing_is_written_outside_of_the_root(root, tmp_path):
    host = SkeletonHost(root)
    host.write("/etc/x", "y", mode=0o600, owner=(0, 0))
    assert (root / "etc/x").stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"root"}


def test_every_file_of_a_plan_is_made_for_one_place(root):
    for wishes in WISHES:
        changes = [change for step in steps(root, wishes) for change in step.changes]
        paths = [change.path for change in changes if isinstance(change, TextFile)]
        assert len(paths) == len(set(paths))


def test_the_list_of_usb_devices_is_made_where_it_is_wished_for(tmp_path):
    for wishes in WISHES:
        root = raspberry_pi(tmp_path / str(WISHES.index(wishes)))
        done(root, wishes)
        rules = root / "etc/udev/rules.d/71-tallone-usb.rules"
        assert rules.exists() == bool(wishes.usb)
