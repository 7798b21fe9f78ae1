"""Battle consequences for ships and Cresters, and scoring notoriety."""

from collections.abc import Iterable

from companion.core.kinds import Menu, Option
from companion.core.table import Unwind
from companion.core.text import Text, listing, say
from companion.games.windward.board import planet
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.placing import (
    Corner,
    GreyDie,
    Loot,
    PlaceRed,
    WhiteDie,
    free_grounds,
    in_words,
)
from companion.games.windward.table import (
    LAST_SPACE,
    WHITE_WAKES,
    Captain,
    Cargo,
    Crester,
    Rest,
    Turn,
    Windward,
)
from companion.games.windward.words import A_CRESTER, THE, cargo_words


class TurnOver(Unwind):
    """End the turn at once: the ship is lost, or the game is decided."""

    by_hand = say("End this turn here, without rest")


# --- notoriety


def earn(table: Windward, captain: Captain, notoriety: int, why: Text, rule: str) -> None:
    captain.gain(notoriety)
    table.tell(why, captain, rule)
    look_for_fifteen(table, captain)


def look_for_fifteen(table: Windward, captain: Captain) -> None:
    """WW-104: set the trigger, or clear it if a manual correction lowers the score."""
    if table.trigger is captain and captain.points < LAST_SPACE:
        table.trigger = next((other for other in table.seats if other.points >= LAST_SPACE), None)
    elif table.competitive and table.trigger is None and captain.points >= LAST_SPACE:
        table.trigger = captain
        table.tell(say("{name} reached the last space of the track: the last turns begin.", name=captain),
                   captain, "WW-104")


def take_gas(table: Windward, captain: Captain, amount: int) -> int:
    """Fill free gas slots; the surplus is lost (WW-46, WW-A48)."""
    taken = min(amount, table.free_gas_slots(captain))
    captain.gas += taken
    table.stock.gas -= taken
    return taken


def teeth_away(table: Windward, captain: Captain) -> None:
    """Return the captain's teeth to the stock (WW-33, WW-144)."""
    table.stock.grey_teeth += captain.cargo.grey_teeth
    table.stock.red_teeth += captain.cargo.red_teeth
    captain.cargo.grey_teeth = captain.cargo.red_teeth = 0


def take_plus_two(table: Windward, captain: Captain) -> None:
    if not table.light:
        captain.cargo.plus_two += 1
        table.stock.plus_two -= 1
    table.tell(say("{name} took a +2 token.", name=captain), captain, "WW-149",
               hands=light_hands(table, say("{name} takes a +2 token", name=captain)),
               hands_back=say("{name} gives back a +2 token", name=captain))


def light_hands(table: Windward, words: Text) -> Text | None:
    """WW-153: what hands do with boards and cargo, which the app counts only if it tracks everything."""
    return words if table.light else None


def morale_back(captain: Captain) -> Text:
    return say("{name} sets morale back as it was", name=captain)


# --- Cresters


async def crester_falls(table: Windward, crester: Crester, winner: Captain) -> None:
    untag(table, crester)
    table.tell(say("{name} beat {who}.", name=winner, who=THE[crester.kind]), winner, "WW-64")
    remember(table, crester.kind, winner)
    if crester.kind == "grey":
        lay_down(table, crester)                                            # WW-69: it stays where it fell
        await greys_come_back(table)
    elif crester.kind == "red":
        await red_falls(table, crester, winner)
    else:
        await white_falls(table, crester, winner)


def lay_down(table: Windward, crester: Crester) -> None:
    crester.living = False
    if table.light:
        crester.at = None                                               # WW-153: players keep the beaten ones
        table.by_players()


def untag(table: Windward, crester: Crester) -> None:
    """WW-143"""
    if crester.tagged:
        crester.tagged = False
        table.stock.tags += 1


def remember(table: Windward, what: str, captain: Captain) -> None:
    if what != "grey":
        table.turning_points.append((table.round, what, captain.index))


async def greys_come_back(table: Windward) -> None:
    """WW-70: refill up to one Grey fewer than captains present."""
    while grey_is_due(table) and not await none_left(table, "grey"):
        number = await table.ask(GreyDie(table.active))
        there = (one for one in free_grounds(table) if table.planet.territory[one] == sum(number))
        ground = next(there, None)
        if ground is not None:
            place_grey(table, ground, "WW-70")


