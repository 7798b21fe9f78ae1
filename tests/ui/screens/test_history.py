"""History: plays by game, person and month, what is added to them afterwards, and the way to BG Stats."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import pytest
from kivy.metrics import dp
from PIL import Image

from companion.core.language import Catalogue, speaking
from companion.core.setup import Setup, people
from companion.games.score_sheet import game as score_sheet
from companion.games.windmill import game as windmill
from companion.services import when
from companion.services.bg_stats import LINK
from companion.services.evening.year import Year
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details, day_of, details_of, save_details
from companion.services.store import store as store_module
from companion.services.store.rows import SeatResult, Summary
from companion.services.when import iso_day
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.screens.plays import HIGHEST, DayField, Photo, PlayCard
from companion.ui.widgets import Words
from companion.ui.widgets.controls.buttons import TallChip
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.displays.chart import NumberTile
from companion.ui.widgets.displays.share_card import YearCard
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.screens.test_new_play import type_names

pytestmark = pytest.mark.touch


def played(driver: AppDriver, *names: str) -> OpenPlay:
    """The first guesser finds every card, half a minute a tap."""
    opened = driver.app.library.start("windmill", Setup(people(*names)))
    opened.answer("Oldest/table", 0)
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        opened.answer(question.key(), "right" if question.key().startswith("Guess") else "done")
        driver.app.machine.clock.advance(30)
    driver.app.library.close(opened)
    return opened


def at_history(start: Start, **kwargs: object) -> AppDriver:
    driver = start(games=[windmill, score_sheet], library=False, **kwargs)
    played(driver, "Ana", "Ben", "Cleo")
    driver.app.machine.clock.advance(40 * 24 * 3600)
    played(driver, "Ana", "Ben", "Dev")
    driver.app.go_home("history")
    driver.advance(0.5)
    return driver


def won_by_all_three(outcome: Any) -> Summary:
    seats = tuple(SeatResult(seat, name, 1, 3, True) for seat, name in enumerate(("Ana", "Ben", "Cleo")))
    return Summary("", (1, 2, 3), outcome, seats)


@pytest.mark.thorough
def test_plays_of_one_person_and_of_one_month(start: Start) -> None:
    driver = at_history(start)
    assert len(driver.all(cls=PlayCard)) == 2
    driver.tap(driver.find("Everybody", TallChip))
    driver.tap(driver.find("Cleo", ListRow))
    assert len(driver.all(cls=PlayCard)) == 1 and driver.find(cls=PlayCard).scores.parts[2].parts[0].letter == "C"
    driver.tap(driver.find("Cleo", TallChip))
    driver.tap(driver.find("Everybody", ListRow))
    months = [card.second.text.rpartition(", ")[2].partition(" ")[2] for card in driver.all(cls=PlayCard)]
    driver.tap(driver.find("Any month", TallChip))
    driver.tap(driver.find(months[1], ListRow))
    assert len(driver.all(cls=PlayCard)) == 1 and driver.find(cls=PlayCard).second.text.endswith(months[1])
    driver.tap(driver.find("Everybody", TallChip))
    driver.advance(0.5)
    offered = [row.words.text for row in driver.app.sheets[-1].walk() if isinstance(row, ListRow)]
    assert offered == ["Everybody", "Ana", "Ben", "Cleo"], "not Dev then"
    driver.tap(driver.find("Cleo", ListRow))
    driver.tap(driver.find(cls=PlayCard).menu)
    driver.tap("Archive")
    driver.advance(0.5)
    assert len(driver.all(cls=PlayCard)) == 1, "nothing fits any more, so the rest is shown"
    driver.tap(driver.app.notice.button)
    assert len(driver.all(cls=PlayCard)) == 2, "undone at once"


def test_a_play_is_deleted_for_good_from_the_top_of_the_page(start: Start) -> None:
    driver = at_history(start)
    driver.tap(driver.all(cls=PlayCard)[0].menu)
    driver.tap(driver.find("Delete", ListRow))
    driver.advance(0.5)
    driver.tap(driver.find("Trash 1", TallChip))
    driver.advance(0.5)
    driver.tap(driver.all(cls=ListRow)[0])
    driver.advance(0.5)
    driver.tap("Delete for good")
    driver.advance(0.5)
    assert len(driver.all(cls=PlayCard)) == 1 and not driver.app.library.trash(), "an empty trash shows the plays again"


@pytest.mark.thorough
def test_a_long_history_reads_only_what_it_shows(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = at_history(start)
    library = driver.app.library
    first = library.store.play(library.history()[0].id)
    summary = won_by_all_three(first.outcome)
    for number in range(400):
        library.store.add_play("windmill", first.rules, first.setup, 1e9 + number, summary)
    read: list[int] = []
    monkeypatch.setattr(store_module, "play_row",
                        lambda row, real=store_module.play_row: read.append(1) or real(row))
    for page, args in (("history", {}), ("library", {}), ("players", {}), ("player", {"person": "Ana"})):
        read.clear()
        driver.app.go(page, **args)
        driver.advance(frames=2)
        assert len(read) < 60, page
    read.clear()
    driver.app.go("search", words="ana")
    driver.advance(frames=2)
    assert len(read) <= 210 and driver.has("More plays")


def test_a_day_is_shown_in_the_form_of_the_language(start: Start) -> None:
    driver = at_history(start)
    moment = when.from_iso_day("2023-11-14")
    with speaking(Catalogue("de", {"{year}-{month}-{day}": ("{day}.{month}.{year}",)})):
        field = DayField(driver.app.look, moment, moment + when.DAY)
        assert field.date.text == "14.11.2023" and field.moment(7.0) == 7.0, "unchanged"
        field.date.typing.text = "13.11.2023"
        assert iso_day(field.moment(7.0)) == "2023-11-13"


@sampled("way", ["close", "back"])
def test_a_play_opened_from_history_closes_to_the_same_place(start: Start, way: str) -> None:
    """The twentieth of forty plays, of one month and with Ana."""
    driver = at_history(start)
    library = driver.app.library
    first = library.store.play(library.history()[0].id)
    summary = won_by_all_three(first.outcome)
    for number in range(40):
        new = library.store.add_play("windmill", first.rules, first.setup, first.began + number, summary,
                                     records=library.store.records(first.id))
        assert new
    driver.app.go_home("history", person="Ana", month=when.month(first.began))
    driver.advance(0.5)
    page = driver.app.page
    while len(driver.all(cls=PlayCard)) < 20:
        page.scroll.scroll_y = 0.0
        driver.advance(0.2)
    card = driver.all(cls=PlayCard)[18]
    driver.scroll_to(card)
    driver.advance(0.2)
    above = page.scroll.above()
    assert above > 0
    driver.tap(card)
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "result"
    if way == "close":
        driver.tap(driver.app.page.discs[0])
    else:
        driver.app.back()
    driver.advance(0.5)
    page = driver.app.page
    assert driver.app.visits[-1].name == "history"
    assert (page.person, page.month) == ("Ana", when.month(first.began))
    assert abs(page.scroll.above() - above) < 2


@pytest.mark.thorough
def test_place_note_day_and_people_are_corrected_afterwards(start: Start) -> None:
    driver = at_history(start)
    first = driver.all(cls=PlayCard)[0]
    driver.tap(first.menu)
    driver.tap("Place, note and photo")
    driver.advance(0.5)
    fields = driver.all(lambda widget: getattr(widget, "multiline", None) is False)
    for field, text in zip(fields, ("Cellar", "Ben cheated", ""), strict=True):
        field.text = text
    for wrong, why in (("no day", "Write the day like 2026-11-16."), ("2023-02-29", "Write the day like 2026-11-16."),
                       ("2999-01-01", "That day is still to come."), ("", "Write the day like 2026-11-16.")):
        fields[2].text = wrong
        driver.tap("Save")
        assert driver.says(why)
        driver.advance(0.5)
    driver.tap(driver.find("Yesterday", TallChip))
    assert fields[2].text == when.iso_day(driver.app.library.clock.wall() - when.DAY)
    fields[2].text = "3.2.2001"
    driver.tap("Save")
    driver.advance(0.5)
    assert driver.all(cls=PlayCard)[1].second.text == "Windmill, 3 February 2001, Cellar", "an old play comes last"
    driver.tap(driver.all(cls=PlayCard)[1].menu)
    driver.tap("Place, note and photo")
    driver.advance(0.5)
    driver.tap("Dev was somebody else")
    driver.advance(0.5)
    driver.find(lambda widget: getattr(widget, "multiline", None) is False).text = "Dora"
    driver.tap("Save the name")
    driver.advance(0.5)
    last = driver.all(cls=PlayCard)[1]
    assert last.second.text == "Windmill, 3 February 2001, Cellar", "renamed today, and still played then"
    assert {seat.name for one in driver.app.library.history() for seat in one.seats} == {"Ana", "Ben", "Cleo", "Dora"}


def test_the_page_of_a_game_tells_plays_average_length_and_who_wins(start: Start) -> None:
    """Three stories each of two taps: 18 gaps of half a minute, less the first answer's."""
    driver = at_history(start)
    driver.app.go_home("history", game="windmill", person="Cleo")
    driver.advance(0.5)
    assert len(driver.all(cls=PlayCard)) == 1, "of Cleo; the numbers are of all plays"
    assert driver.has("minutes on average") and driver.says("Best score: ") and driver.says("Ana won 2 of 2")
    tiles = [tile.number.text for tile in driver.all(lambda widget: type(widget).__name__ == "NumberTile")]
    assert tiles == ["2", "8"]


