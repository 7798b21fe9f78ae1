"""Winter Tales: what *To move* lists for cards, tokens, interrupted walks and players who left."""

from random import Random
from typing import Any

import pytest

from companion.core.engine.by_hand import lay_out_again
from companion.games.winter_tales.rules.memories import winners, winning_faction
from companion.games.winter_tales.rules.setup import choosable, next_picker
from companion.games.winter_tales.table import Activation
from companion.testing.by_hand_laws import missing
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, light, put, told
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts


def watched(evening: Evening) -> Evening:
    """From here on *To move* compares."""
    evening.play.by_hand.card()
    return evening


def words_laid_out(evening: Evening) -> dict[str, str]:
    return {str(thing.label): str(thing.words)
            for group in evening.play.laid_out() for thing in group.things}


# Walks

@pytest.mark.rule("WT-26", "WT-28")
def test_a_walk_is_the_players_own_move_unless_somebody_may_stop_it() -> None:
    """Two spaces for one card; if the Wolf stands between, *To move* shows Pinocchio's space and the cost."""
    evening = watched(four().tap("Activate", "pinocchio")).tap("StepTo", at.PARK)
    assert told(evening) == []
    evening = watched(put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio")).tap("StepTo", at.PARK)
    assert told(evening) == [
        "Pinocchio goes to the plaza between Oaks Park and Winter Prison", "Ana discards 1 card"]
    evening.tap("Attack", "nobody")
    assert told(evening) == ["Pinocchio goes to Oaks Park"]


@pytest.mark.rule("WT-27")  # five spaces from the Fair on either side of the town
@pytest.mark.parametrize(("soldier_at", "passed"), [(at.THEATER, at.FACTORY), (at.CEMETERY, at.MANSION)])
def test_of_two_equal_ways_a_walk_takes_the_one_that_meets_fewer(soldier_at: str, passed: str) -> None:
    evening = four()
    for key in ("fox_and_cat", "white_rabbit", "wolf", "mangiafuoco", "candlewick", "mad_hatter"):
        put(evening, key, at.PARK_PRISON)
    put(evening, "wolf", soldier_at)
    assert len(evening.table.way_to(evening.who("scarecrow"), at.FACTORY_MANSION)) == 5
    acting(evening, "Cleo").tap("Activate", "scarecrow").tap("StepTo", at.FACTORY_MANSION)
    assert evening.who("scarecrow").at == at.FACTORY_MANSION
    assert evening.table.under_way(Activation).came_from == passed


@pytest.mark.rule("WT-28", "WT-43")  # the move may go on, but nobody is walked on to the place that was tapped before
def test_after_an_evaded_trap_the_walker_decides_again() -> None:
    evening = acting(four(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.PRISON)
    evening.taps(("SpringTrap", "tin_man"), ("EvadeTrap", "card"), ("EvadeTrap", "next"), ("OpenTrap", 0))
    assert evening.who("candlewick").at == at.ASYLUM and evening.names()[0] == "StepTo"
    assert at.PRISON in evening.choices("StepTo"), "on it may go"
    titles = [str(card.title) for card in evening.play.view().cards]
    again = [str(card.title) for card in evening.again().play.view().cards]
    assert len(titles) == len(again) + 1, "a turn that begins again shows no trap"


# People who left

def level(evening: Evening) -> Evening:
    """Three to three, and the epilogue is told without a card."""
    one_to_go(evening, "neutral", "winter")
    return last_quest(evening)


@pytest.mark.rule("WT-82")  # then the side that opened the epilogue wins
def test_a_writer_who_left_wins_no_draw() -> None:
    evening = level(five())
    evening.play.leave(4)
    parts(evening, 0, 0, 0, 0)
    assert winning_faction(evening.table) == "spring", "Ana of spring laid the last memory"
    assert [one.name for one in winners(evening.table)] == ["Ana", "Cleo"]
    assert "writer" not in str(evening.play.game.outcome(evening.tap("TheEnd", "").table).details)


@pytest.mark.rule("WT-5")
def test_hands_pass_the_arbiters_token_on_when_the_arbiter_leaves() -> None:
    evening = watched(four())
    evening.play.leave(0)
    assert "The arbiter's token goes to Ben" in told(evening)


# Tokens that lie there

@pytest.mark.rule("WT-6", "WT-58")  # laid out again after a break, both have their place
def test_the_ongoing_and_the_epilogue_token_are_on_the_list() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    words = words_laid_out(evening)
    assert words["Ongoing token"] == "A Glimmer of Hope (spring)" and words["Epilogue token"] == "Space four"


@pytest.mark.rule("WT-58")
def test_the_ongoing_token_can_be_laid_onto_a_fresh_table() -> None:
    """It lies there though the quest is not begun, and no turn leaves it on the map when it is broken off."""
    evening = four()
    evening.play.correct("ongoing", "glimmer")
    assert evening.table.ongoing == "glimmer"
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer").play.exit("TurnOver")
    assert evening.table.ongoing is None


@pytest.mark.rule("WT-76")
def test_the_epilogue_token_goes_back_on_its_space_at_an_undo() -> None:
    evening = watched(one_to_go(four(), "winter", "neutral"))
    last_quest(evening)
    assert "Take the epilogue token" not in told(evening), "the question says it"
    assert words_laid_out(evening)["Epilogue token"] == "in front of Ana"
    evening.play.undo()
    assert "The epilogue token goes on Space four" in told(evening)


@pytest.mark.rule("WT-76")
def test_a_fresh_table_can_be_set_to_the_middle_of_the_epilogue() -> None:
    """Its token lies in front of the opener, also for a table that doesn't know the epilogue yet."""
    evening = last_quest(one_to_go(four(), "winter", "neutral")).tap("EpilogueCards", "card")
    assert list(missing(evening.play)) == []


@pytest.mark.rule("WT-68")
def test_the_ongoing_token_comes_off_when_the_quest_is_over() -> None:
    evening = put(four(), "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    watched(evening.tap("Send", "nobody").tap("AddCards", "card").tap("AddCards", "end")).tap("PlaceMemory", 1)
    assert "Take the ongoing token off the map" in told(evening)


# Story cards: numbers are public (WT-19)

def resolving(evening: Evening) -> Evening:
    return put(put(evening, "tin_man", at.MANSION), "wolf", at.MANSION).taps(
        ("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("Send", "nobody"))


@pytest.mark.rule("WT-18", "WT-61")
def test_a_card_that_is_played_or_drawn_with_the_answer_is_not_told_again() -> None:
    evening = watched(put(four(), "tin_man", at.MANSION)).tap("Activate", "tin_man")
    assert not [line for line in told(evening) if "card" in line]
    evening = watched(resolving(four())).tap("AddCards", "card")
    assert told(evening) == []


@pytest.mark.rule("WT-61", "WT-62")  # Ana two, Ben one
def test_undo_tells_who_takes_how_many_cards_back() -> None:
    evening = watched(resolving(four()).taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "card 1")))
    lines = []
    for _ in range(3):
        evening.play.undo()
        lines += told(evening)
    back = "{} takes 1 face-up card back"
    assert [line for line in lines if "card" in line] == [back.format(name) for name in ("Ben", "Ana", "Ana")]


@pytest.mark.rule("WT-18")  # three of them
def test_an_activation_that_is_undone_gives_its_cards_back_to_the_deck() -> None:
    evening = watched(four().tap("Activate", "dorothy"))
    evening.play.undo()
    assert "Ana puts 3 cards back on the deck" in told(evening)


@pytest.mark.rule("WT-13")  # four each, the writer as many as spring has players
def test_the_opening_hands_are_counted_and_go_back() -> None:
    evening = Evening(5).seat_everybody().choose(at.FIVE)
    evening.first_quests(("glimmer", at.MANSION), ("horror", at.CEMETERY)).tap("BeginStory")
    watched(evening).tap("FirstHands")
    assert [player.drawn for player in evening.table.seats] == [4, 4, 4, 4, 2]
    assert not any("draws" in line for line in told(evening))
    evening.play.undo()
    assert {"Ana puts 4 cards back on the deck", "Eve puts 2 cards back on the deck"} <= set(told(evening))


@pytest.mark.rule("WT-65", "WT-67")  # hands keep what they need a moment later; undo brings the cards back
def test_played_cards_are_discarded_once_the_memory_is_chosen_from_them() -> None:
    evening = watched(resolving(four()).taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "card 1")))
    evening.tap("AddCards", "end")
    assert not any("discard" in line for line in told(evening)) and evening.player("Ana").lying == 2
    evening.tap("PlaceMemory", 1)
    assert told(evening) == ["Take the ongoing token off the map",
                             "Ana discards all face-up cards but the memory",
                             "Ben discards all face-up cards but the memory",
                             "Ana discards down to seven cards"]            # the turn ended by itself
    evening.play.undo()
    assert {f"{name} lays the cards of this quest face up again" for name in ("Ana", "Ben")} <= set(told(evening))
    evening.play.redo()
    assert [player.discarded for player in evening.table.seats[:2]] == [1, 1], "one of Ana's two is the memory"


@pytest.mark.rule("WT-65")  # all face-up cards, so also two that the app had not counted
def test_cards_that_were_counted_anew_are_discarded_with_the_quest() -> None:
    """Before anything that follows the quest; here, who of two carries its power."""
    evening = watched(resolving(put(four(powers=True), "alice", at.MANSION)))
    evening.taps(("AddCards", "card"), ("AddCards", "card"), ("AddCards", "next"), ("AddCards", "card"))
    evening.correct("seats.1.lying", 3).taps(("AddCards", "next"), ("AddCards", "card"), ("AddCards", "end"))
    evening.tap("PlaceMemory", 1)
    assert evening.names() == ["GiveToken"]
    assert "Ben discards all face-up cards but the memory" in told(evening)
    assert [(player.lying, player.discarded) for player in evening.table.seats[:2]] == [(0, 1), (0, 3)]


@pytest.mark.rule("WT-67")  # the memory of a tie is a neutral card, so all played cards are discarded
def test_a_tie_leaves_no_played_card_on_the_table() -> None:
    evening = watched(resolving(four()).taps(("AddCards", "card"), ("AddCards", "card 1")))
    evening.taps(("AddCards", "end"), ("PlaceMemory", 1))
    assert {"Ana discards 1 face-up card", "Ben discards 1 face-up card"} <= set(told(evening))
    evening.play.undo()
    assert "Ana lays 1 discarded card face up again" in told(evening)


@pytest.mark.rule("WT-38")  # Wolf attacks twice, Pinocchio resists once
def test_both_discard_after_a_battle() -> None:
    evening = put(four(), "wolf", at.PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", at.PARK_PRISON)
    watched(evening.taps(("Attack", "wolf card"), ("BattleCard", "card"), ("BattleCard", "card")))
    evening.tap("BattleCard", "stops")
    assert {"Ben discards 2 face-up cards", "Ana discards 1 face-up card"} <= set(told(evening))


@pytest.mark.rule("WT-44")
def test_after_a_trap_winter_discards_and_spring_keeps_its_winter_sides() -> None:
    """Candlewick played one; of the Tin Man's cards two were spring side up, and there is the trap card."""
    evening = acting(four(), "Dev").tap("Activate", "candlewick").tap("StepTo", at.ASYLUM)
    watched(evening.taps(("SpringTrap", "tin_man"), ("EvadeTrap", "card"), ("EvadeTrap", "next")))
    evening.tap("OpenTrap", 2)
    assert {"Dev discards 1 face-up card", "Ana discards 3 cards"} <= set(told(evening))


@pytest.mark.rule("WT-26", "WT-59")  # Alice draws three, and four spaces from the Asylum take two cards
def test_the_price_of_a_traveller_is_said() -> None:
    evening = put(put(four(), "alice", at.ASYLUM), "tin_man", at.MANSION)
    evening.taps(("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("Send", "pass"))
    hint = str(evening.asked("Send").face(evening.table, "alice").hint)
    assert hint.startswith("Draw 3, play 2: 4 spaces")


# What people forget, said at its moment

@pytest.mark.rule("WT-44")  # three traps in one play, each with its own moment; the app tells a group two of them
def test_a_rule_that_people_forget_is_told_at_its_moment() -> None:
    told = []
    evening = four()
    for _ in range(3):
        put(evening, "candlewick", at.ASYLUM_PARK).correct("characters.candlewick.down", False)
        evening.correct("characters.candlewick.cannot_move", False).correct("characters.candlewick.ready", True)
        evening.correct("active", None)
        acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", at.ASYLUM)
        evening.taps(("SpringTrap", "tin_man"), ("EvadeTrap", "next"), ("OpenTrap", 1))
        told += [(str(one.text), one.forgotten) for one in evening.play.view().reminders if one.forgotten]
    assert told == [("Ana takes back the cards with winter up, and discards the rest.", f"WT-44 {number}")
                    for number in (1, 2, 3)]


@pytest.mark.rule("WT-80", "WT-82")  # six of winter, three of spring: three more cards for spring
def test_the_writer_is_told_what_makes_a_draw() -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "winter")), 0, 0, 0, 0).tap("ShowCount")
    said = [str(one.text) for one in evening.asked("HelpSide").reasons(evening.table)]
    assert said[0] == "A tie is your win: spring needs three."


@pytest.mark.rule("WT-19")  # open cards lie on the table; depth and cards drawn so far do not
def test_what_is_laid_out_are_pieces() -> None:
    evening = resolving(four()).tap("AddCards", "card")
    groups = lay_out_again(evening.play.fields())
    things = {str(one.label): one.there for group in groups for one in group.things}
    assert things["Ana's face-up cards"]
    assert "The app tracks" not in things and "Cards Ana has drawn" not in things


def test_whose_turn_it_is_is_no_line() -> None:
    """The headline names the next player; *Everything* still lists the token."""
    evening = watched(four()).tap("Activate", "dorothy").tap("EndTurn")
    assert not any("acting token" in line for line in told(evening))
    everything = [str(line.sentence) for line in evening.play.by_hand.card("everything").lines]
    assert "The acting token goes to Ben" in everything


@pytest.mark.rule("WT-80")  # Eve holds four, so up to two: both for spring
def test_the_writers_cards_are_taken_back_on_undo() -> None:
    evening = parts(last_quest(one_to_go(five(writer_split=True), "winter", "neutral")), 0, 0, 0, 0)
    watched(evening.tap("ShowCount").tap("WriterHand", 4)).tap("WriterCards", 2)
    assert evening.player("Eve").lying == 2 and told(evening) == []
    evening.play.undo()
    assert "Eve takes 2 face-up cards back" in told(evening)


def test_a_play_that_has_begun_needs_no_switch_in_the_apps_books() -> None:
    """With everybody's faction and all characters it is under way (WT-7): Ben acts in chapter three."""
    evening = Evening(4)
    changes = {"chapter": 3, **{f"seats.{seat}.side": side for seat, side in enumerate(("spring", "winter") * 2)}}
    asked_first = {one.path for one in evening.play.fields() if one.first}
    assert {*changes, "acting", "characters.wolf.owner"} <= asked_first
    evening.play.fix(changes.items())
    assert "phase" not in evening.play.game.begun(evening.table), "nobody has a character yet"
    evening.play.fix({"characters.wolf.owner": 1, "acting": 1}.items())
    assert "phase" not in evening.play.game.begun(evening.table), "the others have no character yet"
    while (picker := next_picker(evening.table)) is not None:
        evening.play.correct(f"characters.{choosable(evening.table, picker)[0].key}.owner", picker.index)
    evening.play.fix(evening.play.game.begun(evening.table).items())
    assert evening.sentence("Activate") == "Ben, whom do you activate?" and evening.table.chapter == 3
    assert "wolf" in evening.choices("Activate")


def test_a_play_that_has_begun_keeps_its_acting_player_while_factions_are_asked_for() -> None:
    """Chapter three, Ben acts, nothing else is known: no first quests, no opening, no first hands."""
    evening = Evening(3, depth="light")
    evening.play.fix({"chapter": 3, "acting": 1, **evening.play.game.begun(evening.table)}.items())
    for _ in range(20):
        if evening.table.phase == "turns":
            break
        question = evening.play.open()[0]
        assert type(question).__name__ not in ("DrawQuests", "DrawQuest", "BeginStory", "FirstHands", "LayOut")
        evening.play.answer(question.key(), question.random_answer(evening.table, Random(1)))
    assert evening.sentence("Activate") == "Ben, whom do you activate?" and evening.table.chapter == 3


@pytest.mark.rule("WT-A77")
@pytest.mark.parametrize("options", [{}, {"draws": "table"}, {"depth": "light"}, {"objectives": True}])
def test_a_play_that_has_begun_asks_how_the_table_is(options: dict[str, Any]) -> None:
    """Only chapter two is known: nothing is shuffled, drawn, dealt or laid out; nobody begins anywhere."""
    evening = Evening(4, **options)
    evening.play.fix({"chapter": 2, **evening.play.game.begun(evening.table)}.items())
    asked: list[str] = []
    while evening.table.phase == "setup":
        question, table = evening.play.open()[0], evening.table
        asked += [name for name in evening.names() if name not in asked]
        words = [question.sentence(table), question.kicker(table), question.hint(table),
                 *[reason.text for reason in question.reasons(table)]]
        fresh = ("draw", "shuffle", "lay out", "sit down", "begin", "choose")
        assert not [str(one) for one in words if one for word in fresh if word in str(one).lower()]
        evening.play.answer(question.key(), question.random_answer(table, Random(3)))
    places = ["StandSite"] if evening.table.full else []
    assert asked == ["HasSide", "SitsLike", "Arbiter", "PlaysCharacter", *places]
    assert evening.names()[0] == "Activate" and evening.table.chapter == 2
    assert [player.drawn for player in evening.table.seats] == [0, 0, 0, 0]


@pytest.mark.rule("WT-A77", "WT-8")  # WT-8 holds only at the start
def test_a_rebel_may_stand_in_a_plaza_beside_a_soldier() -> None:
    evening = Evening(4)
    sides = {f"seats.{seat}.side": side for seat, side in enumerate(("spring", "winter") * 2)}
    evening.play.fix({"chapter": 2, **sides, **evening.play.game.begun(evening.table)}.items())
    evening.tap("SitsLike", "seated").tap("Arbiter", 0)
    while "PlaysCharacter" in evening.names():
        evening.tap("PlaysCharacter", evening.choices("PlaysCharacter")[0])
    standing: dict[bool, str] = {}
    while "StandSite" in evening.names():
        evening.tap("StandSite", at.PARK_PRISON)
        standing = {one.is_rebel: one.at or "" for one in evening.table.in_play() if one.at}
    assert standing == {True: at.PARK_PRISON, False: at.PARK_PRISON}


@pytest.mark.rule("WT-62")
def test_a_card_that_is_taken_back_is_in_the_hand_already() -> None:
    evening = watched(resolving(four()).tap("AddCards", "card")).tap("AddCards", "back")
    assert evening.player("Ana").lying == 0 and told(evening) == []


@pytest.mark.rule("WT-2")
def test_a_drawn_token_lies_before_its_player_already() -> None:
    evening = Evening(4).taps(("AgeOrder", [0, 1, 2, 3]), ("LayOut", "done"))
    watched(evening).tap("DrawSide", "spring")
    assert evening.player("Ana").side == "spring" and told(evening) == []


@pytest.mark.rule("WT-18", "WT-19", "WT-59")
@pytest.mark.parametrize(("depth", "taps", "forth"), [
    ("full", [("Activate", "dorothy"), ("EndTurn",)], False),             # the question said it
    ("full", [("Activate", "dorothy"), ("NewQuest", "safe_house"), ("QuestSite", at.ASYLUM)], True),  # ends by itself
    ("light", [("Activate", "tin_man"), ("TakeUpQuest", "glimmer"), ("send", "wolf"), ("Arrival", "short")], False),
])
def test_discards_down_to_seven_are_told_once_and_taken_back(depth: str, taps: list[tuple[str, ...]],
                                                             forth: bool) -> None:
    """How many cards is secret, so the sentences have no number."""
    evening = four() if depth == "full" else light()
    for tap in taps[:-1]:
        evening.send(tap[1]) if tap[0] == "send" else evening.tap(*tap)
    evening.play.by_hand.card()
    evening.tap(*taps[-1])
    told = [str(line.sentence) for line in evening.play.by_hand.card().lines]
    assert any("discards down to seven cards" in line for line in told) is forth
    evening.play.undo()
    told = [str(line.sentence) for line in evening.play.by_hand.card().lines]
    assert any("takes back the cards discarded at the end of the turn" in line for line in told)


@pytest.mark.rule("WT-24")
@pytest.mark.parametrize(("drawn", "warns"), [(81, False), (82, True), (104, True), (105, False)])
def test_the_deck_of_93_cards_runs_out(drawn: int, warns: bool) -> None:
    evening = four()
    evening.tap("Activate", evening.choices("Activate")[0])
    for player in evening.table.seats:
        player.drawn = 0
    evening.table.seats[0].drawn = drawn
    assert any("If the deck runs out" in str(one.text) for one in evening.play.view().reminders) is warns


@pytest.mark.rule("WT-18", "WT-19", "WT-21")  # the page of the chapter's end says it first
def test_the_last_discard_of_a_chapter_is_told_once() -> None:
    evening = four()
    for one in evening.table.characters.values():
        one.ready = one.key == "dorothy"
    watched(evening.taps(("Activate", "dorothy"), ("NewQuest", "safe_house"))).tap("QuestSite", at.ASYLUM)
    assert str(evening.asked("EndChapter").hint(evening.table)) == "First Ana discards down to seven cards."
    assert evening.player("Ana").trimmed == 1
    assert "Ana discards down to seven cards" not in told(evening)
    assert "Ana discards down to seven cards" in [
        str(line.sentence) for line in evening.play.by_hand.card("everything").lines]


def test_a_quests_place_points_to_its_token_only_while_that_is_on_the_map() -> None:
    evening = four()
    place = {one.path: one.place for one in evening.play.fields()}
    assert (place["quests.glimmer.site"], place["quests.safe_house.site"]) == ("glimmer", "")
    evening.taps(("Activate", "dorothy"), ("NewQuest", "safe_house"), ("QuestSite", at.ASYLUM))
    assert {one.path: one.place for one in evening.play.fields()}["quests.safe_house.site"] == "safe_house"
    evening.play.correct("quests.safe_house.state", "done")
    assert {one.path: one.place for one in evening.play.fields()}["quests.safe_house.site"] == ""
