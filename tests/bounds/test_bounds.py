"""Bounds of what comes from outside, each reached: the most that is taken, and one more than that."""

import pytest

from tallone.dealing.packs import registry_db
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError
from tallone.dealing.packs.registry_file import LEAST_PASSPHRASE, decrypt, encrypt
from tallone.dealing.promise import commitment, receipt
from tallone.dealing.promise.commitment import DealError, Terms
from tallone.dealing.promise.reveal import MAX_REVEAL_BYTES, parse
from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Scene, Target
from tallone.display.texts import phrases
from tallone.display.texts.phrases import say, spoken
from tallone.display.views.values import (
    MAX_MELD_CARDS,
    MAX_MELDS,
    MAX_OPTIONS,
    MeldCard,
    MeldKind,
    MeldView,
    Option,
    PozzettoState,
    Question,
    SideView,
)
from tallone.display.window import touch
from tallone.display.window.touch import Touches
from tallone.errors import LinkError
from tallone.firmware import bundle
from tallone.firmware.bundle import FirmwareError
from tallone.link import intake
from tallone.link.intake import Intake
from tallone.link.line import capture
from tallone.link.line.capture import read_capture
from tallone.link.messages import MAX_TEXT, StrayText
from tallone.mat.presence import APPEAR_READS, MAX_TRACKED, Presence
from tallone.mat.rounds import FULL, MAX_TAGS, MORE, Round, RoundAssembler
from tallone.mat.zones import Zone
from tallone.outside import MOST_TOML_BYTES
from tallone.profile_file import rulebook_of
from tallone.rules import load_profile
from tallone.rules.cards.cards import CARDS, Card
from tallone.rules.cards.seats import Seat, Side
from tallone.rules.match.seat_draw import MAX_DRAWN, FirstDealer, NoSuchDrawError, rank_draws
from tallone.rules.match.victory_points import (
    MAX_TOTAL,
    NotMultipleOfFiveError,
    table_for,
    victory_points,
)
from tallone.rules.profiles import profile as profiles
from tallone.rules.profiles.profile import ProfileError, nearest


def tag(number):
    return b"\xe0\x04" + number.to_bytes(6, "big")


# The cable.


def test_text_between_frames_is_cut_to_pieces_and_a_short_one_is_noise():
    most, least = intake._MAX_PIECE, intake._LEAST_TEXT
    taken = list(Intake().take(b"x" * (most + least) + b"\0"))
    assert [len(item.text) for item in taken] == [min(most, MAX_TEXT), least]
    assert all(isinstance(item, StrayText) for item in taken)
    assert list(Intake().take(b"x" * (least - 1) + b"\0")) == []


def test_a_record_of_a_capture_that_claims_more_than_a_chunk_is_damage(tmp_path):
    most = capture._MAX_CHUNK
    path = tmp_path / "link.capture"
    for length in (most, most + 1):
        record = capture._RECORD.pack(1.0, 0, length)
        path.write_bytes(capture.MAGIC + record + bytes(most))
        if length == most:
            assert [len(chunk.raw) for chunk in read_capture(path)] == [most]
        else:
            with pytest.raises(LinkError, match="damaged at byte"):
                list(read_capture(path))


def test_a_zone_with_more_tags_than_a_side_has_cards_is_noise():
    tags = [tag(number) for number in range(MAX_TAGS + 1)]
    most = RoundAssembler(Zone.MELD_NS_1)
    heard = most.feed(1, FULL, MAX_TAGS, MAX_TAGS, tags[:MAX_TAGS])
    assert len(heard.tags) == MAX_TAGS
    over = RoundAssembler(Zone.MELD_NS_1)
    assert over.feed(1, FULL, len(tags), len(tags), tags) is None
    assert over.is_broken


def test_a_round_in_pieces_without_end_is_given_up():
    rounds = RoundAssembler(Zone.MELD_NS_1)
    rounds.feed(1, FULL, 0, 0, [])
    piece = [tag(number) for number in range(MAX_TAGS)]
    assert rounds.feed(2, MORE, 9, len(piece), piece) is None
    assert rounds.feed(2, MORE, 9, len(piece), piece) is None
    assert not rounds.is_broken
    assert rounds.feed(2, MORE, 9, 1, piece[:1]) is None
    assert rounds.is_broken


def test_a_reader_that_invents_tags_is_not_believed_past_a_number():
    presence = Presence()
    zones = (Zone.MELD_NS_1, Zone.MELD_NS_2, Zone.MELD_EW_1, Zone.MELD_EW_2, Zone.DISCARD)
    share = MAX_TRACKED // 4 + 1
    for number, zone in enumerate(zones):
        tags = frozenset(tag(number * share + index) for index in range(share))
        for turn in range(APPEAR_READS + 1):
            heard = Round(zone, tags, False, 0, tags, turn == 0)
            presence.hear(heard, number * 10.0 + turn)
    assert len(presence.places) == MAX_TRACKED


# Files.


def test_a_clubs_file_has_a_largest_size(tmp_path):
    most = MOST_TOML_BYTES
    path = tmp_path / "club.toml"
    text = b'base = "febur"\nname = "club"\n'
    path.write_bytes(text + b"#" * (most - len(text)))
    assert rulebook_of(str(path)).profile.name == "club"
    path.write_bytes(text + b"#" * (most - len(text) + 1))
    with pytest.raises(ProfileError, match=str(path)):
        rulebook_of(str(path))


