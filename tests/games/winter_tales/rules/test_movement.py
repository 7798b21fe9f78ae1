"""Winter Tales: moving, and being stopped (WT-26 to WT-31)."""

from companion.games.winter_tales.copy import model as my_copy
from companion.games.winter_tales.rules.ways import way_to
from companion.games.winter_tales.table import Activation
from tests.games.winter_tales.evening import (
    ASYLUM,
    ASYLUM_PARK,
    ASYLUM_PRISON,
    CEMETERY_PARK,
    FACTORY,
    MANSION,
    MANSION_THEATER,
    PARK,
    PARK_PRISON,
    PRISON,
    THEATER,
    Evening,
    acting,
    five,
    four,
    move,
    put,
    whole_town,
)


def cards(evening: Evening) -> int:
    return int(evening.table.under_way(Activation).cards)


def test_a_card_pays_for_two_spaces() -> None:
    """WT-26: one card at the first and at the third step."""
    evening = four().tap("Activates", "pinocchio")
    paid = []
    for space in (PARK_PRISON, PRISON, PARK_PRISON, PRISON, PARK_PRISON):
        evening.tap("StepsTo", space)
        paid.append(cards(evening))
    assert paid == [1, 1, 2, 2, 3]


def test_the_button_shows_which_step_costs_a_card() -> None:
    """WT-26: before it is paid."""
    evening = four().tap("Activates", "pinocchio")
    question = evening.asked("StepsTo")
    assert question.face(evening.table, PARK_PRISON).badge == "1"
    evening.tap("StepsTo", PARK_PRISON)
    assert evening.asked("StepsTo").face(evening.table, PRISON).badge == ""


def test_locations_and_plazas_take_turns() -> None:
    """WT-27: only the ways that are there; one step leads from a location to a plaza, or back."""
    evening = four().tap("Activates", "pinocchio")
    assert one_step(evening) == [ASYLUM_PRISON, PARK_PRISON]
    evening.tap("StepsTo", PARK_PRISON)
    assert one_step(evening) == [PARK, PRISON]


def one_step(evening: Evening) -> list[str]:
    """The spaces offered that take one step; those further off follow in the list."""
    table, who = evening.table, evening.asked("StepsTo").character
    return [space for space in evening.choices("StepsTo") if len(way_to(table, who, space)) == 1]


def test_a_space_holds_any_number_of_characters() -> None:
    """WT-27"""
    evening = put(put(four(), "alice", PRISON), "tin_man", PRISON)
    assert {one.key for one in evening.table.standing_at(PRISON)} == {"pinocchio", "alice", "tin_man"}


def test_a_plaza_may_have_three_ways() -> None:
    """WT-A8"""
    town = my_copy.change_plaza(whole_town(), PARK_PRISON, end=FACTORY)
    evening = four(copy=town).tap("Activates", "pinocchio").tap("StepsTo", PARK_PRISON)
    assert one_step(evening) == [PARK, PRISON, FACTORY]


def test_where_the_map_is_not_complete_the_table_names_the_plaza() -> None:
    """WT-27: only the two known plazas are there; another is entered on the way and stays."""
    evening = Evening(4, copy=my_copy.starter()).seat_everybody()
    evening.tap("ChoosesCharacter", "dorothy").tap("StartsAt", MANSION).tap("ChoosesCharacter", "wolf")
    assert evening.choices("StartsAt") == [ASYLUM_PARK, CEMETERY_PARK, "+plaza"]
    evening.tap("StartsAt", "+plaza").tap("PlazaEnds", [MANSION, THEATER])
    assert evening.who("wolf").at == MANSION_THEATER
    assert evening.table.town.ways[MANSION] == [MANSION_THEATER]
    evening.tap("ChoosesCharacter", "alice").tap("StartsAt", "+location").tap("LocationName", "Candle Factory")
    assert str(evening.table.place(evening.who("alice").at)) == "Candle Factory"


def test_a_step_through_a_plaza_that_was_not_entered() -> None:
    """WT-27: from a location; a plaza's own ends are always known."""
    evening = Evening(3, copy=my_copy.starter()).seat_everybody()
    places = {"dorothy": MANSION, "wolf": ASYLUM_PARK, "alice": PARK, "pinocchio": PRISON, "mad_hatter": CEMETERY_PARK,
              "tin_man": ASYLUM, "cranky": FACTORY}
    evening.choose(places)
    while "ChoosesCharacter" in evening.names():
        key = evening.choices("ChoosesCharacter")[0]
        evening.tap("ChoosesCharacter", key)
        rebel = evening.who(key).is_rebel
        evening.tap("StartsAt", evening.choices("StartsAt")[0])
        if "PlazaEnds" in evening.names():
            taken = {one.at for one in evening.table.characters.values()}
            free = next([MANSION, two] for two in (FACTORY, PRISON, PARK, THEATER) if f"{MANSION}+{two}" not in taken)
            evening.tap("PlazaEnds", free)
        assert evening.table.town.is_location(evening.who(key).at) == rebel
    evening.first_quests(("glimmer", MANSION), ("horror", PARK)).begin()
    evening.tap("Activates", "dorothy").tap("StepsTo", "+plaza").tap("OtherEnd", ASYLUM)
    assert evening.who("dorothy").at == "dorothys_mansion+mad_hatters_asylum"
    assert one_step(evening) == [MANSION, ASYLUM]


def test_each_space_entered_is_looked_at() -> None:
    """WT-28: two soldiers on the way, two questions."""
    evening = put(put(four(), "wolf", PARK_PRISON), "candlewick", PARK).tap("Activates", "pinocchio")
    evening.tap("StepsTo", PARK_PRISON)
    assert evening.sentence("Attacks") == "Ben, do you attack Pinocchio?"
    evening.tap("Attacks", "nobody").tap("StepsTo", PARK)
    assert evening.sentence("Attacks") == "Dev, do you attack Pinocchio?"


def test_who_lies_or_was_stopped_makes_no_step() -> None:
    """WT-29, WT-48"""
    evening = four().correct("characters.dorothy.down", True).tap("Activates", "dorothy")
    assert "StepsTo" not in evening.names()
    evening = four().tap("Activates", "dorothy").correct("characters.dorothy.cannot_move", True)
    assert evening.refused("StepsTo", ASYLUM_PARK) == "WT-29"


def test_nobody_stops_a_character_of_their_own() -> None:
    """WT-30: the writer's rebel walks into the writer's soldier."""
    evening = acting(put(five(), "mangiafuoco", PARK_PRISON), "Eve").tap("Activates", "pinocchio")
    evening.tap("StepsTo", PARK_PRISON)
    assert evening.names()[0] == "StepsTo"


def test_steps_paid_for_are_lost_with_the_move() -> None:
    """WT-31: a new activation begins unpaid."""
    evening = move(four().tap("Activates", "pinocchio"), PARK_PRISON).tap("EndsTurn")
    acting(evening, "Ana").tap("Activates", "tin_man").tap("StepsTo", ASYLUM_PRISON)
    assert cards(evening) == 1


def test_a_step_paid_for_survives_a_battle_that_was_won() -> None:
    """WT-A9"""
    evening = put(four(), "wolf", PARK_PRISON).tap("Activates", "pinocchio").tap("StepsTo", PARK_PRISON)
    evening.taps(("Attacks", "wolf"), ("BattleCard", "card"), ("BattleCard", "card"), ("BattleCard", "stops"))
    evening.tap("StepsTo", PARK)
    assert cards(evening) == 1 and evening.who("pinocchio").at == PARK
