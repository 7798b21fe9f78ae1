"""The library by touches: first start, resume, further plays, broken plugins, a store that is damaged or read-only."""

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import BrokenPlugin
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.games.keywords import game as keywords
from companion.games.score_sheet import game as score_sheet
from companion.games.score_sheet.sheet import Sheet
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.services import when
from companion.services.store.opening import Trouble
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver, Size
from companion.ui.screens.library import OpenCard, ResumeCard
from companion.ui.stages.stage_picture import stage_picture
from companion.ui.theme import tokens
from companion.ui.widgets.controls.rows import ChipRow, ListRow
from companion.ui.widgets.displays import covers
from companion.ui.widgets.displays.covers import BrokenCover, GameCover, Scores
from tests.ui.conftest import LANDSCAPE, SMALL, TABLET, Start, sights
from tests.ui.table.test_table import cut

pytestmark = pytest.mark.touch


def with_plays(start: Start, **kwargs: object) -> AppDriver:
    driver = start(games=[windmill, story, keywords], **kwargs)
    library, clock = driver.app.library, driver.app.machine.clock
    for game in ("keywords", "story", "windmill"):
        opened = library.start(game, Setup(people("Ana", "Ben", "Cleo")))
        clock.advance(60)
    opened.answer("Oldest/table", 1)
    library.close(opened)
    driver.app.go_home()
    driver.advance(0.5)
    return driver


def test_the_first_start_asks_which_box_is_on_the_table(start: Start) -> None:
    driver = start(games=[windmill, story])
    assert driver.says("Which box is on the table?")
    assert not driver.has(cls=ResumeCard)
    assert [cover.text for cover in driver.all(cls=GameCover)] == ["Windmill", "Story"]
    assert driver.says("3–5 · 20–45 min")


def test_add_a_game_offers_a_score_sheet_first_and_no_code(start: Start) -> None:
    driver = start(games=[score_sheet])
    driver.tap("Add a game")
    driver.advance(0.5)
    assert driver.all(cls=ListRow)[0].text == score_sheet.facts.title
    spoken = " ".join(driver.texts()).casefold()
    assert not [word for word in ("python", "entry point", "pip ", "code") if word in spoken]


def test_the_last_play_is_resumed_with_one_tap(start: Start) -> None:
    driver = with_plays(start)
    card = driver.find(cls=ResumeCard)
    assert card.title.text == "Windmill" and card.second.text == "Round 1, story 1 of 9. Ben, tell your story."
    driver.tap("Resume")
    assert driver.app.visits[-1].name == "table"
    assert str(driver.app.page.play.open()[0].sentence(driver.app.page.play.table)) == "Ben, tell your story."


@pytest.mark.thorough
def test_the_stage_as_it_stands_takes_the_covers_place(start: Start) -> None:
    driver = with_plays(start)
    card = driver.find(cls=ResumeCard)
    driver.advance(2)
    opened = driver.app.page.opened[card.play.id]
    size = (int(card.picture.width), max(int(card.picture.height), int(card.picture.width * 0.58)))
    assert card.picture.source is stage_picture(card.play.id, opened.play, size)


@pytest.mark.parametrize(("game", "size"), [("story", (1920, 1080)), ("score_sheet", SMALL)],
                         ids=["Story at a desk", "a sheet of teams on a small phone"])
def test_nothing_is_cut_off_the_picture_of_a_play_to_resume(start: Start, game: str, size: Size) -> None:
    """Half of Story's picture and the heads of a sheet were outside of it."""
    driver = start(games=[story, score_sheet], size=size)
    box = Sheet("Tichu", rounds=4, sides=2).to_json() if game == "score_sheet" else None
    opened = driver.app.library.start(game, Setup(people("Ana", "Ben", "Cleo", "Dev"), {}, box))
    driver.app.library.close(opened)
    driver.app.go_home()
    driver.advance(2)
    picture = driver.find(cls=ResumeCard).picture
    wide, high = picture.source.size
    assert high / wide == pytest.approx(picture.height / picture.width, rel=0.02)


def test_further_plays_are_shown_side_by_side(start: Start) -> None:
    driver = with_plays(start)
    driver.tap("Two more plays open")
    cards = driver.all(cls=OpenCard)
    assert [card.text for card in cards] == ["Story", "Key Words"]
    assert cards[0].y == cards[1].y and cards[0].right <= cards[1].x
    assert cards[0].width == pytest.approx(driver.find(cls=GameCover).width, abs=1), "in line with the covers"
    driver.tap(cards[1])
    assert driver.app.page.controller.opened.game is keywords


