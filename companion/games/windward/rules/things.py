"""What can be picked up and dropped: Cresters, tokens, longboats, by the names that questions use for them."""

from __future__ import annotations

from companion.core.questions import Face
from companion.core.text import Word, listing, say
from companion.games.windward.table import Beast, Cargo, Windward
from companion.games.windward.words import A_BEAST, beast_name, cargo_words

TOKENS = {"gas": say("Gas"), "grey_teeth": say("Grey tooth"), "red_teeth": say("Red tooth"),
          "plus_two": say("+2 token")}
ICONS = {"gas": "gas-cylinder", "grey_teeth": "tooth-outline", "red_teeth": "tooth-outline",
         "plus_two": "plus-box-outline"}


def tokens_among(items: tuple[str, ...]) -> tuple[int, Cargo]:
    """How much gas, and which cargo."""
    kinds = [item.partition(".")[0] for item in items]
    return kinds.count("gas"), Cargo(kinds.count("grey_teeth"), kinds.count("red_teeth"), kinds.count("plus_two"))


def beasts_among(table: Windward, items: tuple[str, ...]) -> list[Beast]:
    """The Cresters among some things; tokens have a point in their names."""
    whole = [item for item in items if "." not in item]
    return [beast for beast in table.beasts if beast.key in whole] if whole else []


def things_in_words(table: Windward, items: tuple[str, ...], gas: int, cargo: Cargo) -> Word:
    """A Red Crester, two gas and a grey tooth."""
    words = [say("the longboat") for item in items if item.startswith("boat")]
    words += [A_BEAST[beast.kind] for beast in beasts_among(table, items)]
    if gas:
        words.append(say("{n} gas", n=gas))
    return listing([*words, *cargo_words(cargo.grey_teeth, cargo.red_teeth, cargo.plus_two)])


def item_face(table: Windward, item: str) -> Face:
    kind = item.partition(".")[0]
    if kind in TOKENS:
        return Face(TOKENS[kind], icon=ICONS[kind])
    beast = table.beast(item)
    if beast is not None:
        return Face(beast_name(beast.kind, beast.id, first=True), icon="fish")
    return Face(say("Longboat"), icon="rowing")
