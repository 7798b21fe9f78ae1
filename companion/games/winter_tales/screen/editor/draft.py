"""A town being edited, with undo for every change. Must not import Kivy."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from companion.core.questions import Refused
from companion.core.text import Text, count, say
from companion.games.winter_tales.copy import model as towns
from companion.games.winter_tales.screen.stage.reading import TownMap, TownPlace
from companion.ui.screens.copy_editor import Steps

MOVE, JOIN, ADD, WAY = "move", "join", "add", "way"
"""What a tap does: select a place, join two, add one, or connect a way to a plaza."""


class TownDraft(Steps[dict[str, Any]]):
    """One copy, its selection and undo history. A refused change has no effect."""

    def __init__(self, copy: Any) -> None:
        super().__init__(deepcopy(copy))
        self.tool = MOVE
        self.chosen = ""

    # Reading

    def location(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.copy["locations"] if one["id"] == key), None)

    def plaza(self, key: str) -> dict[str, Any] | None:
        return next((one for one in self.copy["plazas"] if one["id"] == key), None)

    def name(self, key: str) -> str:
        one = self.location(key)
        return key if one is None else str(one["name"])

    def title(self) -> Text:
        plaza = self.plaza(self.chosen)
        if plaza is not None:
            names = [self.name(end) for end in plaza["ends"]]
            if len(names) > 2:
                return say("A plaza with {n} ways", n=len(names))
            return say("The plaza between {one} and {two}", one=names[0], two=names[1])
        return say("{name}", name=self.name(self.chosen))

    def locations(self) -> list[tuple[str, str]]:
        return [(str(one["id"]), str(one["name"])) for one in self.copy["locations"]]

    def summary(self) -> Text:
        places = count("{n} location", "{n} locations", len(self.copy["locations"]))
        return count("{places}, {n} plaza", "{places}, {n} plazas", len(self.copy["plazas"]), places=places)

    def map(self, without: str = "") -> TownMap:
        """The map for the stage; `without` leaves out the place being dragged."""
        houses = [TownPlace(one["id"], one["name"], tuple(one["at"]), one.get("house") or "house")
                  for one in self.copy["locations"] if one["id"] != without]
        lamps = [TownPlace(one["id"], "", tuple(one["at"]), "", tuple(one["ends"]))
                 for one in self.copy["plazas"] if one["id"] != without]
        return TownMap((*houses, *lamps))

    def joined_to(self, key: str) -> list[str]:
        plaza = self.plaza(key)
        if plaza is not None:
            return list(plaza["ends"])
        return [str(one["id"]) for one in self.copy["plazas"] if key in one["ends"]]

    def odd(self) -> list[Text]:
        return towns.check_copy(self.copy)

    def changed(self) -> None:
        if self.chosen and self.location(self.chosen) is None and self.plaza(self.chosen) is None:
            self.chosen, self.tool = "", MOVE

    # Changes; each may raise `Refused`

    def drag(self, key: str, at: tuple[float, float]) -> bool:
        where = (round(at[0], 3), round(at[1], 3))
        if self.location(key) is not None:
            return self.take(towns.change_location(self.copy, key, at=where))
        return self.take(towns.change_plaza(self.copy, key, at=where))

    def add(self, name: str, at: tuple[float, float]) -> bool:
        known = {key for key, _ in self.locations()}
        if not name.strip():
            raise Refused(say("A location has no name. Type one, or remove it."), "WT-27")
        new = self.take(towns.add_location(self.copy, name, (round(at[0], 3), round(at[1], 3))))
        self.chosen = next(key for key, _ in self.locations() if key not in known)
        self.tool = MOVE
        return new

    def rename(self, name: str) -> bool:
        return self.take(towns.change_location(self.copy, self.chosen, name=name))

    def build(self, house: str) -> bool:
        return self.take(towns.change_location(self.copy, self.chosen, house=house))

    def remove(self) -> bool:
        if self.location(self.chosen) is not None:
            return self.take(towns.remove_location(self.copy, self.chosen))
        return self.take(towns.remove_plaza(self.copy, self.chosen))

    def tap(self, key: str) -> bool:
        """Handle a tap on a place; True if the town changed."""
        is_house = self.location(key) is not None
        if self.tool == JOIN and is_house and self.chosen and self.chosen != key:
            start, self.chosen = self.chosen, key  # continue from here until the player taps it again
            return self.take(towns.join(self.copy, start, key))
        if self.tool == WAY and is_house and self.plaza(self.chosen) is not None:
            self.tool = MOVE
            return self.take(towns.change_plaza(self.copy, self.chosen, end=key))
        if self.tool == JOIN:
            self.chosen = key if is_house and self.chosen != key else ""
        else:
            self.tool, self.chosen = MOVE, "" if key == self.chosen else key
        return False

    def set(self, **parts: Any) -> bool:
        return self.take(towns.set_cards(self.copy, **parts))

    def toggle_icon(self, space: int) -> bool:
        icons = [one for one in self.copy["icons"] if one != space]
        if space not in self.copy["icons"]:
            icons = sorted([*icons, space])
        return self.set(icons=icons)

    def set_passage(self, who: str, place: str) -> bool:
        passages = {key: value for key, value in self.copy["passages"].items() if key != who}
        return self.set(passages={**passages, **({who: place} if place else {})})
