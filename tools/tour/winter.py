"""Winter Tales: an evening in the snowed-in town."""

from __future__ import annotations

from typing import Any

from companion.games.winter_tales import game
from companion.services.open_play import OpenPlay
from tests.games.winter_tales.evening import FIVE, SIDES, whole_town
from tools.tour.guide import Guide

TABLE = "light small landscape tablet"
WHOLE = TABLE + " big"
NAMES = "Ana Ben Cleo Dev Eve"
OPTIONS = {"length": 5, "powers": True, "objectives": True, "skills": True}


BY_HAND = {"DrawsForAll": "AgeOrder", "OpensStory": "DrawnQuest"}


def set_up(opened: OpenPlay, until: str = "") -> None:
    """From the first question to the first turn, step by step; stops where that question is asked."""
    for _ in range(80):
        live, here = opened.play.table, [type(one).__name__ for one in opened.play.open()]
        name = "LaysOut" if "LaysOut" in here else BY_HAND.get(here[0], here[0])
        question = opened.play.open()[here.index(name)]
        last = question.key().split("/")[-1]
        if name in (until, "Activates") or here[0] == until:
            return
        answer: Any = {"AgeOrder": [0, 1, 2, 3, 4], "SitsDown": "seated", "Arbiter": 4, "StartsAt": FIVE.get(last),
                       "QuestSite": "dorothys_mansion" if last == "glimmer" else "memory_lane_cemetery",
                       "DrawnQuest": "glimmer" if last == "spring" else "horror"}.get(name, "done")
        if name == "ChoosesCharacter":
            answer = next(key for key in FIVE if live.who(key).owner is None)
        elif name == "DrawsSide":
            answer = SIDES[5][sum(1 for seat in live.seats if seat.side)]
        opened.answer(question.key(), answer)


def winter_tales(guide: Guide) -> None:
    town = whole_town()
    _setting_up(guide, town)
    opened = guide.sit("winter_tales", NAMES, OPTIONS, "", town)
    set_up(opened)
    guide.carry_out(opened, """
        correct characters.wolf.at "oaks_park+winter_prison"
        correct track.1 "spring"
        correct track.2 "winter"
        correct bookmark 1
        """)
    guide.shot("town", WHOLE + " contrast tablet-light")
    _track(guide)
    _battle(guide, opened)
    _trap(guide, town)
    _quest(guide, town)
    _end(guide, town)
    _editor(guide)


def _setting_up(guide: Guide, town: Any) -> None:
    with guide.step("setting up"):
        opened = guide.sit("winter_tales", NAMES, OPTIONS, "", town)
        guide.shot("draws-for-all", "light small landscape tablet big")
        opened = guide.sit("winter_tales", NAMES, OPTIONS | {"objectives": False}, "", town)
        guide.carry_out(opened, 'DrawsForAll/table ["spring","winter","spring","winter","writer","glimmer","horror"]')
        guide.shot("first-character", "light small landscape tablet big")
        opened = guide.sit("winter_tales", NAMES, OPTIONS, "", town)
        for name, shot, sights in (("DrawsSide", "draws-a-side", "landscape"), ("SitsDown", "sits-down", ""),
                                   ("ChoosesCharacter", "chooses-a-character", "small tablet big"),
                                   ("StartsAt", "begins-at", "small landscape tablet"),
                                   ("OpensStory", "draws-quests", "small tablet"),
                                   ("BeginsStory", "begins-the-story", "tablet")):
            set_up(opened, name)
            guide.app.page.refresh()
            guide.shot(shot, sights)


def _track(guide: Guide) -> None:
    with guide.step("memory track"):
        stage = guide.app.page.stage
        room = stage.room
        guide.drive.drag((room.x + room.width * 0.8, room.center[1]), (room.x + room.width * 0.15, room.center[1]))
        guide.shot("memory-track", "light small landscape")
        guide.drive.drag((room.x + room.width * 0.2, room.center[1]), (room.x + room.width * 0.9, room.center[1]))


def _battle(guide: Guide, opened: OpenPlay) -> None:
    hands = guide.hands
    with guide.step("battle"):
        hands.answer("Activates", "dorothy")
        guide.shot("a-turn", "small landscape tablet big")
        guide.carry_out(opened, 'correct characters.wolf.at "memory_lane_cemetery+nightmare_factory"')
        hands.answer("StepsTo", "nightmare_factory")
        guide.shot("walk", WHOLE)
        hands.undo()
        guide.carry_out(opened, 'correct characters.wolf.at "memory_lane_cemetery+oaks_park"')
        hands.answer("StepsTo", "memory_lane_cemetery+oaks_park")
        guide.shot("do-you-attack", "tablet")
        hands.give("wolf")
        hands.give("card")
        hands.give("card")
        guide.shot("battle", WHOLE)
        hands.give("card")
        hands.give("stops")
        guide.shot("battle-lost", "tablet")
    with guide.step("declare"):
        standing = opened.play.standing()
        if standing:
            hands.touch(guide.app.page.bar.menu)
            guide.shot("menu", "small")
            hands.close_sheet()


