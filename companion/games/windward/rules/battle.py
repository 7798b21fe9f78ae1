"""Battles: the steps of WW-61 and the results (WW-61 to WW-75)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import gcd
from typing import Any

from companion.core.kinds import Confirm, Dice, Menu, Number, Numbers, Option, Row
from companion.core.kinds.number import DiceDraft, NumbersDraft
from companion.core.questions import Button, Face, Given, Odds, Reason, draft_of
from companion.core.table import Unwind
from companion.core.text import Text, count, listing, said, say, spelled
from companion.games.windward.board import cresters as mover
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.aftermath import (
    crester_falls,
    drop_crester,
    lose_morale,
    morale_back,
    ship_lost,
    take_plus_two,
)
from companion.games.windward.rules.combat import (
    Battle,
    Party,
    boats_foe,
    chances,
    foe_on,
    hits,
    party_words,
    sides,
    strength,
    sure_hits,
)
from companion.games.windward.rules.placing import CameFrom, LetteredSpace, in_words, one_step
from companion.games.windward.table import Boat, Captain, Crester, Rest, Turn, Windward, boat_key
from companion.games.windward.words import THE, THE_FIRST

MOST_CARD_HITS, LIKELY_CARDS, MOST_ON_A_FACE = 20, 3, 6
WINS, LOSSES = ("won", "sunk"), ("sunk", "lost")  # as told with only turns and battles
MOST_MORE, MOST_TOKENS = 5, 9  # light depth: four slots of crew and the Sergeant; +2 tokens


# --- how it begins


async def ship_attacks(table: Windward, captain: Captain) -> None:
    """WW-25: fight a Red, the White or another ship in the space just entered."""
    while (defender := foe_on(table, captain, captain.ship)) is not None:  # nobody after it went back (WW-74)
        back = table.under_way(Turn).came_from
        await battle(table, Battle(Party(captain), defender, captain.ship, back))
        if table.setup.options["two_reds_together"]:
            return                                                     # WW-A26: else fight the second Red too


async def cresters_attack(table: Windward, captain: Captain, cresters: list[Crester], back: Hex) -> None:
    """WW-95, WW-114"""
    if table.setup.options["captain_attacks_white"] and cresters[0].kind == "white":  # WW-A47
        await battle(table,
                     Battle(Party(captain), Party(cresters=cresters), captain.ship, back, came=cresters))
        return
    await battle(table, Battle(Party(cresters=cresters), Party(captain), captain.ship, back))


async def boat_attacks(table: Windward, boat: Boat, back: Hex, tow: list[Crester]) -> None:
    """WW-37"""
    if (foe := boats_foe(table, boat, boat.at)) is not None:
        await battle(table, Battle(Party(boat.owner, boat), foe, boat.at, back, tow))


async def battle(table: Windward, fought: Battle) -> None:
    with table.during(fought):
        table.tell(count("{attacker} attacked {defender}.", "{attacker} attacked {defender}.",
                         max(1, len(fought.attacker.cresters)),
                         attacker=party_words(table, fought.attacker, first=True),
                         defender=party_words(table, fought.defender)), fought.attacker.captain, "WW-58")
        if table.active in (fought.attacker.captain, fought.defender.captain):
            for crester in [*fought.attacker.cresters, *fought.defender.cresters]:
                crester.fought = True                                     # WW-75, WW-A16: whatever the result
        if not await fight(table):
            await go_back(table)                                            # WW-54: False Flag
            lock(table, pieces_of(fought.defender))
            return
        await compare(table)


# --- its steps, in the order of WW-61


class FalseFlagPlayed(Unwind):
    """A False Flag ends the battle before the dice (WW-54, WW-A35)."""


async def fight(table: Windward) -> bool:
    """Run the steps of WW-61. Return False if a False Flag ended it early."""
    fought = table.under_way(Battle)
    with table.until(FalseFlagPlayed):
        if table.light:
            await table.one_of(Ended(fought.captain()), *false_flag(table))
        if fought.told:
            return True
        await cannons(table, "attacker")
        await dice(table, "attacker")
        await cannons(table, "defender")
        await dice(table, "defender")
        await cards(table, "attacker")
        await cards(table, "defender")
        return True
    return False


async def cannons(table: Windward, side: str) -> None:
    party = table.under_way(Battle).party(side)
    captain = party.captain if party.is_ship else None
    if captain is not None and not captain.gone and (table.light or captain.cannons):
        await table.one_of(Cannons(captain, side), *false_flag(table))      # WW-62


async def dice(table: Windward, side: str) -> None:
    party = table.under_way(Battle).party(side)
    await table.one_of(Throw(who_rolls(table, party), side), *false_flag(table))


async def cards(table: Windward, side: str) -> None:
    captain = table.under_way(Battle).party(side).captain
    if captain is not None and not captain.gone and not nothing_to_add(table, side):
        await table.one_of(Extras(captain, side))


def nothing_to_add(table: Windward, side: str) -> bool:
    """WW-61: skip extras that don't exist or can't matter.

    Extra hits don't matter against a beaten Crester, but each one counts against a ship (WW-67).
    """
    if not table.setup.options["skip_empty"]:
        return False
    battle = table.under_way(Battle)
    ours = battle.party(side)
    theirs = battle.other(ours)
    if theirs.captain is None and hits(battle, ours) > hits(battle, theirs):
        return True
    return not (table.light or table.box.battle_cards or (ours.captain and ours.captain.cargo.plus_two > 0))


def who_rolls(table: Windward, party: Party) -> Captain | None:
    """Return the captain; for a Crester, the opponent's right-hand neighbour (WW-60)."""
    if party.captain is not None:
        return party.captain
    fighting = table.under_way(Battle).captain()
    right = [table.seats[fighting.index - step] for step in range(1, len(table.seats))]
    return next((captain for captain in right if not captain.gone), None)


