"""The form for the owner's copy, as data that the app and the guests' page draw."""

from collections.abc import Mapping
from typing import Any

from companion.core.text import Text, count, say, term
from companion.core.values import Json
from companion.games.windward.board.planet import LARGEST, SMALLEST, Terrain
from companion.games.windward.box.model import COUNT_RANGE, EFFECTS, PARTS, RANGES, TILES

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


GUESSED: dict[str, Text] = {
    "post": say("Numbers and sides are a guess"), "die": say("The die's faces are a guess"),
    "board": say("The board's numbers are a guess"), "crew": say("The crew slots are a guess"),
    "supplies": say("These cards are a guess"), "achievements": say("These achievements are a guess"),
    "counts": say("These numbers are a guess"),
}
MOST_HITS = 6


def box_form() -> list[Json]:
    return [_tiles("large", say("Large planet")), _tiles("small", say("Small planet")), *_post(), *_ship(), *_cards(),
            _numbers("counts", say("Numbers"), say("How many of everything"), say("Only needed if pieces run out."),
                     {key: (label, "") for key, label in COUNTS.items()})]


def _tiles(side: str, title: Text) -> Json:
    return {"kind": "tiles", "section": title, "title": say("What is on this tile?"), "at": [side, "tiles"],
            "hint": say("Look at your tile, pick a brush and paint."), "names": list(TILES),
            "post": say("Trading Post"),
            "size": _number([side, "radius"], say("Hexes from Post to corner"), SMALLEST, LARGEST),
            "brushes": [{"sign": terrain.value, "label": label, "colour": INKS[terrain]}
                        for terrain, label in BRUSHES.items()],
            "guess": f"{side}."}


def _part(kind: str, section: Text, key: str, title: Text, hint: Text | str, **more: Any) -> Json:
    return {"kind": kind, "section": section, "at": [key], "title": title, "hint": hint, "guess": PARTS[key],
            "guessed": GUESSED[PARTS[key]], **more}


def _numbers(key: str, section: Text, title: Text, hint: Text | str, rows: Mapping[str, tuple[Text, Text | str]],
             ) -> Json:
    parts = [{**_number([key, one], label, *RANGES.get(one, COUNT_RANGE)), "hint": about, "guess": PARTS[key]}
             for one, (label, about) in rows.items()]
    return _part("group", section, key, title, hint, parts=parts)


def _number(at: list[str], title: Text, low: int, high: int) -> dict[str, Json]:
    return {"kind": "number", "at": at, "title": title, "low": low, "high": high}


def _post() -> list[Json]:
    """WW-4: numbers, handedness and battle die."""
    return [_part("swap", say("Post"), "order", say("The numbers round the Post"),
                  say("Clockwise, starting with 1. Tap two numbers to swap them.")),
            _part("choice", say("Post"), "clockwise", say("Where a tile lies"),
                  say("Look out from the Post along the corner's arrow. Which side is the tile on?"), choices=[
                      {"value": True, "label": say("On the right")}, {"value": False, "label": say("On the left")}]),
            _part("faces", say("Post"), "battle_die", say("The faces of a battle die"),
                  say("Tap a face until it shows its hits."), icon="star-four-points",
                  labels=[count("{n} hit", "{n} hits", hits) for hits in range(MOST_HITS + 1)])]


def _ship() -> list[Json]:
    return [_numbers("board", say("Ship"), say("Your ship's board"), "", BOARD),
            _part("swap", say("Ship"), "crew_slots", say("The three crew slots"),
                  say("Each row is one slot, shared by two names. Tap two names to swap them."), pairs=True,
                  labels=CREW_NAMES)]


def _cards() -> list[Json]:
    name = {"kind": "text", "at": ["name"], "title": say("Name of the card")}
    effect = {"kind": "choice", "at": ["effect"], "title": say("What it does"),
              "hint": say("The app knows these effects; other cards are just names."),
              "choices": [{"value": one, "label": EFFECT_NAMES[one]} for one in EFFECTS]}
    remove = say("Remove this card")
    return [_part("cards", say("Cards"), "supplies", say("Supply cards"),
                  say("Each card's name and its hits in battle."), icon="cards-outline",
                  add=say("Add a supply card"), remove=remove, new={"effect": "other", "name": "", "count": 1},
                  fields=[name, effect, _number(["hits"], say("Hits in a battle"), 0, 9)]),
            _part("cards", say("Cards"), "achievements", say("Achievement cards"),
                  say("Two are face up; each captain can score each one once."), icon="trophy-outline",
                  add=say("Add an achievement"), remove=remove, new={"name": "", "high": 3, "low": 1},
                  fields=[name, _number(["high"], say("For the first captain"), 0, 15),
                          _number(["low"], say("For the others"), 0, 15)])]
