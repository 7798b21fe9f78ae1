"""Winter Tales: setting up (WT-1 to WT-14, WT-148)."""

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.winter_tales import game
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, four, light, whole_town


@pytest.mark.rule("WT-1")
@pytest.mark.parametrize("players", [2, 8])
def test_three_to_seven_play(players: int) -> None:
    with pytest.raises(Refused) as error:
        Play(game, Setup(people(*[f"P{n}" for n in range(players)])))
    assert error.value.refusal.rule == "WT-1"


@pytest.mark.rule("WT-2")  # the table of the rulings, row by row
@pytest.mark.parametrize(("players", "pool"), [(3, (1, 1, 1)), (4, (2, 2, 0)), (5, (2, 2, 1)), (6, (3, 3, 0)),
                                               (7, (3, 3, 1))])
def test_half_spring_half_winter_and_the_writer_at_odd_tables(players: int, pool: tuple[int, int, int]) -> None:
    evening = Evening(players).seat_everybody()
    sides = [player.side for player in evening.table.seats]
    assert (sides.count("spring"), sides.count("winter"), sides.count("writer")) == pool


@pytest.mark.rule("WT-2")  # two springs drawn of four: the other two are winter
def test_the_last_tokens_need_no_asking() -> None:
    evening = Evening(4).taps(("AgeOrder", [0, 1, 2, 3]), ("LayOut", "done"), ("DrawSide", "spring"),
                              ("DrawSide", "spring"))
    assert [player.side for player in evening.table.seats] == ["spring", "spring", "winter", "winter"]
    assert evening.names() == ["SitDown"]
    assert evening.asked("SitDown").by_chance is False


@pytest.mark.rule("WT-2", "WT-9")  # chance may answer, and whoever draws is named
def test_the_phone_may_draw_the_tokens() -> None:
    evening = Evening(4).taps(("AgeOrder", [2, 0, 1, 3]), ("LayOut", "done"))
    assert evening.asked("DrawSide").by_chance and evening.sentence("DrawSide").startswith("Cleo,")


@pytest.mark.rule("WT-3")  # youngest of all, of spring, of winter
def test_the_youngest_is_known_from_the_order_of_ages() -> None:
    evening = Evening(5).seat_everybody([4, 2, 0, 1, 3], ["winter", "writer", "winter", "spring", "spring"])
    table = evening.table
    assert [table.youngest(side).name for side in ("", "spring", "winter")] == ["Eve", "Ben", "Eve"]


@pytest.mark.rule("WT-4")  # each side by age
def test_seats_alternate_from_the_youngest_of_spring_and_the_writer_is_last() -> None:
    sides = ["winter", "spring", "writer", "winter", "spring", "winter", "spring"]
    evening = Evening(7).seat_everybody(range(7), sides)
    assert [player.name for player in evening.table.ring] == ["Ben", "Ana", "Eve", "Dev", "Gus", "Fay", "Cleo"]


@pytest.mark.rule("WT-A1")  # Fay and Ben swap; the youngest of spring stays first
def test_the_order_within_a_side_is_free() -> None:
    evening = Evening(6)
    evening.taps(("AgeOrder", list(range(6))), ("LayOut", "done"))
    for side in at.SIDES[6][:5]:
        evening.tap("DrawSide", side)
    evening.tap("SitDown", "otherwise")
    assert "Ana" in str(evening.asked("SeatOrder").hint(evening.table))
    evening.tap("SeatOrder", [4, 2]).tap("SeatOrder", [5, 3, 1])
    assert [player.name for player in evening.table.ring] == ["Ana", "Fay", "Eve", "Dev", "Cleo", "Ben"]


@pytest.mark.rule("WT-A1")  # with two of spring, the youngest first leaves no choice
def test_a_side_with_one_order_is_not_asked() -> None:
    evening = Evening(4)
    evening.taps(("AgeOrder", list(range(4))), ("LayOut", "done"), ("DrawSide", "spring"), ("DrawSide", "winter"),
                 ("DrawSide", "spring"), ("SitDown", "otherwise"))
    assert evening.sentence("SeatOrder") == "In which order does winter sit, clockwise?"


