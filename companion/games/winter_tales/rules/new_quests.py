"""Putting a new quest on the map (WT-10, WT-52 to WT-56)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.questions import Json, Refused
from companion.core.said import said
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import TWINS
from companion.games.winter_tales.board.town import NEW_LOCATION
from companion.games.winter_tales.pieces import Character, Player, Quest
from companion.games.winter_tales.rules.conditions import rebels_in_play
from companion.games.winter_tales.rules.kinds import Keepsake, PickCharacter, PickSpace
from companion.games.winter_tales.rules.spaces import LocationName, locations, named
from companion.games.winter_tales.table import Winter


def slot_taken(table: Winter, space: str) -> bool:  # WT-54
    return any(quest.state == "map" and quest.bearer is None and quest.site == space
               for quest in table.quests.values())


def free_slots(table: Winter) -> list[str]:
    return [space for space in locations(table) if not slot_taken(table, space)]


def available(table: Winter, side: str) -> list[Quest]:  # WT-52, WT-53
    return [quest for quest in table.quests.values()
            if quest.state == "free" and quest.side == side and can_be_placed(table, quest)]


def can_be_placed(table: Winter, quest: Quest) -> bool:
    if quest.card.carried:
        return bool(rebels_in_play(table))
    return not table.full or len(table.town.locations) >= len(table.quests) or bool(free_slots(table))


@dataclass(frozen=True)
class QuestSite(PickSpace):
    rule = "WT-10"
    also = ("WT-54", "WT-9", "WT-84")
    seat: Player
    quest: Quest

    def moves(self, table: Winter, answer: Any) -> Mapping[str, str]:
        path = f"quests.{self.quest.key}"
        return {} if answer.startswith("+") else {f"{path}.site": answer, f"{path}.state": "map"}

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
        if answer == NEW_LOCATION:
            name = await table.ask(LocationName(self.seat))
            if name:
                put_on_map(table, self.quest, self.seat, site=named(table, name))
            return
        put_on_map(table, self.quest, self.seat, site=answer)


@dataclass(frozen=True)
class QuestBearer(PickCharacter):
    rule = "WT-10"
    also = ("WT-A3", "WT-55", "WT-9")
    seat: Player
    quest: Quest

    def moves(self, table: Winter, answer: Any) -> Mapping[str, Json]:
        return {f"quests.{self.quest.key}.bearer": answer.key, f"quests.{self.quest.key}.state": "map"}

    sentence = said("{seat}, under which rebel does {quest} go?")
    kicker = said("The token moves along with the rebel")

    def hint(self, table: Winter) -> Text:
        return self.quest.card.about.goal

    def choices(self, table: Winter) -> Iterable[Character]:
        return rebels_in_play(table)

    async def then(self, table: Winter, answer: Character) -> None:
        put_on_map(table, self.quest, self.seat, bearer=answer)


@dataclass(frozen=True)
class QuestGoal(Keepsake):
    rule = "WT-52"
    seat: Player
    quest: Quest

    sentence = said("What is {quest} about, in a few words?")
    title = said("Note: {quest}")

    async def then(self, table: Winter, answer: str) -> None:
        self.quest.note = answer
        if answer and table.phase == "turns" and self.quest.state == "map":  # before that, the opening covers it
            table.tell(say("{quest}: {note}", quest=self.quest, note=answer), self.seat, "WT-52")


def put_on_map(table: Winter, quest: Quest, by: Player, *, site: str | None = None,
               bearer: Character | None = None) -> None:
    """Place the token; a Great Artifact's twin goes back to the box (WT-53)."""
    site = site if table.full else None  # depth may have changed to light meanwhile
    quest.state, quest.site, quest.bearer, quest.author = "map", site, bearer, by
    table.fresh = quest
    twin = TWINS.get(quest.key)
    if twin is not None and table.quests[twin].state == "free":
        table.quests[twin].state = "boxed"
    if bearer is not None:
        what = say("{name} laid {quest} under {who}.", name=by, quest=quest, who=bearer)
    elif site is not None:
        what = say("{name} placed {quest} at {place}.", name=by, quest=quest, place=table.place(site))
    else:
        what = say("{name} brought {quest} onto the board.", name=by, quest=quest)
    table.tell(what, by, "WT-52")


async def place_quest(table: Winter, quest: Quest, by: Player) -> None:  # WT-52
    while quest.state == "free":
        if quest.card.carried and rebels_in_play(table):
            await table.one_of(QuestBearer(by, quest), QuestGoal(by, quest))
        elif table.full and not quest.card.carried:
            await table.one_of(QuestSite(by, quest), QuestGoal(by, quest))
        else:
            put_on_map(table, quest, by)


def goal_line(quest: Quest) -> Text:
    if quest.note:
        return say("{quest}: {note}", quest=quest, note=quest.note)
    return say("{quest}", quest=quest)


def leave_bearer(table: Winter, character: Character) -> None:
    """If its bearer is gone for good, a carried quest becomes available again (WT-A21)."""
    for quest in table.quests.values():
        if quest.state == "map" and quest.bearer is character:
            quest.state, quest.bearer, quest.site = "free", None, None
            table.tell(say("{quest} can be generated again.", quest=quest), rule="WT-A21")
