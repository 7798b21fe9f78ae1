"""The names of things in Windward, for sentences and buttons."""

from __future__ import annotations

from companion.core.text import Text, count, say

CREW = {
    "purser": say("Purser"),
    "gas_worker": say("Gas Worker"),
    "marine": say("Marine"),
    "sergeant": say("Sergeant"),
    "harpooner": say("Harpooner"),
    "coxswain": say("Coxswain"),
}
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
SHORT = {"grey": say("Grey"), "red": say("Red"), "white": say("White")}


def letter_of(number: int) -> str:
    """A Crester's letter, as the stage shows it; a number has one letter for ever, so no two pieces share one.

    >>> letter_of(1), letter_of(26), letter_of(27)
    ('A', 'Z', 'AA')
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def crester_name(kind: str, number: int, *, first: bool = False) -> Text:
    """The one name of a Crester: Red G. There is one White at a time. `first`: it begins the sentence."""
    if kind == "white":
        return say("The White") if first else say("the White")
    return say("{kind} {letter}", kind=SHORT[kind], letter=letter_of(number))


def cargo_words(grey_teeth: int, red_teeth: int, plus_two: int = 0) -> list[Text]:
    words = []
    if grey_teeth:
        words.append(count("a grey tooth", "{n} grey teeth", grey_teeth))
    if red_teeth:
        words.append(count("a red tooth", "{n} red teeth", red_teeth))
    if plus_two:
        words.append(count("a +2 token", "{n} +2 tokens", plus_two))
    return words