def false_flag(table: Windward) -> list["FalseFlag"]:
    battle = table.under_way(Battle)
    defender = battle.defender.captain
    if defender is None or defender.gone or battle.attacker.dice is not None or not table.box.has_false_flag:
        return []
    return [FalseFlag(defender)]


# --- what follows


async def compare(table: Windward) -> None:
    """WW-64: the party with more hits wins."""
    fought = table.under_way(Battle)
    lost = loser(fought)
    if lost is None:
        await tie(table)
    elif lost.boat is not None:
        boat_beaten(table, lost.boat)                                       # WW-68: nobody goes back
    elif lost.captain is not None:
        await ship_beaten(table, fought.other(lost), lost.captain)
    else:
        for crester in table.each(lambda: lost.cresters):                   # WW-A26: both fall
            await crester_falls(table, crester, fought.captain())


def loser(fought: Battle) -> Party | None:
    if fought.told:
        mine = fought.attacker if fought.attacker.captain is fought.captain() else fought.defender
        if fought.told == "tie":
            return None
        return fought.other(mine) if fought.told in WINS else mine
    ahead = hits(fought, fought.attacker) - hits(fought, fought.defender)
    if ahead == 0:
        return None
    return fought.defender if ahead > 0 else fought.attacker


async def tie(table: Windward) -> None:
    """WW-65: the attacker goes back; +2 tokens only if a captain attacked."""
    fought = table.under_way(Battle)
    table.tell(say("It was a tie."), rule="WW-65")
    if fought.attacker.captain is not None:
        for party in (fought.attacker, fought.defender):
            if party.captain is not None:
                take_plus_two(table, party.captain)
    lock(table, keys_of(fought.defender))
    await go_back(table)


def lock(table: Windward, defenders: list[str]) -> None:
    """WW-66: forbid the attacker to fight these again this turn."""
    fought = table.under_way(Battle)
    if table.is_under_way(Turn):
        table.under_way(Turn).ties.extend((fought.attacker.key, key) for key in defenders)


def keys_of(party: Party) -> list[str]:
    return [crester.key for crester in party.cresters] or [party.key]       # WW-A26: locked against both


def pieces_of(party: Party) -> list[str]:
    """Keys of all pieces on this level, which a False Flag protects (WW-54)."""
    return keys_of(party) if party.boat is None else [boat_key(party.boat.owner, number) for number in (1, 2)]


