"""The end of a turn: rest, then the Cresters fly (WW-83 to WW-99, WW-109 to WW-118, WW-125 to WW-127)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.core.kinds import Confirm, PickText
from companion.core.questions import Face, Reason
from companion.core.text import Text, count, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.aftermath import decide, earn, remember, ship_lost, white_wakes
from companion.games.windward.rules.attacks import cresters_attack
from companion.games.windward.rules.placing import HexSpace, where
from companion.games.windward.table import MOST_MORALE, Beast, Captain, Windward

ICONS = ("target", "map-marker-path", "sword-cross")


@dataclass
class Rest:
    """The end of a captain's turn under way."""

    captain: Captain
    resting: bool = True
    white_done: bool = False
    moved: list[int] = field(default_factory=list)
    """Cresters that have flown."""
    now: int = 0
    """The Crester that flies now; 0: none."""
    tied: bool = False
    """Others are equally near, and it matters who is first (WW-97)."""
    way: int = 0
    """Which of its equal ways was chosen."""
    ways: dict[int, tuple[Hex, ...]] = field(default_factory=dict)
    """How each of them flew: shown again when somebody asks, and the way back (WW-95)."""


async def rest(table: Windward, me: Captain) -> None:
    with table.during(Rest(me)):
        if me.at_port:
            await rest_at_port(table, me)
        else:
            await rest_at_sky(table, me)


async def rest_at_port(table: Windward, me: Captain) -> None:
    if table.solo:
        me.morale = 0
        remember(table, "lost", me)
        decide(table, "lost", say("{name} ended a turn at port: the young Red tore the ship apart.", name=me), "WW-109")
    if table.coop:
        await hunt(table)                                                   # WW-125: the White flies for the Post
        me.morale = min(MOST_MORALE, me.morale + 1)
    else:
        me.morale = min(MOST_MORALE, me.morale + table.board.rest_at_port)  # WW-84
    table.tell(say("{name} rested at port: morale {n}.", name=me, n=me.morale), me,
               "WW-125" if table.coop else "WW-84")


async def rest_at_sky(table: Windward, me: Captain) -> None:
    paid = await table.ask(CardOrMorale(me))                                # WW-85, WW-110
    if paid == "morale":
        me.morale -= 1
        table.tell(say("{name}'s crew went hungry: morale {n}.", name=me, n=me.morale), me, "WW-85")
        if me.morale < 1:
            await ship_lost(table, me, None, me.ship)                       # WW-76, WW-A36
    else:
        table.tell(say("{name} gave up a card for the night.", name=me), me, "WW-85")
    await hunt(table)                                                       # WW-86 to WW-88
    if not me.at_port:
        earn_at_sky(table, me)                                              # WW-89
        await white_wakes(table)


def earn_at_sky(table: Windward, me: Captain) -> None:
    if not table.competitive:
        return                                                              # WW-121, WW-132
    earn(table, me, 1, say("{name} spent the night at sky.", name=me), "WW-89")
    if me is table.naturalist:
        tagged = [beast for beast in table.living("red", "grey") if beast.tagged]
        income = sum(3 if beast.kind == "red" else 2 for beast in tagged)
        if income:
            earn(table, me, income, say("{name}'s tagged Cresters fly free.", name=me), "WW-145")


# --- the hunt


async def hunt(table: Windward) -> None:
    """Reds first, nearest first; in solo their one battle; then the White (WW-150)."""
    while call_up(table, "red"):
        await one_flies(table)
    if table.solo:
        await joint_battle(table)                                           # WW-114
    await white_wakes(table)
    while call_up(table, "white"):
        await one_flies(table)
    table.under_way(Rest).white_done = True


def ready(table: Windward) -> tuple[mover.Crester, ...]:
    """Who flies next; several where the table must choose (WW-97, WW-A21)."""
    rest_now = table.under_way(Rest)
    return mover.next_to_move(table.planet, table.pieces(hunted_ship(table)), table.mode(), rest_now.moved)


def call_up(table: Windward, kind: str) -> bool:
    """Set down who flies next; False where none of that kind is left to fly."""
    left = still_to_fly(table, kind)
    if not left or (kind == "white" and still_to_fly(table, "red")):
        return False
    next_ones = [crester.id for crester in ready(table)] if len(left) > 1 else left
    rest_now = table.under_way(Rest)
    rest_now.now, rest_now.way, rest_now.tied = next_ones[0], 0, len(next_ones) > 1
    return True


