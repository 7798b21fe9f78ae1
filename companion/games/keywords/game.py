"""Key Words as a plugin: its facts and its switches.

The rules are imported when a play needs them: the library shows every game, an evening plays one.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.game import Facts, Field, Game, Joining, Palette
from companion.core.setup import Choice, Option, Setup
from companion.core.text import Text, say
from companion.core.views import Outcome, View

if TYPE_CHECKING:
    from companion.games.keywords.table import KeyWords, Player

TITLE = "Key Words"
"""A working title: the name on the box is not known. Change it here only."""

OPTIONS = (
    Option("story_seconds", say("Narrator's clock"),
           say("If agreed: the story must be told in this time, or fifteen seconds after the reminder."), "KW-15", 0,
           (Choice(0, say("Off")), Choice(60, say("60 s")), Choice(90, say("90 s")), Choice(120, say("120 s")))),
    Option("placing_seconds", say("Placing clock"), say("Tokens that are not placed in time score nothing."), "KW-A12",
           0, (Choice(0, say("Off")), Choice(60, say("60 s")))),
    Option("penalty_per", say("A forbidden word costs"),
           say("Two points once a story, or for each of the three words."), "KW-A3", "story",
           (Choice("story", say("Once a story")), Choice("word", say("For each word")))),
    Option("penalty_when", say("The penalty is taken"),
           say("Together with the points of the round, or before them. It matters only to somebody near zero."),
           "KW-A5", "together",
           (Choice("together", say("With the round's points")), Choice("at once", say("At once")))),
    Option("tied_again", say("Tie-break tied again"),
           say("Those still level play another round, or share the victory."), "KW-A18", "repeat",
           (Choice("repeat", say("Another round")), Choice("share", say("Share the victory")))),
)


class KeyWordsGame(Game["KeyWords"]):
    facts: ClassVar[Facts] = Facts(
        "keywords", TITLE, 3, 6, "20-40", say("One story, three hidden pictures: be quick to place your tokens."),
        "KW-1",
        dark=Palette("#151A33", "#212848", "#303961", "#F1F2FB", "#B7BCDA", "#8BE3C9", "#003527", "#155041", "#C6F7E8"),
        light=Palette("#F6F7FE", "#E6E9F8", "#D5DAF0", "#171B33", "#4D5375", "#00634D", "#FFFFFF", "#B5EFDF",
                      "#00281E"),
        icon="layers-outline", maker="MJ Games 2025")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    without_fields: ClassVar[frozenset[str]] = frozenset({"found", "fastest", "voided"})
    stage: ClassVar[str] = "companion.games.keywords.screen.stage:Stage"
    guests_answer: ClassVar[bool] = True

    def new(self, setup: Setup) -> KeyWords:
        from companion.games.keywords.table import KeyWords

        return KeyWords(setup)

    def play(self, table: KeyWords) -> Coroutine[Any, Any, None]:
        from companion.games.keywords.rules import play

        return play(table)

    def fields(self, table: KeyWords) -> Iterable[Field]:
        from companion.games.keywords import fields

        return fields.fields(table)

    def joining(self, table: KeyWords) -> Joining:
        from companion.games.keywords import rules

        return rules.joining(table)

    def sits_down_now(self, table: KeyWords) -> bool:
        return table.narrator is None or bool(table.still_to_narrate())     # KW-A23

    def joined(self, table: KeyWords, seat: Player) -> None:
        from companion.games.keywords import rules

        rules.joined(table, seat)

    def left(self, table: KeyWords, seat: Player) -> None:
        from companion.games.keywords import rules

        rules.left(table)

    def field(self, table: KeyWords, path: str) -> Field | None:
        from companion.games.keywords import fields

        return fields.field(table, path)

    def view(self, table: KeyWords) -> View:
        from companion.games.keywords import view

        return view.view(table)

    def ahead(self, table: KeyWords) -> Sequence[Text]:
        from companion.games.keywords import ahead

        return tuple(ahead.ahead(table))

    def outcome(self, table: KeyWords) -> Outcome | None:
        from companion.games.keywords.view import outcome

        return outcome(table)
