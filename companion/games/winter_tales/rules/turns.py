"""Chapters and turns: one action a turn, round and round until nobody is ready (WT-15 to WT-25, WT-149)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, PickText
from companion.core.questions import Face, Question, Reason, Refusal
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import GOALS, QUESTS, SIDE_ICONS
from companion.games.winter_tales.pieces import Character, Player, Quest
from companion.games.winter_tales.rules.chapters import end_chapter
from companion.games.winter_tales.rules.exits import DeedDone, TurnOver
from companion.games.winter_tales.rules.fights.horror import horror_turn, horror_waits
from companion.games.winter_tales.rules.kinds import FIGURES_PANEL, PickCharacter, activation_of, recall
from companion.games.winter_tales.rules.moments import forget, forget_visits
from companion.games.winter_tales.rules.movement import move_questions
from companion.games.winter_tales.rules.powers.objectives import moment_to_show
from companion.games.winter_tales.rules.powers.powers import glimmer_after, turn_powers
from companion.games.winter_tales.rules.quests.generating import available, place_quest
from companion.games.winter_tales.rules.quests.resolving import resolve
from companion.games.winter_tales.rules.saving import save_moves
from companion.games.winter_tales.rules.setup.at_once import opening_reasons
from companion.games.winter_tales.rules.skills import cards_drawn, skill_moves
from companion.games.winter_tales.rules.spaces import know_where
from companion.games.winter_tales.table import Activation, Winter, owner_of


async def turn(table: Winter) -> None:
    """One turn of the acting player, or the end of a chapter (WT-16, WT-17, WT-21)."""
    forget(table)
    table.last = None                                                       # also in a turn that is begun again
    if table.active is not None and (table.active.eliminated or table.active.owner is not table.acting):
        table.active = None
    if table.active is None:
        if not table.anybody_ready():
            await end_chapter(table)
            return
        pass_by(table)
    with table.until(TurnOver):
        if table.active is not None:
            await activate(table, table.active)                             # a turn that was begun again
        elif table.ready_of(table.actor()):
            await take_action(table)
        else:
            await horror_turn(table, table.actor())                         # WT-108
    if table.ended is not table.acting:
        table.ended = None
    pass_token(table)


def pass_by(table: Winter) -> None:
    """Without a ready character the turn passes by, unless the Freezing Horror can strike (WT-17, WT-108)."""
    table.acting = table.actor()
    for _ in table.seats:
        if not table.acting.gone and (table.ready_of(table.acting) or horror_waits(table, table.acting)):
            return
        table.acting = table.next_of(table.acting)


def pass_token(table: Winter) -> None:
    table.active = table.last = None
    table.acting = table.next_of(table.actor())                             # WT-16: clockwise


async def take_action(table: Winter) -> None:
    """Exactly one action a turn; saving comes on top of it (WT-149, WT-A4)."""
    player = table.actor()
    with table.until(DeedDone):
        while True:
            first, old = first_questions(table, player)
            await table.one_of(first, *turn_powers(table, player), *save_moves(table, player), old=old)


def first_questions(table: Winter, player: Player) -> tuple[Question[Winter, Any], tuple[Question[Winter, Any], ...]]:
    """Who acts; in light depth with which quest as well. As it was asked before: only who."""
    if table.full or not any(quests_for(table, one) for one in table.ready_of(player)):
        return Activates(player), ()
    return ActsWith(player), (Activates(player),)


# Activating

class Activating:
    """The words of an activation, whatever is chosen with it."""

    rule = "WT-16"
    icon = "cards-outline"
    seat: Player

    sentence = said("{seat}, whom do you activate?")
    title = said("Activate")
    kicker = said("Flip the card and draw")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        if table.opening:
            yield from opening_reasons(table)
        if table.ended is not None:
            yield Reason(say("{name} discards down to seven cards.", name=table.ended), "cards-outline")


@dataclass(frozen=True)
class Activates(Activating, PickCharacter):
    """WT-16, WT-18: a ready character is flipped and draws cards."""

    also = ("WT-18", "WT-A4", "WT-A7", "WT-149")
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"characters.{answer.key}.ready",)

    def choices(self, table: Winter) -> Iterable[Character]:
        return table.ready_of(self.seat)

    def face(self, table: Winter, choice: Any) -> Face:
        hint = say("draws {n}", n=cards_drawn(table, choice))
        if choice.down:
            hint = say("lies, {draws}", draws=hint)
        if table.full and choice.at is not None:
            hint = say("{place}, {draws}", place=table.place(choice.at), draws=hint)
        return Face(choice.name, hint, choice.picture)

    async def then(self, table: Winter, answer: Character) -> None:
        flip(table, answer)
        table.active = answer
        await activate(table, answer)
        raise DeedDone


@dataclass(frozen=True)
class ActsWith(Activating, PickText[Winter]):
    """WT-16, WT-57: in light depth nothing lies between the activation and the quest: one tap for both."""

    also = ("WT-18", "WT-57", "WT-58", "WT-A4", "WT-A7", "WT-149")
    panel = FIGURES_PANEL
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"characters.{answer.split()[0]}.ready",)

    def hint(self, table: Winter) -> Text | None:
        return recall(table)

    def choices(self, table: Winter) -> Iterable[str]:
        ready = table.ready_of(self.seat)
        return [*[f"{one.key} {quest.key}" for one in ready for quest in quests_for(table, one)],
                *[one.key for one in ready]]

    def face(self, table: Winter, choice: Any) -> Face:
        key, _, quest = choice.partition(" ")
        who = table.who(key)
        draws = say("draws {n}", n=cards_drawn(table, who))
        if quest not in table.quests:
            return Face(say("{who}, something else", who=who), draws, who.picture)
        return Face(say("{who} takes up {quest}", who=who, quest=table.quests[quest]), draws, who.picture,
                    opens=True)

    async def then(self, table: Winter, answer: str) -> None:
        key, _, quest = answer.partition(" ")
        flip(table, table.who(key))
        table.active = table.who(key)
        await activate(table, table.who(key), table.quests.get(quest))
        raise DeedDone


def quests_for(table: Winter, hero: Character) -> list[Quest]:
    """In light depth: every quest of its side that it does not carry (WT-55, WT-57)."""
    if hero.down or hero.eliminated:
        return []
    return [quest for quest in table.on_map() if quest.side == hero.side and quest.bearer is not hero]


def flip(table: Winter, character: Character) -> None:
    character.ready = False
    character.activated = True


async def activate(table: Winter, character: Character, quest: Quest | None = None) -> None:
    """Flipped and drawn; now move, act, and discard to seven (WT-18). `quest`: to be taken up at once."""
    forget_visits(table)
    table.ended = table.fresh = None
    table.opening = False
    with table.during(Activation(character)) as activation:
        await know_where(table, character)
        if quest is not None and quest in quests_for(table, character):
            activation.acted = True
            await resolve(table, quest, character)
        while not activation.over and not character.eliminated:
            moves = activation_moves(table, activation)
            if len(moves) == 1 and ends_by_itself(table, activation):
                table.ended = table.acting                                  # WT-18: undo takes it back
                break
            await table.one_of(*moves)
    forget_visits(table)
    await glimmer_after(table, character)                                   # WT-102: before the chapter's end


def activation_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    """What is legal now: steps first, then one action, then the end (WT-18, WT-20)."""
    player = owner_of(table, activation.character)
    moves = move_questions(table, activation)
    if not activation.acted and not activation.character.down:
        if resolvable(table, activation):
            moves.append(ResolvesQuest(player, activation.character))
        if available(table, activation.character.side):
            moves.append(GeneratesQuest(player, activation.character))
    if table.setup.options["skills"] and not activation.steps:
        moves.extend(skill_moves(table, activation))
    return [*moves, *save_moves(table, player), EndsTurn(player)]


def ends_by_itself(table: Winter, activation: Activation) -> bool:
    """It moved or acted, and only the end of the turn is open: no step, action, rescue, or objective to be shown."""
    return table.on("by_itself") and bool(activation.steps or activation.acted) and not moment_to_show(table)


@dataclass(frozen=True)
class EndsTurn(Confirm[Winter]):
    """WT-18, WT-19: down to seven cards, and the token passes on."""

    rule = "WT-18"
    also = ("WT-19", "WT-20", "WT-24", "WT-A5", "WT-70")
    icon = "flag-checkered"
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return ("acting",)

    sentence = said("{seat}, discard down to seven cards.")
    title = said("Turn over")

    def kicker(self, table: Winter) -> Text | None:
        activation = activation_of(table)
        if activation is None:
            return None
        return say("{who} is activated and drew {n}", who=activation.character,
                   n=cards_drawn(table, activation.character))

    button = said("Turn over")

    async def then(self, table: Winter, answer: str) -> None:
        activation = activation_of(table)
        if activation is not None:
            activation.over = True


# Actions

@dataclass(frozen=True)
class GeneratesQuest(PickText[Winter]):
    """WT-52: a new quest of the activated character's side."""

    rule = "WT-52"
    also = ("WT-20", "WT-53", "WT-55", "WT-84")
    icon = "map-marker-plus-outline"
    seat: Player
    character: Character

    sentence = said("{seat}, which quest do you bring into the story?")
    kicker = said("{character} acts: a new quest")
    title = said("New quest")

    def choices(self, table: Winter) -> Iterable[str]:
        activation = activation_of(table)
        if activation is None or activation.acted or self.character.down:
            return ()
        return [quest.key for quest in available(table, self.character.side)]

    def barred(self, table: Winter) -> Iterable[tuple[str, Refusal]]:
        for quest in table.quests.values():
            if quest.side == self.character.side and quest.state != "free":
                yield quest.key, Refusal(say("{quest} was in this story already.", quest=quest), "WT-53")

    def face(self, table: Winter, choice: Any) -> Face:
        card = QUESTS[choice]
        return Face(card.name, GOALS[card.power], SIDE_ICONS[card.side], opens=True)

    async def then(self, table: Winter, answer: str) -> None:
        await place_quest(table, table.quests[answer], self.seat)
        activation = activation_of(table)
        if activation is not None:
            activation.acted = True


