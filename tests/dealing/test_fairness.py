"""The program and the independent verifier in docs/ agree on every deal and on every forgery."""

import copy
import importlib.util
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dealing.packs import order_of, terms

from tallone.dealing.croupier.plan import copies_by_place
from tallone.dealing.promise.commitment import (
    SECRET_BYTES,
    DealError,
    Terms,
    commit,
    draw_secret,
    expand,
    shuffled,
)
from tallone.dealing.promise.reveal import Reveal, parse, problems, reveal, write
from tallone.dealing.promise.sealed import Purpose
from tallone.dealing.promise.words import WORDS, NoSuchWordError, bytes_of, words_of

VERIFIER = Path(__file__).parents[2] / "docs" / "verify_deal.py"


@pytest.fixture(scope="module")
def independent():
    specification = importlib.util.spec_from_file_location("verify_deal", VERIFIER)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def revealed(seed=1, players=4, aborted=""):
    secret, commitment, _ = order_of(seed, players)
    return json.loads(write(reveal(secret, commitment, seed % 108, aborted)))


def wrong(content):
    """Return what the program says about a reveal file."""
    try:
        return problems(parse(json.dumps(content).encode()))
    except DealError as error:
        return [str(error)]


def test_both_accept_every_true_deal(independent):
    for seed in range(150):
        content = revealed(seed, players=4 if seed % 3 else 2)
        assert wrong(content) == []
        assert independent.problems(content, content["commitment"]) == []


def test_the_revealed_cards_are_the_ones_that_were_dealt():
    for players in (2, 4):
        content = revealed(77, players)
        order = order_of(77, players)[2]
        dealt = {
            place: " ".join(map(str, cards))
            for place, cards in copies_by_place(order, players).items()
        }
        assert content["deal"] == dealt


def swap_two_cards(content):
    cards = content["deal"]["N"].split()
    cards[3], cards[4] = cards[4], cards[3]
    content["deal"]["N"] = " ".join(cards)


def change_a_card(content):
    content["deal"]["stock"] = content["deal"]["stock"].replace("7Hb", "8Hb") + " "


