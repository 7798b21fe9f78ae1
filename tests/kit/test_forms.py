"""The kit says in one sentence what is wrong with a form, or with a box that should fit it."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from companion.api import (
    Boxes,
    Brush,
    CardsPart,
    Choice,
    ChoicePart,
    FormPart,
    FormSection,
    GridPart,
    GroupPart,
    Guess,
    MarksPart,
    NumberPart,
    PickPart,
    PicksPart,
    PlacesPart,
    SwapPart,
    TextPart,
    say,
)
from companion.core.boxes.edits import with_value
from companion.core.registry import find_games
from companion.testing import CHECKS, check_form
from companion.testing.forms import box_faults, form_faults
from tests.toys.harbour import BRUSHES, FORM, STARTER, HarbourGame

TWO = (Choice(1, say("One")), Choice(2, say("Two")))


def found(form: list[FormSection], box: Any) -> list[str]:
    class Broken(Boxes):
        def starter(self) -> Any:
            return box

        def form(self) -> list[FormSection]:
            return form

    class BrokenGame(HarbourGame):
        boxes = Broken()  # type: ignore[assignment]

    return [finding.sentence for finding in check_form(BrokenGame())]


def test_the_kit_has_the_check_and_finds_nothing_in_sound_forms() -> None:
    assert check_form in CHECKS
    assert found(FORM, STARTER) == []
    for game in find_games().games.values():
        assert check_form(game) == []


NUMBER = NumberPart(at="docks.rows", title=say("Rows"), low=1, high=4)
GRID = GridPart(at="sea", title=say("Sea"), brushes=BRUSHES)
NAME = TextPart(at="name", title=say("Name"))
PLACES = PlacesPart(at="ports", ways="lanes", title=say("Ports"))


@pytest.mark.parametrize(("part", "sentence"), [
    (replace(NUMBER, at="docks..rows"), "Rows: at is 'docks..rows', not keys joined by dots"),
    (replace(NUMBER, low=4), "Rows: low is 4 and high 4, so there is nothing to choose"),
    (replace(NUMBER, title=""), "a NumberPart has no title"),
    (ChoicePart(at="wind", title="Wind", choices=TWO[:1]), "Wind: it needs two choices or more"),
    (ChoicePart(at="wind", title="Wind", choices=(*TWO, TWO[0])), "Wind: two choices have the value 1"),
    (SwapPart(at="order", title="Order", ring=True, pairs=True), "Order: it can't be a ring of pairs"),
    (MarksPart(at="shoals", title="Shoals", low=1, high=2, limit=3, none="None", full=say("All")),
     "Shoals: 3 marks don't fit on the spaces 1 to 2"),
    (PicksPart(at="routes", of="ports", title="Routes", limit=2, asks=()),
     "Routes: asks is empty: write a question for each place on a card"),
    (CardsPart(at="cargo", title="Cargo", name=NAME, new={}), "Cargo: new has no 'name'"),
    (CardsPart(at="cargo", title="Cargo", name=NAME, fields=(replace(NUMBER, at="worth"),),
               new={"name": "", "worth": 9}), "Cargo: new: 9 is not from 1 to 4"),
    (replace(GRID, brushes=BRUSHES[:1]), "Sea: it needs two brushes or more"),
    (replace(GRID, brushes=(*BRUSHES, Brush("LL", "Lake", "#000000"))),
     "Sea: the brush 'LL' must be one letter"),
    (replace(GRID, brushes=(*BRUSHES, BRUSHES[1])), "Sea: two brushes have the sign 'L'"),
    (replace(GRID, brushes=(*BRUSHES, Brush("X", "Ice", "white"))),
     "Sea: the colour of 'Ice' is 'white', not a colour as #RRGGBB"),
])
def test_a_part_that_can_t_be_filled_in_is_named(part: FormPart, sentence: str) -> None:
    assert found([FormSection("Box", (part,))], STARTER) == [sentence]


def test_sections_are_named_once_and_hold_at_most_one_stage() -> None:
    sea, docks = FormSection("Sea", (GRID,)), FormSection("Sea", (NUMBER,))
    assert list(form_faults([sea, docks])) == ["two sections are called 'Sea'"]
    assert list(form_faults([FormSection("Sea", (GRID, PLACES))])) == [
        "the section 'Sea' has two grids or maps: give each a section of its own"]
    assert list(form_faults([FormSection("Sea")])) == ["the section 'Sea' is empty"]
    twice = FormSection("Sea", (NUMBER, NUMBER))
    assert list(form_faults([twice])) == ["two parts of the form are at 'docks.rows'"]
    old: Any = {"kind": "number", "section": "Box", "at": ["tiles"]}
    assert list(form_faults([old])) == [f"the form holds {old!r}, not a FormSection"]


@pytest.mark.parametrize(("at", "value", "sentence"), [
    ("docks.rows", 5, "Paint the docks: Rows: 5 is not from 1 to 4"),
    ("docks.rows", True, "Paint the docks: Rows: True is no whole number"),
    ("tide", 1, "The tide turns: 1 is not true or false"),
    ("wind", "n", "Wind: 'n' is none of its choices"),
    ("motto", "Sail on and on", "Motto: 'Sail on and on' is longer than 12 letters"),
    ("motto", None, "Motto: the box has nothing at 'motto'"),
    ("homes", None, "Red: the box has nothing at 'homes.red'"),
    ("homes.red", "ash", "Red: 'ash' is none of the places at 'ports'"),
    ("routes", [["elm", "ash"]], "Routes: 'ash' is none of the places at 'ports'"),
    ("routes", [["elm"]], "Routes: ['elm'] doesn't name 2 places"),
    ("routes", [["elm", "oak"]] * 3, "Routes: there are 3 cards, and the limit is 2"),
    ("die", [3], "The die: the face 3 has no label: they go from 0 to 2"),
    ("shoals", [6], "Which spaces are shoals: the space 6 is not from 1 to 5"),
    ("shoals", [3, 1], "Which spaces are shoals: [3, 1] is no sorted list of numbers"),
    ("cargo", [{"name": "Tea", "hold": 1, "heavy": False}], "Cargo: card 1 has no 'worth'"),
    ("sea", ["..Q"], "Paint the sea: 'Q' is the sign of no brush"),
    ("sea", ["...", "."], "Paint the sea: a row of hexes may have one cell more or less than the row above"),
    ("docks.tiles", {"North": ["..", ".."]}, "Paint the docks: the box must hold the tiles North, South"),
    ("docks.tiles.North", [".."],
     "Paint the docks: tile North: the box says 2 rows at 'docks.rows', and there are 1"),
    ("ports", [{"id": "elm"}], "Where are the ports: every place needs an id and a name, both texts"),
    ("lanes", [{"id": "a", "ends": ["elm", "ash"], "at": [0, 0]}],
     "Where are the ports: the way 'a' leads to 'ash', which is no place"),
    ("lanes", [{"id": "a", "ends": ["elm"], "at": [0, 0]}],
     "Where are the ports: the way 'a' must join two different places"),
    ("guessed", ["dock"], "'guessed' holds 'dock', which no part of the form clears"),
    ("guessed", None, "a part has a guess, but the box has no list 'guessed'"),
])
def test_a_value_that_does_not_fit_the_form_is_named(at: str, value: Any, sentence: str) -> None:
    assert sentence in found(FORM, with_value(STARTER, at, value))


def test_a_place_must_lie_on_the_map_and_be_of_a_known_kind() -> None:
    box = deepcopy(STARTER)
    box["ports"][0]["at"], box["ports"][1]["kind"] = [2, 0], "lake"
    assert list(box_faults(FORM, box)) == [
        "Where are the ports: 'elm' is not on the map: at must be two numbers from 0 to 1",
        "Where are the ports: 'oak' has the kind 'lake', which is none of its kinds"]


def test_a_wedge_a_ring_and_a_missing_list_of_places() -> None:
    wedge = replace(GRID, cells="wedge", clockwise="right")
    assert list(box_faults([FormSection("Sea", (wedge,))], {"sea": [".", "."]})) == [
        "Sea: the rows of a wedge have 1, 2, 3 cells and so on",
        "Sea: clockwise is 'right', and the box has no true or false there"]
    ring = SwapPart(at="order", title="Order", ring=True)
    assert list(box_faults([FormSection("Sea", (ring,))], {"order": [2, 1]})) == [
        "Order: [2, 1] isn't the numbers from 1 in a ring that begins with 1"]
    pick = PickPart(at="home", of="towns", title="Home", ask="Which?")
    assert list(box_faults([FormSection("Sea", (pick,))], {})) == [
        "Home: of is 'towns', and the box has no list of places there"]


def test_a_game_that_fails_at_what_an_owner_can_enter_is_named() -> None:
    class Fragile(Boxes):
        def starter(self) -> Any:
            return {"tiles": 3, "guessed": []}

        def form(self) -> list[FormSection]:
            tiles = NumberPart(at="tiles", title="Tiles", low=0, high=6, guess=Guess("tiles"))
            return [FormSection("Box", (tiles,))]

        def check(self, box: Any) -> list[Any]:
            return [12 // box["tiles"]]

    class FragileGame(HarbourGame):
        boxes = Fragile()  # type: ignore[assignment]

    one, = check_form(FragileGame())
    assert str(one) == ("form: the starter box: Tiles: the game fails at a box that an owner can enter "
                        "(ZeroDivisionError: integer division or modulo by zero)")


def wrong(part: Any, **fields: Any) -> list[FormSection]:
    """A form with one part, some of whose fields no type checker would accept."""
    return [FormSection("Box", (replace(part, **fields),))]


ANY: Any = FormSection
ANY_GRID: Any = GRID
FIVE: Any = 5
CARDS = CardsPart(at="cargo", title="Cargo", name=NAME, new={"name": ""})
NO_COLOUR = Brush("X", "Ice", FIVE)
SLIPS: dict[str, tuple[Any, str]] = {
    "one section": (FormSection("Box", (NUMBER,)), "form returns a FormSection, not a list of sections"),
    "nothing": (None, "form returns None, not a list of sections"),
    "no sections": ([NUMBER], "the form holds a NumberPart, not a FormSection"),
    "one part": ([ANY("Box", NUMBER)], "the section 'Box': parts is a NumberPart, not a tuple"),
    "a part in words": ([ANY("Box", ("rows",))], "the section 'Box': parts holds 'rows', not a FormPart"),
    "no name of a section": ([FormSection("", (NUMBER,))], "a section has no title"),
    "a number in quotes": (wrong(NUMBER, low="1"), "Rows: low is '1', not a whole number"),
    "a path as a list": (wrong(NUMBER, at=["docks", "rows"]), "Rows: at is ['docks', 'rows'], not a text"),
    "a guess in words": (wrong(NUMBER, guess="rows"), "Rows: guess is 'rows', not a Guess or None"),
    "brushes as letters": (wrong(GRID, brushes=(".", "L")), "Sea: brushes holds '.', not a Brush"),
    "one brush": (wrong(GRID, brushes=BRUSHES[0]), "Sea: brushes is a Brush, not a tuple"),
    "a brush without colour": (wrong(GRID, brushes=(*BRUSHES, NO_COLOUR)),
                               "Sea: colour is 5, not a text"),
    "one tile": (wrong(GRID, tiles="North"), "Sea: tiles is 'North', not a tuple"),
    "other cells": (wrong(GRID, cells="round"), "Sea: cells is 'round', not a square, hex or wedge"),
    "an unknown icon": (wrong(NAME, at="motto", icon="no-such-icon"),
                        "Name: the icon 'no-such-icon' does not exist"),
    "no letters": (wrong(NAME, at="motto", longest=0), "Name: longest is 0, so nobody can type"),
    "choices in words": (wrong(ChoicePart(at="wind", title="Wind", choices=TWO), choices=("w", "e")),
                         "Wind: choices holds 'w', not a Choice"),
    "a grid in a group": ([FormSection("Box", (GroupPart(title="Group", parts=(ANY_GRID,)),))],
                          "Group: parts holds a GridPart, "
                          "not a NumberPart, TextPart, ChoicePart, SwitchPart or PickPart"),
    "an empty group": ([FormSection("Box", (GroupPart(title="Group", parts=()),))], "Group: parts is empty"),
    "a path in a card": (wrong(CARDS, name=replace(NAME, at="a.b"), new={"a.b": ""}),
                         "Cargo: at of 'Name' is 'a.b': in a card it is one key, without a dot"),
    "an unknown usual kind": (wrong(PLACES, kinds=TWO, usual=3),
                              "Ports: usual is 3, which is none of its kinds"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_form_is_one_plain_sentence(slip: str) -> None:
    form, sentence = SLIPS[slip]
    assert found(form, STARTER) == [sentence]


@pytest.mark.parametrize("odd", [{1, 2}, (1, 2), {1: 2}, float("nan"), say("Words"), b"x"])
def test_a_box_must_be_plain_json(odd: Any) -> None:
    said, = found([FormSection("Box", (NUMBER,))], {**STARTER, "odd": odd})
    assert said == ("the box is not plain JSON: it may hold lists, dictionaries with text keys, texts, "
                    "numbers, True, False and None")


@pytest.mark.parametrize("place", [
    {"id": 1, "name": "Elm"}, {"id": "elm", "name": ""}, {"id": "elm", "name": 5}])
def test_a_place_has_an_id_and_a_name(place: Any) -> None:
    box = {**STARTER, "ports": [{**place, "at": [0, 0]}], "lanes": []}
    assert list(box_faults([FormSection("Map", (PLACES,))], {**box, "guessed": []})) == [
        "Ports: every place needs an id and a name, both texts"]


def test_a_wedge_that_names_no_side_is_one_sentence() -> None:
    wedge = replace(GRID, cells="wedge", clockwise="no.such.path")
    assert list(box_faults([FormSection("Sea", (wedge,))], {"sea": ["."]})) == [
        "Sea: clockwise is 'no.such.path', and the box has no true or false there"]
