"""Story as a plugin: its facts and its switches.

The rules are imported when a play needs them: the library shows every game, an evening plays one.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.engine.log import Record
from companion.core.game import Facts, Field, Game, Joining, Palette
from companion.core.setup import Choice, Option, Setup
from companion.core.text import Text, say
from companion.core.views import Counted, Outcome, View

if TYPE_CHECKING:
    from companion.games.story.table import Player, Story

TITLE = "Story"

OPTIONS = (
    Option("starter", say("Who begins the next round"),
           say("The first story moves one seat to the left each round, or stays with the same player."), "ST-A4",
           "left", (Choice("left", say("One seat to the left")), Choice("same", say("The same player")))),
    Option("tie_break_pays", say("After a tie-break"),
           say("Which vote brings the three points: the second one, which settled it, or the first."), "ST-A7",
           "second", (Choice("second", say("The second vote pays")), Choice("first", say("The first vote pays")))),
    Option("story_seconds", say("Story clock"), say("A house rule: the game has no clock. It only rings."), "ST-7", 0,
           (Choice(0, say("Off")), Choice(30, say("30 s")), Choice(60, say("60 s")), Choice(90, say("90 s")))),
)


class StoryGame(Game["Story"]):
    facts: ClassVar[Facts] = Facts(
        "story", TITLE, 3, 8, "30-60", say("Why does your picture fit? Convince the table, then vote in secret."),
        "ST-1",
        dark=Palette("#1D1916", "#2C2622", "#3E3630", "#F7EFE4", "#C5B8A9", "#F2A58E", "#3A0F06", "#5B281B", "#FFDACF"),
        light=Palette("#FCF7F0", "#F1E8DA", "#E5D8C5", "#241B14", "#5E5347", "#9A2F20", "#FFFFFF", "#FFDAD2",
                      "#420A03"),
        icon="image-multiple-outline", maker="Ninja Print 2013")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    without_fields: ClassVar[frozenset[str]] = frozenset({"stories_won", "good_votes"})
    stage: ClassVar[str] = "companion.games.story.screen.stage:Stage"

    def new(self, setup: Setup) -> Story:
        from companion.games.story.table import Story

        return Story(setup)

    def play(self, table: Story) -> Coroutine[Any, Any, None]:
        from companion.games.story.rules import play

        return play(table)

    def fields(self, table: Story) -> Iterable[Field]:
        from companion.games.story import fields

        return fields.fields(table)

    def joining(self, table: Story) -> Joining:
        from companion.games.story import rules

        return rules.joining(table)

    def joined(self, table: Story, seat: Player) -> None:
        from companion.games.story import rules

        rules.joined(table, seat)

    def totals(self, table: Story) -> Sequence[tuple[str, int, int]]:
        from companion.games.story import view

        return view.conserved(table)

    def counted(self, table: Story, records: Sequence[Record]) -> Iterable[Counted]:
        from companion.games.story import counted

        return counted.counted(table, records)

    def view(self, table: Story) -> View:
        from companion.games.story import view

        return view.view(table)

    def ahead(self, table: Story) -> Sequence[Text]:
        from companion.games.story import ahead

        return tuple(ahead.ahead(table))

    def outcome(self, table: Story) -> Outcome | None:
        from companion.games.story.view import outcome

        return outcome(table)
