"""Winter Tales: chapters, turns and activations (WT-15 to WT-25, WT-149)."""

import pytest

from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put


def idle(evening: Evening) -> Evening:
    """One turn without a step or an action."""
    return evening.tap("Activate", evening.choices("Activate")[0]).tap("EndTurn")


def whole_chapter(evening: Evening) -> Evening:
    while "EndChapter" not in evening.names():
        idle(evening)
    return evening


@pytest.mark.rule("WT-15")  # twelve characters, twelve turns, then the end phase
def test_a_chapter_is_turns_and_then_its_end() -> None:
    evening = four()
    for _ in range(12):
        assert "Activate" in evening.names()
        idle(evening)
    assert evening.names() == ["EndChapter"]
    drawn = evening.player("Ana").drawn
    evening.tap("EndChapter")
    assert evening.table.chapter == 2 and "Chapter two" in evening.lines()
    assert evening.player("Ana").drawn == drawn + 4


@pytest.mark.rule("WT-16")  # and an activated one is not offered again
def test_one_ready_character_a_turn_then_clockwise() -> None:
    evening = four()
    order = []
    for _ in range(5):
        order.append(evening.table.actor().name)
        idle(evening)
    assert order == ["Ana", "Ben", "Cleo", "Dev", "Ana"]
    evening = acting(four(), "Ana").tap("Activate", "dorothy").tap("EndTurn")
    acting(evening, "Ana")
    assert evening.choices("Activate") == ["pinocchio", "tin_man"]


@pytest.mark.rule("WT-17")
def test_who_has_nobody_ready_is_passed_by() -> None:
    evening = four()
    for key in ("mad_hatter", "wolf", "mangiafuoco"):
        evening.correct(f"characters.{key}.ready", False)
    idle(evening)
    assert evening.table.actor().name == "Cleo"


@pytest.mark.rule("WT-A4")  # there is no answer that passes
def test_who_has_somebody_ready_must_act() -> None:
    evening = four()
    assert evening.names() == ["Activate"]
    assert evening.choices("Activate") == ["pinocchio", "tin_man", "dorothy"]


@pytest.mark.rule("WT-18")  # flipped at once; three cards; then move, act, and seven cards at the end
def test_the_five_steps_of_an_activation() -> None:
    evening = four().tap("Activate", "dorothy")
    assert not evening.who("dorothy").ready
    assert evening.names() == ["StepTo", "NewQuest", "EndTurn"]
    assert "drew 3" in str(evening.asked("EndTurn").kicker(evening.table))
    assert "discard down to seven" in evening.sentence("EndTurn")
    reminder = str(evening.play.view().reminders[0].text)
    assert "draws 3" in reminder and "discard down to 7" in reminder


@pytest.mark.rule("WT-19")  # the end of a chapter says nothing of it
def test_the_limit_of_seven_is_said_only_at_the_end_of_an_activation() -> None:
    evening = whole_chapter(four())
    said = " ".join([evening.sentence("EndChapter"),
                     *[str(one.text) for one in evening.asked("EndChapter").reasons(evening.table)]])
    assert "seven" not in said and "7" not in said and "draw 4" in said


@pytest.mark.rule("WT-20")  # after the action only the end of the turn is left
def test_one_action_or_none() -> None:
    evening = four(by_itself=False).tap("Activate", "dorothy").tap("NewQuest", "safe_house")
    evening.tap("QuestSite", at.ASYLUM)
    assert evening.names() == ["EndTurn"]
    evening.tap("EndTurn")
    assert evening.table.actor().name == "Ben"


@pytest.mark.rule("WT-21")
def test_the_end_of_a_chapter_clears_what_held_for_it() -> None:
    evening = four(powers=True)
    power = give_power(evening, "glimmer", "dorothy")
    power.used = True
    evening.correct("characters.alice.cannot_move", True).correct("characters.cranky.locked", True)
    for key in evening.table.characters:
        if evening.who(key).owner is not None:
            evening.correct(f"characters.{key}.ready", False)
    evening.play.restart()
    evening.tap("EndChapter")
    table = evening.table
    assert all(one.ready and not one.activated for one in table.characters.values())
    assert not evening.who("alice").cannot_move and not evening.who("cranky").locked
    assert not table.powers["glimmer"].used


