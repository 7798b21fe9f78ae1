"""The rules with a search, for one game or all, and one search over games, plays, people and rules."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.core.game import Game
from companion.core.kinds import same
from companion.core.rulebook import Rule
from companion.core.text import Refused, Text, count, folded, in_a_row, say
from companion.core.values import Json
from companion.services import when
from companion.services.open_play import OpenPlay
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.library import games_of, play_title
from companion.ui.screens.plain import PlainPage
from companion.ui.screens.plays import open_play
from companion.ui.table.sheets import RuleHead
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Pill, SeatToken, TonalButton, Voice, Words, Wrap
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, ChipRow, Heading, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet

Go = Callable[[str], None]


def house_rules(look: Look, game: Game[Any], rule: Rule, chosen: dict[str, Json] | None) -> list[IconLine]:
    lines = []
    for option in game.options:
        if option.rule != rule.id:
            continue
        value = option.default if chosen is None else chosen.get(option.key, option.default)
        words = option.words(value)
        ours = chosen is not None and not same(value, option.default)
        if ours:
            text = say("House rule: {label}: {choice}", label=option.label, choice=words)
        else:
            text = say("Option: {label}: {choice}", label=option.label, choice=words)
        lines.append(IconLine(look, text, "scale-balance", ink="text" if ours else "text2"))
    return lines


def rule_card(look: Look, game: Game[Any], rule: Rule, go: Go,
              chosen: dict[str, Json] | None = None) -> CardBox:
    """`go` is called with the id of a cited rule."""
    book = game.rulebook()
    parts: list[Any] = [RuleHead(look, rule)]
    if rule.text:
        parts.append(Words(look, rule.text, "body", "text2"))
    parts += house_rules(look, game, rule, chosen)
    cited = [one for one in dict.fromkeys(rule.cites()) if one in book]
    if cited:
        parts.append(Wrap([Pill(look, one, "arrow-right", partial(go, one), high=34.0, ink="primary")
                           for one in cited], gap=14))
    card = CardBox(look, parts, gap=8)
    card.rule = rule.id
    return card


def rule_sheet(app: TablesideApp, look: Look, game: Game[Any], ids: Iterable[str],
               opened: OpenPlay | None = None) -> None:
    book = game.rulebook()
    chosen = None if opened is None else dict(opened.play.setup.options)

    def go(rule: str) -> None:
        app.close_sheet(lambda: app.go("rules", game=game.facts.id, rule=rule, opened=opened))

    rules = [book[one] for one in dict.fromkeys(ids) if one in book]
    parts: list[Any] = [rule_card(look, game, rule, go, chosen) for rule in rules]
    if not parts:
        parts = [Words(look, say("The rules say no more about this."), "body", "text2")]
    title = rules[0].title if rules else say("Why?")
    app.open_sheet(Sheet(look, title, parts, TonalButton(look, say("All rules"), "book-open-variant",
                                                         lambda: go(rules[0].id if rules else ""))))


class RulesScreen(PlainPage):
    """`game`: only this one; `rule`: scroll there; `opened`: show this play's options."""

    widest = 720.0

    def __init__(self, app: TablesideApp, game: str | None = None, rule: str = "",
                 opened: OpenPlay | None = None) -> None:
        one = None if game is None else app.found.games[game]
        self.games: list[Game[Any]] = list(app.found.games.values()) if one is None else [one]
        title = say("Rules of {game}", game=one.facts.title) if one is not None else say("Rules")
        super().__init__(app, app.look_for(one), title)
        self.start = rule
        self.options = None if opened is None else dict(opened.play.setup.options)
        self.section = self.words = ""
        self.entry = TextEntry(self.look, say("Search the rules"), icon="magnify", patient=True,
                               on_type=partial(self.choose, "words"))
        self.found = Words(self.look, "", "support", "text2")
        self.sections = ChipRow(self.look, self._sections(), "", partial(self.choose, "section"))
        self.refresh()

    def entered(self) -> None:
        if self.start:
            start, self.start = self.start, ""
            Clock.schedule_once(lambda _: self.go_to(start), 0)

    def left(self) -> None:
        self.entry.focus(False)

    def _sections(self) -> list[tuple[str, Any]]:
        if len(self.games) > 1:
            return [("", say("All games")), *((game.facts.id, game.facts.title) for game in self.games)]
        names = dict.fromkeys(rule.section for rule in self.games[0].rulebook() if rule.section)
        return [("", say("Everything")), *((name, name) for name in names)]

    # Rendering

    def parts(self) -> list[Any]:
        many = len(self.games) > 1
        games = [game for game in self.games if not many or self.section in ("", game.facts.id)]
        section = "" if many else self.section
        self.long.begin(self._rows(games, section))
        self.found.say(self._hits(games) if self.words.strip() else "")
        return [self.entry, self.sections, self.found, self.long]

    def _hits(self, games: Iterable[Game[Any]]) -> Text:
        hits = sum(len(game.rulebook().search(self.words)) for game in games)
        if hits:
            return count("{n} rule found", "{n} rules found", hits)
        return say("No rule has all these words. Try fewer.")

    def _rows(self, games: list[Game[Any]], section: str) -> Iterator[Any]:
        for game in games:
            before = None
            for rule in game.rulebook().search(self.words):
                if section and rule.section != section:
                    continue
                if rule.section != before:
                    before = rule.section
                    name: Text | str = rule.section
                    if len(games) != 1:
                        name = say("{game}: {section}", game=game.facts.title, section=rule.section)
                    yield Voice(self.look, name, "title")
                yield rule_card(self.look, game, rule, self.go_to, self.options)

    def go_to(self, rule: str) -> None:
        if self.words or self.section:
            self.words = self.section = ""
            self.entry.clear()
            self.sections.choose("")
            self.refresh()
        row = self.long.grow_until(lambda part: getattr(part, "rule", "") == rule)
        if row is not None:
            self.arrange()
            Clock.schedule_once(lambda _: self.scroll.bring(row), 0)


