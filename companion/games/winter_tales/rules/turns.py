"""Chapters and turns: one action per turn until nobody is ready (WT-15 to WT-25, WT-149)."""

from collections.abc import Iterable
from typing import Any

from companion.core.kinds import Confirm, Menu, Option
from companion.core.questions import Question, Reason
from companion.core.text import Refusal, Text, said, say, spelled
from companion.games.winter_tales.board.characters import QUESTS, SIDE_ICONS, SPRING
from companion.games.winter_tales.rules.fights import Save, horror_turn, horror_waits
from companion.games.winter_tales.rules.kinds import FIGURES_PANEL, possible, recall
from companion.games.winter_tales.rules.movement import move_questions, skill_moves
from companion.games.winter_tales.rules.new_quests import available, place_quest
from companion.games.winter_tales.rules.objectives import forget_visits, moment_to_show
from companion.games.winter_tales.rules.powers import BringBack, Propaganda, glimmer_after, hope_left
from companion.games.winter_tales.rules.quests import resolve
from companion.games.winter_tales.rules.setup import draw_reasons, hand_at_start, opening_reasons
from companion.games.winter_tales.rules.spaces import know_where
from companion.games.winter_tales.table import (
    ActionDone,
    Activation,
    Character,
    LastMemory,
    Player,
    Quest,
    TurnOver,
    Winter,
)


async def turn(table: Winter) -> None:  # WT-16, WT-17, WT-21
    table.moments.clear()  # WT-A56
    table.discard()  # left over from an interrupted turn
    table.last = None  # also when a turn is restarted
    if table.active is not None and (table.active.eliminated or table.active.owner is not table.acting):
        table.active = None
    if table.active is None:
        if not table.anybody_ready():
            await end_chapter(table)
            return
        table.acting = table.actor()
        for _ in table.seats:                                               # WT-17, WT-108
            if table.acting.gone or not (table.ready_of(table.acting) or horror_waits(table, table.acting)):
                table.acting = table.next_of(table.acting)
    with table.until(TurnOver):
        if table.active is not None:
            await activate(table, table.active)  # a restarted turn
        elif table.ready_of(table.actor()):
            await take_action(table)
        else:
            await horror_turn(table, table.actor())                         # WT-108
    if table.ended is not table.acting:
        table.ended = None
    table.active = table.last = None
    table.acting = table.next_of(table.actor())                             # WT-16: clockwise


async def take_action(table: Winter) -> None:  # WT-149, WT-A4
    player = table.actor()
    with table.until(ActionDone):
        while True:
            others = possible(table, Propaganda(player), BringBack(player), Save(player))
            await table.one_of(Activate(player), *others)


# Activating

class Activate(Menu[Winter]):
    """WT-16, WT-18: flip a ready character and draw. With only turns and battles, the same tap starts a
    quest.
    """

    rule = "WT-16"
    also = ("WT-18", "WT-57", "WT-A4", "WT-A7", "WT-149")
    icon = "cards-outline"
    panel = FIGURES_PANEL
    seat: Player

    sentence = said("{seat}, whom do you activate?")
    title = said("Activate")
    kicker = said("Flip the card and draw")

    def hint(self, table: Winter) -> Text | None:
        return recall(table) if self.with_quests(table) else None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        if table.opening:
            yield from opening_reasons(table)

    def with_quests(self, table: Winter) -> list[tuple[Character, Quest]]:
        """With only turns and battles, nothing happens between activation and quest."""
        ready = [] if table.full else table.ready_of(self.seat)
        return [(one, quest) for one in ready for quest in quests_for(table, one)]

    def options(self, table: Winter) -> Iterable[Option]:
        taking_up = self.with_quests(table)
        for one, quest in taking_up:
            yield Option(f"{one.key} {quest.key}", say("{who} takes up {quest}", who=one, quest=quest),
                         one.picture, say("Draws {n}", n=table.cards_drawn(one)), opens=True)
        for one in table.ready_of(self.seat):
            label = say("{who} does something else", who=one) if taking_up else one.name
            hint = say("Draws {n}", n=table.cards_drawn(one)) if taking_up else draws(table, one)
            yield Option(one.key, label, one.picture, hint,
                         echo=say("{name} activates {who}", name=self.seat, who=one))

    async def then(self, table: Winter, answer: str) -> None:
        key, _, quest = answer.partition(" ")
        who = table.active = table.who(key)
        who.ready, who.activated = False, True
        self.seat.drawn += table.cards_drawn(who)
        if not quest:  # otherwise once the ongoing token lies on it
            table.by_players()
        await activate(table, who, table.quests.get(quest))
        raise ActionDone