def boat_beaten(table: Windward, boat: Boat) -> None:
    """WW-41, WW-68: return the longboat to its board; a towed Grey stays in the space."""
    table.boats.remove(boat)
    boat.owner.boats_aboard += 1
    table.tell(say("{name}'s longboat was beaten and is back aboard.", name=boat.owner), boat.owner, "WW-68")
    take_plus_two(table, boat.owner)


async def ship_beaten(table: Windward, winner: Party, loser: Captain) -> None:
    """WW-67: morale falls by the difference in hits."""
    fought = table.under_way(Battle)
    loss = abs(hits(fought, fought.attacker) - hits(fought, fought.defender))
    words = count("{name} was beaten by {n} hit.", "{name} was beaten by {n} hits.", loss, name=loser)
    table.tell(say("{name} was beaten.", name=loser) if fought.told else words, loser, "WW-67")
    if table.light and not fought.told:
        await table.one_of(Ended(fought.captain()))                         # WW-153: players count morale
        tell_morale(table, loser, loss)
    if fought.told in LOSSES:
        await ship_lost(table, loser, winner.captain, fought.at)
    elif fought.told or await lose_morale(table, loser, loss, winner.captain, fought.at):
        take_plus_two(table, loser)
        await go_back(table)                                             # the attacker goes back, win or lose


def tell_morale(table: Windward, loser: Captain, loss: int) -> None:
    """WW-153: if the phone counted the hits and the ship still flies."""
    if table.under_way(Battle).told not in LOSSES:
        table.tell(say("{name} lost {n} morale.", name=loser, n=loss), loser, "WW-67",
                   hands=say("{name} loses {n} morale", name=loser, n=loss),
                   hands_back=morale_back(loser))


# --- going back


async def go_back(table: Windward) -> None:
    """WW-74: return the attacker to its previous space, free and regardless of wind."""
    fought = table.under_way(Battle)
    attacker = fought.attacker
    if fought.came or attacker.captain is None:
        for crester in table.each(lambda: fought.came or attacker.cresters):
            await step_back(table, crester)
            if crester.at is not None:
                tell_way_back(table, THE_FIRST[crester.kind], crester.at)
    elif attacker.boat is not None:
        attacker.boat.at = fought.back
        for grey in fought.tow:
            grey.at = fought.back                                           # the towed Grey goes back too
        tell_way_back(table, say("{name}'s longboat", name=attacker.boat.owner), fought.back)
    else:
        if table.light:
            fought.back = await table.ask(CameFrom(attacker.captain))   # WW-153: the phone didn't see the way
        if fought.back == POST:
            drop_crester(attacker.captain, fought.at)                 # WW-32, after fighting two Reds in turn
        attacker.captain.ship = fought.back
        tell_way_back(table, say("{name}", name=attacker.captain), fought.back)


async def step_back(table: Windward, crester: Crester) -> None:
    open_spaces = retreats(table, crester)
    if len(open_spaces) > 1:
        crester.at = await table.ask(GoesBack(table.active, crester))     # WW-A19, WW-A26: the player chooses
        table.by_players()
    elif open_spaces:
        crester.at = open_spaces[0]


def tell_way_back(table: Windward, who: Text, back: Hex) -> None:
    table.tell(say("{who} went back to {where}.", who=who, where=in_words(table, back)), rule="WW-74")


def retreats(table: Windward, crester: Crester) -> tuple[Hex, ...]:
    if crester.at is None:
        return ()
    rest = table.perhaps(Rest) or Rest(table.active)
    way = rest.ways.get(crester.id, (crester.at,))
    flying = mover.FlyingCrester(crester.id, crester.kind, crester.at)
    pieces, mode = table.pieces(table.active.ship), table.mode()
    sides = [side for side in rest.sides.get(crester.id, ())               # WW-A19: ask for the side only now
             if mover.retreats(table.planet, pieces, mode, flying, (side, crester.at)) == (side,)]
    return tuple(sides) or mover.retreats(table.planet, pieces, mode, flying, way)


class GoesBack(LetteredSpace):
    """WW-A19, WW-A26: the Crester had several equal paths, or its path is blocked."""

    rule = "WW-A26"
    also = ("WW-A19", "WW-95", "WW-112")
    crester: Crester

    def sentence(self, table: Windward) -> Text:
        return say("Where does {who} go back to?", who=THE[self.crester.kind])

    kicker = said("Equally good: you choose")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return retreats(table, self.crester)

    def path(self, table: Windward, choice: Hex) -> tuple[Hex, ...]:
        return one_step(self.crester.at or POST, choice)

    button = said("Goes back here")


