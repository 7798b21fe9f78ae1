"""The form for the owner's town, as data that the app and the guests' page draw."""

from companion.core.text import Text, say, say_in
from companion.core.values import Json
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES
from companion.games.winter_tales.box.model import ATTACK_CARDS, CONNECTION_CARDS, LONGEST, TRACK, WITH_PASSAGE

HOUSES: dict[str, Text] = {
    "mansion": say("Mansion"), "house": say("House"), "tower": say("Tower"), "prison": say("Prison"),
    "works": say("Factory"), "theatre": say("Theatre"), "tent": say("Tent"), "park": say("Park"),
    "graveyard": say("Graveyard"),
}
TWIN = say("A plaza between these two is there already.")


def box_form() -> list[Json]:
    town, memories, cards = say("Town"), say("Memories"), say("Cards")
    return [
        {"kind": "town", "section": town, "title": say("Tap a house, then its place on your board."),
         "places": "locations", "ways": "plazas", "longest": LONGEST, "cards": ["connections", "attacks"],
         "passages": "passages", "houses": [{"value": key, "label": label} for key, label in HOUSES.items()],
         "add": say("Add a location"), "where": say("Where is it? Tap the snow."), "called": say("What is it called?"),
         "join": say("Join"), "to": say("To which location does another way lead?"), "remove": say("Remove"),
         "twin": TWIN},
        {"kind": "switch", "section": town, "at": ["complete"], "title": say("This is the whole board"),
         "hint": say("On: every step is checked against this town. Off: you add missing places as you play."),
         "choices": [{"value": False, "label": say("Off")}, {"value": True, "label": say("On")}]},
        {"kind": "marks", "section": memories, "at": ["icons"], "title": say("Which memory spaces have the target?"),
         "from": 1, "to": TRACK - 1, "limit": OBJECTIVE_SPACES, "icon": "bullseye-arrow",
         "none": say("None is marked, so objectives go on any free space."), "all": say("All three are marked.")},
        {"kind": "group", "section": cards, "at": ["passages"], "title": say("Secret Passages"),
         "hint": say("Where these two characters' cards lead."),
         "parts": [{"kind": "pick", "at": ["passages", who], "of": "locations", "title": FIGURES[who].name,
                    "icon": "tunnel-outline", "none": say("Not set"), "unset": say("not set; you name it as you play"),
                    "ask": say("{who}: where does the passage lead?", who=FIGURES[who].name)} for who in WITH_PASSAGE]},
        {"kind": "picks", "section": cards, "at": ["connections"], "of": "locations", "limit": CONNECTION_CARDS,
         "icon": "transit-connection-variant", "title": say("Connection cards"),
         "hint": say("Four objective cards, each with two locations."), "add": say("Add a Connection card"),
         "asks": [say("A Connection: which location?"), say("And the other location?")],
         "remove": say("Remove this card")},
        {"kind": "picks", "section": cards, "at": ["attacks"], "of": "locations", "limit": ATTACK_CARDS,
         "icon": "sword-cross", "title": say_in("objectives", "Attack cards"),
         "hint": say("Two objective cards, each with one location."), "add": say("Add an Attack card"),
         "asks": [say("An Attack: which location?")], "remove": say("Remove this card")}]