def beaten(table: Windward, kind: str) -> list[Crester]:
    """WW-153: with only turns and battles, players keep these; some may be back in the supply."""
    return [one for one in table.cresters if table.light and one.kind == kind and not one.living]


def from_supply(table: Windward, kind: str, space: Hex) -> Crester:
    some = beaten(table, kind) if table.stock.left(kind) < 1 else []
    if some:
        crester = some[0]
        crester.at, crester.living, crester.fought = space, True, False
        return crester
    table.stock.count(kind, -1)
    return new_crester(table, kind, space)


async def none_left(table: Windward, kind: str) -> bool:
    if table.stock.left(kind) > 0:
        return False
    if not beaten(table, kind):
        return True
    if await table.ask(AnyLeft(table.active, kind)) == "yes":
        return False
    words = say("No Red is left in the supply.") if kind == "red" else say("No Grey is left in the supply.")
    table.tell(words, rule="WW-153")
    return True


class AnyLeft(Menu[Windward]):
    rule = "WW-153"
    also = ("WW-70", "WW-72")
    seat: Captain
    colour: str
    panel = "companion.games.windward.screen.panels:AsidePanel"

    def sentence(self, table: Windward) -> Text:
        if self.colour == "red":
            return say("Is a Red left in the supply?")
        return say("Is a Grey left in the supply?")

    def options(self, table: Windward) -> Iterable[Option]:
        return Option("yes", say("Yes"), "check", main=True), Option("no", say("No"), "close")


def grey_is_due(table: Windward) -> bool:
    if not table.competitive:                                               # WW-116, WW-129
        return False
    alive = sum(1 for grey in table.living("grey") if not grey.tagged)      # WW-141
    return alive < len(table.present()) - 1 and bool(free_grounds(table))   # WW-A13


def place_grey(table: Windward, ground: Hex, rule: str) -> Crester:
    table.tell(say("A Grey Crester came to {where}.", where=in_words(table, ground)), rule=rule)
    return from_supply(table, "grey", ground)


def new_crester(table: Windward, kind: str, space: Hex) -> Crester:
    # players may have added some by hand
    number = max([table.next_id, *[one.id + 1 for one in table.cresters]])
    crester = Crester(number, kind, space)
    table.next_id = number + 1
    table.cresters.append(crester)
    return crester


async def red_falls(table: Windward, crester: Crester, winner: Captain) -> None:
    lay_down(table, crester)
    table.reds_beaten += 1                                                  # WW-111
    if table.light:
        pass                                                         # WW-71: hold or space, players see to it
    elif winner.hold is None:
        winner.hold, crester.at = crester, None                             # WW-71
        table.tell(say("{name} took the Red aboard.", name=winner), winner, "WW-71")
    else:
        table.tell(say("The Red fell on {where}: {name}'s hold is full.", name=winner,
                       where=in_words(table, crester.at or POST)), winner, "WW-71")
    if table.competitive:
        await put_a_new_red(table, winner)                                  # WW-72
    await last_red_fell(table)                                              # WW-117: at once


async def put_a_new_red(table: Windward, winner: Captain) -> None:
    if not any(PlaceRed(winner).choices(table)) or await none_left(table, "red"):           # WW-A14
        return
    space = await table.ask(PlaceRed(winner))
    red = from_supply(table, "red", space)
    table.by_players()
    table.tell(say("A new Red appeared on {where}.", where=in_words(table, space)), winner, "WW-72")
    red.fresh = table.is_under_way(Rest)                                         # WW-99, WW-A22


async def white_falls(table: Windward, crester: Crester, winner: Captain) -> None:
    table.cresters.remove(crester)
    if table.solo:
        end_game(table, "won", say("Nothing hunts {name} any more.", name=winner), "WW-121")
    if table.coop:
        table.white_lives -= 1                                              # WW-131
        tell_lives(table, "WW-131")
        if table.white_lives <= 0:
            end_game(table, "won", say("The White Crester has lost its last life."), "WW-131")
        await white_appears(table, winner)
        white = table.white()
        if white is not None:
            white.fresh = True                                              # WW-A28
        return
    earn(table, winner, 6, say("Every port will sing of {name}.", name=winner), "WW-138")


