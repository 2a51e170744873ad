"""docs/protocol.md says what the code does."""

import importlib
import re
import subprocess
import sys

import pytest
from tests.firmware.micropython import ROOT
from tools import draw_states, list_messages

from tallone.link.line.capture import Chunk, Direction, decode
from tallone_wire import frame, messages

DOCUMENT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("tool", ["draw_states", "list_messages"])
def test_made_sections_are_fresh(tool):
    done = subprocess.run(
        [sys.executable, f"tools/{tool}.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("tool", [draw_states, list_messages])
def test_stale_section_is_found_and_made_fresh(tool, tmp_path, monkeypatch, capsys):
    docs = tmp_path / "docs"
    docs.mkdir()
    kind = {"draw_states": "states tallone.link.session_states:TRANSITIONS"}
    name = kind.get(tool.__name__.rpartition(".")[2], "messages")
    (docs / "a.md").write_text(f"# A\n<!-- made: {name} -->\nold\n<!-- end -->\nrest\n")
    (docs / "b.md").write_text("<!-- made: other -->\nkept\n<!-- end -->\n")
    monkeypatch.setattr(importlib.import_module("tools.sections"), "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["tool", "--check"])
    assert tool.main() == 1
    assert "docs/a.md is stale" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["tool"])
    assert tool.main() == 0
    monkeypatch.setattr(sys, "argv", ["tool", "--check"])
    assert tool.main() == 0
    assert "rest" in (docs / "a.md").read_text()
    assert "kept" in (docs / "b.md").read_text()


def test_every_message_is_explained():
    explained = [item for _, found in list_messages.explanations() for item in found.items()]
    assert [name for name, _ in explained] == list(messages.TABLE)
    assert [name for name, meaning in explained if len(meaning) < 15] == []


def test_example_bytes_are_what_is_said_of_them():
    block = re.search(r"```\n(-> .*?)```", DOCUMENT, re.DOTALL)[1].splitlines()
    assert len(block) == 12
    for raw, line in zip(block[::2], block[1::2], strict=True):
        direction = Direction.TO_BOARD if raw.startswith("->") else Direction.FROM_BOARD
        [found] = decode([Chunk(0.0, direction, bytes.fromhex(raw[3:]))])
        assert found[16:] == line.strip()


def test_numbers_of_the_frame_are_right():
    assert f"| payload | 0 to {frame.MAX_PAYLOAD} |" in DOCUMENT
    assert f"10 to {frame.MAX_FRAME - 1} bytes long" in DOCUMENT
    assert len(frame.FrameWriter().frame(1, 1, b"")) == 10
    assert len(frame.FrameWriter().frame(1, 1, b"\1" * frame.MAX_PAYLOAD)) == frame.MAX_FRAME - 1


@pytest.mark.parametrize(
    ("words", "module", "constant", "scale"),
    [
        ("| reports kept by a board | {} |", None, 48, 1),
        ("| reports on their way | {} |", "tallone_wire.device", "EVENT_WINDOW", 1),
        ("| commands on their way | {} |", "tallone.link.pending", "WINDOW", 1),
        ("| commands waiting in the host | {} |", "tallone.link.pending", "MAX_WAITING", 1),
        ("| answers kept by a board | {} |", "tallone_wire.answers", "RESULTS_KEPT", 1),
        ("| body of an answer | {} bytes |", "tallone_wire.answers", "MAX_RESULT_BODY", 1),
        ("nobody takes | {} KiB |", "tallone.link.line.port", "MAX_QUEUED", 1024),
        ("{} KiB in the session", "tallone.link.outbox", "MAX_OUTGOING", 1024),
        ("{} KiB at the port", "tallone.link.line.port", "MAX_UNWRITTEN", 1024),
        ("| capture file | {} MiB |", "tallone.link.line.capture", "MAX_FILE_BYTES", 1024 * 1024),
    ],
)
def test_bounds_are_those_of_the_code(words, module, constant, scale):
    value = getattr(importlib.import_module(module), constant) if module else constant
    assert words.format(value // scale) in DOCUMENT
