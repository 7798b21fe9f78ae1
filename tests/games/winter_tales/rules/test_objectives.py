"""Winter Tales: secret objectives, declared by a standing question (WT-120 to WT-132)."""

from typing import Any

import pytest

from companion.games.winter_tales.rules.memories import score
from companion.games.winter_tales.rules.objectives import garrison
from companion.games.winter_tales.table import Resolving
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import (
    Evening,
    acting,
    five,
    four,
    give_power,
    light,
    move,
    put,
    told,
    whole_town,
)


def secret(**options: Any) -> Evening:
    return four(objectives=True, **options)


def why_not(evening: Evening, name: str, key: str) -> str:
    """Return the rule that forbids showing this objective now, then leave the question."""
    evening.declare("DeclareObjective", evening.player(name).index)
    rule = evening.refused("ShowObjective", key)
    evening.tap("ShowObjective", "not now")
    return rule


def show(evening: Evening, name: str, key: str) -> Evening:
    return evening.declare("DeclareObjective", evening.player(name).index).tap("ShowObjective", key)


def saved(**options: Any) -> Evening:
    """Ana has just saved Dorothy."""
    evening = secret(**options).correct("characters.dorothy.down", True).again()
    return evening.tap("Save", "dorothy")


@pytest.mark.rule("WT-120")  # one reminder, nothing else; each has one card of the side, the writer one of each
def test_objectives_are_drawn_and_not_entered() -> None:
    evening = five(objectives=True)
    assert evening.table.objectives_dealt and not evening.table.laid_open
    evening.declare("DeclareObjective", evening.player("Eve").index)
    question = evening.asked("ShowObjective")
    kinds = {*question.choices(evening.table), *[key for key, _ in question.barred(evening.table)]}
    assert kinds == {"rescue", "rebels", "connection", "reward", "spy", "attack", "garrison", "not now"}


@pytest.mark.rule("WT-120", "WT-121")
def test_only_cards_of_the_own_side() -> None:
    evening = secret().declare("DeclareObjective", 1)
    question = evening.asked("ShowObjective")
    kinds = {*question.choices(evening.table), *[key for key, _ in question.barred(evening.table)]}
    assert kinds == {"reward", "spy", "attack", "garrison", "not now"}


@pytest.mark.rule("WT-121", "WT-A56")  # after the next step it is too late
def test_declared_at_the_very_moment() -> None:
    evening = saved()
    assert "rescue" in show_choices(evening, "Ana")
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    assert why_not(evening, "Ana", "rescue") == "WT-A56"


def show_choices(evening: Evening, name: str) -> list[str]:
    evening.declare("DeclareObjective", evening.player(name).index)
    words = evening.choices("ShowObjective")
    evening.tap("ShowObjective", "not now")
    return words


@pytest.mark.rule("WT-122", "WT-A57")  # three icons, only those left of the epilogue token; the bookmark follows
def test_onto_an_empty_space_with_the_icon() -> None:
    evening = saved(box=whole_town(icons=[2, 4, 7]))
    show(evening, "Ana", "rescue")
    assert evening.choices("PlaceObjective") == [2, 4]
    assert evening.refused("PlaceObjective", 1) == "WT-122" and evening.refused("PlaceObjective", 7) == "WT-122"
    evening.tap("ObjectiveNote", "out of the snow").tap("PlaceObjective", 4)
    memory = evening.table.track[3]
    assert memory is not None and (memory.side, memory.of_objective, memory.note) == ("spring", True, "out of the snow")
    assert evening.table.bookmark == 3


@pytest.mark.rule("WT-122")
def test_while_my_box_does_not_know_the_icons_any_free_space_serves() -> None:
    evening = show(saved(), "Ana", "rescue")
    assert evening.choices("PlaceObjective") == [1, 2, 3, 4, 5]


@pytest.mark.rule("WT-122", "WT-65")  # Ana saves Dorothy in step three and lays the last memory
def test_an_objective_keeps_no_face_up_card_of_the_quest() -> None:
    evening = secret().correct("characters.dorothy.down", True)
    for space in (1, 2, 3, 4):
        evening.correct(f"track.{space}", "winter")
    put(put(evening, "tin_man", at.MANSION), "dorothy", at.MANSION).tap("Activate", "tin_man")
    evening.tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("Save", "dorothy")
    evening.play.by_hand.card()
    show(evening, "Ana", "rescue").tap("PlaceObjective", 5)
    assert evening.table.phase == "epilogue" and evening.player("Ana").lying == 0
    assert "Ana discards 1 face-up card" in told(evening)
    evening.play.undo()
    assert "Ana lays 1 discarded card face up again" in told(evening)