async def white_appears(table: Windward, chooser: Captain | None) -> None:
    """Ask for the White's corner, in solo or after it loses a co-op life (WW-117, WW-131)."""
    space = await table.ask(Corner(chooser))
    white_rises(table, space, "WW-117" if table.solo else "WW-131")
    table.by_players()


def white_rises(table: Windward, space: Hex, rule: str) -> None:
    new_crester(table, "white", space)
    table.tell(say("The White Crester rose at the rim of territory {n}.", n=table.planet.territory[space]),
               rule=rule)


async def last_red_fell(table: Windward) -> None:
    """WW-117: in solo, bring in the White once every Red is beaten or removed by hand."""
    if not table.solo or table.living("red", "white"):
        return
    if table.reds_beaten or any(crester.kind == "red" for crester in table.cresters):
        await white_appears(table, table.active)


async def white_wakes(table: Windward) -> None:
    """WW-133: wake the White when a captain first reaches ten. Call after any notoriety gain."""
    if table.solo:
        await last_red_fell(table)
    waker = first_with_ten(table)
    if waker is None or no_corner(table):
        return
    number = await table.ask(WhiteDie(waker))
    corner = planet.white_corners(table.planet, table.flying()).get(sum(number))
    if corner is not None and table.white_waits:
        table.white_waits = False
        white = new_crester(table, "white", corner)
        white.fresh = table.is_under_way(Rest) and table.under_way(Rest).white_done         # WW-A29
        table.tell(say("Ten notoriety: the White Crester rose at the rim of territory {n}.",
                       n=table.planet.territory[corner]), rule="WW-133")


def no_corner(table: Windward) -> bool:
    """WW-A29: if all corners are taken, roll for the White next turn."""
    if planet.white_corners(table.planet, table.flying()):
        return table.is_under_way(Turn) and table.under_way(Turn).no_corner
    if table.is_under_way(Turn):
        table.under_way(Turn).no_corner = True
    return True


def first_with_ten(table: Windward) -> Captain | None:
    if not table.white_waits:
        return None
    return next((captain for captain in table.seats if captain.points >= WHITE_WAKES), None)


# --- ships


async def lose_morale(table: Windward, captain: Captain, loss: int, winner: Captain | None, at: Hex) -> bool:
    """WW-67: return whether the ship still flies."""
    captain.morale = max(0, captain.morale - loss)
    if captain.morale >= 1:
        table.tell(say("{name}'s morale fell to {n}.", name=captain, n=captain.morale), captain, "WW-67")
        return True
    await ship_lost(table, captain, winner, at)
    return False


async def ship_lost(table: Windward, captain: Captain, winner: Captain | None, at: Hex) -> None:
    remember(table, "lost", captain)
    if table.solo:
        captain.morale = 0
        end_game(table, "lost", say("{name}'s ship is lost.", name=captain), "WW-76")
    if table.light:
        cargo_of_lost_ship(table, captain, winner, at)
    elif winner is not None:
        await loot(table, captain, winner, at)                              # WW-78
    elif at != POST:
        drop_everything(table, captain, at)                                 # WW-77
    back_to_port(table, captain)
    if table.coop:
        table.captain_lives -= 1                                            # WW-128
        tell_lives(table, "WW-128")
        if table.captain_lives <= 0:
            end_game(table, "lost", say("The captains have lost their last life."), "WW-128")
    if captain is table.active:
        if not table.is_under_way(Rest):
            tell_cleared(table)
        raise TurnOver                                                      # WW-80: from any depth


def back_to_port(table: Windward, captain: Captain) -> None:
    captain.morale, captain.ship = 1, POST
    table.tell(say("{name}'s ship was lost and is back at port, with morale one.", name=captain), captain,
               "WW-79", news=True, hands=light_hands(table, say("{name} sets morale to 1", name=captain)),
               hands_back=morale_back(captain))
    take_plus_two(table, captain)


