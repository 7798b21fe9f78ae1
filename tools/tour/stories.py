"""The three story games."""

from __future__ import annotations

from companion.ui.widgets.controls.answer import AnswerCard
from tools.tour.guide import Guide

EVERYWHERE = "light big small small-big landscape tablet"
SHOWN = EVERYWHERE + " contrast tablet-light tablet-big"


def windmill(guide: Guide) -> None:
    drive, hands = guide.drive, guide.hands
    opened = guide.sit("windmill", "Ana Ben Cleo Dev")
    guide.shot("oldest", "small landscape")
    guide.carry_out(opened, """
        Oldest/table 3
        correct seats.0.points 7
        correct seats.1.points 4
        correct seats.2.points 12
        correct seats.3.points 16
        CardDown/3 "done"
        Guess/0 "right"
        """)
    with guide.step("timer"):
        guide.shot("before-the-clock", "")
        hands.touch("Start")
        drive.advance(11.5)
        guide.shot("timer", EVERYWHERE)
        drive.advance(25)
        guide.shot("time-is-up", "light landscape")
    with guide.step("guess"):
        hands.give("done")
        hands.give("wrong")
        guide.shot("guess", SHOWN)
    _round_the_table(guide)
    with guide.step("windmill"):
        hands.give("windmill")
        guide.shot("takes-the-windmill", "small")
    with guide.step("result"):
        while not hands.over:
            question = opened.play.open()[0]
            key = question.key()
            choice = "done" if not key.startswith("Guess") else ("wrong", "right", "right")[len(opened.play.log) % 3]
            opened.answer(key, choice)
            guide.ports.clock.advance(31)
        guide.app.page.refresh()
        guide.app.page.open_result()
        guide.shot("result", EVERYWHERE, wait=0.9)


def _round_the_table(guide: Guide) -> None:
    """The sheets and pages that every game has."""
    drive, hands = guide.drive, guide.hands
    guide.open_sheet("why", hands.why, "light big small landscape tablet")
    guide.open_sheet("menu", guide.app.page.bar.menu, "light big small landscape tablet")
    guide.open_sheet("seat", guide.app.page.panel.strip.places[2], "light small")
    with guide.step("correct"):
        hands.menu("Correct")
        guide.shot("correct", "light big small tablet")
        guide.app.back()
        drive.advance(0.4)
    with guide.step("people"):
        hands.menu("Somebody joins, leaves or comes back")
        guide.shot("leaves", "big")
        hands.close_sheet()
    with guide.step("table mode"):
        hands.menu("Table mode")
        guide.shot("table-mode", "light big landscape tablet small-big")
        guide.app.back()
        drive.advance(0.4)
    with guide.step("chronicle"):
        hands.menu("Chronicle")
        drive.advance(0.3)
        line = next((row for row in drive.all(lambda one: type(one).__name__ == "ChronicleLine")), None)
        if line is not None:
            hands.touch(line)
        guide.shot("chronicle", "light big small landscape tablet")
        guide.app.back()
        drive.advance(0.4)
    with guide.step("rules"):
        hands.menu("Rules")
        guide.shot("rules", "light big small landscape tablet")
        guide.app.back()
        drive.advance(0.4)


def _vote(guide: Guide, name: str, shot: str = "", sights: str = "") -> None:
    """One thumb holds, the other chooses; with a name for the picture it is taken before the seal."""
    drive, dark = guide.drive, guide.app.page.dark
    thumb = drive.down(*drive.where(dark.pad))
    drive.advance(0.5)
    guide.hands.touch(drive.find(name, AnswerCard))
    if shot:
        guide.shot(shot, sights)
    guide.hands.touch(guide.app.page.dark.ballot.button)
    thumb.touch_up()
    drive.advance(0.2)
    if guide.app.page.dark.middle is not None:
        guide.hands.touch(guide.app.page.dark.middle.button)


