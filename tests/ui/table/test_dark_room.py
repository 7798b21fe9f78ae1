"""The secret ballot by passing one phone: nothing secret exists on the screen while the pad is free."""

from random import Random
from typing import Any

import pytest
from kivy.metrics import dp

from companion.core.log import ANSWER
from companion.core.setup import Setup, people
from companion.games.story import game as story
from companion.ui.stages.generic_stage import StillBoard
from companion.ui.table.ballot import BallotPaper
from companion.ui.theme import tokens
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.rows import ListRow
from tests.sampling import sampled
from tests.toys.key_cards import game as key_cards
from tests.toys.key_cards.rules import BLUE, RED
from tests.ui.conftest import LANDSCAPE, NAMES, PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands, at_random
from tests.ui.moving import record
from tests.ui.targets import all_too_small
from tests.ui.toy import toy

pytestmark = pytest.mark.touch


def pad(drive: Any) -> Any:
    return drive.app.page.dark.pad


def hold(drive: Any) -> Any:
    thumb = drive.down(*drive.where(pad(drive)))
    drive.advance(0.5)
    return thumb


def vote(drive: Any, name: str) -> None:
    """One thumb holds, the other chooses and seals."""
    thumb = hold(drive)
    drive.tap(drive.find(name, AnswerCard))
    drive.tap("Seal my vote")
    thumb.touch_up()
    drive.advance(0.1)


def all_voted(at_table: Start, **kwargs: Any) -> Any:
    """Ana and Ben voted for Ben, Cleo for herself; the votes are still closed."""
    drive = at_table(toy("vote", "ready"), **kwargs)
    for name in ("Ben", "Ben", "Cleo"):
        vote(drive, name)
    return drive


