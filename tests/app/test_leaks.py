"""No hidden card in any output before its time; and the search finds each kind of leak that is planted."""

import dataclasses
import logging

import pytest

from tallone.app.evening.outgoing.effects import BoardCommand
from tallone.app.evening.phases import Phase
from tallone.app.headless.leak_match import OverheardEvening, search_match
from tallone.display.texts.phrases import say
from tallone.display.views.values import Notice, Severity
from tallone.journal.records import Found
from tallone.simulator.evening.options import Options

# A seed whose hand is short; a leak needs no long one.
SEED = 2


def match(evening=OverheardEvening, **options):
    return search_match(Options(level="events", seed=SEED, noise=1, **options), evening)


@pytest.mark.parametrize("assist", ["gara", "circolo", "didattica"])
def test_nothing_says_a_hidden_card_before_its_time(assist):
    search = match(hands=1, assist=assist)
    assert search.leaks == []
    # Everything was there to be looked through.
    for where in (
        "screen it",
        "screen en",
        "terminal it",
        "people's view",
        "packets to croupier",
        "packets from mat",
        "record MoveSeen",
        "record DealReported.sealed_report",
        "file journal.sqlite-wal",
        "file name",
    ):
        assert search.looked_at[where] > 0, where


class Blabbing(OverheardEvening):
    """A program with a leak: once, when the cards are dealt, it lets out what the ledger says."""

    changed = staticmethod(lambda view: view)

    def view(self, now):
        return self.changed(super().view(now))

    def step(self, now):
        if self.evening.phase is Phase.READY and not getattr(self, "done", False):
            self.done = True
            self.blab(self.evening.deal.deal, now)
        return super().step(now)


class LogLine(Blabbing):
    def blab(self, deal, now):
        logging.getLogger("tallone.dealing").debug("top of the stock is %s", deal.stock[0])


class PlainRecord(Blabbing):
    def blab(self, deal, now):
        pozzetto = tuple(map(str, deal.pozzetti[0]))
        self.evening.effects.record(Found(at=now, hand=1, what="x", phase="ready", cards=pozzetto))


class UnsealedRecord(Blabbing):
    """A field that should be sealed holds the tag as it is."""

    def blab(self, deal, now):
        uid = next(
            uid
            for uid, copy in self.evening.setup.tags(1).own.copies.items()
            if copy == deal.stock[5]
        )
        self.evening.effects.record(
            Found(at=now, hand=1, what="x", phase="ready", sealed_cards=b"cards: " + bytes(uid))
        )


class ScreenText(Blabbing):
    """The notice of the moment names a card of the stock."""

    def blab(self, deal, now):
        prompt = say("question.which_meld", card=deal.stock[3].card)
        notice = Notice(severity=Severity.ATTENTION, message=prompt)
        self.changed = lambda view: dataclasses.replace(view, notice=notice)


class Journal(Blabbing):
    """The ledger beside the journal, in a file of its own."""

    def blab(self, deal, now):
        path = self.evening.setup.journal.with_name("ledger.bin")
        path.write_bytes(b"stock" + bytes(int(copy) for copy in deal.stock))


class FileName(Blabbing):
    def blab(self, deal, now):
        self.evening.setup.journal.with_name(f"next {deal.stock[0]}.png").touch()


class Packet(Blabbing):
    """The croupier is told where a card goes that does not lie in its throat."""

    def blab(self, deal, now):
        self.evening.effects.commands.append(
            BoardCommand("croupier", "ROUTE", (self.evening.deal.job_number, 2, 12, 3))
        )


class TagPacket(Blabbing):
    """The mat is asked about the tag of a card in the stock."""

    def blab(self, deal, now):
        uid = next(
            uid
            for uid, copy in self.evening.setup.tags(1).own.copies.items()
            if copy == deal.stock[7]
        )
        self.evening.effects.commands.append(
            BoardCommand("mat", "READ_SIGNATURE", (0, bytes(uid)))
        )


@pytest.mark.parametrize(
    ("program", "where"),
    [
        (LogLine, "log line"),
        (PlainRecord, "record Found"),
        (UnsealedRecord, "record Found.sealed_cards"),
        (ScreenText, "screen it"),
        (Journal, "file ledger.bin"),
        (FileName, "file name"),
        (Packet, "packet ROUTE to croupier"),
        (TagPacket, "packet READ_SIGNATURE to mat"),
    ],
)
def test_planted_leak_is_found(program, where):
    search = match(program, hands=1, until="ready")
    assert where in {leak.where for leak in search.leaks}
