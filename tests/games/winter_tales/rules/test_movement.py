"""Winter Tales: moving, and being stopped (WT-26 to WT-31)."""

import pytest

from companion.games.winter_tales.box import model as my_box
from companion.games.winter_tales.table import Activation
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, move, put, whole_town


def cards(evening: Evening) -> int:
    return int(evening.table.under_way(Activation).cards)


@pytest.mark.rule("WT-26")  # one card at the first and at the third step
def test_a_card_pays_for_two_spaces() -> None:
    evening = four().tap("Activate", "pinocchio")
    paid = []
    for space in (at.PARK_PRISON, at.PRISON, at.PARK_PRISON, at.PRISON, at.PARK_PRISON):
        evening.tap("StepTo", space)
        paid.append(cards(evening))
    assert paid == [1, 1, 2, 2, 3]


@pytest.mark.rule("WT-27")  # only the ways that are there; one step leads from a location to a plaza, or back
def test_locations_and_plazas_take_turns() -> None:
    evening = four().tap("Activate", "pinocchio")
    assert one_step(evening) == [at.ASYLUM_PRISON, at.PARK_PRISON]
    evening.tap("StepTo", at.PARK_PRISON)
    assert one_step(evening) == [at.PARK, at.PRISON]


def one_step(evening: Evening) -> list[str]:
    """The spaces offered that take one step; those further off follow in the list."""
    table, who = evening.table, evening.asked("StepTo").character
    return [space for space in evening.choices("StepTo") if len(table.way_to(who, space)) == 1]


@pytest.mark.rule("WT-27")
def test_a_space_holds_any_number_of_characters() -> None:
    evening = put(put(four(), "alice", at.PRISON), "tin_man", at.PRISON)
    assert {one.key for one in evening.table.standing_at(at.PRISON)} == {"pinocchio", "alice", "tin_man"}


@pytest.mark.rule("WT-A8")
def test_a_plaza_may_have_three_ways() -> None:
    town = my_box.change(whole_town(), at.PARK_PRISON, end=at.FACTORY)
    evening = four(box=town).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    assert one_step(evening) == [at.PARK, at.PRISON, at.FACTORY]


@pytest.mark.rule("WT-27")  # only the two known plazas are there; another is entered on the way and stays
def test_where_the_map_is_not_complete_the_table_names_the_plaza() -> None:
    evening = Evening(4, box=my_box.starter()).seat_everybody()
    evening.tap("ChooseCharacter", "dorothy").tap("StartSite", at.MANSION).tap("ChooseCharacter", "wolf")
    assert evening.choices("StartSite") == [at.ASYLUM_PARK, at.CEMETERY_PARK, "+plaza"]
    evening.tap("StartSite", "+plaza").tap("PlazaEnds", [at.MANSION, at.THEATER])
    assert evening.who("wolf").at == at.MANSION_THEATER
    assert evening.table.town.ways[at.MANSION] == [at.MANSION_THEATER]
    evening.tap("ChooseCharacter", "alice").tap("StartSite", "+location").tap("LocationName", "Candle Factory")
    assert str(evening.table.place(evening.who("alice").at)) == "Candle Factory"


@pytest.mark.rule("WT-27")  # from a location; a plaza's own ends are always known
def test_a_step_through_a_plaza_that_was_not_entered() -> None:
    evening = Evening(3, box=my_box.starter()).seat_everybody()
    places = {"dorothy": at.MANSION, "wolf": at.ASYLUM_PARK, "alice": at.PARK, "pinocchio": at.PRISON,
              "mad_hatter": at.CEMETERY_PARK, "tin_man": at.ASYLUM, "cranky": at.FACTORY}
    evening.choose(places)
    while "ChooseCharacter" in evening.names():
        key = evening.choices("ChooseCharacter")[0]
        evening.tap("ChooseCharacter", key)
        rebel = evening.who(key).is_rebel
        evening.tap("StartSite", evening.choices("StartSite")[0])
        if "PlazaEnds" in evening.names():
            taken = {one.at for one in evening.table.characters.values()}
            free = next([at.MANSION, two] for two in (at.FACTORY, at.PRISON, at.PARK, at.THEATER)
                        if f"{at.MANSION}+{two}" not in taken)
            evening.tap("PlazaEnds", free)
        assert evening.table.town.is_location(evening.who(key).at) == rebel
    evening.first_quests(("glimmer", at.MANSION), ("horror", at.PARK)).begin()
    evening.tap("Activate", "dorothy")
    evening.play.by_hand.card()
    evening.tap("StepTo", "+plaza")
    assert not evening.play.by_hand.card().lines, "no card is paid before the plaza is named"
    evening.tap("OtherEnd", at.ASYLUM)
    assert evening.who("dorothy").at == "dorothys_mansion+mad_hatters_asylum"
    assert one_step(evening) == [at.MANSION, at.ASYLUM]


@pytest.mark.rule("WT-28")  # two soldiers on the way, two questions
def test_each_space_entered_is_looked_at() -> None:
    evening = put(put(four(), "wolf", at.PARK_PRISON), "candlewick", at.PARK).tap("Activate", "pinocchio")
    evening.tap("StepTo", at.PARK_PRISON)
    assert evening.sentence("Attack") == "Ben, do you attack Pinocchio?"
    evening.tap("Attack", "nobody").tap("StepTo", at.PARK)
    assert evening.sentence("Attack") == "Dev, do you attack Pinocchio?"


@pytest.mark.rule("WT-29", "WT-48")
def test_who_lies_or_was_stopped_makes_no_step() -> None:
    evening = four().correct("characters.dorothy.down", True).tap("Activate", "dorothy")
    assert "StepTo" not in evening.names()
    evening = four().tap("Activate", "dorothy").correct("characters.dorothy.cannot_move", True)
    assert evening.refused("StepTo", at.ASYLUM_PARK) == "WT-29"


@pytest.mark.rule("WT-30")  # the writer's rebel walks into the writer's soldier
def test_nobody_stops_a_character_of_their_own() -> None:
    evening = acting(put(five(), "mangiafuoco", at.PARK_PRISON), "Eve").tap("Activate", "pinocchio")
    evening.tap("StepTo", at.PARK_PRISON)
    assert evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-31")  # a new activation begins unpaid
def test_steps_paid_for_are_lost_with_the_move() -> None:
    evening = move(four().tap("Activate", "pinocchio"), at.PARK_PRISON).tap("EndTurn")
    acting(evening, "Ana").tap("Activate", "tin_man").tap("StepTo", at.ASYLUM_PRISON)
    assert cards(evening) == 1


@pytest.mark.rule("WT-A9")
def test_a_step_paid_for_survives_a_battle_that_was_won() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.taps(("Attack", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    evening.tap("StepTo", at.PARK)
    assert cards(evening) == 1 and evening.who("pinocchio").at == at.PARK