@pytest.mark.rule("WT-4", "WT-16")
def test_clockwise_follows_the_seats_not_the_order_of_entry() -> None:
    evening = Evening(4).seat_everybody(range(4), ["spring", "spring", "winter", "winter"])
    table = evening.table
    assert [player.name for player in table.left_of(evening.player("Ana"))] == ["Cleo", "Ben", "Dev"]


@pytest.mark.rule("WT-5")  # no agreement, and the youngest of spring decides
def test_everybody_may_be_the_arbiter() -> None:
    evening = Evening(4)
    evening.taps(("AgeOrder", [3, 2, 1, 0]), ("LayOut", "done"), ("DrawSide", "winter"), ("DrawSide", "spring"),
                 ("DrawSide", "winter"), ("SitDown", "seated"))
    assert "Cleo decides" in str(evening.asked("Arbiter").hint(evening.table))
    evening.tap("Arbiter", 1)
    assert evening.table.arbiter is evening.player("Ben")


@pytest.mark.rule("WT-6", "WT-71", "WT-85", "WT-120")
@pytest.mark.parametrize(("options", "length"), [({}, 3), ({"length": 7}, 7), ({"objectives": True}, 5),
                                                 ({"objectives": True, "length": 6}, 6)])
def test_the_epilogue_token_lies_one_space_further(options: dict[str, object], length: int) -> None:
    """Three memories, longer by agreement, at least five with objectives."""
    evening = Evening(4, **options).tap("AgeOrder", [0, 1, 2, 3])
    assert len(evening.table.track) == evening.table.length == length
    said = [str(one.text) for one in evening.asked("LayOut").reasons(evening.table)]
    assert any(f"space {length + 1}, winter side up:" in line for line in said)


@pytest.mark.rule("WT-7")  # the table of the rulebook
@pytest.mark.parametrize(("players", "each", "writer", "boxed"),
                         [(3, 4, 2, 1), (4, 3, 0, 1), (5, 2, 1, 2), (6, 2, 0, 1), (7, 2, 1, 0)])
def test_everybody_gets_the_right_number_of_characters(players: int, each: int, writer: int, boxed: int) -> None:
    evening = Evening(players, depth="light").seat_everybody()
    while "ChooseCharacter" in evening.names():
        evening.tap("ChooseCharacter", evening.choices("ChooseCharacter")[0])
    table = evening.table
    wanted = {"writer": (writer, writer), "spring": (each, 0), "winter": (0, each)}
    for player in table.seats:
        sides = [one.side for one in table.of(player)]
        assert (sides.count("spring"), sides.count("winter")) == wanted[player.side]
    unused = [one.side for one in table.characters.values() if one.owner is None]
    assert (unused.count("spring"), unused.count("winter")) == (boxed, boxed)


@pytest.mark.rule("WT-7")  # Ben is the youngest; clockwise from him by the seats
def test_the_youngest_of_all_picks_first_and_then_to_the_left() -> None:
    evening = Evening(4, depth="light").seat_everybody([1, 0, 3, 2], ["winter", "spring", "spring", "winter"])
    order = []
    while "ChooseCharacter" in evening.names():
        order.append(evening.asked("ChooseCharacter").seat.name)
        evening.tap("ChooseCharacter", evening.choices("ChooseCharacter")[0])
    assert order == ["Ben", "Dev", "Cleo", "Ana"] * 3


@pytest.mark.rule("WT-7", "WT-83")  # but ends with one of each
def test_the_writer_picks_from_either_side() -> None:
    evening = Evening(5, depth="light").seat_everybody()
    for key in ("dorothy", "mad_hatter", "alice", "candlewick"):
        evening.tap("ChooseCharacter", key)
    assert {"pinocchio", "wolf"} <= set(evening.choices("ChooseCharacter"))
    evening.tap("ChooseCharacter", "pinocchio")
    for key in ("tin_man", "wolf", "scarecrow", "white_rabbit"):
        evening.tap("ChooseCharacter", key)
    assert set(evening.choices("ChooseCharacter")) == {"mangiafuoco", "fox_and_cat", "snow_white"}


