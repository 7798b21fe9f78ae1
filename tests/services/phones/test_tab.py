"""The table in a browser tab, without the browser: strings in, strings out."""

from __future__ import annotations

import json
import threading
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.packs.making import make_pack
from companion.services.phones.tab import FIRST, STORE, Tab
from companion.services.ports.machine import MachineClock
from companion.services.store.backup import Backups, backups_of, undecided
from companion.services.store.opening import open_store
from companion.services.store.rows import Trouble
from companion.simulate import trial
from tests.services.store.refusing import FULL, full_disk

pytestmark = pytest.mark.slow

PEBBLES = Path(__file__).resolve().parents[3] / "examples" / "tableside-pebbles"


class Page:
    """What the worker and the page do."""

    def __init__(self, home: Path) -> None:
        self.tab = Tab(home, ["xx", "en-GB"], find_games(), trial)
        self.state: Any = None
        self.alarms: list[Any] = []
        self.say(follow="1", token=self.tab.token)

    def say(self, **message: Any) -> Any:
        out = json.loads(self.tab.take(json.dumps(message)))
        self.alarms += out["alarms"]
        for stream, line in out["news"]:
            assert stream == "1"
            self.state = json.loads(line).get("state", self.state)
        return out["reply"]

    def do(self, **body: Any) -> Any:
        return self.say(path="/do", body={"epoch": self.state["epoch"], **body}, token=self.tab.token)

    def begin(self, game: str = "score_sheet", *names: str) -> None:
        assert self.do(op="new", game=game, names=list(names or ("Ana", "Ben")), options={})["ok"]

    def answer(self, rng: Random) -> None:
        assert self.tab.serving.table is not None
        play = self.tab.serving.table.opened.play
        asked = next(one for one in play.open() if one.possible(play.table))
        answer = asked.random_answer(play.table, rng)
        assert self.do(op="answer", key=asked.key(), answer=answer)["answered"]

    def wait(self) -> None:
        """Until nothing is due any more that was when this began."""
        due, self.alarms = self.alarms, []
        for number, _ in due:
            self.say(alarm=number)

    def tap(self) -> Any:
        """Give the first possible answer."""
        ask = self.state["mine"]["ask"]
        if not ask.get("choices"):
            return self.do(op="give", key=ask["key"])
        return self.do(op="tap", key=ask["key"], token=ask["choices"][0]["token"])


def test_the_page_hosts_at_once_and_comes_back_to_its_play(tmp_path: Path) -> None:
    page = Page(tmp_path)
    assert page.say(path="/words", body={}, token="")["words"]["resume"] == "Resume"
    page.begin("windmill", "Ana", "Ben", "Cleo")
    assert page.tap()["answered"]
    before = page.state
    page.tab.drop()
    again = Page(tmp_path)
    assert again.state["table"] == {**before["table"], "undone": again.state["table"]["undone"]}
    mine = again.state["mine"]["ask"]
    assert mine == {**before["mine"]["ask"], "draft": mine["draft"]}, "the same question, with a new draft"
    assert again.state["host"]["undo"]


def test_what_could_not_be_saved_is_taken_back_and_the_page_goes_on(tmp_path: Path) -> None:
    page = Page(tmp_path / "a")
    page.begin("windmill", "Ana", "Ben", "Cleo")
    before = page.state
    saved = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert page.tap()["answered"] and page.state != before
    page.tab.drop()
    for path in (tmp_path / "a").iterdir():
        path.unlink()
    for name, data in saved.items():
        (tmp_path / "a" / name).write_bytes(data)
    early = {number for number, _ in page.alarms}
    page.tab.open()
    page.alarms.clear()
    page.say(look=True)
    assert page.alarms and early.isdisjoint(number for number, _ in page.alarms), "what was to come will come"
    assert page.state["mine"]["ask"] == before["mine"]["ask"] and page.tap()["answered"]


def test_a_moment_without_room_costs_one_answer_only(tmp_path: Path) -> None:
    page = Page(tmp_path)
    page.begin("windmill", "Ana", "Ben", "Cleo")
    before = page.state
    with full_disk(page.tab.serving.library.store):
        assert page.tap()["failed"] == FULL
    assert page.state == before
    assert page.tap()["answered"] and page.tap()["answered"]
    after = page.state["table"]
    page.tab.drop()
    assert Page(tmp_path).state["table"]["seats"] == after["seats"]


