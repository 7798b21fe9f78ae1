"""Story as a plugin: its metadata and switches. Rules are imported only when a play starts."""

from typing import Any

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Choice, Switch
from companion.core.text import say

OPTIONS = (
    Switch("starter", say("Who begins the next round"),
           say("The first storyteller moves one seat to the left each round, or stays."), "ST-A4",
           "left", (Choice("left", say("One seat to the left")), Choice("same", say("The same player")))),
    Switch("tie_break_pays", say("After a tie-break"),
           say("Which vote earns the three points: the second or the first."), "ST-A7",
           "second",
           (Choice("second", say("The second vote pays")), Choice("first", say("The first vote pays")))),
    Switch("story_seconds", say("Story clock"), say("House rule: the box has no clock; this one only rings."),
           "ST-7", 0,
           (Choice(0, say("Off")), Choice(30, say("30 s")), Choice(60, say("60 s")),
            Choice(90, say("90 s")))),
)


class StoryGame(Game[Any]):
    facts = Facts(
        "story", "Story", 3, 8, "30-60",
        say("Why does your picture fit? Convince the table, then vote in secret."), "ST-1",
        dark=Palette("#1D1916", "#2C2622", "#3E3630", "#F7EFE4", "#C5B8A9", "#F2A58E", "#3A0F06", "#5B281B",
                     "#FFDACF"),
        light=Palette("#FCF7F0", "#F1E8DA", "#E5D8C5", "#241B14", "#5E5347", "#9A2F20", "#FFFFFF", "#FFDAD2",
                      "#420A03"),
        icon="image-multiple-outline", maker="Ninja Print 2013")
    options = OPTIONS
    without_fields = frozenset({"stories_won", "good_votes"})
    stage = "companion.games.story.screen.stage:Stage"
