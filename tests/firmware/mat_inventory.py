# The inventory finds exactly the tags that are there, whatever their numbers.
import os

import mat_rig
from mat_rig import Readers, air, seeded, uid_of

readers = Readers()


def exactly(uids, known=()):
    readers.lay(uids)
    heard, took = readers.ask(known)
    wanted = {air(uid) for uid in uids}
    assert heard == wanted, (len(heard), len(wanted))
    assert not readers.inventory.unresolved
    return took


def some(rng, count, bits=40, low=0, shift=0):
    found = set()
    while len(found) < count:
        number = rng.getrandbits(min(bits, 24)) << max(0, bits - 24) | rng.getrandbits(
            max(1, bits - 24)
        )
        found.add(uid_of(number << shift | low))
    return sorted(found)


def test_every_number_of_random_tags_is_found_exactly():
    rng = seeded(101)
    every = os.getenv("TALLONE_SOAK") == "full"
    for count in range(109) if every else list(range(13)) + list(range(17, 105, 8)) + [107, 108]:
        exactly(some(rng, count))


def test_tags_known_before_are_confirmed_among_newcomers_and_leavers():
    rng = seeded(102)
    for _case in range(12):
        uids = some(rng, rng.randrange(1, 60))
        known = [uid for uid in uids if rng.randrange(3)] + some(rng, rng.randrange(8))
        exactly(uids, known)


def test_common_low_bits_and_zero_endings_do_not_hide_a_tag():
    rng = seeded(103)
    for low in (0, 0x00000000, 0x5A5A5A, 0xFFFFFF, 0x800000):
        exactly(some(rng, 14, bits=20, low=low, shift=24))
    exactly([uid_of(0), uid_of(1 << 40), uid_of(1 << 47)])
    exactly([uid_of(number << 36) for number in range(12)])


def test_tags_that_differ_only_in_the_last_bits_are_told_apart():
    # Bits 56-63 are E0 for every tag; these share the low 60 bits of all that is possible before
    # it: they differ in the maker's byte or just below.
    exactly(["e004000000000001", "e005000000000001"])
    exactly(["e0%02x0000000000ff" % maker for maker in (0x04, 0x14, 0x24, 0xF4)])
    exactly(["e004000000000001", "e014000000000001"], ["e004000000000001", "e014000000000001"])


def test_collision_at_depth_60_is_resolved():
    # Beyond E0: the models hold any 64 bits, the driver believes only E0 ones.
    exactly(["e0f4aaaaaaaaaaaa", "e004aaaaaaaaaaaa", "e0e4aaaaaaaaaaaa"])
    readers.lay(["e004aaaaaaaaaaaa", "f004aaaaaaaaaaaa"])
    heard, _took = readers.ask()
    assert heard == {air("e004aaaaaaaaaaaa")}
    assert readers.inventory.phantoms


def test_afi_keeps_strangers_silent():
    readers.field.set(
        [{"uid": uid_of(5), "afi": 0x42}, {"uid": uid_of(21), "afi": 0x07}, {"uid": uid_of(9)}], 3
    )
    assert readers.ask(afi=0x42)[0] == {air(uid_of(5))}
    assert readers.ask()[0] == {air(uid_of(5)), air(uid_of(21)), air(uid_of(9))}


def test_noise_is_told_from_collisions_by_asking_again():
    rng = seeded(104)
    readers.field.set_rates({"crc": 0.05, "collision": 0.02, "phantom": 0.002, "seed": 7})
    wrong = 0
    for _case in range(20):
        uids = some(rng, 9)
        readers.lay(uids)
        heard, _took = readers.ask(uids[:4])
        wrong += heard != {air(uid) for uid in uids}
    assert wrong <= 3, wrong
    assert readers.inventory.noises > 5
    readers.field.set_rates({"crc": 0.0, "collision": 0.0, "phantom": 0.0})


def test_answer_that_is_always_garbled_ends_as_unresolved_and_not_as_a_loop():
    readers.field.set_rates({"crc": 1.0})
    readers.lay([uid_of(77)])
    heard, took = readers.ask()
    readers.field.set_rates({"crc": 0.0})
    assert heard == set()
    assert readers.inventory.unresolved
    assert took < 400, took


def test_same_number_twice_is_said_to_be_unresolved():
    readers.lay([uid_of(77), uid_of(77), uid_of(3)])
    heard, _took = readers.ask()
    assert heard == {air(uid_of(3))}
    assert readers.inventory.unresolved


def test_phantoms_that_do_not_fit_the_question_are_not_believed():
    rng = seeded(105)
    readers.lay(some(rng, 6))
    readers.field.set_rates({"phantom": 0.2, "seed": 3})
    before = readers.inventory.phantoms
    for _case in range(10):
        readers.ask()
    readers.field.set_rates({"phantom": 0.0})
    assert readers.inventory.phantoms > before


def test_table_that_is_full_is_said_to_be_unresolved():
    rng = seeded(106)
    readers.lay(some(rng, 120))
    heard, _took = readers.ask()
    assert len(heard) == 112
    assert readers.inventory.unresolved


def test_time_of_a_round_follows_the_number_of_tags():
    # On the air alone 4 tags take 32 ms and 22 tags 204 ms from nothing.
    rng = seeded(107)
    few, many = some(rng, 4), some(rng, 22)
    assert 30 < exactly(few) < 80
    assert 190 < exactly(many) < 330
    assert exactly(many, many) < 210


mat_rig.hold(globals())
