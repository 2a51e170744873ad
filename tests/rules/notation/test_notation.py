"""BGN 1: what is read, what is refused and where, and that writing round-trips."""

import dataclasses
import random
from dataclasses import replace

import pytest
from tests.rules.positions import hand_text, random_deal, record_of

from tallone.bots import RandomBot
from tallone.rules.cards.cards import PACK, CardCopy, NoSuchCardError
from tallone.rules.cards.seats import Seat
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import start
from tallone.rules.hand.moves import CallTimeOut, Discard, DrawFromStock
from tallone.rules.notation.read import HandRecord, hand_result, read_hand, replay
from tallone.rules.notation.words import MAX_CHARACTERS, MAX_LINES, separate, written_card
from tallone.rules.notation.write import write_hand
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile


def played(seed, profile="febur", players=4, moves=60):
    """Return the record of a random bot's hand, stopped after some moves."""
    rng = random.Random(seed)
    rules = load_profile(profile)
    deal = random_deal(rng, players)
    state, made, bot = start(rules, deal), [], RandomBot()
    while not state.is_over and len(made) < moves:
        made.append(bot.choose(state, rng))
        state = apply(state, made[-1])
    return HandRecord(profile=rules, deal=deal, moves=tuple(made)), state


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_what_is_written_reads_back_the_same(profile, players):
    for seed in range(6):
        record, state = played(seed, profile, players)
        text = write_hand(record)
        reading = read_hand(text, may_stop_in_turn=True)
        assert (reading.record, reading.state, reading.problem) == (record, state, None)
        assert write_hand(reading.record) == text
        assert replay(record) == state


def test_a_hand_read_in_faces_is_written_in_faces():
    text = hand_text("N: draw; discard 3H\nE: take; discard 3H", N="3H")
    assert write_hand(record_of(text)) == text


def test_the_example_of_a_hand_gives_its_result():
    turns = "N: draw; open 3H 4H 5H; discard KD\nE: take; discard KD"
    found = hand_result(hand_text(turns, N="3H 4H 5H KD"))
    assert (found["ok"], found["end"], found["turns"]) == (True, "open", 2)
    assert found["sides"]["NS"]["melds"][0]["cards"] == "3H 4H 5H"


def test_header_lines_come_in_any_order_and_players_may_lack():
    lines = hand_text().splitlines()
    for shuffled in range(5):
        header = [line for line in lines[1:-1] if not line.startswith("players")]
        random.Random(shuffled).shuffle(header)
        text = "\n".join([lines[0], *header, lines[-1]])
        assert read_hand(text).record == record_of(hand_text())


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("S: draw", "\u017f: draw"),
        ("discard 7S", "discard 7\u017f"),
        ("discard 7Sb", "discard 7\u017fb"),
        ("(=10S)", "(=10\u017f)"),
        ("take", "ta\u212ae"),
        ("add 1", "add \u0661"),
        ("hand S", "hand \u017f"),
        ("stock:", "stoc\u212a:"),
        ("dealer: E", "dealer: \u0415"),
    ],
)
def test_a_letter_of_another_alphabet_is_none_of_ours(written, other):
    turns = (
        "S: draw; open 8S 9S JK(=10S); discard 7S\nW: take; discard 4C\n"
        "N: draw; add 1 JS; discard 4H\nE: draw; discard 7Sb"
    )
    text = hand_text(turns, dealer="E", S="8S 9S JK 7S", N="JS 4H", E="7S", W="4C")
    assert read_hand(text).problem is None
    assert problem(text.replace(written, other)).code == "notation.syntax"


def test_case_comments_blank_lines_and_spaces_do_not_matter():
    tidy = hand_text("N: draw; open 10H JH QH; discard KD", N="10H JH QH KD")
    loose = (
        tidy.replace("10H JH QH; discard", "th   jh QH ;discard")
        .replace("N: draw", "  n : DRAW")
        .replace("profile", "# a comment\n\n Profile ")
        .replace("febur", "febur   # the code")
        .replace("\n", "\r\n")
    )
    assert read_hand(loose).record == record_of(tidy)


def test_ten_is_read_as_t_and_never_written_so():
    assert written_card("td") == written_card("10D")
    assert written_card("JK(=Th)").role == "10H"
    assert written_card("2s(=T)").role == "10"
    assert "T" not in write_hand(record_of(hand_text(stock="TD TS")))[10:].replace("BGN", "")


