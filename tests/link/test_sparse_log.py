"""A board fills no log."""

import logging

from tallone.link.line.sparse_log import SparseLog


def test_so_many_lines_in_a_while_and_then_how_many_were_left_out(caplog):
    caplog.set_level(logging.INFO)
    log = SparseLog(logging.getLogger("board"), 3, 60.0)
    for second in range(600):
        for _ in range(100):
            log.log(float(second), logging.WARNING, "%s", "flood")
    lines = [record.getMessage() for record in caplog.records]
    assert lines.count("flood") == 30
    assert lines[3] == "5997 lines like these were left out"
    assert len(lines) == 39