# --- questions


class Ended(Menu[Windward]):
    """WW-153: how a battle on the table ended. The phone can count the hits instead."""

    rule, icon = "WW-64", "sword-cross"
    also = ("WW-58", "WW-65", "WW-67", "WW-71", "WW-76", "WW-153")
    seat: Captain

    sentence = said("How did the battle end?")

    def kicker(self, table: Windward) -> Text:
        return sides(table)

    def options(self, table: Windward) -> Iterable[Option]:
        fought, me, left = table.under_way(Battle), self.seat, say("Some morale is left")
        foe = fought.defender.captain if fought.attacker.captain is me else None
        wins = [Option("won", say("{name} wins", name=me), "trophy-outline", left if foe else None)]
        wins += [Option("sunk", say("{name}'s ship is lost", name=foe), "skull-outline")] if foe else []
        losses = [Option("beaten", say("{name} loses", name=me), "emoticon-sad-outline", left),
                  Option("lost", say("{name}'s ship is lost", name=me), "skull-outline")]
        if fought.defender.dice is not None:                                # counted: only morale is open
            lost = loser(fought)
            return losses if lost is not None and lost.captain is me else wins
        return (*wins, Option("tie", say("A tie"), "scale-balance"), *losses, Option(
            "dice", say("Odds and dice"), "dice-multiple-outline", say("The phone counts"), opens=True))

    async def then(self, table: Windward, answer: str) -> None:
        table.under_way(Battle).told = "" if answer == "dice" else answer


