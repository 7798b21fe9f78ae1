"""Windmill as a plugin: its metadata and switches. Rules are imported only when a play starts."""

from typing import TYPE_CHECKING

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Choice, Switch, switch
from companion.core.text import Text, count, say

if TYPE_CHECKING:
    from companion.games.windmill.table import Windmill

OPTIONS = (
    Switch("mode", say("Mode"),
           say("Never-ending: each tale continues the last, and guessed cards stay out for the "
               "round."), "WM-23", "normal",
           (Choice("normal", say("Single stories")), Choice("never-ending", say("Never-ending story"))),
           always=True),
    Switch("story_seconds", say("Story clock"), say("How long a story may last."), "WM-8", 30,
           (Choice(0, say("Off")), Choice(15, say("15 s")), Choice(30, say("30 s")), Choice(45, say("45 s")),
            Choice(60, say("60 s")))),
    Switch("guess_seconds", say("Guess clock"),
           say("Only if everybody agrees: thirty seconds for each guess."),
           "WM-12", 0, (Choice(0, say("Off")), Choice(30, say("30 s, all agree")))),
    Switch("late_guess", say("When a guess is late"),
           say("Offer to count it as wrong, or only ring."), "WM-A7", "wrong",
           (Choice("wrong", say("Offer “No guess”")), Choice("alarm", say("Alarm only")))),
    switch("strict_first_round", say("No Windmill in round one"),
           say("Nobody may take the Windmill in the first round, not even with points."), "WM-A2"),
    Switch("unguessed", say("A card nobody found"),
           say("In never-ending mode: back into the deck, or beside the grid like a guessed card."), "WM-A11",
           "back", (Choice("back", say("Back into the deck")), Choice("aside", say("Lay it aside")))),
)


class WindmillGame(Game["Windmill"]):
    facts = Facts(
        "windmill", "Windmill", 3, 5, "20-45", say("Tell a tale in thirty seconds; who finds your picture?"),
        "WM-1",
        dark=Palette("#221826", "#33243A", "#46334E", "#FBEFE3", "#CDB9C4", "#FFB56B", "#361700", "#5C3519",
                     "#FFE0C2"),
        light=Palette("#FFF6EC", "#FBE7D3", "#F3D6BB", "#2B1722", "#66505A", "#9C3D12", "#FFFFFF", "#FFD9BC",
                      "#3E1500"),
        icon="wind-turbine", maker="CrowD Games 2020")
    options = OPTIONS
    without_fields = frozenset({"found", "captured", "best_tale", "voided", "told_this_round", "guesser"})
    """Each player has a field for having told; the order doesn't matter."""
    stage = "companion.games.windmill.screen.stage:Stage"

    def how_much(self, table: "Windmill", headings: int) -> Text:
        return count("One story", "{n} stories", headings)
