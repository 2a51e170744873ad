"""Which page each stage shows, and what each of its buttons does: one list for the eye and for the finger."""

from collections.abc import Callable
from typing import Final

from tallone.app.foyer.deeds import Deed, Inner
from tallone.app.foyer.foyer import CHECKS, FORMULAS, Formula, Foyer
from tallone.app.foyer.given import Given
from tallone.app.foyer.setting_pages import (
    first_run,
    number_page,
    setting_page,
    settings_page,
    sound_page,
    touch_page,
)
from tallone.app.foyer.shown import BACK, Offer, Shown, choices, deeds, menu, offer, paged
from tallone.app.foyer.stages import Act, Stage, Step
from tallone.assist import Assist
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.pages import (
    Checklist,
    Choice,
    Item,
    Keyboard,
    Place,
    Places,
    Tint,
    Words,
)
from tallone.display.views.view import SeatDraw
from tallone.rules import load_profile
from tallone.rules.cards.seats import Seat
from tallone.rules.match.seat_draw import RedrawNeeded, SeatOrder
from tallone.rules.profiles.profile import PROFILE_NAMES

_RULES_A_PAGE: Final = 4
_HELP_PARAGRAPHS: Final = ("help.call", "help.wilds", "help.badge", "help.seal")


def shown(foyer: Foyer, given: Given) -> Shown:
    """Return the page of the foyer's stage; the table's own screens are not its business."""
    return _PAGES[foyer.stage](foyer, given)


def _welcome(_foyer: Foyer, given: Given) -> Shown:
    offers = []
    if given.in_match:
        ours, theirs = given.totals
        detail = say("foyer.go_on_detail", hand=given.hand, ours=ours, theirs=theirs)
        offers.append(offer("foyer.go_on", Step.GO_ON, detail=detail, tint=Tint.GO))
        offers.append(_sure("foyer.new_match", Act.NEW_MATCH, "foyer.new_match_gives_up"))
    else:
        detail = say("foyer.new_match_detail")
        offers.append(offer("foyer.new_match", Step.NEW_MATCH, detail=detail, tint=Tint.GO))
        offers.append(offer("foyer.at_once", Step.GO_ON, detail=say("foyer.at_once_detail")))
    offers += [
        offer("foyer.settings", Step.SETTINGS, detail=say("foyer.settings_detail")),
        offer("foyer.help", Step.HELP, detail=say("foyer.help_detail")),
        offer("foyer.good_night", Step.LEAVE, detail=say("foyer.good_night_detail")),
    ]
    club = given.config.club
    title = say("foyer.welcome_club", club=club) if club else say("foyer.welcome")
    return menu(title, offers, under=say("foyer.welcome_under"))


def _sure(key: str, act: Act, detail: str, tint: Tint = Tint.CALM) -> Offer:
    return offer(key, Step.ASK, act, detail=say(detail), tint=tint)


def _who(_foyer: Foyer, given: Given) -> Shown:
    offers = [offer("foyer.no_names", Step.NO_NAMES, detail=say("foyer.no_names_detail"))]
    if given.members:
        detail = say("foyer.from_list_detail", n=len(given.members))
        offers.append(offer("foyer.from_list", Step.FROM_LIST, detail=detail))
    offers.append(
        offer("foyer.type_names", Step.TYPE_NAMES, detail=say("foyer.type_names_detail"))
    )
    return menu(say("foyer.who"), [*offers, BACK])


def _list(foyer: Foyer, given: Given) -> Shown:
    taken = set(foyer.seating.names.values())
    free = [name for name in given.members if name not in taken]
    some, turns = paged(free, foyer.page, 8)
    offers = [offer("plain.name", Step.NAMED, name, name=name) for name in some]
    seat = foyer.seat or Seat.NORTH
    offers += turns
    offers.append(offer("foyer.type_it", Step.TYPE_NAMES))
    offers.append(BACK)
    return menu(say("foyer.who_sits", seat=seat), offers)