class Cannons(Number[Windward]):
    rule = "WW-62"
    also = ("WW-61", "WW-63")
    icon = "bomb"
    seat: Captain
    side: str

    sentence = said("{seat}, how many cannons do you fire?")

    def kicker(self, table: Windward) -> Text:
        return say("{who}, before the dice", who=sides(table))

    def hint(self, table: Windward) -> Text | None:
        if table.light:                                                     # WW-153
            return say("If your ship attacks, count your Sergeant as one more.")
        return None

    def row(self, table: Windward) -> Row:
        most = self.limits(table)[1]
        start = most
        if table.light:
            start = 0
        elif table.setup.options["odds"]:
            start = self.wise(table)
        return Row(say("Cannons"), 0, most, start)

    def limits(self, table: Windward) -> tuple[int, int]:
        return 0, table.board.cannon_slots + MOST_MORE if table.light else max(0, self.seat.cannons)

    def choices(self, table: Windward) -> Iterable[int]:
        best = self.row(table).start                                      # a small phone shows the first ones
        return sorted(super().choices(table), key=lambda number: (number != best, -number))

    def wise(self, table: Windward) -> int:
        """The fewest cannons with the best chance; none if they don't matter."""
        battle = table.under_way(Battle)
        most = max(0, self.seat.cannons)
        found = [chances(table, battle, battle.party(self.side), more) for more in range(most + 1)]
        return found.index(max(found, key=lambda one: (one.win, one.tie)))

    def odds(self, table: Windward, cannons: int) -> Text | None:
        """WW-64"""
        if not table.setup.options["odds"]:
            return None
        battle = table.under_way(Battle)
        chance = chances(table, battle, battle.party(self.side), cannons)
        return say("{win}% win, {tie}% tie, {lose}% lose", win=f"{chance.mark}{chance.win}", tie=chance.tie,
                   lose=chance.lose)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(str(choice), self.odds(table, choice), "bomb" if choice else "bomb-off")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        """Show sample odds if there are too many answers to label each one."""
        most = self.limits(table)[1]
        samples: Iterable[int] = (0, 1, most // 2, most) if most > 3 else ()
        if table.light:
            samples = range(4)
        for more in samples:
            odds = self.odds(table, more)
            if odds is not None:
                sample = count("With {n} cannon: {odds}", "With {n} cannons: {odds}", more, odds=odds)
                yield Reason(sample, "bomb")

    def button(self, table: Windward, answer: Any) -> Text:
        if not answer:
            return say("Save the cannons")
        return count("Fire {n} cannon", "Fire {n} cannons", answer)

    def in_brief(self, table: Windward, answer: Any) -> Text:
        return say("{name} saves the cannons", name=self.seat)

    async def then(self, table: Windward, answer: int) -> None:
        party = table.under_way(Battle).party(self.side)
        party.cannons = answer
        if not table.light:
            self.seat.cannons -= answer
            table.stock.gas += answer                                    # two-sided tokens, one pile with gas
        table.by_players()
        if answer:
            table.tell(count("{name} fired {n} cannon.", "{name} fired {n} cannons.", answer, name=self.seat),
                       self.seat, "WW-62")


class Throw(Dice[Windward]):
    rule = "WW-63"
    also = ("WW-59", "WW-60", "WW-61", "WW-64")
    icon = "dice-multiple-outline"
    side: str

    def sentence(self, table: Windward) -> Text:
        party = table.under_way(Battle).party(self.side)
        dice = self.how_many(table)
        number = spelled(dice)
        if len(party.cresters) > 1:
            return say("What do the Reds' {number} dice show?", number=number)
        if party.cresters:
            return count("What does {crester}'s die show?", "What do {crester}'s {number} dice show?", dice,
                         crester=THE[party.cresters[0].kind], number=number)
        if party.captain is None:
            return say("What do the dice show?")
        return count("{name}, what does your die show?", "{name}, what do your {number} dice show?", dice,
                     name=party.captain, number=number)

    def kicker(self, table: Windward) -> Text:
        party = table.under_way(Battle).party(self.side)
        if party.captain is None and self.seat is not None:
            return say("{name} rolls for the Crester", name=self.seat)      # WW-60
        return sides(table)

    def faces(self, table: Windward) -> Sequence[int]:
        return table.box.battle_die

    def rare(self, table: Windward) -> Sequence[int]:
        return [face for face in range(MOST_ON_A_FACE + 1) if face not in table.box.battle_die]

    def how_many(self, table: Windward) -> int:
        battle = table.under_way(Battle)
        return strength(battle, battle.party(self.side))

    def odds(self, table: Windward) -> Odds | None:
        if not table.setup.options["odds"]:
            return None
        battle = table.under_way(Battle)
        ours = battle.attacker if battle.attacker.captain is not None else battle.defender
        return chances(table, battle, ours)

    def button(self, table: Windward, answer: Any) -> Text:
        given = tuple(answer or ())
        total = sum(given)
        battle = table.under_way(Battle)
        sure = sure_hits(battle, battle.party(self.side))
        left = self.how_many(table) - len(given)
        hit = say("{n} + {sure} hits", n=total, sure=sure) if sure else count("{n} hit", "{n} hits", total)
        return count("{hit}, {n} die left", "{hit}, {n} dice left", left, hit=hit) if left else hit

    async def then(self, table: Windward, answer: tuple[int, ...]) -> None:
        battle = table.under_way(Battle)
        party = battle.party(self.side)
        party.dice = answer
        table.tell(count("{who} rolled {dice}: {n} hit.", "{who} rolled {dice}: {n} hits.",
                         hits(battle, party),
                         who=party_words(table, party, first=True), dice=" ".join(map(str, answer))),
                   party.captain, "WW-63")


@draft_of(Throw)
class ThrowDraft(DiceDraft):
    """Submit with the last die, as the phone's roll does; Undo fixes a slip."""

    question: Throw

    def type_face(self, face: int) -> Given | None:
        given = super().type_face(face)
        return self.give() if given is None and self.ready else given


class Extras(Numbers[Windward]):
    rule = "WW-61"
    also = ("WW-52", "WW-149")
    panel = "companion.games.windward.screen.panels:ExtrasPage"
    seat: Captain
    side: str

    sentence = said("{seat}, do you add anything?")

    def kicker(self, table: Windward) -> Text:
        battle = table.under_way(Battle)
        ours = battle.party(self.side)
        return count("{n} hit against {theirs}", "{n} hits against {theirs}", hits(battle, ours),
                     theirs=hits(battle, battle.other(ours)))

    def rows(self, table: Windward) -> Sequence[Row]:
        """Printed values of cards as the hint, their common divisor as the step."""
        cards = table.box.battle_cards
        printed = listing([say("{card} {n}", card=name, n=hits) for name, hits in cards])
        hint = say("Hits: {cards}", cards=printed)
        return (Row(say("Hits from cards"), 0, MOST_CARD_HITS, 0, hint if cards else None,
                    step=gcd(*[hits for _, hits in cards]) or 1),
                Row(say("+2 tokens"), 0, MOST_TOKENS if table.light else max(0, self.seat.cargo.plus_two), 0))

    def hint(self, table: Windward) -> Text | None:
        return say("Count your Marine's two hits as a +2 token.") if table.light else None      # WW-153

    def likely(self, table: Windward) -> list[tuple[tuple[int, int], Face]]:
        found = [((more, 0), Face(name, self.counted(table, more), "cards-outline"))
                 for name, more in table.box.battle_cards[:LIKELY_CARDS]]
        if table.light or self.seat.cargo.plus_two > 0:
            found.append(((0, 1), Face(say("A +2 token"), self.counted(table, 2), "plus-box-outline")))
        return found

    def counted(self, table: Windward, more: int) -> Text | None:
        battle = table.under_way(Battle)
        ours = battle.party(self.side)
        theirs = hits(battle, battle.other(ours))
        return say("{ours} against {theirs}", ours=hits(battle, ours) + more, theirs=theirs)

    def button(self, table: Windward, answer: Any) -> Text:
        extra = tuple(answer or (0, 0))
        more = extra[0] + 2 * extra[1]
        return count("Add {n} hit", "Add {n} hits", more) if more else say("Add nothing")

    def in_brief(self, table: Windward, answer: Any) -> Text:
        return say("{name} adds nothing", name=self.seat)

    async def then(self, table: Windward, answer: tuple[int, ...]) -> None:
        party = table.under_way(Battle).party(self.side)
        party.card_hits, party.tokens = answer
        if not table.light:
            self.seat.cargo.plus_two -= party.tokens                        # WW-149
            table.stock.plus_two += party.tokens
        table.discard(self.seat, fewest_cards(table, party.card_hits))
        table.by_players()
        if any(answer):
            table.tell(count("{name} added {n} hit.", "{name} added {n} hits.",
                             party.card_hits + 2 * party.tokens, name=self.seat), self.seat, "WW-61")


@draft_of(Extras)
class ExtrasDraft(NumbersDraft):
    """The button isn't filled if the ship is lost with it."""

    question: Extras

    def answer_button(self, icon: str = "check-bold", icon_last: bool = False) -> Button:
        button = super().answer_button(icon, icon_last)
        return replace(button, quiet=loses_ship(self.table, self.question.side, self.so_far() or (0, 0)))


def loses_ship(table: Windward, side: str, extra: Sequence[int]) -> bool:
    """WW-76; with only turns and battles nobody counts morale here, so any defeat may be the last one."""
    battle = table.under_way(Battle)
    ours = battle.party(side)
    behind = hits(battle, battle.other(ours)) - hits(battle, ours) - extra[0] - 2 * extra[1]
    if ours.captain is None or not ours.is_ship or behind <= 0:
        return False
    return table.light or ours.captain.morale <= behind


def fewest_cards(table: Windward, hits: int) -> int:
    """How few of the printed battle cards give these hits; players can correct their hand."""
    printed = [number for _, number in table.box.battle_cards] or [hits]
    fewest = {0: 0}
    for total in range(1, hits + 1):
        found = [fewest[total - one] for one in printed if total - one in fewest]
        if found:
            fewest[total] = min(found) + 1
    return fewest.get(hits, -(-hits // max(printed)) if hits else 0)


class FalseFlag(Confirm[Windward]):
    """The defender plays a False Flag: the attacker goes back before any roll."""

    rule = "WW-54"
    also = ("WW-A35", "WW-52")
    icon = "flag-variant"
    seat: Captain

    sentence = said("{seat}, do you play False Flag?")
    title = said("False Flag")
    button = said("Play False Flag")

    async def then(self, table: Windward, answer: str) -> None:
        table.discard(self.seat)
        table.by_players()
        table.tell(say("{name} played False Flag.", name=self.seat), self.seat, "WW-54")
        raise FalseFlagPlayed
