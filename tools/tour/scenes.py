"""What the tour visits: the pages of the app, and every question of each game."""

from random import Random
from typing import Any

from companion.services.open_play import OpenPlay
from companion.testing.driving import wild_setup
from tests.ui.screens.test_new_play import open_new_play, type_names
from tools.tour.guide import Guide
from tools.tour.readme import evenings, readme
from tools.tour.reference import reference

PLAYS, ANSWERS = 4, 300


def run(guide: Guide) -> None:
    scenes = {"shell": shell, "readme": readme, "reference": reference}
    scenes.get(guide.scene, game)(guide)


# The pages of the app


def shell(guide: Guide) -> None:
    drive, app = guide.drive, guide.app
    app.go_home("welcome")
    guide.shot("welcome")
    guide.home()
    guide.shot("first-start")
    with guide.step("new play"):
        open_new_play(drive, "windmill")
        guide.shot("nobody-yet")
        type_names(drive, "Ana", "Ben", "Cleo", "Dev")
        guide.shot("new-play")
        app.back()
    with guide.step("library"):
        evenings(guide)
        guide.home()
        guide.shot("library")
    for name in ("history", "players", "settings"):
        with guide.step(name):
            app.go_home(name)
            guide.shot(name)
    for name, args in (("search", {}), ("boxes", {}), ("plugins", {}), ("licences", {}),
                       ("player", {"person": "Ana"}),
                       ("new_play", {"game": "windward"}), ("new_play", {"game": "winter_tales"})):
        with guide.step(name):
            app.go(name, **args)
            guide.shot("-".join([name, *args.values()]))
            app.back()
    with guide.step("add a game"):
        guide.home()
        guide.open_sheet("add-a-game", "Add a game")


# One game


def game(guide: Guide) -> None:
    """Play at random; take a picture of each kind of question."""
    played = guide.app.found.games[guide.scene]
    seen: set[str] = set()
    for seed in range(PLAYS):
        with guide.step(f"play {seed}"):
            rng = Random(seed)
            opened = guide.app.library.start(guide.scene, wild_setup(played, rng))
            guide.app.go("table", opened=opened)
            guide.drive.advance(0.5)
            if seed == 0:
                around_the_table(guide)
            ask_all(guide, opened, rng, seen)
            if opened.play.outcome() is not None:
                guide.app.go("result", opened=opened)
                guide.shot(f"result-{seed}", wait=1.0)
    pages = {"editor": (played.boxes.editor, {"box": new_box(guide)}) if played.boxes.form() else None,
             "setup": (played.setup_page, {"game": guide.scene}) if played.setup_page else None}
    for name, page in pages.items():
        if page is not None:
            with guide.step(name):
                guide.app.go(page[0], **page[1])
                guide.shot(name)


def new_box(guide: Guide) -> Any:
    played = guide.app.found.games[guide.scene]
    box = played.boxes.starter() or played.boxes.new()
    return guide.app.library.save_box(guide.scene, "My box", box)[0].id


def ask_all(guide: Guide, opened: OpenPlay, rng: Random, seen: set[str]) -> None:
    page, play = guide.app.page, opened.play
    for _ in range(ANSWERS):
        for question in play.open():
            name = type(question).__name__
            if name not in seen:
                seen.add(name)
                page.refresh()
                guide.drive.advance(0.5)
                while page.stage.reveals:
                    guide.drive.advance(0.5)
                if page.situation.state != "ballots":
                    page.want(question.key())
                guide.shot(name)
                page.want("")
        asked = [one for one in play.open() if one.possible(play.table)]
        if play.outcome() is not None or not asked:
            return
        question = rng.choice(asked)
        opened.answer(question.key(), question.random_answer(play.table, rng))
        guide.ports.clock.advance(21)
    page.refresh()


def around_the_table(guide: Guide) -> None:
    """The sheets and pages that every game has."""
    hands = guide.hands
    guide.open_sheet("why", hands.why)
    guide.open_sheet("menu", guide.app.page.bar.menu)
    pieces = any(field.on_table for field in guide.app.page.play.fields())
    for name, line in (("fix", "Fix something"), ("lay-it-out", "Lay it out again"),
                       ("table-mode", "Table mode"), ("chronicle", "Chronicle"), ("rules", "Rules")):
        if pieces or name != "lay-it-out":
            guide.open_sheet(name, lambda line=line: hands.menu(line))
