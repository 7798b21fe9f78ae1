"""Secrets in the file, and lines that were hit: what can't be read at a glance, and what can't be read at all."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.core.log import ANSWER, Record
from companion.core.text import Refused
from companion.services.open_play import OpenPlay
from companion.services.store import open_store
from companion.services.store.lines import journals_of
from tests.core.everything import parts_of
from tests.services.store.orchards import NO_MARKET, library, picked


def voted(path: Path) -> OpenPlay:
    """Orchard on the evening of the first day; Ana has voted for Cleo (seat 2)."""
    opened = library(path).start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    for seat in range(3):
        opened.answer(f"Rest/{seat}", "done")
    opened.answer("Vote/0", 2)
    return opened


def test_a_ballot_is_not_readable_in_the_file(path: Path) -> None:
    opened = voted(path)
    line = json.loads(sqlite3.connect(path).execute(
        "SELECT line FROM records WHERE play = ? ORDER BY number DESC", (opened.id,)).fetchone()[0])
    assert line["key"] == "Vote/0" and line["sealed"] is True
    assert line["answer"] not in (2, "2") and len(line["answer"]) >= 40
    assert library(path).resume(opened.id).play.log[-1].answer == 2


def test_long_ballots_are_no_longer_than_short_ones(path: Path) -> None:
    store = open_store(path)
    play = store.add_play("orchard", "1", NO_MARKET, 5.0)
    words = ["Ana", "Ben", "Maximiliane"]
    for number, word in enumerate(words):
        store.book(play, number, Record(ANSWER, "V", 0, word, sealed=True), "1", None)
    rows = store.file.execute("SELECT line FROM records ORDER BY number")
    lines = [json.loads(line)["answer"] for (line,) in rows]
    assert len({len(line) for line in lines}) == 1
    assert not any(word in line for word in words for line in lines)
    assert [record.answer for record in store.records(play)] == words
    assert store.setting("seal key") is None, "no key that pretends to be one"


@pytest.mark.parametrize("line", [
    "", "{", "[]", '{"kind":"answer","key":"V","seat":0,"answer":"####","at":0,"sealed":true}',
    '{"kind":"answer","key":"V","seat":0,"answer":"AAAA","at":0,"sealed":true}'])
def test_a_damaged_line_is_said(path: Path, line: str) -> None:
    opened = picked(path)
    for journal in journals_of(path):
        journal.unlink()
    opened.store.file.execute("UPDATE records SET line = ? WHERE number = 1", (line,))
    with pytest.raises(Refused, match="Line 2 of this play is damaged"):
        library(path).resume(opened.id)
    assert [one.id for one in library(path).plays()] == [opened.id], "it is listed all the same"
    exported = parts_of(library(path).files.export_play(opened.id))[1]["play"]
    assert [line["key"] for line in exported["log"]] == ["Weather/table"], "and what can be read can be taken along"


@pytest.mark.parametrize("statement", [
    "UPDATE records SET line = '' WHERE number = 1",
    "UPDATE records SET line = replace(line, 'done', 'dome') WHERE number = 1",
    "UPDATE records SET line = CAST(x'ff' AS TEXT) WHERE number = 1",
    "UPDATE records SET sum = 'x' WHERE number = 0",
    "UPDATE records SET number = 9 WHERE number = 1",
    "DELETE FROM records WHERE number = 0"])
def test_a_line_that_was_hit_comes_back_from_the_journal(path: Path, statement: str) -> None:
    opened = picked(path)
    opened.store.file.execute(statement)
    assert library(path).resume(opened.id).play.log == opened.play.log
    assert open_store(path).records(opened.id) == opened.play.log, "for good"


@pytest.mark.parametrize("statement", [
    "UPDATE records SET line = '' WHERE number = 0",
    "UPDATE records SET line = replace(line, 'done', 'dome') WHERE number = 1"])
def test_a_line_that_was_hit_comes_back_from_a_backup(path: Path, statement: str) -> None:
    opened = picked(path)
    log = opened.play.log
    opened.store.close()
    assert journals_of(path) == [], "the backup holds it all"
    store = open_store(path)
    store.file.execute(statement)
    assert store.records(opened.id) == log


def test_the_lines_after_a_mended_one_stay(path: Path) -> None:
    """The backup is older than the file: it has the line that was hit, the file those that follow."""
    opened = picked(path)
    opened.store.close()
    again = library(path).resume(opened.id)
    for at in range(4):
        again.correct("basket", at)
    for journal in journals_of(path):
        journal.unlink()
    again.store.file.execute("UPDATE records SET line = 'rubbish' WHERE number = 1")
    assert library(path).resume(opened.id).play.log == again.play.log and len(again.play.log) == 6
