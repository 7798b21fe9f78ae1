"""One search over games, plays, people and rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.questions import Refused
from companion.core.text import Text, folded, in_a_row, say
from companion.services import when
from companion.services.evening import Listed
from companion.ui.screens.history import open_play
from companion.ui.screens.library import begin
from companion.ui.screens.plain import PlainPage
from companion.ui.screens.rules import rule_card
from companion.ui.theme import tokens
from companion.ui.widgets import SeatToken, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import Heading, Hint, IconLine, ListRow

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

MOST = 6  # plays and people; rules load while scrolling


class SearchScreen(PlainPage):
    """`words`: the search text before another page was opened."""

    widest = 720.0

    def __init__(self, app: TablesideApp, words: str = "") -> None:
        super().__init__(app, app.look, say("Search"))
        self.words = words
        self.entry = TextEntry(self.look, say("A game, a play, a person, a rule"), words, "magnify",
                               on_type=self._typed, patient=True)

    def entered(self) -> None:
        self.refresh()
        Clock.schedule_once(lambda _: self.entry.focus(), 0)

    def left(self) -> None:
        self.entry.focus(False)
        self.remember(words=self.words)

    def _typed(self, words: str) -> None:
        self.words = words
        self.refresh()

    def parts(self) -> list[Any]:
        self.scroll.to_start()
        if not self.words.strip():
            return [self.entry, ListRow(self.look, say("Read the rules"), say("Of all games, in our own words"),
                                        "book-open-variant", partial(self.app.go, "rules"), tone="surface")]
        try:
            found = [*self._games(), *self._people(), *self._plays()]
        except Refused as error:
            found = [IconLine(self.look, error.refusal.why, "alert-outline", role="body", ink="text2")]
        self.long.begin(self._rules())
        if not found and not self.long.parts:
            found = [Hint(self.look, say("Nothing has all these words. Try fewer."), "magnify")]
        return [self.entry, *found, self.long]

    def _fits(self, *texts: object) -> bool:
        whole = " ".join(str(text) for text in texts)
        return all(word in folded(whole) for word in folded(self.words).split())

    def _under(self, title: Text, rows: list[Any]) -> list[Any]:
        return [Heading(Words(self.look, title, "kicker", "primary")), *rows] if rows else []

    def _games(self) -> list[Any]:
        games = [game for game in self.app.found.games.values() if self._fits(game.facts.title, game.facts.blurb)]
        return self._under(say("Games"), [
            ListRow(self.look, game.facts.title, game.facts.blurb, game.facts.icon,
                    partial(begin, self.app, game), tone="surface") for game in games])

    def _people(self) -> list[Any]:
        people = [person for person in self.app.evening.people() if self._fits(person.name)][:MOST]
        letters = tokens.initials(person.name for person in people)
        return self._under(say("Players"), [
            ListRow(self.look, person.name, token=SeatToken(self.look, person.colour, letter, 36),
                    do=partial(self.app.go, "player", person=person.name), tone="surface")
            for person, letter in zip(people, letters, strict=True)])

    def _plays(self) -> list[Any]:
        evening = self.app.evening
        plays = [*evening.plays(), *evening.plays(archived=True)]
        found = [play for play in plays
                 if self._fits(self._title(play), *play.names, play.outcome or "", when.day(play.touched))][:MOST]
        return self._under(say("Plays"), [
            ListRow(self.look, self._title(play),
                    in_a_row(*play.names, when.day(play.touched)),
                    "flag-checkered" if play.finished else "bookmark-outline",
                    partial(open_play, self.app, play.id, self._title(play)),
                    tone="surface") for play in found])

    def _title(self, play: Listed) -> str:
        games = self.app.found.games
        return games[play.game].facts.title if play.game in games else play.game

    def _rules(self) -> Iterator[Any]:
        for game in self.app.found.games.values():
            first = True
            for rule in game.rulebook().search(self.words):
                if first:
                    first = False
                    yield Heading(Words(self.look, say("Rules of {game}", game=game.facts.title), "kicker", "primary"))
                yield rule_card(self.look, game, rule, partial(self._rule, game.facts.id), None)

    def _rule(self, game: str, rule: str) -> None:
        self.app.go("rules", game=game, rule=rule)
