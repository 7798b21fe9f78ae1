"""Players and groups."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.core.game import Game
from companion.core.seats import OFFERED, free_colour
from companion.core.setup import COLOURS, LONGEST_NAME, Person, Setup, name_key
from companion.core.text import Refused, count, in_a_row, listing, say, spelled
from companion.services import when
from companion.services.history import Group, Tally, game_of, title_of, today
from companion.services.statistics import LAST as SHOWN
from companion.services.statistics import (
    Chart,
    GameSums,
    PersonSums,
    as_csv,
    counting,
    met_words,
    numbers,
    person_sums,
    record_words,
    summing,
    sums_words,
)
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import hand_out
from companion.ui.screens.plain import CARD, PlainPage, in_pairs
from companion.ui.screens.plays import PlayCard, open_play, titles_of
from companion.ui.theme import tokens
from companion.ui.widgets import ColourTile, Column, Grid, Icon, SeatToken, SideBySide, Words, Wrap
from companion.ui.widgets.controls.buttons import Link, OutlineButton, PrimaryButton, TallChip
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, Heading, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet, ask, open_name, tried
from companion.ui.widgets.displays.chart import BarChart, NumberTile, TrendChart


def share_numbers(app: TablesideApp, names: Sequence[str], title: str) -> None:
    """As a table, for a spreadsheet."""
    def table() -> str:
        results = app.library.results()
        return as_csv([person_sums(results, name) for name in names], titles_of(app))

    hand_out(app, f"{title}.csv", table)


def open_group(app: TablesideApp, group: Group, changed: Callable[[], object] | None = None) -> None:
    """Choose a game for this group. `changed`: if given, the group can be edited."""
    look = app.look
    fitting = [game for game in app.found.games.values()
               if game.facts.fewest <= len(group.people) <= game.facts.most]
    others = [game for game in app.found.games.values() if game not in fitting]
    rows: list[Any] = [ListRow(look, game.facts.title, _as_last_time(app, game), game.facts.icon,
                               partial(app.close_sheet,
                                       partial(start_with, app, game.facts.id, group.people)),
                               more="play") for game in fitting]
    rows += [ListRow(look, game.facts.title,
                     say("For {fewest} to {most} players", fewest=spelled(game.facts.fewest),
                         most=spelled(game.facts.most)), game.facts.icon, faded=True)
             for game in others]
    if changed is not None:
        rows.append(ListRow(look, say("Change this group"),
                            str(listing([person.name for person in group.people])),
                            "pencil-outline",
                            lambda: app.close_sheet(lambda: GroupSheet(app, changed, group))))
    app.open_sheet(Sheet(look, group.name, [Column(rows, gap=0)]))


def _as_last_time(app: TablesideApp, game: Game[Any]) -> Any:
    if game.setup_page:
        return game.facts.blurb
    if app.library.last_setup(game.facts.id) is not None:
        return say("Starts at once, as last time")
    return say("Starts at once")


def start_with(app: TablesideApp, game: str, people: Sequence[Person]) -> None:
    """Start with these people and the last options; if refused, open the setup page."""
    own_page = app.found.games[game].setup_page
    if own_page:  # it asks for more than the players
        page: Any = app.go(own_page, game=game)
        if page is not None:
            page.seat(people)
        return
    last = app.library.last_setup(game)
    setup = Setup(tuple(told_apart(people)), {} if last is None else dict(last.options),
                  None if last is None else last.box)
    try:
        opened = app.library.start(game, setup, draws=True)
    except Refused as error:
        app.go("new_play", game=game, setup=setup)
        app.tell(error.refusal.why)
        return
    app.go_soon("table", opened=opened)
    app.noise("start")


def told_apart(people: Sequence[Person]) -> list[Person]:
    seated: list[Person] = []
    for person in people:
        taken = {one.colour for one in seated}
        seated.append(person if person.colour not in taken else Person(person.name, free_colour(
            taken | {one.colour for one in people})))
    return seated


class GroupSheet:
    """`people`: those seated now."""

    def __init__(self, app: TablesideApp, changed: Callable[[], object], group: Group | None = None,
                 people: Sequence[Person] = ()) -> None:
        self.app, self.changed, self.group = app, changed, group
        look = app.look
        self.chosen = {name_key(person.name): person
                       for person in (group.people if group is not None else people)}
        self.entry = TextEntry(look, say("Friday table"), group.name if group is not None else "",
                               "pencil-outline", on_enter=lambda _: self._save(), longest=LONGEST_NAME)
        known = {name_key(person.name): person for person in (*self.chosen.values(), *app.library.people())}
        self.chips = [(person, TallChip(look, person.name, "", partial(self._toggle, person)))
                      for person in known.values()]
        self.why = Words(look, "", "support", "loss")
        self.save = PrimaryButton(look, "", "check-bold", self._save)
        foot: list[Any] = [self.save]
        if group is not None:
            foot.append(OutlineButton(look, say("Delete this group"), "delete-outline", self._delete))
        self.sheet = Sheet(look, say("New group") if group is None else group.name,
                           [self.entry, Wrap([chip for _, chip in self.chips]), self.why], Column(foot))
        self._show()
        app.open_sheet(self.sheet)

    def _toggle(self, person: Person) -> None:
        if self.chosen.pop(name_key(person.name), None) is None:
            self.chosen[name_key(person.name)] = person
        self._show()
        self.sheet.refit()

    def _show(self) -> None:
        for person, chip in self.chips:
            on = name_key(person.name) in self.chosen
            chip.choose(on)
            chip.set_icon("check-bold" if on else "plus")
        many = len(self.chosen)
        words = count("Save with one player", "Save with {number} players", many, number=spelled(many))
        self.save.text = str(words if many else say("Choose who is in the group"))

    def _save(self) -> None:
        if tried(self.app, lambda: self.app.library.save_group(
                self.entry.text or str(say("Friday table")), self.chosen.values(),
                "" if self.group is None else self.group.name), self.why.say):
            self.app.close_sheet(self.changed)
        else:
            self.sheet.refit(self.why)

    def _delete(self) -> None:
        assert self.group is not None
        group = self.group

        def gone() -> None:
            if tried(self.app, lambda: self.app.library.delete_group(group.name)):
                self.changed()
                self.app.tell(say("{name} is deleted.", name=group.name), (say("Undo"), lambda: (
                    self.app.library.save_group(group.name, group.people), self.changed())))
        self.app.close_sheet(gone)


class PersonSheet:
    """`changed` gets the person's new name; `gone` is called if they were removed."""

    def __init__(self, app: TablesideApp, person: Person, changed: Callable[[str], object],
                 gone: Callable[[], object]) -> None:
        self.app, self.person, self.changed, self.gone = app, person, changed, gone
        look = app.look
        self.entry = TextEntry(look, say("Name"), person.name, "pencil-outline", on_enter=self._rename,
                               longest=LONGEST_NAME, plus=False)
        letter = tokens.initials([person.name])[0]
        tiles = [ColourTile(look, colour, letter if colour == person.colour else "", colour == person.colour,
                            partial(self._recolour, colour)) for colour in OFFERED]
        rows = [ListRow(look, say("Save the name"), icon="check-bold",
                        do=lambda: self._rename(self.entry.text), more=""),
                ListRow(look, say("Merge with somebody"), say("Two names for one person"), "account-switch",
                        lambda: app.close_sheet(self._choose)),
                ListRow(look, say("Forget this name"), say("Plays keep the name"), "account-remove-outline",
                        lambda: app.close_sheet(self._forget), more="")]
        self.sheet = Sheet(look, person.name, [self.entry, Grid(tiles, columns=4), Column(rows, gap=0)])
        app.open_sheet(self.sheet)

    def _rename(self, name: str) -> None:
        if name.strip() == self.person.name:
            self.app.close_sheet()
            return
        if tried(self.app, lambda: self.app.library.rename(self.person.name, name), self.entry.refuse):
            self.app.close_sheet(lambda: self.changed(name.strip()))
        else:
            self.sheet.refit(self.entry)

    def _recolour(self, colour: int) -> None:
        if tried(self.app, lambda: self.app.library.recolour(self.person.name, colour)):
            self.app.close_sheet(lambda: self.changed(self.person.name))

    def _choose(self) -> None:
        app, look = self.app, self.app.look
        others = [one for one in app.library.people() if one.name != self.person.name]
        letters = tokens.initials(one.name for one in others)
        rows = [ListRow(look, one.name, token=SeatToken(look, one.colour, letter, 36), more="",
                        do=partial(self._ask_to_merge, one.name))
                for one, letter in zip(others, letters, strict=True)]
        if rows:
            told = say("{name}'s plays will count for the person you choose.", name=self.person.name)
        else:
            told = say("There is nobody else yet.")
        words = Words(look, told, "body", "text2")
        title = say("Who is the same person as {name}?", name=self.person.name)
        app.open_sheet(Sheet(look, title, [words, Column(rows, gap=0)]))

    def _ask_to_merge(self, into: str) -> None:
        """Ask first: merging two people affects every page."""
        app, look, name = self.app, self.app.look, self.person.name
        told = say("{name}'s plays will count for {other}. You can undo this.",
                   name=name, other=into)
        app.close_sheet(lambda: ask(
            app, look, say("Are {name} and {other} the same person?", name=name, other=into),
            (say("Leave it"), "close", None),
            (say("Merge"), "account-multiple-check-outline", lambda: self._merged(name, into)),
            [Words(look, told, "body", "text2")]))

    def _merged(self, name: str, into: str) -> None:
        if tried(self.app, lambda: self.app.library.merge(name, into)):
            self.changed(into)
            self.app.tell(say("{name} now counts as {other}.", name=name, other=into),
                          (say("Undo"), lambda: tried(self.app, lambda: self.app.library.unmerge(name))
                           and self.changed(name)))

    def _forget(self) -> None:
        if tried(self.app, lambda: self.app.library.forget(self.person.name)):
            self.gone()


