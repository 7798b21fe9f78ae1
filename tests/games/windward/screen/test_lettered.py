"""Spaces without a short name have letters, on the map and in the panel; paths have arrows."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.questions import Face
from companion.core.text import say
from companion.games.windward.board.hexes import distance, spell
from companion.games.windward.board.places import name_of
from companion.games.windward.box import model
from companion.games.windward.rules.battle import GoesBack
from companion.games.windward.rules.night import ThisWay, WhichFirst
from companion.games.windward.rules.orders import Bait
from companion.games.windward.screen.panels import Arrows, FlightRow, WayChip
from companion.services import hands as hands_at_table
from companion.touches.driver import Size
from tests.games.windward.rules.test_light import against_a_red
from tests.games.windward.screen.under_way import Afloat, afloat
from tests.games.windward.voyage import Voyage
from tests.ui.conftest import LANDSCAPE, PHONE, SMALL, TABLET, Start


def whites_choice() -> Voyage:
    """The White at the corner of 1, Ana far away on the other side: five hexes lead to several ends."""
    voyage = Voyage(ship=(3, 4), great_white=True, cards=2)
    voyage.table.white_waits = False
    voyage.put("white", voyage.at(1, 5))
    voyage.end_turn()
    assert voyage.is_open("ThisWay")
    return voyage


@pytest.mark.rule("WW-A19")
def test_the_whites_ends_have_letters_and_arrows() -> None:
    voyage = whites_choice()
    question, table = voyage.of("ThisWay"), voyage.table
    faces = [question.face(table, one) for one in question.choices(table)]
    assert [face.badge for face in faces] == list("ABCDEF"[:len(faces)]) and len(faces) > 1
    assert question.hint(table) is None, "the map shows where it is now"
    for face in faces:
        letter, *arrows = str(face.label).split("  ")
        assert letter == face.badge
        assert sum(int(one.split()[1]) for one in arrows) == 5, "the White flies five"
        assert not [word for word in str(face.label).split() if word.isalpha() and len(word) > 1], "no words"


@pytest.mark.thorough
@pytest.mark.rule("WW-74")
def test_where_a_ship_came_from_is_one_arrow_or_a_jump() -> None:
    """The corner of 1 has five neighbours and, across the planet, the corner of 4, which no arrow shows."""
    voyage = against_a_red()
    voyage.do("Ended", "beaten")
    question, table = voyage.of("CameFrom"), voyage.table
    faces: dict[str, Face] = {}
    for one in question.choices(table):
        face = faces[question.letters(table)[one]] = question.face(table, one)
        assert (face.hint is not None) == (distance(one, voyage.captain().ship) == 1)
    assert sorted(faces) == list("ABCDEF") and str(faces["A"].label).startswith("A  ")


def at_the_white(start: Start) -> Afloat:
    hands = afloat(start, size=SMALL, great_white=True)
    hands.put(("white_waits", False), ("beasts.white9", hands.at(1, 5)), ("captains.0.ship", hands.at(3, 4)),
              ("captains.0.cards", 3))
    opened = hands.page.controller.opened
    opened.answer("EndTurn/0", "done")
    opened.answer("CardOrMorale/0", "card")
    hands.drive.advance(0.6)
    return hands


@pytest.mark.touch
def test_a_letter_in_the_panel_is_the_letter_on_the_map(start: Start) -> None:
    """Each path is drawn with a visible end, also on a small phone; tapping its chip flies it."""
    hands = at_the_white(start)
    question, stage = hands.page.situation.question, hands.page.stage
    assert isinstance(question, ThisWay)
    letters = question.letters(hands.play.table)
    chips = hands.drive.all(cls=WayChip)
    assert [chip.disc.words.text for chip in chips] == list(letters.values())
    assert [(one.at, one.badge) for one in stage.lit.spots] == list(letters.items())
    assert len(stage.lit.ways) == len(letters) and {way[0] for way in stage.lit.ways} == {hands.at(1, 5)}
    for space in letters:
        assert stage.spot_of(f"{space.q},{space.r}") is not None, "in the room that nothing covers"
    end = chips[-1].choice
    hands.drive.tap(chips[-1])
    assert [one.at for one in hands.play.table.living("white")] == [end]


def two_equally_near(start: Start, size: Size = SMALL, **options: Any) -> Afloat:
    """A Red three out and two aside, another four out: each is two hexes from Ana."""
    hands = afloat(start, size=size, **options)
    hands.put(("captains.0.ship", hands.at(1, 2, 1)), ("captains.0.cards", 3),
              ("beasts.red1", hands.at(1, 3, 2)), ("beasts.red2", hands.at(1, 4)))
    opened = hands.page.controller.opened
    opened.answer("EndTurn/0", "done")
    opened.answer("CardOrMorale/0", "card")
    hands.drive.advance(0.6)
    assert isinstance(hands.question, WhichFirst)
    return hands


@pytest.mark.touch
@pytest.mark.rule("WW-97")
@pytest.mark.parametrize("size", [SMALL, LANDSCAPE])
def test_reds_to_choose_from_are_letters_on_the_map(start: Start, size: Size) -> None:
    """Their flights are drawn and told by arrows, without words; a tap on a Red sends it first."""
    hands = two_equally_near(start, size)
    chips, stage = hands.drive.all(cls=WayChip), hands.page.stage
    assert [chip.disc.words.text for chip in chips] == ["A", "B"]
    assert [spaces for _, spaces in shown_arrows(hands)] == ["1", "1", "1", "1"]
    reds = [(one.at, one.badge) for one in stage.lit.spots]
    assert reds == [(hands.at(1, 3, 2), "A"), (hands.at(1, 4), "B")]
    assert [(way[0], way[-1]) for way in stage.lit.ways] == [
        (hands.at(1, 3, 2), hands.at(1, 2, 1)), (hands.at(1, 4), hands.at(1, 2, 1))]
    assert not any(chip.words.text or chip.note.text for chip in chips)
    hands.drive.tap_at(*stage.where(hands.at(1, 4)))
    assert hands.play.log[-1].answer == "red2"


@pytest.mark.touch
@pytest.mark.parametrize("size", [SMALL, LANDSCAPE])
def test_what_hands_put_back_has_a_letter_on_the_map(start: Start, size: Size,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """After the undo, a Red goes back from one hex without a name to another."""
    monkeypatch.setattr(hands_at_table, "as_corrected", lambda lying, *_: lying)  # as if by an answer
    hands = afloat(start, size=size)
    old, new = hands.at(1, 3, 2), hands.at(2, 4)
    hands.put(("captains.0.ship", hands.at(1, 2, 1)), ("beasts.red1", spell(old)))
    hands.page.controller.fix([("beasts.red1", spell(new))])
    hands.undo()
    hands.drive.advance(0.6)
    stage, (row, line) = hands.page.stage, hands.page.panel.hand.lines_in_view()[0]
    assert stage.letters == {new: "C", old: "D"}, "A and B are Ana's and Ben's"
    assert row.words.text == "The Red on C goes to D"
    assert row.text == str(line.sentence) and "out towards" in row.text, "the screen reader says it in words"
    assert all(stage.room.holds(stage.where(space)) for space in stage.letters)


@pytest.mark.touch
def test_the_line_of_what_happened_last_names_a_hex_by_its_letter(start: Start) -> None:
    """Unless the map is hidden or moved away, and without taking a letter of the question."""
    hands = two_equally_near(start, LANDSCAPE)
    stage, page = hands.page.stage, hands.page
    red = stage.lit.spots[0].at
    told = say("The Red on {where} is beaten.", where=name_of(hands.play.table.planet, red).inside)
    assert stage.letter([told]) and stage.letters == {red: "C"}, "A and B are the two Reds"
    page.undo()
    page.undo()
    hands.drive.advance(0.5)
    page.controller.answer("Sail/0", [*hands.at(1, 3, 1)])
    hands.drive.advance(0.6)
    assert page.echo.text == "Ana flew to C" and stage.letters == {hands.at(1, 3, 1): "C"}
    stage.guide.lead(replace(stage.guide.goal, x=-9999.0))
    page.refresh()
    assert page.echo.text == "Ana flew to the hex three out towards 1, one towards 2" and not stage.letters


@pytest.mark.touch
def test_no_row_of_a_night_describes_a_hex_in_words(start: Start) -> None:
    """A Red on the corner of territory 1 has that name; one four out has only its number and arrows."""
    hands = afloat(start, "solo", size=PHONE)
    hands.put(("captains.0.ship", hands.at(1, 1)), ("captains.0.cards", 3), ("beasts.red1", hands.at(1, 5)),
              ("beasts.red2", hands.at(1, 4)))
    opened = hands.page.controller.opened
    opened.answer("EndTurn/0", "done")
    opened.answer("CardOrMorale/0", "card")
    hands.drive.advance(0.6)
    rows = hands.drive.all(cls=FlightRow)
    assert [(row.disc.words.text, row.hint.text) for row in rows] == [
        ("1", ""), ("2", "From the corner of territory 1")]
    assert [spaces for _, spaces in shown_arrows(hands)] == ["3", "3"]


@pytest.mark.touch
def test_the_signs_of_chips_grow_with_the_text(start: Start) -> None:
    """At 200 percent the letter in its disc stayed at 14 dp."""
    plain = two_equally_near(start).drive.all(cls=WayChip)[0].disc
    large = two_equally_near(start, text_size=200).drive.all(cls=WayChip)[0].disc
    assert large.width == pytest.approx(1.5 * plain.width)


@pytest.mark.touch
def test_on_a_tablet_no_corner_covers_a_number(start: Start) -> None:
    """A Red beside the Post goes back; the map was a little enlarged, and its buttons lay on 3 and 5."""
    hands = afloat(start, "solo", size=TABLET)
    hands.put(("captains.0.ship", hands.at(2, 1)), ("captains.0.cards", 3),
              ("beasts.red1", hands.at(2, 2, 1)))
    opened = hands.page.controller.opened
    for key, answer in (("EndTurn/0", "done"), ("CardOrMorale/0", "card"), ("Fly/0", "done"),
                        ("Throw/table/attacker", [1] * 5), ("Throw/0/defender", [3, 2]),
                        ("Extras/0/defender", [0, 0])):
        opened.answer(key, answer)
    hands.page.refresh()
    hands.drive.advance(0.6)
    assert isinstance(hands.question, GoesBack)
    stage = hands.page.stage
    assert stage.guide.goal.is_whole(stage.window)


@pytest.mark.thorough
@pytest.mark.touch
def test_a_flight_is_arrows_that_turn_with_the_map(start: Start) -> None:
    """The White, three out in territory 1, flies three hexes straight to the Post; no words say which."""
    hands = afloat(start, "coop", size=SMALL, players=3)
    hands.put(("beasts.white9", hands.at(1, 3)))
    hands.page.controller.opened.answer("EndTurn/0", "done")
    hands.drive.advance(0.6)
    assert [type(one).__name__ for one in hands.play.open()] == ["Fly"]
    before = shown_arrows(hands)
    assert [spaces for _, spaces in before] == ["3"]
    assert not [one for one in hands.drive.texts() if "towards" in one]
    hands.drive.tap(hands.page.stage.corners.turn)
    hands.drive.advance(0.6)
    ((turned, _),) = shown_arrows(hands)
    assert abs(turned - before[0][0]) % 360 in (60, 300)


@pytest.mark.thorough
@pytest.mark.touch
def test_the_arrows_of_letters_turn_with_the_map(start: Start) -> None:
    hands = at_the_white(start)
    before = shown_arrows(hands)
    hands.drive.tap(hands.page.stage.corners.turn)
    hands.drive.advance(0.6)
    after = shown_arrows(hands)
    assert len(before) == len(after) > 4
    for (was, spaces), (now, same) in zip(before, after, strict=True):
        assert spaces == same and abs(now - was) % 360 in (60, 300)


def shown_arrows(hands: Afloat) -> list[tuple[float, str]]:
    """Angle and number of each arrow, row by row."""
    return [(pair.parts[0].angle, pair.parts[1].text) for arrows in hands.drive.all(cls=Arrows)
            for pair in arrows.parts]


@pytest.mark.thorough
@pytest.mark.touch
@pytest.mark.parametrize("size", [LANDSCAPE, TABLET])
def test_spaces_without_a_name_are_chosen_on_the_map(start: Start, size: Size) -> None:
    """Six or seven are free for the new Red; a list of ways from the Post helps nobody who sees the map."""
    hands = afloat(start, size=size, depth="light")
    hands.put(("beasts.red9", hands.at(1, 4)))
    opened = hands.page.controller.opened
    opened.answer("Sail/0", list(hands.at(1, 4)))
    opened.answer("Ended/0", "won")
    while [type(one).__name__ for one in opened.play.open()] == ["AnyLeft"]:
        opened.answer(opened.play.open()[0].key(), "yes")
    hands.page.refresh()
    hands.drive.advance(0.6)
    (asked,) = [one for one in opened.play.open() if type(one).__name__ == "PlaceRed"]
    free = list(asked.choices(opened.play.table))
    assert not [text for text in hands.drive.texts() if text.startswith("From the Post")]
    hands.touch("Choose from a list")
    hands.drive.advance(0.4)
    assert len([text for text in hands.drive.texts() if text.startswith("From the Post")]) > 3
    hands.close_sheet()
    hands.drive.tap_at(*hands.page.stage.where(free[0]))
    hands.drive.advance(0.4)
    assert [one.at for one in hands.play.table.living("red")] == [free[0]]


@pytest.mark.touch
@pytest.mark.rule("WW-54")
@pytest.mark.parametrize("size", [SMALL, LANDSCAPE])
def test_grounds_all_over_the_planet_show_it_whole(start: Start, size: Size) -> None:
    """A little enlarged, the wind, the small map and the echo line lay on 5, 3 and 4."""
    hands = afloat(start, size=size, box=model.starter())
    hands.put(("captains.0.ship", hands.at(1, 2)), ("captains.0.cards", 3))
    hands.page.controller.opened.answer("Card/0", "bait")
    hands.page.refresh()
    hands.drive.advance(0.6)
    assert isinstance(hands.question, Bait)
    stage = hands.page.stage
    assert stage.guide.goal.is_whole(stage.window)
    assert all(stage.spot_of(f"{ground.q},{ground.r}") for ground in stage.lit.spaces)