def story(guide: Guide) -> None:
    drive, hands = guide.drive, guide.hands
    opened = guide.sit("story", "Ana Ben Cleo Dev Eva Finn Gus Hana", {"story_seconds": 60}, """
        Youngest/table 2
        correct seats.0.points 11
        correct seats.1.points 9
        correct seats.2.points 11
        correct seats.3.points 9
        correct seats.4.points 6
        correct seats.5.points 12
        correct seats.6.points 8
        correct seats.7.points 7
        """)
    guide.shot("begin", "small landscape")
    with guide.step("action card"):
        hands.touch(drive.find("Action card"))
        guide.shot("who-plays-a-card", "big")
        guide.app.page.want("")
        drive.advance(0.3)
    hands.give("done")
    with guide.step("telling"):
        hands.touch("Start")
        drive.advance(14)
        guide.shot("telling", "light landscape tablet")
    for seat in (2, 3, 4, 5, 6, 7, 0, 1):
        opened.answer(f"StoryTold/{seat}", "done")
        guide.ports.clock.advance(50)
    guide.app.page.refresh()
    with guide.step("ballot"):
        _vote(guide, "Finn")
        _vote(guide, "Cleo")
        guide.shot("hand-over", EVERYWHERE)
        _vote(guide, "Finn", "ballot", EVERYWHERE)
        for name in ("Finn", "Gus", "Eva", "Cleo"):
            _vote(guide, name)
        _vote(guide, "Finn")
    guide.shot("reveal", SHOWN, wait=3.0)
    _tie_break(guide)
    _shared_victory(guide)


def _tie_break(guide: Guide) -> None:
    """Two stories with two votes each, twice: a longer one, then rock, paper, scissors."""
    with guide.step("tie-break"):
        tied = guide.sit("story", "Ana Ben Cleo Dev", {}, """
            Youngest/table 0
            correct seats.1.points 16
            Begin/0 "done"
            StoryTold/0 "done"
            StoryTold/1 "done"
            StoryTold/2 "done"
            StoryTold/3 "done"
            Ballot/0/first 1
            Ballot/1/first 0
            Ballot/2/first 1
            Ballot/3/first 0
            """)
        guide.shot("tie", "landscape tablet", wait=3.0)
        guide.hands.give("done")
        guide.shot("longer-story", "landscape tablet")
        guide.carry_out(tied, """
            LongerStory/0 "done"
            LongerStory/1 "done"
            Ballot/0/second 1
            Ballot/1/second 0
            Ballot/2/second 1
            Ballot/3/second 0
            Opened/table/second "done"
            """)
        guide.shot("rock-paper-scissors", "small landscape", wait=2.0)


def _shared_victory(guide: Guide) -> None:
    with guide.step("shared victory"):
        shared = guide.sit("story", "Ana Ben Cleo Dev", {}, """
            Youngest/table 3
            Begin/3 "done"
            StoryTold/3 "done"
            StoryTold/0 "done"
            StoryTold/1 "done"
            StoryTold/2 "done"
            Ballot/0/first 2
            Ballot/1/first 2
            Ballot/2/first 1
            Ballot/3/first 2
            Opened/table/first "done"
            correct seats.0.points 17
            correct seats.1.points 17
            correct seats.2.points 9
            Begin/0 "done"
            StoryTold/0 "done"
            StoryTold/1 "done"
            StoryTold/2 "done"
            StoryTold/3 "done"
            Ballot/0/first 3
            Ballot/1/first 3
            Ballot/2/first 0
            Ballot/3/first 3
            """)
        guide.app.page.refresh()
        guide.hands.give("done")
        assert shared.play.outcome() is not None
        guide.shot("shared-victory", "light landscape tablet", wait=0.9)


def keywords(guide: Guide) -> None:
    drive, hands = guide.drive, guide.hands
    opened = guide.sit("keywords", "Ana Ben Cleo Dev Eva", {"story_seconds": 90})
    guide.shot("begin", "small")
    with guide.step("telling"):
        question = opened.play.open()[0]
        opened.answer(question.key(), 1)
        guide.app.page.refresh()
        drive.advance(0.3)
        if drive.has("Start"):
            hands.touch("Start")
        drive.advance(21)
        guide.shot("telling", "light landscape tablet big")
    with guide.step("order"):
        hands.give("told")
        guide.draft(3, 0)
        guide.shot("first-picture", "")
        hands.main()
        guide.draft(2, 3, 0)
        guide.shot("order", SHOWN)
        hands.main()
        guide.draft(4)
        hands.main()
    guide.shot("points", "light big small landscape tablet")
    with guide.step("result"):
        guide.carry_out(opened, "\n".join(f"correct seats.{seat}.points {points}" for seat, points
                                          in enumerate((31, 24, 35, 28, 19))))
        hands.main()
        from companion.ui.app.smoke import play_out
        if opened.play.outcome() is None:
            play_out(opened)
        guide.app.page.refresh()
        guide.app.page.open_result()
        guide.shot("result", "light landscape tablet", wait=0.9)


