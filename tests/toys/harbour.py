"""Orchard with a box that the owner enters: one part of each kind, no editor of its own."""

from dataclasses import replace
from typing import Any, ClassVar

from companion.api import (
    Boxes,
    Brush,
    CardsPart,
    Choice,
    ChoicePart,
    FacesPart,
    Facts,
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
    SwitchPart,
    TextPart,
    say,
)
from tests.toys.orchard.game import OrchardGame

BRUSHES = (Brush(".", say("Sea"), "#1D4E79"), Brush("L", say("Land"), "#6FAE6B", "tree"),
           Brush("R", say("Reef"), "#C8503C"))

FORM = [
    FormSection(say("Sea"), (
        GridPart(at="sea", title=say("Paint the sea."), hint=say("Pick a brush."), brushes=BRUSHES,
                 cells="hex"),
        SwitchPart(at="tide", title=say("The tide turns")))),
    FormSection(say("Docks"), (
        GridPart(at="docks.tiles", title=say("Paint the docks."), brushes=BRUSHES, tiles=("North", "South"),
                 guess=Guess("docks"), size=NumberPart(at="docks.rows", title=say("Rows"), low=1, high=4)),)),
    FormSection(say("Map"), (
        PlacesPart(at="ports", ways="lanes", title=say("Where are the ports?"),
                   kinds=(Choice("town", say("Town")), Choice("cove", say("Cove")))),)),
    FormSection(say("Cards"), (
        CardsPart(at="cargo", title=say("Cargo"), name=TextPart(at="name", title=say("Name of the cargo")),
                  fields=(NumberPart(at="worth", title=say("Worth"), low=1, high=9),
                          ChoicePart(at="hold", title=say("Hold"),
                                     choices=(Choice(1, say("Bow")), Choice(2, say("Aft")))),
                          SwitchPart(at="heavy", title=say("Heavy"))),
                  new={"name": "", "worth": 1, "hold": 1, "heavy": False}),
        GroupPart(title=say("Home"), parts=(
            PickPart(at="homes.red", of="ports", title=say("Red"), ask=say("Which port is Red’s home?")),)),
        PicksPart(at="routes", of="ports", title=say("Routes"), limit=2,
                  asks=(say("From which port?"), say("To which port?"))))),
    FormSection(say("Rest"), (
        TextPart(at="motto", title=say("Motto"), longest=12),
        ChoicePart(at="wind", title=say("Wind"),
                   choices=(Choice("w", say("West")), Choice("e", say("East")))),
        SwapPart(at="order", title=say("The order of the flags")),
        FacesPart(at="die", title=say("The die"), labels=(say("Blank"), say("One"), say("Two"))),
        MarksPart(at="shoals", title=say("Which spaces are shoals?"), low=1, high=5, limit=2,
                  none=say("None yet."), full=say("Both are marked.")))),
]

STARTER: dict[str, Any] = {
    "guessed": ["docks.North", "docks.South"], "sea": ["...", "....", "..."], "tide": False,
    "docks": {"rows": 2, "tiles": {"North": ["..", "L."], "South": ["..", ".."]}},
    "ports": [{"id": "elm", "name": "Elm", "at": [0.2, 0.3], "kind": "town"},
              {"id": "oak", "name": "Oak", "at": [0.8, 0.7], "kind": "cove"}],
    "lanes": [], "cargo": [{"name": "Tea", "worth": 2, "hold": 1, "heavy": False}], "homes": {}, "routes": [],
    "motto": "Ahoy", "wind": "w", "order": ["red", "blue", "green"], "die": [0, 1, 2], "shoals": [2],
}


class HarbourBoxes(Boxes):
    def starter(self) -> Any:
        return STARTER

    def form(self) -> list[FormSection]:
        return FORM


class HarbourGame(OrchardGame):
    facts: ClassVar[Facts] = replace(OrchardGame.facts, id="harbour", name="Harbour")
    boxes = HarbourBoxes()
