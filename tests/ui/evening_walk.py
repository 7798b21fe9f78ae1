"""One evening by touches, from a fresh install to clearing the last play away.

`Walk` does it, and calls `look` after every step: a test checks what is to be seen there, a camera takes a picture.
"""

from collections.abc import Callable
from typing import Any

from companion.touches.driver import AppDriver
from companion.ui.screens.chronicle import ChronicleLine
from companion.ui.screens.library import ResumeCard
from companion.ui.screens.plain import NavPlace
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.buttons import TallChip
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.covers import GameCover
from tests.ui.hands import Hands

PEOPLE = "Somebody joins, leaves or comes back"


class Walk:
    """Each step ends with a look at the screen."""

    def __init__(self, drive: AppDriver, look: Callable[[str], None]) -> None:
        self.drive, self.hands, self._look = drive, Hands(drive), look

    def look(self, name: str) -> None:
        self.drive.advance(0.7)
        self._look(name)

    def touch(self, what: Any, name: str = "") -> None:
        self.hands.touch(what)
        self.drive.advance(0.5)
        if name:
            self.look(name)

    def row(self, text: str) -> Any:
        return self.drive.find(text, ListRow)

    def go(self, place: str, name: str) -> None:
        """Use the bar at the bottom, or the rail at the side."""
        self.touch(lambda one: isinstance(one, NavPlace) and one.text == place, name)

    def library(self) -> None:
        self.first_start()
        self.names()
        self.a_round_of_story()
        self.the_last_round()
        self.result()
        self.back_to_here()
        self.tonight()
        self.people()
        self.settings()
        self.somebody_comes()
        self.clearing_away()

    def close(self) -> None:
        for _ in self.drive.app.sheets[:]:
            self.hands.close_sheet()

    def home(self) -> None:
        """Go back until only the library is left."""
        for _ in range(6):
            if self.drive.app.sheets or len(self.drive.app.visits) > 1:
                self.drive.key(27)
                self.drive.advance(0.5)
        assert len(self.drive.app.visits) == 1 and not self.drive.app.sheets, self.drive.texts()

    # The first start

    def first_start(self) -> None:
        self.look("welcome")
        self.touch("Choose a box", "library")
        self.touch(self.drive.find("Story", GameCover), "new-play")

    def names(self) -> None:
        """Type the last name without Enter; Start accepts it."""
        for name in ("Ana", "Ben", "Cleo"):
            self.drive.type(name)
            self.touch(self.drive.app.page.entry.plus)
        self.drive.type("Lena")
        self.look("last-name-typed")
        self.touch(self.drive.app.page.start)
        assert [seat.name for seat in self.hands.play.table.seats] == ["Ana", "Ben", "Cleo", "Lena"]
        self.look("table")

    # Story

    def a_round_of_story(self) -> None:
        """Ana is the youngest. Three vote for Ben, he for Ana: eleven points for Ben (ST-8)."""
        hands = self.hands
        hands.give(0)
        self.look("begin")
        self.until("Ballot")
        self.look("pass-the-phone")
        self.votes(1, 0, 1, 1)
        self.hands.watch()
        self.look("votes-open")

    def until(self, name: str) -> None:
        """Confirm everything until that question."""
        for _ in range(20):
            if type(self.hands.play.open()[0]).__name__ == name:
                return
            asked = type(self.hands.question).__name__
            self.hands.main()
            self.drive.advance(0.4)
            if asked == "Begin":
                self.look("telling")

    def votes(self, *choices: int) -> None:
        for voter, choice in enumerate(choices):
            ballot = next(one for one in self.hands.play.open() if one.seat.index == voter)
            self.hands.reply(ballot, choice)
        self.drive.advance(0.5)

    def the_last_round(self) -> None:
        """Ben had nineteen before, the table says; then one vote is enough for twenty (ST-13)."""
        hands = self.hands
        hands.main()
        self.drive.advance(0.5)
        self.look("next-round")
        hands.why()
        self.look("why")
        hands.close_sheet()
        hands.touch(hands.page.bar.menu)
        self.look("menu")
        hands.close_sheet()
        hands.menu("Fix something")
        self.look("does-it-match")
        hands.set_field("seats.1.points", 19)
        self.look("does-it-match-set")
        self.touch("Set 1 and go on", "corrected")
        self.until("Ballot")
        self.votes(1, 0, 1, 1)
        self.to_the_end()

    def to_the_end(self) -> None:
        for _ in range(6):
            if not self.hands.over:
                self.hands.main()
                self.drive.advance(0.5)
        assert self.hands.over
        self.drive.advance(1.0)

    # What is left of it

    def result(self) -> None:
        self.look("result")
        page = self.drive.app.page
        self.touch(page.discs[2], "share")
        self.touch("As a picture", "share-picture")
        self.close()
        self.touch(page.discs[2])
        self.touch("As text", "share-text")
        self.close()
        self.drive.advance(6)                               # the message has gone
        self.touch("Chronicle", "chronicle")

    def back_to_here(self) -> None:
        self.touch(self.drive.find(lambda one: isinstance(one, ChronicleLine) and "won" in one.text), "chronicle-line")
        self.touch("Back to here", "back-to-here")
        if self.drive.has("Take it back"):                  # the votes were open already
            self.touch("Take it back", "taken-back")
        assert self.drive.app.visits[-1].name == "table" and self.hands.play.can_redo()
        self.to_the_end()
        self.home()

    def tonight(self) -> None:
        """A second play, ended early with a winner, so that the evening gets its own podium."""
        self.touch(self.drive.find("Windmill", GameCover))
        self.touch(self.drive.app.page.start)
        self.hands.give(0)
        self.hands.menu("End this play here")
        self.touch(self.drive.find("Ben", TallChip), "ended-early")
        self.home()
        self.drive.advance(6)                               # the message has gone
        self.look("library-tonight")
        self.touch(self.row("Tonight: Story and Windmill"), "tonight")
        assert self.drive.says("Ben: 2 wins"), self.drive.texts()
        self.touch("Share as a picture", "tonight-shared")
        self.close()
        self.home()

    def people(self) -> None:
        self.go("History", "history")
        self.touch(self.drive.find(cls=PlayCard), "history-play")
        self.drive.key(27)
        self.drive.advance(0.5)
        self.go("Players", "players")
        self.touch(self.row("Ben"), "player")
        self.touch(self.drive.app.page.actions[-1], "player-sheet")
        self.close()
        self.drive.key(27)
        self.drive.advance(0.5)
        self.touch("New group", "group")
        self.hands.close_sheet()

    def settings(self) -> None:
        self.go("Settings", "settings")
        self.drive.app.page.scroll.scroll_y = 0
        self.look("settings-end")

    # Another play

    def somebody_comes(self) -> None:
        self.go("Games", "library-later")
        self.touch(self.drive.app.page.actions[0])
        self.drive.type("win")
        self.look("search")
        self.drive.key(27)
        self.drive.advance(0.5)
        self.touch(self.drive.find("Windmill", GameCover), "new-play-known")
        self.touch(self.drive.app.page.start)
        self.hands.give(0)
        self.look("before-the-clock")
        self.hands.menu(PEOPLE)
        self.look("who-sits-there")
        self.touch(self.row("Rename somebody"), "whose-name")
        self.touch(self.row("Lena"), "rename")
        self.drive.find(cls=TextEntry).clear()
        self.drive.type("Leni")
        self.touch("Save the name", "renamed")
        self.hands.menu(PEOPLE)
        self.touch(self.row("Somebody joins"), "who-joins")
        self.touch("Sit down", "no-name-yet")
        self.drive.type("Otto")
        self.touch("Sit down", "joined")

    def clearing_away(self) -> None:
        self.hands.menu("End this play here")
        self.look("end")
        self.touch(self.row("Archive it"), "archive")
        self.touch(self.drive.app.notice.button, "brought-back")
        self.touch(self.drive.find(cls=ResumeCard).menu, "end-from-the-library")
        self.touch(self.row("Delete it"), "deleted")
        assert not [play for play in self.drive.app.library.plays() if not play.finished]
        self.drive.advance(6)                               # the message has gone
        self.go("History", "history-at-the-end")
