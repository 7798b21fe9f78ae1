"""Forms as data: their JSON, where cells lie, and what edits do to a box."""

import json
from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest

from companion.core.boxes import edits
from companion.core.boxes.form import (
    CardsPart,
    FormPart,
    GridPart,
    MarksPart,
    PickPart,
    PlacesPart,
    ValuePart,
    as_json,
    parts_of,
)
from companion.core.language import speaking
from companion.core.registry import find_games
from companion.core.text import Refused
from tests.toys.harbour import FORM, STARTER


def kinds(base: type[FormPart] = FormPart) -> set[type[FormPart]]:
    found = {one for one in base.__subclasses__() if one is not ValuePart}
    return found.union(*(kinds(one) for one in base.__subclasses__()))


def test_the_toy_has_a_part_of_each_kind() -> None:
    cards = [part for part in parts_of(FORM) if isinstance(part, CardsPart)]
    inside: set[type[FormPart]] = {type(field) for part in cards for field in (part.name, *part.fields)}
    assert {type(part) for part in parts_of(FORM)} | inside == kinds()
    assert len({one.kind for one in kinds()}) == len(kinds())


def test_the_json_of_a_form_holds_every_field_and_the_kind() -> None:
    told = json.loads(json.dumps(as_json(FORM)))
    for section, shown in zip(FORM, told, strict=True):
        assert shown["title"] == str(section.title)
        for part, one in zip(section.parts, shown["parts"], strict=True):
            assert one.keys() == {"kind", *(field.name for field in fields(part))}
            assert one["kind"] == part.kind
    sea, _ = told[0]["parts"]
    assert sea["brushes"][1] == {"sign": "L", "label": "Land", "colour": "#6FAE6B", "icon": "tree"}


def test_the_json_of_a_form_is_in_the_language_spoken() -> None:
    form = find_games().games["windward"].boxes.form()
    with speaking("de"):
        titles = [section["title"] for section in as_json(form)]
    assert titles[0] == "Großer Planet" and str(form[0].title) == "Large planet"


def test_hexes_are_staggered_and_a_wedge_grows_from_its_origin() -> None:
    wide = edits.TALL
    assert edits.centres("square", ["..", ".."])[1, 1] == (2, 2)
    assert edits.centres("hex", ["..", "...", ".."])[1, 0] == pytest.approx((-wide / 2, 1.5))
    assert edits.centres("hex", ["..", "...", ".."])[2, 0] == pytest.approx((0, 3))
    assert [edits.centres("hex", ["..", "..", ".."])[row, 0][0] for row in range(3)] == pytest.approx(
        [0, wide / 2, 0])
    assert edits.centres("wedge", [".", ".."])[1, 1] == pytest.approx((1.5, -1.5 * wide))


def part_at(at: str) -> FormPart:
    return next(part for part in parts_of(FORM) if isinstance(part, ValuePart) and part.at == at)


def test_an_edit_leaves_the_old_box_as_it_was() -> None:
    docks = part_at("docks.tiles")
    assert isinstance(docks, GridPart)
    before = json.dumps(STARTER)
    larger = edits.resized(STARTER, docks, 3)
    assert larger["docks"] == {"rows": 3, "tiles": {"North": ["..", "L.", ".."], "South": ["..", "..", ".."]}}
    assert edits.confirmed(larger, docks, "North")["guessed"] == ["docks.South"]
    assert json.dumps(STARTER) == before


def test_a_way_may_branch_only_where_the_form_says_so() -> None:
    ports = part_at("ports")
    assert isinstance(ports, PlacesPart)
    box = edits.add_place(STARTER, ports, "Elm", (0.5, 0.1))
    assert box["ports"][-1] == {"id": "elm_2", "name": "Elm", "at": [0.5, 0.1], "kind": "town"}
    box = edits.join(box, ports, "oak", "elm")
    with pytest.raises(Refused, match="joined already"):
        edits.join(box, ports, "elm", "oak")
    box = edits.join(box, ports, "elm+oak", "elm_2")
    assert box["lanes"] == [{"id": "elm+oak", "ends": ["elm", "oak", "elm_2"], "at": [0.5, 0.5]}]
    with pytest.raises(Refused, match="no name"):
        edits.add_place(box, ports, " ", (0, 0))


def without(box: Any, at: str) -> Any:
    *way, last = at.split(".")
    box = deepcopy(box)
    parent = box
    for key in way:
        parent = parent[key]
    del parent[last]
    return box


@pytest.mark.parametrize("at", [
    *(part.at for part in parts_of(FORM) if isinstance(part, ValuePart) and not isinstance(part, PickPart)),
    "lanes", "docks", "docks.rows", "docks.tiles.North", "homes"])
def test_a_box_older_than_its_form_gets_what_it_lacks_from_the_starter(at: str) -> None:
    old = without(STARTER, at)
    before = deepcopy(old)
    assert edits.completed(old, FORM, STARTER) == STARTER
    assert old == before, "the saved box stays as it is"


def test_a_card_or_place_older_than_its_form_gets_what_it_lacks() -> None:
    cargo = without(STARTER, "cargo") | {"cargo": [{"name": "Salt"}]}
    card, = edits.completed(cargo, FORM, STARTER)["cargo"]
    assert card == {"name": "Salt", "worth": 1, "hold": 1, "heavy": False}
    ports = {**STARTER, "ports": [{"id": "elm", "name": "Elm", "at": [0, 0]}]}
    assert edits.completed(ports, FORM, STARTER)["ports"][0]["kind"] == "town"


def test_what_the_owner_entered_is_never_replaced() -> None:
    mine = {**STARTER, "tide": True, "motto": "", "shoals": [], "cargo": [], "extra": 1}
    assert edits.completed(mine, FORM, STARTER) == mine


def test_completing_a_box_never_fails() -> None:
    """A failing game has no starter, and a file may hold anything that the game accepts."""
    assert edits.completed({"homes": []}, FORM, None) == {"homes": {}, "docks": {"tiles": {}}}
    assert edits.completed({**STARTER, "cargo": [5]}, FORM, STARTER)["cargo"] == [5]
    assert edits.completed(None, FORM, STARTER) is None


def test_no_more_spaces_are_marked_than_the_form_allows() -> None:
    part = part_at("shoals")
    assert isinstance(part, MarksPart) and part.limit == 2
    assert edits.marked([5], 2) == [2, 5] and edits.marked([2, 5], 2) == [5]
    edits.check_marks(part, {**STARTER, "shoals": [2, 5]})
    with pytest.raises(Refused, match=str(part.full)):
        edits.check_marks(part, {**STARTER, "shoals": [2, 3, 5]})