def _type(foyer: Foyer, _given: Given) -> Shown:
    seat = foyer.seat or Seat.NORTH
    does = [
        offer("foyer.back", Step.BACK),
        offer("foyer.without_name", Step.NAMED, ""),
        offer("foyer.name_right", Step.NAMED, None, tint=Tint.GO),
    ]
    body = Keyboard(
        title=say("foyer.who_sits", seat=seat),
        typed=foyer.typed,
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def _seating(_foyer: Foyer, _given: Given) -> Shown:
    offers = [
        offer("foyer.draw", Step.DRAW_SEATS, detail=say("foyer.draw_detail")),
        offer("foyer.seated", Step.SEATED, detail=say("foyer.seated_detail")),
        BACK,
    ]
    return menu(say("foyer.seating"), offers)


def _draw(foyer: Foyer, given: Given) -> Shown:
    result = foyer.seating.drawing(given.draw_rule)
    draws = foyer.seating.draws
    first = result.highest if isinstance(result, SeatOrder) else None
    waiting = result.seats if isinstance(result, RedrawNeeded) else ()
    again = tuple(seat for seat in waiting if draws.get(seat))
    body = SeatDraw(
        draws=tuple(
            (seat, draws[seat][-1] if draws.get(seat) else None) for seat in foyer.seating.seats
        ),
        first=first,
        again=again,
        asked=waiting[0] if waiting else None,
    )
    does = [offer("foyer.back", Step.BACK)]
    if first is not None:
        does.append(offer("foyer.to_places", Step.DRAWN, tint=Tint.GO))
    return Shown(body, deeds(does), bar=choices(does))


def _places(foyer: Foyer, given: Given) -> Shown:
    seating = foyer.seating
    places = tuple(
        Place(
            seat=seat,
            name=seating.names.get(seat, ""),
            deals=seat is (seating.dealer or Seat.NORTH),
            chosen=seat is foyer.seat,
        )
        for seat in seating.seats
    )
    under = say("places.first", seat=_highest(foyer, given)) if seating.draws else None
    under = under or say("places.how")
    if foyer.seat is not None:
        under = say("places.second", seat=foyer.seat)
    does = [BACK, offer("places.right", Step.PLACES_RIGHT, tint=Tint.GO)]
    body = Places(
        title=say("places.title"),
        under=under,
        places=places,
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def _highest(foyer: Foyer, given: Given) -> Seat:
    result = foyer.seating.drawing(given.draw_rule)
    return result.highest if isinstance(result, SeatOrder) else Seat.NORTH


def formula_words(formula: Formula) -> Phrase:
    """Return a formula in words."""
    if formula.points:
        return say("formula.points", points=formula.points)
    return say("formula.hands", n=formula.hands)


def _form(foyer: Foyer, given: Given) -> Shown:
    profile = foyer.profile or given.config.profile
    offers = [
        offer("form.rules", Step.CHOOSE_RULES, detail=_rules_name(profile)),
        offer("form.formula", Step.CHOOSE_FORMULA, detail=formula_words(foyer.formula)),
        offer("form.begin", Step.BEGIN, detail=say("form.begin_detail"), tint=Tint.GO),
        BACK,
    ]
    return menu(say("form.title"), offers)


def _rules_name(profile: str) -> Phrase:
    if profile in PROFILE_NAMES:
        return say(f"code.{profile}")
    return say("plain.name", name=profile.rsplit("/", 1)[-1].removesuffix(".toml"))


def _rules_of(foyer: Foyer, given: Given) -> Shown:
    now = foyer.profile or given.config.profile
    wanted = [name for name in PROFILE_NAMES if _may_play(name, foyer.seating.players)]
    offers = [offer(f"code.{name}", Step.CHOSEN, name, marked=name == now) for name in wanted]
    return menu(say("form.rules"), [*offers, BACK])


def _may_play(name: str, players: int) -> bool:
    return load_profile(name).may_play(players)


def _formula(foyer: Foyer, _given: Given) -> Shown:
    offers = []
    for place, formula in enumerate(FORMULAS):
        choice = Choice(label=formula_words(formula), marked=formula == foyer.formula)
        offers.append(Offer(choice, Deed(Step.CHOSEN, place)))
    return menu(say("form.formula"), [*offers, BACK])


def _menu(_foyer: Foyer, given: Given) -> Shown:
    offers = [offer("foyer.back_to_table", Step.BACK, tint=Tint.GO)]
    # In a tournament what changes the play is the arbiter's: the panel has it.
    free = given.assist is not Assist.GARA
    if free:
        offers.append(offer("menu.pause", Step.PAUSE, detail=say("menu.pause_detail")))
    offers.append(offer("foyer.help", Step.HELP, detail=say("foyer.help_detail")))
    if free and given.hand_under_way:
        offers.append(_sure("menu.break_off", Act.BREAK_OFF, "menu.break_off_detail"))
    if free and given.in_match and not given.counting:
        offers.append(_sure("menu.end_match", Act.END_MATCH, "menu.end_match_detail"))
    if free and not given.counting:
        if given.in_match:
            offers.append(_sure("foyer.new_match", Act.NEW_MATCH, "foyer.new_match_gives_up"))
        else:
            offers.append(
                offer("foyer.new_match", Step.NEW_MATCH, detail=say("foyer.new_match_detail"))
            )
    offers += [
        offer("foyer.settings", Step.SETTINGS, detail=say("foyer.settings_detail")),
        offer("foyer.good_night", Step.LEAVE, detail=say("foyer.good_night_detail")),
    ]
    return menu(say("menu.title"), offers)


def _pause(foyer: Foyer, _given: Given) -> Shown:
    left = foyer.clock.stopped_with
    clock = ""
    if left is not None:
        sign = "+" if left < 0 else ""
        minutes, seconds = divmod(abs(int(left)), 60)
        clock = f"{sign}{minutes}:{seconds:02d}"
    resume = offer("pause.resume", Step.RESUME, detail=say("pause.resume_detail"), tint=Tint.GO)
    body = Words(
        title=say("pause.title"),
        paragraphs=(say("pause.words"),),
        clock=clock,
        picture="pause",
        choices=(resume.choice,),
    )
    return Shown(body, (resume.deed,))


def _sure_page(foyer: Foyer, _given: Given) -> Shown:
    act = foyer.act or Act.SWITCH_OFF
    no = offer(f"sure.{act.value}.no", Step.BACK, tint=Tint.GO)
    yes = offer(
        f"sure.{act.value}.yes",
        Inner.YES,
        detail=say(f"sure.{act.value}.detail"),
        tint=Tint.CARE,
    )
    # The way back stands first, where the first touch seldom was.
    return menu(say(f"sure.{act.value}.title"), [no, yes])


def _help(foyer: Foyer, given: Given) -> Shown:
    some, turns = paged(_HELP_PARAGRAPHS, foyer.page, 2)
    does = [BACK, *turns, offer("help.rules", Step.SHOW_RULES)]
    body = Words(
        title=say("help.title"),
        paragraphs=(given.now_what, *(say(key) for key in some)),
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def _rules(foyer: Foyer, given: Given) -> Shown:
    some, turns = paged(given.rules, foyer.page, _RULES_A_PAGE)
    does = [BACK, *turns]
    body = Words(
        title=say("help.rules_of", name=_rules_name(given.config.profile)),
        paragraphs=tuple(say("help.rule", title=title, prose=words) for title, words in some),
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def _good_night(foyer: Foyer, given: Given) -> Shown:
    lines = []
    for check in CHECKS:
        if check == "machine" and not given.has_machine:
            continue
        by_mat = check == "mat"
        done = given.mat_is_empty if by_mat else check in foyer.done
        lines.append(
            Item(
                label=say(f"farewell.{check}"),
                detail=say(f"farewell.{check}_detail"),
                done=done,
                can_tick=not by_mat,
            )
        )
    ready = all(line.done for line in lines)
    key = "farewell.keep_hand" if given.hand_under_way else "farewell.receipts"
    under = say(key, n=given.receipts) if key == "farewell.receipts" else say(key)
    off = offer("farewell.off", Step.ASK, Act.SWITCH_OFF, tint=Tint.GO if ready else Tint.CALM)
    does = [BACK, off]
    body = Checklist(
        title=say("farewell.title"),
        under=under,
        items=tuple(lines),
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def checks(given: Given) -> tuple[str, ...]:
    """Return the lines of the good night's list at this table, in their order."""
    return tuple(check for check in CHECKS if check != "machine" or given.has_machine)


def _off(_foyer: Foyer, _given: Given) -> Shown:
    body = Words(
        title=say("farewell.bye"), paragraphs=(say("farewell.bye_words"),), picture="tick"
    )
    return Shown(body, ())


def _locked(foyer: Foyer, given: Given) -> Shown:
    does = [BACK, offer("lock.open", Inner.UNLOCK, tint=Tint.GO)]
    under = say("lock.shut", n=round(given.shut_for)) if given.shut_for else say("lock.under")
    body = Keyboard(
        title=say("lock.title"),
        under=under,
        typed=foyer.typed,
        digits_only=True,
        hidden=True,
        choices=choices(does),
    )
    return Shown(body, deeds(does))


def _table(_foyer: Foyer, _given: Given) -> Shown:
    raise LookupError("the table's own screens are the evening's")


_PAGES: Final[dict[Stage, Callable[[Foyer, Given], Shown]]] = {
    Stage.FIRST_RUN: first_run,
    Stage.WELCOME: _welcome,
    Stage.WHO: _who,
    Stage.LIST: _list,
    Stage.TYPE: _type,
    Stage.SEATING: _seating,
    Stage.DRAW: _draw,
    Stage.PLACES: _places,
    Stage.FORM: _form,
    Stage.RULES_OF: _rules_of,
    Stage.FORMULA: _formula,
    Stage.TABLE: _table,
    Stage.MENU: _menu,
    Stage.PAUSE: _pause,
    Stage.SURE: _sure_page,
    Stage.HELP: _help,
    Stage.RULES: _rules,
    Stage.SETTINGS: settings_page,
    Stage.SETTING: setting_page,
    Stage.NUMBER: number_page,
    Stage.SOUND: sound_page,
    Stage.TOUCH: touch_page,
    Stage.LOCKED: _locked,
    Stage.GOOD_NIGHT: _good_night,
    Stage.OFF: _off,
}