@pytest.mark.rule("WT-8")
def test_rebels_start_in_locations_soldiers_in_plazas_each_alone() -> None:
    evening = Evening(4).seat_everybody().tap("ChooseCharacter", "dorothy")
    assert evening.refused("StartSite", at.PARK_PRISON) == "WT-8"
    evening.tap("StartSite", at.PARK).tap("ChooseCharacter", "wolf")
    assert evening.refused("StartSite", at.PRISON) == "WT-8"
    evening.tap("StartSite", at.PARK_PRISON).tap("ChooseCharacter", "alice")
    assert evening.refused("StartSite", at.PARK) == "WT-8"


@pytest.mark.rule("WT-A2")  # his rebel in a location, his soldier in a plaza
def test_the_writers_characters_start_by_their_kind() -> None:
    evening = Evening(3).seat_everybody()
    evening.choose({"dorothy": at.PARK, "wolf": at.PARK_PRISON}).tap("ChooseCharacter", "alice")
    assert evening.sentence("StartSite").startswith("Cleo")
    assert evening.refused("StartSite", at.PARK_PRISON) == "WT-8"


@pytest.mark.rule("WT-8")  # seven players need seven of each; the sentence says so
def test_a_complete_town_that_is_too_small_is_refused() -> None:
    town = whole_town()
    for one in (at.PARK, at.PRISON):
        town["locations"] = [place for place in town["locations"] if place["id"] != one]
        town["plazas"] = [plaza for plaza in town["plazas"] if one not in plaza["ends"]]
    with pytest.raises(Refused) as error:
        Play(game, Setup(people(*at.NAMES), {}, town))
    assert error.value.refusal.rule == "WT-8"


@pytest.mark.rule("WT-9")  # without a writer
def test_the_first_quests_are_placed_by_the_other_sides_youngest() -> None:
    evening = Evening(4).seat_everybody([3, 2, 1, 0], ["spring", "winter", "spring", "winter"]).choose(ADAPTED)
    assert evening.sentence("DrawQuest").startswith("Cleo,") and evening.asked("DrawQuest").by_chance
    evening.tap("DrawQuest", "glimmer")
    assert evening.sentence("QuestSite").startswith("Cleo,")
    evening.tap("QuestSite", at.MANSION)
    assert evening.sentence("DrawQuest").startswith("Dev,")


ADAPTED = {"dorothy": at.PARK, **{key: place for key, place in at.FOUR.items() if key != "dorothy"}}


@pytest.mark.rule("WT-9", "WT-84")
def test_the_writer_places_both_first_quests() -> None:
    evening = Evening(5).seat_everybody().choose(at.FIVE)
    evening.tap("DrawQuest", "safe_house")
    assert evening.sentence("QuestSite").startswith("Eve,")
    evening.tap("QuestSite", at.MANSION)
    assert evening.sentence("DrawQuest").startswith("Eve,")


@pytest.mark.rule("WT-9")  # a spring Artifact leaves three winter tokens to draw from
def test_a_great_artifact_boxes_its_twin() -> None:
    evening = Evening(4).seat_everybody().choose(at.FOUR)
    evening.tap("DrawQuest", "artifact_spring").tap("QuestSite", at.MANSION)
    assert evening.choices("DrawQuest") == ["horror", "propaganda", "retaliation"]
    assert evening.table.quests["artifact_winter"].state == "boxed"


@pytest.mark.rule("WT-10")  # a slot quest to a location, Love under a rebel
def test_where_a_quest_token_goes() -> None:
    evening = Evening(4).seat_everybody().choose(at.FOUR)
    evening.tap("DrawQuest", "love")
    assert set(evening.choices("QuestBearer")) == {"dorothy", "pinocchio", "tin_man", "alice", "scarecrow", "cranky"}
    evening.tap("QuestBearer", "alice").tap("DrawQuest", "horror")
    assert evening.refused("QuestSite", at.PARK_PRISON) == "WT-10"
    evening.tap("QuestSite", at.CEMETERY)
    quests = evening.table.quests
    assert (quests["love"].bearer, quests["horror"].site) == (evening.who("alice"), at.CEMETERY)


