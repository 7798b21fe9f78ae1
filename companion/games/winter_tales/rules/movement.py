"""Movement (WT-26 to WT-31), and the skills used with it (WT-140 to WT-146)."""

from collections.abc import Iterable
from typing import Any, ClassVar

from companion.core.kinds import Confirm
from companion.core.questions import Face, Question
from companion.core.text import Refused, Text, count, listing, said, say
from companion.games.winter_tales.board.characters import OBJECTIVES
from companion.games.winter_tales.board.town import NEW_PLAZA
from companion.games.winter_tales.rules.fights import battle_at_entry, trap_at_entry
from companion.games.winter_tales.rules.kinds import WALK_PANEL, possible
from companion.games.winter_tales.rules.objectives import (
    forget_visits,
    has_unfinished,
    note_entry,
    note_visit,
    unused_objectives,
)
from companion.games.winter_tales.rules.spaces import PickSpace, space_asked, unmapped_plaza
from companion.games.winter_tales.table import Activation, Character, Entering, Player, Winter


def why_no_step(table: Winter, character: Character) -> Refused | None:  # WT-29, WT-151
    if character.eliminated:
        return Refused(say("{who} is out of the game.", who=character), "WT-112")
    if character.down:
        return Refused(say("{who} is incapacitated and can't move. Save {who} first.", who=character),
                       "WT-48")
    if character.cannot_move:
        return Refused(say("{who} can't move again this chapter.", who=character), "WT-29")
    if table.bears_ongoing(character):
        return Refused(say("{who} carries the ongoing quest and stays until it's over.", who=character),
                       "WT-151")
    return None


def may_step(table: Winter, activation: Activation) -> bool:
    if not table.full or activation.acted or activation.character.at is None:
        return False
    if activation.joining and activation.character.at == table.quest_space():
        return False                                                        # WT-59: arriving ends the move
    return why_no_step(table, activation.character) is None


def cards_for(table: Winter, activation: Activation, spaces: int) -> int:  # WT-26
    unpaid = activation.steps + spaces - table.free_steps(activation.character) - 2 * activation.cards
    return max(0, (unpaid + 1) // 2)


class StepTo(PickSpace):
    rule = "WT-26"
    also = ("WT-27", "WT-28", "WT-31", "WT-29")
    icon = "shoe-print"
    panel = WALK_PANEL
    character: Character

    sentence = said("{seat}, where does {character} go?")
    title = said("Move")

    def kicker(self, table: Winter) -> Text:
        if cards_for(table, table.under_way(Activation), 1):
            return say("A story card pays for two spaces")
        return say("The next space is paid for")

    def hint(self, table: Winter) -> Text | None:
        cards = table.under_way(Activation).cards
        return say("Cards for this move: {n}", n=cards) if cards else None

    action_label = said("Go here")

    def in_brief(self, table: Winter, answer: Any) -> Text | str:
        if answer == NEW_PLAZA:
            return super().in_brief(table, answer)
        return say("{name} moves {who} to {place}", name=self.seat, who=self.character,
                   place=table.place(answer))

    def choices(self, table: Winter) -> Iterable[str]:
        if not may_step(table, table.under_way(Activation)) or self.character.at is None:
            return ()
        ways = list(table.town.ways.get(self.character.at, ()))
        further = [space for space in table.reached_from(self.character) if space not in ways]
        if self.leads_to(table, NEW_PLAZA):
            ways.append(NEW_PLAZA)
        return [*ways, *further]

    def leads_to(self, table: Winter, space: str) -> bool:
        """Whether a path leads there; an unused plaza can only be next to a location (WT-27)."""
        if space == NEW_PLAZA:
            return table.town.is_location(self.character.at) and not table.town.complete
        return bool(table.way_to(self.character, space))

    def face(self, table: Winter, choice: Any) -> Face:
        plain = super().face(table, choice)
        way = table.way_to(self.character, choice) or [choice]
        cards = cards_for(table, table.under_way(Activation), len(way))
        hint = walk_words(table, self.character, way) if len(way) > 1 else plain.hint
        return Face(plain.label, hint, plain.icon, opens=plain.opens, badge=str(cards) if cards else "")

    def label(self, table: Winter, choice: str) -> Text:
        """From a location, a plaza is named after where it leads."""
        space = table.town.spaces.get(choice)
        beyond = [] if space is None else [end for end in space.ends if end != self.character.at]
        if len(beyond) != 1:
            return super().label(table, choice)
        return say("Plaza towards {place}", place=table.place(beyond[0]))

    def check(self, table: Winter, answer: str) -> None:
        if may_step(table, table.under_way(Activation)) and self.leads_to(table, answer):
            return
        refused = why_no_step(table, self.character)
        if refused is not None:
            raise refused
        raise Refused(say("No path leads there on this map. Locations and plazas alternate."), "WT-27")

    async def then(self, table: Winter, answer: str) -> None:
        if answer == NEW_PLAZA:
            plaza = await unmapped_plaza(table, self.character)
            if plaza is None or not may_step(table, table.under_way(Activation)):
                return
            take_step(table, self.character, plaza)
            table.by_players()
            await interruptions(table, self.character)
        else:
            await walk(table, self.character, answer)


class TakeAlong(Confirm[Winter]):
    rule = "WT-103"
    also: ClassVar[tuple[str, ...]] = ("WT-104", "WT-A40", "WT-A42")
    icon = "heart-outline"
    together: ClassVar[bool] = True
    seat: Player
    character: Character

    sentence = said("{character} comes along from here.")
    title = said("Take {character} along")
    button = said("Together")
    in_brief = said("{seat} takes {character} along")

    def choices(self, table: Winter) -> Iterable[str]:
        activation = table.under_way(Activation)
        changes = activation.together is not self.together and may_step(table, activation)
        return ("done",) if changes and partner_of(table, activation) is self.character else ()

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).together = self.together


