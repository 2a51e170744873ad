import math
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone.errors import JournalError
from tallone.journal import event_of, record_of
from tallone.journal.records import SCHEMA, MatSettled
from tallone.journal.storage.coding import decode, encode
from tallone.mat.events import MatEvent
from tallone.rules.cards.cards import PACK, CardCopy

st.register_type_strategy(CardCopy, st.sampled_from(PACK))


@pytest.mark.parametrize("kind", get_args(MatEvent), ids=lambda kind: kind.__name__)
def test_every_mat_event_comes_back_from_the_journal_as_it_was(kind):
    fields = get_type_hints(kind)

    @given(
        st.builds(kind, **{name: st.from_type(hint) for name, hint in fields.items()}).filter(
            finite
        )
    )
    def comes_back(event):
        record = decode(encode(record_of(event)), SCHEMA)
        assert isinstance(record, MatSettled)
        assert event_of(record) == event

    comes_back()


def finite(event):
    numbers = [
        value for name in event.__slots__ if isinstance(value := getattr(event, name), float)
    ]
    return all(map(math.isfinite, numbers))


@pytest.mark.parametrize(
    "record",
    [
        MatSettled(at=0.0, event="Earthquake", fields={}),
        MatSettled(at=0.0, event="CardPlaced", fields={"card": "9Zb", "zone": "discard"}),
        MatSettled(at=0.0, event="CardPlaced", fields={"card": 7, "zone": "discard"}),
        MatSettled(at=0.0, event="CardPlaced", fields={"card": "9Hb", "zone": "kitchen"}),
    ],
)
def test_an_event_that_is_none_is_refused(record):
    with pytest.raises(JournalError):
        event_of(record)
