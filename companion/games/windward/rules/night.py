"""End of a turn: rest, then Cresters fly singly or together (WW-83 to WW-99, WW-109 to WW-118)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from companion.core.kinds import Confirm, Menu, Option, PickSeveral
from companion.core.kinds.pick import SeveralDraft
from companion.core.questions import Face, Question, Reason, ShownChoice, draft_of
from companion.core.text import Refused, Text, capital, count, said, say, spelled
from companion.core.values import Json
from companion.core.views import Arrow
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.lookahead import PlannedFlight, plan
from companion.games.windward.board.planet import POST
from companion.games.windward.planet_map import flight_arrow
from companion.games.windward.rules.aftermath import (
    earn,
    end_game,
    morale_back,
    remember,
    ship_lost,
    tell_cleared,
    white_wakes,
)
from companion.games.windward.rules.battle import cresters_attack, step_back
from companion.games.windward.rules.placing import LETTERS, LetteredSpace, in_words, named
from companion.games.windward.table import MOST_MORALE, Captain, Crester, Rest, Turn, Windward
from companion.games.windward.words import THE, THE_FIRST

TOKEN = re.compile(r"red[1-9][0-9]{0,3}@-?[0-9]{1,2},-?[0-9]{1,2}")


async def rest(table: Windward, me: Captain) -> None:
    with table.during(Rest(me)):
        tell_cleared(table)                                                 # WW-83
        if me.at_port:
            await rest_at_port(table, me)
        else:
            await rest_at_sky(table, me)


async def rest_at_port(table: Windward, me: Captain) -> None:
    if table.solo:
        me.morale = 0
        remember(table, "lost", me)
        end_game(table, "lost",
                 say("{name} ended a turn at port: the young Red tore the ship apart.", name=me), "WW-109")
    gain, rule = table.board.rest_at_port, "WW-84"
    if table.coop:
        await hunt(table)                                                # WW-125: the White flies to the Post
        gain, rule = 1, "WW-125"
    if table.light:
        table.tell(say("{name} rested at port: {n} more morale.", name=me, n=gain), me, rule,
                   hands=say("{name} gains {n} morale, up to {most}", name=me, n=gain, most=MOST_MORALE),
                   hands_back=morale_back(me))
        return
    me.morale = min(MOST_MORALE, me.morale + gain)
    table.tell(say("{name} rested at port: morale {n}.", name=me, n=me.morale), me, rule)


async def rest_at_sky(table: Windward, me: Captain) -> None:
    paid = await table.ask(CardOrMorale(me))                                # WW-85, WW-110
    if table.light and paid == "morale":
        await ship_lost(table, me, None, me.ship)                           # WW-76, WW-A36
    elif table.light:
        table.tell(say("{name} paid for the night with a card or morale.", name=me), me, "WW-85")
    elif paid == "morale":
        me.morale -= 1
        table.tell(say("{name}'s crew went hungry: morale {n}.", name=me, n=me.morale), me, "WW-85")
        if me.morale < 1:
            await ship_lost(table, me, None, me.ship)                       # WW-76, WW-A36
    else:
        table.discard(me)
        table.tell(say("{name} gave up a card for the night.", name=me), me, "WW-85")
    table.by_players()
    await hunt(table)                                                       # WW-86 to WW-88
    if not me.at_port:
        earn_at_sky(table, me)                                              # WW-89
        await white_wakes(table)


def earn_at_sky(table: Windward, me: Captain) -> None:
    if not table.competitive:
        return                                                              # WW-121, WW-132
    earn(table, me, 1, say("{name} spent the night at sky.", name=me), "WW-89")
    if me is table.naturalist:
        tagged = [crester for crester in table.living("red", "grey") if crester.tagged]
        income = sum(3 if crester.kind == "red" else 2 for crester in tagged)
        if income:
            earn(table, me, income, say("{name}'s tagged Cresters fly free.", name=me), "WW-145")


def unused(table: Windward) -> Iterable[Reason]:
    """WW-26, WW-42: what is lost if the turn ends now."""
    turn = table.under_way(Turn)
    if table.light:
        return
    if turn.speed > 0:
        yield Reason(say("{n} speed is lost.", n=turn.speed), "sail-boat")
    if turn.mates > 0:
        yield Reason(count("{n} mate has given no order.", "{n} mates have given no order.", turn.mates),
                     "clipboard-list-outline")


class CardOrMorale(Menu[Windward]):
    rule = "WW-85"
    also = ("WW-53", "WW-76", "WW-A36")
    seat: Captain

    sentence = said("{seat}, a card or morale?")
    kicker = said("A night at sky has its price")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        yield from unused(table)
        for crester in stay_after_a_fight(table):                           # no need to ask (WW-87)
            yield Reason(stays_words(table, crester), "anchor")

    def options(self, table: Windward) -> Iterable[Option]:
        if table.light:
            yield Option("card", say("Paid"), "cards-outline", say("A card, or 1 morale"), main=True)
            yield Option("morale", say("No morale left"), "emoticon-sad-outline", say("The ship is lost"))
            return
        morale, holds = self.seat.morale, self.seat.cards > 0               # the app may have lost count
        yield Option("card", say("Discard a card"), "cards-outline", say("Face down, without using it"),
                     main=holds)
        hint = say("{old} becomes {new}", old=morale, new=morale - 1)
        if morale <= 1:
            hint = say("The ship is lost")
        yield Option("morale", say("Lose 1 morale"), "emoticon-sad-outline", hint,
                     main=not holds and morale > 1)                        # never filled if it loses the ship


# --- the hunt


async def hunt(table: Windward) -> None:
    """Move Reds nearest first, fight their joint battle in solo, then move the White (WW-150)."""
    for crester in stay_after_a_fight(table):                               # WW-87, WW-A16
        table.tell(stays_words(table, crester), rule="WW-A16" if crester.kind == "white" else "WW-87")
    while call_up(table, "red"):
        await next_flights(table)
    me = table.under_way(Rest).captain
    reds = [crester for crester in table.flying_at(me.ship) if crester.kind == "red"]
    if table.solo and reds and not me.at_port:
        await cresters_attack(table, me, reds, me.ship)                     # WW-114: all Reds there together
    await white_wakes(table)
    while call_up(table, "white"):
        await next_flights(table)
    table.under_way(Rest).white_done = True


async def next_flights(table: Windward) -> None:
    rest_now, asked = table.under_way(Rest), about_one_flight(table)
    together = asked and not rest_now.one_by_one and len(still_to_fly(table, "red")) > 1
    if together and len(list(islice((one for one in flights_ahead(table) if one.moves), 2))) == 2:
        await table.one_of(AllFly(rest_now.captain), *asked)
    else:
        await fly_one(table, asked)


async def fly_one(table: Windward, asked: tuple[Question[Windward, Any], ...]) -> None:
    if asked:
        await table.one_of(*asked)
    else:
        await arrive(table, fly(table))


def about_one_flight(table: Windward) -> tuple[Question[Windward, Any], ...]:
    """Questions about the next Crester alone; none if it stays."""
    rest_now, flight = table.under_way(Rest), decision(table)
    me = rest_now.captain
    # identical Reds don't matter
    if rest_now.tied and len({(one.at, one.tagged) for one in ready(table)}) > 1:
        return (WhichFirst(me),)
    if flight.asks and not flight.way.arrives:                        # ask for the side only if it goes back
        return (ThisWay(me),)
    return (Fly(me),) if len(flight.way.path) > 1 else ()


def stay_after_a_fight(table: Windward) -> Iterable[Crester]:
    ship, mode = hunted_ship(table), table.mode()
    for crester in table.living("red", "white"):
        if not crester.fought or mover.stays(table.planet, ship, mode, crester) != "fought":
            continue
        rested = mover.FlyingCrester(crester.id, crester.kind, crester.at or POST)
        if not mover.stays(table.planet, ship, mode, rested):
            yield crester


def stays_words(table: Windward, crester: Crester) -> Text:
    return say("{who} on {where} fought {name} this turn, so it stays there.",
               name=table.under_way(Rest).captain,
               who=THE_FIRST[crester.kind], where=in_words(table, crester.at or POST))


# --- who flies, and where


def hunted_ship(table: Windward) -> Hex | None:
    """The active ship, or None if it was lost: Cresters don't hunt it (WW-98)."""
    me = table.under_way(Rest).captain
    return me.ship if not me.at_port or table.coop else None


