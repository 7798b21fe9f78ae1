"""My box: Wintertown as printed on the owner's board, and the locations on its cards.

The owner enters the map once. Until it is complete, players name missing places during play (WT-27).

    {"locations": [{"id": "oaks_park", "name": "Oaks Park", "house": "park", "at": [0.43, 0.71]}, ...],
     "plazas": [{"id": "mad_hatters_asylum+oaks_park", "ends": ["mad_hatters_asylum", "oaks_park"],
                 "at": [0.4, 0.5]}],
     "complete": false,           true if every location and plaza is entered
     "icons": [2, 3, 5],          memory spaces with the objective icon, counted from one
     "passages": {"dorothy": "dorothys_mansion"},
     "connections": [["oaks_park", "winter_prison"]],   the two locations of each Connection card
     "attacks": ["oaks_park"]}                          the location of each Attack card

Positions on the stage are fractions from the left and from the top.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Any

from companion.core.boxes.edits import fresh_key, slug
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES, OBJECTIVES
from companion.games.winter_tales.board.town import free_at, plaza_key

TRACK = 8  # WT-71: seven memory spaces, and one more for the epilogue token
CONNECTION_CARDS, ATTACK_CARDS = OBJECTIVES["connection"].copies, OBJECTIVES["attack"].copies
LONGEST = 40
WITH_PASSAGE = tuple(key for key, figure in FIGURES.items() if figure.skill == "passage")
"""The two characters with a Secret Passage (WT-146)."""


def starter() -> dict[str, Any]:
    """Return the eight locations and two plazas known for certain; their positions are made up."""
    return {
        "locations": [
            _location("dorothys_mansion", "Dorothy's Mansion", "mansion", 0.18, 0.34),
            _location("puppets_theater", "Puppets' Theater", "theatre", 0.50, 0.27),
            _location("mad_hatters_asylum", "Mad Hatter's Asylum", "tower", 0.82, 0.34),
            _location("nightmare_factory", "Nightmare Factory", "works", 0.15, 0.58),
            _location("fair_of_wonders", "Fair of Wonders", "tent", 0.50, 0.52),
            _location("winter_prison", "Winter Prison", "prison", 0.85, 0.62),
            _location("memory_lane_cemetery", "Memory Lane Cemetery", "graveyard", 0.30, 0.80),
            _location("oaks_park", "Oaks Park", "park", 0.68, 0.79),
        ],
        "plazas": [
            {"id": "mad_hatters_asylum+oaks_park", "ends": ["mad_hatters_asylum", "oaks_park"],
             "at": [0.73, 0.56]},
            {"id": "memory_lane_cemetery+oaks_park", "ends": ["memory_lane_cemetery", "oaks_park"],
             "at": [0.49, 0.83]},
        ],
        "complete": False, "icons": [], "passages": {}, "connections": [], "attacks": [],
    }


def _location(key: str, name: str, house: str, x: float, y: float) -> dict[str, Any]:
    return {"id": key, "name": name, "house": house, "at": [x, y]}


# Checks

def check_box(box: Json) -> list[Text]:
    """Return warnings about a box; raise `Refused` if it is unplayable."""
    lists = ("locations", "plazas", "icons", "connections", "attacks")
    fits = (isinstance(box, dict) and all(isinstance(box.get(key), list) for key in lists)
            and isinstance(box.get("passages"), dict) and isinstance(box.get("complete"), bool))
    if not fits:
        why = say("This town lacks locations, plazas or cards. Start from the town that comes with the game.")
        raise Refused(why, "WT-27")
    names = _check_locations(box["locations"])
    _check_plazas(box["plazas"], names)
    _check_cards(box, names)
    return list(_warnings(box))


def _check_locations(locations: list[Any]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in locations:
        named = isinstance(one, dict) and all(isinstance(one.get(part), str) for part in ("id", "name")) \
            and re.fullmatch(r"[a-z0-9_]+", one["id"])
        name = one["name"].strip() if named else ""
        if not name:
            raise Refused(say("A location has no name. Type one, or remove it."), "WT-27")
        if len(name) > LONGEST:
            why = say("A location's name can have at most {n} letters. Shorten it.", n=LONGEST)
            raise Refused(why, "WT-27")
        if name.casefold() in (known.casefold() for known in names.values()) or one["id"] in names:
            raise Refused(say("Two locations are called {name}. Change one of them.", name=name), "WT-27")
        _check_at(one.get("at"))
        names[one["id"]] = name
    if len(names) < 2:
        raise Refused(say("A town needs at least two locations. Add one."), "WT-27")
    return names


def _check_plazas(plazas: list[Any], names: dict[str, str]) -> None:
    seen: set[str] = set()
    for one in plazas:
        fits = (isinstance(one, dict) and isinstance(one.get("id"), str)
                and isinstance(one.get("ends"), list))
        if not fits:
            raise Refused(say("A plaza joins two locations. Tap both."), "WT-27")
        ends = one["ends"]
        if not _all_in(ends, names):
            why = say("A plaza leads to a missing location. Add the location, or remove the plaza.")
            raise Refused(why, "WT-27")
        if len(set(ends)) < 2 or len(set(ends)) < len(ends):
            raise one_end()
        if one["id"] in seen or one["id"] in names:
            raise Refused(say("Two plazas have the same name. Remove one of them."), "WT-27")
        _check_at(one.get("at"))
        seen.add(one["id"])


def one_end() -> Refused:
    return Refused(say("This plaza has only one end. Tap its other location, or remove it."), "WT-27")


def _check_at(at: Json) -> None:
    if not isinstance(at, list) or len(at) != 2 or not all(map(_is_share, at)):
        raise Refused(say("A place lies outside the picture. Drag it back."), "WT-27")


def _is_share(part: Json) -> bool:
    return isinstance(part, (int, float)) and not isinstance(part, bool) and 0 <= part <= 1


def _check_cards(box: dict[str, Any], names: dict[str, str]) -> None:
    icons = box["icons"]
    on_track = all(type(space) is int and 1 <= space < TRACK for space in icons)
    if not on_track or len(set(icons)) < len(icons):
        raise Refused(say("Objective icons go on memory spaces one to seven, one each."), "WT-122")
    if len(icons) > OBJECTIVE_SPACES:
        raise Refused(say("Only three memory spaces have the objective icon. Remove one."), "WT-122")
    for card in box["connections"]:
        if not isinstance(card, list) or len(card) != 2 or card[0] == card[1] or not _all_in(card, names):
            raise Refused(say("A Connection card names two locations of this town."), "WT-128")
    if not _all_in(box["attacks"], names):
        raise Refused(say("An Attack card names one location of this town."), "WT-131")
    if len(box["connections"]) > CONNECTION_CARDS or len(box["attacks"]) > ATTACK_CARDS:
        raise Refused(say("There are four Connection cards and two Attack cards. Remove the rest."), "WT-120")
    passages = box["passages"]
    if any(who not in WITH_PASSAGE for who in passages) or not _all_in(passages.values(), names):
        raise Refused(say("A Secret Passage leads to one location of this town."), "WT-146")


def _all_in(keys: Iterable[Any], names: dict[str, str]) -> bool:
    return all(isinstance(key, str) and key in names for key in keys)


def _warnings(box: dict[str, Any]) -> Iterable[Text]:
    joined = {end for plaza in box["plazas"] for end in plaza["ends"]}
    lonely = [one["name"] for one in box["locations"] if one["id"] not in joined]
    if box["complete"]:
        for name in lonely:
            yield say("No plaza leads to {name}.", name=name)
        if len(box["locations"]) < 7 or len(box["plazas"]) < 7:
            yield say("The printed town has at least seven locations and seven plazas.")
    elif lonely:
        yield count("{n} location has no plaza yet; you add it as you play.",
                    "{n} locations have no plaza yet; you add them as you play.", len(lonely))
    if not box["icons"]:
        yield say("The objective icons aren't set. Until they are, any free space will do.")
    if not box["passages"]:
        yield say("The Secret Passages aren't set. You name where they lead as you play.")


# Edits: each returns a new box

def add_location(box: Json, name: str, at: tuple[float, float], house: str = "house") -> dict[str, Any]:
    new: dict[str, Any] = deepcopy(box)
    key = fresh_key(slug(name), [one["id"] for one in new["locations"]])
    new["locations"].append(_location(key, name.strip(), house, *at))
    check_box(new)
    return new


def change(box: Json, key: str, *, end: str = "", **parts: Json) -> dict[str, Any]:
    """Rename, redraw or drag a place, or lead one more path to a plaza (WT-A8); its key stays."""
    new: dict[str, Any] = deepcopy(box)
    for one in (*new["locations"], *new["plazas"]):
        if one["id"] == key:
            one.update(parts)
            if end and end not in one["ends"]:
                one["ends"].append(end)
    check_box(new)
    return new


def remove(box: Json, key: str) -> dict[str, Any]:
    """Remove a plaza, or a location with its plazas and cards."""
    new: dict[str, Any] = deepcopy(box)
    new["locations"] = [one for one in new["locations"] if one["id"] != key]
    new["plazas"] = [one for one in new["plazas"] if key not in (one["id"], *one["ends"])]
    new["connections"] = [card for card in new["connections"] if key not in card]
    new["attacks"] = [place for place in new["attacks"] if place != key]
    new["passages"] = {who: place for who, place in new["passages"].items() if place != key}
    check_box(new)
    return new


def join(box: Json, one: str, two: str) -> dict[str, Any]:
    new: dict[str, Any] = deepcopy(box)
    places = {place["id"]: place["at"] for place in new["locations"]}
    if one == two or one not in places or two not in places:
        raise one_end()
    middle = [round((places[one][axis] + places[two][axis]) / 2, 3) for axis in (0, 1)]
    key = fresh_key(plaza_key(one, two), [plaza["id"] for plaza in new["plazas"]])
    new["plazas"].append({"id": key, "ends": sorted((one, two)), "at": middle})
    check_box(new)
    return new


def learned(box: Json, places: Iterable[str | tuple[str, ...]],
            passages: Mapping[str, str]) -> dict[str, Any] | None:
    """Add the locations, plazas and Secret Passages named during play; None if nothing is new."""
    new: dict[str, Any] = deepcopy(box)
    for place in places:
        with suppress(Refused):  # skip what no longer fits the town
            if isinstance(place, str):
                taken = [tuple(one["at"]) for one in (*new["locations"], *new["plazas"])]
                new = add_location(new, place, free_at(taken))
            elif not any(set(place) <= set(plaza["ends"]) for plaza in new["plazas"]):
                new = join(new, *place)
    known = {one["id"] for one in new["locations"]}
    fitting = {who: to for who, to in passages.items() if who in WITH_PASSAGE and to in known}
    new["passages"] = {**fitting, **new["passages"]}
    return None if new == box else new
