"""The form for the owner's town, as data that any page can draw, and the words of the app's editor."""

from companion.core.text import Text, say, say_in
from companion.core.values import Json
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES
from companion.games.winter_tales.copy.model import ATTACK_CARDS, CONNECTION_CARDS, LONGEST, TRACK, WITH_PASSAGE

HOUSES: dict[str, Text] = {
    "mansion": say("Mansion"), "house": say("House"), "tower": say("Tower"), "prison": say("Prison"),
    "works": say("Factory"), "theatre": say("Theatre"), "tent": say("Tent"), "park": say("Park"),
    "graveyard": say("Graveyard"),
}
TWIN = say("A plaza between these two is there already.")


def copy_form() -> list[Json]:
    town, track, cards = say("Town"), say("Memory track"), say("Cards")
    return [
        {"kind": "town", "section": town, "title": say("Tap a house, then its place on your board."),
         "places": "locations", "ways": "plazas", "longest": LONGEST, "cards": ["connections", "attacks"],
         "passages": "passages", "houses": [{"value": key, "label": label} for key, label in HOUSES.items()],
         "add": say("Add a location"), "where": say("Where is it? Tap the snow."), "called": say("What is it called?"),
         "join": say("Join"), "to": say("To which location does another way lead?"), "remove": say("Remove"),
         "twin": TWIN},
        {"kind": "choice", "section": town, "at": ["complete"], "title": say("This is the whole board"),
         "hint": say("On: every step is checked against this town. Off: you add missing places as you play."),
         "choices": [{"value": False, "label": say("Off")}, {"value": True, "label": say("On")}]},
        {"kind": "marks", "section": track, "at": ["icons"], "title": say("Which memory spaces have the target?"),
         "from": 1, "to": TRACK - 1, "limit": OBJECTIVE_SPACES},
        *[{"kind": "pick", "section": cards, "at": ["passages", who], "of": "locations",
           "title": say("{who}: where does the passage lead?", who=FIGURES[who].name), "none": say("Not set")}
          for who in WITH_PASSAGE],
        {"kind": "picks", "section": cards, "at": ["connections"], "of": "locations", "each": 2,
         "limit": CONNECTION_CARDS, "title": say("Connection cards"), "add": say("Add a Connection card"),
         "hint": say("Four objective cards, each with two locations."), "remove": say("Remove this card")},
        {"kind": "picks", "section": cards, "at": ["attacks"], "of": "locations", "each": 1, "limit": ATTACK_CARDS,
         "title": say_in("objectives", "Attack cards"), "add": say("Add an Attack card"),
         "hint": say("Two objective cards, each with one location."), "remove": say("Remove this card")}]
