"""Characters are chosen, and stand where they begin (WT-7, WT-8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.questions import Face, Reason, Refused
from companion.core.said import said
from companion.core.text import Text, listing, say
from companion.games.winter_tales.board.characters import (
    SIDE_FIGURES,
    SIDE_NAMES,
    SPRING,
    WINTER,
    WRITER,
)
from companion.games.winter_tales.board.town import NEW_LOCATION, NEW_PLAZA
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.kinds import PickCharacter, PickSpace
from companion.games.winter_tales.rules.spaces import named_space
from companion.games.winter_tales.table import Winter


@dataclass(frozen=True)
class ChoosesCharacter(PickCharacter):
    """WT-7: one character after the other, round the table from the youngest."""

    rule = "WT-7"
    also = ("WT-83", "WT-6")
    seat: Player

    def moves(self, table: Winter, answer: Any) -> Iterable[str]:
        return (f"characters.{answer.key}.owner",)

    sentence = said("{seat}, choose a character.")

    def kicker(self, table: Winter) -> Text:
        return say("Character {n} of {all} for {name}", n=len(table.of(self.seat)) + 1, name=self.seat,
                   all=sum(wanted(table, self.seat).values()))

    def choices(self, table: Winter) -> Iterable[Character]:
        return choosable(table, self.seat)

    def face(self, table: Winter, choice: Any) -> Face:
        return Face(choice.name, SIDE_NAMES[choice.side], choice.picture)

    def hint(self, table: Winter) -> Text | None:
        if phone_drew(table) and nobody_yet(table):
            return say("{name} counts as the youngest. Other ages, or your own draw? Undo.", name=table.ages[0])  # WT-3
        return None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        return seating_reasons(table) if nobody_yet(table) else ()

    async def then(self, table: Winter, answer: Character) -> None:
        answer.owner = self.seat
        if not table.full:
            table.tell(say("{name} chose {who}.", name=self.seat, who=answer), self.seat, "WT-7")


def seating_reasons(table: Winter) -> Iterable[Reason]:
    """What lies out, the seats and the arbiter, until the first character is chosen (WT-4 to WT-6)."""
    if phone_drew(table):                                                   # nobody saw the page that says so
        yield Reason(say("Lay out the town; the epilogue token goes on space {n}.", n=table.length + 1), "feather")
    yield Reason(say("Sit down clockwise: {names}.", names=listing(tuple(table.ring))), "account-group-outline")
    if table.arbiter is not None:
        yield Reason(say("{name} is the story arbiter.", name=table.arbiter), "scale-balance")


def phone_drew(table: Winter) -> bool:
    """Did the phone draw the factions as the play was started (WT-2)?"""
    return bool(table.setup.options["draws"] == "phone")


def nobody_yet(table: Winter) -> bool:
    return not any(one.owner is not None for one in table.characters.values())


def wanted(table: Winter, player: Player) -> dict[str, int]:
    """How many characters of each side a player gets in all (WT-7)."""
    share = table.share
    if player.side == WRITER:
        return {SPRING: share.writer, WINTER: share.writer}
    return {player.side or SPRING: share.each}


def choosable(table: Winter, player: Player) -> list[Character]:
    """Characters still free, of a side the player lacks (WT-7)."""
    free: list[Character] = []
    for side, want in wanted(table, player).items():
        cards = [table.characters[key] for key in SIDE_FIGURES[side]]
        if sum(one.owner is player for one in cards) < want:
            free += [one for one in cards if one.owner is None]
    return free


@dataclass(frozen=True)
class StartsAt(PickSpace):
    """WT-8: rebels begin in a location, soldiers in a plaza, each alone."""

    rule = "WT-8"
    also = ("WT-A2", "WT-27")
    icon = "map-marker"
    seat: Player
    character: Character

    sentence = said("{seat}, where does {character} begin?")
    title = said("Place {character}")

    def hint(self, table: Winter) -> Text:
        if self.character.is_rebel:
            return say("A rebel begins in a location with nobody else in it.")
        return say("A soldier begins in a plaza with nobody else in it.")

    action_label = said("{character} begins here")

    def choices(self, table: Winter) -> Iterable[str]:
        town = table.town
        spaces = town.locations if self.character.is_rebel else town.plazas
        taken = {one.at for one in table.characters.values()}
        free = [space for space in spaces if space not in taken]
        if town.room_for_more():
            free.append(NEW_LOCATION if self.character.is_rebel else NEW_PLAZA)
        return free or spaces or town.locations

    def check(self, table: Winter, answer: str) -> None:
        if answer in self.choices(table):
            return
        if table.town.is_location(answer) != self.character.is_rebel:
            raise Refused(self.hint(table), "WT-8")
        raise Refused(say("Somebody stands there already. Choose an empty space."), "WT-8")

    async def then(self, table: Winter, answer: str) -> None:
        space = await named_space(table, self, answer)
        if space is not None and table.full:                                # not set to light meanwhile
            self.character.at = space
            table.tell(say("{name} chose {who}, at {place}.", name=self.seat, who=self.character,
                           place=table.place(space)), self.seat, "WT-7")
