"""What holds for every test: on CI a firmware test that is skipped has failed."""

import os

import hypothesis
import pytest

# How long an example takes is the machine's business, and says nothing about the program.
hypothesis.settings.register_profile("tallone", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tallone")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    needed = item.get_closest_marker("needs_micropython") is not None
    if needed and report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: CI must have MicroPython"
    return report