def still_to_fly(table: Windward, kind: str) -> list[int]:
    """Who of that kind has yet to fly. Mostly it is one or none, and then nobody need measure who is nearer."""
    moved, ship, planet, mode = table.under_way(Rest).moved, hunted_ship(table), table.planet, table.mode()
    return [beast.id for beast in table.beasts if beast.kind == kind and beast.living and beast.at is not None
            and beast.id not in moved and not mover.stays(planet, ship, mode, beast)]


def hunted_ship(table: Windward) -> Hex | None:
    """The active ship; nobody hunts one that was lost (WW-98)."""
    me = table.under_way(Rest).captain
    return me.ship if not me.at_port or table.coop else None


async def one_flies(table: Windward) -> None:
    rest_now = table.under_way(Rest)
    if rest_now.tied:
        key = await table.ask(WhichFirst(rest_now.captain))
        rest_now.now = number_of(key)
    flight = decision(table)
    if flight.asks:
        end = await table.ask(WhichWay(rest_now.captain))
        choose_way(table, end)
        flight = decision(table)
    if len(flight.way.path) > 1:                                            # equal ways are equally long
        await table.ask(Fly(rest_now.captain))
    await fly(table)


def number_of(key: str) -> int:
    return int(key.lstrip("abcdefghijklmnopqrstuvwxyz"))


def decision(table: Windward) -> mover.Decision:
    """Where the Crester of the moment flies, as the table stands."""
    now = table.under_way(Rest).now
    pieces = table.pieces(hunted_ship(table))
    for crester in pieces.cresters:
        if crester.id == now:
            return mover.decide(table.planet, pieces, table.mode(), crester)
    nobody = mover.Crester(now, "red", POST)
    return mover.Decision(nobody, 0, None, (mover.Way((POST,)),), "lost")


def the_way(table: Windward) -> mover.Way:
    ways = decision(table).ways
    chosen = table.under_way(Rest).way
    return ways[chosen] if chosen < len(ways) else ways[0]


def choose_way(table: Windward, end: Hex) -> None:
    for index, way in enumerate(decision(table).ways):
        if key_space(way) == end:
            table.under_way(Rest).way = index


def key_space(way: mover.Way) -> Hex:
    """What tells equal ways apart: where it ends or, arriving, from where it strikes (WW-A19)."""
    return way.back or way.end


async def fly(table: Windward) -> None:
    rest_now = table.under_way(Rest)
    way = the_way(table)
    beast = the_beast(table)
    rest_now.moved.append(rest_now.now)
    if beast is None:
        return
    rest_now.ways[beast.id] = way.path
    beast.at = way.end
    if len(way.path) > 1:
        table.tell(say("The {beast} flew {way}.", beast=KINDS[beast.kind],
                       way=explain.for_the_hands(table.planet, way.path)), rule="WW-94")
    if not way.arrives:
        return
    if way.end == POST:
        await white_enters_post(table, beast)                               # WW-125
    elif not (table.solo and beast.kind == "red"):
        back = way.back or way.end
        await cresters_attack(table, rest_now.captain, [beast], back)       # WW-95, WW-136


async def white_enters_post(table: Windward, white: Beast) -> None:
    """WW-125, WW-A27: no dice; the active ship is lost, and the White steps back."""
    way = table.under_way(Rest).ways[white.id]
    white.at = way[-2] if len(way) > 1 else way[-1]
    table.tell(say("The White Crester came down on the Trading Post."), rule="WW-125")
    await ship_lost(table, table.under_way(Rest).captain, None, POST)


async def joint_battle(table: Windward) -> None:
    """WW-114: all Reds on the ship's space, their strengths added."""
    me = table.under_way(Rest).captain
    reds = [beast for beast in table.flying_at(me.ship) if beast.kind == "red"]
    if reds and not me.at_port:
        await cresters_attack(table, me, reds, me.ship)


def the_beast(table: Windward) -> Beast | None:
    now = table.under_way(Rest).now
    return next((beast for beast in table.beasts if beast.id == now and beast.living), None)


KINDS = {"red": say("Red"), "white": say("White")}


# --- questions


@dataclass(frozen=True)
class CardOrMorale(PickText[Windward]):
    """WW-85: a night at sky costs a card or a point of morale."""

    rule: ClassVar[str] = "WW-85"
    also: ClassVar[tuple[str, ...]] = ("WW-53", "WW-76", "WW-A36")
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        return say("{name}, a card or morale?", name=self.seat)

    def kicker(self, table: Windward) -> Text:
        return say("A night at sky has its price")

    def choices(self, table: Windward) -> Iterable[str]:
        return ("card", "morale")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"captains.{self.seat.index}.morale": max(1, self.seat.morale - 1)} if answer == "morale" else {}

    def face(self, table: Windward, choice: Any) -> Face:
        if choice == "card":
            return Face(say("Discard a card"), say("Unused, face down"), "cards-outline", main=True)
        lost = self.seat.morale <= 1
        hint = say("The ship is lost") if lost else say("{old} becomes {new}", old=self.seat.morale,
                                                        new=self.seat.morale - 1)
        return Face(say("Lose 1 morale"), hint, "emoticon-sad-outline")


