"""A battle, in the order of WW-61: cannons, dice, cannons, dice, cards, cards, compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from companion.core import kinds
from companion.core.kinds import Confirm, Dice, Number, Numbers, Row
from companion.core.kinds.dice import DiceDraft
from companion.core.questions import Face, Given, Reason
from companion.core.said import said
from companion.core.table import Unwind
from companion.core.text import Text, count, say
from companion.games.windward.rules.battle import (
    Battle,
    Party,
    chances,
    hits,
    party_of,
    party_words,
    sides,
    strength,
    sure_hits,
)
from companion.games.windward.rules.placing import dice_words
from companion.games.windward.table import Captain, Windward
from companion.games.windward.words import crester_name

MOST_CARD_HITS = 20
LIKELY_CARDS = 3


class FalseFlagPlayed(Unwind):
    """The attacker is led astray before the dice (WW-54, WW-A35)."""


async def fight(table: Windward) -> bool:
    """Every stage of WW-61. False: a False Flag ended it before the dice."""
    with table.until(FalseFlagPlayed):
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
    if party.is_ship and party.captain is not None and party.captain.cannons:
        await table.one_of(Cannons(party.captain, side), *false_flag(table))    # WW-62


async def dice(table: Windward, side: str) -> None:
    party = table.under_way(Battle).party(side)
    await table.one_of(Throw(who_rolls(table, party), side), *false_flag(table))


async def cards(table: Windward, side: str) -> None:
    captain = table.under_way(Battle).party(side).captain
    if captain is not None and not nothing_to_add(table, side):
        await table.one_of(Extras(captain, side))


def nothing_to_add(table: Windward, side: str) -> bool:
    """WW-61: neither card nor token could be, or it would change nothing: a Crester that is beaten is beaten, by
    however much. Of a ship each hit counts (WW-67)."""
    if not table.setup.options["skip_empty"]:
        return False
    battle = table.under_way(Battle)
    ours = battle.party(side)
    theirs = battle.other(ours)
    if theirs.captain is None and hits(battle, ours) > hits(battle, theirs):
        return True
    return not table.copy.battle_cards and (ours.captain is None or ours.captain.cargo.plus_two <= 0)


def who_rolls(table: Windward, party: Party) -> Captain | None:
    """The captain; for a Crester the neighbour on the right of the captain who fights it (WW-60)."""
    if party.captain is not None:
        return party.captain
    fighting = table.under_way(Battle).captain()
    right = [table.seats[fighting.index - step] for step in range(1, len(table.seats))]
    return next((captain for captain in right if not captain.gone), None)


def false_flag(table: Windward) -> list[FalseFlag]:
    battle = table.under_way(Battle)
    defender = battle.defender.captain
    if defender is None or battle.attacker.dice is not None or not table.copy.has_false_flag:
        return []
    return [FalseFlag(defender)]


# --- questions


@dataclass(frozen=True)
class Cannons(Number[Windward]):
    """WW-62: a die more for each cannon."""

    rule = "WW-62"
    also = ("WW-61", "WW-63")
    icon = "bomb"
    seat: Captain
    side: str

    sentence = said("{seat}, how many cannons do you fire?")

    def kicker(self, table: Windward) -> Text:
        return say("{who}, before the dice", who=sides(table))

    def row(self, table: Windward) -> Row:
        return Row(say("Cannons"), 0, max(0, self.seat.cannons), 0)

    def odds(self, table: Windward, cannons: int) -> Text | None:
        """WW-64"""
        if not table.setup.options["odds"] or not table.is_under_way(Battle):
            return None
        battle = table.under_way(Battle)
        chance = chances(table, battle, battle.party(self.side), cannons)
        return say("{win} % win, {tie} % tie, {lose} % lose", win=chance.win, tie=chance.tie, lose=chance.lose)

    def face(self, table: Windward, choice: Any) -> Face:
        return Face(str(choice), self.odds(table, choice), "bomb" if choice else "bomb-off")

    def reasons(self, table: Windward) -> Iterable[Reason]:
        """With more slots than there is room for answers, the odds of some of them."""
        most = max(0, self.seat.cannons)
        for more in (0, 1, most // 2, most) if most > 3 else ():
            odds = self.odds(table, more)
            if odds is not None:
                yield Reason(count("With {n} cannon: {odds}", "With {n} cannons: {odds}", more, odds=odds), "bomb")

    def button(self, table: Windward, answer: Any) -> Text:
        if not answer:
            return say("Save the cannons")
        return count("Fire {n} cannon", "Fire {n} cannons", answer)

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"captains.{self.seat.index}.cannons": self.seat.cannons - answer}

    async def then(self, table: Windward, answer: int) -> None:
        party = table.under_way(Battle).party(self.side)
        party.cannons = answer
        self.seat.cannons -= answer
        table.stock.gas += answer                                           # one pile of two-sided tokens
        if answer:
            table.tell(count("{name} fired {n} cannon.", "{name} fired {n} cannons.", answer, name=self.seat),
                       self.seat, "WW-62")


@dataclass(frozen=True)
class Throw(Dice[Windward]):
    """WW-61, WW-63: as many dice as the side is strong."""

    rule = "WW-63"
    also = ("WW-59", "WW-60", "WW-61", "WW-64")
    icon = "dice-multiple-outline"
    side: str

    def sentence(self, table: Windward) -> Text:
        party = party_of(table, self.side)
        dice = dice_words(self.how_many(table))
        if len(party.cresters) > 1:
            return say("What do the Reds' {dice} show?", dice=dice)
        if party.cresters:
            crester = party.cresters[0]
            return say("What do {crester}'s {dice} show?", crester=crester_name(crester.kind, crester.id), dice=dice)
        if party.captain is None:
            return say("What do the dice show?")
        return say("{name}, what do your {dice} show?", name=party.captain, dice=dice)

    def kicker(self, table: Windward) -> Text:
        party = party_of(table, self.side)
        if party.captain is None and self.seat is not None:
            return say("{name} rolls for the Crester", name=self.seat)      # WW-60
        return sides(table)

    def faces(self, table: Windward) -> Sequence[int]:
        return table.copy.battle_die

    def how_many(self, table: Windward) -> int:
        if not table.is_under_way(Battle):
            return 0
        battle = table.under_way(Battle)
        return strength(battle, battle.party(self.side))

    def odds(self, table: Windward) -> kinds.Odds | None:
        if not table.setup.options["odds"] or not table.is_under_way(Battle):
            return None
        battle = table.under_way(Battle)
        ours = battle.attacker if battle.attacker.captain is not None else battle.defender
        return chances(table, battle, ours)

    def button(self, table: Windward, answer: Any) -> Text:
        given = tuple(answer or ())
        total = sum(given)
        sure = 0
        if table.is_under_way(Battle):
            battle = table.under_way(Battle)
            sure = sure_hits(battle, battle.party(self.side))
        left = self.how_many(table) - len(given)
        hit = say("{n} + {sure} hits", n=total, sure=sure) if sure else count("{n} hit", "{n} hits", total)
        return count("{hit}, {n} die left", "{hit}, {n} dice left", left, hit=hit) if left else hit

    def draft(self, table: Windward) -> ThrowDraft:
        return ThrowDraft(self, table)

    async def then(self, table: Windward, answer: tuple[int, ...]) -> None:
        battle = table.under_way(Battle)
        party = battle.party(self.side)
        party.dice = answer
        table.tell(count("{who} rolled {dice}: {n} hit.", "{who} rolled {dice}: {n} hits.", hits(battle, party),
                         who=party_words(party, first=True), dice=" ".join(map(str, answer))), party.captain, "WW-63")


class ThrowDraft(DiceDraft):
    """The last die is the answer, as a throw of the phone's is: a slip is one Undo away."""

    question: Throw

    def type_face(self, face: int) -> Given | None:
        given = super().type_face(face)
        return self.give() if given is None and self.ready else given


