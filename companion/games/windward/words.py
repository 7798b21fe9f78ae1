"""Names for sentences and buttons."""

from functools import lru_cache
from typing import Any

from companion.core.text import Text, count, say
from companion.games.windward.box.form import CREW_NAMES

CREW = CREW_NAMES
CREW_DOES = {
    "purser": say("Two more gas slots, one more card in hand"),
    "gas_worker": say("Two more gas slots, one more gas from each Crester"),
    "marine": say("Two more cannon slots, two hits against Reds"),
    "sergeant": say("Two more cannon slots, one die when your ship attacks"),
    "harpooner": say("A second longboat, one die in longboat battles"),
    "coxswain": say("A second longboat, one longboat speed each turn"),
}
A_CRESTER = {"grey": say("a Grey Crester"), "red": say("a Red Crester"), "white": say("the White Crester")}
CRESTER_NAMES = {"grey": say("Grey Crester"), "red": say("Red Crester"), "white": say("White Crester")}
THE = {"grey": say("the Grey"), "red": say("the Red"), "white": say("the White")}
THE_FIRST = {"grey": say("The Grey"), "red": say("The Red"), "white": say("The White")}
"""At the start of a sentence."""


def letter_of(table: Any, number: int) -> str:
    """The letter shown on the board: from the end of the alphabet, skipping captains' initials."""
    letters = _letters(frozenset([seat.name[:1].upper() for seat in table.seats]))
    found = ""
    while number > 0:
        number, rest = divmod(number - 1, len(letters))
        found = letters[rest] + found
    return found


@lru_cache(maxsize=8)
def _letters(initials: frozenset[str]) -> str:
    """Skip I and O, which look like digits."""
    return "".join([one for one in "ZYXWVUTSRQPNMLKJHGFEDCBA" if one not in initials])


def crester_label(table: Any, kind: str, number: int, territory: int | None) -> Text:
    """Its name in a list of all Cresters: by its territory, or by a letter if that is None."""
    if kind == "white":
        return THE_FIRST[kind]
    if territory is not None:
        if kind == "red":
            return say("Red in territory {n}", n=territory)
        return say("Grey in territory {n}", n=territory)
    letter = letter_of(table, number)
    return say("Red {letter}", letter=letter) if kind == "red" else say("Grey {letter}", letter=letter)


def cargo_words(grey_teeth: int, red_teeth: int, plus_two: int = 0) -> list[Text]:
    words = []
    if grey_teeth:
        words.append(count("a grey tooth", "{n} grey teeth", grey_teeth))
    if red_teeth:
        words.append(count("a red tooth", "{n} red teeth", red_teeth))
    if plus_two:
        words.append(count("a +2 token", "{n} +2 tokens", plus_two))
    return words
