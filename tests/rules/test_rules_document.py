"""docs/rules.md: every switch and article says where it is coded and tested, and it is so."""

import json
import re
from pathlib import Path

import pytest

from tallone.rules.notation.query import answer
from tallone.rules.profiles.profile import PROFILE_NAMES, SWITCHES, load_profile

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\(\.\./([^)]+)\)")


def rows(heading):
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


SWITCH_ROWS = {row[0].strip("`"): row for row in rows("By switch") if row[0].startswith("`")}


def test_every_switch_has_a_row():
    assert list(SWITCH_ROWS) == list(SWITCHES)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_is_coded_and_tested_where_its_row_says(switch):
    _, decides, value, coded, tested = SWITCH_ROWS[switch]
    assert decides == SWITCHES[switch].decides
    code = (ROOT / LINK.search(coded)[1]).read_text(encoding="utf-8")
    assert re.search(rf"\b{switch}\b", code)
    test = (ROOT / LINK.search(tested)[1]).read_text(encoding="utf-8")
    assert re.search(rf"\b{switch}\b", test)
    values = [str(load_profile(name).switches()[switch]) for name in PROFILE_NAMES]
    assert value == (values[0] if len(set(values)) == 1 else " / ".join(values))


def test_every_profile_is_described():
    assert all(f"| `{name}` |" in DOCUMENT for name in PROFILE_NAMES)


def test_every_article_is_coded_and_tested_in_files_that_exist():
    articles = rows("By article")
    assert len(articles) >= 18
    for row in articles:
        assert (ROOT / LINK.search(row[2])[1]).is_file(), row
        assert (ROOT / LINK.search(row[3])[1]).is_file(), row


def test_every_link_leads_somewhere():
    assert all((ROOT / target).exists() for target in LINK.findall(DOCUMENT))


def test_no_code_of_the_rules_asks_for_a_profile_by_name():
    for module in (ROOT / "host" / "tallone" / "rules").rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        if module.name == "profile.py":
            continue
        assert not re.search(
            r"""profile\.name\s*[=!]=|["'](febur|classic-en|fibur)["']""", text
        ), module


def test_every_error_code_is_in_the_notation_page_or_the_judge_page():
    pages = "".join(
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("notation.md", "judge.md")
    )
    used = set()
    for module in (ROOT / "host" / "tallone" / "rules").rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        used |= set(
            re.findall(
                r'"((?:notation|hand|turn|card|meld|discard|close|draw|score|query)\.\w+)"', text
            )
        )
    assert [code for code in sorted(used) if f"`{code}`" not in pages] == []


def test_the_query_in_the_judge_page_is_answered_as_it_says():
    page = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    query, told = re.search(r"echo '(.*)' \| tallone judge\n(.*)\n", page).groups()
    assert answer(json.loads(query)) == json.loads(told)