def ready(table: Windward) -> tuple[mover.FlyingCrester, ...]:
    """Cresters that fly next; if several, the players choose (WW-97, WW-A21)."""
    return mover.next_to_move(table.planet, table.pieces(hunted_ship(table)), table.mode(),
                              table.under_way(Rest).moved)


def call_up(table: Windward, kind: str) -> bool:
    """Record the next Cresters to fly. Return False if none of `kind` is left."""
    left = still_to_fly(table, kind)
    if not left or (kind == "white" and still_to_fly(table, "red")):
        return False
    next_ones = [crester.id for crester in ready(table)] if len(left) > 1 else left
    rest_now = table.under_way(Rest)
    rest_now.now, rest_now.way, rest_now.tied = next_ones[0], -1, len(next_ones) > 1
    return True


def still_to_fly(table: Windward, kind: str) -> list[int]:
    moved, ship, planet, mode = table.under_way(Rest).moved, hunted_ship(table), table.planet, table.mode()
    return [one.id for one in table.cresters if one.kind == kind and one.living and one.at is not None
            and one.id not in moved and not mover.stays(planet, ship, mode, one)]


def flights_ahead(table: Windward, ends: dict[int, Hex] | None = None,
                  order: Sequence[int] = ()) -> Iterator[PlannedFlight]:
    """Plan the Reds that fly without interruption, using the chosen paths."""
    pieces = table.pieces(hunted_ship(table))
    return plan(table.planet, pieces, table.mode(), table.under_way(Rest).moved, ends or {}, order)