def test_a_play_nobody_refereed_is_entered_and_counts_for_its_game(start: Start) -> None:
    driver = start(games=[windmill, score_sheet])
    driver.app.go_home("history")
    driver.advance(0.3)
    driver.tap(driver.app.page.actions[0])
    assert driver.has("From a file") and driver.has("A play that somebody shared"), "the import has its words"
    driver.tap("A play without Tableside")
    driver.advance(0.5)
    page = driver.app.page
    assert page.title.text == "A play without Tableside"
    page.name.typing.text = "Windmill"
    page.entry.focus()
    type_names(driver, "Ana", "Ben")
    assert page.start.text == "Enter the points"
    assert not driver.has("Start and invite phones") and not driver.has("Already started?")
    assert driver.has("Who wins") and not driver.has("It ends"), "it is over"
    for typed, why in (("2099-01-01", "That day is still to come."), ("soon", "Write the day like 2026-11-16.")):
        page.day.date.typing.text = typed
        page.begin()
        assert driver.app.page is page and page.why.text == why
    driver.tap("Yesterday")
    assert not page.why.text
    page.day.date.typing.text = "14.11.2022"
    page.begin()
    driver.advance(frames=2)
    opened = driver.app.page.controller.opened
    for seat, points in enumerate((7, 3)):
        opened.answer(f"Score/{seat}", points)
        driver.advance(90)
    assert iso_day(day_of(driver.app.library, opened)) == "2022-11-14"
    driver.app.library.close(opened)
    driver.app.go_home("history", game="windmill")
    driver.advance(0.5)
    assert driver.has("play") and driver.says("Ana won 1 of 1"), "one play, not one plays"
    assert not driver.has("minutes on average"), "nobody knows how long it took"
    (entered,) = driver.app.library.history()
    driver.app.go("result", opened=driver.app.library.resume(entered.id))
    driver.advance(0.5)
    assert driver.has("One round") and not driver.says("minute"), "nobody measured it"
    assert entered.game == "windmill"
    assert [(seat.name, seat.score) for seat in entered.seats] == [("Ana", 7), ("Ben", 3)]
    assert driver.app.library.boxes("score_sheet") == [], "no sheet is kept for it"