@pytest.mark.rule("WT-120", "WT-148")  # seats, then objectives
def test_players_sit_down_before_they_draw_an_objective() -> None:
    evening = Evening(4, objectives=True).tap("DrawForAll", ["spring", "winter", "spring", "winter"])
    said = [str(one.text) for one in evening.asked("DealObjectives").reasons(evening.table)]
    assert "Sit down clockwise: Ana, Ben, Cleo and Dev." in said
    evening.tap("DealObjectives")
    assert not list(evening.asked("ChooseCharacter").reasons(evening.table))


@pytest.mark.rule("WT-A58")
def test_no_icon_free_no_declaration() -> None:
    evening = saved(box=whole_town(icons=[1]))
    evening.correct("track.1", "winter")
    assert why_not(evening, "Ana", "rescue") == "WT-A58"


@pytest.mark.rule("WT-123", "WT-A59")  # it fills no new space, and the old card scores no more
def test_a_quest_may_cover_an_objective() -> None:
    evening = show(saved(), "Ana", "rescue").tap("PlaceObjective", 2)
    assert score(evening.table, "spring") == 3
    for space in (1, 3, 4):
        evening.correct(f"track.{space}", "winter")
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("SetOut", "nobody")
    evening.tap("AddCards", "card").tap("AddCards", "next").tap("LastCard", "next")
    assert evening.choices("PlaceMemory") == [2, 5] and evening.refused("PlaceMemory", 1) == "WT-67"
    evening.tap("PlaceMemory", 2)
    assert evening.table.phase == "turns" and score(evening.table, "spring") == 3
    assert "The Rescue was covered." in evening.lines()


@pytest.mark.rule("WT-124")  # three points, the card's side
def test_an_objective_is_a_memory_and_gives_no_power() -> None:
    evening = show(saved(powers=True), "Ana", "rescue").tap("PlaceObjective", 1)
    assert score(evening.table, "spring") == 3 and not evening.table.powers


@pytest.mark.rule("WT-124", "WT-A60")  # the quest stays unresolved on the map, and its cards are gone
def test_the_last_space_in_mid_quest() -> None:
    evening = put(secret(), "tin_man", at.MANSION).correct("characters.dorothy.down", True)
    for space in (1, 2, 3, 4):
        evening.correct(f"track.{space}", "winter")
    evening.tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    evening.tap("AddCards", "card")
    evening.tap("Save", "dorothy")
    show(evening, "Ana", "rescue").tap("PlaceObjective", 5)
    assert evening.table.phase == "epilogue" and evening.table.quests["glimmer"].state == "map"
    assert not evening.table.is_under_way(Resolving) and evening.sentence("EpilogueCards").startswith("Ana,")


@pytest.mark.rule("WT-125", "WT-A61")  # who has done it is not asked again
def test_one_objective_and_no_more() -> None:
    evening = show(saved(), "Ana", "rescue").tap("PlaceObjective", 1)
    players = [player.name for player in evening.asked("DeclareObjective", standing=True).choices(evening.table)]
    assert players == ["Ben", "Cleo", "Dev"]


@pytest.mark.rule("WT-126")  # Cleo saves Dorothy where she lies
def test_the_rescue_is_the_savers() -> None:
    evening = put(secret(), "alice", at.PARK).correct("characters.dorothy.down", True)
    acting(evening, "Cleo").tap("Save", "dorothy")
    assert "rescue" in show_choices(evening, "Cleo") and why_not(evening, "Ana", "rescue") == "WT-A56"
    assert "Cleo saved Grandma Dorothy at Oaks Park." in evening.lines()


@pytest.mark.rule("WT-A62")
@pytest.mark.parametrize(("counts", "offered"), [(True, True), (False, False)])
def test_saving_oneself(counts: bool, offered: bool) -> None:
    assert ("rescue" in show_choices(saved(self_rescue=counts), "Ana")) is offered


