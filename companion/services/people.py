"""Names and groups of people; used by `companion.services.evening`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.questions import Json, Refused
from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME
from companion.core.text import say
from companion.services.settings import is_allowed
from companion.services.store import Store


@dataclass(frozen=True)
class Group:
    """People who often play together: "Friday table"."""

    name: str
    people: tuple[Person, ...]

    def to_json(self) -> Json:
        return {"name": self.name, "people": [[person.name, person.colour] for person in self.people]}


def checked_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise Refused(say("Type a name first."))
    if len(name) > LONGEST_NAME:
        raise Refused(say("A name can have at most {n} letters. Shorten it.", n=LONGEST_NAME))
    return name


def plays_elsewhere(store: Store, name: str, but: int) -> bool:
    """Is that name in another play (even archived or deleted) or in a group?"""
    rows = (*store.plays(), *store.plays(archived=True), *store.trashed())
    names = {name_key(person.name) for row in rows if row.id != but for person in row.people}
    groups = store.setting("groups")
    if is_allowed("groups", groups):  # the file may hold anything
        names |= {name_key(person) for group in groups for person, _ in group["people"]}
    return name_key(name) in names


def today(name: str, names: Mapping[str, str]) -> str:
    seen: set[str] = set()
    while name_key(name) in names and name_key(name) not in seen:
        seen.add(name_key(name))
        name = names[name_key(name)]
    return name