def tell_lives(table: Windward, rule: str) -> None:
    """Remind players to take a co-op life token off the card (WW-128, WW-131)."""
    table.tell(say("Lives left: captains {ours}, White {theirs}.", ours=max(0, table.captain_lives),
                   theirs=max(0, table.white_lives)), rule=rule)


def tell_cleared(table: Windward) -> None:
    """WW-83, WW-A15: mates and Coffee leave the orders however the turn ends."""
    turn, me = table.seen(Turn), table.active
    if turn.coffee_out:
        table.tell(say("{name}'s mates and Coffee are back on the ship.", name=me), me, "WW-83")
    elif turn.covered:
        table.tell(say("{name}'s mates are back on the ship.", name=me), me, "WW-83")


def cargo_of_lost_ship(table: Windward, captain: Captain, winner: Captain | None, at: Hex) -> None:
    """WW-153: the phone doesn't know the hold, so it says the rule for whatever is in it."""
    if winner is not None:
        words = say("{winner} takes {loser}'s Crester, then half of the other cargo, rounded up",
                    winner=winner, loser=captain)
        table.tell(say("{winner} looted {loser}'s ship.", winner=winner, loser=captain), winner, "WW-78",
                   hands=words,
                   hands_back=say("{winner} gives back {loser}'s cargo", winner=winner, loser=captain))
    elif at != POST:
        where = in_words(table, at)
        left = say("{name}'s ship left its cargo on {where}.", name=captain, where=where)
        table.tell(left, captain, "WW-77",
                   hands=say("{name} leaves all cargo on {where}", name=captain, where=where),
                   hands_back=say("{name} takes back the cargo on {where}", name=captain, where=where))


def drop_everything(table: Windward, captain: Captain, at: Hex) -> None:
    fallen = [] if captain.hold is None else [A_CRESTER[captain.hold.kind]]
    cargo = captain.cargo.empty()
    fallen += cargo_words(cargo.grey_teeth, cargo.red_teeth, cargo.plus_two)
    drop_crester(captain, at)
    table.drop(cargo, at)
    if fallen:
        table.tell(say("{name}'s ship left {things} on {where}.", name=captain, things=listing(fallen),
                       where=in_words(table, at)), captain, "WW-77")


def drop_crester(captain: Captain, at: Hex) -> None:
    if captain.hold is not None:
        captain.hold.at, captain.hold = at, None


async def loot(table: Windward, loser: Captain, winner: Captain, at: Hex) -> None:
    if loser.hold is not None:
        loot_crester(table, loser, winner, at)
    if loser.cargo.pieces:
        taken = only_loot(loser)
        if taken:
            take_cargo(table, loser, winner, taken)
        else:
            taken = await table.ask(Loot(winner, loser))
            take_cargo(table, loser, winner, taken)
            table.by_players()


def take_cargo(table: Windward, loser: Captain, winner: Captain, taken: tuple[int, ...]) -> None:
    loser.cargo.remove(Cargo(*taken))
    winner.cargo.add(Cargo(*taken))
    if winner is table.naturalist:
        teeth_away(table, winner)                                           # WW-144
    table.tell(say("{winner} took {things} from {loser}.", winner=winner, loser=loser,
                   things=listing(cargo_words(*taken))), winner, "WW-78")


def only_loot(loser: Captain) -> tuple[int, ...]:
    """Return the loot if the loser has only one kind of cargo, so there is no choice."""
    have = (loser.cargo.grey_teeth, loser.cargo.red_teeth, loser.cargo.plus_two)
    due = (loser.cargo.pieces + 1) // 2
    return tuple([min(number, due) for number in have]) if sum(number > 0 for number in have) == 1 else ()


def loot_crester(table: Windward, loser: Captain, winner: Captain, at: Hex) -> None:
    if winner.hold is None:
        winner.hold, loser.hold = loser.hold, None
        table.tell(say("{winner} took {loser}'s Crester.", winner=winner, loser=loser), winner, "WW-78")
    else:
        drop_crester(loser, at)
        table.tell(say("{loser}'s Crester fell onto {where}.", loser=loser, where=in_words(table, at)),
                   loser, "WW-78")


def end_game(table: Windward, verdict: str, why: Text, rule: str) -> None:
    table.verdict = verdict
    table.tell(why, rule=rule)
    raise TurnOver