@pytest.mark.parametrize(
    "word", ["", "H", "1H", "11H", "7X", "JK3b", "7Hg", "JK(=6H", "7H(=", "JK(=JK)", "JK(=1)", "é"]
)
def test_words_that_are_no_cards_are_refused(word):
    with pytest.raises(NoSuchCardError):
        written_card(word)


def problem(text, **options):
    found = read_hand(text, **options).problem
    assert found is not None
    return found


HEADER = hand_text().splitlines()
LINE = {line.split(":")[0]: number for number, line in enumerate(HEADER, start=1)}


def changed(key, value, *, after=""):
    """Return a hand with one line of the header put otherwise, and its number."""
    lines = [value if line.split(":")[0] == key else line for line in HEADER]
    return "\n".join([*lines, after]), LINE[key]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("profile", "profile: fibru"),
        ("profile", 'profile: {"base": "febur", "semi_rum": 1}'),
        ("profile", 'profile: {"base": '),
        ("profile", "profile: " + '{"a":' * 5000),
        ("players", "players: 3"),
        ("players", "players: 2"),
        ("dealer", "dealer: X"),
        ("dealer", "deeler: N"),
        ("dealer", "dealer N"),
        ("hand N", "hand N: 3H 4H 5Q"),
        ("hand N", "hand N: JK(=6H)"),
        ("hand N", "hand Q: 3H"),
        ("pozzetto 1", HEADER[LINE["pozzetto 2"] - 1]),
        ("stock", "stok: 3H"),
    ],
)
def test_header_lines_that_cannot_be_read_are_told_by_their_line(key, value):
    text, number = changed(key, value)
    found = problem(text)
    assert found.code == "notation.syntax"
    if key == "players" and value.endswith("2"):
        assert found.line == LINE["hand E"]
    elif key == "pozzetto 1":
        assert found.line == LINE["pozzetto 2"]
    else:
        assert found.line == number


@pytest.mark.parametrize("key", [key for key in LINE if key not in ("BGN 1", "players", "---")])
def test_every_line_of_the_header_but_players_is_required(key):
    text, _ = changed(key, "# none")
    found = problem(text)
    assert (found.code, found.line) == ("notation.syntax", LINE["---"])
    assert key in found.message


def test_two_players_need_two_hands():
    two = hand_text(players=2, dealer="S")
    assert read_hand(two).problem is None
    assert problem(two.replace("hand S", "# hand S")).code == "notation.syntax"
    assert problem(two.replace("dealer: S", "dealer: E")).code == "notation.syntax"


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "BGN 2\n---", "profile: febur\n---"])
def test_a_hand_begins_with_its_title(text):
    assert problem(text).code == "notation.syntax"


def test_a_header_ends_with_a_ruler():
    found = problem("\n".join(HEADER[:-1]))
    assert (found.code, found.line) == ("notation.syntax", LINE["stock"])


@pytest.mark.parametrize(
    ("key", "edit"),
    [
        ("hand S", lambda line: line.rsplit(" ", 1)[0]),
        ("hand S", lambda line: line + " 3H"),
        ("pozzetto 2", lambda line: line.rsplit(" ", 1)[0]),
        ("stock", lambda line: line + " 3H"),
        ("stock", lambda line: line.rsplit(" ", 1)[0]),
        ("pozzetto 1", lambda _: "pozzetto 1: " + "3H " * 11),
        ("stock", lambda _: "stock: " + "JK " * 42),
        ("hand E", lambda _: "hand E: " + "3Hb " * 11),
        ("hand N", lambda _: "hand N:"),
    ],
)
def test_cards_that_are_not_the_pack_are_told_by_their_line(key, edit):
    text, number = changed(key, edit(HEADER[LINE[key] - 1]))
    found = problem(text)
    assert found.code == "notation.pack"
    if len(edit(HEADER[LINE[key] - 1]).split()) != len(HEADER[LINE[key] - 1].split()):
        assert found.line == number


def test_a_word_that_cannot_be_read_comes_before_cards_and_moves():
    broken = hand_text("W: draw; discard 3H\nN: dance")
    assert (problem(broken).code, problem(broken).action) == ("notation.syntax", "dance")
    text, _ = changed("hand S", "hand S: 3H", after="N: dance")
    assert problem(text).code == "notation.syntax"
    text, _ = changed("hand S", "hand S: 3H", after="W: draw")
    assert problem(text).code == "notation.pack"