def test_a_play_goes_to_bg_stats_with_people_points_place_and_minutes(start: Start) -> None:
    ports = recording_machine()
    driver = start(games=[windmill], ports=ports)
    opened = played(driver, "Ana", "Ben", "Cleo")
    save_details(driver.app.library, opened.id, Details("Cellar", "Ben & Cleo laughed"))
    assert details_of(driver.app.library, opened.id).place == "Cellar"
    ended = datetime.fromtimestamp(opened.play.log[-1].at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    driver.app.go("result", opened=driver.app.library.resume(opened.id))
    driver.advance(0.3)
    driver.app.page.share()
    driver.advance(0.3)
    driver.tap("To BG Stats")
    (link,) = [call[1] for call in ports.calls if call[0] == "share.link"]
    assert link.startswith(LINK)
    data = json.loads(unquote(link.removeprefix(LINK)))
    assert (data["playDate"], data["durationMin"], data["location"], data["comments"]) == (
        ended, 8, "Cellar", "Ben & Cleo laughed")
    assert data["game"] == {"name": "Windmill", "sourceGameId": "windmill/Windmill", "noPoints": False,
                            "highestWins": True}
    assert [(one["name"], one["score"], one["winner"], one["startPlayer"]) for one in data["players"]] == [
        ("Ana", 6, True, True), ("Ben", 6, True, False), ("Cleo", 6, True, False)]


@pytest.mark.thorough
def test_a_desktop_saves_the_same_as_a_file(start: Start) -> None:
    ports = replace(recording_machine(), is_phone=False)
    ports.share.takes_links = False
    driver = start(games=[windmill], ports=ports)
    opened = played(driver, "Ana", "Ben", "Cleo")
    driver.app.go("result", opened=driver.app.library.resume(opened.id))
    driver.advance(0.3)
    driver.app.page.share()
    driver.advance(0.3)
    driver.tap("To BG Stats")
    (path,) = [call[1] for call in ports.calls if call[0] == "share.file"]
    assert path.name == "Windmill BG Stats.json"
    assert json.loads(path.read_text(encoding="utf-8"))["sourceName"] == "Tableside"


@pytest.mark.thorough
def test_what_somebody_played_lately_names_the_game_and_opens(start: Start) -> None:
    driver = at_history(start)
    driver.app.go("player", person="Cleo")
    driver.advance(0.5)
    row = driver.find("Ana, Ben and Cleo share the victory", ListRow)
    assert row.second.text.startswith("Windmill, ")
    driver.tap(row)
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "result"
    driver.tap(driver.app.page.discs[0])
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "player" and driver.app.page.name == "Cleo", "where it was opened"


def test_a_play_found_by_search_closes_to_the_search(start: Start) -> None:
    driver = at_history(start)
    driver.app.go("search", words="dev")
    driver.advance(0.5)
    driver.tap(driver.find("Windmill", ListRow))
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "result"
    driver.tap(driver.app.page.discs[0])
    driver.advance(0.5)
    assert driver.app.visits[-1].name == "search" and driver.app.page.words == "dev"


@pytest.mark.thorough
def test_a_cover_says_what_the_game_is(start: Start) -> None:
    driver = start(games=[windmill])
    driver.advance(0.3)
    assert driver.says(str(windmill.facts.blurb))


@pytest.mark.thorough
def test_a_play_in_the_middle_is_asked_first_how_far_it_is(start: Start) -> None:
    """What only the books hold, such as the round, stands before points and pieces."""
    driver = start(games=[windmill])
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    page = driver.app.go("fix", opened=opened, begun=True)
    driver.advance(0.3)
    first = next(iter(page.groups().values()))
    assert first and not any(field.on_table for field in first)


@pytest.mark.thorough
def test_the_year_goes_out_as_one_picture(start: Start) -> None:
    ports = recording_machine()
    driver = at_history(start, ports=ports)
    driver.app.machine.clock.advance(90 * 24 * 3600)  # in December and January it is on top of the page, too
    driver.app.go_home("history")
    driver.advance(0.3)
    driver.tap(driver.app.page.actions[0])
    driver.advance(0.5)
    driver.tap(driver.find(lambda widget: str(getattr(widget, "text", "")).endswith(" as a picture"), ListRow))
    driver.advance(0.6)
    (path,) = [call[1] for call in ports.calls if call[0] == "share.file"]
    with Image.open(path) as picture:
        assert path.name.startswith("Tableside 20") and picture.width == 1080
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 100, "there is something on it"


@pytest.mark.thorough
def test_a_photo_is_added_shown_upright_and_removed(start: Start) -> None:
    """A wide picture that says "turn me right" (EXIF 6) is shown as a tall one."""
    machine = recording_machine()
    driver = at_history(start, ports=machine)
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = BytesIO()
    photo = Image.new("RGB", (400, 300), "teal")
    photo.paste("red", (0, 0, 200, 300))
    photo.save(picture, "JPEG", exif=exif)
    machine.documents.photo = picture.getvalue()
    driver.tap(driver.all(cls=PlayCard)[0])
    driver.advance(0.5)
    driver.tap("Add a place, a note or a photo")
    driver.advance(0.5)
    fields = driver.all(lambda widget: getattr(widget, "multiline", None) is False)
    fields[0].text, fields[2].text = "Cellar", "2020-02-29"
    driver.tap("Add a photo")
    driver.advance(0.5)
    shown = driver.find(cls=Photo)
    assert shown.height == pytest.approx(min(shown.width * 4 / 3, dp(HIGHEST)), abs=1)
    driver.app.page.scroll.bring(shown)
    driver.advance(0.1)
    (x, y), window = driver.where(shown), driver.picture().convert("RGB")
    above, below = (window.getpixel((int(x), int(window.height - y + way * shown.height * 0.4)))
                    for way in (-1, 1))
    assert above[0] > above[2] and below[0] < below[2], "its red left half is above"
    details = details_of(driver.app.library, driver.app.page.opened.id)
    assert driver.says("Cellar") and iso_day(details.when) == "2020-02-29", "typed before the photo"
    driver.tap("Cellar")
    driver.advance(0.5)
    driver.tap("Remove the photo")
    driver.advance(0.5)
    assert not driver.has(cls=Photo)


@pytest.mark.thorough
def test_the_year_is_on_top_in_december_and_january_only(start: Start) -> None:
    """The last days without and with it, both ways (UTC noon); in 2024 nobody played."""
    driver = at_history(start)
    clock = driver.app.machine.clock
    for day, shown in (("2023-11-30", False), ("2023-12-01", True), ("2024-01-31", True),
                       ("2024-02-01", False), ("2024-12-05", False)):
        clock.day = when.from_iso_day(day)
        driver.app.go_home("history")
        driver.advance(0.3)
        assert bool(driver.all("2023 as a picture", ListRow)) is shown, day


@pytest.mark.thorough
@pytest.mark.parametrize(("minutes", "told"), [
    (16, ("16", "minutes")), (1, ("1", "minute")), (150, ("2", "hours")), (0, None)])
def test_the_year_tells_true_minutes_and_breaks_no_name(start: Start, minutes: int, told: Any) -> None:
    """Sixteen minutes were "1 hour", and "Dev won 2" stood in two lines."""
    driver = at_history(start)
    library = driver.app.library
    found = [replace(one, seats=tuple(replace(seat, name=name, won=True) for seat, name in zip(
        one.seats, ("Maximiliane", "Ben", "Bartholomew"), strict=True))) for one in library.history()]
    card = YearCard(Year(2023, tuple(found), minutes), driver.app.found.games)
    tiles = [(part.number.text, part.label.text) for part in card.walk() if isinstance(part, NumberTile)]
    assert tiles[1:-1] == ([told] if told else [])
    names = [part for part in card.walk() if isinstance(part, Words) and " won " in part.text]
    assert len(names) == 3 and all(part.lines() == 1 for part in names)