FORGERIES = {
    "another secret": lambda c: c.update(secret="0" * 160),
    "one bit of the secret": lambda c: c.update(
        secret=f"{int(c['secret'][0], 16) ^ 1:x}" + c["secret"][1:]
    ),
    "a secret in capitals": lambda c: c.update(secret=c["secret"].upper()),
    "a short secret": lambda c: c.update(secret=c["secret"][:-2]),
    "a secret that is no hex": lambda c: c.update(secret="g" * 160),
    "another cut": lambda c: c.update(cut=(c["cut"] + 1) % 108),
    "an impossible cut": lambda c: c.update(cut=108),
    "no cut": lambda c: c.update(cut=None),
    "a cut in words": lambda c: c.update(cut="7"),
    "a true cut": lambda c: c.update(cut=True),
    "another commitment": lambda c: c.update(commitment="0" * 64),
    "another table": lambda c: c.update(table="8"),
    "another round": lambda c: c.update(round=9),
    "another hand": lambda c: c.update(hand=9),
    "another firmware": lambda c: c.update(firmware="0badc0df"),
    "another pack": lambda c: c.update(pack="B"),
    "other players": lambda c: c.update(players=2),
    "three players": lambda c: c.update(players=3),
    "two cards swapped": swap_two_cards,
    "a changed card": change_a_card,
    "hands exchanged": lambda c: c["deal"].update(N=c["deal"]["S"], S=c["deal"]["N"]),
    "a place more": lambda c: c["deal"].update(kitchen=""),
    "a field more": lambda c: c.update(note="trust me"),
    "a field less": lambda c: c.pop("pack"),
    "another format": lambda c: c.update(format="tallone-deal-3"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_both_refuse_every_forgery(independent, forgery):
    for seed in (1, 2, 3):
        content = copy.deepcopy(revealed(seed))
        FORGERIES[forgery](content)
        assert wrong(content)
        assert independent.problems(content)


@given(st.integers(0, 159), st.integers(1, 15), st.integers(0, 5))
def test_no_changed_digit_of_a_secret_passes(place, change, seed):
    content = revealed(seed)
    digit = int(content["secret"][place], 16) ^ change
    content["secret"] = content["secret"][:place] + f"{digit:x}" + content["secret"][place + 1 :]
    assert len(wrong(content)) == 2  # the commitment and the cards


def test_a_deal_aborted_before_the_cut_is_revealed_too(independent):
    secret, commitment, _ = order_of(5)
    content = json.loads(write(reveal(secret, commitment, None, "jam")))
    assert content["deal"] == {}
    assert wrong(content) == independent.problems(content) == []
    content["aborted"] = ""
    assert wrong(content)
    assert independent.problems(content)


def test_the_commitment_seen_before_the_cut_must_be_the_same(independent):
    content = revealed(5)
    true = parse(json.dumps(content).encode())
    assert problems(true, true.commitment[:16].upper()) == []
    for seen in (revealed(6)["commitment"], "0"):
        assert problems(true, seen)
        assert independent.problems(content, seen)


def test_the_verifier_runs_alone_and_is_short(tmp_path):
    text = VERIFIER.read_text()
    assert len(text.splitlines()) <= 240
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= set(
        sys.stdlib_module_names
    )
    file = tmp_path / "reveal.json"
    for forge, status, said in [(dict, 0, "right: table 7"), (swap_two_cards, 1, "WRONG")]:
        content = revealed(4)
        forge(content)
        file.write_text(json.dumps(content))
        result = subprocess.run(
            [sys.executable, "-I", VERIFIER, file], capture_output=True, text=True, check=False
        )
        assert (result.returncode, result.stdout[: len(said)]) == (status, said)


def test_the_commitment_fixes_every_term_and_the_secret():
    secret = draw_secret(random.Random(1).randbytes)
    base = {"table": "7", "round": 2, "hand": 3, "players": 4, "firmware": "ab", "pack": "A"}
    digests = {commit(secret, Terms(**base)).hex}
    for name, other in [
        ("table", "72"),
        ("round", 23),
        ("hand", 4),
        ("players", 2),
        ("firmware", "abA"),
        ("pack", "AB"),
    ]:
        digests.add(commit(secret, Terms(**base | {name: other})).hex)
    digests.add(commit(draw_secret(random.Random(2).randbytes), Terms(**base)).hex)
    # Fields run into each other in no way: lengths are bound too.
    digests.add(commit(secret, Terms(**base | {"table": "72", "round": 0})).hex)
    assert len(digests) == 9


def test_every_cut_gives_another_order():
    secret, commitment, _ = order_of(1)
    orders = {expand(secret, commitment, cut).open_for(Purpose.CHECK, bytes) for cut in range(108)}
    assert len(orders) == 108
    for impossible in (-1, 108):
        with pytest.raises(DealError, match="0 to 107"):
            expand(secret, commitment, impossible)


def test_the_secret_has_640_bits_from_the_source_that_is_passed_in():
    asked = []
    draw_secret(lambda count: asked.append(count) or bytes(count))
    assert asked == [SECRET_BYTES] == [80]


def test_the_construction_has_not_changed():
    # Made once with the verifier; a change here is a new format. The order is the first format's.
    assert shuffled(bytes(80), bytes(32), 0)[:8].hex() == KNOWN_ORDER
    assert commit(draw_secret(bytes), terms()).hex == KNOWN_COMMITMENT


KNOWN_ORDER = "393e27605b303c2b"
KNOWN_COMMITMENT = "54348a810a6bca5ae8b242db82b744da21b897879523c6df37550951fd611e51"


@pytest.mark.parametrize(
    "change", [{"table": "x" * 65}, {"pack": "a\nb"}, {"hand": 0}, {"round": -1}, {"players": 3}]
)
def test_terms_out_of_bounds_are_refused(change):
    base = {"table": "7", "round": 2, "hand": 3, "players": 4, "firmware": "ab", "pack": "A"}
    with pytest.raises(DealError):
        Terms(**base | change)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"format": 1}', b" " * 20_000, b"\xff"])
def test_what_is_no_reveal_file_is_refused(content):
    with pytest.raises(DealError):
        parse(content)


@given(st.binary(max_size=32))
def test_words_stand_for_bytes_both_ways(content):
    words = " ".join(words_of(content))
    assert bytes_of(words) == bytes_of(words.upper()) == content


def test_words_are_short_plain_and_told_apart_by_three_letters():
    assert len(WORDS) == 256 == len({word[:3] for word in WORDS})
    assert all(3 <= len(word) <= 9 and word.isascii() and word.islower() for word in WORDS)
    with pytest.raises(NoSuchWordError):
        bytes_of("gatto xyz")


def test_a_commitment_shows_twelve_words_and_a_code_with_all_of_it():
    _, commitment, _ = order_of(1)
    assert bytes_of(" ".join(commitment.words)) == commitment.digest[:12]
    assert f"hash={commitment.hex}" in commitment.qr_text
    assert "table=7&round=2&hand=3" in commitment.qr_text


def test_a_reveal_file_round_trips():
    secret, commitment, _ = order_of(9)
    published = reveal(secret, commitment, 9)
    assert parse(write(published)) == published
    assert msgspec.convert(msgspec.to_builtins(published), Reveal) == published


# One property for each of the five things that a forger can change, by machine.

SEEDS = st.integers(0, 40)


def refused_by_both(independent, content, seen=""):
    return bool(wrong_seen(content, seen)) and bool(independent.problems(content, seen))


def wrong_seen(content, seen):
    try:
        return problems(parse(json.dumps(content).encode()), seen)
    except DealError as error:
        return [str(error)]


@given(st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES), st.integers(0, 107), st.data())
def test_both_accept_whatever_secret_cut_and_terms_a_true_deal_has(independent, plain, cut, data):
    text = st.text(st.characters(categories=("L", "N")), max_size=20)
    bound = Terms(
        table=data.draw(text),
        round=data.draw(st.integers(0, 9999)),
        hand=data.draw(st.integers(1, 9999)),
        players=data.draw(st.sampled_from([2, 4])),
        firmware=data.draw(text),
        pack=data.draw(text),
    )
    secret = draw_secret(lambda count: plain)
    commitment = commit(secret, bound)
    content = json.loads(write(reveal(secret, commitment, cut)))
    assert wrong_seen(content, commitment.hex) == []
    assert independent.problems(content, commitment.hex) == []


