"""The history of finished plays by game, tonight's plays with one podium, and the trash."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.core.text import Text, count, in_a_row, say, say_in
from companion.services import when
from companion.services.chronicle import on_podium
from companion.services.evening.game import best_of, numbers_of
from companion.services.evening.tonight import NOTHING, NUMBERS, Night, tonight, words_of
from companion.services.evening.year import picture_words, played_in, to_look_back_on, year_of
from companion.services.history import Finished, game_of, title_of
from companion.services.library import Listed
from companion.services.play_details import Evening, evenings
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import hand_out, hand_out_file, take_file
from companion.ui.screens.plain import PlainPage, in_pairs, this_device
from companion.ui.screens.plays import DetailsSheet, PlayCard, open_play, resumed, titles_of
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Do, Grid, Link, Part, Row, TallChip, Voice, Words, Wrap
from companion.ui.widgets.controls.buttons import PrimaryButton
from companion.ui.widgets.controls.rows import CardBox, ChipRow, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, open_menu, open_offer, tried
from companion.ui.widgets.displays.chart import NumberTile
from companion.ui.widgets.displays.covers import Cover
from companion.ui.widgets.displays.covers import cover as load_cover
from companion.ui.widgets.displays.podium import Podium, Step
from companion.ui.widgets.displays.share_card import HIGH, WIDE, YearCard, dense, write_picture

STAND = 190.0  # dp
MOST_SHOWN = 6  # plays in the picture; more are only counted in its title


class HistoryScreen(PlainPage):
    place = "history"
    widest = 1080.0

    def __init__(self, app: TablesideApp, game: str = "", person: str = "", month: str = "",
                 shelf: str = "") -> None:
        """`shelf`: "away" or "trash" instead of the plays."""
        super().__init__(app, app.look, say("History"), actions=[("plus", self._enter_play)],
                         role="headline wide")
        self.game, self.person, self.month, self.shelf = game, person, month, shelf

    def left(self) -> None:
        self.remember(game=self.game, person=self.person, month=self.month, shelf=self.shelf)

    # Parts

    def parts(self) -> list[Any]:
        library, look = self.app.library, self.look
        if self.shelf:
            return self._shelf()
        everything = evenings(library)
        games = sorted(dict.fromkeys(one.game for one in everything), key=lambda game: game != self.game)
        for key in ("month", "person", "game"):  # drop what no play fits any more
            fits = self._fitting()
            if not any(fits(one) for one in everything):
                setattr(self, key, "")
        fits = self._fitting()
        shown = [one for one in everything if fits(one)]
        self.title.say(self._title(self.game) if self.game else say("History"))
        parts: list[Any] = self._at_the_years_end()
        if len(games) > 1:
            choices: list[tuple[str, Text | str]] = [("", say("All games"))]
            choices += [(game, self._title(game)) for game in games]
            parts.append(ChipRow(look, choices, self.game, partial(self.choose, "game")))
        chips = [*(self._filters(everything) if everything[1:] else ()), *self._shelves()]
        if chips:
            parts.append(Wrap(chips))
        if self.game in games:
            parts.append(self._record([one for one in everything if one.game == self.game]))
        if not everything:
            parts.append(Hint(look, say("No finished plays yet. The first one will appear here."), "history"))
        self.long.begin(in_pairs(look, self._rows(shown)))
        return [*parts, self.long]

    def _fitting(self, but: str = "") -> Callable[[Evening], bool]:
        """Whether a play fits all filters `but` one."""
        person, month = ("" if key == but else getattr(self, key) for key in ("person", "month"))
        seats = self.app.library.store.results.names() if person else ()
        theirs = {play for play, name in seats if name == person}
        return lambda one: (self.game in ("", one.game) and (not month or month == when.month(one.when))
                            and (not person or one.id in theirs))

    def _filters(self, everything: list[Evening]) -> list[Any]:
        """Offer only people and months with plays to show."""
        def people() -> list[str]:
            plays = {one.id for one in everything if self._fitting("person")(one)}
            return sorted({name for play, name in self.app.library.store.results.names() if play in plays})

        def months() -> list[str]:
            return list(dict.fromkeys(when.month(one.when)
                                      for one in filter(self._fitting("month"), everything)))

        def choose(key: str, title: Text, icon: str, every: Text, values: Callable[[], list[str]]) -> None:
            open_menu(self.app, self.look, title,
                      [(value or every, "", icon, partial(self.choose, key, value))
                       for value in ("", *values())])

        return [
            TallChip(self.look, self.person or say("Everybody"), "account-outline",
                       partial(choose, "person", say("Whose plays?"), "account-outline", say("Everybody"),
                               people)),
            TallChip(self.look, self.month or say("Any month"), "calendar",
                       partial(choose, "month", say("Which month?"), "calendar", say("Any month"), months))]

    def _rows(self, shown: list[Evening]) -> Iterator[Any]:
        library = self.app.library
        for evening in shown:
            one = library.finished_play(evening.id)
            if one is None:
                continue
            colours = {person.name: person.colour for person in library.store.play(one.id).people}
            seats = [(colours.get(seat.name, seat.seat % 8), seat.name, seat.score) for seat in one.seats]
            title = self._title(one.game)
            yield PlayCard(self.look, game_of(one.game), title, one.outcome,
                           in_a_row(when.day(evening.when), evening.place), seats,
                           partial(open_play, self.app, one.id, title),
                           partial(self._open_menu, replace(one, when=evening.when)))

    # Archive and trash

    def _shelves(self) -> list[Any]:
        store = self.app.library.store
        shelves = (("away", say_in("heading", "Archived"), "archive-outline", store.how_many(archived=True)),
                   ("trash", say("Trash"), "delete-outline", store.how_many(trashed=True)))
        return [TallChip(self.look, f"{title} {many}", icon, partial(self.choose, "shelf", key))
                for key, title, icon, many in shelves if many]

    def _shelf(self) -> list[Any]:
        library, look, trash = self.app.library, self.look, self.shelf == "trash"
        plays = library.trash() if trash else library.plays(archived=True)
        if not plays:
            self.shelf = ""
            return self.parts()
        self.title.say(say("Trash") if trash else say_in("heading", "Archived"))
        menu = self._trash_menu if trash else self._away_menu
        self.long.begin(ListRow(look, play.title,
                                in_a_row(str(play.outcome or "").rstrip("."), _who_and_when(play)),
                                "delete-outline" if trash else "archive-outline", partial(menu, play))
                        for play in plays)
        links = [Link(look, say("All plays"), "arrow-left", partial(self.choose, "shelf", ""))]
        if trash:
            links.append(Link(look, say("Empty the trash"), "delete-empty-outline",
                              partial(self._empty_menu, len(plays))))
        return [Wrap(links), self.long]

    def on_back(self) -> bool:
        if self.shelf:
            self.choose("shelf", "")
            return True
        return False

    def _title(self, game: str) -> str:
        return title_of(game, titles_of(self.app))

    def _record(self, shown: list[Evening]) -> CardBox:
        look, library = self.look, self.app.library
        record = library.game_record(self.game)
        numbers = numbers_of(library, record, (one.id for one in shown))
        lines: list[Any] = [Grid([NumberTile(look, str(number), words) for number, words in numbers],
                                 columns=len(numbers))]
        lines += [IconLine(look, words, icon, role="body" if icon != "crown" else "support")
                  for icon, words in best_of(record)]
        return CardBox(look, lines)

    # Actions

    def _do(self, action: Do, words: Text, undo: Do | None = None) -> None:
        if tried(self.app, action):
            self.refresh()
            again = None if undo is None else (say("Undo"), lambda: self._do(undo, say("It is back.")))
            self.app.tell(words, again)

    def _open_menu(self, one: Finished) -> None:
        go = partial(open_play, self.app, one.id, self._title(one.game))
        opened = resumed(self.app, one.id)
        early = opened is not None and not opened.over()
        known = game_of(one.game) in self.app.found.games
        lines: list[Line] = []
        if known and early:
            lines.append((say("Resume"), say("Ended early."), "play", partial(go, "table")))
        if known:
            lines.append((say("Chronicle"), say("The evening in sentences"), "script-text-outline",
                          partial(go, "chronicle")))
        open_menu(self.app, self.look, one.outcome, [
            *lines,
            (say("Place, note and photo"), say("The day, and who really played"), "map-marker-outline",
             lambda: DetailsSheet(self.app, self.look, one.id, one.when, self.refresh)),
            (say("Export"), say("One file, without note and photo"), "export-variant",
             lambda: hand_out(self.app, f"{self._title(one.game)} {when.day(one.when)}.json",
                              lambda: self.app.library.files.export_play(one.id))),
            (say("Archive"), say("Hide it from this list; you can bring it back"), "archive-outline",
             lambda: self._archive(one.id, True)),
            (say("Delete"), say("Moves to the trash"), "delete-outline", partial(self._delete, one.id))])

    def _at_the_years_end(self) -> list[Any]:
        """The year as a picture, on top."""
        return [ListRow(self.look, text, second, icon, do, tone="surface")
                for text, second, icon, do in self._year(to_look_back_on(self.app.library))]

    def _year(self, shown: int | None) -> list[Line]:
        """The picture of this year; nothing without one."""
        if shown is None:
            return []

        def draw() -> None:
            found = year_of(self.app.library, shown)
            hand_out_file(self.app, found.file,
                          lambda path: write_picture(YearCard(found, self.app.found.games), path))
        return [(*picture_words(shown), "image-outline", draw)]

    def _archive(self, play: int, on: bool) -> None:
        library = self.app.library
        self._do(partial(library.archive, play, on), say("Archived.") if on else say("Back in the list."),
                 partial(library.archive, play, not on))

    def _delete(self, play: int) -> None:
        """Into the trash, so undo works now and later."""
        library = self.app.library
        self._do(partial(library.delete, play), say("Deleted. It is in the trash."),
                 partial(library.bring_back, play))

    def _away_menu(self, play: Listed) -> None:
        open_offer(self.app, self.look, play.title, [_who_and_when(play)],
                   (say("Bring back"), "archive-arrow-up-outline", lambda: self._archive(play.id, False)),
                   (say("Delete"), "delete-outline", partial(self._delete, play.id)))

    def _trash_menu(self, play: Listed) -> None:
        library = self.app.library
        gone = say("Delete for good removes it from {here}. This can't be undone.",
                   here=this_device(self.app))
        open_offer(self.app, self.look, play.title, [_who_and_when(play), gone],
                   (say("Bring back"), "delete-restore",
                    lambda: self._do(partial(library.bring_back, play.id), say("It is back."))),
                   (say("Delete for good"), "delete-forever-outline",
                    lambda: self._do(partial(library.delete_for_good, play.id), say("Deleted for good."))))

    def _empty_menu(self, plays: int) -> None:
        gone = count("One play will be removed from {here}. This can't be undone.",
                     "{n} plays will be removed from {here}. This can't be undone.", plays,
                     here=this_device(self.app))
        open_offer(self.app, self.look, say("Empty the trash"), [gone],
                   (say("Keep them"), "arrow-left", None),
                   (say("Delete all for good"), "delete-forever-outline",
                    lambda: self._do(self.app.library.empty_trash, say("The trash is empty."))))

    def _enter_play(self) -> None:
        sheets = [game for game in self.app.found.games.values() if game.setup_page]
        lines: list[Line] = [(say("A play without Tableside"), say("Box, people and final points"),
                              "pencil-outline",
                              partial(self.app.go, game.setup_page, game=game.facts.id, once=True))
                             for game in sheets]
        newest = played_in(evenings(self.app.library, archived=True), None)
        open_menu(self.app, self.look, say("Add or share"), [
            *lines, *self._year(newest), (say("From a file"), say("A play that somebody shared"), "import",
                     lambda: take_file(self.app, say("Import a play"), self.refresh))])


def _who_and_when(play: Listed) -> str:
    return str(in_a_row(*play.names, when.day(play.touched)))


# Tonight

class Stand(Part):
    """The podium of an evening, on its own ground."""

    def __init__(self, look: Look, night: Night) -> None:
        super().__init__()
        guests = night.guests
        steps = [Step(guests[one.seat].colour, guests[one.seat].letter, one.place, one.score, (),
                      guests[one.seat].name)
                 for one in on_podium(night.outcome())]
        self.podium = Podium(look, steps)
        self.add_parts(self.podium)

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(STAND))

    def arrange(self) -> None:
        foot = dp(tokens.S)
        self.podium.pos, self.podium.size = (self.x, self.y + foot), (self.width, self.height - foot)
        self.podium.arrange()


class NightRow(Row):
    """A play in the picture: its cover, its name and how it ended."""

    def __init__(self, look: Look, one: Finished, title: str) -> None:
        cover = Cover(game_of(one.game), corners=(dp(8),) * 4)
        cover.size = (dp(64), dp(38))
        words = Column([Words(look, title, "answer"),
                        Words(look, str(one.outcome).rstrip("."), "support", "text2")], gap=0)
        super().__init__([cover, words], gap=12)
        self.stretch = self.parts[1]


class NightCard(Column):
    """The evening as a picture: covers, podium, every play and the day."""

    def __init__(self, app: TablesideApp, night: Night) -> None:
        titles = titles_of(app)
        with dense():
            look = Look.of("dark")
            games = list(dict.fromkeys(game_of(one.game) for one in night.plays))
            for game in games:
                load_cover(game)  # at once: the picture is saved in this frame
            title, wins = words_of(night, app.library)
            head = [Cover(game, 0.62, (dp(10),) * 4) for game in games[:3]]
            rows = [NightRow(look, one, title_of(one.game, titles)) for one in night.plays[-MOST_SHOWN:]]
            date = Words(look, when.weekday(night.plays[-1].when), "support", "text2")
            parts = [Voice(look, title, "headline", align="center", chrome=True),
                     Words(look, wins, "answer", "text2", align="center"),
                     Grid(head, columns=len(head)), Stand(look, night), *rows,
                     Row([date, Voice(look, "Tableside", "answer")], date)]
            super().__init__(parts, gap=12, pad=16)
            Box(self, look.colour("background"))
            self.fit(WIDE)
            self.take_size(WIDE, max(HIGH, self.height))


class TonightScreen(PlainPage):
    widest = 720.0

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look, say("Tonight"))
        self.night: Night | None = None

    def parts(self) -> list[Any]:
        look, night = self.look, tonight(self.app.library)
        self.night = night
        if night is None:
            return [Hint(look, NOTHING, "podium")]
        title, wins = words_of(night, self.app.library)
        self.title.say(title)
        self.long.begin(in_pairs(look, [self._card(night, one) for one in reversed(night.plays)]))
        share = PrimaryButton(look, say("Share as a picture"), "share-variant", partial(self.share, night))
        below = Words(look, NUMBERS, "support", "text2", align="center")
        return [Voice(look, wins, "headline", align="center"), Stand(look, night), below, share, self.long]

    def _card(self, night: Night, one: Finished) -> PlayCard:
        colours = {guest.name: guest.colour for guest in night.guests}
        seats = [(colours.get(seat.name, seat.seat % len(tokens.SEATS)), seat.name, seat.score)
                 for seat in one.seats]
        title = title_of(one.game, titles_of(self.app))
        return PlayCard(self.look, game_of(one.game), title, one.outcome, when.clock(one.when), seats,
                        partial(open_play, self.app, one.id, title))

    def share(self, night: Night) -> None:
        name = in_a_row(*words_of(night, self.app.library)[:1], when.iso_day(night.plays[-1].when))
        hand_out_file(self.app, f"{name}.png", lambda path: write_picture(NightCard(self.app, night), path))
