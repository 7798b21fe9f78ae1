"""The library: everything saved, as screens see it. They may read its `store`, but never write to it.

    library = Library(open_store(path), find_games().games, machine.clock)
    opened = library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    opened.answer("Oldest/table", 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from companion.core.engine.boundary import package_of
from companion.core.game import Game
from companion.core.set_aside import SetAside
from companion.core.setup import LONGEST_NAME, Person, Setup, name_key
from companion.core.text import Refused, Text, say
from companion.core.values import Json, same
from companion.services import history as past
from companion.services.play_details import delete_with_details
from companion.services.settings import DEFAULTS, TIMED, as_read, check_setting, entries_of, times_after
from companion.services.store import BoxRow, PlayRow, ResultRow, Store, start_fresh

if TYPE_CHECKING:  # what plays and files need is imported when the first is opened, after the first frame
    from companion.core.play import GuardedPlay
    from companion.services.file_exchange import FileExchange
    from companion.services.open_play import OpenPlay
    from companion.services.ports.machine import Clock


@dataclass(frozen=True)
class Listed(PlayRow):
    known: bool = True
    """Is its game installed? Otherwise the play can't be opened, but stays saved."""
    title: str = ""
    aside: Text | None = None

    @property
    def finished(self) -> bool:
        return self.outcome is not None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)


