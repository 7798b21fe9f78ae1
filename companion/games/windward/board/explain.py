"""Explain a Crester's decision: reasons with rules, and steps for moving the piece."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.core.text import Text, count, listing, say, spelled
from companion.games.windward.board.cresters import CresterRules, Decision, Pieces, distances_from
from companion.games.windward.board.hexes import DIRECTIONS, Hex, direction_to, distance
from companion.games.windward.board.planet import POST, Planet
from companion.games.windward.board.reach import BoardReason

STAYS = {
    "lost": BoardReason("WW-98", say("The ship has left the planet, so nothing hunts it any more.")),
    "port": BoardReason("WW-57", say("The ship rests at port, out of reach.")),
    "fresh": BoardReason("WW-99", say("It arrived too late to move this turn.")),
    "fought": BoardReason("WW-87", say("It fought this captain this turn, so it stays where it is.")),
    "elsewhere": BoardReason("WW-91",
                             say("The ship is in another territory, and this Red never leaves its own.")),
}


class StraightRun(NamedTuple):
    """Spaces in one direction; `towards` is the number printed there round the Trading Post."""

    direction: int
    spaces: int
    towards: int

    @property
    def text(self) -> Text:
        return say("{spaces} towards {number}", spaces=spelled(self.spaces), number=self.towards)


def runs(planet: Planet, path: Sequence[Hex]) -> tuple[StraightRun, ...]:
    ways = [direction_to(start, end) for start, end in pairwise(path)]
    return tuple([StraightRun(direction, len(list(same)), planet.number_towards(direction))
                  for direction, same in groupby(way for way in ways if way is not None)])


SIGNS = dict(zip(DIRECTIONS, "↑↗↘↓↙↖", strict=True))


def in_arrows(planet: Planet, path: Sequence[Hex]) -> str:
    """Such as `↘ 2  ↓ 1`; empty if no straight step leads there."""
    return "  ".join([f"{SIGNS[run.direction]} {run.spaces}" for run in runs(planet, path)])


def for_the_hands(planet: Planet, path: Sequence[Hex]) -> Text:
    steps = runs(planet, path)
    if not steps:
        return say("it stays")
    first = count("one hex towards {number}", "{spaces} hexes towards {number}", steps[0].spaces,
                  spaces=spelled(steps[0].spaces), number=steps[0].towards)
    if len(steps) == 1:
        return first
    return say("{first}, then {rest}", first=first, rest=listing([run.text for run in steps[1:]]))


# --- reasons


def reasons(planet: Planet, pieces: Pieces, mode: CresterRules,
            decision: Decision) -> tuple[BoardReason, ...]:
    if decision.stays:
        if decision.crester.kind == "white" and decision.stays == "fought":
            return (BoardReason("WW-A16", STAYS["fought"].text),)
        return (STAYS[decision.stays],)
    return (_why_it_hunts(planet, pieces, mode, decision), which_way(planet, pieces, mode, decision),
            _what_comes(pieces, mode, decision))


def _why_it_hunts(planet: Planet, pieces: Pieces, mode: CresterRules, decision: Decision) -> BoardReason:
    if decision.crester.kind == "white":
        if pieces.ship == POST:
            return BoardReason("WW-125",
                               say("The turn ended at port, so the White flies for the Trading Post."))
        hunts = say("The turn ended at sky, and the White hunts over the whole planet.")
        if mode.solo:
            return BoardReason("WW-118", hunts)
        return BoardReason("WW-127" if mode.coop else "WW-134", hunts)
    if mode.solo:
        return BoardReason("WW-111", count("All Reds hunt you; with {n} Red beaten each flies {speed}.",
                                           "All Reds hunt you; with {n} Reds beaten each flies {speed}.",
                                           mode.defeated, speed=decision.speed))
    return BoardReason("WW-126" if mode.coop else "WW-86",
                       say("The turn ended at sky in territory {number}, so its Red hunts the ship.",
                           number=planet.territory.get(decision.crester.at, 0)))


def which_way(planet: Planet, pieces: Pieces, mode: CresterRules, decision: Decision) -> BoardReason:
    if decision.away is None:
        if decision.way.end == decision.crester.at:
            return BoardReason("WW-96", say("No open path leads to the ship, so it stays."))
        return BoardReason("WW-A20", say("No open path leads to the ship; it comes as near as it can."))
    start, ship = decision.crester.at, pieces.ship or POST
    spaces, speed = decision.away, decision.speed
    if decision.away == distance(start, ship):
        return BoardReason("WW-94", say("The shortest path is {spaces}, and it flies {speed}.",
                                        spaces=spaces, speed=speed))
    home = planet.territory.get(start) if decision.crester.kind == "red" and not mode.solo else None
    domain = frozenset([space for space in planet.spaces if home in (None, planet.territory[space])])
    if distances_from(planet, ship, domain).get(start) == decision.away:
        text = say("The shortest path round the Post is {spaces}, and it flies {speed}.",
                   spaces=spaces, speed=speed)
        return BoardReason("WW-A34", text)
    if distances_from(planet, ship, domain & planet.sky).get(start) == decision.away:
        text = say("The shortest path round the Drift is {spaces}, and it flies {speed}.",
                   spaces=spaces, speed=speed)
        return BoardReason("WW-94", text)
    text = say("The shortest path round other pieces is {spaces}, and it flies {speed}.",
               spaces=spaces, speed=speed)
    return BoardReason("WW-92", text)


def _what_comes(pieces: Pieces, mode: CresterRules, decision: Decision) -> BoardReason:
    way, red = decision.way, decision.crester.kind == "red"
    if way.arrives and pieces.ship == POST:
        return BoardReason("WW-125", say("It enters the Trading Post: the ship resting there is lost."))
    if way.arrives and mode.solo and red:
        return BoardReason("WW-114",
                           say("It arrives. All Reds there attack together once every Red has flown."))
    if way.arrives:
        return BoardReason("WW-95", say("It arrives, so it attacks at once."))
    flown = len(way.path) - 1
    if decision.away is not None and flown < min(decision.speed, decision.away):
        rule = "WW-113" if red and mode.solo else "WW-A17"
        return BoardReason(rule, say("There's no room ahead, so it stops short."))
    return BoardReason("WW-95", say("It does not arrive, so there is no battle."))
