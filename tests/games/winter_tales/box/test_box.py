"""Winter Tales: my box, the town as printed on the owner's board (WT-27, WT-122, WT-128, WT-131, WT-146)."""

from typing import Any

import pytest

from companion.core.text import Refused
from companion.games.winter_tales import game
from companion.games.winter_tales.box import model as my_box
from companion.games.winter_tales.box.model import check_box, starter
from tests.games.winter_tales.evening import ASYLUM, CEMETERY, FAIR, MANSION, PARK, whole_town


def refused(box: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as error:
        check_box(box)
    return error.value.refusal.rule, str(error.value)


@pytest.mark.rule("WT-27")  # eight locations, two plazas, nothing invented about cards and icons
def test_the_starter_town_has_what_is_known() -> None:
    town = starter()
    assert {one["name"] for one in town["locations"]} == {
        "Dorothy's Mansion", "Memory Lane Cemetery", "Nightmare Factory", "Fair of Wonders", "Oaks Park",
        "Mad Hatter's Asylum", "Winter Prison", "Puppets' Theater"}
    assert [sorted(plaza["ends"]) for plaza in town["plazas"]] == [[ASYLUM, PARK], [CEMETERY, PARK]]
    assert (town["complete"], town["icons"], town["passages"], town["connections"], town["attacks"]) == \
        (False, [], {}, [], [])
    assert game.boxes.starter() == town and check_box(town)


@pytest.mark.rule("WT-27")  # fractions, for dragging
def test_places_lie_inside_the_picture() -> None:
    town = starter()
    assert all(0 < part < 1 for one in [*town["locations"], *town["plazas"]] for part in one["at"])
    town["locations"][0]["at"] = [1.2, 0.5]
    assert refused(town)[0] == "WT-27"


@pytest.mark.rule("WT-27")  # with a sentence
def test_a_plaza_of_one_end_is_refused() -> None:
    for ends in ([PARK], [PARK, PARK], []):
        town = starter()
        town["plazas"][0]["ends"] = ends
        rule, why = refused(town)
        assert rule == "WT-27" and "only one end" in why
    with pytest.raises(Refused, match="only one end"):
        my_box.join(starter(), PARK, PARK)


@pytest.mark.rule("WT-27")  # the old box is left alone; a second plaza between the same two gets its own name
def test_two_taps_make_a_plaza_half_way() -> None:
    town = starter()
    joined = my_box.join(town, MANSION, FAIR)
    assert len(town["plazas"]) == 2 and joined["plazas"][-1] == {
        "id": f"{MANSION}+{FAIR}", "ends": sorted([MANSION, FAIR]), "at": [0.34, 0.43]}
    twice = my_box.join(joined, FAIR, MANSION)
    assert len({plaza["id"] for plaza in twice["plazas"]}) == 4


@pytest.mark.rule("WT-27")
def test_locations_are_added_renamed_dragged_and_removed() -> None:
    """A new name keeps the key, so cards and plazas still find it; what is removed takes its plazas along."""
    town = my_box.add_location(starter(), " Candle Factory ", (0.4, 0.9), "works")
    new = {"id": "candle_factory", "name": "Candle Factory", "house": "works", "at": [0.4, 0.9]}
    assert town["locations"][-1] == new
    town = my_box.change(town, PARK, name="The Oaks", at=[0.6, 0.6], house="park")
    assert town["plazas"][0]["ends"] == [ASYLUM, PARK]
    town |= {"passages": {"dorothy": PARK}, "attacks": [PARK], "connections": [[PARK, FAIR]]}
    town = my_box.remove(town, PARK)
    assert (town["plazas"], town["passages"], town["attacks"], town["connections"]) == ([], {}, [], [])
    assert len(my_box.remove(starter(), f"{ASYLUM}+{PARK}")["plazas"]) == 1


@pytest.mark.rule("WT-A8")
def test_a_third_way_into_a_plaza() -> None:
    town = my_box.change(starter(), f"{ASYLUM}+{PARK}", at=[0.5, 0.5], end=FAIR)
    assert town["plazas"][0] == {"id": f"{ASYLUM}+{PARK}", "ends": [ASYLUM, PARK, FAIR], "at": [0.5, 0.5]}


@pytest.mark.rule("WT-120", "WT-122", "WT-128", "WT-131", "WT-146", "WT-27")
@pytest.mark.parametrize(("change", "rule"), [
    ({"icons": [1, 2, 3, 4]}, "WT-122"), ({"icons": [0]}, "WT-122"), ({"icons": [8]}, "WT-122"),
    ({"icons": [2, 2]}, "WT-122"),
    ({"icons": [True]}, "WT-122"), ({"connections": [[PARK]]}, "WT-128"), ({"connections": [[PARK, PARK]]}, "WT-128"),
    ({"connections": [[PARK, "moon"]]}, "WT-128"), ({"connections": [[PARK, FAIR]] * 5}, "WT-120"),
    ({"attacks": ["moon"]}, "WT-131"), ({"attacks": [PARK] * 3}, "WT-120"), ({"passages": {"wolf": PARK}}, "WT-146"),
    ({"passages": {"dorothy": "moon"}}, "WT-146"), ({"locations": []}, "WT-27"), ({"complete": "yes"}, "WT-27"),
    ({"plazas": None}, "WT-27"), ({"plazas": [{"id": "x", "ends": ["moon", PARK], "at": [0.5, 0.5]}]}, "WT-27"),
    ({"plazas": [3]}, "WT-27"), ({"locations": [3, 4]}, "WT-27")])
def test_bad_boxes_are_refused_with_their_rule(change: dict[str, Any], rule: str) -> None:
    assert refused({**starter(), **change})[0] == rule


@pytest.mark.rule("WT-27")
@pytest.mark.parametrize("box", [None, [], "town", {}, {"locations": 3}])
def test_what_is_no_town_is_refused(box: Any) -> None:
    assert refused(box)[0] == "WT-27"


@pytest.mark.rule("WT-27")  # not empty, not twice, not too long
@pytest.mark.parametrize("name", ["", "   ", "Oaks Park", "OAKS PARK", "x" * 41])
def test_names_of_locations(name: str) -> None:
    with pytest.raises(Refused):
        my_box.add_location(starter(), name, (0.5, 0.5))


@pytest.mark.rule("WT-27")  # an incomplete town works
def test_what_is_missing_is_only_a_warning() -> None:
    said = [str(one) for one in check_box(starter())]
    assert any("5 locations have no plaza yet" in one for one in said) and any("icons" in one for one in said)
    said = [str(one) for one in check_box(my_box.remove(starter(), f"{ASYLUM}+{PARK}") | {"complete": True})]
    assert "No plaza leads to Mad Hatter's Asylum." in said
    assert not any("plaza" in str(one) for one in check_box(whole_town()))