class Library:
    def __init__(self, store: Store, games: Mapping[str, Game[Any]], clock: Clock) -> None:
        self.games = games
        self.clock = clock
        self._use(store)

    def _use(self, store: Store) -> None:
        self.store = store
        self.set_aside = SetAside(None if store.path is None else store.path.parent)
        self._open: dict[int, OpenPlay] = {}
        self._keys: dict[int, str] = {}
        self.bring_back = store.bring_back
        self.boxes, self.delete_box = store.boxes, store.delete_box
        self.recolour, self.bring_back_person = store.recolour, store.bring_back_person
        self.decided = store.decided

    @cached_property
    def files(self) -> FileExchange:
        from companion.services.file_exchange import FileExchange
        return FileExchange(self)

    @property
    def notice(self) -> Text | None:
        """What was wrong with the saved plays; show it before the first answer."""
        aside = [play.aside for play in self.plays() if play.aside is not None] if len(self.set_aside) else []
        return self.store.notice or next(iter(aside), None)

    def start_fresh(self) -> None:
        self._use(start_fresh(self.store))

    # Plays

    def plays(self, *, archived: bool = False) -> list[Listed]:
        """Newest first."""
        self._note_all()
        return [self._listed(self._up_to_date(row)) for row in self.store.plays(archived=archived)]

    def open_plays(self) -> list[Listed]:
        """The plays under way, newest first."""
        self._note_all()
        rows = [self._listed(self._up_to_date(row)) for row in self.store.open_plays()]
        return [row for row in rows if not row.finished]

    def listed(self, play: int) -> Listed:
        """Raises `Refused` if it is no longer here."""
        return self._listed(self._up_to_date(self.store.play(play)))

    def latest(self) -> Iterator[Listed]:
        """All plays, newest first, then those archived; read one by one."""
        return (self._listed(self._up_to_date(row)) for row in self.store.latest(archived=True))

    def last_setup(self, game: str) -> Setup | None:
        plugin = self.games.get(game)
        for row in self.store.latest(game):
            if plugin is not None and not row.damaged:
                known = {option.key: [choice.value for choice in option.choices] for option in plugin.options}
                last = row.setup.options
                options = {key: value for key, value in last.items() if value in known.get(key, ())}
                return Setup(row.people, options, row.setup.box)
        return None

    def start(self, game: str, setup: Setup, *, draws: bool = False) -> OpenPlay:
        """Start a play. Raises `Refused` if it can't be played or saved.

        `draws`: draw the first answer if the game wants that.
        """
        from companion.core.play import GuardedPlay
        from companion.services.summary import summary_of
        plugin = self._game(game)
        play = GuardedPlay(plugin, setup)
        when = self.clock.wall()
        play_id = self.store.add_play(game, plugin.rules_version, play.setup, when, summary_of(play))
        with suppress(Refused):  # the play itself also holds its people
            self.store.remember(play.setup.people, when)
        opened = self.resume(play_id)
        if draws:
            opened.draw_first()
        return opened

    def resume(self, play_id: int) -> OpenPlay:
        """Open a saved play. Check `play.misfit` and `changed`: the rules may have changed."""
        row = self.store.play(play_id)
        if row.trashed is not None:
            raise Refused(say("This play is in the trash. Bring it back first."))
        _check_whole(row)
        at_table = self._open.get(play_id)
        if at_table is not None and len(at_table.play.log) == row.records:
            return at_table
        self._open[play_id] = self._opened(row)
        return self._open[play_id]

    def close(self, opened: OpenPlay) -> None:
        opened.note()
        if self._open.get(opened.id) is opened:
            del self._open[opened.id]
        self.store.back_up()

    def reopen(self, opened: OpenPlay) -> OpenPlay:
        """Reload the play under changed rules, checking every answer. Raises `Refused` without any change."""
        row = self.store.play(opened.id)
        self._open[opened.id] = self._opened(row, checked=True)
        return self._open[opened.id]

    def is_new(self) -> bool:
        return not self.setting("welcomed") and not self.store.people() and not self.store.how_many()

    # Plays that ended the app

    def aside(self, row: PlayRow) -> Text | None:
        """Why this play isn't opened: the app was ended twice in the middle of an answer."""
        if not any(name in self.set_aside for name in _noted_as(row)):
            return None
        return say("The app was closed twice while {title} worked on an answer, so this play is set aside.",
                   title=self._game(row.game).facts.title)

    def try_again(self, play_id: int) -> OpenPlay:
        for name in _noted_as(self.store.play(play_id)):
            self.set_aside.forgive(name)
        return self.resume(play_id)

    # Damaged plays

    def damage(self, play_id: int) -> Text | None:
        try:
            _check_whole(self.store.play(play_id))
            self.store.records(play_id)
        except Refused as error:
            return error.refusal.why
        return None

    def readable(self, play_id: int) -> GuardedPlay:
        """A play up to its first unreadable line, for chronicle and result. Raises `Refused`."""
        from companion.core.play import GuardedPlay
        row = self.store.play(play_id)
        _check_whole(row)
        return GuardedPlay(self._game(row.game), row.setup, self.store.readable_records(play_id))

    def to_read(self, play_id: int) -> GuardedPlay:
        """The readable play before votes that aren't revealed, for anybody to read. Raises `Refused`."""
        from companion.core.play import GuardedPlay
        from companion.services.votes import hidden_votes, votes_key
        play = self.readable(play_id)
        hidden = hidden_votes(play, self.store.setting(votes_key(self.store.play(play_id).uid)))
        return GuardedPlay(play.game, play.setup, play.log[:min(hidden)]) if hidden else play

    def go_on_before_damage(self, play_id: int) -> OpenPlay:
        """Continue in a copy up to the first unreadable line; the original is kept."""
        play, row = self.readable(play_id), self.store.play(play_id)
        new = self.store.add_play(row.game, play.game.rules_version, row.setup, row.began, records=play.log)
        opened = self.resume(new)
        opened.note()  # it knows which votes are closed
        return opened

    # Ending and deleting: all of it stays in the file. Each raises `Refused` if it can't be saved.

    def end_here(self, play_id: int, winner: int | None = None) -> None:
        """Mark the play as ended, with its standings; the next answer reopens it."""
        self.resume(play_id).end(True, winner)
        self._open.pop(play_id, None)

    def play_on(self, play_id: int) -> None:
        """Take *End here* back."""
        self.resume(play_id).end(False)

    def archive(self, play_id: int, on: bool = True) -> None:
        """Archive the play, or bring it back."""
        self.store.archive(play_id, on, self.clock.wall())

    def delete(self, play_id: int) -> None:
        """Move to the trash, including sealed votes; `bring_back` undoes it at any time."""
        self.store.trash(play_id, self.clock.wall())
        self._open.pop(play_id, None)

    def trash(self) -> list[Listed]:
        return [self._listed(row) for row in self.store.trashed()]

    def delete_for_good(self, play_id: int) -> None:
        if self.store.play(play_id).trashed is None:
            raise Refused(say("Only plays in the trash can be deleted for good."))
        delete_with_details(self, [self.store.play(play_id)])

    def empty_trash(self) -> int:
        """Return how many plays were deleted."""
        rows = self.store.trashed()
        delete_with_details(self, rows)
        return len(rows)

    # Pausing and ending

    def pause(self) -> None:
        """The app goes to the background: save summaries, checkpoint, back up."""
        self._note_all()
        self.store.checkpoint()
        self.store.back_up()

    def quit(self) -> None:
        self._note_all()
        self.store.close()

    def _note_all(self) -> None:
        for opened in self._open.values():
            opened.note()

    # Boxes

    def save_box(self, game: str, name: str, box: Json,
                 box_id: int | None = None) -> tuple[BoxRow, list[Text]]:
        """Save a box (with its id, replace it); return it with the game's warnings."""
        from companion.core.files import check_box
        warnings = check_box(self._game(game), box)
        if not name.strip():
            raise Refused(say("The box has no name. Type one."))
        saved = self.store.save_box(game, name.strip(), box, self.clock.wall(), box_id)
        return self.store.box(saved), warnings

    def export_box(self, box_id: int) -> str:
        from companion.core.files import BoxFile, dump
        row = self.store.box(box_id)
        return dump(BoxFile(row.game, row.name, row.box))

    def box_code(self, box_id: int) -> str:
        """A short code of the box, for a friend who has the same game."""
        from companion.core.boxes.code import box_code
        row = self.store.box(box_id)
        boxes = self._with_boxes(row.game).boxes
        return box_code(row.game, boxes.dictionaries(), row.name, row.box, boxes.packings())

    def box_by_code(self, code: str, game: str | None = None) -> BoxRow:
        """Save the box behind a friend's code, unless you have it. Raises `Refused`.

        With `game`, it must be one of this game, and its name may be left out.
        """
        from companion.core.boxes.code import box_of, game_of, with_name
        found = game_of(code, self.games)
        if found is None and game is not None:
            found, code = game, with_name(code, game)
        if found is None or game not in (None, found):
            raise Refused(say("This isn't a box code. It begins with the game's name, such as WINDWARD."))
        boxes = self._with_boxes(found).boxes
        called, box = box_of(code, found, boxes.dictionaries(), boxes.packings())
        had = next((row for row in self.boxes(found) if same(_unnamed(row.box), _unnamed(box))), None)
        name = called.strip()[:LONGEST_NAME] or str(say("My box"))
        return had or self.save_box(found, self.free_name(found, name), box)[0]

    def bring_back_box(self, row: BoxRow) -> BoxRow:
        """Save a deleted box again, under its own id if no other has it by now."""
        id = None if any(one.id == row.id for one in self.boxes()) else row.id
        name = self.free_name(row.game, row.name)
        return self.store.box(self.store.save_box(row.game, name, row.box, row.changed, id))

    def free_name(self, game: str, name: str) -> str:
        """The name, with a number if a box has it already."""
        taken, number = {row.name for row in self.boxes(game)}, 1
        while (free := name if number == 1 else f"{name} {number}") in taken:
            number += 1
        return free

    def _with_boxes(self, game: str) -> Game[Any]:
        """The game, if its boxes differ. Raises `Refused`."""
        found = self._game(game)
        if found.boxes.starter() is None:
            raise Refused(say("{game} needs no box code: all its boxes are alike.", game=found.facts.title))
        return found

    def length(self, play_id: int) -> float:
        """Seconds that a play took; 0 if nobody knows."""
        from companion.services.chronicle import length_of
        with suppress(Refused):  # damaged
            return length_of(self.store.play(play_id).setup, self.store.records(play_id))
        return 0.0

    # Settings

    def settings(self) -> dict[str, Json]:
        return {key: as_read(key, self.store.setting(key)) for key in DEFAULTS}

    def setting(self, key: str) -> Any:
        return self.settings()[key]

    def set(self, key: str, value: Json) -> None:
        self.store.set_all(self._to_save(key, value))

    def _to_save(self, key: str, value: Json) -> dict[str, Json]:
        """The setting, with the times of its entries if each has one. Raises `Refused`."""
        check_setting(key, value)
        if key not in TIMED:
            return {key: value}
        times = self.setting("times")
        now = times_after(entries_of(key, self.setting(key)), entries_of(key, value), times.get(key, {}),
                          self.clock.wall())
        return {key: value, "times": {**times, key: now}}

    # History

    def history(self) -> list[past.Finished]:
        return past.finished(self._by_name(self.store.results.seats()))

    def results(self) -> list[ResultRow]:
        """Every seat of every finished play, under people's current names."""
        return list(self.each_result())

    def each_result(self) -> Iterator[ResultRow]:
        """The same one by one, for a job in steps."""
        names, own = self.names(), self._named()
        now = lru_cache(maxsize=1024)(lambda name: past.today(name, names))
        for row in self.store.results.seats():
            name, game = now(row.name), self.key_of(row.play, row.game) if row.game in own else row.game
            yield row if (name, game) == (row.name, row.game) else replace(row, name=name, game=game)

    def _by_name(self, rows: list[ResultRow]) -> list[ResultRow]:
        own = self._named()

        def named(row: ResultRow) -> ResultRow:
            return replace(row, game=self.key_of(row.play, row.game)) if row.game in own else row

        return [named(row) for row in rows]

    def _named(self) -> frozenset[str]:
        """Games whose score sheets are counted each under its own name, as their points aren't comparable."""
        return frozenset(id for id, game in self.games.items() if type(game).named is not Game.named)

    def key_of(self, play: int, id: str) -> str:
        """The key a play is counted under."""
        if id not in self._named():
            return id
        if play not in self._keys:  # a setup never changes
            game = self.games[id]
            name = game.named(self.store.play(play).setup)
            same = next((id for id, one in self.games.items() if one.facts.title == name), None)
            self._keys[play] = same or past.key_of(id, game.facts.title, name)  # played without its referee
        return self._keys[play]

    def finished_play(self, play: int) -> past.Finished | None:
        """A finished play with its seats, under the names they had."""
        return next(iter(past.finished(self._by_name(self.store.results.seats_of([play])))), None)

    def game_record(self, game: str) -> past.GameRecord:
        return past.game_record(self.results(), game)

    def person_records(self) -> dict[str, past.Tally]:
        """Everybody's plays and wins, under people's current names."""
        names = self.names()
        found = {name_key(person.name): past.Tally(person.name) for person in self.people()}
        for name, plays, wins in self.store.results.tallies():
            key = name_key(past.today(name, names))
            if key in found:
                found[key] = replace(found[key], plays=found[key].plays + plays, wins=found[key].wins + wins)
        return {one.name: one for one in found.values()}

    # People. Saved plays keep their names; `now_called` maps old names to current ones, so that a rename or
    # merge changes no play and can be undone. Each change raises `Refused` if it can't be made or saved.

    def names(self) -> dict[str, str]:
        """Everybody's current name, by the name they had."""
        return past.without_circles(self.setting("now_called"), self.setting("times").get("now_called", {}))

    def people(self) -> list[Person]:
        """Remembered people, most recent first, with their last colour."""
        names = self.names()
        found = [(person, past.today(person.name, names)) for person in self.store.people()]
        return [Person(now, person.colour) for person, now in found if name_key(now) == name_key(person.name)]

    def forget(self, name: str) -> None:
        """Hide a person; `bring_back_person` undoes it at any time. Raises `Refused`."""
        self.store.forget(name, self.clock.wall())

    def add_person(self, person: Person) -> None:
        name = past.checked_name(person.name)
        self._check_free(name)
        self.store.remember([Person(name, person.colour)], self.clock.wall())

    def rename(self, old: str, new: str) -> None:
        """Earlier plays still count for the new name."""
        name = past.checked_name(new)
        if name_key(name) != name_key(old):
            self._check_free(name)
        self.store.rename_person(old, name, self._called(old, name))

    def merge(self, one: str, into: str) -> None:
        """Count the plays of both names for the second."""
        if name_key(one) == name_key(into):
            raise Refused(say("They are already the same person."))
        self.store.merge_people(one, into, self.clock.wall(), self._called(one, into))

    def unmerge(self, one: str) -> None:
        names = dict(self.setting("now_called"))
        names.pop(name_key(one), None)
        self.store.bring_back_person(one, self._to_save("now_called", names))

    # Groups

    def groups(self) -> list[past.Group]:
        """With everybody's current name."""
        names = self.names()
        found = []
        for group in self.setting("groups"):
            seated: dict[str, Person] = {}
            for name, colour in group["people"]:
                now = past.today(name, names)
                seated.setdefault(name_key(now), Person(now, colour))
            found.append(past.Group(group["name"], tuple(seated.values())))
        return found

    def save_group(self, name: str, people: Iterable[Person], was: str = "") -> past.Group:
        name = past.checked_name(name)
        group = past.Group(name, tuple(people))
        if not group.people:
            raise Refused(say("Choose who is in the group."))
        groups = entries_of("groups", self.setting("groups"))
        twin = groups.get(name_key(name))
        if twin is not None and name_key(name) != name_key(was):
            raise Refused(say("There is already a group called {name}. Choose another name.",
                              name=twin["name"]))
        self.set("groups", list({**groups, name_key(was or name): group.to_json()}.values()))
        return group

    def delete_group(self, name: str) -> past.Group | None:
        """Return the deleted group, for undo."""
        gone = next((one for one in self.groups() if name_key(one.name) == name_key(name)), None)
        self.set("groups", [one for one in self.setting("groups") if name_key(one["name"]) != name_key(name)])
        return gone

    # Internals

    def _check_free(self, name: str) -> None:
        key = name_key(name)
        twin = next((person.name for person in self.people() if name_key(person.name) == key), None)
        if twin is not None:
            raise Refused(say("{name} is already here. Merge the two if they are the same person.",
                              name=twin))

    def _called(self, old: str, new: str) -> dict[str, Json]:
        """The settings that call the old name by the new one."""
        names = dict(self.setting("now_called"))
        if name_key(old) != name_key(new):
            names.pop(name_key(new), None)  # the name is in use again
        names[name_key(old)] = new
        return self._to_save("now_called", names)

    def _game(self, game: str) -> Game[Any]:
        if game not in self.games:
            raise Refused(say("{game} isn't installed. Your plays are kept.", game=game))
        return self.games[game]

    def _opened(self, row: PlayRow, *, checked: bool = False) -> OpenPlay:
        from companion.services.open_play import OpenPlay
        game, aside = self._game(row.game), self.aside(row)
        if aside is not None:
            raise Refused(aside)
        if package_of(game).startswith("companion.games."):
            return OpenPlay(self.store, game, row, self.clock, checked=checked)
        answers, opening = _noted_as(row)
        with self.set_aside.noted(opening):
            opened = OpenPlay(self.store, game, row, self.clock, checked=checked)
        opened.play.noted = partial(self.set_aside.noted, answers)
        return opened

    def _listed(self, row: PlayRow) -> Listed:
        game = self.games.get(row.game)
        if game is None:
            return Listed(**vars(row), known=False, title=row.game)
        return Listed(**vars(row), title=game.named(row.setup), aside=self.aside(row))

    def _up_to_date(self, row: PlayRow) -> PlayRow:
        """Rebuild a missing summary: the process was killed after saving a record, or the file is old."""
        if row.noted == row.records or row.game not in self.games or row.damaged:
            return row
        with suppress(Refused):  # list plays that can't be opened, too
            self._opened(row).note()
        return self.store.play(row.id)


def _noted_as(row: PlayRow) -> tuple[str, str]:
    """For its answers and for opening it: one that works doesn't excuse the other."""
    return f"play {row.uid or row.id}", f"opening {row.uid or row.id}"


def _check_whole(row: PlayRow) -> None:
    if row.damaged:
        raise Refused(say("This play's saved data is damaged. Export it; nothing is deleted."))


def _unnamed(box: Json) -> Json:
    """A box without the name that some games keep in it, as a short code has none."""
    return {key: value for key, value in box.items() if key != "name"} if isinstance(box, dict) else box
