"""By hand at Windward's table, by touches, on phone and tablet: what a battle, a strike, a lost ship and an undo tell
the hands; laying it all out again; a swapped tile; a play that begins in the middle."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.games.windward import game
from companion.games.windward.board.hexes import Hex, neighbours, spell
from companion.games.windward.board.planet import POST
from companion.ui.screens.lay_it_out import CheckRow
from companion.ui.table.by_hand import HandRow
from companion.ui.widgets.controls.photos import Photo
from tests.ui.conftest import Start
from tests.ui.hands import Hands, at_random
from tests.ui.night import Night
from tests.ui.offscreen import PHONE, TABLET

pytestmark = pytest.mark.touch
both = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])

READY = [("Layout/table", list("ABCDEF")), ("FirstPlayer/table", 0), ("Wind/table", [1]),
         ("FirstGreys/table", ["4"]), ("Ready/table", "done")]
TOGETHER = [("Layout/table", list("ABCDEF")), ("FirstPlayer/table", 0), ("Wind/table", [6]),
            ("WhiteDie/table", [4]), ("Ready/table", "done")]


def sit(at_table: Start, size: Any, records: list[tuple[str, Any]], **options: Any) -> Hands:
    """Two captains, at Ana's first turn."""
    drive = at_table(game, players=2, options=options, size=size)
    opened = drive.app.page.controller.opened
    for key, answer in records:
        opened.answer(key, answer)
    drive.app.page.refresh()
    return Hands(drive)


def put(hands: Hands, **things: Any) -> None:
    """What a test needs on the table before the hands come."""
    hands.page.controller.fix([(path.replace("__", "."), value) for path, value in things.items()])
    hands.page.refresh()
    hands.page.fold_hand()
    hands.drive.advance(0.3)


def told(hands: Hands) -> set[str]:
    return {row.text for row in hands.drive.all(cls=HandRow)}


def beside_a_red(hands: Hands) -> tuple[Hex, Hex]:
    """A free space of open sky next to a Red, and the Red's."""
    table = hands.play.table
    planet, taken = table.planet, table.flying()
    for red in table.living("red"):
        for space in neighbours(red.at):
            if space in planet.spaces and space != POST and space not in planet.drift and space not in taken \
                    and len(table.flying_at(red.at)) == 1:
                return space, red.at
    raise AssertionError("no Red stands where a ship could come")


def attack(hands: Hands, morale: int, **more: Any) -> Hex:
    """Ana flies into a Red and is beaten by three: two hits to five. Returns the space she came from."""
    space, red = beside_a_red(hands)
    put(hands, captains__0__ship=spell(space), captains__0__morale=morale, **more)
    hands.answer("Sail", list(red))
    hands.answer("Throw", [1, 1])
    hands.answer("Throw", [1, 1, 1, 1, 1])
    hands.answer("Extras", [0, 0])
    return space


@both
def test_a_battle_lost_to_a_red(at_table: Start, size: Any) -> None:
    """WW-67, WW-74, WW-149: morale falls by three, a +2 token, and the ship goes back."""
    hands = sit(at_table, size, READY)
    space = attack(hands, morale=4)
    lines = told(hands)
    assert hands.drive.has("By hand")
    assert {"Ana's morale 4 → 1", "Ana takes a +2 token"} < lines
    (back,) = lines - {"Ana's morale 4 → 1", "Ana takes a +2 token"}
    assert back.startswith("Ana's ship: one space towards ")
    row = next(row for row in hands.drive.all(cls=HandRow) if row.text == back)
    number = int(back[-1])
    assert row.arrow.opacity == 1.0 and row.arrow.angle == 90 - 60 * (number - 1), "as the numbers stand on the stage"
    assert hands.play.table.seats[0].ship == space


@both
def test_an_undo_across_a_battle(at_table: Start, size: Any) -> None:
    """Four answers back, to before the attack: the ship stands there again already, morale and token do not."""
    hands = sit(at_table, size, READY)
    attack(hands, morale=4)
    for _ in range(4):
        hands.undo()
    assert type(hands.question).__name__ == "Sail"
    assert hands.drive.has("Put back by hand")
    assert told(hands) == {"Ana's morale 1 → 4", "Ana gives back a +2 token"}


