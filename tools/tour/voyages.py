"""Windward: the planet, the wind, the Cresters."""

from __future__ import annotations

from typing import Any

from companion.games.windward import game
from companion.services.open_play import OpenPlay
from tools.tour.guide import Guide

TABLE = "light small landscape tablet"
WHOLE = TABLE + " big"
READY = """
    Layout/table ["A","B","C","D","E","F"]
    FirstRoll/table [1,6,2]
    Wind/table [2]
    FirstGreys/table ["4","3"]
    Ready/table "done"
    """
HUNT = """
    correct captains.0.notoriety 6
    correct captains.1.notoriety 9
    correct captains.2.notoriety 4
    correct captains.0.ship "-2,1"
    correct captains.2.ship "-1,-2"
    correct captains.1.ship "3,-1"
    correct captains.1.morale 3
    correct captains.1.rowing 5
    correct captains.1.gas 2
    correct captains.1.cannons 3
    correct captains.1.red_teeth 1
    """


def windward(guide: Guide) -> None:
    _set_up(guide)
    _turn(guide)
    _alone(guide)
    _together(guide)
    _editor(guide)


def _set_up(guide: Guide) -> None:
    hands = guide.hands
    with guide.step("layout"):
        opened = guide.sit("windward", "Ana Ben Cleo")
        guide.draft("A", "B", "C", "D")
        guide.shot("layout", TABLE)
        guide.draft("E", "F")
        hands.main()
        guide.shot("first-roll", "")
        guide.carry_out(opened, "FirstRoll/table [1,6,2]")
        guide.shot("wind", "small")
        guide.carry_out(opened, 'Wind/table [2]\nFirstGreys/table ["4","3"]')
        guide.shot("ready", "small tablet")


def _choose_far(guide: Guide) -> Any:
    """The space that takes the most speed without a fight, touched but not flown to."""
    page, table = guide.app.page, guide.hands.play.table
    question = page.situation.question
    spaces = list(question.choices(table))
    calm = [space for space in spaces if "fight" not in str(question.face(table, space).hint or "").lower()]
    for space in reversed(calm or spaces):
        if guide.hands._on_stage(space):
            return space
    page.panel.answer_panel.choose(spaces[0])
    return spaces[0]


def _choose_fight(guide: Guide) -> None:
    """A space with a fight, touched but not flown to: the odds stand on the button. Others are flown to at once."""
    page, table = guide.app.page, guide.hands.play.table
    question = page.situation.question
    fights = [space for space in question.choices(table) if question.face(table, space).icon == "sword-cross"]
    if fights:
        page.panel.answer_panel.choose(fights[0])


def _turn(guide: Guide) -> None:
    drive, hands, app = guide.drive, guide.hands, guide.app
    opened = guide.sit("windward", "Ana Ben Cleo", {"great_white": True}, READY + HUNT)
    guide.shot("planet", TABLE)
    with guide.step("reach"):
        _choose_fight(guide)
        guide.shot("reach", WHOLE + " contrast tablet-light")
    with guide.step("turned"):
        app.page.stage.turn_on()
        guide.shot("turned", TABLE)
        app.page.stage.turn_on(-1)
    with guide.step("more"):
        if drive.all("More…"):
            hands.touch("More…")
            drive.advance(0.4)
            guide.shot("more", "small")
            hands.close_sheet()
    for name, shot in (("Order", "orders"), ("Buy", "buy"), ("Card", "cards"), ("EndTurn", "end-turn")):
        with guide.step(shot):
            question = next(one for one in opened.play.open() if type(one).__name__ == name)
            app.page.want(question.key())
            guide.shot(shot, "small landscape big" if name == "Order" else "small" if name == "Card" else "")
            app.page.want("")
            drive.advance(0.3)
    with guide.step("battle"):
        guide.carry_out(opened, 'correct beasts.red3 "3,0"\nSail/1 [3,0]')
        guide.shot("cannons", "small landscape")
        hands.answer("Cannons", 2)
        for face in (2, 1, 3, 1):
            hands.touch(next(key for key in drive.all(lambda one: type(one).__name__ == "DieKey")
                             if key.number == face))
        guide.shot("battle", WHOLE)
    guide.open_sheet("why", hands.why)
    with guide.step("battle counted"):
        hands.touch(next(key for key in drive.all(lambda one: type(one).__name__ == "DieKey") if key.number == 2))
        guide.carry_out(opened, _rest(opened))
        guide.shot("battle-counted", "landscape tablet")
    with guide.step("correct"):
        hands.menu("Correct")
        guide.shot("correct", "")
        app.back()
        drive.advance(0.4)


