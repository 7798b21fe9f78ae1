"""Winter Tales: every finger that comes down, counted by the driver. docs/taps.md has these numbers."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.services import open_play
from companion.touches.offscreen import PHONE, TABLET
from companion.ui.widgets.controls.buttons import Chip
from companion.ui.widgets.controls.rows import ListRow
from tests.games.winter_tales.evening import CEMETERY, MANSION, THEATER
from tests.games.winter_tales.screen.test_touch import asked, begin, set_up
from tests.sampling import sampled
from tests.ui.hands import Hands
from tests.ui.night import Night

pytestmark = pytest.mark.touch
CARRIED, IN_SLOTS = 8, 22
"""Seeds with which the phone draws Love and Armed Retaliation, or A Glimmer of Hope and Freezing Horror."""


def names(hands: Hands) -> dict[str, Any]:
    """The open questions by name."""
    return {type(one).__name__: one for one in hands.play.open()}


def first(hands: Hands, question: Any) -> Any:
    return question.encode(next(iter(question.choices(hands.play.table))))


def goal(hands: Hands, question: Any) -> str:
    """A quest of the walker's side if a path leads there, otherwise two spaces further."""
    table, who = hands.play.table, question.character
    spaces = list(question.choices(table))
    sites = [table.site_of(quest) for quest in table.on_map() if quest.side == who.side]
    return next((site for site in sites if site in spaces and site != who.at), spaces[-1])


def act(hands: Hands, walked: bool) -> bool:
    """What a player in an activation does: walk once, take a quest up or bring one in, or end the turn."""
    there = names(hands)
    if "StepTo" in there and not walked and "TakeUpQuest" not in there:
        hands.answer("StepTo", goal(hands, there["StepTo"]))
        return True
    for name in ("TakeUpQuest", "NewQuest"):
        if name in there:
            hands.answer(name, first(hands, there[name]))
            return walked
    hands.answer("EndTurn")
    return walked


def set_up_at_once(hands: Hands) -> None:
    """*Start* has drawn; all characters are picked, then all are put on the map, then the quests are placed."""
    while hands.play.table.phase == "setup":
        hands.give(first(hands, hands.question))


def turns(hands: Hands, count: int) -> int:
    """Touches for this many turns without fights, with one card per quest and nobody joining."""
    before, activated, walked = hands.drive.touches, 0, False
    while True:
        name = asked(hands)
        if name in ("Activate", "Activate"):
            if activated == count:
                return hands.drive.touches - before
            activated, walked = activated + 1, False
        if name in ("StepTo", "TakeUpQuest", "NewQuest", "EndTurn"):
            walked = act(hands, walked)
        elif name == "AddCards":
            hands.give("card")
            there = hands.play.table.full and "none" in hands.question.choices(hands.play.table)
            hands.give("none" if there else "end")
        else:
            words = list(hands.question.choices(hands.play.table))
            answer = {"Attack": "nobody", "SpringTrap": "nobody", "Send": "nobody"}.get(name)
            hands.reply(hands.question, "through" if "through" in words else answer or first(hands, hands.question))


@pytest.mark.rule("WT-148")
@sampled(("depth", "luck", "touches"), [
    ("full", IN_SLOTS, 22), ("full", CARRIED, 22), ("light", IN_SLOTS, 10), ("light", CARRIED, 12)])