@both
def test_a_beaten_red_goes_into_the_hold_and_a_fresh_one_comes(at_table: Start, size: Any) -> None:
    """WW-71: fifteen hits to five. No button said that the Red goes aboard; the fresh one goes where it is put."""
    hands = sit(at_table, size, READY)
    space, red = beside_a_red(hands)
    put(hands, captains__0__ship=spell(space), captains__0__cannons=3)
    hands.answer("Sail", list(red))
    hands.answer("Cannons", 3)
    hands.answer("Throw", [3, 3, 3, 3, 3])
    hands.answer("Throw", [1, 1, 1, 1, 1])
    assert told(hands) == {"The Red goes into Ana's hold"}, "that it is beaten, the hands know"
    free = next(iter(hands.question.choices(hands.play.table)))
    hands.answer("PlaceRed", list(free))
    assert told(hands) == set(), "it was put there by that very tap"
    assert hands.drive.says("A new Red")


@both
def test_a_lost_ship(at_table: Start, size: Any) -> None:
    """WW-77, WW-79: morale one and two teeth aboard, beaten by three: the ship goes to port, the teeth fall."""
    hands = sit(at_table, size, READY)
    attack(hands, morale=1, captains__0__red_teeth=2)
    hands.page.controller.tell_by_hand("everything")
    hands.page.refresh()
    hands.drive.advance(0.3)
    lines = [str(line.sentence) for line in hands.page.controller.hand.lines]
    assert "Ana's ship goes to port" in lines
    assert any(line.startswith("Ana leaves on ") and line.endswith(": 2 red teeth") for line in lines)
    assert "Ana takes a +2 token" in lines
    assert told(hands) and told(hands) <= set(lines)          # four of them on the screen, the others behind "more"
    assert hands.play.table.seats[0].at_port


@both
def test_a_strike_at_the_post_together(at_table: Start, size: Any) -> None:
    """WW-125, WW-128: the White gets into the Post, goes back one hex, and a captains' life is gone."""
    hands = sit(at_table, size, TOGETHER, mode="coop")
    white = hands.play.table.white()
    put(hands, **{f"beasts__{white.key}": spell(Hex(0, -2))})
    hands.answer("EndTurn")
    hands.answer("Fly")
    lines = told(hands)
    assert "Captains' lives 2 → 1" in lines
    assert "The White goes to the space next to the Post, territory 4" in lines
    assert hands.play.table.white().at == Hex(0, -1)


@both
def test_all_of_a_play_of_forty_answers_is_laid_out_again(at_table: Start, size: Any) -> None:
    """Group by group, every thing that is there is checked off; then it is played on."""
    hands = sit(at_table, size, READY)
    choose = at_random(Random(11))
    opened = hands.page.controller.opened
    while len(opened.play.log) < 40:
        chosen = choose(opened.play)
        assert chosen is not None
        opened.answer(chosen[0].key(), chosen[1])
    hands.page.refresh()
    hands.menu("Lay it out again")
    things = [thing for group in opened.play.laid_out() for thing in group.things if thing.there]
    hands.touch(next(row for row in hands.drive.all(cls=CheckRow) if not row.checked))
    assert hands.drive.says(f"1 of {len(things)}")
    for _ in opened.play.laid_out():
        if hands.page.unfolded is not None:
            hands.touch("Check all")
    assert hands.drive.says(f"{len(things)} of {len(things)}")
    hands.touch("Play on")
    hands.drive.advance(0.4)
    assert hands.drive.app.visits[-1].name == "table" and len(hands.play.log) == 40


@both
def test_a_play_is_packed_away_in_heaps(at_table: Start, size: Any) -> None:
    """One heap for each captain, with the number of cards; the table's photo lies beside the checklist next time."""
    hands = sit(at_table, size, READY)
    taken = BytesIO()
    Image.new("RGB", (40, 30), "#804020").save(taken, "JPEG")
    hands.drive.app.machine.documents.photo = taken.getvalue()
    table = hands.play.table
    put(hands, **{"captains.0.cards": 3, "captains.1.red_teeth": 2})
    hands.menu("Pack away")
    texts = hands.drive.texts()
    assert any(text.startswith(f"Heap 1: {table.seats[0].name}") for text in texts)
    assert any("Cards in hand: 3" in text for text in texts) and any("Red teeth: 2" in text for text in texts)
    assert not hands.drive.all(cls=Photo)
    hands.touch("Take a photo of the table")
    assert hands.drive.has("Take another photo") and len(hands.drive.all(cls=Photo)) == 1
    hands.drive.app.back()
    hands.drive.advance(0.5)
    hands.menu("Lay it out again")
    (photo,) = hands.drive.all(cls=Photo)
    small = photo.height
    hands.touch("Photo of the table")
    assert photo.height > small, "a tap enlarges it"
    hands.drive.app.back()
    hands.drive.advance(0.5)
    hands.menu("Pack away")
    hands.touch("All packed")
    hands.drive.advance(0.5)
    assert hands.drive.app.visits[-1].name == "library"
    hands.touch("Lay it out again")
    hands.drive.advance(0.5)
    assert hands.drive.app.visits[-1].name == "lay_it_out", "it is offered at once, not after some hours only"


