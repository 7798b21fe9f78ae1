"""What the store keeps beside the plays: people, copies, settings and clocks."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from companion.core.questions import Json, Refused
from companion.core.seats import COLOURS, Person, name_key
from companion.core.text import say
from companion.core.timers import Countdown
from companion.services.store.checksums import copy_sum
from companion.services.store.restoring import whole_copy
from companion.services.store.rows import CopyRow
from companion.services.store.schema import is_text
from companion.services.store.transactions import Row, Transactions

_COPY = "SELECT id, game, name, copy, changed, sum FROM copies"


class PeopleAndCopies(Transactions):

    # Clocks

    def timers(self, play: int) -> list[Countdown]:
        found: list[Countdown] = []
        for (state,) in self._rows("SELECT state FROM timers WHERE play = ? ORDER BY name", play):
            with suppress(ValueError, TypeError):  # a clock that can't be read begins again
                timer = Countdown.from_json(json.loads(state))
                if timer is not None:
                    found.append(timer)
        return found

    def save_timer(self, play: int, timer: Countdown) -> None:
        with self._change() as file:
            file.execute("INSERT OR REPLACE INTO timers VALUES (?, ?, ?)",
                         (play, timer.name, json.dumps(timer.to_json())))

    def forget_timers(self, play: int) -> None:
        with self._change() as file:
            file.execute("DELETE FROM timers WHERE play = ?", (play,))

    # People

    def people(self) -> list[Person]:
        """Who has played, the latest first, with the colour they had."""
        rows = self._rows("SELECT name, colour FROM people WHERE forgotten IS NULL ORDER BY seen DESC, folded")
        return [Person(name, colour) for name, colour in rows
                if isinstance(name, str) and is_text(name) and colour in range(len(COLOURS))]

    def remember(self, people: Sequence[Person], when: float) -> None:
        """The first of the list is the first shown."""
        rows = [(name_key(one.name), one.name.strip(), one.colour, when - at / 1000) for at, one in enumerate(people)]
        with self._change() as file:
            file.executemany("INSERT OR REPLACE INTO people (folded, name, colour, seen) VALUES (?, ?, ?, ?)", rows)

    def forget(self, name: str, when: float = 0.0) -> None:
        """No longer shown. The row stays, so that `bring_back_person` can show it again."""
        with self._change() as file:
            file.execute("UPDATE people SET forgotten = ? WHERE folded = ?", (when, name_key(name)))

    def bring_back_person(self, name: str) -> None:
        with self._change() as file:
            file.execute("UPDATE people SET forgotten = NULL WHERE folded = ?", (name_key(name),))

    def recolour(self, name: str, colour: int) -> None:
        with self._change() as file:
            file.execute("UPDATE people SET colour = ? WHERE folded = ?", (colour, name_key(name)))

    def rename_person(self, old: str, new: str) -> None:
        """The row moves to its new name; a forgotten one that stood there gives way."""
        with self._change() as file:
            if name_key(old) != name_key(new):
                file.execute("DELETE FROM people WHERE folded = ?", (name_key(new),))
            file.execute("UPDATE people SET folded = ?, name = ? WHERE folded = ?", (name_key(new), new, name_key(old)))

    # Copies

    def copies(self, game: str | None = None) -> list[CopyRow]:
        """The latest first; of one game or of all. One that can't be read is mended from a backup, or passed over."""
        rows = self._rows(f"{_COPY} WHERE game = ? OR ? IS NULL ORDER BY changed DESC, id DESC", game, game)
        return [row for row in map(self._copy_row, rows) if row is not None]

    def copy(self, copy: int) -> CopyRow:
        rows = self._rows(f"{_COPY} WHERE id = ?", copy)
        row = self._copy_row(rows[0]) if rows else None
        if row is None:
            raise Refused(say("This copy is no longer here."))
        return row

    def save_copy(self, game: str, name: str, copy: Json, when: float, id: int | None = None) -> int:
        """A new copy, or (with its id) another name or content for one that is there."""
        with self._change() as file:
            text = json.dumps(copy, allow_nan=False)
            self._entries.append({"game": game, "name": name, "copy": text, "changed": when})
            row = (game, name, text, when, copy_sum(game, name, text))
            try:
                if id is None:
                    return file.execute("INSERT INTO copies (game, name, copy, changed, sum) VALUES (?, ?, ?, ?, ?)",
                                        row).lastrowid or 0
                file.execute("UPDATE copies SET name = ?, copy = ?, changed = ?, sum = ? WHERE id = ? AND game = ?",
                             (*row[1:], id, game))
                return id
            except sqlite3.IntegrityError:
                raise Refused(say("There is a copy called {name} already. Choose another name.", name=name)) from None

    def delete_copy(self, copy: int) -> None:
        with self._change() as file:
            file.execute("DELETE FROM copies WHERE id = ?", (copy,))

    def _copy_row(self, row: Row) -> CopyRow | None:
        id, game, name, copy, changed, sum = row
        if sum and sum != copy_sum(game, name, copy) and self.path is not None:
            better = whole_copy(self.path, str(game), str(name))
            if better is not None:
                copy = better
                with suppress(Refused), self._change() as file:
                    file.execute("UPDATE copies SET copy = ?, sum = ? WHERE id = ?",
                                 (copy, copy_sum(game, name, copy), id))
        with suppress(ValueError, TypeError, RecursionError):
            return CopyRow(id, str(game), str(name), json.loads(copy), float(changed))
        return None

    # Settings

    def setting(self, key: str) -> Json:
        """None where it was never set, or can't be read."""
        for (value,) in self._rows("SELECT value FROM settings WHERE key = ?", key):
            with suppress(ValueError, TypeError, RecursionError):
                return json.loads(value)
        return None

    def set(self, key: str, value: Json) -> None:
        with self._change() as file:
            file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, json.dumps(value, allow_nan=False)))
