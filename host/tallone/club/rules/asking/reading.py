"""What queries about standings and movements have in common: entrants, results, code, scale."""

from collections.abc import Mapping, Sequence
from typing import Any

from tallone.club.rules.codes import ClubCode, load_code
from tallone.club.rules.meetings import Award, Match, Played, Who
from tallone.club.rules.record.state import check_groups
from tallone.club.rules.refusal import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    as_list,
    as_object,
    as_whole,
    entrant_key,
    given,
    items,
    known,
    numbers,
    objects,
    once,
    pair,
    shown,
    syntax,
    whole,
    word,
)
from tallone.club.rules.scoring import NOTHING, Scale, Share, check_points, scale_for, team_scale
from tallone.club.rules.standing import Field

MAX_HANDS = 100
MAX_VP = 1_000
_KINDS = ("bye", "forced", "absent", "zero")


def code_of(query: Mapping[str, Any]) -> ClubCode:
    """Return the code of a query, FE.BUR.IT's without one."""
    return load_code(query.get("code", "febur"))


def scale_of(query: Mapping[str, Any]) -> Scale:
    """Return how points become VP; raise Refused `query.syntax` or `vp.*`."""
    hands = whole(query, "hands", low=-MAX_HANDS, high=MAX_HANDS)
    bounds = numbers(query, "vp_bounds") if given(query, "vp_bounds") else None
    return scale_for(hands, code_of(query), bounds)


