"""Older files: each is brought up to date with all that is in it, or left as it was."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.core.seats import Person
from companion.services.evening import Evening
from companion.services.ports.recording import SetClock
from companion.services.store import open_store, schema
from companion.services.store.backup import looked_over
from companion.services.store.schema import VERSION
from tests.toys.orchard import game as orchard

GOLDEN = Path(__file__).parent / "golden"


VERSION_1 = """
    CREATE TABLE plays (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
                        rules TEXT NOT NULL, setup TEXT NOT NULL, began REAL NOT NULL, touched REAL NOT NULL);
    CREATE TABLE records (play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE, number INTEGER NOT NULL,
                          line TEXT NOT NULL, PRIMARY KEY (play, number)) WITHOUT ROWID;
    CREATE TABLE people (folded TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, seen REAL NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE copies (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, name TEXT NOT NULL,
                         copy TEXT NOT NULL, changed REAL NOT NULL, UNIQUE (game, name));
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA application_id = 1952539244;
    PRAGMA user_version = 1;
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO people VALUES ('ana', 'Ana', 3, 50.0);
    INSERT INTO copies VALUES (1, 'windward', 'Mine', '{"tiles": [1]}', 40.0);
    INSERT INTO plays VALUES (4, 'abc', 'orchard', '1', '{"people": [{"name": "Ana", "colour": 0},
        {"name": "Ben", "colour": 1}], "options": {"market": false}, "copy": null}', 10.0, 20.0);
    INSERT INTO records VALUES (4, 0, '{"kind":"answer","key":"Weather/table","seat":null,"answer":[3],"at":11.0}');
    INSERT INTO records VALUES (4, 1, '{"kind":"answer","key":"Pick/0","seat":0,"answer":"done","at":12.0}');
"""


def old_file(path: Path) -> None:
    file = sqlite3.connect(path)
    file.executescript(VERSION_1)
    file.close()


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(path: Path) -> None:
    old_file(path)
    store = open_store(path)
    assert store.notice is None and store.setting("theme") == "dark"
    assert store.people() == [Person("Ana", 3)] and store.copies("windward")[0].copy == {"tiles": [1]}
    kept = Evening(store, {"orchard": orchard}, SetClock())
    (listed,) = kept.plays()
    assert (listed.id, listed.names, str(listed.subtitle), listed.finished) == (
        4, ("Ana", "Ben"), "Day 1. Ana, pick an apple.", False)
    opened = kept.resume(4)
    assert opened.play.table.seats[0].apples == 1
    opened.answer("Rest/0", "done")
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_step_that_fails_leaves_the_older_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(path)
    monkeypatch.setattr(schema, "STEPS", (schema.STEPS[0], schema.STEPS[1] + "; CREATE TABLE plays (again)"))
    file = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        schema.bring_up_to_date(file)
    assert file.execute("PRAGMA user_version").fetchone() == (1,)
    assert file.execute("SELECT count(*) FROM records").fetchone() == (2,)
    assert "archived" not in [row[1] for row in file.execute("PRAGMA table_info(plays)")]


def test_a_file_of_version_2_opens_with_all_its_plays_and_every_sealed_vote(path: Path) -> None:
    """The golden file was written by the app as it was before there were sums, with plays of every game."""
    shutil.copyfile(GOLDEN / "store-v2.db", path)
    wanted = json.loads((GOLDEN / "store-v2.json").read_text(encoding="utf-8"))
    store = open_store(path)
    assert store.notice is None
    rows = sorted([*store.plays(), *store.plays(archived=True)], key=lambda row: row.id)
    assert [{"uid": row.uid, "game": row.game, "archived": row.archived,
             "names": [person.name for person in row.setup.people],
             "log": [record.to_json() for record in store.records(row.id)]} for row in rows] == wanted["plays"]
    assert not any(row.damaged for row in rows)
    assert [[one.name, one.colour] for one in store.people()] == wanted["people"]
    assert [[one.game, one.name] for one in store.copies()] == wanted["copies"]
    assert {key: store.setting(key) for key in wanted["settings"]} == wanted["settings"]
    assert [timer.name for row in rows for timer in store.timers(row.id)] == ["vote 1"]
    store.close()
    heads, gone = looked_over(path)
    assert gone == set() and {uid: number for uid, (number, _) in heads.items()} == {
        play["uid"]: len(play["log"]) for play in wanted["plays"]}, "every line has its sum now"
    assert sum(record["kind"] == "answer" and record.get("sealed", False)
               for play in wanted["plays"] for record in play["log"]) >= 6, "there were secrets in it"


def test_a_line_that_is_no_text_stops_no_migration(path: Path) -> None:
    shutil.copyfile(GOLDEN / "store-v2.db", path)
    file = sqlite3.connect(path)
    file.execute("UPDATE records SET line = CAST(x'7bff7d' AS TEXT) WHERE play = 1 AND number = 3")
    file.commit()
    file.close()
    store = open_store(path)
    assert store.notice is None and len(store.readable_records(1)) == 3
    assert len(store.records(2)) == len(json.loads((GOLDEN / "store-v2.json").read_text())["plays"][1]["log"])