@dataclass(frozen=True)
class Extras(Numbers[Windward]):
    """WW-61: cards and +2 tokens, after both rolls."""

    rule = "WW-61"
    also = ("WW-52", "WW-149")
    panel = "companion.games.windward.screen.extras:ExtrasPage"
    seat: Captain
    side: str

    sentence = said("{seat}, do you add anything?")

    def kicker(self, table: Windward) -> Text:
        if not table.is_under_way(Battle):
            return sides(table)
        battle = table.under_way(Battle)
        ours = battle.party(self.side)
        return count("{n} hit against {theirs}", "{n} hits against {theirs}", hits(battle, ours),
                     theirs=hits(battle, battle.other(ours)))

    def rows(self, table: Windward) -> Sequence[Row]:
        return (row_of_cards(table.copy.battle_cards),
                Row(say("+2 tokens"), 0, max(0, self.seat.cargo.plus_two), 0))

    def likely(self, table: Windward) -> list[tuple[tuple[int, int], Face]]:
        """A single card or token: one tap each, with what it would lead to."""
        found = [((more, 0), Face(name, self.counted(table, more), "cards-outline"))
                 for name, more in table.copy.battle_cards[:LIKELY_CARDS]]
        if self.seat.cargo.plus_two > 0:
            found.append(((0, 1), Face(say("A +2 token"), self.counted(table, 2), "plus-box-outline")))
        return found

    def counted(self, table: Windward, more: int) -> Text | None:
        if not table.is_under_way(Battle):
            return None
        battle = table.under_way(Battle)
        ours = battle.party(self.side)
        return say("{ours} against {theirs}", ours=hits(battle, ours) + more, theirs=hits(battle, battle.other(ours)))

    def button(self, table: Windward, answer: Any) -> Text:
        extra = tuple(answer or (0, 0))
        more = extra[0] + 2 * extra[1]
        return count("Add {n} hit", "Add {n} hits", more) if more else say("Add nothing")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"captains.{self.seat.index}.plus_two": self.seat.cargo.plus_two - answer[1]}

    async def then(self, table: Windward, answer: tuple[int, ...]) -> None:
        party = table.under_way(Battle).party(self.side)
        party.card_hits, party.tokens = answer
        self.seat.cargo.plus_two -= party.tokens                            # WW-149
        table.stock.plus_two += party.tokens
        if any(answer):
            table.tell(count("{name} added {n} hit.", "{name} added {n} hits.", party.card_hits + 2 * party.tokens,
                             name=self.seat), self.seat, "WW-61")


def row_of_cards(cards: tuple[tuple[str, int], ...]) -> Row:
    """Hits from cards: the printed ones as a hint, and what they have in common as one step."""
    brings = ", ".join([f"{name} {hits}" for name, hits in cards])
    hint = say("Printed on it: {cards}", cards=brings) if cards else None
    step = gcd(*[hits for _, hits in cards]) or 1
    return Row(say("Hits from cards"), 0, MOST_CARD_HITS, 0, hint, step=step)


@dataclass(frozen=True)
class FalseFlag(Confirm[Windward]):
    """A card of the defender's: the attacker goes back before any die falls."""

    rule = "WW-54"
    also = ("WW-A35", "WW-52")
    icon = "flag-variant"
    seat: Captain

    sentence = said("{seat}, do you show a False Flag?")
    title = said("False Flag")
    button = said("Play False Flag")

    async def then(self, table: Windward, answer: str) -> None:
        table.tell(say("{name} showed a False Flag.", name=self.seat), self.seat, "WW-54")
        raise FalseFlagPlayed
