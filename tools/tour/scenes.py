"""What the tour visits: the pages of the app, every question of each game,
and a few posed pictures for README."""

from random import Random
from typing import Any

from companion.core.setup import Setup, people
from companion.services.open_play import OpenPlay
from companion.testing.driving import wild_setup
from companion.ui.app.smoke import play_out
from tests.ui.screens.test_new_play import open_new_play, type_names
from tools.tour.guide import Guide
from tools.tour.reference import reference

PLAYS, ANSWERS = 4, 300


def run(guide: Guide) -> None:
    scenes = {"shell": shell, "posed": posed, "reference": reference}
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


def evenings(guide: Guide) -> None:
    """Play three games to their end and leave one open."""
    library, clock = guide.app.library, guide.ports.clock
    for name, names in (("story", "Ana Ben Cleo Dev"), ("keywords", "Ana Ben Cleo Dev"),
                        ("windmill", "Ana Ben Eva")):
        opened = library.start(name, Setup(people(*names.split())))
        play_out(opened)
        library.close(opened)
        clock.advance(86_400)
    opened = library.start("windmill", Setup(people("Ana", "Ben", "Cleo", "Dev")))
    guide.carry_out(opened, WINDMILL)
    library.close(opened)
    clock.advance(60)


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


# Posed pictures, for README

WINDMILL = """
    Oldest/table 3
    correct seats.0.points 7
    correct seats.1.points 4
    correct seats.2.points 12
    correct seats.3.points 16
    CardDown/3 "done"
    Guess/0 "right"
    """
SOLO = """
    Layout/table ["A","B","C","D","E","F"]
    Wind/table [2]
    Ready/table "done"
    correct captains.0.morale 3
    correct captains.0.cannons 3
    correct captains.0.ship "2,0"
    """
VOTES = """
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
    Ballot/3/first 1
    """


def posed(guide: Guide) -> None:
    for pose in (timer, votes, look_ahead, film):
        with guide.step(pose.__name__):
            pose(guide)


def timer(guide: Guide) -> None:
    guide.sit("windmill", "Ana Ben Cleo Dev", page=WINDMILL)
    guide.hands.touch("Start")
    guide.drive.advance(11.5)
    guide.shot("windmill-timer")


def votes(guide: Guide) -> None:
    guide.sit("story", "Ana Ben Cleo Dev", page=VOTES)
    guide.shot("story-reveal", wait=6.0)


def film(guide: Guide) -> None:
    """README's moving picture: a Windward night, at the size of a tablet."""
    if guide.sight != "tablet":
        return
    opened = guide.sit("windward", "Ana", {"mode": "solo"}, SOLO)
    frames = []

    def run(seconds: float) -> None:
        for _ in range(round(seconds * 5)):
            guide.drive.advance(0.2)
            frames.append(guide.drive.picture().convert("RGB").resize((860, 538)))

    run(1.0)
    guide.carry_out(opened, 'EndTurn/0 "done"')
    for _ in range(8):
        for question in opened.play.open()[:1]:
            opened.answer(question.key(), question.random_answer(opened.play.table, Random(3)))
            guide.app.page.refresh()
            run(1.2)
    guide.hands.undo()
    run(1.6)
    frames[0].save(guide.out / "demo.webp", save_all=True, append_images=frames[1:], duration=200, loop=0,
                   quality=55, method=6)


def look_ahead(guide: Guide) -> None:
    opened = guide.sit("windward", "Ana", {"mode": "solo"}, SOLO)
    guide.hands.touch(guide.drive.find(lambda one: type(one).__name__ == "StageButton"
                                       and one.icon.name == "eye-outline"))
    guide.shot("windward-look-ahead", wait=1.2)
    guide.carry_out(opened, 'EndTurn/0 "done"')
    while type(opened.play.open()[0]).__name__ not in ("AllFly", "Fly"):
        question = opened.play.open()[0]
        opened.answer(question.key(), question.encode(next(iter(question.choices(opened.play.table)))))
    guide.app.page.refresh()
    guide.shot("windward-crester-move", wait=3.0)