@pytest.mark.parametrize("playing", [False, True])
def test_the_host_reads_what_was_repaired_and_accepts_it(tmp_path: Path, playing: bool) -> None:
    """Until then backups don't rotate and the notice stays, even after a restart."""
    Page(tmp_path).tab.drop()
    note = undecided(tmp_path / STORE)
    note.write_text('{"sentence": "It was damaged.", "backup": 1700000000.0}', encoding="utf-8")
    page = Page(tmp_path)
    if playing:
        page.begin()
    assert page.state["host"]["trouble"] == {"sentence": "It was damaged.", "closes": True} and note.exists()
    assert page.do(op="accept") == {"ok": True}
    assert page.state["host"]["trouble"] is None and not note.exists()


def test_a_notice_that_nothing_can_be_saved_stays_until_a_write_works(tmp_path: Path) -> None:
    page = Page(tmp_path)
    store = page.tab.serving.library.store
    store.trouble = Trouble(say("The disk is full."), writable=False)
    page.say(look=True)
    assert page.do(op="accept") == {"ok": True}
    assert page.state["host"]["trouble"] == {"sentence": "The disk is full.", "closes": False}
    page.begin()
    assert page.state["host"]["trouble"] is None


@pytest.mark.parametrize(("path", "token", "status"), [("/do", "nobody", 401), ("/nothing", "", 404)])
def test_a_request_that_may_not_gets_its_reason(path: str, token: str, status: int, tmp_path: Path) -> None:
    reply = Page(tmp_path).say(path=path, body={}, token=token)
    assert reply["status"] == status and reply["why"]


def test_a_fault_is_a_reply_and_the_next_request_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(tmp_path)
    monkeypatch.setattr(page.tab.link.handler, "do", lambda *_: 1 / 0)
    assert page.do(op="new")["status"] == 500
    monkeypatch.undo()
    page.begin()
    assert page.state["table"]["title"] == "Score sheet"


def test_a_home_of_an_earlier_version_starts_a_game_by_its_first_id(tmp_path: Path) -> None:
    page = Page(tmp_path)
    page.begin("any_box")
    assert page.state["table"]["game"] == "score_sheet"


def test_a_game_comes_from_a_pack_after_its_trial(tmp_path: Path) -> None:
    page, raw = Page(tmp_path), make_pack(PEBBLES)[1]
    asked = page.say(path="/pack", body={"data": b64encode(raw).decode(), "sure": False}, token="")
    assert asked["title"] == "Pebbles" and "A pack is a program" in asked["told"][0]
    assert page.say(path="/pack", body={"data": b64encode(b"PK").decode(), "sure": True}, token="")["status"] == 400
    page.say(path="/pack", body={"data": b64encode(raw).decode(), "sure": True}, token="")
    assert "Pebbles" in [one["title"] for one in page.state["host"]["games"]]
    page.begin("pebbles")
    page.tab.drop()
    assert Page(tmp_path).state["table"]["title"] == "Pebbles"


def continued_in_the_app(page: Page, folder: Path) -> tuple[Library, OpenPlay]:
    """The page's play, with one more answer."""
    text = page.do(op="desk", what="out", kind="everything")["text"]
    (folder / "one.json").write_text(text, encoding="utf-8")
    app = Library(open_store(folder / "app.db"), find_games().games, MachineClock())
    app.files.import_file(folder / "one.json").finish()
    opened = app.resume(app.plays()[0].id)
    asked = next(one for one in opened.play.open() if one.possible(opened.play.table))
    opened.answer(asked.key(), asked.random_answer(opened.play.table, Random(1)))
    return app, opened


def test_a_play_goes_to_the_app_and_back(tmp_path: Path) -> None:
    page = Page(tmp_path / "tab")
    page.begin("windmill", "Ana", "Ben", "Cleo")
    page.tap()
    app, opened = continued_in_the_app(page, tmp_path)
    back = Page(tmp_path / "other")
    assert back.do(op="desk", what="in", part=app.files.export_everything(), first=True, last=True)["ok"]
    id = back.do(op="desk", what="plays")["plays"][0]["id"]
    assert back.do(op="desk", what="resume", which=id)["ok"]
    assert back.state["table"]["title"] == "Windmill", "it is shown at once"
    assert back.tab.serving.table is not None
    assert back.tab.serving.table.opened.play.log == opened.play.log