def test_the_hand_over_names_the_next_voter(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    assert drive.says("Pass the phone to Ana")
    assert drive.says("Answered: 0 of 3")
    assert not drive.has(cls=AnswerCard)


def test_a_tap_is_not_enough_to_open_it(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    shaken = record(drive, lambda: pad(drive).shift)
    drive.tap(pad(drive), hold=0.2)
    assert not drive.has(cls=BallotPaper) and any(shaken), "it says that this was too short"


def test_holding_opens_and_lifting_hides_within_one_frame(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    assert drive.says("Who told it best?") and drive.has(cls=AnswerCard)
    thumb.touch_up()
    drive.advance(frames=1)
    assert not drive.has(cls=BallotPaper) and not drive.has(cls=AnswerCard)
    assert drive.says("Pass the phone to Ana")


@pytest.mark.thorough
def test_what_was_tapped_but_not_sealed_is_forgotten(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    thumb = hold(drive)
    drive.tap(drive.find("Ben", AnswerCard))
    thumb.touch_up()
    drive.advance(0.1)
    thumb = hold(drive)
    assert not any(card.chosen for card in drive.all(cls=AnswerCard))
    thumb.touch_up()
    drive.advance(0.1)


@pytest.mark.thorough
def test_slipping_off_the_pad_hides_it_too(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    x, y = drive.where(pad(drive))
    thumb = drive.down(x, y)
    drive.advance(0.5)
    thumb.touch_move(x + 200, y + 200)
    drive.advance(frames=1)
    assert not drive.has(cls=BallotPaper)
    thumb.touch_up()
    drive.advance(0.1)


def test_the_app_switcher_sees_the_hand_over(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    drive.down(*drive.where(pad(drive)))
    drive.advance(0.5)
    assert drive.app.on_pause()
    assert not drive.has(cls=BallotPaper)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, SMALL, LANDSCAPE])
@pytest.mark.parametrize("left_handed", [False, True])
def test_all_vote_and_the_lights_go_on(at_table: Start, size: Any, left_handed: bool) -> None:
    drive = at_table(toy("vote", "ready"), size=size, settings={"left_handed": left_handed})
    middle = drive.where(pad(drive))[0]
    assert (middle > size[0] / 2) == left_handed
    for name in ("Ben", "Ben", "Cleo"):
        vote(drive, name)
    drive.tap("Reveal all votes")
    log = drive.app.page.play.log
    assert [record.answer for record in log if record.kind == ANSWER] == [1, 1, 2]
    assert all(record.sealed for record in log)
    assert drive.says("Is everybody ready?") and drive.says("The votes: Ben, Ben and Cleo")
    assert not drive.says("Pass the phone")


def test_a_vote_can_be_changed_until_the_last_is_in(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    vote(drive, "Ben")
    assert drive.says("Pass the phone to Ben")
    first = next(reversed(drive.app.page.dark.line.children))
    drive.tap(first)
    assert drive.says("Ana: press and hold to change it")
    vote(drive, "Cleo")
    vote(drive, "Ana")
    vote(drive, "Ana")
    drive.tap("Reveal all votes")
    assert drive.says("The votes: Cleo, Ana and Ana")


@sampled("size", [SMALL, LANDSCAPE])
def test_the_last_vote_can_be_taken_back_before_it_is_opened(at_table: Start, size: Any) -> None:
    drive = all_voted(at_table, size=size)
    drive.tap(drive.app.page.dark.middle.undo)
    assert drive.says("Pass the phone to Cleo") and not drive.has("Reveal all votes")
    assert not drive.says("Everybody has seen") and not drive.says("Taken back"), "nobody has seen a vote"
    vote(drive, "Ana")
    drive.tap("Reveal all votes")
    assert drive.says("The votes: Ben, Ben and Ana")


def test_undo_over_opened_votes_asks_each_time(at_table: Start) -> None:
    drive = all_voted(at_table)
    drive.tap("Reveal all votes")
    drive.tap(drive.app.page.bar.undo)
    assert drive.says("Everybody has seen the votes. Take Cleo's vote back?")
    drive.tap("Leave it")
    assert drive.says("Is everybody ready?")
    drive.tap(drive.app.page.bar.undo)
    drive.tap("Take it back")
    assert drive.says("Pass the phone to Cleo")


@pytest.mark.thorough
def test_the_undo_pill_works_after_a_vote(at_table: Start) -> None:
    drive = all_voted(at_table)
    drive.tap("Reveal all votes")
    drive.tap(drive.app.page.echo.undo)
    drive.tap("Take it back")
    assert drive.says("Pass the phone to Cleo")


@pytest.mark.thorough
def test_redo_of_the_last_vote_closes_them_again(at_table: Start) -> None:
    drive = all_voted(at_table)
    drive.tap("Reveal all votes")
    page = drive.app.page
    drive.tap(page.bar.undo)
    drive.tap("Take it back")
    page.redo()
    drive.advance(0.2)
    assert drive.has("Reveal all votes") and not drive.says("Is everybody ready?")
    drive.tap("Reveal all votes")
    assert drive.says("Is everybody ready?")


def story_votes(at_table: Start) -> Any:
    """Story, with all votes in and the phone in the middle."""
    drive = at_table(story, players=3)
    hands = Hands(drive)
    while drive.app.page.situation.state != "ballots":
        hands.reply(*at_random(Random(1))(hands.play))
    for name in ("Ben", "Cleo", "Ben"):
        vote(drive, name)
    return drive


@pytest.mark.thorough
def test_the_words_come_after_the_last_vote_has_fallen(at_table: Start) -> None:
    drive = story_votes(at_table)
    page = drive.app.page
    drive.up(drive.down(*drive.where(drive.find("Reveal all votes"))))
    for _ in range(20):
        drive.advance(frames=1)
        assert page.panel.picture.fade == 0 and page.stage.reveals
    drive.advance(6.0)
    assert page.panel.picture.fade == 1 and not page.stage.reveals and drive.says("Ben's story wins")


@pytest.mark.thorough
def test_a_tap_skips_the_reveal_and_answers_nothing(at_table: Start) -> None:
    drive = story_votes(at_table)
    page = drive.app.page
    drive.up(drive.down(*drive.where(drive.find("Reveal all votes"))))
    drive.advance(0.5)
    before = len(page.play.log)
    drive.tap_at(*drive.where(page.panel.row.main))
    assert page.panel.picture.fade == 1 and len(page.play.log) == before


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "columns"), [(3, 1), (4, 1), (8, 2)])
def test_the_choices_fill_the_ballot(at_table: Start, players: int, columns: int) -> None:
    """Between the last choice and the pad no gap of more than a choice is left, however many there are."""
    drive = at_table(toy("vote", "ready"), players=players)
    thumb = hold(drive)
    cards = drive.all(cls=AnswerCard)
    assert len(cards) == players and len({card.x for card in cards}) == columns
    lowest = min(drive.where(card)[1] - card.height / 2 for card in cards)
    assert pad(drive).top < lowest < pad(drive).top + dp(160)
    assert all(dp(76) <= card.height <= dp(120) for card in cards)
    thumb.touch_up()


@pytest.mark.thorough
def test_a_line_that_is_too_long_for_48_dp_each_becomes_two(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"), players=8, size=SMALL)
    places = drive.app.page.dark.line.children
    assert len({round(place.center_y) for place in places}) == 2
    assert not all_too_small()
    last = places[0]                                        # the newest child: whoever sits last
    drive.tap(last)
    assert drive.says(f"Pass the phone to {NAMES[7]}")


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_in_high_contrast_the_ballot_stays_red_and_its_answers_have_edges(at_table: Start, theme: str) -> None:
    drive = at_table(toy("vote", "ready"), settings={"contrast": "high", "theme": theme})
    thumb = hold(drive)
    cards, look = drive.all(cls=AnswerCard), drive.app.page.dark.look
    assert cards and all(card.box.line_width == dp(2) for card in cards)
    assert look.roles.background == tokens.DARK_ROOM.background
    ground = max(tokens.DARK_ROOM.surface2, tokens.DARK_ROOM.background, key=tokens.luminance)
    assert tokens.contrast(look.roles.outline, ground) >= 3.0
    thumb.touch_up()


@pytest.mark.thorough
def test_a_vote_that_is_taken_back_is_said(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"))
    vote(drive, "Ben")
    drive.tap(drive.app.page.dark.undo)
    assert drive.says("Taken back: Ana") and not drive.says("Ben has") and drive.says("Pass the phone to Ana")


def test_closed_votes_are_told_nowhere(at_table: Start) -> None:
    """Not by the chronicle, by the library, nor by a file."""
    drive = all_voted(at_table)
    app, opened = drive.app, drive.app.page.controller.opened
    app.go("chronicle", opened=opened)
    drive.advance(0.5)
    assert app.visits[-1].name == "table" and drive.has("Reveal all votes") and not drive.says("The votes:")
    assert app.library.store.play(opened.id).subtitle == ""
    assert opened.file().covered and len(opened.file().log) == 3, "covered, and none is lost"
    drive.tap("Reveal all votes")
    assert not opened.file().covered and len(opened.file().log) == 3 and app.library.store.play(opened.id).subtitle


@pytest.mark.thorough
def test_eight_choices_are_all_in_view_on_a_small_phone(at_table: Start) -> None:
    drive = at_table(story, players=8, size=SMALL)
    hands = Hands(drive)
    while drive.app.page.situation.state != "ballots":
        hands.reply(*at_random(Random(1))(hands.play))
    thumb = hold(drive)
    ballot = drive.app.page.dark.ballot
    low = ballot.scroll.to_window(*ballot.scroll.pos)[1]
    assert len(ballot.cards) >= 7 and not ballot.scroll.do_scroll_y
    assert all(drive.where(card)[1] - card.height / 2 >= low - 1 for card in ballot.cards)
    assert not all_too_small()
    thumb.touch_up()


@pytest.mark.thorough
def test_lift_to_hide_is_whole_below_the_pad_in_big_letters(at_table: Start) -> None:
    drive = at_table(toy("vote", "ready"), size=SMALL, settings={"text_size": 200})
    thumb = hold(drive)
    lift = drive.app.page.dark.ballot.lift
    assert lift.y >= 0 and lift.x >= 0 and lift.top <= drive.app.page.dark.pad.y
    thumb.touch_up()


@pytest.mark.thorough
def test_a_chosen_name_is_not_broken_on_a_small_phone(start: Start) -> None:
    drive = start(games=[story], size=SMALL)
    opened = drive.app.library.start("story", Setup(people("Ana", "Bartholomew", "Cleo", "Dev", "Eva")))
    opened.answer("Youngest/table", 0)
    while len(opened.play.open()) < 5:
        opened.answer(opened.play.open()[0].key(), "done")
    drive.app.go("table", opened=opened)
    drive.advance(0.5)
    thumb = hold(drive)
    long, short = drive.app.page.dark.ballot.cards[1:3]
    drive.tap(long)
    assert long.chosen and long.text == "Bartholomew" and long.label.height <= short.label.height, "one line"
    thumb.touch_up()


@pytest.mark.thorough
def test_on_a_tablet_the_voter_stands_in_the_light(at_table: Start) -> None:
    drive = at_table(toy("vote"), players=3, size=TABLET)
    dark = drive.app.page.dark
    assert abs(dark.token.center_x - dark.center_x) < 1 and dark.token.y > dark.center_y - dark.token.height / 2
    assert drive.says("Pass the tablet to Ana")


@pytest.mark.thorough
def test_what_two_seats_may_see_is_shown_while_one_of_them_holds_the_pad(at_table: Start) -> None:
    drive = at_table(key_cards, players=4, size=SMALL)
    drive.app.page.controller.answer("DealKey/table", [8, 7, 6, 5, 4, 3, 2, 1, 0], rolled=True)
    drive.advance(0.3)
    assert drive.says("Pass the phone to Ana") and not drive.has(cls=StillBoard)
    for _ in range(2):
        thumb = drive.down(*drive.where(pad(drive)))
        drive.advance(0.5)
        board = drive.find(cls=StillBoard).stage.view.map
        assert [spot.tone for spot in board.spots] == [BLUE] * 4 + [RED] * 5 and drive.says("Your key")
        assert not drive.says("Sealed until everybody has voted"), "nothing to choose, nothing sealed"
        drive.tap("I have seen it")
        thumb.touch_up()
        drive.advance(0.3)
    assert not drive.has("Reveal all votes") and drive.app.page.situation.question.key() == "Guess/0"


@pytest.mark.thorough
def test_a_look_between_two_questions_ends_as_the_thumb_lifts(at_table: Start) -> None:
    drive = at_table(key_cards, players=4)
    controller = drive.app.page.controller
    for key, answer in (("DealKey/table", [*range(9)]), ("See/0", "seen"), ("See/1", "seen")):
        controller.answer(key, answer)
    drive.advance(0.3)
    drive.app.page.open_menu()
    drive.advance(0.5)
    drive.tap("Look in secret")
    drive.advance(0.5)
    assert not drive.has("Cleo", ListRow), "only those who may look"
    drive.tap(drive.find("Ben", ListRow))
    drive.advance(0.5)
    assert drive.says("Pass the phone to Ben") and not drive.has(cls=StillBoard)
    thumb = hold(drive)
    assert drive.has(cls=StillBoard) and drive.says("Your key") and len(controller.play.log) == 3
    thumb.touch_up()
    drive.advance(0.5)
    assert not drive.has(cls=StillBoard) and drive.app.page.situation.question.key() == "Guess/0"
    controller.want("*peek/2")
    assert controller.situation.state == "question", "Cleo has nothing to see"


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LANDSCAPE, SMALL[::-1]])
def test_the_hand_over_covers_nothing_in_landscape_with_big_letters(at_table: Start, size: Any) -> None:
    """*Pass the phone to Ana* lay on *Ana: press and hold*."""
    dark = at_table(toy("vote", "ready"), size=size, settings={"text_size": 200}).app.page.dark
    assert dark.title.y >= dark.calls.top and dark.title.top <= dark.token.y
    assert dark.token.top <= min(place.token.y for place in dark.line.children) + 1
