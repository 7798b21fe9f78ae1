"""The form for the owner's copy, as data that any page can draw, and the words of the app's editor."""

from typing import Any

from companion.core.text import Text, say, term
from companion.core.values import Json
from companion.games.windward.board.planet import LARGEST, SMALLEST, Terrain
from companion.games.windward.copy.model import COUNT_RANGE, EFFECTS, PARTS, RANGES, TILES

BOARD: dict[str, tuple[Text, Text]] = {
    "gas_slots": (say("Gas slots"), say("Before any crew is aboard")),
    "cannon_slots": (say("Cannon slots"), say("Before any crew is aboard")),
    "longboat_order": (say("Longboat order"), say("How much longboat speed it gives")),
    "morale_order": (say("Morale order"), say("How much morale it gives")),
    "supplies_order": (say("Supplies order"), say("How many cards it gives")),
    "rest_at_port": (say("Rest at port"), say("How much morale it gives")),
}
COUNTS: dict[str, Text] = {
    "greys": say("Grey Cresters"), "reds": say("Red Cresters"), "grey_teeth": say("Grey teeth"),
    "red_teeth": say("Red teeth"), "gas_and_cannons": say("Gas and cannon tokens"), "plus_two": say("+2 tokens"),
    "tags": say("Tags"), "crew_of_each_name": say("Crew members of each name"),
}
"""Only counts that the game uses."""
EFFECT_NAMES: dict[str, Text] = {
    "coffee": term("Coffee"), "bait": term("Bait"), "fuel": term("Fuel"), "harpoon": term("Harpoon"),
    "aerogenerator": term("Aerogenerator"), "deadweight": term("Deadweight"), "false_flag": term("False Flag"),
    "other": say("Something else"),
}
BRUSHES: dict[Terrain, Text] = {
    Terrain.SKY: say("Open sky"), Terrain.DRIFT: say("Drift"), Terrain.ZEPHYR: say("Zephyr"),
    Terrain.GAS: say("Gas pocket"), Terrain.FEEDING: say("Feeding"), Terrain.RED: say("Red start"),
}
INKS = {Terrain.SKY: "#5F4763", Terrain.DRIFT: "#1D2740", Terrain.ZEPHYR: "#7FD6E8", Terrain.GAS: "#E2C044",
        Terrain.FEEDING: "#6FAE6B", Terrain.RED: "#C8503C"}

CREW_NAMES: dict[str, Text] = {
    "purser": term("Purser"), "gas_worker": term("Gas Worker"), "marine": term("Marine"),
    "sergeant": term("Sergeant"), "harpooner": term("Harpooner"), "coxswain": term("Coxswain"),
}


def copy_form() -> list[Json]:
    return [_tiles("large", say("Large planet")), _tiles("small", say("Small planet")), *_post(), *_ship(), *_cards(),
            *[_number(("counts", key), label, "", say("Numbers"), COUNT_RANGE) for key, label in COUNTS.items()]]


def _tiles(side: str, title: Text) -> Json:
    return {"kind": "tiles", "section": title, "title": say("What is on this tile?"), "at": [side, "tiles"],
            "hint": say("Look at your tile, pick a brush and paint."), "names": list(TILES),
            "post": say("Trading Post"),
            "size": {"kind": "number", "at": [side, "radius"], "title": say("Hexes from Post to corner"),
                     "low": SMALLEST, "high": LARGEST},
            "brushes": [{"sign": terrain.value, "label": label, "colour": INKS[terrain]}
                        for terrain, label in BRUSHES.items()],
            "guess": f"{side}."}


def _post() -> list[Json]:
    post: dict[str, Any] = {"section": say("Post"), "guess": PARTS["order"]}
    return [{**post, "kind": "swap", "at": ["order"], "title": say("The numbers round the Post"),
             "hint": say("Clockwise, starting with 1. Tap two numbers to swap them.")},
            {**post, "kind": "choice", "at": ["clockwise"], "title": say("Where a tile lies"),
             "hint": say("Look out from the Post along the corner's arrow. Which side is the tile on?"),
             "choices": [{"value": True, "label": say("On the right")}, {"value": False, "label": say("On the left")}]},
            *[{**_number(("battle_die", at), str(at + 1), "", say("Post"), (0, 6)), "lead": at == 0 and
               say("The faces of a battle die")} for at in range(6)]]


def _ship() -> list[Json]:
    return [*[_number(("board", key), label, hint, say("Ship"), RANGES[key]) for key, (label, hint) in BOARD.items()],
            {"kind": "swap", "section": say("Ship"), "at": ["crew_slots"], "pairs": True, "guess": PARTS["crew_slots"],
             "title": say("The three crew slots"), "labels": CREW_NAMES,
             "hint": say("Each row is one slot, shared by two names. Tap two names to swap them.")}]


def _cards() -> list[Json]:
    name = {"kind": "text", "at": ["name"], "title": say("Name of the card")}
    effects = [{"value": one, "label": EFFECT_NAMES[one]} for one in EFFECTS]

    def cards(key: str, title: Text, add: Text, new: Json, *fields: Json) -> Json:
        return {"kind": "cards", "section": say("Cards"), "at": [key], "title": title, "add": add, "new": new,
                "remove": say("Remove this card"), "guess": PARTS[key], "fields": [name, *fields]}
    return [cards("supplies", say("Supply cards"), say("Add a supply card"),
                  {"effect": "other", "name": "", "count": 1},
                  {"kind": "choice", "at": ["effect"], "title": say("What it does"), "choices": effects},
                  _field("hits", say("Hits in a battle"), 9)),
            cards("achievements", say("Achievement cards"), say("Add an achievement"),
                  {"name": "", "high": 3, "low": 1}, _field("high", say("For the first captain"), 15),
                  _field("low", say("For the others"), 15))]


def _field(key: str, title: Text, high: int) -> Json:
    return {"kind": "number", "at": [key], "title": title, "low": 0, "high": high}


def _number(at: tuple[str | int, ...], title: Text | str, hint: Text | str, section: Text,
            span: tuple[int, int]) -> dict[str, Json]:
    return {"kind": "number", "section": section, "at": list(at), "title": title, "hint": hint, "low": span[0],
            "high": span[1], "guess": PARTS[str(at[0])]}