@both
def test_a_swapped_tile_is_mended_in_round_four(at_table: Start, size: Any) -> None:
    """WW-3: C and E lie the other way round. The menu, Correct, the two tiles, and Set: five taps."""
    hands = sit(at_table, size, READY)
    put(hands, round=4)
    before, records = hands.drive.touches, len(hands.play.log)
    hands.menu("Correct")
    hands.set_field("layout", "ABEDCF")
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert hands.drive.touches - before == 5
    assert (hands.play.table.layout, hands.play.table.round) == ("ABEDCF", 4)
    assert len(hands.play.log) == records + 1
    hands.undo()
    assert hands.play.table.layout == "ABCDEF"


@both
def test_a_play_begun_in_the_middle(tmp_path: Path, size: Any) -> None:
    """Tiles, wind, round and turn: Reds, a Grey and gas lie as at the start; the next question is Ben's."""
    with Night(tmp_path, size) as night:
        hands = night.begin("windward", "Ana Ben", start="We have begun already")
        before = hands.drive.touches
        hands.touch("They are laid out like this")
        for path, value in (("wind", 2), ("round", 3), ("active", 1)):
            hands.set_field(path, value)
        hands.touch("That's right")
        hands.drive.advance(0.5)
        assert hands.drive.touches - before == 6              # docs/taps.md: a tap each, two for round three
        assert hands.drive.says("Ben, where do you set sail?")
        table = hands.play.table
        assert (table.layout, table.wind, table.round, len(hands.play.log)) == ("ABCDEF", 2, 3, 1)
        assert len(table.living("red")) == 6 and len(table.living("grey")) == 1 and set(table.gas_on.values()) == {2}
        hands.answer("EndTurn")
        assert hands.play.table.active.name == "Ana"


def test_the_map_turns_to_my_seat_and_stays_turned(tmp_path: Path) -> None:
    """A sixth clockwise: what was straight above the Post lies to its upper right. Taps mean what is seen."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana", "Solo")
        hands.follow('Layout/table ["A","B","C","D","E","F"]\nWind/table [3]\nReady/table "done"')
        stage = hands.page.stage
        hands.touch(lambda one: getattr(one, "text", "") == "Turn the map")
        (px, py), (x, y) = stage.where(POST), stage.where(Hex(0, 2))
        assert stage.turn == 1 and x > px + 20 and y > py
        hands.answer("Sail", [0, 1])
        assert hands.play.table.seats[0].ship == Hex(0, 1)
        stage = night.kill().page.stage
        assert stage.turn == 1
        drive = night.drive
        cx, cy = stage.room.center
        one, other = drive.down(cx - 60, cy), drive.down(cx + 60, cy)
        for step in range(1, 7):                              # the right finger goes up: against the clock
            other.touch_move(cx + 60 - step, cy + 12 * step)
            drive.advance(frames=1)
        one.touch_up()
        other.touch_up()
        drive.advance(0.3)
        assert stage.turn == 0


@both
def test_who_begins_takes_one_tap_and_two_gas_two_at_most(at_table: Start, size: Any) -> None:
    """docs/taps.md: the tile of who rolled highest; the tile *Pick up*, which takes all gas of the pocket."""
    hands = sit(at_table, size, READY[:1])
    before = hands.drive.touches
    hands.give(1)
    assert hands.play.table.first.name == "Ben" and hands.drive.touches - before == 1
    hands = sit(at_table, size, READY)
    pocket = next(iter(hands.play.table.gas_on))
    put(hands, captains__0__ship=spell(pocket))
    before = hands.drive.touches
    hands.answer("PickUp", ["gas.1", "gas.2"])
    assert hands.play.table.seats[0].gas == 2 and hands.drive.touches - before <= 2
