"""A whole evening as people touch their way through it, from the first run to good night."""

from tests.foyer.touching import TouchedEvening

from tallone.app.evening.phases import Phase
from tallone.app.foyer.stages import Stage
from tallone.config import load
from tallone.rules.cards.seats import Seat
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.faults.faults import parse

HANDS = 3
SEED = 3
PAGES = {"first_run", "welcome", "list", "type", "draw", "places", "form", "pause"}
NAMES = {
    Seat.NORTH: "Anna Bianchi",
    Seat.EAST: "Bruno Colombo",
    Seat.SOUTH: "Carla Ferrari",
    Seat.WEST: "PIA",
}


def first_run(evening: TouchedEvening) -> None:
    """Ten minutes with the table out of its box: every setting, one after another."""
    other = evening.language
    evening.touch(f"set.language.{other.value}")
    evening.touch("set.on")  # large letters, which is wrong: it is corrected later
    evening.type("CLUB")
    evening.touch("set.right")
    evening.type("12")
    evening.touch("set.right")
    evening.touch("code.febur")
    evening.touch("plain.name", name="blue-and-red-1")
    evening.type("10")
    evening.touch("set.right")
    evening.touch("unit.rotation", n=0)
    evening.touch("unit.brightness", n=100)
    evening.touch("unit.volume", n=60)
    evening.touch("sound.time_out")
    evening.touch("first.heard")
    evening.touch("first.ready")


def correct_a_setting(evening: TouchedEvening) -> None:
    evening.touch("foyer.settings")
    evening.touch("set.large_type")
    evening.touch("set.off")
    evening.touch("foyer.back")


def who_and_where(evening: TouchedEvening) -> None:
    evening.touch("foyer.new_match")
    evening.touch("foyer.from_list")
    for name in ("Anna Bianchi", "Bruno Colombo", "Carla Ferrari"):
        evening.touch("plain.name", name=name)
    evening.touch("foyer.type_it")
    evening.type("PIA")
    evening.touch("foyer.name_right")
    evening.touch("foyer.draw")
    for word in ("2Sb", "AHr", "KDb", "9Cr"):
        evening.lay(word)
    evening.touch("foyer.to_places")
    evening.touch("places.right")
    evening.touch("form.formula")
    evening.touch("formula.hands", n=HANDS)
    evening.touch("form.begin")


def pause(evening: TouchedEvening) -> None:
    evening.finger(evening._target("menu").box)
    evening.touch("menu.pause")
    assert evening.attendant.foyer.clock.stopped_with is not None
    evening.clock += 120.0
    evening.touch("pause.resume")


def call(evening: TouchedEvening) -> None:
    evening.touch("button.arbiter")
    assert evening.evening.arbiter_called
    evening.touch("button.arbiter_cancel")


def good_night(evening: TouchedEvening) -> None:
    evening.finger(evening._target("menu").box)
    evening.touch("foyer.good_night")
    evening.touch("farewell.machine")
    evening.touch("farewell.box")
    evening.touch("farewell.off")
    evening.touch("sure.switch_off.yes")


def play(folder, language, kind=TouchedEvening):
    """Play an evening of three hands; return it when it has said good night."""
    evenings = []

    def opened(place):
        evening = kind(place, language)
        first_run(evening)
        correct_a_setting(evening)
        who_and_where(evening)
        evening.at_turn = {(1, 4): [pause], (1, 6): [call]}
        evenings.append(evening)
        return evening

    options = Options(
        level="events",
        noise=0,
        seed=SEED,
        profile="febur",
        hands=HANDS,
        faults=(parse("jam-hard"),),
    )
    EventTable(options, folder, opened).run(lambda _line: None)
    [evening] = evenings
    check_played(evening)
    good_night(evening)
    check_gone(evening)
    return evening


def check_played(evening):
    inner = evening.evening
    assert inner.phase is Phase.MATCH_END
    assert len(inner.standings.match.hands) == HANDS
    assert inner.standings.match.first_dealer is Seat.WEST, "as the draw has it"
    assert evening.at_turn == {}, "the pause and the call happened"
    assert "jam.title" in evening.titles, "who cleared the jam was shown how"


def check_gone(evening):
    assert evening.attendant.foyer.stage is Stage.OFF
    assert evening.attendant.wants_off(evening.clock + 10)
    settings = load(evening.file)
    assert (settings.table, settings.club, settings.profile) == (12, "CLUB", "febur")
    assert settings.large_type is False
    assert settings.language is evening.language
    assert evening.attendant.foyer.seating.names == NAMES
    assert evening.tones == ["time_out"]
    assert evening.pages >= PAGES
    assert evening.touches > 70, evening.touches
