"""A board that runs another program than before is told to the arbiter, also over a restart of the program."""

from tests.app.standing import evening_at

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.recovery import Recovery
from tallone.journal.records import Found, LinkChanged, PhaseEntered
from tallone.link.messages import Role, Welcome

FIRST, OTHER = "0011223344556677", "8899aabbccddeeff"


def changes(evening):
    return [
        record.zone
        for record in evening.effects.take()[0]
        if isinstance(record, Found) and record.what == "firmware-changed"
    ]


def test_another_program_between_two_hands_calls_the_arbiter():
    evening = evening_at(Phase.LOAD)
    for firmware, wanted in ((FIRST, []), (FIRST, []), (OTHER, ["croupier"]), (OTHER, [])):
        evening.firmware.setdefault("croupier", FIRST)
        if evening.firmware["croupier"] == "":
            evening.firmware["croupier"] = FIRST
        evening.effects.take()
        evening.board_up(Role.CROUPIER, firmware, 1.0)
        assert changes(evening) == wanted, firmware
    assert evening.arbiter_called


def test_the_first_answer_of_an_evening_is_no_change():
    evening = Evening(evening_at(Phase.LOAD).setup)
    evening.board_up(Role.MAT, FIRST, 1.0)
    assert changes(evening) == []
    assert not evening.arbiter_called


def test_a_program_that_was_changed_while_the_table_was_off_is_told():
    welcome = Welcome(
        protocol=1,
        role="mat",
        boot_id=1,
        boot_reason=1,
        serial=bytes(8),
        firmware_version="0.1.0",
        firmware_hash=bytes.fromhex(FIRST),
    )
    again = Evening(evening_at(Phase.LOAD).setup)
    Recovery(again).run(
        [
            LinkChanged(at=1.0, board="mat", what="up", detail=welcome.firmware),
            PhaseEntered(at=2.0, hand=1, phase="load"),
        ]
    )
    again.board_up(Role.MAT, OTHER, 3.0)
    assert changes(again) == ["mat"]