class LeaveBehind(TakeAlong):
    also = ()
    icon = "heart-broken-outline"
    together = False

    sentence = said("{character} stays here.")
    title = said("Leave {character} here")
    button = said("Go on alone")
    in_brief = said("{seat} leaves {character} here")


def partner_of(table: Winter, activation: Activation) -> Character | None:  # WT-103, WT-151
    partner = table.love_partner(activation.character)
    return None if partner is None or table.bears_ongoing(partner) else partner


def move_questions(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    player, partner = table.owner_of(activation.character), partner_of(table, activation)
    pair = () if partner is None else (TakeAlong(player, partner), LeaveBehind(player, partner))
    return possible(table, StepTo(player, activation.character), *pair)


# A walk of several spaces

def walk_words(table: Winter, character: Character, way: list[str]) -> Text:
    met = [one.name for space in way for one in table.who_may_stop(character, space)]
    if met:
        return count("{n} space, past {names}", "{n} spaces, past {names}", len(way), names=listing(met))
    return count("{n} space", "{n} spaces", len(way))


async def walk(table: Winter, character: Character, goal: str) -> None:
    """Walk until somebody stops the character or may show an objective (WT-26, WT-28, WT-121)."""
    activation = table.under_way(Activation)
    activation.goal, activation.unhindered = goal, False
    walks = advance(table, character)
    if not activation.goal:
        table.by_players()  # if somebody may stop it on the way, *To move* tells where
    while walks:
        await interruptions(table, character)
        walks = not table.moments and advance(table, character)
    activation.goal, activation.unhindered = "", False


def advance(table: Winter, character: Character) -> bool:
    """Walk up to the goal, a moment to show an objective, or a space where somebody may stop it."""
    activation, way = table.under_way(Activation), [""]
    while activation.goal and may_step(table, activation):
        way = table.way_to(character, activation.goal)
        if not way:
            return False
        take_step(table, character, way[0])
        if character.at == activation.goal:
            activation.goal = ""
        stops = table.in_order(character.owner, table.who_may_stop(character, character.at))
        if table.moments or (stops and not activation.unhindered):
            break
    return way != [""]


def take_step(table: Winter, character: Character, space: str) -> None:  # WT-26, WT-28
    activation = table.under_way(Activation)
    if cards_for(table, activation, 1):
        activation.cards += 1
        table.owner_of(character).discarded += 1
    if not activation.steps:
        note_visit(table, character)                                        # WT-128: starting there counts
    partner = partner_of(table, activation) if activation.together else None
    activation.came_from = character.at
    for one in (character, partner):
        if one is not None:
            one.at = space
    activation.steps += 1
    table.moments.clear()  # WT-A56
    note_visit(table, character)
    if character.is_rebel:
        note_entry(table, character)


async def interruptions(table: Winter, mover: Character) -> None:  # WT-28, WT-30
    if table.under_way(Activation).unhindered:
        return  # WT-28: players let this whole walk pass
    with table.during(Entering(mover)):
        if mover.is_rebel:
            await battle_at_entry(table, mover)
        elif table.town.is_location(mover.at):
            await trap_at_entry(table, mover)


# Secret Passage

def passage_to(table: Winter, character: Character) -> str | None:
    return table.town.passages.get(character.key) or table.named_passages.get(character.key) or None


class SecretPassage(Confirm[Winter]):
    rule = "WT-146"
    also = ("WT-A70",)
    icon = "door-open"
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        to = passage_to(table, self.character)
        if to is None:
            return say("{who} takes the secret passage.", who=self.character)
        return say("{who} takes the secret passage to {place}.", who=self.character, place=table.place(to))

    title = said("Secret Passage")
    button = said("Through the passage")
    in_brief = said("{seat} sends {character} through the passage")

    def choices(self, table: Winter) -> Iterable[str]:
        """Before moving, upright; allowed even if the character can't move (WT-146, WT-A70)."""
        activation, who = table.under_way(Activation), self.character
        begun = activation.passage or activation.steps or activation.acted
        may = (table.full and not begun and table.skill_of(who) == "passage" and table.able(who)
               and not table.bears_ongoing(who))
        return ("done",) if may else ()

    async def then(self, table: Winter, answer: str) -> None:
        to = passage_to(table, self.character)
        if to is None or to not in table.town.spaces:
            to = self.character.at = await space_asked(table, PassageEnd(self.seat, self.character))
            if to is None:
                return
            table.by_players()
            if table.on("by_itself"):
                table.named_passages[self.character.key] = to
        self.character.at = to
        forget_visits(table)                                                # WT-A63: the movement begins here
        table.under_way(Activation).passage = True
        table.tell(say("{who} came out of a secret passage at {place}.", who=self.character,
                       place=table.place(to)),
                   self.seat, "WT-146")


class PassageEnd(PickSpace):
    rule = "WT-146"
    character: Character

    sentence = said("Where does {character}'s passage lead?")
    kicker = said("As printed on the character card")
    action_label = said("It leads here")


# Swapping an objective

class SwapObjective(Confirm[Winter]):
    rule = "WT-141"
    also = ("WT-A75",)
    icon = "swap-horizontal"
    seat: Player
    character: Character

    sentence = said("{seat}, put your objective away unseen and choose another.")
    title = said("Swap objective")
    button = said("Swapped")

    def choices(self, table: Winter) -> Iterable[str]:
        activation, who = table.under_way(Activation), self.character
        begun = activation.swapped or activation.steps or activation.acted
        may = (not begun and who.owner is not None and table.able(who) and table.skill_of(who) == "objective"
               and has_unfinished(who.owner, who.side) and unused_objectives(table, who.side) > 0)
        return ("done",) if may else ()

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).swapped = True
        self.seat.swaps = tuple(sorted((*self.seat.swaps, self.character.side)))
        table.laid_open = [one for one in table.laid_open
                           if one.player is not self.seat or OBJECTIVES[one.key].side != self.character.side]
        table.tell(say("{name} swapped an objective.", name=self.seat), self.seat, "WT-141")


def skill_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    player, who = table.owner_of(activation.character), activation.character
    return possible(table, SecretPassage(player, who), SwapObjective(player, who))
