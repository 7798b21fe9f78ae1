"""Windward: the Reds' night, all on one page or one by one, and what is said about it."""

from dataclasses import replace

import pytest

from companion.games.windward.board.hexes import spell
from companion.games.windward.box import model
from companion.games.windward.table import Rest
from companion.services.chronicle import as_text, chapters, search
from tests.games.windward.voyage import Voyage, open_sky


def alone(*reds: tuple[int, int, int], ship: tuple[int, int, int] = (1, 1, 0), **options: object) -> Voyage:
    """Solo with Reds A, B, C ... so, and the ship there."""
    voyage = Voyage("solo", **options)  # type: ignore[arg-type]
    for number, a, b in reds:
        voyage.put("red", voyage.at(number, a, b))
    voyage.captain().ship, voyage.captain().morale = voyage.at(*ship), 4
    return voyage


def rows(voyage: Voyage) -> list[tuple[str, str, bool]]:
    return [(str(one.face.label), str(one.face.hint), one.chosen)
            for one in voyage.question.draft(voyage.table).describe().choices]


@pytest.mark.rule("WW-111", "WW-97")
def test_the_whole_night_is_one_page_and_one_answer() -> None:
    voyage = alone((1, 5, 0), (1, 4, 0))                     # A at the corner, B one nearer: B flies first
    voyage.end_turn()
    assert voyage.sentence() == "Tonight two Reds fly."
    assert rows(voyage) == [
        ("1  ↓ 3", "Reaches Ana", True), ("2  ↓ 3", "From the corner of territory 1", True)]
    assert [(one.letter, one.key, one.way) for one in voyage.question.arrows(voyage.table, None)] == [
        ("1", "red2", ("0,4", "0,3", "0,2", "0,1")), ("2", "red1", ("0,5", "0,4", "0,3", "0,2"))], "straight down"
    voyage.do("AllFly", voyage.question.draft(voyage.table).answer())
    assert [red.at for red in voyage.table.living("red")] == [voyage.at(1, 2), voyage.at(1, 1)]
    assert voyage.is_open("Throw")                           # they strike once all have flown
    assert voyage.told()[-2:] == ["Two Reds flew. One reached Ana.", "The Red attacked Ana."]
    assert [str(one) for one in voyage.play.chronicle()[-1].lines[-2].more] == [
        "The Red flew from the hex four out towards 1, three hexes towards 4, to Ana.",
        "The Red flew from the corner of territory 1, three hexes towards 4, to the hex two out towards 1."]
    assert as_text(voyage.play, 0.0).count("The Red flew from") == 2
    assert len(search(chapters(voyage.play), "flew from the corner")) == 1


@pytest.mark.rule("WW-111")
def test_a_red_beside_the_ship_is_called_so() -> None:
    voyage = alone((1, 2, 0), (1, 4, 0))
    voyage.end_turn()
    assert [str(one) for one in voyage.question.aloud(voyage.table)] == [
        "1. The Red next to Ana: one hex towards 4. The shortest path is 1, and it flies 3.",
        "2. The Red on the hex four out towards 1: three hexes towards 4, onto Ana's ship. "
        "The shortest path is 3, and it flies 3."]


@pytest.mark.rule("WW-94", "WW-95")
def test_a_single_flight_is_read_out_with_its_reason() -> None:
    """For table mode, speech and the guests' big screen."""
    voyage = Voyage(ship=(1, 2))
    voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    assert [str(one) for one in voyage.of("Fly").aloud(voyage.table)] == [
        "The Red: Three hexes towards 4, onto Ana's ship. The shortest path is 3, and it flies 3."]


@pytest.mark.rule("WW-112", "WW-A19")
def test_equal_ways_are_rows_with_a_marked_default_and_another_may_be_taken() -> None:
    voyage = alone((4, 5, 0), (3, 3, 0), ship=(1, 5, 0))     # far away: both have several ends
    voyage.end_turn()
    draft = voyage.question.draft(voyage.table)
    shown = draft.describe().choices
    assert sum(one.chosen for one in shown) == 2 < len(shown)
    other = next(one for one in shown if not one.chosen)
    assert str(other.face.label) == "1B  ↑ 1  ↖ 2" and other.face.hint is None
    draft.tap(other.token)
    assert draft.ready and other.token in draft.answer()
    voyage.do("AllFly", draft.answer())
    key, _, end = str(other.token).partition("@")
    assert spell(voyage.table.crester(key).at) == end


@pytest.mark.rule("WW-112", "WW-A19")
def test_all_equal_paths_are_offered_on_a_large_planet() -> None:
    """Radius seven: fourteen hexes to the ship, and speed seven. Of the eight ends, one is the Post."""
    voyage = alone((4, 4, 3), (1, 7, 0), ship=(1, 3, 4), box=replace(open_sky(), large=model.blank(7)))
    voyage.table.reds_beaten = 4
    voyage.end_turn()
    tokens = [str(one.token) for one in voyage.question.draft(voyage.table).describe().choices]
    assert len([one for one in tokens if one.startswith("red1@")]) == 7


