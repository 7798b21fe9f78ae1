"""Look-ahead: where Cresters would fly if the turn ended now, and which spaces are safe.

Computed once per position, a few spaces per frame, so the screen stays responsive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from kivy.clock import Clock

from companion.core.text import Text, count, listing, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import lookahead
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.battle import Battle, Party, chances
from companion.games.windward.rules.moves import course
from companion.games.windward.screen.stage.marks import Danger, FlightPath, Outlook
from companion.games.windward.table import Captain, Crester, Rest, Turn, Windward
from companion.games.windward.words import SHORT

SLICE = 0.006
"""Seconds of computing per frame."""
Key = tuple[mover.Pieces, mover.CresterRules, int]


def on_offer(table: Windward) -> bool:
    """WW-150: the option is on and the turn hasn't ended."""
    wish = table.setup.options["lookahead"]
    wanted = wish == "on" or (wish == "auto" and not table.competitive)
    return bool(wanted and table.layout and table.is_under_way(Turn) and not table.is_under_way(Rest)
                and not table.is_under_way(Battle))


class Ahead:
    """The outlook for one position; calls `changed` when complete."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._key: Key | None = None
        self._dangers: dict[Hex, Danger] = {}
        self._left: list[Hex] = []
        self._counting: Any = None
        self._table: Windward | None = None

    def look(self, table: Windward, chosen: Hex | None) -> Outlook:
        """Return what is known now, and compute the rest in later frames."""
        captain = table.active
        here = captain.ship if chosen is None else chosen
        pieces, mode = table.pieces(here), table.mode()
        key = (pieces._replace(ship=captain.ship), mode, id(table.planet))
        if key != self._key:
            self._begin(table, key, captain)
        flights = [flight_of(decision) for decision in _forecast(table, pieces, mode, here)]
        return Outlook(tuple(self._dangers.values()), tuple(one for one in flights if len(one.path) > 1))

    def _begin(self, table: Windward, key: Key, captain: Captain) -> None:
        self.stop()
        self._table, self._key, self._dangers = table, key, {}
        reach = course(table, captain)
        self._left = [space for space in (captain.ship, *reach) if space != POST]
        if self._left:
            self._counting = Clock.schedule_interval(self._count, 0)

    def _count(self, _: float) -> None:
        until = perf_counter() + SLICE
        table = self._table
        while self._left and table is not None and perf_counter() < until:
            some, self._left = self._left[:4], self._left[4:]
            found = lookahead.threats(table.planet, table.pieces(None), table.mode(), some)
            self._dangers.update({space: danger_of(threat) for space, threat in found.items()})
        if self._counting is not None and not self._left:
            self.stop()
            self._changed()

    def stop(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None


def _forecast(table: Windward, pieces: mover.Pieces, mode: mover.CresterRules, here: Hex) -> Iterable[mover.Decision]:
    if here == POST and not table.coop:
        return ()
    return lookahead.forecast(table.planet, pieces, mode)


def danger_of(threat: lookahead.Threat) -> Danger:
    attackers = threat.attackers
    return Danger(threat.at, len(attackers), sum(one.strength for one in attackers),
                  any(one.kind == "white" for one in attackers))


def flight_of(decision: mover.Decision) -> FlightPath:
    one = decision.crester
    picture = f"crester_{one.kind}{'_tagged' if one.tagged else ''}"
    return FlightPath(f"{one.kind}{one.id}", picture, decision.way.path, decision.way.arrives)


# --- in words


def verdict(table: Windward, chosen: Hex | None) -> tuple[Text, ...]:
    captain = table.active
    here = captain.ship if chosen is None else chosen
    if here == POST:
        return (_at_port(table, captain),)
    pieces, mode = table.pieces(here), table.mode()
    battles = lookahead.battles(_forecast(table, pieces, mode, here), mode)
    if not battles:
        return (say("If the turn ended here, nothing would attack."),)
    return tuple(_battle_line(table, captain, here, battle) for battle in battles[:2])


def _at_port(table: Windward, captain: Captain) -> Text:
    if table.solo:
        return say("If the turn ends at port, the ship is lost.")
    white = _forecast(table, table.pieces(POST), table.mode(), POST) if table.coop else ()
    if any(one.way.arrives for one in white):
        return say("The White would reach the Trading Post: the ship would be lost.")
    return say("At port nothing would attack.")


def _battle_line(table: Windward, captain: Captain, here: Hex, battle: tuple[mover.FlyingCrester, ...]) -> Text:
    who = attackers_in_words(battle)
    if not table.setup.options["odds"]:
        return say("If the turn ended here: attack by {who}.", who=who)
    cresters = [crester for one in battle if (crester := _crester(table, one.id)) is not None]
    fought = Battle(Party(cresters=cresters), Party(captain), here, here)
    chance = chances(table, fought, fought.defender, captain.cannons)
    return say("Attack by {who}:\n{win} % win, {tie} % tie, {lose} % lose", who=who, win=chance.win, tie=chance.tie,
               lose=chance.lose)


def _crester(table: Windward, number: int) -> Crester | None:
    return next((crester for crester in table.cresters if crester.id == number), None)


def attackers_in_words(battle: tuple[mover.FlyingCrester, ...]) -> Text:
    kinds = [one.kind for one in battle]
    parts: list[Text] = []
    if reds := kinds.count("red"):
        parts.append(count("{number} Red", "{number} Reds", reds, number=spelled(reds)))
    if "white" in kinds:
        parts.append(say("the {kind}", kind=SHORT["white"]))
    return say("{all}", all=listing(tuple(parts)))


