"""The names of things in Windward, for sentences and buttons."""

from __future__ import annotations

from companion.core.text import Text, say

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
BEASTS = {"grey": say("Grey Crester"), "red": say("Red Crester"), "white": say("White Crester")}
WIND = say("wind {n}")
SHORT = {"grey": say("Grey"), "red": say("Red"), "white": say("White")}


def beast(kind: str) -> Text:
    return BEASTS[kind]