LATELY, RIVALS = 5, 8
FAINT = 0.35  # of a token whose person didn't win
AT_ONCE = 300  # plays that are counted before the first frame
SLICE = 0.006  # seconds per frame for counting plays
BUILT = 0.1  # seconds until the first rows are built


class PlayerScreen(PlainPage):
    widest, gap, in_steps = 1080.0, tokens.M, True

    def __init__(self, app: TablesideApp, person: str) -> None:
        super().__init__(app, app.look, person, role="headline wide",
                         actions=[("export-variant", lambda: share_numbers(app, [self.name], self.name)),
                                  ("pencil-outline", self._edit)])
        self.long.gap, self.long.at_once = self.gap, 1
        self.name = person
        self.sums: PersonSums | None = None
        self.charts: list[Chart] = []
        self._cards: dict[str, tuple[CardBox, list[Any]]] = {}
        """Of each game, with what stands above its charts."""
        self._due: list[str] = []
        """Games whose cards don't have their charts yet."""
        self.job: Any = None
        self._start_counting = Clock.create_trigger(lambda _: Clock.schedule_interval(self._count, 0), BUILT)

    def entered(self) -> None:
        library = self.app.library
        self.sums = None if library.store.how_many() > AT_ONCE else person_sums(library.results(), self.name)
        self.in_place(self.refresh)
        self.job = counting(library, self.name) if self.sums is not None else summing(library, self.name)
        self._stop_counting()
        self._start_counting()

    def left(self) -> None:
        self._stop_counting()

    def _stop_counting(self) -> None:
        self._start_counting.cancel()
        Clock.unschedule(self._count)

    def _count(self, _: float) -> bool:
        with suppress(Refused):
            if not self.job.run(SLICE):
                return True
            if self.sums is None:
                self.sums, self.job = self.job.result, counting(self.app.library, self.name)
                self.in_place(self.refresh)
                return True
            if self.job.result != self.charts:
                self.charts, self._due = self.job.result, [*self._cards]
            if self._due:
                self.in_place(partial(self._show_charts, self._due.pop(0)))
                return True
        return False

    def _show_charts(self, game: str) -> None:
        """In a card that is built already; everything else stays as it is."""
        card, parts = self._cards[game]
        card.fill([*parts, *self._charts_of(game)])
        self.arrange()

    # Parts

    def person(self) -> Person:
        found = [person for person in self.app.library.people()
                 if name_key(person.name) == name_key(self.name)]
        return found[0] if found else Person(self.name, 0)

    def parts(self) -> list[Any]:
        look = self.look
        sums, person = self.sums, self.person()
        self.long.begin(())
        self._cards.clear()
        self._due.clear()
        parts: list[Any] = [ListRow(look, person.name, COLOURS[person.colour],
                                    token=SeatToken(look, person.colour, tokens.initials([person.name])[0],
                                                    72),
                                    do=self._edit, more="pencil-outline", tone="surface")]
        if sums is None:  # thousands of plays: the first numbers at once, the others when they are counted
            self.long.begin(self._while_counting())
            return [*parts, self.long]
        if not sums.plays:
            return [*parts, Hint(look, say("No finished plays yet. The first one brings the numbers."),
                                 "flag-checkered")]
        self.long.begin(self._further_down(sums))
        return [*parts, *self._last_ten(sums, person), self._numbers(sums), self.long]

    def _while_counting(self) -> Iterator[Any]:
        """One row per frame."""
        yield Hint(self.look, say("Counting all plays"), "chart-bar")
        tally = self.app.library.person_records().get(self.person().name, Tally(self.name))
        yield self._numbers(PersonSums(tally.name, tally.plays, tally.wins, 0, 0, (), ()))
        yield from self._lately()

    def _further_down(self, sums: PersonSums) -> Iterator[Any]:
        yield from self._best(sums)
        yield from in_pairs(self.look, (self._game(game) for game in sums.games), tokens.M)
        yield from self._rivals(sums)
        yield from self._lately()

    def _last_ten(self, sums: PersonSums, person: Person) -> list[Any]:
        """Whole tokens for wins, faint ones for the others, each with its place."""
        look, letter = self.look, tokens.initials([person.name])[0]
        shown = []
        for row in sums.last:
            token = SeatToken(look, person.colour, letter, 26, alpha=1.0 if row.won else FAINT)
            place = Words(look, "" if row.place is None else f"{row.place}.", "label", "text2",
                          align="center", chrome=True)
            crown = Icon(look, "crown" if row.won else "", 16, "primary", fixed=True)
            shown.append(Column([crown, token, place], gap=2, centred=True))
        head = Words(look, say("The last results, oldest first"), "kicker", "primary")
        return [CardBox(look, [head, Grid(shown, columns=SHOWN, gap=2)], tone="surface")]

    def _best(self, sums: PersonSums) -> list[Any]:
        look = self.look
        if not sums.best:
            return []
        cards = []
        for row in sums.best:
            title = title_of(row.game, titles_of(self.app))
            words = say("Best {game}: {score}", game=title, score=row.score or 0)
            seats = [(self.person().colour, row.name, row.score)]
            cards.append(PlayCard(look, game_of(row.game), title, words, when.day(row.when), seats,
                                  partial(open_play, self.app, row.play, title)))
        return [Heading(Words(look, say("Best moments"), "kicker", "primary")),
                SideBySide(look, cards, CARD, tokens.M)]

    def _numbers(self, sums: PersonSums) -> Grid:
        look = self.look
        told = numbers(sums)
        if self.sums is None:  # not counted yet
            told[-1] = "…", told[-1][1]
        tiles = [NumberTile(look, number, words) for number, words in told]
        return Grid(tiles, columns=2 if look.big else 4)

    def _game(self, game: GameSums) -> CardBox:
        look = self.look
        plugin = self.app.found.games.get(game_of(game.game))
        title = title_of(game.game, titles_of(self.app))
        icon = plugin.facts.icon if plugin is not None else "cards-outline"
        parts: list[Any] = [IconLine(look, title, icon, role="answer"),
                            Words(look, sums_words(game), "support",
                                 "text2")]
        scores = [score for _, score in game.scores]
        if len(scores) > 1 and game.average is not None:
            parts += [Words(look, say("Points per play; the dashes show the average"), "label"),
                      TrendChart(look, scores, game.average)]
        card = CardBox(look, [*parts, *self._charts_of(game.game)], tone="surface")
        self._cards[game.game] = card, parts
        return card

    def _charts_of(self, game: str) -> list[Any]:
        look = self.look
        return [part for chart in self.charts if chart.game == game
                for part in (Words(look, chart.kind, "label"),
                             BarChart(look, chart.bars, self._tokens(chart)))]

    def _tokens(self, chart: Chart) -> dict[str, tuple[int, str]]:
        """Colour and letter of the people whom a chart names."""
        colours = {name_key(person.name): person.colour for person in self.app.library.people()}
        names = [label for label, _ in chart.bars if name_key(label) in colours]
        letters = tokens.initials(names)
        return {name: (colours[name_key(name)], letter) for name, letter in zip(names, letters, strict=True)}

    def _rivals(self, sums: PersonSums) -> list[Any]:
        look = self.look
        if not sums.rivals:
            return []
        colours = {name_key(person.name): person.colour for person in self.app.library.people()}
        shown = sums.rivals[:RIVALS]
        letters = tokens.initials(one.name for one in shown)
        rows = [ListRow(look, one.name, met_words(one),
                        token=SeatToken(look, colours.get(name_key(one.name), at % len(tokens.SEATS)), letter,
                                        32))
                for at, (one, letter) in enumerate(zip(shown, letters, strict=True))]
        return [Heading(Words(look, say("At the same table"), "kicker", "primary")),
                CardBox(look, rows, tone="surface", gap=0, pad=8)]

    def _lately(self) -> list[Any]:
        look = self.look
        library, wanted = self.app.library, name_key(self.name)
        names = library.names()
        own = library.store.results.latest_of(lambda name: name_key(today(name, names)) == wanted, LATELY)
        lately = [one for play in own if (one := library.finished_play(play)) is not None]
        titles = [title_of(one.game, titles_of(self.app)) for one in lately]
        rows = [ListRow(look, str(one.outcome).rstrip("."), in_a_row(title, when.day(one.when)),
                        "flag-checkered",
                        partial(open_play, self.app, one.id, title))
                for one, title in zip(lately, titles, strict=True)]
        return [Heading(Words(look, say("Lately"), "kicker", "primary")),
                CardBox(look, rows, tone="surface", gap=0, pad=8)]

    # Actions

    def _edit(self) -> None:
        PersonSheet(self.app, self.person(), self._called, self._gone)

    def _called(self, name: str) -> None:
        self.name = name
        self.title.say(name)
        self.remember(person=name)
        self.charts = []
        self.entered()

    def _gone(self) -> None:
        """The list of players offers to restore the name."""
        for visit in self.app.visits:
            if visit.name == "players":
                visit.args.setdefault("forgotten", []).append(self.name)
        self.app.back()


