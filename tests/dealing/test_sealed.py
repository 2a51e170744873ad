"""Hidden cards do not get out: not by printing, copying, pickling, logging or failing."""

import copy
import dataclasses
import io
import json
import logging
import pickle
import pprint
import reprlib
import traceback

import msgspec
import pytest
from tests.dealing.machine import Croupier, run
from tests.dealing.packs import hopper, order_of, registry, terms
from tests.dealing.test_deal_job import INDEX

from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.promise.commitment import commit, draw_secret, expand
from tallone.dealing.promise.sealed import MAX_SEALED_BYTES, Purpose, Sealed, SealedError
from tallone.rules.cards.cards import PACK

CONTENT = b"7Hb 8Hb JK1r"


@pytest.fixture
def sealed():
    return Sealed(CONTENT, label="ledger")


SHOW = {
    "repr": repr,
    "str": str,
    "format": "{0} {0!r} {0!s} {0:>30}".format,
    "percent": lambda it: "%s %r" % (it, it),  # noqa: UP031
    "pprint": pprint.pformat,
    "reprlib": reprlib.repr,
    "in a list": lambda it: repr([it, (it,), {"a": it}]),
    "dir": lambda it: repr(
        [(name, getattr(it, name, None)) for name in dir(it) if "__" not in name]
    ),
}


@pytest.mark.parametrize("show", SHOW)
def test_printing_shows_no_card(sealed, show):
    text = SHOW[show](sealed)
    assert "7Hb" not in text
    assert CONTENT.hex() not in text


TAKE_OUT = {
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "json": json.dumps,
    "msgspec": msgspec.json.encode,
    "builtins": msgspec.to_builtins,
    "bytes": bytes,
    "list": list,
    "len": len,
    "vars": vars,
    "index": lambda it: it[0],
    "iterate": iter,
    "join": b"".join,
    "memoryview": memoryview,
    "asdict": dataclasses.asdict,
    "in": lambda it: b"7" in it,
}


@pytest.mark.parametrize("way", TAKE_OUT)
def test_no_accident_takes_the_content_out(sealed, way):
    with pytest.raises((SealedError, TypeError)) as caught:
        TAKE_OUT[way](sealed)
    assert "7Hb" not in str(caught.value)


def test_seals_of_equal_content_are_not_equal(sealed):
    assert sealed != Sealed(CONTENT, label="ledger")
    assert sealed == sealed  # noqa: PLR0124
    assert len({sealed, Sealed(CONTENT, label="ledger")}) == 2
    assert sealed


def test_the_door_counts_who_comes_and_why(sealed):
    assert sealed.open_for(Purpose.REVEAL, bytes) == CONTENT
    sealed.open_for(Purpose.CHECK, len)
    sealed.open_for(Purpose.CHECK, len)
    assert sealed.openings == {Purpose.REVEAL: 1, Purpose.CHECK: 2}


def test_a_failure_behind_the_door_brings_no_card_out(sealed):
    def clumsy(content):
        hidden = content.decode()
        raise ValueError(f"cannot deal {hidden}")

    with pytest.raises(SealedError) as caught:
        sealed.open_for(Purpose.CROUPIER, clumsy)
    error = caught.value
    assert error.__cause__ is None
    assert error.__context__ is None
    told = "".join(
        traceback.TracebackException.from_exception(error, capture_locals=True).format()
    )
    assert "ValueError" in str(error)
    assert "JK1r" not in told


def test_a_wiped_seal_is_empty_for_good(sealed):
    memory = sealed._Sealed__content
    sealed.wipe()
    sealed.wipe()
    assert memory == bytes(len(CONTENT))
    assert sealed.is_wiped
    with pytest.raises(SealedError, match="wiped"):
        sealed.open_for(Purpose.REVEAL, bytes)


def test_a_seal_holds_so_much_and_no_more():
    Sealed(bytes(MAX_SEALED_BYTES), label="ledger")
    with pytest.raises(SealedError, match="the most is"):
        Sealed(bytes(MAX_SEALED_BYTES + 1), label="ledger")


def test_changing_what_was_sealed_changes_nothing():
    mine = bytearray(CONTENT)
    sealed = Sealed(mine, label="ledger")
    mine[:] = bytes(len(mine))
    assert sealed.open_for(Purpose.CHECK, bytes) == CONTENT


def hidden_texts(order):
    """Return every way in which an order could be written down."""
    numbers = order.open_for(Purpose.CHECK, bytes)
    return [
        numbers[:8].hex(),
        repr(numbers[:8])[2:-1],
        ", ".join(map(str, numbers[:6])),
        ", ".join(repr(PACK[number]) for number in numbers[:3]),
        " ".join(str(PACK[number]) for number in numbers[:3]),
    ]


def everything_said(thing):
    """Return all that printing, logging and failing can say about an object and its parts."""
    stream = io.StringIO()
    log = logging.getLogger("tests.sealed")
    log.addHandler(handler := logging.StreamHandler(stream))
    log.warning("%s %r %s", thing, thing, [thing])
    log.removeHandler(handler)
    parts = [thing, *vars_of(thing).values()]
    said = [stream.getvalue(), *map(repr, parts), *map(str, parts)]
    try:
        raise RuntimeError("stop")  # noqa: TRY301
    except RuntimeError as error:
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        said.extend(told.format())
    return "\n".join(said)


def vars_of(thing):
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    names = {*slots, *getattr(thing, "__dict__", {})}
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def test_secret_order_and_plan_say_nothing():
    secret, _, order = order_of(11)
    plan = DealPlan(order, 4)
    said = everything_said(secret) + everything_said(order) + everything_said(plan)
    assert not [text for text in hidden_texts(order) if text in said]
    assert secret.open_for(Purpose.CHECK, bytes).hex() not in said
    for thing in (secret, order, plan):
        with pytest.raises(SealedError):
            pickle.dumps(thing)


def test_a_deal_in_progress_says_nothing():
    _, _, order = order_of(11)
    croupier, job = Croupier(hopper("A", 2)), DealJob(1, 5, DealPlan(order, 4), INDEX)
    croupier.jam_at = (2, 20)
    news = run(job, croupier)
    registered = set(registry("A").copies)
    said = everything_said(job) + repr(news)
    assert not [text for text in hidden_texts(order) if text in said]
    assert not [tag for tag in registered if tag.hex() in said.replace(repr(job._index), "")]
    assert "CardCopy" not in repr(news)
    with pytest.raises(SealedError):
        pickle.dumps(job)
    job.wipe()
    assert job._check.arrivals.is_wiped


def test_a_failure_while_planning_brings_no_card_out():
    _, _, order = order_of(11)
    plan = DealPlan(order, 4)
    with pytest.raises(SealedError) as caught:
        plan.first_slot(PACK[3] + 500)
    told = "".join(
        traceback.TracebackException.from_exception(caught.value, capture_locals=True).format()
    )
    assert not [text for text in hidden_texts(order) if text in told]


def test_wiping_forgets_secret_and_order():
    secret = draw_secret(bytes)
    order = expand(secret, commit(secret, terms()), 1)
    plan = DealPlan(order, 4)
    for thing in (secret, order, plan):
        thing.wipe()
    with pytest.raises(SealedError):
        copies_by_place(order, 4)
    with pytest.raises(SealedError):
        plan.first_slot(PACK[0])
