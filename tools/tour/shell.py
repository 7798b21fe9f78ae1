"""The frame round the games: library, new play, history, players, settings, copies."""

from __future__ import annotations

from companion.core.setup import Setup, people
from companion.ui.app.smoke import play_out
from tests.ui.screens.test_new_play import open_new_play, type_names
from tools.tour.guide import Guide

MOST = "light big small landscape tablet"


def shell(guide: Guide) -> None:
    drive, app = guide.drive, guide.app
    with guide.step("welcome"):
        app.go_home("welcome")
        guide.shot("welcome", MOST + " small-big contrast")
        guide.home()
    guide.shot("first-start", MOST + " contrast")
    with guide.step("new play"):
        open_new_play(drive, "windmill")
        guide.shot("nobody-yet", "small")
        type_names(drive, "Ana", "Ben", "Cleo", "Dev", "Eva")
        app.page.draft.people.pop()
        app.page._people_changed()
        app.page.draft.typing = False
        app.page._refresh()
        guide.shot("new-play", MOST + " small-big tablet-light")
        app.back()
    with guide.step("plays"):
        _evenings(guide)
        guide.home()
        guide.shot("library", MOST + " contrast tablet-light")
    with guide.step("search"):
        app.go("search")
        drive.advance(0.3)
        drive.type("story")
        guide.shot("search", "light big tablet")
        app.back()
        drive.advance(0.3)
    _pages(guide)


def _pages(guide: Guide) -> None:
    """Each opened once, after those evenings."""
    drive, app = guide.drive, guide.app
    for name in ("history", "players", "settings"):
        with guide.step(name):
            app.go_home(name)
            guide.shot(name, MOST)
    with guide.step("player"):
        app.evening.save_group("Friday table", people("Ana", "Ben", "Cleo", "Dev"))
        app.go_home("players")
        app.go("player", person="Ana")
        drive.advance(1.0)
        guide.shot("player", MOST)
        app.go_home("players")
        guide.shot("players-group", "small")
    for name in ("copies", "plugins"):
        with guide.step(name):
            app.go(name)
            guide.shot(name, MOST)
            app.back()
            drive.advance(0.3)
    with guide.step("other new plays"):
        for game in ("windward", "winter_tales"):
            app.go("new_play", game=game)
            guide.shot(f"new-play-{game}", "light tablet")
            app.back()
            drive.advance(0.3)


def _evenings(guide: Guide) -> None:
    """Three that are over, and two that wait to be gone on with."""
    evening, clock = guide.app.evening, guide.ports.clock
    copies = {game: evening.games[game].starter_copy() for game in ("windward", "winter_tales")}
    for game, copy in copies.items():
        evening.save_copy(game, "My box", copy)
    for game, names in (("story", "Ana Ben Cleo Dev"), ("windmill", "Ana Ben Eva"), ("keywords", "Ana Ben Cleo Dev")):
        opened = evening.start(game, Setup(people(*names.split())))
        play_out(opened)
        evening.close(opened)
        clock.advance(86_400)
    waiting = evening.start("windward", Setup(people("Ana", "Ben", "Cleo")))
    guide.carry_out(waiting, """
        Layout/table ["A","B","C","D","E","F"]
        FirstRoll/table [1,6,2]
        Wind/table [2]
        FirstGreys/table ["4","5"]
        Ready/table "done"
        """)
    evening.close(waiting)
    clock.advance(3_600)
    opened = evening.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev")))
    guide.carry_out(opened, """
        Oldest/table 3
        correct seats.0.points 7
        correct seats.1.points 4
        correct seats.2.points 12
        correct seats.3.points 16
        CardDown/3 "done"
        Guess/0 "right"
        """)
    evening.close(opened)
    clock.advance(60)