@pytest.mark.rule("WW-111")
def test_a_night_that_is_flown_otherwise_is_refused() -> None:
    voyage = alone((1, 5, 0), (1, 4, 0))
    voyage.end_turn()
    good = voyage.question.draft(voyage.table).answer()
    for bad in ([], good[:1], good[::-1], [good[0], "red1@9,9"], ["red1"], ["red--1@0,0"], good + good):
        assert voyage.cannot("AllFly", bad) == "WW-111"
    assert not voyage.table.under_way(Rest).moved


@pytest.mark.rule("WW-97")
def test_who_begins_one_by_one_goes_on_so() -> None:
    voyage = alone((1, 5, 0), (1, 4, 0), (3, 5, 0))
    voyage.end_turn()
    assert voyage.is_open("AllFly") and voyage.is_open("Fly")
    voyage.do("Fly")
    assert not voyage.is_open("AllFly") and voyage.is_open("Fly")


@pytest.mark.rule("WW-A19")
def test_the_way_that_is_tapped_is_the_flight() -> None:
    voyage = alone((4, 5, 0), ship=(1, 5, 0))
    voyage.end_turn()
    assert not voyage.is_open("Fly")
    left, middle, right = voyage.open_answers("ThisWay")
    straight = ("0,-5", "0,-4", "0,-3")
    assert [one.way for one in voyage.question.arrows(voyage.table, None)] == [
        (*straight, "0,-2"), (*straight, "1,-3"), (*straight, "-1,-2")], "three equal ways"
    assert [voyage.question.spot(end) for end in (left, middle, right)] == ["-1,-2", "0,-2", "1,-3"]
    voyage.do("ThisWay", right)
    assert voyage.table.living("red")[0].at == right and voyage.is_open("Wind")


@pytest.mark.rule("WW-A19", "WW-95")
def test_from_which_side_it_struck_is_asked_only_when_it_goes_back() -> None:
    voyage = alone((2, 2, 1), ship=(2, 1, 0))                # two hexes off, two ways round
    voyage.end_turn()
    red = voyage.table.living("red")[0]
    assert voyage.is_open("Fly")                             # no choice yet
    voyage.do("Fly")
    voyage.battle([1] * 5, [3, 2])                           # a tie: it goes back
    assert voyage.sentence() == "Where does the Red go back to?"
    sides = voyage.open_answers("GoesBack")
    assert len(sides) == 2
    voyage.do("GoesBack", sides[1])
    assert red.at == sides[1]


@pytest.mark.rule("WW-97", "WW-A21")
def test_of_two_on_one_hex_nobody_asks_which_is_first() -> None:
    voyage = alone((1, 4, 0), (1, 4, 0), (1, 4, 0), ship=(1, 1, 0))
    third = voyage.table.living("red")[2]
    third.at = voyage.at(1, 1)                               # beside it there is room for one more at the ship
    voyage.end_turn()
    assert voyage.table.under_way(Rest).tied
    assert not voyage.is_open("WhichFirst")
    voyage.do("Fly")
    assert [red.at for red in voyage.table.living("red")].count(voyage.at(1, 4)) == 1


@pytest.mark.rule("WW-97")
def test_reds_that_are_chosen_between_have_names_of_their_own() -> None:
    voyage = Voyage(players=2, ship=(1, 2, 1))
    for place in ((1, 3, 2), (1, 4, 0)):
        voyage.put("red", voyage.at(*place))
    voyage.end_turn()
    faces = [voyage.question.face(voyage.table, choice) for choice in voyage.open_answers("WhichFirst")]
    assert [str(face.label) for face in faces] == ["A  ↓ 1  ↙ 1", "B  ↘ 1  ↓ 1"]
    arrows = list(voyage.question.arrows(voyage.table, None))
    assert [(one.letter, one.way[0]) for one in arrows] == [("A", spell(voyage.at(1, 3, 2))),
                                                            ("B", spell(voyage.at(1, 4)))]
    voyage.do("WhichFirst", voyage.open_answers("WhichFirst")[1])
    assert not voyage.is_open("WhichFirst"), "it is chosen, so nobody asks again"
    assert str(voyage.question.sentence(voyage.table)) == "The Red attacks Ana."
    assert voyage.table.under_way(Rest).now == 2


@pytest.mark.rule("WW-87")
def test_a_red_that_stays_because_it_fought_is_said() -> None:
    voyage = Voyage(players=2, ship=(1, 2), morale=4)
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([2, 3], [1] * 5)                           # a tie: Ana goes back
    voyage.end_turn()
    assert "The Red on the hex three out towards 1 fought Ana this turn, so it stays there." in voyage.told()


@pytest.mark.rule("WW-114")
def test_alone_a_red_that_arrives_is_not_said_to_attack_yet() -> None:
    voyage = alone((1, 4, 0))
    voyage.end_turn()
    assert voyage.sentence() == "The Red reaches Ana."
