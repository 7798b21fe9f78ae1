"""The result and table mode by touches; the podium's heights and the chart's numbers as pure values."""

from dataclasses import replace
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import dp

from companion.core.setup import Setup, people
from companion.core.text import say
from companion.core.views import Outcome, Reminder
from companion.games.windmill import game as windmill
from companion.services.open_play import OpenPlay
from companion.services.store import Summary
from companion.services.store.rows import SeatResult
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver, Size
from companion.ui.screens.table_mode import SIZES, Giant
from companion.ui.widgets import Words
from companion.ui.widgets.displays.chart import RaceChart, marks, ticks
from companion.ui.widgets.displays.podium import Podium, Seal, Step
from companion.ui.widgets.displays.ring import RESTS, ROLLS, RollingDice, TimerRing
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


def finished(driver: AppDriver, players: int = 4, week_after: int = 0) -> OpenPlay:
    """Everybody's card is found by the first guesser: WM-13 pays one point each, three rounds long."""
    opened = driver.app.library.start("windmill", Setup(people(*("Ana", "Ben", "Cleo", "Dev", "Eva")[:players])))
    opened.answer("Oldest/table", 0)
    while opened.play.outcome() is None:
        question = opened.play.open()[0]
        opened.answer(question.key(), "right" if question.key().startswith("Guess") else "done")
        driver.app.machine.clock.advance(7 * 24 * 3600 if len(opened.play.log) == week_after else 30)
    return opened


def at_result(start: Start, **kwargs: Any) -> tuple[AppDriver, OpenPlay]:
    driver = start(games=[windmill], library=False, **kwargs)
    opened = finished(driver)
    driver.app.go("table", opened=opened)
    driver.app.go("result", opened=opened)
    driver.advance(0.2)
    return driver, opened


def test_a_shared_victory_has_equal_heights(start: Start) -> None:
    """WM-22: level at the top, shared. Everybody told three times and found three times: six points each."""
    driver, table = at_result(start)
    outcome = table.play.outcome()
    assert outcome is not None and set(outcome.winners) == {0, 1, 2, 3}
    podium = driver.find(cls=Podium)
    assert len({block.height for _, block, _, _ in podium.parts}) == 1
    assert len(podium.crowns) == len(podium.parts)
    assert {score.text for _, _, score, _ in podium.parts} == {"6"}


@pytest.mark.thorough
def test_the_podium_of_twelve_joint_winners_stays_within_a_small_phone(start: Start) -> None:
    driver = start(games=[windmill], size=SMALL)
    podium = Podium(driver.app.look, [Step(colour, "A", 1, 100) for colour in range(12)])
    podium.pos, podium.size = (0, 0), (SMALL[0], 300)
    podium.arrange()
    for _, block, score, who in podium.parts:
        assert 0 <= block.x <= who[0].x + 1 and who[0].right <= block.right + 1 and block.right <= SMALL[0]
        assert score.width <= block.width and who[0].width >= 22


@pytest.mark.thorough
def test_without_points_the_seal_shows_the_winner(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start(games=[windmill])
    opened = finished(driver)
    monkeypatch.setattr(opened.play, "outcome", lambda: Outcome(say("Ended early, Ben wins."), (1,)))
    driver.app.go("result", opened=opened)
    driver.advance(0.2)
    seal = driver.find(cls=Seal)
    assert [token.letter for token in seal.who] == ["B"] and seal.icon.name == "crown" and not seal.words.text


@pytest.mark.thorough
def test_a_play_resumed_next_week_lasted_as_long_as_people_played(start: Start) -> None:
    """Twelve stories of two taps, thirty seconds apart; between two of the 24 lies a week: 22 gaps of thirty."""
    driver = start(games=[windmill])
    opened = finished(driver, week_after=5)
    times = [record.at for record in opened.play.log]
    driver.app.go("result", opened=opened)
    driver.advance(0.2)
    assert times[-1] - times[0] > 7 * 24 * 3600
    assert driver.says("12 stories, 11 minutes")


def test_undo_takes_the_result_back_to_the_table(start: Start) -> None:
    driver, table = at_result(start)
    driver.tap(driver.app.page.discs[1])
    assert [visit.name for visit in driver.app.visits] == ["library", "table"]
    assert table.play.outcome() is None


def test_play_again_seats_the_same_people(start: Start) -> None:
    driver, _ = at_result(start)
    driver.tap("Play again")
    assert driver.app.visits[-1].name == "new_play"
    driver.tap("Start with four players")
    assert [seat.name for seat in driver.app.page.play.table.seats] == ["Ana", "Ben", "Cleo", "Dev"]
    assert driver.app.page.play.position() == 0


def test_closing_the_result_leads_home(start: Start) -> None:
    driver, _ = at_result(start)
    driver.tap(driver.app.page.discs[0])
    assert [visit.name for visit in driver.app.visits] == ["library"]


@pytest.mark.thorough
def test_confetti_falls_for_two_seconds_and_not_without_movement(start: Start) -> None:
    driver, _ = at_result(start)
    assert driver.app.page.confetti.pieces
    driver.advance(2.2)
    assert not driver.app.page.confetti.pieces
    driver, _ = at_result(start, settings={"movement": False})
    assert not driver.app.page.confetti.pieces


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE, TABLET])
def test_confetti_leaves_the_title_free(start: Start, size: Size) -> None:
    driver, _ = at_result(start, size=size)
    confetti, title = driver.app.page.confetti, driver.app.page.winner
    seen = 0
    for _ in range(20):
        driver.advance(0.1)
        shown = [sprite for sprite, *_ in confetti.pieces if sprite.alpha > 0.05]
        seen += len(shown)
        assert all(sprite.pos[1] <= title.y for sprite in shown)
    assert seen > 100


