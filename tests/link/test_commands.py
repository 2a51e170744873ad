"""`tallone link`: record, decode, measure."""

import pytest
from serial.tools import list_ports
from tests.link.real_board import RealBoard
from tests.link.test_capture import HIDDEN

from tallone.commands.boards import link
from tallone.errors import LinkError, UsageError
from tallone.link import HostSession
from tallone.link.line.capture import CaptureWriter, Chunk, Direction


@pytest.mark.needs_micropython
def test_capture_records_a_board_and_decode_reads_it(tmp_path, capsys):
    board = RealBoard(tmp_path)
    board.up()
    board.link.close()
    file = tmp_path / "evening.cap"
    link.capture(str(board.cable.path), file, seconds=1.5)
    board.close()
    out = capsys.readouterr().out
    assert "mat, firmware 0.1.0" in out
    assert "bytes from the board" in out
    link.decode(file)
    lines = capsys.readouterr().out.splitlines()
    # The board may still have been speaking to the program before.
    sent = [line for line in lines if " -> " in line]
    assert "HELLO protocol=1" in sent[0]
    assert any("<- WELCOME protocol=1 role=mat boot_id=77" in line for line in lines)


def test_capture_tells_why_there_is_nothing(tmp_path, capsys):
    link.capture(str(tmp_path / "no-such-port"), tmp_path / "a.cap", seconds=0.2)
    assert "is the board plugged in" in capsys.readouterr().out


def test_capture_overwrites_nothing(tmp_path):
    (tmp_path / "a.cap").write_text("precious")
    with pytest.raises(UsageError, match="is there already"):
        link.capture("/dev/ttyACM0", tmp_path / "a.cap")


def test_capture_of_an_unknown_board_is_refused(tmp_path):
    with pytest.raises(UsageError, match="mat and croupier"):
        link.capture("/dev/ttyACM0", tmp_path / "a.cap", role="shoe")


def test_decode_hides_the_croupiers_tags_unless_asked(tmp_path, capsys):
    writer = CaptureWriter(tmp_path / "a.cap")
    writer.write(Chunk(1.0, Direction.FROM_BOARD, HIDDEN[0]))
    writer.close()
    link.decode(tmp_path / "a.cap")
    assert "tags=(1 tags)" in capsys.readouterr().out
    link.decode(tmp_path / "a.cap", show_tags=True)
    assert "tags=[0102030405060ae0]" in capsys.readouterr().out


def test_decode_of_another_file_is_an_error(tmp_path):
    (tmp_path / "diary").write_text("Dear diary")
    with pytest.raises(LinkError):
        link.decode(tmp_path / "diary")


def test_ports_says_when_there_is_none(monkeypatch, capsys):
    monkeypatch.setattr(list_ports, "comports", list)
    link.ports()
    assert "no board" in capsys.readouterr().out


def test_names_of_the_package_are_what_others_may_use():
    import tallone.link as package

    assert package.HostSession is HostSession
    assert set(package.__all__) <= set(dir(package))
