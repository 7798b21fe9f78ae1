"""Spaces: picking one, and naming one that the map lacks (WT-27, WT-28)."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.kinds import Menu, Note, Option, PickSeveral, Place
from companion.core.questions import Face, Question
from companion.core.setup import Seat
from companion.core.text import Refused, Text, listing, said, say
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA, Added
from companion.games.winter_tales.rules.kinds import MAP_PANEL
from companion.games.winter_tales.table import Character, Player, Winter


def place_option(table: Winter, space: str) -> Option:
    if space == NEW_PLAZA:
        return Option(space, say("A plaza not on this map"), "plus",
                      say("You name the two locations it joins"), opens=True)
    if space == NEW_LOCATION:
        return Option(space, say("A location not on this map"), "plus", say("You type its name"), opens=True)
    return Option(space, say("{place}", place=table.place(space)), "map-marker")


class PickSpace(Place[Winter, str]):
    """Pick a space; on an incomplete map, a missing one can be named."""

    at_once = True
    panel = MAP_PANEL
    seat: Player

    def spot(self, answer: Any) -> str:
        return "" if answer in (NEW_PLAZA, NEW_LOCATION) else str(answer)

    def face(self, table: Winter, choice: Any) -> Face:
        if choice in (NEW_PLAZA, NEW_LOCATION):
            return place_option(table, choice).face
        there = table.standing_at(choice)
        return Face(self.label(table, choice), say("{names}", names=listing(tuple(there))) if there else None,
                    "map-marker" if table.town.is_location(choice) else "lamp-outline")

    def label(self, table: Winter, choice: str) -> Text:
        space = table.town.spaces.get(choice)
        if space is None or len(space.ends) < 2:
            return say("{place}", place=table.place(choice))
        return say("Plaza between {one} and {two}", one=table.place(space.ends[0]),
                   two=table.place(space.ends[1]))

    def button(self, table: Winter, answer: Any) -> Text:
        if answer is None:
            return say("Tap a space")
        return say("Name it") if answer in (NEW_PLAZA, NEW_LOCATION) else self.action_label(table)

    action_label = said("Here")

    def in_brief(self, table: Winter, answer: Any) -> Text | str:
        if answer in (NEW_PLAZA, NEW_LOCATION):
            return adds(self, table, answer)
        return say("{name} chose {place}", name=self.seat, place=table.place(answer))

    def choices(self, table: Winter) -> Iterable[str]:
        return locations(table)


# Naming a missing space

def adds(self: Question[Winter, Any], table: Winter, answer: Any) -> Text:
    if answer:
        return say("{name} adds a place to the map", name=self.seat)
    return say("{name} adds nothing to the map", name=self.seat)


class PlazaEnds(PickSeveral[Winter, str]):
    rule = "WT-27"
    also = ("WT-A8",)

    sentence = said("Which two locations does that plaza join?")
    in_brief = adds

    def things(self, table: Winter) -> Sequence[str]:
        return table.town.locations

    def most(self, table: Winter) -> int:
        return 2

    def check(self, table: Winter, answer: tuple[str, ...]) -> None:
        super().check(table, answer)
        if len(answer) == 1:
            raise Refused(say("A plaza joins two locations. Tap the other one."), "WT-27")
        if answer and table.town.plaza_between(*answer) is not None:
            raise Refused(say("That plaza is on this map already. Leave this empty, then tap it there."),
                          "WT-27")

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

    sentence = said("Where does the other path out of that plaza lead?")
    in_brief = adds

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
    in_brief = adds

    def check(self, table: Winter, answer: str) -> None:
        super().check(table, answer)
        known = [str(table.place(key)).casefold() for key in table.town.locations]
        if answer.casefold() in known:
            raise Refused(say("{place} is on this map already. Leave this empty, then tap it there.",
                              place=answer), "WT-27")


class StandSite(PickSpace):
    rule = "WT-27"
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


async def space_asked(table: Winter, question: PickSpace) -> str | None:
    """Ask until a space is named; None if the app tracks no places any more."""
    while table.full:
        answer = await table.ask(question)
        space = await named_space(table, question.seat, answer)
        if space is not None and table.full:
            return space
    return None


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
    answer = await table.ask(OtherEnd(table.owner_of(character), character))
    end = await named_space(table, table.owner_of(character), answer)
    start = character.at
    if end is None or start is None or start == end or not table.town.is_location(start):
        return None
    return named(table, tuple(sorted((start, end))))


async def know_where(table: Winter, character: Character) -> None:
    if table.full and character.at is None and not character.eliminated:
        character.at = await space_asked(table, StandSite(table.owner_of(character), character))
        table.by_players()