def draws(table: Winter, one: Character) -> Text:
    more: dict[str, object] = {"n": table.cards_drawn(one), "place": table.place(one.at)}
    if not table.full or one.at is None:
        return say("Lying down, draws {n}", **more) if one.down else say("Draws {n}", **more)
    if one.down:
        return say("Lying down at {place}, draws {n}", **more)
    return say("Draws {n}, at {place}", **more)


def quests_for(table: Winter, hero: Character) -> list[Quest]:
    """In light depth: all quests of its side that it doesn't carry (WT-55, WT-57)."""
    if hero.down or hero.eliminated:
        return []
    return [quest for quest in table.on_map() if quest.side == hero.side and quest.bearer is not hero]


async def activate(table: Winter, character: Character, quest: Quest | None = None) -> None:
    """Flip and draw, then move, act and discard to seven (WT-18). `quest` starts at once."""
    forget_visits(table)
    table.ended = table.fresh = table.due = None
    table.opening = False
    with table.during(Activation(character)) as activation:
        await know_where(table, character)
        if quest is not None and quest in quests_for(table, character):
            activation.acted = True
            await resolve(table, quest, character)
        while not activation.over and not character.eliminated:
            moves = activation_moves(table, activation)
            # and no step, action, rescue or objective is left
            begun = bool(activation.steps or activation.acted)
            if len(moves) == 1 and begun and table.on("by_itself") and not moment_to_show(table):
                table.ended = table.acting                                  # WT-18: undo takes it back
                table.actor().trimmed += 1                                  # WT-19
                break
            await table.one_of(*moves)
    forget_visits(table)
    await glimmer_after(table, character)                                   # WT-102: before the chapter's end


def activation_moves(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:  # WT-18, WT-20
    who, player = activation.character, table.owner_of(activation.character)
    actions = possible(table, TakeUpQuest(player, who), NewQuest(player, who))
    return [*move_questions(table, activation), *actions, *skill_moves(table, activation),
            *possible(table, Save(player), EndTurn(player))]


class EndTurn(Confirm[Winter]):
    rule = "WT-18"
    also = ("WT-19", "WT-20", "WT-24", "WT-A5", "WT-70")
    icon = "flag-checkered"
    seat: Player

    sentence = said("{seat}, discard down to seven cards.")
    title = said("End turn")
    button = said("End turn")
    in_brief = said("{seat}'s turn is over")

    def kicker(self, table: Winter) -> Text:
        who = table.under_way(Activation).character
        return say("{who} was activated and drew {n}", who=who, n=table.cards_drawn(who))

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).over = True
        self.seat.trimmed += 1
        table.by_players()


# Actions

class NewQuest(Menu[Winter]):
    rule = "WT-52"
    also = ("WT-20", "WT-53", "WT-55", "WT-84")
    icon = "map-marker-plus-outline"
    seat: Player
    character: Character

    sentence = said("{seat}, which quest do you bring into the story?")
    kicker = said("{character} acts: a new quest")
    title = said("New quest")

    def options(self, table: Winter) -> Iterable[Option]:
        if table.under_way(Activation).acted or self.character.down:
            return
        left = available(table, self.character.side)
        for quest in table.quests.values():
            card = QUESTS[quest.key]
            used = Refusal(say("{quest} has been in this story already.", quest=quest), "WT-53")
            if quest in left or (quest.side == self.character.side and quest.state != "free"):
                yield Option(quest.key, card.name, SIDE_ICONS[card.side], card.about.goal, opens=True,
                             echo=say("{name} brings in {quest}", name=self.seat, quest=quest),
                             barred=None if quest in left else used)

    async def then(self, table: Winter, answer: str) -> None:
        await place_quest(table, table.quests[answer], self.seat)
        table.under_way(Activation).acted = True