def decision(table: Windward) -> mover.Decision:
    now, pieces = table.under_way(Rest).now, table.pieces(hunted_ship(table))
    for crester in pieces.cresters:
        if crester.id == now:
            return mover.decide_flight(table.planet, pieces, table.mode(), crester)
    # by hand
    return mover.Decision(mover.FlyingCrester(now, "red", POST), 0, None, (mover.Way((POST,)),), "lost")


def the_way(table: Windward) -> mover.Way:
    ways = decision(table).ways
    chosen = table.under_way(Rest).way
    return ways[chosen] if 0 <= chosen < len(ways) else ways[0]


def choose_way(table: Windward, end: Hex) -> None:
    for index, way in enumerate(decision(table).ways):
        if key_space(way) == end:
            table.under_way(Rest).way = index


def key_space(way: mover.Way) -> Hex:
    """The space that distinguishes equal paths: the end, or where it attacks from (WW-A19)."""
    return way.back or way.end


def number_of(key: str) -> int:
    return int(key.partition("@")[0].lstrip("abcdefghijklmnopqrstuvwxyz"))


def the_crester(table: Windward) -> Crester | None:
    now = table.under_way(Rest).now
    return next((crester for crester in table.cresters if crester.id == now and crester.living), None)


def its_name(table: Windward, *, first: bool = False) -> Text:
    crester = the_crester(table)
    return (THE_FIRST if first else THE)["red" if crester is None else crester.kind]


# --- flying


def fly(table: Windward, told: bool = False) -> mover.Way | None:
    """Move the next Crester. `told`: the chronicle has this flight already."""
    rest_now = table.under_way(Rest)
    flight, way = decision(table), the_way(table)
    crester = the_crester(table)
    rest_now.moved.append(rest_now.now)
    if crester is None:
        return None
    rest_now.ways[crester.id] = way.path
    if way.arrives and rest_now.way < 0:
        rest_now.sides[crester.id] = tuple([one.back for one in flight.ways if one.back is not None])
    start, crester.at = crester.at, way.end
    if len(way.path) > 1 and not told:
        table.tell(flight_words(table, crester.kind, start or POST, way), rule="WW-94")
    return way


