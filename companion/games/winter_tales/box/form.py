"""The form for the owner's town, as data that the app and the guests' page draw."""

from companion.core.boxes.form import (
    FormSection,
    GroupPart,
    MarksPart,
    PickPart,
    PicksPart,
    PlacesPart,
    SwitchPart,
)
from companion.core.setup import Choice
from companion.core.text import Text, say, say_in
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES
from companion.games.winter_tales.box.model import (
    ATTACK_CARDS,
    CONNECTION_CARDS,
    LONGEST,
    TRACK,
    WITH_PASSAGE,
)

HOUSES: dict[str, Text] = {
    "mansion": say("Mansion"), "house": say("House"), "tower": say("Tower"), "prison": say("Prison"),
    "works": say("Factory"), "theatre": say("Theatre"), "tent": say("Tent"), "park": say("Park"),
    "graveyard": say("Graveyard"),
}
TWIN = say("A plaza between these two is there already.")
LOCATIONS = "locations"


def box_form() -> list[FormSection]:
    return [FormSection(say("Town"), (_town(), _complete())), FormSection(say("Memories"), (_memories(),)),
            FormSection(say("Cards"), (_passages(), _connections(), _attacks()))]


def _town() -> PlacesPart:
    return PlacesPart(
        at=LOCATIONS, ways="plazas", branching=True, longest=LONGEST,
        title=say("Tap a house, then its place on your board."), kind_key="house", kind_title=say("House"),
        kinds=tuple(Choice(key, label) for key, label in HOUSES.items()), usual="house",
        add=say("Add a location"), where=say("Where is it? Tap the snow."), called=say("What is it called?"),
        join=say("Join"),
        to=say("To which location does another path lead?"), remove=say("Remove"), twin=TWIN)


def _complete() -> SwitchPart:
    return SwitchPart(
        at="complete", title=say("This is the whole board"),
        hint=say("On: every step is checked against this town. Off: you add missing places as you play."))


def _memories() -> MarksPart:
    return MarksPart(
        at="icons", title=say("Which memory spaces have the target?"), low=1, high=TRACK - 1,
        limit=OBJECTIVE_SPACES, icon="bullseye-arrow",
        none=say("None is marked, so objectives go on any free space."),
        full=say("All three are marked."))


def _passages() -> GroupPart:
    return GroupPart(
        title=say("Secret Passages"), hint=say("Where these two characters' cards lead."),
        parts=tuple(PickPart(
            at=f"passages.{who}", of=LOCATIONS, title=FIGURES[who].name, icon="tunnel-outline",
            none=say("Not set"), unset=say("not set; you name it as you play"),
            ask=say("{who}: where does the passage lead?", who=FIGURES[who].name)) for who in WITH_PASSAGE))


def _connections() -> PicksPart:
    return PicksPart(
        at="connections", of=LOCATIONS, limit=CONNECTION_CARDS, icon="transit-connection-variant",
        title=say("Connection cards"), hint=say("Four objective cards, each with two locations."),
        add=say("Add a Connection card"), remove=say("Remove this card"),
        asks=(say("A Connection: which location?"), say("And the other location?")))


def _attacks() -> PicksPart:
    return PicksPart(
        at="attacks", of=LOCATIONS, limit=ATTACK_CARDS, icon="sword-cross",
        title=say_in("objectives", "Attack cards"), hint=say("Two objective cards, each with one location."),
        add=say("Add an Attack card"), remove=say("Remove this card"),
        asks=(say("An Attack: which location?"),))