def _rest(opened: OpenPlay) -> str:
    """The defender's dice, whoever rolls them."""
    question = opened.play.open()[0]
    if type(question).__name__ != "Throw":
        return ""
    return f"{question.key()} {[1] * question.how_many(opened.play.table)}"


def _alone(guide: Guide) -> None:
    drive, hands, app = guide.drive, guide.hands, guide.app
    solo = """
        Layout/table ["A","B","C","D","E","F"]
        Wind/table [2]
        Ready/table "done"
        correct captains.0.morale 3
        correct captains.0.cannons 3
        correct captains.0.ship "2,0"
        """
    opened = guide.sit("windward", "Ana", {"mode": "solo"}, solo)
    with guide.step("look-ahead"):
        hands.touch(drive.find(lambda one: type(one).__name__ == "StageButton" and one.icon.name == "eye-outline"))
        _choose_far(guide)
        guide.shot("look-ahead", WHOLE, wait=1.2)
    with guide.step("crester"):
        guide.carry_out(opened, 'EndTurn/0 "done"')
        while type(opened.play.open()[0]).__name__ not in ("AllFly", "Fly"):
            question = opened.play.open()[0]
            choice = next(iter(question.choices(opened.play.table)))
            opened.answer(question.key(), question.encode(choice))
        app.page.refresh()
        guide.shot("crester-move", WHOLE, wait=3.0)
    with guide.step("teeth"):
        guide.sit("windward", "Ana", {"mode": "solo"}, solo + """
            correct captains.0.red_teeth 2
            correct captains.0.grey_teeth 1
            correct captains.0.ship "0,1"
            Sail/0 [0,0]
            """)
        guide.shot("teeth", "small")
    with guide.step("solo won"):
        _solo_won(guide)
        guide.shot("solo-won", "light small landscape tablet", wait=0.9)
    with guide.step("table mode"):
        app.go("table_mode", opened=guide.sit("windward", "Ana", {"mode": "solo"}, solo))
        guide.shot("table-mode", "landscape tablet")


def _solo_won(guide: Guide) -> None:
    reds = "\n".join(f"correct beasts.red{n}.living false" for n in (7, 8, 9, 10, 11))
    opened = guide.sit("windward", "Ana", {"mode": "solo", "small_world": True}, f"""
        Layout/table ["F","E","D","C","B","A"]
        Wind/table [4]
        Ready/table "done"
        correct captains.0.morale 4
        correct captains.0.cannons 3
        {reds}
        correct reds_beaten 5
        correct beasts.red12 "0,-2"
        Sail/0 [0,-1]
        Sail/0 [0,-2]
        Cannons/0/attacker 3
        Throw/0/attacker [3,2,2,1,1]
        Throw/table/defender [1,1,2,1,1]
        Corner/0 [0,4]
        Order/0 "process"
        EndTurn/0 "done"
        CardOrMorale/0 "morale"
        ThisWay/0 [1,-1]
        Wind/0 [1]
        correct captains.0.cannons 3
        Sail/0 [1,-1]
        Cannons/0/attacker 3
        Throw/0/attacker [3,2,2,2,1]
        """)
    guide.hands.answer("Throw", [1, 1, 1, 1, 2, 1, 1, 1])
    assert opened.play.outcome() is not None


def _together(guide: Guide) -> None:
    coop = """
        Layout/table ["A","B","C","D","E","F"]
        FirstRoll/table [2,5]
        Wind/table [6]
        WhiteDie/table [2]
        Ready/table "done"
        """
    with guide.step("co-op"):
        guide.sit("windward", "Ana Ben", {"mode": "coop", "difficulty": 8}, coop)
        guide.shot("co-op", "tablet")
    with guide.step("co-op lost"):
        opened = guide.sit("windward", "Ana Ben", {"mode": "coop", "difficulty": 8}, coop + """
            EndTurn/1 "done"
            Fly/1 "done"
            Sail/0 [0,1]
            EndTurn/0 "done"
            CardOrMorale/0 "card"
            Fly/0 "done"
            Fly/0 "done"
            Throw/1/attacker [1,1,2,1,1,3,1,1]
            Throw/0/defender [1,2]
            """)
        guide.hands.answer("Extras", [0, 0])
        assert opened.play.outcome() is not None
        guide.shot("co-op-lost", "light small landscape tablet", wait=0.9)


def _editor(guide: Guide) -> None:
    with guide.step("tile editor"):
        row = guide.app.evening.save_copy("windward", "My box", game.new_copy())[0]
        guide.app.go(game.copy_editor, copy=row.id)
        guide.drive.advance(0.5)
        guide.hands.touch("Gas pocket")
        guide.shot("tile-editor", "light small landscape tablet big")
