"""Titles of commits: `area: A sentence.` in 72 characters, as CONTRIBUTING.md asks."""

import re
import subprocess

import pytest
from tests.firmware.micropython import ROOT

# Older titles stay as they are: history is not rewritten.
SINCE = "a3ba53f68e84d4d6f75728d1f21fd695abb10385"
MOST = 72
TITLE = re.compile(r"[a-z][\w/., -]*: \S.*\.")


def wrong(title: str) -> str:
    """Return what is wrong with a title; nothing if it is right."""
    if len(title) > MOST:
        return f"{len(title)} characters, {MOST} at most: {title}"
    return "" if TITLE.fullmatch(title) else f"not `area: A sentence.`: {title}"


def _new_titles() -> list[str]:
    known = ["git", "merge-base", "--is-ancestor", SINCE, "HEAD"]
    if subprocess.run(known, cwd=ROOT, capture_output=True, check=False).returncode:
        pytest.skip(
            "the history does not reach back far enough: a source archive, or a shallow clone"
        )
    told = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s", f"{SINCE}..HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()


def test_titles_of_new_commits_are_short_sentences_with_their_area():
    assert [found for found in map(wrong, _new_titles()) if found] == []


@pytest.mark.parametrize("title", ["rules: Let an Ace lie low.", "host/link: Drop old reports."])
def test_right_title_is_found_right(title):
    assert not wrong(title)


@pytest.mark.parametrize(
    "title", ["Let an Ace lie low.", "rules: Let an Ace lie low", f"rules: {'x' * 66}.", "rules:."]
)
def test_wrong_title_is_found_wrong(title):
    assert wrong(title)
