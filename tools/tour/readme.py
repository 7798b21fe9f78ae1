"""The pictures of the app in README, with the names that they have in docs/screenshots."""

import json
from random import Random
from typing import Any

from companion.core.log import CORRECT
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.score_sheet.sheet import LOW, Sheet
from companion.ui.app.smoke import play_out
from tests.games.winter_tales import evening as tales
from tools.tour.guide import Guide

TIMER = """
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
    correct captains.0.morale 3
    correct captains.0.cannons 3
    correct captains.0.ship "2,0"
    Ready/table "done"
    """
VOTED = (5, 2, 5, 5, 6, 4, 2, 5)
"""Whose story each player prefers."""
POINTS = (11, 9, 11, 9, 6, 12, 8, 7)
STACKS = """
    FirstNarrator/table 1
    EndOfStory/1 "done"
    StackUp/table/1 [3, 0]
    StackUp/table/2 [2, 3, 0]
    StackUp/table/3 [4]
    """
HEARTS = ((3, 13, 0, 10), (0, 5, 20, 1), (7, 0, 6, 13), (2, 18, 4, 2), (5, 1))
FILM = (860, 538)


def readme(guide: Guide) -> None:
    """At two sizes those of README, at the stores' size theirs; at others, all that show a play."""
    for pose in POSES.get(guide.sight, PLAYS):
        with guide.step(pose.__name__):
            pose(guide)
        guide.home()


def library(guide: Guide) -> None:
    evenings(guide)
    guide.home()
    guide.take("library", wait=5.0)  # until it has drawn the table


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
    guide.carry_out(opened, TIMER)
    library.close(opened)
    clock.advance(60)


def timer(guide: Guide) -> None:
    guide.sit("windmill", "Ana Ben Cleo Dev", page=TIMER)
    guide.hands.touch("Start")
    guide.drive.advance(11.5)
    guide.take("windmill-timer")


def votes(guide: Guide) -> None:
    lines = ["Youngest/table 2", *(f"correct seats.{seat}.points {won}" for seat, won in enumerate(POINTS)),
             'Begin/2 "done"', *(f'StoryTold/{(2 + n) % 8} "done"' for n in range(8)),
             *(f"Ballot/{seat}/first {story}" for seat, story in enumerate(VOTED))]
    guide.sit("story", "Ana Ben Cleo Dev Eva Finn Gus Hana", page="\n".join(lines))
    guide.hands.touch("Reveal all votes")
    guide.take("story-reveal", wait=12.0)


def points(guide: Guide) -> None:
    guide.sit("keywords", "Ana Ben Cleo Dev Eva", page=STACKS)
    guide.take("keywords-points", wait=3.0)


def quest(guide: Guide) -> None:
    """Ana has told her part of a quest; Ben adds cards for winter."""
    evening = tales.four(length=5)
    for name in ("tin_man", "wolf", "alice", "candlewick"):
        tales.put(evening, name, tales.MANSION)
    evening.taps(("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("SetOut", "nobody"))
    for word in ("card", "card", "next", "card", "card"):
        evening.tap("AddCards", word)
    sit_down(guide, evening.play)
    guide.take("winter_tales-quest", wait=3.0)


def town(guide: Guide) -> None:
    """Winter has a memory, and Ana wins one for spring."""
    evening = tales.five(spring=("glimmer", tales.ASYLUM))
    evening.correct("track.2", "winter").correct("bookmark", 1)
    evening.taps(("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("Send", "nobody"))
    evening.taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "next"))
    evening.taps(("LastCard", "next"), ("PlaceMemory", 1))
    sit_down(guide, evening.play)
    guide.take("winter_tales-town", wait=3.0)


def sheet(guide: Guide) -> None:
    rows = [f"Score/{seat} {value}" for row in HEARTS for seat, value in enumerate(row)]
    guide.sit("score_sheet", "Ana Ben Cleo Dev", page="\n".join(rows),
              box=Sheet(name="Hearts", wins=LOW).to_json())
    guide.hands.type_number(12)
    guide.take("score_sheet-sheet")


def look_ahead(guide: Guide) -> None:
    guide.sit("windward", "Ana", {"mode": "solo"}, SOLO)
    guide.hands.touch(guide.drive.find(lambda one: type(one).__name__ == "StageButton"
                                       and one.icon.name == "eye-outline"))
    guide.take("windward-look-ahead", wait=1.2)


def film(guide: Guide) -> None:
    """A Windward night, as a moving picture."""
    opened = guide.sit("windward", "Ana", {"mode": "solo"}, SOLO)
    frames = []

    def run(seconds: float) -> None:
        for _ in range(round(seconds * 5)):
            guide.drive.advance(0.2)
            frames.append(guide.drive.picture().convert("RGB").resize(FILM))

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


def sit_down(guide: Guide, play: Play[Any]) -> None:
    """Open a table and give all answers of this play."""
    names = " ".join(person.name for person in play.setup.people)
    lines = (f"{'correct ' if record.kind == CORRECT else ''}{record.key} {json.dumps(record.answer)}"
             for record in play.log)
    guide.sit(play.game.facts.id, names, page="\n".join(lines), box=play.setup.box)


PLAYS = (timer, votes, points, quest, sheet, look_ahead, town)
POSES = {"phone": (library, timer, votes, points, quest, sheet), "tablet": (look_ahead, town, film),
         "store": (library, timer, votes, look_ahead)}