@pytest.mark.parametrize(("low", "high", "numbers"), [
    (0, 19, [0, 5, 10, 15, 20]), (0, 3, [0, 1, 2, 3]), (-4, 12, [-5, 0, 5, 10, 15]), (0, 230, [0, 100, 200, 300])])
def test_the_scale_has_round_numbers(low: int, high: int, numbers: list[int]) -> None:
    assert ticks(low, high) == numbers


@pytest.mark.parametrize(("stretches", "seats", "where"), [
    (4, 4, [1, 2, 3]), (12, 4, [4, 8]), (13, 4, [4, 8]), (60, 5, [10, 20, 30, 40, 50])])
def test_shapes_stand_at_the_rounds(stretches: int, seats: int, where: list[int]) -> None:
    assert marks(stretches, seats) == where


@pytest.mark.thorough
@pytest.mark.parametrize(("won", "word"), [(True, "Won"), (False, "Lost")])
def test_a_table_that_plays_together_gets_a_seal_and_turning_points(start: Start, monkeypatch: pytest.MonkeyPatch,
                                                                    won: bool, word: str) -> None:
    driver = start(games=[windmill])
    opened = finished(driver)
    together = Outcome(say("The planet is safe."), (0, 1), won=won,
                       details=(Reminder(say("The White fell in round three."), "skull-outline"),))
    monkeypatch.setattr(opened.play, "outcome", lambda: together)
    driver.app.go("result", opened=opened)
    driver.advance(0.2)
    assert driver.find(cls=Seal).words.text == word
    assert not driver.has(cls=Podium)
    assert driver.says("Turning points") and driver.says("The White fell in round three.")


@sampled("size", [PHONE, SMALL, LANDSCAPE, TABLET])
@sampled("scale", [100, 200])
def test_winner_podium_and_buttons_never_cover_each_other(start: Start, size: tuple[int, int], scale: int) -> None:
    driver, _ = at_result(start, size=size, settings={"text_size": scale})
    page = driver.app.page
    assert page.winner.y >= page.stand.top - dp(40)
    assert page.foot.top <= page.scroll.y + 1
    assert page.winner.top <= page.height and page.winner.x >= 0 and page.winner.right <= page.width


# Table mode

def at_table_mode(start: Start, answers: tuple[tuple[str, Any], ...] = (), **kwargs: Any) -> AppDriver:
    driver = start(games=[windmill], library=False, **kwargs)
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev")))
    for key, answer in answers:
        opened.answer(key, answer)
    driver.app.go("table", opened=opened)
    driver.app.go("table_mode", opened=opened)
    driver.advance(0.3)
    return driver


GUESS = (("Oldest/table", 0), ("CardDown/0", "done"))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL, LANDSCAPE, TABLET])
def test_the_sentence_is_as_big_as_fits_and_whole(start: Start, size: tuple[int, int]) -> None:
    driver = at_table_mode(start, GUESS, size=size)
    page = driver.app.page
    words = page.sentence
    assert words.text == "Ben picks: is it Ana's card?"
    assert words.px >= dp(SIZES[3])
    assert words.x >= 0 and words.right <= page.width and words.y > max(button.top for button in page.foot.parts)
    assert all(button.height >= dp(104) for button in page.foot.parts)