def test_a_broken_plugin_is_shown_with_its_reason_and_its_log(start: Start) -> None:
    ports = recording_machine()
    driver = start(games=[windmill], ports=ports)
    why = say("Part of it is missing: {name}.", name="lunar")
    driver.app.found.broken.append(BrokenPlugin("moonbase", why, "Traceback"))
    driver.app.go_home()
    driver.advance(0.3)
    assert driver.has("moonbase", BrokenCover) and driver.says("Part of it is missing: lunar.")
    driver.tap("Export log")
    kind, path = ports.calls[-1]
    assert kind == "share.file" and "Traceback" in Path(str(path)).read_text(encoding="utf-8")
    driver.tap("Details")
    assert driver.says("Traceback")


def test_a_play_whose_game_is_gone_is_kept_and_can_be_exported(start: Start) -> None:
    ports = recording_machine()
    driver = with_plays(start, ports=ports)
    del driver.app.found.games["story"]
    driver.app.go_home(all_open=True)
    driver.advance(0.3)
    driver.tap(driver.find("story", OpenCard))
    driver.tap("Export this play")
    assert ports.calls[-1][0] == "share.file"


def test_a_damaged_store_offers_its_backup_or_a_fresh_start(start: Start) -> None:
    driver = with_plays(start)
    store = driver.app.library.store
    store.trouble = Trouble(say("The saved plays were damaged."), True, 1_700_000_000.0)
    driver.app.page.entered()
    driver.advance(0.3)
    assert driver.says(f"Go on with the backup from {when.clock(1_700_000_000.0)}")
    driver.tap("Start fresh; the old file is kept")
    assert driver.says("Which box is on the table?")
    assert store.path is not None and list(store.path.parent.glob("*.damaged-*"))


@pytest.mark.thorough
def test_a_store_that_can_not_be_written_says_so_before_the_first_answer(start: Start) -> None:
    ports = recording_machine()
    driver = start(games=[windmill], ports=ports)
    driver.app.library.store.trouble = Trouble(say("Nothing can be saved just now."), False)
    driver.app.page.entered()
    driver.advance(0.3)
    assert driver.says("Nothing can be saved just now.")
    driver.tap("Export everything")
    assert ports.calls[-1][0] == "share.file"


def test_the_four_places_are_one_tap_apart(start: Start) -> None:
    driver = start(games=[windmill])
    for words, name in (("History", "history"), ("Players", "players"), ("Settings", "settings"), ("Games", "library")):
        driver.tap(driver.find(lambda w, words=words: type(w).__name__ == "NavPlace" and w.text == words))
        assert [visit.name for visit in driver.app.visits] == [name]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LANDSCAPE, TABLET])
def test_wide_screens_have_the_places_at_the_side(start: Start, size: tuple[int, int]) -> None:
    driver = with_plays(start, size=size)
    nav = driver.app.page.nav
    assert nav.height == size[1] and nav.width < size[0] / 4
    card = driver.find(cls=ResumeCard)
    assert card.to_window(card.x, card.y)[0] >= nav.right


@pytest.mark.thorough
def test_big_text_on_a_small_phone_has_one_cover_a_row(start: Start) -> None:
    driver = start(games=[windmill, story], size=SMALL, settings={"text_size": 200})
    first, second = driver.all(cls=GameCover)
    assert first.x == second.x


@pytest.mark.parametrize(("nights", "hour", "words"), [
    (0, 12, "Left at 12:00 today"), (1, 21, "Left at 21:00 last night"), (1, 9, "Left yesterday at 09:00"),
    (3, 20, "Left 3 days ago"), (9, 20, "Left on 6 November 2026")])
def test_when_a_play_was_left(nights: int, hour: int, words: str) -> None:
    import time
    now = time.mktime((2026, 11, 15, 22, 0, 0, 0, 0, -1))
    then = time.mktime((2026, 11, 15 - nights, hour, 0, 0, 0, 0, -1))
    assert str(when.left_at(then, now)) == words


# The first start, and the search

def fresh(start: Start, **kwargs: Any) -> AppDriver:
    """As `make_app` starts it: on a phone that never saw it."""
    driver = start(**kwargs)
    driver.app.go_home("welcome")
    driver.advance(0.5)
    return driver


def test_the_first_start_greets_once(start: Start) -> None:
    driver = fresh(start, games=[windmill])
    assert driver.app.library.is_new()
    assert driver.says("Lay the phone beside the box.\nYou play") and driver.says("No account, no internet.")
    driver.tap("Choose a box")
    assert [visit.name for visit in driver.app.visits] == ["library"]
    assert not driver.app.library.is_new()