async def arrive(table: Windward, way: mover.Way | None) -> None:
    crester = the_crester(table)
    if way is None or crester is None or not way.arrives:
        return
    if way.end == POST:
        await white_enters_post(table, crester)                             # WW-125
    elif not (table.solo and crester.kind == "red"):
        captain = table.under_way(Rest).captain
        await cresters_attack(table, captain, [crester], key_space(way))    # WW-95, WW-136


async def fly_by_hand(table: Windward) -> None:
    way = fly(table)
    table.by_players()
    await arrive(table, way)


def flight_words(table: Windward, kind: str, start: Hex, way: mover.Way) -> Text:
    who = THE_FIRST[kind]
    flown = explain.for_the_hands(table.planet, way.path)
    if way.arrives:
        target: Captain | Text = say("the Trading Post")
        if way.end != POST:
            target = table.under_way(Rest).captain
        return say("{who} flew from {start}, {way}, to {name}.", who=who, start=in_words(table, start),
                   way=flown, name=target)
    return say("{who} flew from {start}, {way}, to {end}.", who=who, start=in_words(table, start), way=flown,
               end=in_words(table, way.end))


async def white_enters_post(table: Windward, white: Crester) -> None:
    """WW-125, WW-A27: without dice, the White steps back and the active ship is lost."""
    await step_back(table, white)                                           # WW-A19: which side it came from
    table.tell(say("The White struck the Trading Post and went back to {where}.",
                   where=in_words(table, white.at or POST)), rule="WW-125")
    await ship_lost(table, table.under_way(Rest).captain, None, POST)


# --- one Crester at a time


class WhichFirst(Menu[Windward]):
    rule, icon = "WW-97", "numeric-1-circle-outline"
    also = ("WW-A21",)
    panel = "companion.games.windward.screen.panels:FirstPanel"
    seat: Captain

    sentence = said("Which Red flies first?")
    title = said("One by one")
    kicker = said("They are equally near")

    def letters(self, table: Windward) -> dict[mover.FlyingCrester, str]:
        """The Reds with the letters that the board shows; twins don't matter."""
        apart = {(red.at, red.tagged): red for red in reversed(ready(table))}
        return dict(zip(reversed(apart.values()), LETTERS, strict=False))

    def path(self, table: Windward, red: mover.FlyingCrester) -> tuple[Hex, ...]:
        return self._way(table, red).path

    def _way(self, table: Windward, red: mover.FlyingCrester) -> mover.Way:
        return mover.decide_flight(table.planet, table.pieces(hunted_ship(table)), table.mode(), red).way

    def options(self, table: Windward) -> Iterable[Option]:
        for red, letter in self.letters(table).items():
            arrows = explain.in_arrows(table.planet, self.path(table, red))
            yield Option(f"red{red.id}", f"{letter}  {arrows}" if arrows else letter, "target",
                         say("Tagged") if red.tagged else None)

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        for red, letter in self.letters(table).items():
            yield flight_arrow(red, self._way(table, red), "ahead", letter)

    async def then(self, table: Windward, answer: str) -> None:
        rest_now = table.under_way(Rest)
        rest_now.now, rest_now.tied, rest_now.one_by_one = number_of(answer), False, True
        await fly_one(table, about_one_flight(table))