def test_a_right_guess_is_one_tap(start: Start) -> None:
    driver = at_table_mode(start, GUESS)
    assert [button.text for button in driver.all(cls=Giant)] == ["Right card", "Wrong card"]
    driver.tap("Right card")
    play = driver.app.page.controller.opened.play
    assert [seat.points for seat in play.table.seats] == [1, 1, 0, 0]
    assert driver.app.page.sentence.text == "Ben, tell your story."


@pytest.mark.thorough
def test_a_double_tap_answers_once(start: Start) -> None:
    driver = at_table_mode(start, GUESS)
    play = driver.app.page.controller.opened.play
    where = driver.where(driver.find("Wrong card", Giant))
    for _ in range(2):
        driver.up(driver.down(*where))
        driver.advance(0.1)
    assert len(play.log) == 3 and driver.app.page.sentence.text == "Cleo picks: is it Ana's card?"


def test_enter_is_the_main_answer_and_digits_are_all(start: Start) -> None:
    driver = at_table_mode(start, GUESS, ports=replace(recording_machine(), is_phone=False))
    play = driver.app.page.controller.opened.play
    driver.advance(0.5)
    Window.dispatch("on_keyboard", ord("2"), 0, "2", [])
    assert play.log[-1].answer == "wrong"
    Window.dispatch("on_keyboard", 13, 0, None, [])
    assert len(play.log) == 3, "too soon to be meant"
    driver.advance(0.5)
    Window.dispatch("on_keyboard", 13, 0, None, [])
    assert len(play.log) == 4 and play.log[-1].answer == "right"


@pytest.mark.thorough
def test_a_computer_shows_a_question_to_everybody(start: Start) -> None:
    driver = at_table_mode(start, (), ports=replace(recording_machine(), is_phone=False))
    assert driver.app.page.sentence.text == "Who is the oldest at the table?"


def test_undo_is_there_too(start: Start) -> None:
    driver = at_table_mode(start, GUESS)
    driver.tap("Wrong card")
    driver.tap(driver.app.page.discs[1])
    assert driver.app.page.sentence.text == "Ben picks: is it Ana's card?"


def test_the_clock_replaces_the_score_and_runs(start: Start) -> None:
    driver = at_table_mode(start, GUESS[:1])
    page = driver.app.page
    ring = driver.find(cls=TimerRing)
    assert page.points.opacity == 0 and ring.digits.text == "30"
    driver.tap("Start")
    driver.advance(10)
    assert ring.digits.text in ("20", "19")
    driver.tap("Pause")
    driver.advance(10)
    assert ring.digits.text in ("20", "19")
    driver.tap("Card is down")
    assert driver.app.page.sentence.text == "Ben picks: is it Ana's card?"


@pytest.mark.thorough
def test_the_screen_stays_awake_and_speaks_if_asked(start: Start) -> None:
    ports = recording_machine()
    driver = at_table_mode(start, GUESS, ports=ports, settings={"speech": True})
    assert ("awake.keep", True) in ports.calls
    assert ("speech.say", "Ben picks: is it Ana's card?") in ports.calls
    driver.tap(driver.app.page.discs[0])
    assert driver.app.visits[-1].name == "table"


def test_the_last_answer_leads_to_the_result(start: Start) -> None:
    driver = start(games=[windmill])
    opened = finished(driver)
    opened.undo()
    driver.app.go("table_mode", opened=opened)
    driver.advance(0.3)
    driver.tap("Right card")
    assert driver.app.visits[-1].name == "result"


@pytest.mark.thorough
def test_landscape_has_shape_left_and_sentence_right(start: Start) -> None:
    driver = at_table_mode(start, GUESS, size=LANDSCAPE)
    page = driver.app.page
    assert page.token.opacity and page.token.right <= page.sentence.x + dp(24)
    page.score.say("98765")
    page.arrange()
    assert page.points.right <= page.sentence.x and page.score.lines() == 1, "five digits shrink"
    page.undo()
    page.undo()
    assert not page.token.opacity and page.sentence.x <= dp(20), "nobody is asked, so the sentence has all the room"