def test_a_reveal_has_a_largest_size():
    with pytest.raises(DealError, match="is not a reveal file"):
        parse(b" " * MAX_REVEAL_BYTES)
    with pytest.raises(DealError, match=f"the most is {MAX_REVEAL_BYTES}"):
        parse(b" " * (MAX_REVEAL_BYTES + 1))


def test_a_file_of_a_bundle_has_a_largest_size(tmp_path):
    most = bundle._MOST_BYTES
    (tmp_path / "main.py").write_bytes(b"#" * most)
    assert len(bundle._bounded(tmp_path, "main.py")) == most
    (tmp_path / "main.py").write_bytes(b"#" * (most + 1))
    with pytest.raises(FirmwareError, match="has more than"):
        bundle._bounded(tmp_path, "main.py")


def test_a_passphrase_has_a_least_length():
    long_enough = "x" * LEAST_PASSPHRASE
    assert decrypt(encrypt(b"pack", long_enough), long_enough) == b"pack"
    with pytest.raises(RegistryError, match=str(LEAST_PASSPHRASE)):
        encrypt(b"pack", long_enough[1:])


# Words that people give.


def test_a_packs_name_has_a_largest_length(tmp_path):
    most = registry_db._MAX_NAME
    registry = RegistryDb(tmp_path / "registry.sqlite", durable=False)
    registry.add_pack("x" * most)
    assert registry.packs() == ["x" * most]
    with pytest.raises(RegistryError, match=str(most)):
        registry.add_pack("y" * (most + 1))


@pytest.mark.parametrize("label", ["name", "title", "edition"])
def test_a_clubs_label_has_a_largest_length(label):
    most = profiles._MAX_LABEL
    assert getattr(load_profile({"base": "febur", label: "x" * most}), label) == "x" * most
    with pytest.raises(ProfileError, match=str(most)):
        load_profile({"base": "febur", label: "x" * (most + 1)})


def test_an_endless_word_is_compared_only_as_far_as_words_go():
    most = profiles._MAX_WORD
    known = ("clean", "x" * most)
    assert nearest("x" * most + "clean" * 10_000, known) == nearest("x" * most, known)


@pytest.mark.parametrize("term", ["table", "firmware", "pack"])
def test_a_term_of_the_commitment_has_a_largest_length(term):
    most = commitment._MAX_TEXT
    terms = {"table": "7", "round": 1, "hand": 1, "players": 4, "firmware": "ab", "pack": "A"}
    Terms(**terms | {term: "x" * most})
    with pytest.raises(DealError, match=str(most)):
        Terms(**terms | {term: "x" * (most + 1)})


def test_a_name_on_the_screen_is_cut():
    most = phrases._MAX_FIELD_CHARS
    words = spoken(say("notice.wrong_pack", pack="x" * (most + 50), wanted="B"), "en")
    assert words.count("x") == most


def test_a_name_on_a_receipt_is_cut():
    assert receipt._MAX_NAME < receipt.WIDTH


def test_more_fingers_than_a_person_has_are_not_followed():
    most = touch._MAX_FINGERS
    box = Box(0, 0, 100, 100)
    target = Target(box=box, button="ok")
    scene = Scene(size=(100, 100), items=(), areas=(), targets=(target,))
    touches = Touches()
    for finger in range(most + 1):
        touches.down((5, 5), scene, finger)
    assert touches.up((5, 5), scene, 1.0, most) is None
    assert touches.up((5, 5), scene, 2.0, most - 1).button == "ok"


# Numbers.


def test_a_total_of_match_points_is_bounded():
    table = table_for(3)
    victory_points(table, MAX_TOTAL, -MAX_TOTAL)
    for total in (MAX_TOTAL + 5, -MAX_TOTAL - 5):
        with pytest.raises(NotMultipleOfFiveError, match=str(MAX_TOTAL)):
            victory_points(table, total, 0)


def test_a_draw_for_seats_ends_with_the_pack():
    jokers = [Card.parse("JK")] * MAX_DRAWN
    others = {seat: [card] for seat, card in zip(Seat, CARDS[3:], strict=False)}
    rank_draws({**others, Seat.NORTH: jokers}, next(iter(FirstDealer)))
    with pytest.raises(NoSuchDrawError, match=str(MAX_DRAWN)):
        rank_draws({**others, Seat.NORTH: [*jokers, jokers[0]]}, next(iter(FirstDealer)))


# What the screen has room for.


def meld(cards):
    return MeldView(
        kind=MeldKind.RUN,
        cards=(MeldCard(CARDS[0]),) * cards,
        grade=None,
        bonus=0,
        frozen=False,
    )


def side(melds):
    return SideView(
        side=Side.NORTH_SOUTH, score=0, melds=(meld(3),) * melds, pozzetto=PozzettoState.NOT_TAKEN
    )


def question(options):
    return Question(
        id=1, prompt=say("notice.wait"), options=(Option(label=say("notice.wait")),) * options
    )


@pytest.mark.parametrize(
    ("make", "most"),
    [(meld, MAX_MELD_CARDS), (side, MAX_MELDS), (question, MAX_OPTIONS)],
)
def test_a_view_holds_no_more_than_has_a_place(make, most):
    make(most)
    with pytest.raises(ValueError, match=str(most)):
        make(most + 1)
