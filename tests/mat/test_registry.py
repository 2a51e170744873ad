import json

import pytest

from tallone.errors import ConfigError
from tallone.mat import parse_uid, read_registry, registry_of, uid_text, write_registry
from tallone.rules.cards.cards import PACK, CardCopy


def uid(number):
    return bytes([number, 0, 0, 0, 0x10, 0x01, 0x04, 0xE0])


def test_registry_survives_its_file():
    registry = registry_of("blue-one", [(uid(copy), copy) for copy in PACK])
    assert read_registry(write_registry(registry)) == registry
    assert registry.missing == ()


def test_a_uid_is_written_in_the_order_of_the_air():
    assert uid_text(uid(7)) == "07000000100104e0"
    assert parse_uid("07000000100104E0") == uid(7)


def test_a_pack_in_the_middle_of_enrolment_knows_what_it_lacks():
    registry = registry_of("half", [(uid(copy), copy) for copy in PACK[:54]])
    assert registry.missing == PACK[54:]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "with nothing else"),
        ('{"pack": "a"}', "with nothing else"),
        ('{"pack": "a", "tags": {}, "more": 1}', "with nothing else"),
        ('{"pack": 3, "tags": {}}', "must be a name"),
        ('{"pack": "a", "tags": {"zz": "7Hb"}}', "not a tag"),
        ('{"pack": "a", "tags": {"0700": "7Hb"}}', "not a tag"),
        ('{"pack": "a", "tags": {"07000000100104e0": "7H"}}', "not a physical card"),
        ('{"pack": "a", "tags": {"07000000100104e0": null}}', "not a physical card"),
        ("x" * 64_001, "64000 are allowed"),
    ],
)
def test_a_broken_registry_says_what_is_wrong(text, says):
    with pytest.raises(ConfigError, match=says):
        read_registry(text)


def test_one_tag_for_two_cards_is_refused():
    with pytest.raises(ConfigError, match="enrolled twice"):
        registry_of("a", [(uid(1), PACK[0]), (uid(1), PACK[1])])


def test_two_tags_for_one_card_are_refused():
    text = json.dumps({"pack": "a", "tags": {uid_text(uid(1)): "7Hb", uid_text(uid(2)): "7hB"}})
    with pytest.raises(ConfigError, match="two tags"):
        read_registry(text)
    assert CardCopy.parse("7Hb") == CardCopy.parse("7hB")
