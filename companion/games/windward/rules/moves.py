"""Sailing and rowing (WW-16 to WW-26, WW-34 to WW-41)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from companion.core.kinds.pick import PlaceDraft
from companion.core.questions import Face, Given, Odds, draft_of
from companion.core.text import Refused, Text, count, listing, said, say, spelled
from companion.core.views import Arrow
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.lookahead import forecast, threats
from companion.games.windward.board.planet import POST
from companion.games.windward.board.reach import (
    NOWHERE,
    Reach,
    Rowing,
    Sailing,
    anywhere,
    longboat_reach,
    ship_reach,
    steps_to,
    why_no_boat,
    why_no_ship,
)
from companion.games.windward.planet_map import flight_arrow
from companion.games.windward.rules.aftermath import white_wakes
from companion.games.windward.rules.battle import boat_attacks, ship_attacks
from companion.games.windward.rules.cargo import gas_without_slot, trade_teeth
from companion.games.windward.rules.combat import odds_of_attack, odds_of_boat
from companion.games.windward.rules.placing import CaptainSpace, in_words, where
from companion.games.windward.table import Boat, Captain, Crester, Turn, Windward

TELL_THE_PHONE = say("Fly on the table. Tell the phone only about battles and your last space.")  # WW-153

# --- the ship


def sailing(table: Windward, captain: Captain) -> Sailing:
    turn = table.seen(Turn)
    ships = [other.ship for other in table.seats if other is not captain and other.ship != POST]
    cresters = [one.at for one in table.cresters if one.living and one.kind != "grey" and one.at is not None]
    together = table.coop                                                   # WW-124
    foes, partners = (cresters, frozenset(ships)) if together else ([*cresters, *ships], NOWHERE)
    tied = tied_with(table, turn, f"ship{captain.index}") if turn.ties else NOWHERE
    drift = NOWHERE if turn.drift is None else frozenset({turn.drift})
    every = turn.deadweight and not table.setup.options["one_drift"]        # WW-22
    return Sailing(captain.ship, table.wind, turn.speed, frozenset(foes), partners, tied,
                   captain.hold is not None, turn.deadweight and not every,
                   table.planet.drift if every else drift)


def lying(table: Windward) -> frozenset[Hex]:
    """WW-27: spaces with something to pick up."""
    fallen = [crester.at for crester in table.cresters if not crester.living and crester.at is not None]
    gas = [space for space, tokens in table.gas_on.items() if tokens]
    return frozenset([*fallen, *gas, *[space for space, cargo in table.loose.items() if cargo]])


def tied_with(table: Windward, turn: Turn, attacker: str) -> frozenset[Hex]:
    """WW-66: spaces of opponents the attacker can't fight again this turn."""
    locked = [defender for one, defender in turn.ties if one == attacker]
    if not locked:
        return NOWHERE
    cresters = [one.at for one in table.cresters if one.living and one.key in locked and one.at is not None]
    ships = [other.ship for other in table.seats if f"ship{other.index}" in locked and not other.at_port]
    boats = [boat.at for boat in table.boats if boat.key in locked]
    return frozenset([*cresters, *ships, *boats])


def course(table: Windward, captain: Captain) -> Reach:
    return (anywhere if table.light else ship_reach)(table.planet, sailing(table, captain))