@dataclass(frozen=True)
class WhichFirst(PickText[Windward]):
    """WW-97, WW-A21: two Reds are equally near, and it matters."""

    rule: ClassVar[str] = "WW-97"
    also: ClassVar[tuple[str, ...]] = ("WW-A21",)
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        return say("Which Red flies first?")

    def kicker(self, table: Windward) -> Text:
        return say("They are equally near")

    def choices(self, table: Windward) -> Iterable[str]:
        return [f"red{crester.id}" for crester in ready(table)] if table.is_under_way(Rest) else ()

    def face(self, table: Windward, choice: Any) -> Face:
        beast = table.beast(choice)
        return Face(where(table, beast.at if beast is not None and beast.at is not None else POST), icon="target")


@dataclass(frozen=True)
class WhichWay(HexSpace):
    """WW-A19, WW-112: ways of equal length that end differently."""

    rule: ClassVar[str] = "WW-A19"
    also: ClassVar[tuple[str, ...]] = ("WW-112", "WW-94")
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        beast = the_beast(table) if table.is_under_way(Rest) else None
        kind = KINDS["red" if beast is None else beast.kind]
        if beast is not None and the_way(table).arrives:
            return say("From which side does the {kind} strike?", kind=kind)
        return say("Where does the {kind} end its flight?", kind=kind)

    def kicker(self, table: Windward) -> Text:
        return say("These ways are equally short: you choose")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return [key_space(way) for way in decision(table).ways] if table.is_under_way(Rest) else ()

    def button(self, table: Windward, answer: Any) -> Text:
        return say("This way")


@dataclass(frozen=True)
class Fly(Confirm[Windward]):
    """WW-94: an instruction for the hands, with its reasons."""

    rule: ClassVar[str] = "WW-94"
    also: ClassVar[tuple[str, ...]] = ("WW-86", "WW-90", "WW-92", "WW-95", "WW-111", "WW-134")
    fixable: ClassVar[bool] = True
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        if not table.is_under_way(Rest):
            return say("The Cresters rest.")
        way = the_way(table)
        beast = the_beast(table)
        kind = KINDS["red" if beast is None else beast.kind]
        spaces = spelled(len(way.path) - 1)
        if way.arrives and way.end == POST:
            return count("The {kind} flies {spaces} space and strikes the Trading Post.",
                         "The {kind} flies {spaces} spaces and strikes the Trading Post.", len(way.path) - 1,
                         kind=kind, spaces=spaces)
        if way.arrives:
            return count("The {kind} flies {spaces} space and attacks {name}.",
                         "The {kind} flies {spaces} spaces and attacks {name}.", len(way.path) - 1,
                         kind=kind, spaces=spaces, name=self.seat)
        return count("The {kind} flies {spaces} space towards {name}.",
                     "The {kind} flies {spaces} spaces towards {name}.", len(way.path) - 1,
                     kind=kind, spaces=spaces, name=self.seat)

    def kicker(self, table: Windward) -> Text | None:
        beast = the_beast(table) if table.is_under_way(Rest) else None
        if beast is None or beast.at is None:
            return None
        if beast.kind == "white":
            return say("The White Crester")
        return say("The Red of territory {n}", n=table.planet.territory.get(beast.at, 0))

    def hint(self, table: Windward) -> Text | None:
        if not table.is_under_way(Rest):
            return None
        return say("{way}.", way=explain.for_the_hands(table.planet, the_way(table).path))

    def reasons(self, table: Windward) -> Iterable[Reason]:
        if not table.is_under_way(Rest):
            return ()
        pieces = table.pieces(hunted_ship(table))
        found = explain.reasons(table.planet, pieces, table.mode(), decision(table))
        return [Reason(reason.text, icon) for reason, icon in zip(found, ICONS, strict=False)]

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        beast = the_beast(table) if table.is_under_way(Rest) else None
        return {} if beast is None else {f"beasts.{beast.key}": spell(the_way(table).end)}

    def button(self, table: Windward, answer: Any) -> Text:
        if table.is_under_way(Rest) and the_way(table).arrives and not table.solo:
            return say("Moved, now fight")
        return say("Moved")