def entrants_of(query: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the entrants: so many, or those of the list."""
    asked = query.get("entrants")
    if isinstance(asked, list):
        named = [as_whole(one, "an entrant", low=0) for one in as_list(asked, "'entrants'")]
        if len(named) > MAX_ENTRANTS:
            syntax(f"'entrants' has more than {MAX_ENTRANTS}")
        once(named, "'entrants'")
        return tuple(named)
    return tuple(range(1, as_whole(asked, "'entrants'", low=0, high=MAX_ENTRANTS) + 1))


def lot_seed_of(query: Mapping[str, Any]) -> str | None:
    """Return the seed of the lot, None without one."""
    return word(query, "lot_seed") if given(query, "lot_seed") else None


def groups_of(query: Mapping[str, Any]) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups, None without any; they are checked against the entrants elsewhere."""
    if not given(query, "groups"):
        return None
    return tuple(
        tuple(as_whole(one, "an entrant") for one in as_list(group, "a group"))
        for group in items(query, "groups")
    )


def field_of(query: Mapping[str, Any], groups: tuple[tuple[int, ...], ...] | None = None) -> Field:
    """Return whom a standing ranks and what is added."""
    entrants = entrants_of(query)
    inside = frozenset(entrants)
    if groups is not None:
        check_groups(groups, inside)
    carry = shares_by_entrant(query, "carry_in")
    adjustments = []
    for one in objects(query, "adjustments"):
        entrant = known(inside, whole(one, "entrant"))
        adjustments.append((entrant, Share(whole(one, "vp", 0), whole(one, "mp", 0))))
    for entrant in carry:
        known(inside, entrant)
    return Field(
        entrants=entrants,
        code=code_of(query),
        lot_seed=lot_seed_of(query),
        groups=groups,
        adjustments=tuple(adjustments),
        carry=carry,
    )


def shares_by_entrant(query: Mapping[str, Any], key: str) -> dict[int, Share]:
    """Return VP and MP by entrant of a field like `carry_in`."""
    written = as_object(query[key], repr(key)) if given(query, key) else {}
    found: dict[int, Share] = {}
    for name, one in written.items():
        share = as_object(one, f"an item of {key!r}")
        found[entrant_key(name, repr(key))] = Share(whole(share, "vp", 0), whole(share, "mp", 0))
    return found


def played_of(query: Mapping[str, Any], entrants: Sequence[int], *, scored: bool = True) -> Played:
    """Return the results of a query as values; a rest needs `hands`, as points do.

    Not `scored`, only who met and who rested is wanted, and nothing becomes VP.
    """
    reading = _Results(query, frozenset(entrants), scored=scored)
    for one in objects(query, "results"):
        reading.take(one)
    played = Played(matches=tuple(reading.matches), awards=tuple(reading.awards))
    played.check()
    return played


class _Results:
    """Results while they are read; the scale is asked for only where it is needed."""

    def __init__(
        self, query: Mapping[str, Any], entrants: frozenset[int], *, scored: bool
    ) -> None:
        self.query = query
        self.scored = scored
        self.entrants = entrants
        self.matches: list[Match] = []
        self.awards: list[Award] = []
        self._scale: Scale | None = None

    @property
    def scale(self) -> Scale:
        if self._scale is None:
            self._scale = scale_of(self.query)
        return self._scale

    def take(self, one: Mapping[str, Any]) -> None:
        number = whole(one, "round", low=1, high=MAX_ROUNDS)
        if "entrant" in one or "kind" in one:
            self._award(number, one)
            return
        a, b = (self._side(one, name) for name in ("a", "b"))
        if len(a) != len(b):
            syntax("'a' and 'b' are two entrants, or two players each")
        once(a + b, f"round {number}")
        points, shares = self._score(one)
        self.matches.append(Match(round=number, a=a, b=b, points=points, shares=shares))

    def _award(self, number: int, one: Mapping[str, Any]) -> None:
        entrant = known(self.entrants, whole(one, "entrant"))
        kind = word(one, "kind")
        if kind not in _KINDS:
            syntax(f"{shown(kind)} is no kind of result; there are {', '.join(_KINDS)}")
        if kind == "zero" or not self.scored:
            share = NOTHING
        else:
            share = self.scale.leaver if kind == "absent" else self.scale.rest
        self.awards.append(
            Award(round=number, entrant=entrant, share=share, rest=kind in {"bye", "forced"})
        )

    def _side(self, one: Mapping[str, Any], name: str) -> Who:
        value = one.get(name)
        if isinstance(value, list):
            if len(value) != 2:
                syntax(f"{name!r} is one entrant, or two players")
            return tuple(known(self.entrants, as_whole(player, repr(name))) for player in value)
        return (known(self.entrants, as_whole(value, repr(name))),)

    def _score(
        self, one: Mapping[str, Any]
    ) -> tuple[tuple[int, int] | None, tuple[Share, Share] | None]:
        points = pair(one["points"], "'points'") if given(one, "points") else None
        if not self.scored:
            if points is not None:
                check_points(points)
            return points, None
        if given(one, "vp"):
            vp = pair(one["vp"], "'vp'", low=-MAX_VP, high=MAX_VP)
            if given(one, "mp"):
                mp = pair(one["mp"], "'mp'")
            else:
                mp = (self.scale.equivalent(vp[0]), self.scale.equivalent(vp[1]))
            return points, (Share(vp[0], mp[0]), Share(vp[1], mp[1]))
        if points is not None:
            return points, self.scale.shares(points)
        if given(one, "tables"):
            return self._teams(as_list(one["tables"], "'tables'"))
        return None, None

    def _teams(
        self, tables: Sequence[object]
    ) -> tuple[tuple[int, int] | None, tuple[Share, Share] | None]:
        if not tables:
            syntax("'tables' of a meeting names no table")
        scores = [pair(one, "a table") for one in tables]
        sums = (sum(one[0] for one in scores), sum(one[1] for one in scores))
        code = code_of(self.query)
        if code.team_scoring == "table":
            given_bounds = given(self.query, "team_bounds")
            bounds = numbers(self.query, "team_bounds") if given_bounds else None
            for one in scores:
                check_points(one)
            return sums, team_scale(bounds, code).shares(sums)
        shares = [self.scale.shares(one) for one in scores]
        first, second = (
            Share(sum(one[side].vp for one in shares), sum(one[side].mp for one in shares))
            for side in (0, 1)
        )
        return sums, (first, second)