class Sail(CaptainSpace):
    """WW-18 to WW-25: tap a space the ship can reach."""

    rule = "WW-18"
    also = ("WW-19", "WW-20", "WW-22", "WW-25", "WW-32")
    at_once = False
    icon = "sail-boat"

    def sentence(self, table: Windward) -> Text:
        if table.light:
            return say("{name}, where is your ship now?", name=self.seat)
        if self.seat.at_port:
            return say("{name}, where do you set sail?", name=self.seat)
        return say("{name}, where does your ship go?", name=self.seat)

    title = said("Sail")

    def kicker(self, table: Windward) -> Text:
        return say("Tap your last space") if table.light else say("Tap a bright space")

    def hint(self, table: Windward) -> Text | None:
        if table.light:
            return TELL_THE_PHONE if table.round > 1 else None  # a reminder says it in the first round
        left = table.under_way(Turn).speed if table.is_under_way(Turn) else 0
        return say("Speed left: {n}. Numbers show the cost; crossed swords mean a battle.", n=max(0, left))

    def choices(self, table: Windward) -> Iterable[Hex]:
        return course(table, self.seat)

    def check(self, table: Windward, answer: Hex) -> None:
        if answer not in course(table, self.seat):
            why = why_no_ship(table.planet, sailing(table, self.seat), answer)
            raise Refused(why.text, why.rule)

    def face(self, table: Windward, choice: Any) -> Face:
        arrival = course(table, self.seat)[choice]
        icon = "sword-cross" if arrival.battle else ""
        label = where(table, choice)
        if arrival.battle:
            label = say("Attack on {where}", where=in_words(table, choice))
        if table.light:
            return Face(label, icon=icon, warns=arrival.battle)
        odds = odds_of_attack(table, self.seat, choice) if arrival.battle else None
        hint: Text | None = count("{n} speed", "{n} speed", arrival.cost)
        if odds is not None:
            hint = others_of(table, odds, ship=True)
        if choice == POST and (lost := gas_without_slot(table, self.seat)):
            icon = "alert-outline"
            hint = say("No slot for {n} gas from your teeth", n=lost)     # WW-A48: spend gas first, or fly on
        return Face(label, icon=icon, badge=str(arrival.cost), hint=hint, warns=arrival.battle)

    def button(self, table: Windward, answer: Any) -> Text:
        reach = course(table, self.seat)
        if answer is None or answer not in reach:
            return self.kicker(table)
        arrival = reach[answer]
        if arrival.battle:
            if table.light:
                return say("Attack")                                        # WW-153: odds on demand
            odds = odds_of_attack(table, self.seat, answer)
            if odds is not None and not arrival.cost:
                return say("Attack on the wind: {win}% win", win=f"{odds.mark}{odds.win}")
            if odds is not None:
                return say("Attack for {n} speed: {win}% win", n=arrival.cost, win=f"{odds.mark}{odds.win}")
            return say("Attack for {n} speed", n=arrival.cost)
        if table.light:
            return say("The ship is here")
        if answer == POST:
            return say("Into port for {n} speed", n=arrival.cost)
        return say("Fly here for {n} speed", n=arrival.cost) if arrival.cost else say("Fly here on the wind")

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        reach = course(table, self.seat)
        if answer is not None and answer in reach:
            yield way_over(reach, answer, f"ship{self.seat.index}")
            if looks_ahead(table) and (answer != POST or table.coop):       # WW-150
                for one in forecast(table.planet, table.pieces(answer), table.mode()):
                    if len(one.way.path) > 1:
                        yield flight_arrow(one.crester, one.way, "ahead")

    def about_spot(self, table: Windward, spot: str) -> Sequence[Text]:
        return about_space(table, self.seat, read(spot))

    async def then(self, table: Windward, answer: Hex) -> None:
        me, turn = self.seat, table.under_way(Turn)
        reach = course(table, me)
        arrival = reach[answer]
        turn.speed -= arrival.cost                                          # WW-18, WW-19
        if arrival.battle:
            turn.came_from = reach.path(answer)[-2]
        if turn.deadweight and table.setup.options["one_drift"]:
            open_drift(table, turn, reach.path(answer))
        me.ship = answer                                              # first, so later questions see it there
        table.by_players()
        if arrival.through_port or me.at_port:
            table.tell(say("{name} flew into port.", name=me), me, "WW-18")
            await trade_teeth(table, me)                                    # WW-33
        if not me.at_port:
            table.tell(say("{name} flew to {where}.", name=me, where=in_words(table, answer)), me, "WW-18")
        await white_wakes(table)                                            # WW-133: before any battle
        if arrival.battle:
            await ship_attacks(table, me)                                   # WW-25


def open_drift(table: Windward, turn: Turn, path: tuple[Hex, ...]) -> None:
    """WW-22, WW-54: use up the Deadweight on the one Drift entered."""
    entered = [space for space in path[1:] if space in table.planet.drift and space != turn.drift]
    if entered:
        turn.deadweight, turn.drift = False, entered[0]


def others_of(table: Windward, odds: Odds, *, ship: bool) -> Text:
    """Second line for an attack: the other outcomes and the assumptions."""
    if "die" in table.box.guessed:
        return say("{tie}% tie, {lose}% lose; the dice are a guess", tie=odds.tie, lose=odds.lose)
    if ship:
        return say("{tie}% tie, {lose}% lose; all cannons fired, no cards", tie=odds.tie, lose=odds.lose)
    return say("{tie}% tie, {lose}% lose; no cards", tie=odds.tie, lose=odds.lose)


def looks_ahead(table: Windward) -> bool:
    """WW-150"""
    wish = table.setup.options["lookahead"]
    return bool(wish == "on" or (wish == "auto" and not table.competitive))


FAR = 99


def about_space(table: Windward, captain: Captain, space: Hex) -> list[Text]:
    """On demand, whatever the app tracks: what it costs to fly there, and who would attack there tonight."""
    ship = sailing(table, captain)
    arrival = ship_reach(table.planet, ship._replace(speed=FAR)).get(space)
    steps = steps_to(table.planet, ship, space)
    told = [] if space == captain.ship else [say("No path leads there.")]
    if arrival is not None and steps is not None:
        told = [say("{n} speed with the wind, {steps} without it", n=arrival.cost, steps=steps)]
    if space == POST or table.setup.options["lookahead"] == "off":
        return told
    threat = threats(table.planet, table.pieces(None), table.mode(), [space])[space]
    reds = len([one for one in threat.attackers if one.kind == "red"])
    who = [count("{number} Red", "{number} Reds", reds, number=spelled(reds))] if reds else []
    who += [say("the White")] if reds < len(threat.attackers) else []
    tonight = say("Tonight nothing would reach you there.")
    if who:
        tonight = say("Tonight you would be attacked by {who}.", who=listing(who))
    return [*told, tonight]