class ThisWay(LetteredSpace):
    """WW-A19, WW-112: choose between equally long paths; a tap flies it."""

    rule, icon = "WW-A19", "map-marker-path"
    also = ("WW-112", "WW-94", "WW-90")

    title = said("One by one")
    kicker = said("Equally short: you choose")

    def sentence(self, table: Windward) -> Text:
        return say("Where does {who} end its flight?", who=its_name(table))

    def choices(self, table: Windward) -> Iterable[Hex]:
        """Side by side, as on the map."""
        return sorted(key_space(way) for way in decision(table).ways)

    def path(self, table: Windward, choice: Hex) -> tuple[Hex, ...]:
        return next((way.path for way in decision(table).ways if key_space(way) == choice), ())

    def button(self, table: Windward, answer: Any) -> Text:
        return say("Moved there") if answer is not None else say("Choose a path")

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        now = decision(table)
        return [flight_arrow(now.crester, way) for way in now.ways if answer in (None, key_space(way))]

    async def then(self, table: Windward, answer: Hex) -> None:
        table.under_way(Rest).one_by_one = True
        choose_way(table, answer)
        await fly_by_hand(table)


class Fly(Confirm[Windward]):
    rule = "WW-94"
    also = ("WW-86", "WW-90", "WW-92", "WW-95", "WW-111", "WW-134", "WW-136")
    icon = "numeric-1-circle-outline"
    panel = "companion.games.windward.screen.panels:FlightPanel"
    fixable = lays_out = True
    seat: Captain

    title = said("One by one")

    def sentence(self, table: Windward) -> Text:
        """Kept short to leave room for the map, which shows the path."""
        way, crester, who = the_way(table), the_crester(table), its_name(table, first=True)
        if way.arrives and way.end == POST:
            return say("{who} strikes the Trading Post.", who=who)
        if way.arrives and table.solo and crester is not None and crester.kind == "red":
            return say("{who} reaches {name}.", who=who, name=self.seat)
        if way.arrives:
            return say("{who} attacks {name}.", who=who, name=self.seat)
        hexes = len(way.path) - 1
        return count("{who} flies {hexes} hex towards {name}.", "{who} flies {hexes} hexes towards {name}.",
                     hexes, who=who, hexes=spelled(hexes), name=self.seat)

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        return () if the_crester(table) is None else (flight_arrow(decision(table).crester, the_way(table)),)

    def hint(self, table: Windward) -> Text | None:
        arrows = explain.in_arrows(table.planet, the_way(table).path)
        return say("{way}", way=arrows) if arrows else None

    def reasons(self, table: Windward) -> Iterable[Reason]:
        pieces = table.pieces(hunted_ship(table))
        found = explain.reasons(table.planet, pieces, table.mode(), decision(table))
        icons = ("target", "map-marker-path", "sword-cross")
        return [Reason(reason.text, icon) for reason, icon in zip(found, icons, strict=False)]

    def aloud(self, table: Windward, answer: Any = ()) -> Sequence[Text]:
        flight = say("{who}: {way}", who=its_name(table, first=True), way=self.in_words(table))
        return [with_reason(table, flight, decision(table))]

    def in_words(self, table: Windward) -> Text:
        way = the_way(table)
        flown = capital(explain.for_the_hands(table.planet, way.path))
        if way.arrives and way.end != POST:
            return say("{way}, onto {name}'s ship.", way=flown, name=self.seat)
        return say("{way}, to {where}.", way=flown, where=in_words(table, way.end))

    def button(self, table: Windward, answer: Any) -> Text:
        way = the_way(table)
        fights = way.arrives and way.end != POST and not table.solo
        return say("Moved; start the fight") if fights else say("Moved")

    async def then(self, table: Windward, answer: str) -> None:
        table.under_way(Rest).one_by_one = True
        await fly_by_hand(table)


# --- all Reds of a night on one page


