"""Quests brought into the story or told without the phone, and notes about memories."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Menu, Option
from companion.core.questions import Question
from companion.core.text import Refused, Text, said, say
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_ICONS, SPRING, TWINS, WINTER
from companion.games.winter_tales.rules.kinds import Keepsake, PickCharacter, PickTrackSpace
from companion.games.winter_tales.rules.memories import begin_epilogue_if_full, laid_words, lay, tell_note
from companion.games.winter_tales.rules.spaces import PickSpace, locations, named_space
from companion.games.winter_tales.table import Character, Memory, Player, Quest, Resolving, Winter


def free_slots(table: Winter) -> list[str]:  # WT-54
    taken = [quest.site for quest in table.on_map() if quest.bearer is None]
    return [space for space in locations(table) if space not in taken]


def available(table: Winter, side: str) -> list[Quest]:  # WT-52, WT-53
    slots = not table.full or len(table.town.locations) >= len(table.quests) or free_slots(table)
    return [quest for quest in table.quests.values() if quest.state == "free" and quest.side == side
            and (table.rebels_in_play() if quest.card.carried else slots)]


class QuestSite(PickSpace):
    rule = "WT-10"
    also = ("WT-54", "WT-9", "WT-84")
    quest: Quest

    sentence = said("{seat}, where does {quest} go?")
    kicker = said("A location with an empty quest slot")

    def hint(self, table: Winter) -> Text:
        return self.quest.card.about.goal

    action_label = said("Place the quest here")

    def choices(self, table: Winter) -> Iterable[str]:
        return free_slots(table) or locations(table)

    def check(self, table: Winter, answer: str) -> None:
        if answer in self.choices(table):
            return
        if table.town.is_location(answer):
            raise Refused(say("That slot holds a quest already. Choose another location."), "WT-54")
        raise Refused(say("A quest token lies in a location's slot. Choose a location."), "WT-10")

    async def then(self, table: Winter, answer: str) -> None:
        space = await named_space(table, self.seat, answer)
        if space is not None:
            put_on_map(table, self.quest, self.seat, site=space)
            table.by_players()


class QuestBearer(PickCharacter):
    rule = "WT-10"
    also = ("WT-A3", "WT-55", "WT-9")
    quest: Quest

    sentence = said("{seat}, under which rebel does {quest} go?")
    kicker = said("The token moves along with the rebel")

    def hint(self, table: Winter) -> Text:
        return self.quest.card.about.goal

    def choices(self, table: Winter) -> Iterable[Character]:
        return table.rebels_in_play()

    async def then(self, table: Winter, answer: Character) -> None:
        put_on_map(table, self.quest, self.seat, bearer=answer)
        table.by_players()


class QuestGoal(Keepsake):
    rule = "WT-52"
    seat: Player
    quest: Quest

    sentence = said("What is {quest} about, in a few words?")
    title = said("Note: {quest}")

    async def then(self, table: Winter, answer: str) -> None:
        self.quest.note = answer
        # before that, the opening covers it
        if answer and table.phase == "turns" and self.quest.state == "map":
            table.tell(say("{quest}: “{note}”", quest=self.quest, note=answer), self.seat, "WT-52")


def put_on_map(table: Winter, quest: Quest, by: Player, *, site: str | None = None,
               bearer: Character | None = None) -> None:
    site = site if table.full else None  # the app may track less meanwhile
    quest.state, quest.site, quest.bearer, quest.author = "map", site, bearer, by
    table.fresh = quest
    if bearer is not None:
        what = say("{name} laid {quest} under {who}.", name=by, quest=quest, who=bearer)
    elif site is not None:
        what = say("{name} placed {quest} at {place}.", name=by, quest=quest, place=table.place(site))
    else:
        what = say("{name} brought {quest} onto the board.", name=by, quest=quest)
    table.tell(what, by, "WT-52")


def box_twin(table: Winter, quest: Quest) -> None:  # WT-53
    twin = table.quests.get(TWINS.get(quest.key, ""))
    if twin is not None and twin.state == "free":
        twin.state = "boxed"


async def place_quest(table: Winter, quest: Quest, by: Player) -> None:  # WT-52
    while quest.state == "free":
        if quest.card.carried and table.rebels_in_play():
            await table.one_of(QuestBearer(by, quest), QuestGoal(by, quest))
        elif table.full and not quest.card.carried:
            await table.one_of(QuestSite(by, quest), QuestGoal(by, quest))
        else:
            put_on_map(table, quest, by)
    box_twin(table, quest)


def goal_line(quest: Quest) -> Text:
    if quest.note:
        return say("{quest}: {note}", quest=quest, note=quest.note)
    return say("{quest}", quest=quest)


def leave_bearer(table: Winter, character: Character) -> None:
    """If its bearer is gone for good, a carried quest becomes available again (WT-A21)."""
    for quest in table.quests.values():
        if quest.state == "map" and quest.bearer is character:
            quest.state, quest.bearer, quest.site = "free", None, None
            table.tell(say("{quest} can be placed again.", quest=quest), rule="WT-A21")


NEVER_MIND = "never mind"


# A quest told without the phone: which one, its outcome and memory space (WT-65 to WT-68)

@dataclass(eq=False)
class Telling:
    quest: Quest
    side: str = ""


class ToldQuest(Menu[Winter]):
    rule = "WT-67"
    also = ("WT-53", "WT-65", "WT-68")

    sentence = said("Which quest was told without the phone?")
    title = said("A quest was told")
    hint = said("If it brought a power, set that by hand.")

    def options(self, table: Winter) -> Iterable[Option]:
        if any(not isinstance(flow, Telling) for flow in table.now) or not table.spaces_for_quests():
            return
        on_map = [one for one in table.quests.values() if one.state == "map"]
        free = [one for one in table.quests.values() if one.state == "free"]
        for quest in (*on_map, *free):                                      # WT-53
            hint = say("On the map") if quest.state == "map" else say("New in the story")
            yield Option(quest.key, quest.name, SIDE_ICONS[quest.side], hint,
                         echo=say("{quest} was told without the phone", quest=quest))

    async def then(self, table: Winter, answer: str) -> None:
        with table.during(Telling(table.quests[answer])) as telling:
            side = await table.ask(ToldOutcome(None, telling.quest))
            telling.side = "" if side == NEVER_MIND else side
            if telling.side and table.spaces_for_quests():
                space = await table.ask(ToldSpace(None, telling.quest))
                enter(table, telling, space - 1)
                begin_epilogue_if_full(table, table.actor(), telling.quest.side)


def enter(table: Winter, telling: Telling, space: int) -> None:
    """Place and bookmark its memory; remove the token, and an Artifact's twin (WT-53, WT-68)."""
    quest, side = telling.quest, telling.side
    outcome = "success" if side == quest.side else "failure"
    if side == NEUTRAL:
        outcome = "tie"
    quest.state = "done"
    table.tell(say("{quest}", quest=quest), rule="WT-67", heading=True)
    table.tell(say("It was told without the phone."), rule="WT-67")
    table.tell(laid_words(side, space + 1), rule="WT-67")
    lay(table, Memory(side, quest.key, outcome, chapter=table.chapter), space)
    table.by_players()
    quest.site = quest.bearer = None
    box_twin(table, quest)