def resolvable(table: Winter, activation: Activation | None) -> list[Quest]:
    """Quests of its side where it stands, not those it carries (WT-55, WT-57, WT-A22)."""
    if activation is None or activation.acted or activation.character.down or activation.character.eliminated:
        return []
    hero = activation.character
    if not table.full:
        return quests_for(table, hero)
    if not activation.steps and not table.on("resolve_standing"):
        return []
    return [quest for quest in table.on_map()
            if quest.side == hero.side and quest.bearer is not hero and table.site_of(quest) in (hero.at, None)]


@dataclass(frozen=True)
class ResolvesQuest(PickText[Winter]):
    """WT-57: the quest where the character stands."""

    rule = "WT-57"
    also = ("WT-55", "WT-58", "WT-A22")
    icon = "book-open-variant"
    at_once = True
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        quests = list(self.choices(table))
        if len(quests) == 1:
            return say("{name}, does {who} take up {quest}?", name=self.seat, who=self.character,
                       quest=table.quests[quests[0]])
        return say("{name}, which quest does {who} take up?", name=self.seat, who=self.character)

    kicker = said("{character} acts: resolve a quest")
    title = said("Take up a quest")

    def hint(self, table: Winter) -> Text | None:
        return recall(table)

    def choices(self, table: Winter) -> Iterable[str]:
        return [quest.key for quest in resolvable(table, activation_of(table))]

    def face(self, table: Winter, choice: Any) -> Face:
        quest = table.quests[choice]
        return Face(quest.name, say("{note}", note=quest.note) if quest.note else GOALS[quest.card.power],
                    SIDE_ICONS[quest.side], opens=True)

    async def then(self, table: Winter, answer: str) -> None:
        activation = activation_of(table)
        if activation is not None:
            activation.acted = True
        await resolve(table, table.quests[answer], self.character)
