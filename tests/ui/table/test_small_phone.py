"""At 360x640 the board stays large, and every question shows at least one answer."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.text import say
from companion.games.windward import game as windward
from companion.games.windward.board.hexes import read
from companion.games.windward.screen.stage import corner
from companion.games.winter_tales import game as winter
from companion.games.winter_tales.screen.stage import close_up
from companion.games.winter_tales.screen.stage.night import overlap
from companion.games.winter_tales.screen.stage.reading import Slot
from companion.services import hands as hands_at_table
from companion.ui.drawing.stage import Room
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.buttons import TonalButton
from companion.ui.widgets.controls.pad import DieKey
from tests.games.golden import played
from tests.games.windward.screen.under_way import afloat
from tests.games.winter_tales.evening import (
    ASYLUM,
    ASYLUM_PRISON,
    CEMETERY_PARK,
    FOUR,
    MANSION,
    PARK_PRISON,
    THEATER,
    Evening,
    acting,
    five,
    four,
    light,
    put,
    whole_town,
)
from tests.sampling import sampled
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start
from tests.ui.hands import Hands, resumed
from tests.ui.targets import all_too_small

pytestmark = pytest.mark.touch
GAMES = Path(__file__).parents[2] / "games"
sizes = pytest.mark.parametrize("size", [SMALL, TABLET], ids=["small", "tablet"])


def stage_part(hands: Hands) -> float:
    page = hands.page
    return 1.0 if page.panel.form.beside else float((page.height - page.panel.height) / page.height)


@pytest.mark.thorough
@sizes
def test_the_board_keeps_two_fifths_while_six_pieces_go_back(start: Start, size: Any,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """Unfolded it was 50 pixels high; a small phone showed none of the pieces."""
    monkeypatch.setattr(hands_at_table, "as_corrected", lambda lying, *_: lying)  # as if by an answer
    hands = afloat(start, "solo", size)
    hands.page.controller.fix([(f"beasts.red{at}", f"{q},{r}") for at, (q, r) in enumerate(
        ((0, 5), (5, 0), (5, -5), (0, -5), (-5, 0), (-5, 5)), 1)])
    hands.drive.advance(0.3)
    hands.undo()
    hands.drive.advance(0.6)
    stage, lines = hands.page.stage, hands.page.controller.hand.lines
    assert len(lines) == 6 and stage_part(hands) >= 0.4
    assert all(stage.room.holds(stage.where(read(line.old))) for line in lines), "the whole board"
    hands.page.unfold_hand()
    hands.drive.advance(0.3)
    assert len(hands.page.panel.hand.rows) == 6 and stage_part(hands) >= 0.4


@pytest.mark.thorough
@sizes
def test_a_tapped_line_brings_its_way_into_view(
        start: Start, size: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands_at_table, "as_corrected", lambda lying, *_: lying)  # as if by an answer
    hands = afloat(start, "competitive", size)
    hands.put(("captains.0.ship", hands.at(1, 1)))
    hands.page.controller.fix([("beasts.red1", "0,-5")])
    hands.undo()
    table, line = hands.page, hands.page.controller.hand.lines[0]
    table.tap_hand(line)
    assert hands.page is table, "it opened the value, as the piece was out of view"
    assert table.panel.hand.is_lit(line)
    assert table.stage.room.holds(table.stage.where(read(line.old)))


@sampled("asked", ["Corner", "ThisWay"])
def test_every_lit_space_is_in_view_where_they_are_few(start: Start, tmp_path: Path, asked: str) -> None:
    """WW-117, WW-92: of six corners, and of two ends, none was in view on a small phone."""
    page = tmp_path / "page.txt"
    golden = GAMES / "windward/golden/solo-victory.txt"
    page.write_text(golden.read_text(encoding="utf-8").split(f"\n{asked}/0")[0], encoding="utf-8")
    hands = resumed(start, played(windward, page)[0], SMALL)
    assert type(hands.question).__name__ == asked
    hands.page.fold_hand()
    hands.drive.advance(0.6)
    stage = hands.page.stage
    spaces = list(hands.question.choices(hands.play.table))
    assert len(spaces) > 1 and all(stage.room.holds(stage.where(space)) for space in spaces)


def in_view(hands: Hands) -> list[str]:
    """The answers wholly in view."""
    scroll, found = hands.page.panel.scroll, hands.drive.all(cls=AnswerCard)
    return [one.text for one in found
            if scroll.y - 1 <= one.to_window(*one.pos)[1] and one.to_window(one.x, one.top)[1] <= scroll.top + 1]


def test_a_character_is_in_view_where_one_is_chosen(start: Start) -> None:
    """WT-7: the list and three reasons came first."""
    evening = Evening(3, depth="light").tap("DrawForAll", ["spring", "winter", "writer", "glimmer", "horror"])
    hands = resumed(start, evening.play, SMALL)
    assert type(hands.question).__name__ == "ChooseCharacter" and in_view(hands)


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["Attack", "DragTo"])
def test_an_answer_is_in_view_below_a_long_line_of_by_hand(start: Start, asked: str) -> None:
    """WT-35, WT-37: with letters of 200 %, the list and its line filled a small phone."""
    evening = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", CEMETERY_PARK)
    if asked == "DragTo":
        evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "stops"))
    hands = resumed(start, evening.play, SMALL, text_size=200)
    panel = hands.page.panel
    assert type(hands.question).__name__ == asked and panel.hand.shown
    assert in_view(hands) if asked == "Attack" else panel.tiles.to_window(*panel.tiles.pos)[1] >= panel.scroll.y - 1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE, LANDSCAPE])
@pytest.mark.parametrize("asked", ["Attack", "SpringTrap"])
def test_letting_through_is_in_view_however_many_are_on_the_way(start: Start, size: Any, asked: str) -> None:
    """WT-30, WT-40: the walk with up to three lines came first; the likely answer was a strip of 10 px."""
    evening = four()
    if asked == "Attack":
        for key, place in (("wolf", ASYLUM_PRISON), ("mad_hatter", ASYLUM), ("candlewick", THEATER)):
            put(evening, key, place)
        evening.tap("Activate", "pinocchio").tap("StepTo", MANSION)
    else:
        for key, place in (("dorothy", ASYLUM), ("scarecrow", MANSION)):
            put(evening, key, place)
        acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", MANSION)
    hands = resumed(start, evening.play, size)
    assert type(hands.question).__name__ == asked
    assert [text for text in in_view(hands) if text.startswith(("Let ", "No trap"))]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_walk_has_its_map_with_big_letters(start: Start, size: Any) -> None:
    """WT-27: it was a strip of 17 to 24 % below the title, with twelve characters on it."""
    hands = resumed(start, four().tap("Activate", "pinocchio").play, size, text_size=200)
    assert type(hands.question).__name__ == "StepTo" and stage_part(hands) >= 0.4
    stage = hands.page.stage
    assert all(stage.room.holds(stage.where(place)) for place in hands.question.choices(hands.play.table))


@pytest.mark.thorough
def test_the_title_keeps_clear_of_the_upper_edge(start: Start) -> None:
    """With the name of the game it had three lines, and the upper edge of the window cut them."""
    evening = put(four(), "tin_man", MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    hands = resumed(start, evening.play, SMALL)
    pill = hands.page.bar.pill
    assert pill.subtitle.text == "Chapter 1, A Glimmer of Hope" and not pill.title.opacity
    assert pill.height <= 44 and pill.top <= SMALL[1] - 5


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE, TABLET])
def test_no_walk_is_drawn_while_pieces_are_put_back(start: Start, size: Any) -> None:
    """WT-27: Pinocchio's next walk was drawn over the way back."""
    hands = resumed(start, put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").play, size)
    view = hands.page.stage.walk_view
    assert view.walk is not None
    hands.page.controller.answer(hands.question.key(), CEMETERY_PARK)
    hands.undo()
    hands.drive.advance(0.5)
    assert hands.page.controller.hand.put_back and hands.page.stage.walk_view.walk is None
    for line in [*hands.page.controller.hand.lines]:
        hands.page.controller.tick_hand(line)
    hands.drive.advance(0.5)
    assert hands.page.stage.walk_view.walk is not None


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_town_that_nobody_is_asked_about_is_left_out_below_thirty_percent(start: Start, size: Any) -> None:
    """Characters without names in 60 to 140 px were noise."""
    evening = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", CEMETERY_PARK)
    hands = resumed(start, evening.play, size, text_size=200)
    stage = hands.page.stage
    assert type(hands.question).__name__ == "Attack" and stage_part(hands) < 0.3
    assert stage.tight and not stage.pieces.near(stage.room.center, 2000) and not stage.town.names
    hands.drive.app.library.set("text_size", 100)
    hands.drive.app.apply_settings()
    hands.drive.advance(0.5)
    stage = hands.page.stage
    assert stage_part(hands) >= 0.3 and not stage.tight
    assert stage.pieces.near(stage.room.center, 2000) and stage.town.names


@pytest.mark.thorough
@pytest.mark.rule("WW-123")
def test_cards_to_trade_are_in_view_with_big_letters(start: Start) -> None:
    hands = afloat(start, "coop", SMALL)
    hands.put(("captains.0.cards", 3))
    hands.drive.app.library.set("text_size", 200)
    hands.drive.app.apply_settings()
    hands.page.want("Trade/table")
    hands.drive.advance(0.5)
    row, scroll = hands.page.panel.answer_panel.parts()[0], hands.page.panel.scroll
    assert row.to_window(row.x, row.top)[1] - scroll.y >= dp(48)
    assert not hands.drive.says("Hand limit"), "the numbers end there by themselves"


@pytest.mark.thorough
def test_a_list_cuts_no_disc_at_its_edge(start: Start) -> None:
    """Where everything scrolls, the upper edge left 44 dp of Why? to a finger."""
    hands = resumed(start, Evening(6, depth="light").play, SMALL)
    assert type(hands.question).__name__ == "DrawForAll" and hands.page.panel.level.all_scrolls
    assert all_too_small() == []


@pytest.mark.thorough
def test_what_ends_a_quest_is_not_filled(start: Start) -> None:
    """WT-64: on a small phone it was the only answer wholly in view, and filled."""
    evening = light().tap("Activate", "dorothy")
    hands = resumed(start, evening.tap("TakeUpQuest", "glimmer").play, SMALL)
    ends = hands.page.panel.row.main
    assert ends.text == "The quest ends" and isinstance(ends, TonalButton)


@pytest.mark.thorough
def test_the_wind_s_keys_keep_their_places(start: Start) -> None:
    """WW-101: without the current wind, 4 lay where 3 was; its key is faded now and says why."""
    hands = afloat(start, "solo", SMALL)
    hands.page.controller.fix([("wind", 3), ("phase", "wind")])
    hands.page.refresh()
    hands.drive.advance(0.3)
    keys = hands.drive.all(cls=DieKey)
    assert [key.number for key in keys] == [1, 2, 3, 4, 5, 6] and [key.number for key in keys if key.opacity < 1] == [3]
    hands.touch(keys[2])
    assert hands.drive.says("3 doesn't count here: roll again.") and type(hands.question).__name__ == "Wind"


@pytest.mark.thorough
@pytest.mark.parametrize("out", [2, 5])
def test_no_button_lies_on_a_flight(start: Start, out: int) -> None:
    """Its first space was under the buttons that step through it."""
    hands = afloat(start, "competitive", SMALL)
    hands.put(("captains.0.ship", hands.at(out, 1)), ("beasts.red1", hands.at(out, 5)))
    hands.follow('EndTurn/0 "done"\nCardOrMorale/0 "card"')
    hands.drive.advance(0.6)
    stage = hands.page.stage
    flight, buttons = stage.flights.now, (stage.corners.back, stage.corners.on)
    way = [stage.where(space) for space in flight.path]
    assert len(way) == 4 and not any(one.parent and one.collide_point(*spot) for one in buttons for spot in way)


@pytest.mark.thorough
@pytest.mark.parametrize("hand", [True, False])
def test_end_turn_is_in_view_after_a_trap(start: Start, tmp_path: Path, hand: bool) -> None:
    """With the list of *To move* open, everything scrolled and the tile was out of view."""
    page = tmp_path / "page.txt"
    golden = GAMES / "winter_tales/golden/trap-alice-candlewick.txt"
    before, after = golden.read_text(encoding="utf-8").split("\nOpenTrap")
    page.write_text(f"{before}\nOpenTrap{after.splitlines()[0]}", encoding="utf-8")
    hands = resumed(start, played(winter, page)[0], SMALL)
    if not hand:
        hands.page.fold_hand()
        hands.drive.advance(0.6)
    (tile,) = hands.page.panel.tiles.parts
    assert tile.text == "End turn" and tile.parent is not None and tile.to_window(*tile.pos)[1] >= 0
    assert hands.page.panel.below.height >= tile.height


@pytest.mark.thorough
@sizes
def test_nothing_of_a_walk_covers_a_name(start: Start, size: Any) -> None:
    """On a small phone, swords lay on Dorothy's Mansion and a card on Nightmare Factory."""
    stage = resumed(start, four().tap("Activate", "dorothy").play, size).page.stage
    marks, names = stage.walk_view.marks, stage.town.names
    assert len(marks) == 5 and len(names) == 8 and not any(overlap(mark, name) for mark in marks for name in names)


@pytest.mark.thorough
def test_the_name_of_an_added_place_is_above_the_memory_track(start: Start) -> None:
    """WT-8: beside another one, it lay on the track's caption."""
    evening = Evening(4, box={**whole_town(), "complete": False}).seat_everybody()
    for key, place in FOUR.items():
        evening.choose({key: "+location" if key in ("dorothy", "alice") else place})
        if "LocationName" in evening.names():
            evening.tap("LocationName", f"{key}'s house by the river")
    for quest in ("glimmer", "horror"):
        evening.tap("DrawQuest", quest).tap("QuestSite", "+location").tap("LocationName", f"the place of the {quest}")
    town = resumed(start, evening.play, TABLET).page.stage.town
    assert len(town.names) >= 11 and min(box[1] for box in town.names) >= town.lay.room.y


@pytest.mark.thorough
@sizes
def test_rolled_dice_can_be_read(size: Any) -> None:
    """They were 22 dp on every screen."""
    ana = corner.SideView((), say("Ana"), say("7 hits"), say("Ana"), (2, 1, 2, 1, 1))
    width = size[0] * (0.62 if size is TABLET else 1.0)
    assert corner.die_edge((ana, ana), Room(0.0, 0.0, dp(width), dp(300))) >= dp(28)
    many, low = replace(ana, dice=(1, 2, 3, 1, 2, 3, 1, 2, 3, 1)), Room(0.0, 0.0, dp(width), dp(180))
    assert corner.die_edge((many, ana), low) >= dp(28), "ten dice on a low stage"
    assert corner.card_height((many, ana), low) <= low.height


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "ink"), [("spring", "#2A1200"), ("winter", "#14233F"), ("free", close_up.ACCENT)])
def test_the_name_of_a_lit_memory_can_be_read(kind: str, ink: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was orange on orange, and orange on white."""
    inks: list[str] = []
    monkeypatch.setattr(close_up, "words", lambda layer, text, font, px, at, ink, *more: inks.append(ink))
    view = close_up.TrackView(InstructionGroup())
    view.face(Slot(1, kind, word="Hope", lit=True), (0.0, 0.0, 90.0, 100.0), close_up.LOOKS[kind], True)
    assert inks[-1] == ink


@pytest.mark.thorough
@pytest.mark.rule("WT-67")
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_a_memory_goes_where_the_track_is_tapped(start: Start, tmp_path: Path, size: Any) -> None:
    """Rows called "Space one", "Space two" repeated the track above them."""
    page = tmp_path / "page.txt"
    golden = GAMES / "winter_tales/golden/trap-alice-candlewick.txt"
    before, _ = golden.read_text(encoding="utf-8").split("\nPlaceMemory", 1)
    page.write_text(before, encoding="utf-8")
    hands = resumed(start, played(winter, page)[0], size)
    assert type(hands.question).__name__ == "PlaceMemory"
    assert not [words for words in in_view(hands) if words.startswith("Space ")]
    spots = [hands.page.stage.where(space) for space in hands.question.choices(hands.play.table)]
    assert len(spots) > 1 and all(spots)
    hands.drive.tap_at(*spots[0])
    hands.drive.advance(0.4)
    assert hands.play.table.track[0] is not None


def end_of_chapter() -> Evening:
    """Everybody has acted in the first chapter; the last one brought a quest."""
    evening = five()
    while "Activate" in evening.names():
        last = sum(one.ready for one in evening.table.in_play()) == 1
        evening.tap("Activate", evening.choices("Activate")[0])
        if last:
            evening.tap("NewQuest", "propaganda").tap("QuestSite", THEATER)
        elif "EndTurn" in evening.names():
            evening.tap("EndTurn")
    return evening


def test_the_end_of_a_chapter_is_whole_on_a_small_phone(start: Start) -> None:
    """WT-21: a town of 140 dp left room for two of its three lines; nobody is asked about the town."""
    hands = resumed(start, end_of_chapter().play, SMALL)
    panel = hands.page.panel
    assert type(hands.question).__name__ == "EndChapter" and hands.drive.has("Note: Winter Propaganda")
    assert not panel.level.all_scrolls and panel.scroll.height >= panel.middle.height - 1
    assert stage_part(hands) < 0.3 and hands.page.stage.tight
    assert hands.drive.says("All character cards turn to ready")


@sampled("size", [SMALL, PHONE])
def test_few_places_have_their_map_with_big_letters(start: Start, size: Any) -> None:
    """WT-8: with eight places or fewer, a list left the map a strip of 100 dp."""
    evening = Evening(5).tap("DrawForAll", ["spring", "winter", "spring", "winter", "writer"])
    hands = resumed(start, evening.tap("ChooseCharacter", "dorothy").play, size, text_size=200)
    hands.page.want(next(one.key() for one in hands.play.open() if type(one).__name__ == "StartSite"))
    hands.drive.advance(0.5)
    assert len(list(hands.question.choices(hands.play.table))) == 8, "every location is empty"
    assert stage_part(hands) >= 0.4 and hands.drive.has("List")