def resolvable(table: Winter, activation: Activation) -> list[Quest]:
    """Quests of its side where it stands, except those it carries (WT-55, WT-57, WT-A22)."""
    if activation.acted or (table.full and not activation.steps and not table.on("resolve_standing")):
        return []
    hero = activation.character
    return [quest for quest in quests_for(table, hero) if not table.full
            or table.site_of(quest) in (hero.at, None)]


class TakeUpQuest(Menu[Winter]):
    rule = "WT-57"
    also = ("WT-55", "WT-58", "WT-A22")
    icon = "book-open-variant"
    at_once = True
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        quests = resolvable(table, table.under_way(Activation))
        if len(quests) == 1:
            return say("{name}, does {who} take up {quest}?", name=self.seat, who=self.character,
                       quest=quests[0])
        return say("{name}, which quest does {who} take up?", name=self.seat, who=self.character)

    kicker = said("{character} acts: resolve a quest")
    title = said("Take up a quest")

    def hint(self, table: Winter) -> Text | None:
        return recall(table)

    def options(self, table: Winter) -> Iterable[Option]:
        for quest in resolvable(table, table.under_way(Activation)):
            yield Option(quest.key, quest.name, SIDE_ICONS[quest.side],
                         say("{note}", note=quest.note) if quest.note else quest.card.about.goal, opens=True)

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).acted = True
        await resolve(table, table.quests[answer], self.character)


# The end of a chapter

class EndChapter(Confirm[Winter]):
    rule = "WT-21"
    also = ("WT-15", "WT-22", "WT-23", "WT-19", "WT-84", "WT-A6")
    panel = "companion.games.winter_tales.screen.panel.cards_panel:ChapterPanel"

    sentence = said("Nobody is ready: the chapter ends.")

    def kicker(self, table: Winter) -> Text:
        return say("End of chapter {n}", n=table.chapter)

    def hint(self, table: Winter) -> Text | None:
        if table.ended is None:
            return None
        return say("First {name} discards down to seven cards.", name=table.ended)

    def reasons(self, table: Winter) -> Iterable[Reason]:
        yield from draw_reasons(table)
        yield Reason(say("All character cards turn to ready; the incapacitated stay down."), "cached")

    button = said("Begin the next chapter")

    def in_brief(self, table: Winter, answer: Any) -> Text:
        return say("Chapter {n} is over", n=table.chapter)

    async def then(self, table: Winter, answer: str) -> None:
        """See `end_chapter`."""


async def end_chapter(table: Winter) -> None:
    """Let everybody draw and get ready. If no quest can be completed any more, begin the epilogue."""
    able = [one for one in table.in_play() if one.owner is not None and not one.owner.gone]
    if not any(quest.state in ("free", "map") and one.side == quest.side and quest.bearer is not one
               for quest in table.quests.values() for one in able):
        raise LastMemory
    await table.one_of(EndChapter(None), *hope_left(table))
    if table.anybody_ready():
        return  # WT-102: a Glimmer of Hope turned a rebel back
    for player in table.present():
        player.drawn += hand_at_start(table, player)
    everybody = [one for one in table.characters.values() if not one.eliminated]
    for character in everybody:
        character.ready = True                                              # WT-21
    table.by_players()
    for character in everybody:
        character.begin_chapter()                                           # WT-23: down stays down
    for power in table.powers.values():
        power.used = False
    table.chapter += 1
    table.acting = begins_chapter(table)
    table.tell(say("Chapter {n}", n=spelled(table.chapter)), rule="WT-15", heading=True)


def begins_chapter(table: Winter) -> Player:  # WT-22, WT-A6
    if table.setup.options["chapter_start"] == "youngest":
        return table.youngest(SPRING)
    acting = table.actor()
    return table.next_of(acting) if acting.gone else acting