def _trap(guide: Guide, town: Any) -> None:
    hands = guide.hands
    with guide.step("trap"):
        opened = guide.sit("winter_tales", NAMES, OPTIONS, "", town)
        set_up(opened)
        guide.carry_out(opened, """
            correct characters.alice.at "oaks_park"
            correct characters.dorothy.at "fair_of_wonders"
            correct characters.scarecrow.at "puppets_theater"
            correct acting 3
            """)
        guide.app.page.restart()
        guide.carry_out(opened, 'Activates/3 "candlewick"\nStepsTo/3/candlewick "oaks_park"')
        guide.shot("springs-a-trap", "")
        hands.give("alice")
        hands.give("card")
        hands.give("card")
        guide.shot("trap", WHOLE)
        hands.give("next")
        guide.shot("trap-opens", "small tablet")


def _quest(guide: Guide, town: Any) -> None:
    hands = guide.hands
    with guide.step("quest"):
        opened = guide.sit("winter_tales", NAMES, OPTIONS | {"powers": False}, "", town)
        set_up(opened)
        there = ("tin_man", "wolf", "alice", "candlewick", "pinocchio")
        guide.carry_out(opened, "\n".join(f'correct characters.{one}.at "dorothys_mansion"' for one in there)
                        + '\ncorrect track.1 "winter"\ncorrect bookmark 0\nActivates/0 "tin_man"')
        guide.shot("quest-1-take-up", "tablet")
        hands.answer("ResolvesQuest", "glimmer")
        guide.shot("quest-2-set-out", "small tablet")
        hands.give("nobody")
        hands.give("card")
        hands.give("card")
        guide.shot("quest-3-acting", "tablet")
        hands.give("card 1")
        hands.give("card")
        guide.shot("quest-4-join", WHOLE + " small-big")
        hands.give("card 2")
        hands.give("none")
        for number in range(4):
            name = type(hands.question).__name__
            guide.shot("quest-7-places-the-memory" if name == "PlacesMemory" else f"quest-6-{number + 1}", WHOLE)
            if name == "PlacesMemory":
                break
            hands.give(hands.question.encode(next(iter(hands.question.choices(hands.play.table)))))
        hands.give(hands.question.encode(next(iter(hands.question.choices(hands.play.table)))))
        hands.menu("Chronicle")
        guide.shot("chronicle", TABLE)
        guide.app.back()


def _end(guide: Guide, town: Any) -> None:
    hands = guide.hands
    with guide.step("epilogue"):
        opened = guide.sit("winter_tales", NAMES, {"length": 3}, "", town)
        set_up(opened)
        guide.carry_out(opened, """
            correct characters.tin_man.at "dorothys_mansion"
            correct track.1 "spring"
            correct track.2 "winter"
            correct bookmark 1
            Activates/0 "tin_man"
            ResolvesQuest/0/tin_man "glimmer"
            SetsOut/table "nobody"
            AddsCards/0 "card"
            AddsCards/0 "next"
            """)
        for _ in range(12):
            question = opened.play.open()[0]
            name = type(question).__name__
            if name == "EpilogueCards":
                break
            answer = {"AddsCards": "out", "LastCard": "next", "PlacesMemory": 3}.get(name, "")
            opened.answer(question.key(), answer)
        guide.app.page.refresh()
        guide.drive.advance(0.5)  # the panel glides to its new height
        hands.give("card")
        hands.give("card")
        hands.give("card")
        guide.shot("epilogue", WHOLE)
        for _ in range(30):
            if hands.over:
                break
            question = hands.question
            name = type(question).__name__
            if name == "TheEnd":
                guide.shot("the-end", "tablet")
            if name in ("WriterHand", "WriterHelps"):
                guide.shot({"WriterHand": "the-writers-hand", "WriterHelps": "whom-the-writer-helps"}[name], "")
            choices = [question.encode(one) for one in question.choices(hands.play.table)]
            hands.give("next" if "next" in choices else 4 if name == "WriterHand" else choices[0])
        guide.shot("verdict", "light small landscape tablet big", wait=0.9)


def _editor(guide: Guide) -> None:
    with guide.step("town editor"):
        row = guide.app.evening.save_copy("winter_tales", "My box", whole_town())[0]
        guide.app.go(game.copy_editor, copy=row.id)
        guide.shot("town-editor", "light small landscape tablet big")