@pytest.mark.rule("WT-127")  # caught, not merely turned back
def test_the_rebels() -> None:
    for number, offered in ((2, True), (1, False)):
        evening = acting(secret(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PARK)
        evening.tap("SpringTrap", "dorothy")
        evening.tap("EvadeTrap", "card").tap("EvadeTrap", "next").tap("OpenTrap", number)
        assert ("rebels" in show_choices(evening, "Ana")) is offered


# The Connection

@pytest.mark.rule("WT-128", "WT-A63")  # starting in one counts; the card is laid open at the first
def test_both_locations_in_one_activation() -> None:
    evening = put(secret(), "mad_hatter", at.FAIR).tap("Activate", "pinocchio")
    show(evening, "Ana", "connection").tap("ConnectionEnd", at.ASYLUM)
    assert evening.table.laid_open[0].places == (at.PRISON, at.ASYLUM)
    assert why_not(evening, "Ana", "connection") == "WT-128"
    move(evening, at.ASYLUM_PRISON, at.ASYLUM)
    show(evening, "Ana", "connection").tap("PlaceObjective", 1)
    assert score(evening.table, "spring") == 3 and not evening.table.laid_open


@pytest.mark.rule("WT-A76")  # shown only at the second location, the first has to be reached again
def test_laid_open_too_late_a_visit_does_not_count() -> None:
    evening = secret().tap("Activate", "pinocchio")
    move(evening, at.ASYLUM_PRISON, at.ASYLUM)
    show(evening, "Ana", "connection").tap("ConnectionEnd", at.PRISON)
    assert why_not(evening, "Ana", "connection") == "WT-128"
    move(evening, at.ASYLUM_PRISON, at.PRISON)
    assert "connection" in show_choices(evening, "Ana")


@pytest.mark.rule("WT-128", "WT-A64")  # both locations again; by the switch at any later activation
@pytest.mark.parametrize(("again", "same", "next_chapter"), [(False, False, True), (True, True, True)])
def test_trying_again_in_another_chapter(again: bool, same: bool, next_chapter: bool) -> None:
    evening = secret(connection_again=again).tap("Activate", "pinocchio")
    show(evening, "Ana", "connection").tap("ConnectionEnd", at.ASYLUM).tap("EndTurn")
    evening.correct("characters.pinocchio.ready", True)
    acting(evening, "Ana").tap("Activate", "pinocchio")
    move(evening, at.ASYLUM_PRISON, at.ASYLUM)
    assert ("connection" in show_choices(evening, "Ana")) is same
    evening.tap("EndTurn").correct("chapter", 2).correct("characters.pinocchio.ready", True)
    acting(evening, "Ana").tap("Activate", "pinocchio")
    move(evening, at.ASYLUM_PRISON, at.PRISON)
    assert ("connection" in show_choices(evening, "Ana")) is next_chapter


@pytest.mark.rule("WT-104", "WT-128")  # Alice comes along with Pinocchio; Cleo's card does not count it
def test_a_partner_who_is_carried_makes_no_connection() -> None:
    evening = secret(powers=True)
    give_power(evening, "love", "pinocchio", "alice")
    put(evening, "alice", at.PRISON).tap("Activate", "pinocchio").tap("TakeAlong").tap("StepTo", at.ASYLUM_PRISON)
    evening.tap("StepTo", at.ASYLUM)
    assert why_not(evening, "Cleo", "connection") == "WT-128"


@pytest.mark.rule("WT-128")
def test_printed_connections_are_checked_once_my_box_knows_them() -> None:
    town = whole_town(connections=[[at.PRISON, at.FAIR], [at.THEATER, at.CEMETERY], [at.MANSION, at.PARK],
                                   [at.FACTORY, at.ASYLUM]])
    evening = secret(box=town).tap("Activate", "pinocchio")
    show(evening, "Ana", "connection")
    assert evening.choices("ConnectionEnd") == [at.FAIR]


# Winter's objectives

@pytest.mark.rule("WT-129")  # a rebel brought down in a battle of the player's soldier, or of the horror
def test_the_reward() -> None:
    evening = put(secret(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf").tap("BattleCard", "card").tap("BattleCard", "stops").tap("DragTo", at.PARK_PRISON)
    assert "reward" in show_choices(evening, "Ben") and why_not(evening, "Dev", "reward") == "WT-A56"


@pytest.mark.rule("WT-129", "WT-105")
def test_the_reward_is_impossible_while_the_safe_house_stands() -> None:
    evening = put(secret(powers=True), "wolf", at.PARK_PRISON)
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    evening.tap("Attack", "wolf").tap("BattleCard", "card").tap("BattleCard", "stops")
    assert why_not(evening, "Ben", "reward") == "WT-A56"


@pytest.mark.rule("WT-130")
def test_the_spy_needs_two_entries() -> None:
    """Laid open at the first, done at the second; a lying soldier sees too, a battle is not needed."""
    evening = put(secret(), "wolf", at.PARK_PRISON).correct("characters.wolf.down", True)
    put(evening, "candlewick", at.PARK_PRISON).correct("characters.candlewick.down", True)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    show(evening, "Ben", "spy")
    assert [one.key for one in evening.table.laid_open] == ["spy"]
    assert why_not(evening, "Ben", "spy") == "WT-A56"
    show(evening, "Dev", "spy")
    evening.tap("StepTo", at.PRISON).tap("StepTo", at.PARK_PRISON)
    show(evening, "Ben", "spy").tap("PlaceObjective", 1)
    assert score(evening.table, "winter") == 3
    assert [one.player.name for one in evening.table.laid_open] == ["Dev"], "the other Spy is still open"


@pytest.mark.rule("WT-130", "WT-A56")
def test_the_next_turn_is_too_late_for_the_spy() -> None:
    evening = put(secret(), "wolf", at.PARK_PRISON).correct("characters.wolf.down", True)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("EndTurn")
    assert evening.table.active is None and why_not(evening, "Ben", "spy") == "WT-A56"


@pytest.mark.rule("WT-130", "WT-A13")
def test_being_dragged_is_no_entry_for_the_spy() -> None:
    evening = put(put(secret(), "wolf", at.PARK_PRISON), "candlewick", at.ASYLUM)
    evening.tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON).tap("Attack", "wolf")
    evening.tap("BattleCard", "card").tap("BattleCard", "stops").tap("DragTo", at.ASYLUM)
    assert why_not(evening, "Dev", "spy") == "WT-A56"


@pytest.mark.rule("WT-131", "WT-A65")  # an upright soldier in the printed location; two cards, said on the button
def test_the_attack() -> None:
    evening = secret(box=whole_town(attacks=[at.MANSION, at.THEATER]))
    assert why_not(evening, "Ben", "attack") == "WT-131"
    assert why_not(put(evening, "wolf", at.PARK), "Ben", "attack") == "WT-131"
    put(evening, "wolf", at.MANSION).correct("characters.wolf.down", True)
    assert why_not(evening, "Ben", "attack") == "WT-131"
    evening.correct("characters.wolf.down", False).declare("DeclareObjective", 1)
    face = evening.asked("ShowObjective").face(evening.table, "attack")
    assert str(face.hint) == "Discard two cards for it"


@pytest.mark.rule("WT-132", "WT-A66")
@pytest.mark.parametrize(("counts", "locations"), [(True, 2), (False, 1)])
def test_the_garrison(counts: bool, locations: int) -> None:
    """Locations with a soldier against locations with a rebel; who lies still holds one."""
    evening = secret(lying_garrison=counts)
    assert garrison(evening.table) == (0, 6), "all soldiers start in plazas"
    put(put(evening, "wolf", at.MANSION), "mad_hatter", at.PARK).correct("characters.wolf.down", True)
    assert garrison(evening.table)[0] == locations
    assert why_not(evening, "Ben", "garrison") == "WT-132"
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "tin_man", "cranky"):
        put(evening, key, at.CEMETERY_PARK)
    assert "garrison" in show_choices(evening, "Ben")
    assert any("Winter is in more locations" in str(one.text) for one in evening.play.view().reminders)


@pytest.mark.rule("WT-120")  # one Garrison in the box
def test_all_cards_of_a_kind_have_been_seen() -> None:
    evening = secret()
    for key in ("dorothy", "alice", "pinocchio", "scarecrow", "tin_man", "cranky"):
        put(evening, key, at.CEMETERY_PARK)
    put(evening, "wolf", at.MANSION)
    show(evening, "Ben", "garrison").tap("PlaceObjective", 1)
    assert why_not(evening, "Dev", "garrison") == "WT-120"


@pytest.mark.rule("WT-121")  # only faction and copies are checked
def test_in_light_the_table_is_believed() -> None:
    evening = light(objectives=True).declare("DeclareObjective", 1)
    assert evening.choices("ShowObjective") == ["reward", "spy", "attack", "garrison", "not now"]
    assert at.ASYLUM_PARK in evening.table.town.spaces


@pytest.mark.rule("WT-123", "WT-124")
def test_an_objective_laid_by_hand_is_one() -> None:
    """An objective declared without the phone: once its owner is known it counts, until a quest covers it."""
    evening = secret().correct("track.2", "winter").correct("track.2.source", "reward")
    assert evening.table.track[1].of_objective and str(evening.table.track[1].name) == "The Reward"
    assert score(evening.table, "winter") == 3
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("SetOut", "nobody").tap("AddCards", "card").tap("AddCards", "next").tap("LastCard", "next")
    assert 2 in evening.choices("PlaceMemory")
    evening.tap("PlaceMemory", 2)
    assert score(evening.table, "winter") == 0 and "The Reward was covered." in evening.lines()
