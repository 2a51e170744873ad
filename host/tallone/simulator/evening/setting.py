"""What is the same at both levels: the packs and their registries, the room, the people."""

import dataclasses
import json
from pathlib import Path
from typing import Final

from tallone.bots import SensibleBot
from tallone.dealing.packs.registry_db import RegistryDb
from tallone.profile_file import asked_profile, whole_name
from tallone.rules import Profile
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.report import Seen
from tallone.simulator.faults.faults import FaultPlan
from tallone.simulator.people.habits import habits_of
from tallone.simulator.people.manual_dealers import ByHand
from tallone.simulator.people.people import People
from tallone.simulator.room.cards import CardPress, SimCard, enrol
from tallone.simulator.room.noise import rates
from tallone.simulator.room.pace import Pace
from tallone.simulator.room.room import Machines, Room, Screen
from tallone.simulator.room.world import Senses, Timeline, World

PACK_NAME: Final = "blue-and-red-1"
OTHER_PACK: Final = "blue-and-red-2"
# The same in every run, for the same seed gives the same files.
_ENROLLED_AT: Final = "2026-01-01T00:00:00+00:00"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Packs:
    """The cards of the evening, and the rules."""

    profile: Profile
    press: CardPress
    pack: list[SimCard]
    spare: list[SimCard]


def prepare(options: Options, folder: Path) -> Packs:
    """Print and enrol the packs; leave registries and the program's settings in the folder.

    Raises UsageError for a profile that does not exist.
    """
    profile = asked_profile(options.profile)
    press = CardPress(options.stream("cards"))
    pack, spare = press.pack(PACK_NAME), press.pack(OTHER_PACK)
    with RegistryDb(folder / "registry.sqlite", durable=False) as registry:
        for name, cards in ((PACK_NAME, pack), (OTHER_PACK, spare)):
            registry.load(enrol(name, cards), "", _ENROLLED_AT)
    settings = {
        "seed": options.seed,
        "profile": whole_name(options.profile),
        "players": options.players,
        "hands": options.hands,
        "deal": options.deal,
        "packs": (PACK_NAME, OTHER_PACK)[: options.packs],
        "assist": options.assist,
        "rehearse_certify": options.rehearse_certify,
        "screens": str(options.screens.resolve()) if options.screens else None,
    }
    (folder / "run.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")
    return Packs(profile=profile, press=press, pack=pack, spare=spare)


class Setting:
    """The world with its people; `people.run` begins the evening."""

    def __init__(
        self,
        options: Options,
        packs: Packs,
        *,
        timeline: Timeline,
        senses: Senses,
        screen: Screen,
        machines: Machines,
    ) -> None:
        rng = options.stream("people")
        self.world = World(timeline, senses, options.stream("world"), rates(options.noise))
        self.room = Room(
            timeline=timeline,
            world=self.world,
            screen=screen,
            machines=machines,
            press=packs.press,
            pace=Pace(rng),
            rng=rng,
            players=options.players,
            pack=list(packs.pack),
            spare=list(packs.spare),
        )
        self.faults = FaultPlan(options.faults)
        self.people = People(
            self.room,
            packs.profile,
            SensibleBot(),
            self.faults,
            hands=options.hands,
            until=options.until,
            dealers=ByHand(self.room) if options.deal == "manual" else None,
            habits=habits_of(options.people),
            # The boards' firmware knows two tiles a side.
            mat="tiles" if options.level == "chain" else "lanes",
        )

    def seen(self) -> Seen:
        """Return what the report needs."""
        return Seen(
            laid=[(at, card, zone.value) for at, card, zone in self.world.laid],
            hands=self.people.hands,
            injected=self.faults.injected,
            hand_began=self.people.hand_began,
        )
