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
A_BEAST = {"grey": say("a Grey Crester"), "red": say("a Red Crester"), "white": say("the White Crester")}
BEASTS = {"grey": say("Grey Crester"), "red": say("Red Crester"), "white": say("White Crester")}
SHORT = {"grey": say("Grey"), "red": say("Red"), "white": say("White")}


def cargo_words(grey_teeth: int, red_teeth: int, plus_two: int = 0) -> list[Text]:
    """Teeth and tokens, as many as there are, for a list in a sentence."""
    words = []
    if grey_teeth:
        words.append(count("a grey tooth", "{n} grey teeth", grey_teeth))
    if red_teeth:
        words.append(count("a red tooth", "{n} red teeth", red_teeth))
    if plus_two:
        words.append(count("a +2 token", "{n} +2 tokens", plus_two))
    return words