class AllFly(PickSeveral[Windward, str]):
    """WW-97, WW-111: all Reds on one page. The answer lists flights in order (`red7@1,-2`)."""

    rule = "WW-111"
    also = ("WW-86", "WW-90", "WW-92", "WW-94", "WW-97", "WW-112", "WW-A19", "WW-A21")
    icon = "format-list-numbered"
    panel = "companion.games.windward.screen.panels:NightPage"
    lays_out = True
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        flying = len([one for one in self.flights(table) if one.moves])
        return count("Tonight one Red flies.", "Tonight {number} Reds fly.", flying, number=spelled(flying))

    kicker = said("Move them on the table, one after the other")
    title = said("All at once")

    def why(self, table: Windward) -> Text | None:
        pieces, mode = table.pieces(hunted_ship(table)), table.mode()
        reasons = [explain.reasons(table.planet, pieces, mode, flight.decision)[0]
                   for flight in self.flights(table)[:1]]
        return reasons[0].text if reasons else None

    def flights(self, table: Windward, answer: Sequence[str] = ()) -> tuple[PlannedFlight, ...]:
        ends = {number_of(token): end_of(token) for token in answer}
        return tuple(flights_ahead(table, ends, list(ends)))

    def things(self, table: Windward) -> Sequence[str]:
        return [token for one in self.flights(table) for token in tokens_of(one)]

    def least(self, table: Windward) -> int:
        return len(self.flights(table))

    most = least

    def possible(self, table: Windward) -> bool:
        return bool(self.flights(table))

    def decode(self, table: Windward, raw: Json) -> tuple[str, ...]:
        if not isinstance(raw, list) or not all(isinstance(one, str) for one in raw):
            raise Refused(say("Choose a flight for each Red first."), self.rule)
        return tuple(raw)

    def check(self, table: Windward, answer: tuple[str, ...]) -> None:
        if not answer or not all(map(TOKEN.fullmatch, answer)) or self.planned(table, answer) != answer:
            raise Refused(say("The Reds fly differently tonight. Look at the list again."), self.rule)

    def planned(self, table: Windward, answer: Sequence[str] = ()) -> tuple[str, ...]:
        return tuple([token_of(one.decision.crester, one.way) for one in self.flights(table, answer)])

    def random_answer(self, table: Windward, rng: Any) -> Json:
        chosen: list[str] = []
        for _ in range(len(table.cresters)):
            open_ones = [one for one in self.flights(table, chosen)
                         if one.decision.crester.id not in map(number_of, chosen)]
            if open_ones:
                chosen.append(rng.choice(tokens_of(open_ones[0])))
        return list(self.planned(table, chosen))

    button = said("All moved")

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        moving = [one for one in self.flights(table, answer or ()) if one.moves]
        return [flight_arrow(one.decision.crester, one.way, letter=str(number))
                for number, one in enumerate(moving, 1)]

    def aloud(self, table: Windward, answer: Any = ()) -> Sequence[Text]:
        moving = [one for one in self.flights(table, answer) if one.moves]
        return [read_out(table, number, one) for number, one in enumerate(moving, 1)]

    async def then(self, table: Windward, answer: tuple[str, ...]) -> None:
        rest_now = table.under_way(Rest)
        self._tell(table, [one for one in self.flights(table, answer) if one.moves])
        for token in table.each(lambda: answer):
            rest_now.now, rest_now.way = number_of(token), -1
            if not the_way(table).arrives:
                choose_way(table, end_of(token))
            way = fly(table, told=True)
            if token == answer[-1]:
                table.by_players()
            await arrive(table, way)

    def _tell(self, table: Windward, flown: Sequence[PlannedFlight]) -> None:
        """One line for the night, which unfolds to its flights."""
        many = {"name": self.seat, "number": capital(spelled(len(flown)))}
        words = count("The Red flew. It didn't reach {name}.", "{number} Reds flew. None reached {name}.",
                      len(flown), **many)
        arrived = sum(one.way.arrives for one in flown)
        if arrived and arrived == len(flown):
            words = count("The Red flew and reached {name}.", "{number} Reds flew and reached {name}.",
                          len(flown), **many)
        elif arrived:
            words = count("{number} Reds flew. One reached {name}.",
                          "{number} Reds flew. {arrived} reached {name}.",
                          arrived, arrived=capital(spelled(arrived)), **many)
        table.tell(words, rule="WW-111", more=[flight_words(table, "red", one.decision.crester.at, one.way)
                                               for one in flown])