@pytest.mark.rule("WT-A3")
def test_one_rebel_may_carry_both_tokens_even_lying() -> None:
    evening = Evening(4).seat_everybody().choose(at.FOUR)
    evening.tap("DrawQuest", "love").tap("QuestBearer", "alice").correct("characters.alice.down", True)
    evening.tap("DrawQuest", "retaliation").tap("QuestBearer", "alice")
    assert evening.table.quests["retaliation"].bearer is evening.table.quests["love"].bearer is evening.who("alice")


@pytest.mark.rule("WT-11")
def test_reference_sheets_are_only_a_reminder() -> None:
    evening = Evening(4).taps(("AgeOrder", [0, 1, 2, 3]), ("LayOut", "done"), ("DrawSide", "spring"),
                              ("DrawSide", "spring"))
    assert "reference sheet" in str(evening.asked("SitDown").hint(evening.table))


@pytest.mark.rule("WT-12", "WT-84")  # a note about each quest is welcome
@pytest.mark.parametrize(("players", "teller"), [(4, "Cleo"), (5, "Eve")])
def test_the_writer_or_else_the_arbiter_opens_the_story(players: int, teller: str) -> None:
    evening = Evening(players).seat_everybody(arbiter=2).choose(at.FOUR if players == 4 else at.FIVE)
    evening.first_quests(("glimmer", at.MANSION), ("horror", at.CEMETERY))
    assert evening.sentence("BeginStory").startswith(f"{teller}, begin the story")
    evening.tap("QuestGoal", "candles for the town").tap("BeginStory")
    assert evening.table.quests["glimmer"].note == "candles for the town"
    assert "A Glimmer of Hope: “candles for the town”" in evening.lines()


@pytest.mark.rule("WT-13", "WT-84")  # four each, the writer as many as spring has players
@pytest.mark.parametrize(("players", "writer_draws"), [(3, 1), (5, 2), (7, 3)])
def test_opening_hands(players: int, writer_draws: int) -> None:
    evening = Evening(players, depth="light").seat_everybody()
    while evening.names()[0] != "FirstHands":
        question = evening.play.open()[-1 if "DrawQuest" in evening.names() else 0]    # by hand, step by step
        evening.play.answer(question.key(), question.encode(next(iter(question.choices(evening.table)))))
    said = " ".join(str(one.text) for one in evening.asked("FirstHands").reasons(evening.table))
    assert "draw 4 cards each" in said and f"the writer, draws {writer_draws}." in said


@pytest.mark.rule("WT-14")
def test_the_youngest_of_spring_has_the_first_turn() -> None:
    evening = four()
    assert evening.table.acting is evening.player("Ana") and evening.sentence("Activate").startswith("Ana,")


@pytest.mark.rule("WT-148")  # and every step after the seats names somebody
def test_the_whole_set_up_comes_in_its_order() -> None:
    evening = Evening(5, powers=True, objectives=True)
    asked: list[str] = []
    by_hand = {"DrawForAll": "AgeOrder", "DrawQuests": "DrawQuest"}
    while evening.table.phase == "setup":
        first = evening.names()[0]
        if first == "DrawForAll" and "LayOut" in evening.names():
            first = "LayOut"
        question = evening.asked(by_hand.get(first, first))
        name = type(question).__name__
        if not asked or asked[-1] != name:
            asked.append(name)
        answer = [0, 1, 2, 3, 4] if name == "AgeOrder" else question.encode(next(iter(question.choices(evening.table))))
        evening.play.answer(question.key(), answer)
    once = list(dict.fromkeys(asked))
    assert once == ["AgeOrder", "LayOut", "DrawSide", "SitDown", "DealObjectives", "Arbiter", "ChooseCharacter",
                    "StartSite", "DrawQuest", "QuestSite", "BeginStory", "FirstHands"]


@pytest.mark.rule("WT-27")  # positions stay on the board
def test_light_depth_asks_for_no_place() -> None:
    evening = light()
    assert all(one.at is None for one in evening.table.characters.values())
    assert evening.table.quests["glimmer"].state == "map" and evening.table.quests["glimmer"].site is None
