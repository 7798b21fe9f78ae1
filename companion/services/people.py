"""The people of all evenings: names that change, two that are one, tables that come together again.

A play stays as it was played. Who was called otherwise then is found by `now_called`, so that a rename or a merge
changes no play, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.core.questions import Json, Refused
from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME
from companion.core.text import say
from companion.services.settings import check_setting
from companion.services.store import ResultRow, Store

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock


@dataclass(frozen=True)
class Group:
    """People who come together again: "Friday table"."""

    name: str
    people: tuple[Person, ...]

    def to_json(self) -> Json:
        return {"name": self.name, "people": [[person.name, person.colour] for person in self.people]}


def checked_name(name: str) -> str:
    """The name without its blanks. Raises `Refused`."""
    name = name.strip()
    if not name:
        raise Refused(say("Type a name first."))
    if len(name) > LONGEST_NAME:
        raise Refused(say("A name has at most {n} letters. Shorten it.", n=LONGEST_NAME))
    return name


def plays_elsewhere(store: Store, name: str, but: int) -> bool:
    """Does somebody of that name sit in another play, also in one that was put away or deleted, or in a group?"""
    rows = (*store.plays(), *store.plays(archived=True), *store.trashed())
    names = {name_key(person.name) for row in rows if row.id != but for person in row.people}
    groups = store.setting("groups")
    with suppress(Refused):
        check_setting("groups", groups)  # the file may hold anything
        names |= {name_key(person) for group in groups for person, _ in group["people"]}
    return name_key(name) in names


class PeopleOfAllEvenings:
    """What `Evening` does with people. Each change raises `Refused` where it can't be made or written."""

    store: Store
    clock: Clock

    def setting(self, key: str) -> Any:
        raise NotImplementedError

    def set(self, key: str, value: Json) -> None:
        raise NotImplementedError

    def people(self) -> list[Person]:
        """Remembered people, who played last first, with the colour they had."""
        names = self.setting("now_called")
        return [person for person in self.store.people()
                if name_key(today(person.name, names)) == name_key(person.name)]

    def forget(self, name: str) -> None:
        """No longer offered. `bring_back_person` undoes it, also tomorrow. Raises `Refused`."""
        self.store.forget(name, self.clock.wall())

    def bring_back_person(self, name: str) -> None:
        self.store.bring_back_person(name)

    def add_person(self, person: Person) -> None:
        """Somebody who has not played yet."""
        name = checked_name(person.name)
        self._check_free(name)
        self.store.remember([Person(name, person.colour)], self.clock.wall())

    def recolour(self, name: str, colour: int) -> None:
        """The colour and the shape that goes with it, for the next plays."""
        self.store.recolour(name, colour)

    def rename(self, old: str, new: str) -> None:
        """From now on; the plays of before still count."""
        name = checked_name(new)
        if name_key(name) != name_key(old):
            self._check_free(name)
        self.store.rename_person(old, name)
        self._call(old, name)
        self._in_groups(old, name)

    def merge(self, one: str, into: str) -> None:
        """Two names of one person: the plays of both count for the second."""
        if name_key(one) == name_key(into):
            raise Refused(say("These are the same person already."))
        self.store.forget(one, self.clock.wall())
        self._call(one, into)
        self._in_groups(one, into)

    def unmerge(self, one: str) -> None:
        """Take a merge back."""
        names = dict(self.setting("now_called"))
        names.pop(name_key(one), None)
        self.set("now_called", names)
        self.store.bring_back_person(one)

    def results(self) -> list[ResultRow]:
        """Every seat of every finished play under the name its person has today."""
        names = self.setting("now_called")
        rows = self.store.results()
        return [replace(row, name=today(row.name, names)) for row in rows] if names else rows

    # Groups

    def groups(self) -> list[Group]:
        """In the order they were made."""
        return [Group(one["name"], tuple(Person(name, colour) for name, colour in one["people"]))
                for one in self.setting("groups")]

    def save_group(self, name: str, people: Iterable[Person], was: str = "") -> Group:
        """A new one, or (`was`: its name so far) in place of one that is there."""
        name = checked_name(name)
        group = Group(name, tuple(people))
        if not group.people:
            raise Refused(say("Choose who belongs to it."))
        others = [one for one in self.groups() if name_key(one.name) != name_key(was)]
        twin = next((one.name for one in others if name_key(one.name) == name_key(name)), None)
        if twin is not None:
            raise Refused(say("There is a group called {name} already. Choose another name.", name=twin))
        at = next((number for number, one in enumerate(self.groups()) if name_key(one.name) == name_key(was)),
                  len(others))
        others.insert(at, group)
        self._save_groups(others)
        return group

    def delete_group(self, name: str) -> Group | None:
        """The group that is gone, to be saved again if that was a slip."""
        gone = next((one for one in self.groups() if name_key(one.name) == name_key(name)), None)
        self._save_groups([one for one in self.groups() if name_key(one.name) != name_key(name)])
        return gone

    # How it is done

    def _save_groups(self, groups: Iterable[Group]) -> None:
        self.set("groups", [one.to_json() for one in groups])

    def _check_free(self, name: str) -> None:
        """Raises `Refused`: somebody has that name."""
        twin = next((person.name for person in self.people() if name_key(person.name) == name_key(name)), None)
        if twin is not None:
            raise Refused(say("{name} is here already. Merge the two if they are the same person.", name=twin))

    def _call(self, old: str, new: str) -> None:
        """Names that led to the old one lead to the new one."""
        names = {was: new if name_key(now) == name_key(old) else now for was, now in self.setting("now_called").items()}
        if name_key(old) != name_key(new):
            names.pop(name_key(new), None)  # who once gave this name up has it again
        names[name_key(old)] = new
        self.set("now_called", names)

    def _in_groups(self, old: str, new: str) -> None:
        def after(group: Group) -> Group:
            seen: dict[str, Person] = {}
            for person in group.people:
                name = new if name_key(person.name) == name_key(old) else person.name
                seen.setdefault(name_key(name), Person(name, person.colour))
            return Group(group.name, tuple(seen.values()))

        groups = [after(group) for group in self.groups()]
        if groups != self.groups():
            self._save_groups(groups)


def today(name: str, names: Mapping[str, str]) -> str:
    """What somebody of that name is called today, after all renames and merges."""
    seen: set[str] = set()
    while name_key(name) in names and name_key(name) not in seen:
        seen.add(name_key(name))
        name = names[name_key(name)]
    return name