def test_who_has_played_is_not_greeted(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    assert not driver.app.library.is_new()


@pytest.mark.thorough
@sights
def test_the_greeting_fits_every_window(start: Start, size: Any, text_size: int) -> None:
    driver = fresh(start, games=[windmill], size=size, settings={"text_size": text_size})
    page = driver.app.page
    button = page.choose
    assert button.y >= 0 and button.top <= page.scroll.y + 1 and button.right <= size[0]
    assert cut(driver) == []


def test_the_search_is_focused_and_finds_games_people_plays_and_rules(start: Start) -> None:
    driver = start(games=[windmill])
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    driver.app.library.close(opened)
    driver.app.go_home()
    driver.advance(0.3)
    driver.tap(driver.app.page.actions[0])
    driver.advance(0.3)
    page = driver.app.page
    assert page.entry.typing.focus
    driver.type("cleo")
    driver.advance(0.4)
    assert driver.has("Players") and driver.has("Cleo", ListRow) and driver.has("Plays")
    assert driver.find("Windmill", ListRow).second.text.startswith("Ana, Ben, Cleo")
    page.entry.clear()
    driver.type("thirty")
    driver.advance(0.4)
    assert driver.has("Games") and driver.has("Rules of Windmill")
    driver.tap(driver.find("Windmill", ListRow))
    assert driver.app.visits[-1].name == "new_play"


@pytest.mark.thorough
def test_the_search_finds_the_very_name_before_names_that_contain_it(start: Start) -> None:
    """Person 1 played first, so eleven others are newer; then those whose word begins so; then all others."""
    driver = start(games=[score_sheet])
    names = ["Person 1", "Walter", "Al", "Alma", *(f"Person {n}" for n in range(10, 20))]
    for name in names:
        setup = Setup(people(name, "Zoe"), {}, Sheet().to_json())
        driver.app.library.close(driver.app.library.start("score_sheet", setup))
        driver.app.machine.clock.advance(60)
    for typed, found in (("person 1", "Person 1"), ("al", "Al")):
        driver.app.go("search", words=typed)
        driver.advance(0.3)
        shown = [row.words.text for row in driver.all(cls=ListRow) if row.words.text in names]
        assert shown[0] == found
    assert shown == ["Al", "Alma", "Walter"]


@pytest.mark.thorough
def test_a_search_without_a_hit_says_so(start: Start) -> None:
    driver = start(games=[windmill])
    driver.app.go("search")
    driver.advance(0.3)
    driver.type("xyzzy")
    driver.advance(0.4)
    assert driver.says("Nothing has all these words. Try fewer.")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440)])
def test_a_large_window_is_used(start: Start, size: Size) -> None:
    page = start(size=size).app.page
    assert page.grid.width > size[0] * 0.8
    assert page.grid.height > size[1] * 0.45


@pytest.mark.thorough
def test_covers_come_from_the_first_to_the_last_over_their_own_colour(start: Start,
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[str] = []
    real = covers.cover
    monkeypatch.setattr(covers, "made", {})
    monkeypatch.setattr(covers, "coming", deque())
    monkeypatch.setattr(covers, "cover", lambda game, small=False: came.append(game) or real(game, small))
    drive = start(games=[windmill, story, keywords], size=SMALL)
    drive.advance(2)
    assert came == ["windmill", "story", "keywords"]
    assert drive.find(cls=GameCover).picture.ground == tokens.rgba(windmill.facts.dark.container)
    blank = covers.Cover("soon", small=True)
    blank.size = (100, 50)
    blank.arrange()
    assert tuple(blank.ink.rgba) == blank.ground and blank.mesh.vertices


@pytest.mark.thorough
def test_twelve_people_in_teams_have_one_number_a_team(start: Start) -> None:
    driver = start(games=[score_sheet], size=SMALL)
    points = [7, 3, 9] * 4
    scores = Scores(driver.app.look, [(seat, f"P{seat}") for seat in range(12)], points)
    assert [row.parts[-1].text for row in scores.parts] == ["7", "3", "9"]
    assert [[token.colour for token in row.parts[:-1]] for row in scores.parts] == [
        [0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


@pytest.mark.thorough
def test_chips_out_of_sight_have_a_sign(start: Start) -> None:
    driver = start(games=[score_sheet])
    row = ChipRow(driver.app.look, [(n, f"The choice number {n}") for n in range(6)], 0, lambda _: None)
    row.pos, _ = (0, 0), row.fit(360)
    row.arrange()
    assert row.more.opacity == 1.0 and row.more.right == 360
    row.scroll.scroll_x = 1.0
    assert row.more.opacity == 0.0
    short = ChipRow(driver.app.look, [(1, "One")], 1, lambda _: None)
    short.fit(360)
    short.arrange()
    assert short.more.opacity == 0.0


@pytest.mark.thorough
def test_a_large_cover_of_a_sheet_is_drawn_large(start: Start) -> None:
    start(games=[score_sheet])
    assert covers.cover("score_sheet").size == (1280, 672)
    assert covers.cover("score_sheet", True).size == (640, 336)
