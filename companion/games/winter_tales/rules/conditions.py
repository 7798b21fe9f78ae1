"""What several rules ask: who may act, skills (WT-140 to WT-147), and spaces and ways (WT-27, WT-28)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.kinds import Menu, Note, Option, PickSeveral
from companion.core.questions import Face, Refused
from companion.core.said import said
from companion.core.seats import Seat
from companion.core.text import Text, say
from companion.games.winter_tales.board.characters import FIGURES
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA, Added
from companion.games.winter_tales.rules.kinds import PickSpace, place_option
from companion.games.winter_tales.table import Activation, Character, Player, Power, Resolving, Winter, owner_of


def able(table: Winter, character: Character) -> bool:
    """A fallen character does nothing until it is saved (WT-150, WT-A71)."""
    return not character.eliminated and not (character.down and table.on("lying"))


def quest_space(table: Winter) -> str | None:
    resolving = table.perhaps(Resolving)
    return None if resolving is None else table.site_of(resolving.quest)


def bears_ongoing(table: Winter, character: Character) -> bool:
    """The site of an ongoing quest doesn't move (WT-151)."""
    resolving = table.perhaps(Resolving)
    return resolving is not None and resolving.quest.bearer is character


def love_partner(table: Winter, character: Character) -> Character | None:  # WT-103
    love = table.powers.get("love")
    if love is None or character not in love.on:
        return None
    partner = next((one for one in love.on if one is not character), None)
    if partner is None or partner.eliminated or partner.at is None or partner.at != character.at:
        return None
    return partner


def artifact_holder(table: Winter) -> Character | None:
    artifact = table.powers.get("artifact")
    if artifact is None or not artifact.on or artifact.on[0].eliminated:
        return None
    return artifact.on[0]


def holds_artifact(table: Winter, fighters: Iterable[Character | None]) -> bool:
    holder = artifact_holder(table)
    return holder is not None and any(one is holder for one in fighters)


def safe_house(table: Winter) -> Power | None:
    return table.powers.get("safe_house")


def rebels_in_play(table: Winter) -> list[Character]:
    return [one for one in table.in_play() if one.is_rebel]


def in_order(table: Winter, mover: Player | None, willing: list[Character]) -> list[Character]:  # WT-A10
    if mover is None or not willing:
        return willing
    order = [player.index for player in table.left_of(mover)]
    return sorted((one for one in willing if one.owner is not None and one.owner.index in order),
                  key=lambda one: order.index(one.owner.index if one.owner is not None else 0))


def one_owner(willing: list[Character]) -> Player | None:
    """The player to ask; None if several might be willing."""
    owners = {one.owner.index: one.owner for one in willing if one.owner is not None}
    return next(iter(owners.values())) if len(owners) == 1 else None


# Skills

def skill_of(table: Winter, character: Character) -> str:
    """Without objectives, Alice and Candlewick draw an extra card instead of swapping (WT-141)."""
    if not table.setup.options["skills"]:
        return ""
    skill = FIGURES[character.key].skill
    return "card" if skill == "objective" and not table.setup.options["objectives"] else skill


def cards_drawn(table: Winter, character: Character) -> int:
    return 4 if skill_of(table, character) == "card" else 3                 # WT-18, WT-147


def free_spaces(table: Winter, character: Character) -> int:
    return 2 if skill_of(table, character) == "movement" else 0  # WT-145, WT-A69: once per activation


def battle_skill(table: Winter, fighters: Iterable[Character | None]) -> bool:
    """The first card is free; one skill covers both of a Love pair (WT-144, WT-103)."""
    return any(one is not None and skill_of(table, one) == "battle" for one in fighters)


def trap_bonus(table: Winter, fighters: Iterable[Character | None]) -> int:
    return int(any(one is not None and skill_of(table, one) == "trap" for one in fighters))   # WT-143


def quest_bonus(table: Winter, side: str, takes_part: Iterable[Character]) -> int:  # WT-142, WT-A67
    return sum(one.side == side and skill_of(table, one) == "quest" for one in takes_part)


def who_may_stop(table: Winter, mover: Character, space: str | None) -> list[Character]:  # WT-30, WT-32, WT-40
    if not mover.is_rebel and not table.town.is_location(space):
        return []
    return [one for one in table.standing_at(space)
            if one.is_rebel is not mover.is_rebel and one.owner is not mover.owner and able(table, one)]


def watched_spaces(table: Winter, mover: Character) -> dict[str, int]:
    rebel, owner = mover.is_rebel, mover.owner
    watched: dict[str, int] = {}
    for one in table.characters.values():
        at = one.at
        if at is None or one.owner is None or one.owner is owner or one.is_rebel is rebel or not able(table, one):
            continue
        if rebel or table.town.is_location(at):
            watched[at] = watched.get(at, 0) + 1
    return watched


def reached_from(table: Winter, mover: Character, goal: str = "") -> dict[str, str]:
    """Map each space to its predecessor on the shortest way with fewest opponents, up to `goal` (WT-27)."""
    start = mover.at
    if start is None:
        return {}
    ways, watched = table.town.ways, watched_spaces(table, mover)
    before: dict[str, str] = {}
    met = {start: 0}
    edge = [start]
    while edge and goal not in before:
        reached: dict[str, int] = {}
        for space in edge:
            for beyond in ways.get(space, ()):
                if beyond in met:
                    continue
                count = met[space] + watched.get(beyond, 0)
                if beyond not in reached or count < reached[beyond]:
                    before[beyond], reached[beyond] = space, count
        met.update(reached)
        edge = list(reached)
    return before