@pytest.mark.thorough
def test_dice_roll_where_everybody_sees_them(start: Start) -> None:
    """Table mode lies in the middle: the throw is booked, and then seen to land on what was booked."""
    driver = start(games=[toy("dice", "ready")])
    opened = driver.app.library.start("toy", Setup(people("Ana", "Ben", "Cleo")))
    driver.app.go("table_mode", opened=opened)
    driver.advance(0.4)
    driver.tap_at(*driver.where(driver.find("Roll", Giant)), hold=0.1)
    rolled = opened.play.log[-1].answer
    roll = next(child for child in driver.app.page.children if isinstance(child, RollingDice))
    assert [die.number for die in roll.dice] == rolled
    driver.advance(ROLLS)
    assert [die.shown for die in roll.dice] == rolled and driver.app.visits[-1].name == "table_mode"
    driver.advance(RESTS + 1)
    assert roll.parent is None


@pytest.mark.thorough
def test_a_big_screen_shows_the_stage_large_in_table_mode(start: Start) -> None:
    driver = start(games=[windmill], size=TABLET)
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    opened.answer("Oldest/table", 0)
    page = driver.app.go("table_mode", opened=opened)
    driver.advance(0.5)
    assert page.stage.width >= 0.55 * TABLET[0] and page.stage.live
    assert page.sentence.x >= page.stage.right and driver.says("Ana, tell your story.")
    assert page.discs[0].box.ink.a > 0, "the way out stands on the picture"
    assert (page.ground.x, page.ground.right) == (page.stage.right, page.width), "no sail reaches into the words"
    assert page.children.index(page.ground) < page.children.index(page.stage)
    driver.resize(PHONE)
    driver.advance(0.3)
    assert page.stage is None and driver.says("Ana, tell your story.")


@pytest.mark.thorough
def test_a_record_that_fell_is_told_on_the_result(start: Start) -> None:
    """The tenth play of the same four; it is looked for after the first frame."""
    driver = start(games=[windmill])
    opened = finished(driver)
    library = driver.app.library
    first = library.store.play(opened.id)
    one = library.finished_play(opened.id)
    summary = Summary("", first.points, first.outcome, tuple(
        SeatResult(row.seat, row.name, row.place, row.score, row.won) for row in one.seats))
    for _ in range(8):
        library.store.add_play("windmill", first.rules, first.setup, driver.app.machine.clock.wall(), summary)
    driver.app.machine.clock.advance(60)
    driver.app.go("result", opened=finished(driver))
    driver.advance(0.5)
    assert driver.says("Ana, Ben, Cleo and Dev: play 10 together")


@pytest.mark.thorough
def test_a_tap_on_a_token_brings_its_line_forward_with_its_numbers(start: Start) -> None:
    """Twelve lines ended on top of each other, and a tap did nothing."""
    driver, _ = at_result(start)
    chart = driver.find(cls=RaceChart)
    driver.scroll_to(chart)
    driver.advance(0.3)
    ben = next(runner for runner in chart.runners if runner.letter == "B")
    token = chart.ends[ben.seat]
    before = sum(isinstance(part, Words) for part in chart.drawn_parts)
    driver.tap_at(*token.to_window(*token.center))
    driver.advance(0.3)
    assert chart.chosen == ben.seat
    shown = [part.text for part in chart.drawn_parts if isinstance(part, Words)][before - 1:]
    assert str(ben.scores[-1]) in shown
    assert {token.letter: token.alpha for token in chart.ends.values()}["B"] == 1.0
    assert min(token.alpha for token in chart.ends.values()) < 0.5
    token = chart.ends[ben.seat]
    driver.tap_at(*token.to_window(*token.center))
    driver.advance(0.3)
    assert chart.chosen is None and all(token.alpha == 1.0 for token in chart.ends.values())


@pytest.mark.thorough
@pytest.mark.parametrize("contrast", ["normal", "high"])
def test_table_mode_has_its_gradient_unless_the_contrast_is_high(start: Start, contrast: str) -> None:
    driver = start(games=[windmill], settings={"contrast": contrast})
    opened = driver.app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo")))
    driver.app.go("table_mode", opened=opened)
    driver.advance(0.3)
    page = driver.app.page
    drawn = page.sky in page.canvas.before.children and tuple(page.sky.size) == tuple(page.size)
    assert drawn is (contrast == "normal")
