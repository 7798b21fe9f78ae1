"""One Crester after the other: who is first, which way, moved (WW-94, WW-97, WW-112, WW-A19, WW-A21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, PickText
from companion.core.questions import Face, Question, Reason
from companion.core.said import said
from companion.core.text import Text, count, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.night.flights import (
    Rest,
    choose_way,
    decision,
    fly,
    hunted_ship,
    key_space,
    number_of,
    ready,
    the_crester,
    the_way,
)
from companion.games.windward.rules.placing import HexSpace, in_words, where
from companion.games.windward.table import Captain, Windward
from companion.games.windward.words import crester_name, letter_of

ICONS = ("target", "map-marker-path", "sword-cross")
Asked = tuple[Question[Windward, Any], ...]


def one_flight(table: Windward) -> tuple[Asked, Asked]:
    """What is asked about the next Crester alone, and how an older app asked it. Nothing where it stays."""
    me, flight, tied = table.under_way(Rest).captain, decision(table), table.under_way(Rest).tied
    if tied and not same_space(ready(table)):
        return (WhichFirst(me),), ()
    twins = (WhichFirst(me),) if tied else ()
    if flight.asks:                                                         # from which side: asked if it goes back
        return ((Fly(me) if flight.way.arrives else ThisWay(me)),), (WhichWay(me), *twins)
    return (Fly(me),) if len(flight.way.path) > 1 else (), twins


def same_space(cresters: Sequence[mover.FlyingCrester]) -> bool:
    """Are they on one hex? Then nobody can tell which of them was first."""
    return len({(one.at, one.tagged) for one in cresters}) == 1


async def fly_one(table: Windward) -> None:
    asked, old = one_flight(table)
    if asked:
        await table.one_of(*asked, old=old)
    else:
        await fly(table)


@dataclass(frozen=True)
class WhichFirst(PickText[Windward]):
    """WW-97, WW-A21: two Reds are equally near, and it matters."""

    rule = "WW-97"
    also = ("WW-A21",)
    icon = "numeric-1-circle-outline"
    seat: Captain

    sentence = said("Which Red flies first?")
    title = said("One by one")
    kicker = said("They are equally near")

    def choices(self, table: Windward) -> Iterable[str]:
        return [f"red{crester.id}" for crester in ready(table)] if table.is_under_way(Rest) else ()

    def face(self, table: Windward, choice: Any) -> Face:
        crester = table.crester(choice)
        if crester is None or crester.at is None:
            return Face(say("A Red"), icon="target")
        return Face(say("Red {letter}", letter=letter_of(crester.id)), where(table, crester.at), "target")

    async def then(self, table: Windward, answer: str) -> None:
        rest_now = table.under_way(Rest)
        rest_now.now, rest_now.tied, rest_now.one_by_one = number_of(answer), False, True
        await fly_one(table)


@dataclass(frozen=True)
class WhichWay(HexSpace):
    """Plays of an older app: the way first, then `Fly`. The same as `ThisWay`, and from which side it strikes."""

    rule = "WW-A19"
    also = ("WW-112", "WW-94", "WW-90")
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        if not table.is_under_way(Rest):
            return say("The Cresters rest.")
        crester = the_crester(table)
        who = say("the Red") if crester is None else crester_name(crester.kind, crester.id)
        return say("Where does {who} end its flight?", who=who)

    kicker = said("These ways are equally short: you choose")

    def hint(self, table: Windward) -> Text | None:
        crester = the_crester(table) if table.is_under_way(Rest) else None
        if crester is None or crester.at is None:
            return None
        return say("It stands on {where}", where=in_words(table, crester.at))

    def choices(self, table: Windward) -> Iterable[Hex]:
        return [key_space(way) for way in decision(table).ways] if table.is_under_way(Rest) else ()

    button = said("This way")

    async def then(self, table: Windward, answer: Hex) -> None:
        rest_now = table.under_way(Rest)
        choose_way(table, answer)
        rest_now.one_by_one = True
        if len(the_way(table).path) > 1:
            await table.one_of(Fly(rest_now.captain))
        else:
            await fly(table)


@dataclass(frozen=True)
class ThisWay(WhichWay):
    """WW-A19, WW-112: ways of equal length that end differently; the tap on one is the flight."""

    at_once = True
    icon = "map-marker-path"

    title = said("One by one")

    def face(self, table: Windward, choice: Any) -> Face:
        way = next((way for way in decision(table).ways if key_space(way) == choice), None)
        if way is None:
            return super().face(table, choice)
        return Face(where(table, choice), say("{way}", way=explain.for_the_hands(table.planet, way.path)))

    def button(self, table: Windward, answer: Any) -> Text:
        return say("Moved there") if answer is not None else say("Choose a way")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        crester = the_crester(table) if table.is_under_way(Rest) else None
        return {} if crester is None else {f"beasts.{crester.key}": spell(answer)}

    async def then(self, table: Windward, answer: Hex) -> None:
        table.under_way(Rest).one_by_one = True
        choose_way(table, answer)
        await fly(table)


@dataclass(frozen=True)
class Fly(Confirm[Windward]):
    """WW-94: an instruction for the hands, with its reasons."""

    rule = "WW-94"
    also = ("WW-86", "WW-90", "WW-92", "WW-95", "WW-111", "WW-134", "WW-136")
    icon = "numeric-1-circle-outline"
    fixable = True
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        if not table.is_under_way(Rest):
            return say("The Cresters rest.")
        way, crester = the_way(table), the_crester(table)
        who = say("The Red") if crester is None else crester_name(crester.kind, crester.id, first=True)
        hexes, number = len(way.path) - 1, spelled(len(way.path) - 1)
        if way.arrives and way.end == POST:
            return count("{who} flies {hexes} hex and strikes the Trading Post.",
                         "{who} flies {hexes} hexes and strikes the Trading Post.", hexes, who=who, hexes=number)
        if way.arrives and table.solo and crester is not None and crester.kind == "red":
            return count("{who} flies {hexes} hex and reaches {name}.", "{who} flies {hexes} hexes and reaches {name}.",
                         hexes, who=who, hexes=number, name=self.seat)
        if way.arrives:
            return count("{who} flies {hexes} hex and attacks {name}.", "{who} flies {hexes} hexes and attacks {name}.",
                         hexes, who=who, hexes=number, name=self.seat)
        return count("{who} flies {hexes} hex towards {name}.", "{who} flies {hexes} hexes towards {name}.", hexes,
                     who=who, hexes=number, name=self.seat)

    title = said("One by one")

    def kicker(self, table: Windward) -> Text | None:
        crester = the_crester(table) if table.is_under_way(Rest) else None
        if crester is None or crester.at is None:
            return None
        return say("From {where}", where=in_words(table, crester.at))

    def hint(self, table: Windward) -> Text | None:
        if not table.is_under_way(Rest):
            return None
        way = the_way(table)
        hands = explain.for_the_hands(table.planet, way.path)
        return say("{way}, to {where}.", way=hands, where=in_words(table, way.end))

    def reasons(self, table: Windward) -> Iterable[Reason]:
        if not table.is_under_way(Rest):
            return ()
        pieces = table.pieces(hunted_ship(table))
        found = explain.reasons(table.planet, pieces, table.mode(), decision(table))
        return [Reason(reason.text, icon) for reason, icon in zip(found, ICONS, strict=False)]

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        crester = the_crester(table) if table.is_under_way(Rest) else None
        return {} if crester is None else {f"beasts.{crester.key}": spell(the_way(table).end)}

    def button(self, table: Windward, answer: Any) -> Text:
        if table.is_under_way(Rest) and the_way(table).arrives and not table.solo:
            return say("Moved, now fight")
        return say("Moved")

    async def then(self, table: Windward, answer: str) -> None:
        table.under_way(Rest).one_by_one = True
        await fly(table)
