"""By hand at Windward's table, by touches: laying it all out again, a swapped tile, a play begun in the middle."""

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.games.windward import game
from companion.games.windward.board.hexes import Hex, neighbours, spell
from companion.games.windward.board.planet import POST
from companion.touches.offscreen import PHONE, TABLET
from companion.ui.screens.lay_it_out import CheckRow
from companion.ui.screens.plays import Photo
from companion.ui.table.by_hand import HandRow
from tests.ui.conftest import Start
from tests.ui.hands import Hands, at_random
from tests.ui.night import Night

pytestmark = pytest.mark.touch

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


@pytest.mark.thorough
def test_all_of_a_play_of_forty_answers_is_laid_out_again(at_table: Start) -> None:
    """Check off everything group by group, then play on."""
    hands = sit(at_table, TABLET, READY)
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


@pytest.mark.thorough
def test_a_play_is_packed_away_in_heaps(at_table: Start) -> None:
    """One heap for each captain, with the number of cards; the table's photo lies beside the checklist next time."""
    hands = sit(at_table, PHONE, READY)
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


@pytest.mark.thorough
def test_a_swapped_tile_is_mended_in_round_four(at_table: Start) -> None:
    """WW-3: C and E lie the other way round. The menu, *Fix something*, the two tiles, and Set: five taps."""
    hands = sit(at_table, TABLET, READY)
    put(hands, round=4)
    before, records = hands.drive.touches, len(hands.play.log)
    hands.menu("Fix something")
    hands.set_field("layout", "ABEDCF")
    hands.touch("Set 1 and go on")
    hands.drive.advance(0.4)
    assert hands.drive.touches - before == 5
    assert (hands.play.table.layout, hands.play.table.round) == ("ABEDCF", 4)
    assert len(hands.play.log) == records + 1
    hands.undo()
    assert hands.play.table.layout == "ABCDEF"


@pytest.mark.thorough
def test_a_play_begun_in_the_middle(tmp_path: Path) -> None:
    """Tiles, wind, round and turn: Reds, a Grey and gas lie as at the start; the next question is Ben's."""
    with Night(tmp_path, PHONE) as night:
        hands = night.begin("windward", "Ana Ben", start="Already started?")
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


@pytest.mark.thorough
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
        assert night.kill().page.stage.turn == 1


def test_who_begins_takes_one_tap_and_two_gas_two_at_most(at_table: Start) -> None:
    """docs/taps.md: the tile of who rolled highest; the tile *Pick up*, which takes all gas of the pocket."""
    hands = sit(at_table, TABLET, READY[:1])
    before = hands.drive.touches
    hands.give(1)
    assert hands.play.table.first.name == "Ben" and hands.drive.touches - before == 1
    hands = sit(at_table, TABLET, READY)
    pocket = next(iter(hands.play.table.gas_on))
    put(hands, captains__0__ship=spell(pocket))
    before = hands.drive.touches
    hands.answer("PickUp", ["gas.1", "gas.2"])
    assert hands.play.table.seats[0].gas == 2 and hands.drive.touches - before <= 2