def test_a_file_continues_the_play_on_the_table(tmp_path: Path) -> None:
    page = Page(tmp_path / "tab")
    page.begin("windmill", "Ana", "Ben", "Cleo")
    page.tap()
    app, opened = continued_in_the_app(page, tmp_path)
    before = page.state["epoch"]
    assert page.do(op="desk", what="in", part=app.files.export_everything(), first=True, last=True)["ok"]
    assert page.state["epoch"] != before and page.state["you"]["host"] is True
    page.tap()
    table = page.tab.serving.table
    assert table is not None
    assert (table.opened.play.log[:-1], len(table.opened.play.log)) == (opened.play.log, 3)


def test_a_play_ended_in_the_app_is_over_in_the_tab_until_it_goes_on(tmp_path: Path) -> None:
    app = Library(open_store(tmp_path / "app.db"), find_games().games, MachineClock())
    app.end_here(app.start("windmill", Setup(people("Ana", "Ben", "Cleo"))).id, 1)
    page = Page(tmp_path / "tab")
    assert page.do(op="desk", what="in", part=app.files.export_everything(), first=True, last=True)["ok"]
    (listed,) = page.do(op="desk", what="plays")["plays"]
    assert (listed["over"], listed["told"]) == (True, "Ended early, Ben wins.")
    assert page.do(op="desk", what="plays")["left_behind"] == ""
    assert page.do(op="desk", what="resume", which=listed["id"])["ok"]
    page.tap()
    (listed,) = page.do(op="desk", what="plays")["plays"]
    assert listed["over"] is False
    text = page.do(op="desk", what="out", kind="everything")["text"]
    (tmp_path / "back.json").write_text(text, encoding="utf-8")
    app.files.import_file(tmp_path / "back.json").finish()
    assert [row.outcome for row in app.plays()] == [None]


def test_a_clock_wakes_the_table(tmp_path: Path) -> None:
    page = Page(tmp_path)
    page.begin()
    assert page.alarms and all(seconds > 0 for _, seconds in page.alarms)
    assert page.say(alarm=page.alarms[0][0]) == {} == page.say(alarm=page.alarms[0][0])


def test_without_threads_a_backup_is_made_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(threading.Thread, "start", refuse)
    open_store(tmp_path / "t.db").close(backup=False)
    Backups(tmp_path / "t.db").make()
    assert backups_of(tmp_path / "t.db")[0].is_file()


def test_no_answer_waits_for_a_backup(tmp_path: Path) -> None:
    """With 500 plays kept, every 25th answer took a second and a half."""
    page = Page(tmp_path)
    page.begin("windmill", "Ana", "Ben", "Cleo")
    newest = backups_of(tmp_path / STORE)[0]

    def stamp() -> int:
        return newest.stat().st_mtime_ns if newest.exists() else 0
    before = stamp()
    page.alarms.clear()
    rng = Random(4)
    for _ in range(25):
        page.answer(rng)
    assert stamp() == before
    page.wait()
    assert stamp() > before, "it is made in the next pause"


def test_the_answer_that_ends_a_play_does_not_wait_for_records(tmp_path: Path) -> None:
    """With 500 plays kept, it took a quarter of a second. Here the tenth play of the same three ends."""
    page = Page(tmp_path)
    library = page.tab.serving.library
    for _ in range(9):
        library.end_here(library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))).id, 1)
    page.begin("windmill", "Ana", "Ben", "Cleo")
    rng = Random(4)
    while page.state["table"]["state"] != "over":
        page.answer(rng)
    tenth = "Ana, Ben and Cleo: play 10 together"
    assert tenth not in str(page.state["table"]["outcome"])
    page.wait()
    assert tenth in str(page.state["table"]["outcome"])


def test_the_sentences_before_the_start_are_short() -> None:
    assert all(len(str(words)) <= 110 for words in FIRST.values())