def read_out(table: Windward, number: int, flight: PlannedFlight) -> Text:
    """Such as "1. The Red on the corner of territory 3: one hex towards 6. The shortest path is …"."""
    where = in_words(table, flight.decision.crester.at)
    way = explain.for_the_hands(table.planet, flight.way.path)
    if is_beside(flight):
        words = say("{number}. The Red next to {name}: {way}.", number=number, way=way,
                    name=table.under_way(Rest).captain)
    elif flight.way.arrives:
        words = say("{number}. The Red on {where}: {way}, onto {name}'s ship.", number=number, where=where,
                    way=way, name=table.under_way(Rest).captain)
    else:
        words = say("{number}. The Red on {where}: {way}.", number=number, where=where, way=way)
    return with_reason(table, words, flight.decision)


def with_reason(table: Windward, flight: Text, decided: mover.Decision) -> Text:
    """The words of a flight, then why it takes this path."""
    why = explain.which_way(table.planet, table.pieces(hunted_ship(table)), table.mode(), decided)
    return say("{flight} {why}", flight=flight, why=why.text)


def is_beside(flight: PlannedFlight) -> bool:
    """A Red next to the ship needs no other name."""
    return flight.way.arrives and len(flight.way.path) == 2


def token_of(crester: mover.FlyingCrester, way: mover.Way) -> str:
    return f"red{crester.id}@{spell(way.end)}"


def tokens_of(flight: PlannedFlight) -> list[str]:
    """One token for each path the players may choose, the suggested one first."""
    return [token_of(flight.decision.crester, way) for way in flight.choices]


def end_of(token: str) -> Hex:
    return read(token.partition("@")[2])


@draft_of(AllFly)
class NightDraft(SeveralDraft):
    """Starts with the suggested paths; choosing another replans later Reds."""

    question: AllFly

    def clear(self) -> None:
        self._drawn = []
        self.tokens = list(self.question.planned(self.table))

    def drop_stale(self) -> None:
        self.tokens = list(self.question.planned(self.table, tuple(filter(TOKEN.fullmatch, self.tokens))))

    def tap(self, token: Json) -> None:
        if token in self.tokens:
            return
        if token not in [one.token for one in self.shown()]:
            raise Refused(say("One of those can't be chosen. Choose from those shown."), self.question.rule)
        changed = [token if number_of(one) == number_of(token) else one for one in self.tokens]
        self.tokens = list(self.question.planned(self.table, changed))

    def erase(self) -> None:
        self.clear()

    def so_far(self) -> tuple[str, ...]:
        return tuple(self.tokens)

    def flights(self) -> tuple[PlannedFlight, ...]:
        return self.question.flights(self.table, self.so_far())

    def shown(self) -> tuple[ShownChoice, ...]:
        """One row per flight; equal paths get a row each, labelled A and B."""
        rows: list[ShownChoice] = []
        moving = [one for one in self.flights() if one.moves]
        for number, flight in enumerate(moving, 1):
            for letter, way in zip(LETTERS, flight.choices, strict=False):
                token = token_of(flight.decision.crester, way)
                rows.append(ShownChoice(token, flight_face(self.table, number, flight, way, letter),
                                        chosen=token in self.tokens, choice=token))
        return tuple(rows)

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"choices": self.shown(), "least": self.question.least(self.table),
                "most": self.question.most(self.table)}

    def second(self) -> None:
        return None


def flight_face(table: Windward, number: int, flight: PlannedFlight, way: mover.Way, letter: str) -> Face:
    """Letters and arrows as on the map, and where it starts if that place has a name."""
    start, several = named(table, flight.decision.crester.at), len(flight.choices) > 1
    label = f"{number}{letter if several else ''}  {explain.in_arrows(table.planet, way.path)}"
    if not way.arrives:
        return Face(label, say("From {where}", where=start) if start else None,
                    "map-marker-path" if several else "target")
    me = table.under_way(Rest).captain
    told = say("reaches {name}", name=me) if table.solo else say("attacks {name}", name=me)
    return Face(label, say("From {where}: {way}", where=start, way=told) if start else capital(told),
                "sword-cross")
