"""The steps of enrolling at a desk: decks through the throat, cards on the mat, one card anew."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.app.edges.desk import UNDO, Desk, QuitError
from tallone.commands.packs.desk import News, clear_first, help_machine, job_number
from tallone.dealing.croupier.enrol_job import (
    SHORT,
    EnrolAnswer,
    EnrolJob,
    Enrolment,
    Genuine,
    factory_order,
)
from tallone.dealing.packs.certificate import is_right
from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.packs.registry_db import RegistryDb, RegistryError
from tallone.dealing.packs.registry_file import read
from tallone.display.texts.phrases import text
from tallone.errors import ConfigError, LinkError
from tallone.mat.events import TagUid
from tallone.mat.registry import read_registry, uid_text
from tallone.mat.zones import Zone
from tallone.outside import say
from tallone.rules.cards.cards import CardCopy, Deck

# Where single cards are read: coil and scale, and the place nearest to the machine.
READING_PLACE: Final = Zone.DISCARD
_MOST_SHOWN: Final = 12


class Enroller:
    """Enrols at that desk into that registry; `genuine` checks signatures, None asks for none."""

    def __init__(
        self, desk: Desk, registry: RegistryDb, lang: str, genuine: Genuine | None
    ) -> None:
        self._desk = desk
        self._registry = registry
        self._lang = lang
        self._genuine = genuine
        self._last: TagUid | None = None

    def missing(self, pack: str) -> tuple[CardCopy, ...]:
        """Return the cards of a pack that have no tag, in factory order, deck after deck."""
        missing = set(self._registry.registry(pack).missing)
        every = (*factory_order(Deck.BLUE), *factory_order(Deck.RED))
        return tuple(copy for copy in every if copy in missing)

    def through_the_throat(self, pack: str, speed: int) -> None:
        """Enrol what is missing of each deck; raise LinkError or RegistryError where it stops."""
        clear_first(self._desk, self._lang)
        for deck in Deck:
            cards = tuple(copy for copy in self.missing(pack) if copy.deck is deck)
            if cards:
                self._deck(pack, deck, cards, speed)

    def on_mat(self, pack: str, cards: Sequence[CardCopy]) -> None:
        """Enrol card by card; `undo` takes back the last one."""
        done: list[CardCopy] = []
        left = list(cards)
        while left:
            uid = self._read(pack, left[0], len(done), len(cards), fresh=False)
            if uid is None:
                if done:
                    left.insert(0, done.pop())
                    self._registry.withdraw(pack, left[0], _now())
                    say(text("enrol.undone", self._lang, which=str(left[0])))
                continue
            self._registry.enrol(pack, left[0], uid, _now())
            done.append(left.pop(0))

    def replace(self, pack: str, card: CardCopy, why: str) -> None:
        """Give a card another tag, whether its old one is in use or banned already."""
        uid = self._read(pack, card, 0, 1, fresh=True)
        if uid is None:
            raise QuitError
        if card in self._registry.registry(pack).tags:
            self._registry.replace(pack, card, uid, why, _now())
        else:
            self._registry.enrol(pack, card, uid, _now())
        say(text("enrol.replaced", self._lang, which=str(card), pack=pack, uid=uid_text(uid)))

    def certify(self, pack: str, speed: int) -> None:
        """Pass all 108 through the throat; raise RegistryError if they are not the pack."""
        from tallone.commands.packs.certify import run_certification

        index: TagIndex = self._registry.index(pack)
        news = run_certification(self._desk, index, speed, self._lang)
        if is_right(news.findings, certified=news.certified):
            return
        for finding in news.findings:
            words = text(f"finding.{finding.kind}", self._lang)
            say(f"{words}: {' '.join(map(str, finding.cards))}".rstrip(": "))
        raise RegistryError(text("enrol.not_certified", self._lang, pack=pack))

    def _deck(self, pack: str, deck: Deck, cards: tuple[CardCopy, ...], speed: int) -> None:
        asked = text(
            "enrol.deck",
            self._lang,
            deck=text(f"enrol.deck.{deck.name.lower()}", self._lang),
            n=len(cards),
            first=str(cards[0]),
        )
        self._desk.wait_for_ok("deck", asked, pack=pack, cards=" ".join(map(str, cards)))
        job = EnrolJob(job_number(), speed, cards, self._known, self._genuine)
        with News(self._lang) as news:
            self._desk.run(job, news.hear, help_machine(self._lang))
        news.check()
        short = any(trouble.reason == SHORT for trouble in news.not_enrolled)
        # With a card too few nobody knows which of them was which.
        pairs = () if short else job.enrolment.pairs
        self._registry.enrol_all(pack, pairs, _now())
        say(text("enrol.read", self._lang, n=len(pairs), total=len(cards)))
        if self._genuine is not None and pairs:
            say(text("enrol.signed", self._lang, n=job.signed))
        for trouble in news.not_enrolled[:1]:
            at = trouble.position
            which = str(cards[at - 1]) if 0 < at <= len(cards) else "-"
            raise RegistryError(text(trouble.reason, self._lang, which=which, n=at))

    def _read(
        self, pack: str, card: CardCopy, done: int, total: int, *, fresh: bool
    ) -> TagUid | None:
        """Return the tag of the card that is asked for; None if the last one is to be taken back."""
        sentence = text("enrol.lay", self._lang, which=str(card), done=done + 1, total=total)
        self._desk.ask(
            "card",
            sentence,
            pack=pack,
            cards=str(card),
            zone=READING_PLACE.value,
            fresh="yes" if fresh else "no",
        )
        enrolment = Enrolment((card,))
        for heard in self._desk.tags(READING_PLACE):
            if isinstance(heard, str):
                if heard == UNDO:
                    return None
                continue
            after, answer = enrolment.take(heard, self._known)
            if answer is EnrolAnswer.DONE:
                [(_, uid)] = after.pairs
                if self._is_genuine(uid):
                    self._last = uid
                    return uid
                answer = EnrolAnswer.UNSIGNED
            if answer is not EnrolAnswer.NOTHING and not self._is_last(heard):
                say(text(answer.value, self._lang, which=str(card), n=len(heard)))
        raise LinkError("the mat does not go on")

    def _is_last(self, heard: Sequence[TagUid]) -> bool:
        """Whether the card that was read last is there, alone or with the next: it is on its way."""
        return self._last in heard and len(heard) <= 2

    def _is_genuine(self, uid: TagUid) -> bool:
        if self._genuine is None:
            return True
        answer = self._desk.signature(READING_PLACE, uid)
        return answer is not None and self._genuine(uid, answer)

    def _known(self, uid: TagUid) -> str:
        entry = self._registry.entry(uid)
        return "" if entry is None else f"{entry.copy} of {entry.pack}, {entry.state.value}"


def undo_last(registry: RegistryDb, pack: str, cards: int, wall_clock: str) -> Iterator[CardCopy]:
    """Take back the last cards enrolled, one by one; raise RegistryError if there is none."""
    for taken in range(cards):
        copy = registry.last_enrolled(pack)
        if copy is None:
            if not taken:
                raise RegistryError(f"no card of a pack {pack[:40]} is enrolled")
            return
        registry.withdraw(pack, copy, wall_clock)
        yield copy


def pack_rows(registry: RegistryDb, lang: str) -> list[str]:
    """Return a line for each pack."""
    rows = [
        text(
            "enrol.pack",
            lang,
            pack=pack.name,
            club=pack.club or "-",
            enrolled=pack.enrolled,
            deals=pack.deals,
        )
        for pack in registry.summaries()
    ]
    return rows or [text("enrol.none", lang)]


def pack_lines(registry: RegistryDb, pack: str, lang: str) -> list[str]:
    """Return what a pack lacks, and the history of tags that are out of use."""
    index = registry.index(pack)
    missing = index.own.missing
    shown = " ".join(map(str, missing[:_MOST_SHOWN])) + (
        " …" if len(missing) > _MOST_SHOWN else ""
    )
    told = [
        text("enrol.missing", lang, n=len(missing), cards=shown)
        if missing
        else text("enrol.whole", lang, pack=pack)
    ]
    for uid, copy in index.former.items():
        told += [f"{copy}  {uid_text(uid)}  {line}" for line in registry.history(uid)[-1:]]
    return told


def enter_file(registry: RegistryDb, raw: bytes, wall_clock: str) -> list[str]:
    """Enter one pack's file, or a copy of a whole registry; return the packs' names."""
    if b'"tags": {' in raw[:400] or b'"tags":{' in raw[:400]:
        try:
            one = read_registry(raw.decode(errors="replace"))
        except ConfigError as error:
            raise RegistryError(str(error)) from error
        registry.load(one, "", wall_clock)
        return [one.pack]
    content = read(raw)
    registry.restore(content)
    return [name for name, _, _ in content.packs]


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