@pytest.mark.rule("WT-21", "WT-84")
def test_the_writer_draws_as_many_as_spring_has_players() -> None:
    evening = whole_chapter(five())
    assert any("Eve, the writer, draws 2." in str(one.text)
               for one in evening.asked("EndChapter").reasons(evening.table))


@pytest.mark.rule("WT-22", "WT-A6")
@pytest.mark.parametrize(("option", "starter"), [("holder", "Ben"), ("youngest", "Ana")])
def test_who_begins_the_next_chapter(option: str, starter: str) -> None:
    """The token moved on from Ana, whose turn was the last; by the switch the youngest of spring."""
    evening = four(chapter_start=option)
    for key in evening.table.characters:
        if evening.who(key).owner is not None and key != "dorothy":
            evening.correct(f"characters.{key}.ready", False)
    idle(evening).tap("EndChapter")
    assert evening.table.actor().name == starter


@pytest.mark.rule("WT-23")
def test_who_lies_becomes_ready_and_still_lies() -> None:
    evening = four().correct("characters.dorothy.down", True)
    whole_chapter(evening).tap("EndChapter")
    assert evening.who("dorothy").ready and evening.who("dorothy").down


@pytest.mark.rule("WT-A7")  # until it is saved, for two cards, on the same turn
def test_who_lies_may_be_activated_but_neither_moves_nor_acts() -> None:
    evening = four().correct("characters.dorothy.down", True).tap("Activate", "dorothy")
    assert evening.names() == ["Save", "EndTurn"]
    evening.tap("Save", "dorothy")
    assert evening.names() == ["StepTo", "NewQuest", "EndTurn"]


@pytest.mark.rule("WT-24", "WT-A5")  # an empty deck is a matter for the rules page
def test_no_count_of_the_deck_is_kept() -> None:
    evening = four()
    assert not any("deck" in name or "hand" in name for name in vars(evening.table))
    assert "WT-24" in evening.tap("Activate", "dorothy").asked("EndTurn").also


@pytest.mark.rule("WT-25")  # while Ana tells, only Ana's counter is open
def test_cards_are_counted_only_for_whoever_tells() -> None:
    evening = light().tap("Activate", "dorothy").tap("TakeUpQuest", "glimmer").tap("SetOut", "nobody")
    assert [question.seat.name for question in evening.play.open() if question.seat] == ["Ana"]


@pytest.mark.rule("WT-149")  # activation, propaganda or bringing a rebel back; saving comes on top
def test_a_turn_is_one_action() -> None:
    evening = four(powers=True)
    give_power(evening, "propaganda", owner="Ben", side="winter")
    evening.correct("characters.cranky.eliminated", True).correct("characters.wolf.down", True)
    acting(evening, "Ben")
    assert evening.names() == ["Activate", "Propaganda", "BringBack", "Save"]
    evening.tap("Save", "wolf")
    assert evening.names() == ["Activate", "Propaganda", "BringBack"]
    evening.tap("Propaganda", "alice").tap("Propagandist", "wolf")
    assert evening.table.actor().name == "Cleo"


@pytest.mark.rule("WT-18")  # the card is flipped already, so the same activation goes on
def test_a_turn_begun_again_keeps_its_character() -> None:
    evening = four().tap("Activate", "dorothy")
    evening.play.restart()
    assert evening.names()[0] == "StepTo" and evening.table.active is evening.who("dorothy")


@pytest.mark.rule("WT-17")  # ready characters of an empty seat do not keep the chapter open
def test_somebody_who_left_holds_nobody_up() -> None:
    evening = four()
    evening.play.leave(3)
    for _ in range(9):
        idle(evening)
    assert evening.names() == ["EndChapter"]


@pytest.mark.rule("WT-27")  # from light to full in mid-game, by a correction
def test_positions_are_asked_for_after_light_was_left() -> None:
    evening = light().correct("depth", "full").tap("Activate", "dorothy")
    assert evening.names() == ["StandSite"]
    evening.tap("StandSite", at.ASYLUM)
    assert evening.who("dorothy").at == at.ASYLUM and evening.names()[0] == "StepTo"


@pytest.mark.rule("WT-28")  # from full to light
def test_light_forgets_positions_rather_than_keep_wrong_ones() -> None:
    evening = put(four(), "dorothy", at.ASYLUM).correct("characters.alice.down", True).correct("depth", "light")
    assert all(one.at is None and not one.down for one in evening.table.characters.values())
    evening.tap("Activate", "dorothy")
    assert "StepTo" not in evening.names()