def way_over(reach: Reach, space: Hex, piece: str) -> Arrow:
    return Arrow(tuple(spell(one) for one in reach.path(space)), key=piece)


@draft_of(Sail)
class SailDraft(PlaceDraft):
    """Sails at once when there is no battle and no look-ahead to read first."""

    question: Sail

    def choose(self, space: Any) -> Given | None:
        given = super().choose(space)
        return self.give() if given is None and self._plain(space) else given

    def _plain(self, space: Hex) -> bool:
        return not looks_ahead(self.table) and not course(self.table, self.question.seat)[space].battle


# --- the longboats


def rowing(table: Windward, boat: Boat) -> Rowing:
    turn = table.seen(Turn)
    others = [other for other in table.boats if other is not boat]
    greys = [(one.at, one.living) for one in table.cresters if one.kind == "grey" and one.at is not None]
    fallen = frozenset([space for space, living in greys if not living])
    return Rowing(
        boat=boat.at, speed=max(0, boat.owner.rowing), towing=boat.at in fallen,
        own=frozenset([other.at for other in others if other.owner is boat.owner]),
        boats=frozenset([other.at for other in others if other.owner is not boat.owner]),
        greys=frozenset([space for space, living in greys if living]), fallen=fallen,
        tied=tied_with(table, turn, boat.key) if turn.ties else NOWHERE, team=table.coop)


class Row(CaptainSpace):
    """WW-34 to WW-41."""

    rule = "WW-34"
    also = ("WW-36", "WW-37", "WW-38", "WW-39", "WW-40")
    at_once = False
    icon = "rowing"
    boat: Boat

    sentence = said("{seat}, where does the longboat row?")

    def title(self, table: Windward) -> Text:
        return say("Longboat") if self.boat.number == 1 else say("Second boat")

    def hint(self, table: Windward) -> Text:
        return say("Longboat speed left: {n}", n=self.seat.rowing)

    def reach(self, table: Windward) -> Reach:
        return longboat_reach(table.planet, rowing(table, self.boat))

    def choices(self, table: Windward) -> Iterable[Hex]:
        return self.reach(table) if self.boat in table.boats else ()

    def check(self, table: Windward, answer: Hex) -> None:
        if self.boat not in table.boats:
            raise Refused(say("That longboat is not at sky."), "WW-34")
        if answer not in self.reach(table):
            why = why_no_boat(table.planet, rowing(table, self.boat), answer)
            raise Refused(why.text, why.rule)

    def face(self, table: Windward, choice: Any) -> Face:
        arrival = self.reach(table)[choice]
        odds = odds_of_boat(table, self.boat, choice) if arrival.battle else None
        return Face(where(table, choice), None if odds is None else others_of(table, odds, ship=False),
                    "sword-cross" if arrival.battle else "", badge=str(arrival.cost), warns=arrival.battle)

    def button(self, table: Windward, answer: Any) -> Text:
        reach = self.reach(table)
        if answer is None or answer not in reach:
            return say("Tap a bright space")
        odds = odds_of_boat(table, self.boat, answer) if reach[answer].battle else None
        if odds is not None:
            return count("Row {n} space and attack: {win}% win", "Row {n} spaces and attack: {win}% win",
                         reach[answer].cost, win=f"{odds.mark}{odds.win}")
        return count("Row {n} space", "Row {n} spaces", reach[answer].cost)

    def arrows(self, table: Windward, answer: Any) -> Iterable[Arrow]:
        if answer is not None and answer in self.choices(table):
            yield way_over(self.reach(table), answer, self.boat.key)

    async def then(self, table: Windward, answer: Hex) -> None:
        reach = self.reach(table)
        arrival, path = reach[answer], reach.path(answer)
        self.seat.rowing -= arrival.cost
        loose = [crester for crester in table.cresters if crester.kind == "grey" and not crester.living]
        tow: list[Crester] = []
        for before, after in pairwise(path):
            tow = [grey for grey in loose if grey.at == before]             # WW-38: towing starts at once
            self.boat.at = after
            for grey in tow:
                grey.at = after
        table.by_players()
        table.tell(say("{name}'s longboat rowed to {where}.", name=self.seat, where=in_words(table, answer)),
                   self.seat, "WW-34")
        if arrival.battle:
            await boat_attacks(table, self.boat, path[-2], tow)             # WW-37