FIRST = 200  # plays searched at once
MOST = 6  # plays and people; rules load while scrolling


class SearchScreen(PlainPage):
    """`words`: the search text before another page was opened."""

    widest = 720.0

    def __init__(self, app: TablesideApp, words: str = "") -> None:
        super().__init__(app, app.look, say("Search"))
        self.words, self.every = words, False
        self.entry = TextEntry(self.look, say("A game, a play, a person, a rule"), words, "magnify",
                               on_type=self._typed, patient=True)

    def _typed(self, words: str) -> None:
        self.every = False
        self.choose("words", words)

    def entered(self) -> None:
        self.refresh()
        Clock.schedule_once(lambda _: self.entry.focus(), 0)

    def left(self) -> None:
        self.entry.focus(False)
        self.remember(words=self.words)

    def parts(self) -> list[Any]:
        try:
            found = [*self._games(), *self._people(), *self._plays()]
        except Refused as error:
            found = [IconLine(self.look, error.refusal.why, "alert-outline", role="body", ink="text2")]
        if not self.words.strip():
            return [self.entry,
                    ListRow(self.look, say("Read the rules"), say("For every game, in our own words"),
                            "book-open-variant", partial(self.app.go, "rules"), tone="surface"), *found]
        self.long.begin(self._rules())
        if not found and not self.long.parts:
            found = [Hint(self.look, say("Nothing has all these words. Try fewer."), "magnify")]
        return [self.entry, *found, self.long]

    def _fits(self, *texts: object) -> bool:
        whole = " ".join(str(text) for text in texts)
        return all(word in folded(whole) for word in folded(self.words).split())

    def _how_far(self, name: str) -> int:
        """0 for the very name, 1 if it or one of its words begins with the search text, else 2."""
        name, typed = folded(name), " ".join(folded(self.words).split())
        if name == typed:
            return 0
        return 1 if f" {typed}" in f" {name}" else 2

    def _under(self, title: Text, rows: list[Any]) -> list[Any]:
        return [Heading(Words(self.look, title, "kicker", "primary")), *rows] if rows else []

    def _games(self) -> list[Any]:
        games = [(facts, do) for game in self.app.found.games.values()
                 for facts, do, _ in games_of(self.app, game)]
        return self._under(say("Games"), [
            ListRow(self.look, facts.title, facts.blurb, facts.icon, do, tone="surface")
            for facts, do in games if self._fits(facts.title, facts.blurb)])

    def _people(self) -> list[Any]:
        fitting = [person for person in self.app.library.people() if self._fits(person.name)]
        people = sorted(fitting, key=lambda person: self._how_far(person.name))[:MOST]
        letters = tokens.initials(person.name for person in people)
        return self._under(say("Players"), [
            ListRow(self.look, person.name, token=SeatToken(self.look, person.colour, letter, 36),
                    do=partial(self.app.go, "player", person=person.name), tone="surface")
            for person, letter in zip(people, letters, strict=True)])

    def _plays(self) -> list[Any]:
        """The first few; *More plays* looks through all of them."""
        found: list[Any] = []
        for number, play in enumerate(self.app.library.latest()):
            if not self.every and (len(found) == MOST or number == FIRST):
                found.append(ListRow(self.look, say("More plays"), say("Search all of them"), "history",
                                     partial(self.choose, "every", True), tone="surface"))
                break
            won = str(play.outcome or "").rstrip(".")
            if self._fits(play_title(play), *play.names, won, when.day(play.touched)):
                found.append(ListRow(self.look, play_title(play),
                                     in_a_row(*play.names, when.day(play.touched), won),
                    "flag-checkered" if play.finished else "bookmark-outline",
                    partial(open_play, self.app, play.id, play_title(play)), tone="surface"))
        return self._under(say("Plays"), found)

    def _rules(self) -> Iterator[Any]:
        for game in self.app.found.games.values():
            first = True
            for rule in game.rulebook().search(self.words):
                if first:
                    first = False
                    yield Heading(Words(self.look, say("Rules of {game}", game=game.facts.title), "kicker",
                                        "primary"))
                yield rule_card(self.look, game, rule, partial(self._rule, game.facts.id))

    def _rule(self, game: str, rule: str) -> None:
        self.app.go("rules", game=game, rule=rule)