@pytest.mark.parametrize(
    "line",
    [
        "N:",
        "N: draw;",
        "N: ; draw",
        "N draw",
        "Q: draw",
        "N: draw 3H 4H",
        "N: draw 3X",
        "N: take 3H",
        "N: open",
        "N: add 1",
        "N: add one 3H",
        "N: add 1000 3H",
        "N: add -1 3H",
        "N: discard",
        "N: discard 3H 4H",
        "N: discard JK(=3H)",
        "N: draw; discard 3X",
        "N: fish",
        "timeout now",
        "stall",
        "---",
    ],
)
def test_turns_that_cannot_be_read_are_told_by_their_line(line):
    found = problem(hand_text(f"N: draw; discard 3H\n{line}", N="3H"))
    assert (found.code, found.line) == ("notation.syntax", LINE["---"] + 2)


def test_a_problem_says_line_seat_action_code_and_why():
    found = hand_result(hand_text("N: draw; open 8H 8D 9S; discard 3H", N="8H 8D 9S 3H"))
    assert found.pop("message")
    assert found == {
        "ok": False,
        "line": LINE["---"] + 1,
        "seat": "N",
        "action": "open 8H 8D 9S",
        "error": "meld.mixed",
    }


def test_a_problem_of_the_header_has_no_seat_and_no_action():
    found = hand_result("")
    assert (found["ok"], found["line"], found["seat"], found["action"]) == (False, 1, None, None)


@pytest.mark.parametrize(
    ("turns", "code", "seat", "action"),
    [
        ("E: draw; discard 3H", "turn.not_yours", "E", "draw"),
        ("N: discard 3H", "turn.not_drawn", "N", "discard 3H"),
        ("N: draw; take", "turn.already_drawn", "N", "take"),
        ("N: draw", "turn.unfinished", "N", "draw"),
        ("N: draw; open 3H 4H 5H", "turn.unfinished", "N", "open 3H 4H 5H"),
        ("N: draw; discard 3H; discard 4H", "turn.not_yours", "N", "discard 4H"),
        ("N: draw; discard KC", "card.not_held", "N", "discard KC"),
        ("N: draw KC; discard 3H", "card.not_held", "N", "draw KC"),
        ("N: draw; open 3H 3H 3H", "card.not_held", "N", "open 3H 3H 3H"),
        ("N: draw; open 3Hb 4H 5H; discard 3Hb", "card.not_held", "N", "discard 3Hb"),
        ("N: draw; add 1 3H", "meld.unknown", "N", "add 1 3H"),
        ("N: draw; open 3H JK(=8H) 5H", "meld.role", "N", "open 3H JK(=8H) 5H"),
        ("N: draw; open 3H 4H", "meld.too_short", "N", "open 3H 4H"),
        ("timeout\ntimeout", "hand.over", None, "timeout"),
    ],
)
def test_illegal_actions_stop_the_replay(turns, code, seat, action):
    found = hand_result(hand_text(turns, N="3H 4H 5H JK 6D", E="KC KC", stock="9C 4D"))
    assert (found["error"], found["seat"], found["action"]) == (code, seat, action)


def test_the_replay_stops_at_the_first_illegal_action_and_keeps_what_came_before():
    text = hand_text("N: draw; discard 3H\nE: draw; open 3H 4H 5H; discard KD", N="3H")
    reading = read_hand(text)
    assert reading.problem.code == "card.not_held"
    assert (reading.state.turns, len(reading.record.moves)) == (1, 3)
    assert replay(reading.record) == reading.state


def test_a_named_card_must_be_the_top_of_the_stock():
    text = hand_text("N: draw 4D; discard 3H", N="3H", stock="9C 4D")
    assert read_hand(text).problem is None
    assert (
        DrawFromStock(Seat.NORTH, read_hand(text).state.holdings[Seat.NORTH][-1])
        == (read_hand(text).record.moves[0])
    )


def test_only_the_last_turn_may_stop_unfinished_and_only_if_asked():
    text = hand_text("N: draw; discard 3H\nE: draw", N="3H")
    assert problem(text).code == "turn.unfinished"
    assert read_hand(text, may_stop_in_turn=True).problem is None
    early = hand_text("N: draw\nN: discard 3H", N="3H")
    assert problem(early, may_stop_in_turn=True).code == "turn.unfinished"


def test_a_time_out_stands_on_its_own_line():
    turns = "\n".join(["timeout", *(f"{seat}: draw; discard JK" for seat in "NESW")])
    text = hand_text(turns, N="JK", E="JK", S="JK", W="JK")
    found = hand_result(text)
    assert (found["end"], found["turns"]) == ("timeout", 4)
    assert write_hand(record_of(text)) == text
    over = hand_result(text + "N: draw; discard 3H\n")
    assert (over["error"], over["line"]) == ("hand.over", len(text.splitlines()) + 1)