def way_to(table: Winter, mover: Character, goal: str) -> list[str]:
    if mover.at is not None and goal in table.town.ways.get(mover.at, ()):
        return [goal]
    before = reached_from(table, mover, goal)
    if goal not in before:
        return []
    way = [goal]
    while before[way[-1]] != mover.at:
        way.append(before[way[-1]])
    return way[::-1]


def stops_ahead(table: Winter, mover: Character) -> bool:  # WT-28
    activation = table.perhaps(Activation)
    if activation is None or not activation.goal or activation.goal == mover.at:
        return False
    watched = watched_spaces(table, mover)
    return bool(watched) and any(space in watched for space in way_to(table, mover, activation.goal))


# Naming a missing space

class PlazaEnds(PickSeveral[Winter, str]):
    rule = "WT-27"
    also = ("WT-A8",)

    sentence = said("Which two locations does that plaza join?")

    def things(self, table: Winter) -> Sequence[str]:
        return table.town.locations

    def most(self, table: Winter) -> int:
        return 2

    def check(self, table: Winter, answer: tuple[str, ...]) -> None:
        super().check(table, answer)
        if len(answer) == 1:
            raise Refused(say("A plaza joins two locations. Tap the other one."), "WT-27")
        if answer and table.town.plaza_between(*answer) is not None:
            raise Refused(say("That plaza is on this map already. Leave this empty, then tap it there."), "WT-27")

    def face(self, table: Winter, choice: Any) -> Face:
        return place_option(table, choice).face

    def button(self, table: Winter, answer: Any) -> Text:
        if not answer:
            return say("Never mind")
        return say("That's the plaza") if len(answer) == 2 else say("Tap the other end")


class OtherEnd(Menu[Winter]):
    rule = "WT-27"
    also = ("WT-A8",)
    character: Character

    sentence = said("Where does the other way out of that plaza lead?")

    def kicker(self, table: Winter) -> Text:
        return say("From {place}", place=table.place(self.character.at))

    def options(self, table: Winter) -> Iterable[Option]:
        return [place_option(table, space) for space in locations(table) if space != self.character.at]


class LocationName(Note[Winter]):
    rule = "WT-27"
    longest = 40

    sentence = said("What is that location called?")
    hint = said("Leave it empty to add nothing.")

    def button(self, table: Winter, answer: Any) -> Text:
        return say("Put it on the map") if answer else say("Never mind")

    def in_brief(self, table: Winter, answer: Any) -> Text | str:
        return answer or say("Never mind")

    def check(self, table: Winter, answer: str) -> None:
        super().check(table, answer)
        known = [str(table.place(key)).casefold() for key in table.town.locations]
        if answer.casefold() in known:
            raise Refused(say("{place} is on this map already. Leave this empty, then tap it there.", place=answer),
                          "WT-27")


class StandSite(PickSpace):
    rule = "WT-27"
    seat: Player
    character: Character

    sentence = said("{seat}, where does {character} stand?")
    kicker = said("As it is on the board")
    action_label = said("{character} stands here")

    def choices(self, table: Winter) -> Iterable[str]:
        return anywhere(table)


def anywhere(table: Winter) -> list[str]:
    town = table.town
    spaces = [*town.locations, *town.plazas]
    if not town.complete:
        spaces.append(NEW_PLAZA)
    if town.room_for_more():
        spaces.append(NEW_LOCATION)
    return spaces


def locations(table: Winter) -> list[str]:
    return [*table.town.locations, *([NEW_LOCATION] if table.town.room_for_more() else [])]


def named(table: Winter, space: Added) -> str:
    if space not in table.added:
        table.added.append(space)
    return table.town.add(space)


async def space_asked(table: Winter, question: PickSpace) -> str:
    while True:
        answer = await table.ask(question)
        space = await named_space(table, question.seat, answer)
        if space is not None:
            return space


async def named_space(table: Winter, seat: Seat | None, answer: str) -> str | None:
    """Return the tapped space, naming it first if it is new; None if tapped by mistake."""
    if answer == NEW_PLAZA:
        ends = await table.ask(PlazaEnds(seat))
        return named(table, tuple(sorted(ends))) if ends else None
    if answer == NEW_LOCATION:
        name = await table.ask(LocationName(seat))
        return named(table, name) if name else None
    return answer


async def unmapped_plaza(table: Winter, character: Character) -> str | None:
    """Ask which unmapped plaza a character steps into from a location; None if not named."""
    answer = await table.ask(OtherEnd(owner_of(table, character), character))
    end = await named_space(table, owner_of(table, character), answer)
    start = character.at
    if end is None or start is None or start == end or not table.town.is_location(start):
        return None
    return named(table, tuple(sorted((start, end))))


async def know_where(table: Winter, character: Character) -> None:
    if table.full and character.at is None and not character.eliminated:
        character.at = await space_asked(table, StandSite(owner_of(table, character), character))
