"""Key Words as a plugin: its metadata and switches. Rules are imported only when a play starts."""

from typing import Any

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Choice, Switch
from companion.core.text import say

TITLE = "Key Words"
"""A working title, defined only here: the name on the box is unknown."""

OPTIONS = (
    Switch("story_seconds", say("Narrator's clock"),
           say("If you agree: tell the story in this time, or 15 seconds after the reminder."), "KW-15", 0,
           (Choice(0, say("Off")), Choice(60, say("60 s")), Choice(90, say("90 s")),
            Choice(120, say("120 s")))),
    Switch("placing_seconds", say("Placing clock"), say("Tokens placed too late score nothing."), "KW-A12",
           0, (Choice(0, say("Off")), Choice(60, say("60 s")))),
    Switch("penalty_per", say("A forbidden word costs"),
           say("Two points once per story, or for each of the three words."), "KW-A3", "story",
           (Choice("story", say("Once per story")), Choice("word", say("For each word")))),
    Switch("penalty_when", say("The penalty is taken"),
           say("With the round's points, or before them. It matters only near zero."),
           "KW-A5", "together",
           (Choice("together", say("With the round's points")), Choice("at once", say("At once")))),
    Switch("tied_again", say("Tie-break tied again"),
           say("Tied players play another round, or share the victory."), "KW-A18", "repeat",
           (Choice("repeat", say("Another round")), Choice("share", say("Share the victory")))),
)


class KeyWordsGame(Game[Any]):
    facts = Facts(
        "keywords", TITLE, 3, 6, "20-40",
        say("One story, three hidden pictures: be quick to place your tokens."), "KW-1",
        dark=Palette("#151A33", "#212848", "#303961", "#F1F2FB", "#B7BCDA", "#8BE3C9", "#003527", "#155041",
                     "#C6F7E8"),
        light=Palette("#F6F7FE", "#E6E9F8", "#D5DAF0", "#171B33", "#4D5375", "#00634D", "#FFFFFF", "#B5EFDF",
                      "#00281E"),
        icon="layers-outline", maker="MJ Games 2025")
    options = OPTIONS
    without_fields = frozenset({"found", "fastest", "voided"})
    stage = "companion.games.keywords.screen.stage:Stage"
    guests_answer = True