def test_two_players_have_two_turns_after_a_time_out():
    turns = "timeout\nN: draw; discard JK\nS: draw; discard JK"
    found = hand_result(hand_text(turns, players=2, dealer="S", N="JK", S="JK"))
    assert (found["end"], list(found["sides"])) == ("timeout", ["N", "S"])


def test_a_stall_ends_the_hand_where_the_profile_voids_it():
    text = hand_text("N: draw; discard 3H\nstall", N="3H", profile="classic-en")
    found = hand_result(text)
    assert (found["end"], found["sides"]["NS"]["total"]) == ("stall", 0)
    assert write_hand(record_of(text)) == text
    assert hand_result(text + "E: draw\n")["error"] == "hand.over"


@pytest.mark.parametrize("rule", ["right_of_player", "next_lap"])
def test_time_called_in_a_turn_is_written_where_it_counts_the_same(rule):
    rules = load_profile({"base": "febur", "time_out": rule})
    record, _ = played(3, moves=40)
    place = next(n for n, move in enumerate(record.moves) if isinstance(move, Discard))
    moves = (*record.moves[:place], CallTimeOut(), *record.moves[place:])
    state = start(rules, record.deal)
    made = []
    for move in moves:
        if state.is_over:
            break
        state = apply(state, move)
        made.append(move)
    text = write_hand(HandRecord(profile=rules, deal=record.deal, moves=tuple(made)))
    back = read_hand(text, may_stop_in_turn=True)
    assert (back.problem, back.state) == (None, state)
    lines = text.splitlines()
    assert lines.index("timeout") == lines.index("---") + (1 if rule == "right_of_player" else 2)


def test_a_role_pins_the_wild_and_is_written_again():
    text = hand_text("N: draw; open 3H 4H JK(=5H); discard 9D", N="3H 4H JK 9D")
    reading = read_hand(text)
    assert reading.state.side_list[0].melds[0].text() == "3H 4H JK(=5H)"
    assert write_hand(reading.record) == text
    free = read_hand(text.replace("(=5H)", ""))
    assert free.state.side_list[0].melds[0].text() == "JK(=2H) 3H 4H"


def test_of_two_equal_cards_the_pinned_one_keeps_its_role_in_writing():
    text = hand_text("N: draw; open 2H(=4H) 2H 3H 5H; discard 9D", N="2H 2H 3H 5H 9D")
    reading = read_hand(text)
    assert reading.state.side_list[0].melds[0].text() == "2H 3H 2H(=4H) 5H"
    assert write_hand(reading.record) == text


@pytest.mark.parametrize(
    "overrides",
    [
        {"base": "fibur", "semi_run": "end_only"},
        {"base": "classic-en", "name": "club #1", "title": "Club night"},
        {"base": "online", "stock_floor": 0, "edition": "2026"},
    ],
)
def test_a_profile_with_switches_of_its_own_is_written_as_an_object(overrides):
    record, _ = played(5)
    rules = load_profile(overrides)
    record = HandRecord(profile=rules, deal=record.deal)
    assert read_hand(write_hand(record)).record.profile == rules


def test_physical_cards_in_the_header_are_those_cards():
    deal = random_deal(random.Random(11))
    record = HandRecord(profile=load_profile("febur"), deal=deal)
    text = write_hand(record)
    assert str(deal.hands[0][0]) in text
    assert read_hand(text).record.deal == deal


def test_one_physical_card_in_a_header_of_faces_is_that_card():
    text = hand_text(N="3Hr 4H", S="3H")
    deal = record_of(text).deal
    assert str(deal.hands[0][0]) == "3Hr"
    assert str(deal.hands[2][0]) == "3Hb"


def test_a_physical_card_in_a_turn_settles_which_of_two_faces_it_is():
    text = hand_text("N: draw; discard 3Hr\nE: take; discard 3Hr", N="3H", S="3H")
    reading = read_hand(text)
    assert reading.problem is None
    assert str(reading.record.deal.hands[0][0]) == "3Hr"
    assert str(reading.record.deal.hands[2][0]) == "3Hb"
    assert len({copy for hand in reading.record.deal.hands for copy in hand}) == 44
    assert replay(reading.record) == reading.state
    assert read_hand(write_hand(reading.record)).record == reading.record


