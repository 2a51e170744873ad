"""What the second format binds besides: attempt, match, date, journal, source; and what players put in."""

import importlib.util
import json
import math
import random
from pathlib import Path

import pytest
from tests.dealing.packs import order_of

from tallone.dealing.promise.commitment import (
    FORMAT_1,
    NUMBERS,
    SIMULATION,
    DealError,
    Terms,
    commit,
    digest_1,
    draw_secret,
    expand,
    is_too_plain,
)
from tallone.dealing.promise.receipt import LABEL_KEYS, Receipt, lines, qr_text
from tallone.dealing.promise.reveal import parse, problems, remarks, reveal, write
from tallone.dealing.promise.sealed import Purpose

BASE = {"table": "7", "round": 2, "hand": 3, "players": 4, "firmware": "ab", "pack": "A"}
LATER = {
    "date": "2026-01-31",
    "match": 2,
    "attempt": 3,
    "broken": 4,
    "journal": "ab" * 32,
    "source": "table",
}
NUMBERS_SAID = (4071, 9)


@pytest.fixture(scope="module")
def independent():
    place = Path(__file__).parents[2] / "docs" / "verify_deal.py"
    specification = importlib.util.spec_from_file_location("verify_deal_2", place)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def content(aborted="", numbers=NUMBERS_SAID, **terms):
    secret = draw_secret(random.Random(1).randbytes)
    commitment = commit(secret, Terms(**BASE | LATER | terms))
    return json.loads(write(reveal(secret, commitment, 41, aborted, numbers)))


def wrong(document):
    try:
        return problems(parse(json.dumps(document).encode()))
    except DealError as error:
        return [str(error)]


def test_both_verifiers_accept_it(independent):
    for numbers in ((), NUMBERS_SAID, (0, 0), (9999, 9999)):
        document = content(numbers=numbers)
        assert wrong(document) == independent.problems(document) == []


@pytest.mark.parametrize(
    "change",
    [
        {"date": "2026-02-01"},
        {"match": 1},
        {"attempt": 1},
        {"broken": 0},
        {"journal": "cd" * 32},
        {"source": SIMULATION},
        {"numbers": [4071, 10]},
        {"numbers": [9, 4071]},
        {"numbers": []},
        {"numbers": [4071]},
        {"numbers": [4071, 9, 9]},
        {"numbers": [4071, 10_000]},
        {"numbers": [4071, -1]},
        {"numbers": ["4071", "9"]},
        {"numbers": [True, 9]},
        {"source": "elsewhere"},
        {"attempt": "3"},
        {"format": FORMAT_1},
    ],
)
def test_both_verifiers_refuse_every_change(independent, change):
    document = content() | change
    assert wrong(document)
    assert independent.problems(document)


@pytest.mark.parametrize("name", [*LATER, "numbers"])
def test_both_verifiers_refuse_a_file_without_it(independent, name):
    document = content()
    del document[name]
    assert wrong(document)
    assert independent.problems(document)


def test_what_earlier_tables_promised_is_still_verified(independent):
    secret = draw_secret(random.Random(1).randbytes)
    commitment = commit(secret, Terms(**BASE))
    document = json.loads(write(reveal(secret, commitment, 41)))
    first = secret.open_for(Purpose.CHECK, lambda plain: digest_1(plain, Terms(**BASE)))
    for name in (*LATER, "numbers"):
        del document[name]
    document |= {"format": FORMAT_1, "commitment": first.hex()}
    assert wrong(document) == independent.problems(document) == []
    for change in ({"attempt": 2}, {"source": SIMULATION}, {"numbers": [1, 2]}):
        assert wrong(document | change)
        assert independent.problems(document | change)


def test_each_term_gives_another_commitment_and_none_another_order():
    secret = draw_secret(random.Random(3).randbytes)
    plain = commit(secret, Terms(**BASE))
    others = [commit(secret, Terms(**BASE | {name: value})) for name, value in LATER.items()]
    # "table" is where secrets come from by default.
    assert len({plain.hex, *(other.hex for other in others)}) == len(LATER)
    # So changing terms is no further way to look for a deal that one likes.
    orders = {expand(secret, one, 7).open_for(Purpose.CHECK, bytes) for one in (plain, *others)}
    assert len(orders) == 1


def test_every_number_gives_another_order():
    secret, commitment, _ = order_of(1)
    orders = {
        expand(secret, commitment, 5, numbers).open_for(Purpose.CHECK, bytes)
        for numbers in [(), *((a, b) for a in range(0, NUMBERS, 997) for b in (0, 1, 256, 9999))]
    }
    assert len(orders) == 1 + 11 * 4
    for numbers in [(1,), (1, 2, 3), (-1, 0), (0, NUMBERS)]:
        with pytest.raises(DealError, match="numbers"):
            expand(secret, commitment, 5, numbers)


def test_numbers_that_many_would_choose_are_refused_and_few_others():
    # The commonest of published lists of four-digit numbers that people choose.
    for number in (1234, 1111, 0, 1212, 7777, 1004 - 1004, 4321, 2222, 6969, 9999, 3333, 5555,
                   6666, 1122, 1313, 8888, 2001, 1010, 1984, 1999, 2020, 2580 - 1380):  # fmt: skip
        assert is_too_plain(number) or number == 1200, number
    refused = sum(map(is_too_plain, range(NUMBERS)))
    assert refused == 440  # of 10,000; docs/fairness.md counts with the rest


def test_a_deal_says_what_it_does_not_prove(independent):
    said = {
        "seed": content(source=SIMULATION),
        "number": content(numbers=()),
        "earlier": content(broken=2),
    }
    for word, document in said.items():
        for told in (remarks(parse(json.dumps(document).encode())), independent.remarks(document)):
            assert any(word in sentence.lower() for sentence in told), (word, told)
    clean = content(broken=0)
    assert remarks(parse(json.dumps(clean).encode())) == independent.remarks(clean) == []


def slip(document):
    return lines(
        Receipt(
            reveal=parse(json.dumps(document).encode()),
            profile="fibur",
            assist="gara",
            totals={"NS": 5},
            names={},
            journal_head="cd" * 32,
            program="tallone 1",
            wall_clock="now",
            labels={key: key for key in LABEL_KEYS},
        )
    )


def test_the_slip_says_match_attempt_date_broken_deals_and_numbers():
    told = slip(content())
    assert "match 2  attempt 3  2026-01-31" in told
    assert "4 broken" in told
    assert "numbers: 4071 0009" in told
    assert "cut: 41" in told
    assert "simulation" not in told
    assert "simulation" in slip(content(source=SIMULATION))
    code = qr_text(parse(json.dumps(content()).encode()))
    for name in (*LATER, "numbers"):
        assert f"&{name}=" in code


def test_grinding_is_worth_what_the_page_says():
    """A changed table tries secrets and keeps the best for its side over what players may put in."""
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
    cards, wild, held = 108, 12, 22
    mean = held * wild / cards
    deviation = math.sqrt(held * wild / cards * (1 - wild / cards) * (cards - held) / (cards - 1))
    best = math.sqrt(2 * math.log(1e9))  # of so many secrets, in deviations; an upper bound
    for ways in (108, 108 * 9_560, 108 * 9_560**2):
        more = best * deviation / math.sqrt(ways)
        assert f"{mean + more:.4f}" in page, (ways, mean + more)