def test_setting_up(tmp_path: Path, depth: str, luck: int, touches: int,
                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Five players, the owner's town; ten characters, ten places (full), two quests placed by people (WT-9).

    With only turns and battles, only a quest that lies under a rebel is placed: two at the most.
    """
    monkeypatch.setattr(open_play, "LUCK", Random(luck))
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, *(["Turns and battles"] if depth == "light" else []), draws="phone")
        before = hands.drive.touches
        set_up_at_once(hands)
        table = hands.play.table
        assert hands.drive.touches - before == touches
        drawn = {"love", "retaliation"} if luck == CARRIED else {"glimmer", "horror"}
        assert {quest.key for quest in table.on_map()} == drawn
        assert sum(one.owner is not None for one in table.characters.values()) == 10


@pytest.mark.thorough
@pytest.mark.rule("WT-2", "WT-3")  # one touch, and the page with *Other ages* and *We draw* is there
def test_who_would_rather_draw_takes_the_draw_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_play, "LUCK", Random(CARRIED))
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, draws="phone")
        assert asked(hands) == "ChooseCharacter"
        assert hands.drive.says("The phone drew the sides; Ana counts as the youngest.")
        assert hands.drive.says("Ana takes a spring token"), "the card *To move* says who gets which"
        hands.undo()
        assert list(names(hands)) == ["DrawForAll", "AgeOrder", "DrawByHand"]
        hands.answer("DrawByHand", "done")
        assert asked(hands) == "DrawSide"


@pytest.mark.thorough
@pytest.mark.rule("WT-18")  # five players, the owner's town; a whole chapter
@sampled(("depth", "ten_turns"), [("full", 69), ("light", 36)])
def test_ten_turns(tmp_path: Path, depth: str, ten_turns: int) -> None:
    with Night(tmp_path, TABLET) as night:
        hands = begin(night, "7", *(["Turns and battles"] if depth == "light" else []))
        set_up(hands)
        assert turns(hands, 10) == ten_turns


@pytest.mark.thorough
@pytest.mark.rule("WT-57", "WT-58", "WT-59", "WT-60", "WT-61", "WT-62", "WT-63", "WT-64", "WT-65", "WT-66", "WT-67",
                  "WT-68")  # Wolf, Alice and Pinocchio set out, Dev sends nobody; Wolf lets two of them by; five cards
def test_a_quest_with_three_travellers_a_battle_and_a_trap(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "5")
        set_up(hands)
        hands.page.controller.fix([("characters.tin_man.at", MANSION)])
        hands.answer("Activate", "tin_man")
        before = hands.drive.touches
        for name, raw in (
                ("TakeUpQuest", "glimmer"), ("Send", "wolf"), ("SpringTrap", "tin_man"), ("EvadeTrap", "card"),
                ("EvadeTrap", "next"), ("OpenTrap", 0), ("Send", "alice"), ("Attack", "white_rabbit card"),
                ("BattleCard", "card"), ("BattleCard", "stops"), ("StepTo", MANSION), ("Attack", "nobody"),
                ("Send", "pass"), ("Send", "pinocchio"), ("Attack", "through"),
                ("AddCards", "card"), ("AddCards", "card"), ("AddCards", "card 1"), ("AddCards", "card 2"),
                ("AddCards", "card 4"), ("AddCards", "end"), ("PlaceMemory", 1)):
            hands.answer(name, raw)
        assert hands.drive.touches - before == 22
        assert hands.play.table.track[0].source == "glimmer"


@pytest.mark.thorough
def test_a_character_who_stands_elsewhere(tmp_path: Path) -> None:
    """One finger: held on the character, carried to the place, lifted. One line of the log, one undo."""
    with Night(tmp_path, TABLET) as night:
        hands = begin(night)
        set_up(hands)
        stage, drive, before = hands.page.stage, hands.drive, hands.drive.touches
        finger = drive.down(*stage.where("alice"))
        drive.advance(0.6)
        finger.touch_move(*stage.where(CEMETERY))
        drive.advance(0.1)
        finger.touch_up()
        drive.advance(0.3)
        assert drive.touches - before == 1
        assert hands.play.table.who("alice").at == CEMETERY and hands.play.log[-1].key == "characters.alice.at"
        hands.undo()
        assert hands.play.table.who("alice").at == THEATER


@pytest.mark.thorough
@pytest.mark.rule("WT-67", "WT-68")  # the menu, its line, which, how it ended, where its memory lies
def test_a_quest_told_without_the_phone(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, "5")
        set_up(hands)
        before = hands.drive.touches
        for name, raw in (("ToldQuest", "glimmer"), ("ToldOutcome", "spring"), ("ToldSpace", 1)):
            hands.answer(name, raw)
        assert hands.drive.touches - before == 5
        assert hands.play.table.bookmark == 0 and hands.play.table.track[0].source == "glimmer"


# One correction: three touches at the most, from the table

def held_down(hands: Hands, at: tuple[float, float]) -> None:
    """One finger that rests there and is lifted again."""
    finger = hands.drive.down(*at)
    hands.drive.advance(0.6)
    finger.touch_up()
    hands.drive.advance(0.5)


def to_the_track(hands: Hands) -> None:
    """On a phone the track is the second page: one swipe. A tablet shows both."""
    stage = hands.page.stage
    if not stage.both:
        room = stage.room
        hands.drive.drag((room.x + room.width * 0.8, room.center[1]), (room.x + room.width * 0.15, room.center[1]))
        hands.drive.advance(0.5)


def chip(hands: Hands, words: str) -> None:
    hands.touch(hands.drive.find(words, Chip))
    hands.drive.advance(0.5)


@pytest.mark.thorough
@pytest.mark.rule("WT-70", "WT-71")  # the page, the space, the value: booked at once, and one undo
def test_a_memory_and_the_bookmark_are_put_right(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night)
        set_up(hands)
        before = hands.drive.touches
        to_the_track(hands)
        held_down(hands, hands.page.stage.where(1))
        chip(hands, "winter")
        assert hands.drive.touches - before <= 3 and hands.play.log[-1].key == "track.1"
        assert hands.play.table.track[0].side == "winter" and not hands.drive.app.sheets
        before = hands.drive.touches
        held_down(hands, hands.page.stage.where(1))
        chip(hands, "Space one")
        assert hands.drive.touches - before == 2 and hands.play.table.bookmark == 0
        hands.undo()
        assert hands.play.table.bookmark is None


@pytest.mark.thorough
@pytest.mark.rule("WT-7", "WT-18", "WT-103")  # the character is held where it stands, and what is right is tapped
def test_a_card_its_owner_and_a_power_are_put_right(tmp_path: Path) -> None:
    with Night(tmp_path, TABLET) as night:
        hands = begin(night, "Powers")
        set_up(hands)
        table, before = hands.play.table, hands.drive.touches
        held_down(hands, hands.page.stage.where("alice"))
        chip(hands, "Ben")
        assert hands.drive.touches - before == 2 and table.who("alice").owner is table.seats[1]
        hands.page.controller.fix([("powers.glimmer.in_force", True)])
        holder = hands.play.table.powers["glimmer"].on[0].key
        other = "tin_man" if holder != "tin_man" else "alice"
        before = hands.drive.touches
        held_down(hands, hands.page.stage.where(holder))
        chip(hands, str(hands.play.table.who(other).name))
        assert hands.drive.touches - before <= 3
        assert hands.play.table.powers["glimmer"].on[0].key == other and not hands.drive.app.sheets


@pytest.mark.thorough
@pytest.mark.rule("WT-10", "WT-16")  # a house with a quest is held; a seat's card offers the acting token
def test_a_quest_and_whose_turn_it_is_are_put_right(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night)
        set_up(hands)
        before = hands.drive.touches
        held_down(hands, hands.page.stage.where(MANSION))
        chip(hands, "in the box")
        assert hands.drive.touches - before == 2 and hands.play.table.quests["glimmer"].state == "boxed"
        before = hands.drive.touches
        hands.touch(hands.page.panel.strip.places[1])
        hands.drive.advance(0.5)
        hands.touch(hands.drive.find("The acting token goes to Ben", ListRow))
        hands.drive.advance(0.5)
        assert hands.drive.touches - before == 2 and hands.play.table.acting is hands.play.table.seats[1]