def test_every_way_to_name_cards_in_a_turn_can_be_settled():
    text = hand_text(
        "N: draw 4Dr; open JK2r 3Hr 4H; discard 9Dr\nE: draw; discard 9Db",
        N="JK 3H 4H 9D",
        E="9D 3H",
        stock="9C 4D",
    )
    reading = read_hand(text)
    assert reading.problem is None, reading.problem
    assert [str(copy) for copy in reading.record.moves[1].cards] == ["JK2r", "3Hr", "4Hb"]
    assert str(reading.record.deal.stock[1]) == "4Dr"


def test_a_physical_card_that_another_seat_must_hold_is_not_held():
    text = hand_text("N: draw; discard 3Hr\nE: draw; discard 3Hr", N="3H", E="3H")
    assert problem(text).code == "card.not_held"


def test_a_face_means_the_lower_of_two_equal_cards():
    text = hand_text("N: draw; discard 3H", N="3Hr 3Hb")
    assert str(read_hand(text).record.moves[-1].card) == "3Hb"


def test_texts_too_long_to_be_a_hand_are_refused_unread():
    assert problem("x" * (MAX_CHARACTERS + 1)).code == "notation.syntax"
    found = problem("\n" * MAX_LINES + "\n")
    assert (found.code, found.line) == ("notation.syntax", MAX_LINES + 1)


def test_a_record_names_cards_not_places():
    record, _ = played(2)
    twins = {copy: CardCopy(copy.twin) for copy in PACK}
    deal = record.deal
    other = replace(
        deal,
        hands=tuple(tuple(twins[copy] for copy in hand) for hand in deal.hands),
        pozzetti=tuple(tuple(twins[copy] for copy in cards) for cards in deal.pozzetti),
        stock=tuple(twins[copy] for copy in deal.stock),
    )
    assert write_hand(dataclasses.replace(record, deal=other, moves=())) != write_hand(
        dataclasses.replace(record, moves=())
    )


def test_a_physical_card_that_nobody_has_named_is_not_held_by_who_has_none():
    assert problem(hand_text("N: draw; discard KCr", E="KC KC")).code == "card.not_held"


@pytest.mark.parametrize(("first", "second"), [("3Hr", "3Hb"), ("3Hb", "3Hr")])
def test_a_card_whose_name_is_settled_does_not_answer_to_its_twins_name(first, second):
    discarded = hand_text(f"N: draw; discard {first}\nE: take; discard {second}", N="3H", S="3H")
    assert problem(discarded).code == "card.not_held"
    drawn = hand_text(f"N: draw {first}; discard {second}", N="4C", S="3H", stock="9C 3H")
    assert problem(drawn).code == "card.not_held"
    laid = f"N: draw {first}; open 3D 3S {second}; discard 4C"
    assert problem(hand_text(laid, N="4C 3D 3S", S="3H", stock="9C 3H")).code == "card.not_held"


def test_a_joker_whose_name_is_settled_does_not_answer_to_another_jokers_name():
    for named in ("JK1b", "JK2b", "JK1r", "JK2r"):
        for other in {"JK1b", "JK2b", "JK1r", "JK2r"} - {named}:
            text = hand_text(
                f"N: draw; discard {named}\nE: take; discard {other}", N="JK", S="JK JK", W="JK"
            )
            assert problem(text).code == "card.not_held"


def test_a_card_written_thrice_in_an_action_is_not_held():
    for cards in ("3Hb 3Hr 3Hb", "3H 3H 3H", "3Hb 3Hb 3Hb"):
        for own in ("", "3H", "3H 3H"):
            text = hand_text(f"N: draw; open {cards}", N=own)
            assert problem(text).code == "card.not_held"


def test_a_hand_ends_where_another_begins():
    one = hand_text().rstrip("\n") + "\n"
    problem = read_hand(one + one).problem
    assert problem is not None
    assert "another hand begins here" in problem.message


def test_a_file_of_hands_is_parted_at_every_title():
    one = hand_text().rstrip("\n") + "\n"
    lines = ("# my evening\n" + one + one).splitlines(keepends=True)
    parted = list(separate(lines))
    assert [first for first, _ in parted] == [1, 2 + one.count("\n")]
    assert "".join(text for _, text in parted) == "".join(lines)
    # One line more than a hand can have is kept, to tell that it is none.
    ((_, text),) = separate(["word\n"] * (MAX_LINES + 50))
    assert text.count("\n") == MAX_LINES + 1