class ToldOutcome(Menu[Winter]):
    rule = "WT-65"
    quest: Quest

    sentence = said("How did {quest} end?")

    def options(self, table: Winter) -> Iterable[Option]:
        yield Option(SPRING, say("Spring won"), SIDE_ICONS[SPRING])
        yield Option(WINTER, say("Winter won"), SIDE_ICONS[WINTER])
        yield Option(NEUTRAL, say("A tie"), SIDE_ICONS[NEUTRAL], echo=say("It was a tie"))
        yield Option(NEVER_MIND, say("Never mind"), "close-thick", echo=say("No quest was told"))


class ToldSpace(PickTrackSpace):
    rule = "WT-67"
    also = ("WT-68", "WT-123")
    quest: Quest

    sentence = said("Where does its memory lie?")
    hint = said("Put the bookmark on it.")

    def choices(self, table: Winter) -> Iterable[int]:
        return table.spaces_for_quests()


# Notes, at any moment (WT-72)

class BookmarkNote(Keepsake):
    """WT-72: the bookmarked memory must be recalled as it was told."""

    rule = "WT-72"
    icon = ""
    """In the menu only: a tile under every question would be noise."""

    def sentence(self, table: Winter) -> Text:
        memory = table.marked()
        if memory is None:
            return say("What will be remembered, in a few words?")
        return say("What will be remembered of {memory}?", memory=memory.name)

    title = said("Note the memory")

    async def then(self, table: Winter, answer: str) -> None:
        memory = table.marked()
        if memory is None:
            return
        memory.note = answer
        tell_note(table, answer)


class FreshMemoryNote(BookmarkNote):
    """WT-72: right after placing a quest's or objective's memory, its note has a tile."""

    icon = "pencil-outline"

    def key(self) -> str:
        """Log both note questions under one key."""
        return BookmarkNote(self.seat).key()


def notes_now(table: Winter) -> list[Question[Winter, Any]]:
    notes: list[Question[Winter, Any]] = []
    fresh, marked = table.fresh, table.marked()
    if isinstance(fresh, Quest) and fresh.state == "map" and not fresh.note:
        notes.append(QuestGoal(fresh.author or table.actor(), fresh))
    if marked is not None:
        just_laid = marked is fresh and not marked.note and not table.is_under_way(Resolving)
        notes.append(FreshMemoryNote(None) if just_laid else BookmarkNote(None))
    return notes