class PlayersScreen(PlainPage):
    """`forgotten`: names that can be restored."""

    place = "players"
    widest = 1080.0

    def __init__(self, app: TablesideApp, forgotten: list[str] | None = None) -> None:
        super().__init__(app, app.look, say("Players"), actions=[("export-variant", self._share),
                                                                 ("account-plus-outline", self._add)],
                         role="headline wide")
        self.forgotten = forgotten if forgotten is not None else []

    def entered(self) -> None:
        self.remember(forgotten=self.forgotten)
        self.refresh()

    def parts(self) -> list[Any]:
        look, library = self.look, self.app.library
        people, records, groups = library.people(), library.person_records(), library.groups()
        letters = tokens.initials(person.name for person in people)
        parts: list[Any] = [Link(look, say("{name} has been removed from the list. Undo", name=name),
                                 "undo-variant", partial(self._bring_back, name)) for name in self.forgotten]
        if not people:
            parts.append(Hint(look, say("Nobody has played yet. Players will appear here."),
                              "account-multiple-outline"))
        self.long.begin(in_pairs(look, (self._row(person, letter, records[person.name])
                                        for person, letter in zip(people, letters, strict=True))))
        return [*parts, *self._groups(groups, bool(people)), self.long]

    def _groups(self, groups: list[Group], anybody: bool) -> list[Any]:
        look = self.look
        if not anybody and not groups:
            return []
        new = Link(look, say("New group"), "account-multiple-plus-outline",
                   lambda: GroupSheet(self.app, self.refresh))
        parts: list[Any] = [Heading(Words(look, say("Groups"), "kicker", "primary"), new)]
        if not groups:
            parts.append(Hint(look, say("Save people who often play together, and start in two taps."),
                              "account-group-outline"))
        parts += [ListRow(look, group.name, str(listing([person.name for person in group.people])),
                          "account-group-outline", partial(open_group, self.app, group, self.refresh),
                          more="play-circle-outline", tone="surface") for group in groups]
        return [*parts, Heading(Words(look, say("Everybody"), "kicker", "primary"))]

    def _row(self, person: Person, letter: str, record: Tally) -> ListRow:
        return ListRow(self.look, person.name, record_words(record), tone="surface",
                       do=partial(self.app.go, "player", person=person.name),
                       token=SeatToken(self.look, person.colour, letter, 40))

    def _add(self) -> None:
        colour = free_colour(person.colour for person in self.app.library.people())
        open_name(self.app, self.look, say("Somebody new"), "", say("Add"),
                  lambda name: self.app.library.add_person(Person(name, colour)), self.refresh)

    def _share(self) -> None:
        share_numbers(self.app, [person.name for person in self.app.library.people()],
                      str(say("All players")))

    def _bring_back(self, name: str) -> None:
        if tried(self.app, lambda: self.app.library.bring_back_person(name)):
            self.forgotten.remove(name)
            self.refresh()
