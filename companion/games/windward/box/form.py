"""The form for the owner's box, as data that the app and the guests' page draw."""

from collections.abc import Mapping

from companion.core.boxes.form import (
    Brush,
    CardsPart,
    ChoicePart,
    FacesPart,
    FormSection,
    GridPart,
    GroupPart,
    Guess,
    Label,
    NumberPart,
    SwapPart,
    TextPart,
)
from companion.core.setup import Choice
from companion.core.text import Text, count, say, term
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
    "red_teeth": say("Red teeth"), "gas_and_cannons": say("Gas and cannon tokens"),
    "plus_two": say("+2 tokens"), "tags": say("Tags"), "crew_of_each_name": say("Crew members of each name"),
}
"""Only counts that the game uses."""
EFFECT_NAMES: dict[str, Text] = {
    "coffee": term("Coffee"), "bait": term("Bait"), "fuel": term("Fuel"), "harpoon": term("Harpoon"),
    "aerogenerator": term("Aerogenerator"), "deadweight": term("Deadweight"),
    "false_flag": term("False Flag"), "other": say("Something else"),
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

GUESSED: dict[str, Guess] = {
    key: Guess(key, sentence) for key, sentence in (
        ("post", say("Numbers and sides are a guess")), ("die", say("The die's faces are a guess")),
        ("board", say("The board's numbers are a guess")), ("crew", say("The crew slots are a guess")),
        ("supplies", say("These cards are a guess")), ("achievements", say("These achievements are a guess")),
        ("counts", say("These numbers are a guess")))
}
MOST_HITS = 6


def box_form() -> list[FormSection]:
    return [_tiles("large", say("Large planet")), _tiles("small", say("Small planet")),
            FormSection(say("Post"), _post()), FormSection(say("Ship"), _ship()),
            FormSection(say("Cards"), _cards()), FormSection(say("Numbers"), (_counts(),))]


def _tiles(side: str, title: Text) -> FormSection:
    size = NumberPart(at=f"{side}.radius", title=say("Hexes from Post to corner"), low=SMALLEST, high=LARGEST)
    return FormSection(title, (GridPart(
        at=f"{side}.tiles", title=say("What is on this tile?"),
        hint=say("Look at your tile, pick a brush and paint."), guess=Guess(side), tiles=tuple(TILES),
        size=size, cells="wedge", origin=say("Trading Post"), clockwise="clockwise",
        brushes=tuple(Brush(terrain.value, label, INKS[terrain]) for terrain, label in BRUSHES.items())),))


def _guess(key: str) -> Guess:
    return GUESSED[PARTS[key]]


def _numbers(key: str, title: Text, hint: Label, rows: Mapping[str, tuple[Text, Label]]) -> GroupPart:
    guess, parts = _guess(key), []
    for one, (label, about) in rows.items():
        low, high = RANGES.get(one, COUNT_RANGE)
        parts.append(NumberPart(at=f"{key}.{one}", title=label, hint=about, guess=guess, low=low, high=high))
    return GroupPart(title=title, hint=hint, guess=guess, parts=tuple(parts))


def _post() -> tuple[SwapPart, ChoicePart, FacesPart]:
    """WW-4: numbers, handedness and battle die."""
    side = say("Look out from the Post along the corner's arrow. Which side is the tile on?")
    return (SwapPart(at="order", title=say("The numbers round the Post"), guess=_guess("order"), ring=True,
                     hint=say("Clockwise, starting with 1. Tap two numbers to swap them.")),
            ChoicePart(at="clockwise", title=say("Where a tile lies"), guess=_guess("clockwise"),
                       hint=side,
                       choices=(Choice(True, say("On the right")), Choice(False, say("On the left")))),
            FacesPart(at="battle_die", title=say("The faces of a battle die"), guess=_guess("battle_die"),
                      hint=say("Tap a face until it shows its hits."),
                      labels=tuple(count("{n} hit", "{n} hits", hits) for hits in range(MOST_HITS + 1))))


def _ship() -> tuple[GroupPart, SwapPart]:
    return (_numbers("board", say("Your ship's board"), "", BOARD),
            SwapPart(at="crew_slots", title=say("The three crew slots"), guess=_guess("crew_slots"),
                     pairs=True,
                     hint=say("Each row is one slot, shared by two names. Tap two names to swap them."),
                     choices=tuple(Choice(key, label) for key, label in CREW_NAMES.items())))


def _cards() -> tuple[CardsPart, CardsPart]:
    name = TextPart(at="name", title=say("Name of the card"), icon="cards-outline")
    effect = ChoicePart(at="effect", title=say("What it does"),
                        hint=say("The app knows these effects; other cards are just names."),
                        choices=tuple(Choice(one, EFFECT_NAMES[one]) for one in EFFECTS))
    remove = say("Remove this card")
    return (CardsPart(at="supplies", title=say("Supply cards"), guess=_guess("supplies"),
                      hint=say("Each card's name and its hits in battle."), add=say("Add a supply card"),
                      remove=remove, new={"effect": "other", "name": "", "count": 1, "hits": 0}, name=name,
                      fields=(effect, NumberPart(at="hits", title=say("Hits in a battle"), low=0, high=9))),
            CardsPart(at="achievements", title=say("Achievement cards"), guess=_guess("achievements"),
                      hint=say("Two are face up; each captain can score each one once."),
                      icon="trophy-outline", add=say("Add an achievement"), remove=remove,
                      new={"name": "", "high": 3, "low": 1}, name=name,
                      fields=(NumberPart(at="high", title=say("For the first captain"), low=0, high=15),
                              NumberPart(at="low", title=say("For the others"), low=0, high=15))))


def _counts() -> GroupPart:
    return _numbers("counts", say("How many of everything"), say("Only needed if pieces run out."),
                    {key: (label, "") for key, label in COUNTS.items()})