@given(SEEDS, st.data())
def test_no_changed_card_passes(independent, seed, data):
    content = revealed(seed)
    place = data.draw(st.sampled_from(sorted(content["deal"])))
    cards = content["deal"][place].split()
    at = data.draw(st.integers(0, len(cards) - 1))
    every = " ".join(content["deal"].values()).split()
    cards[at] = data.draw(st.sampled_from([card for card in every if card != cards[at]]))
    content["deal"][place] = " ".join(cards)
    assert refused_by_both(independent, content)


@given(SEEDS, st.integers(1, 107), st.sampled_from([2, 4]))
def test_no_changed_cut_passes(independent, seed, change, players):
    content = revealed(seed, players)
    content["cut"] = (content["cut"] + change) % 108
    assert refused_by_both(independent, content)


@given(SEEDS, st.integers(0, 159), st.integers(1, 15))
def test_no_changed_secret_passes_the_independent_verifier_either(independent, seed, at, change):
    content = revealed(seed)
    digit = int(content["secret"][at], 16) ^ change
    content["secret"] = content["secret"][:at] + f"{digit:x}" + content["secret"][at + 1 :]
    assert refused_by_both(independent, content)


@given(SEEDS, st.integers(0, 63), st.integers(1, 15))
def test_no_changed_commitment_passes_in_the_file_or_against_what_was_seen(
    independent, seed, at, change
):
    content = revealed(seed)
    true = content["commitment"]
    other = true[:at] + f"{int(true[at], 16) ^ change:x}" + true[at + 1 :]
    assert refused_by_both(independent, content | {"commitment": other})
    assert refused_by_both(independent, content, seen=other)


@given(SEEDS, st.data())
def test_no_changed_order_passes(independent, seed, data):
    """Two cards exchanged, within a pile or between any two; no card is another than before."""
    content = revealed(seed)
    flat = [
        (place, n) for place, cards in content["deal"].items() for n in range(len(cards.split()))
    ]
    one, other = data.draw(st.lists(st.sampled_from(flat), min_size=2, max_size=2, unique=True))
    piles = {place: cards.split() for place, cards in content["deal"].items()}
    a, b = piles[one[0]][one[1]], piles[other[0]][other[1]]
    piles[one[0]][one[1]], piles[other[0]][other[1]] = b, a
    content["deal"] = {place: " ".join(cards) for place, cards in piles.items()}
    assert refused_by_both(independent, content)
