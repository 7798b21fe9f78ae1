"""Winter Tales: memories, bookmark, epilogue, the writer, longer games (WT-71 to WT-87)."""

from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.winter_tales import game
from companion.games.winter_tales.rules.epilogue import the_finale
from companion.games.winter_tales.rules.memories import score
from companion.games.winter_tales.view import memory_track
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, put


def one_to_go(evening: Evening, *sides: str) -> Evening:
    """Memories of these sides lie on the track; the rest is up to the table."""
    for space, side in enumerate(sides, start=1):
        evening.correct(f"track.{space}", side)
    return evening


def last_quest(evening: Evening, hero: str = "tin_man", *, cards: int = 1) -> Evening:
    """The hero's player resolves the Glimmer (or the Horror) alone and places the last memory."""
    rebel = evening.who(hero).is_rebel
    quest = "glimmer" if rebel else "horror"
    if evening.table.full:
        put(evening, hero, at.MANSION if rebel else at.CEMETERY)
    evening.tap("Activate", hero).tap("TakeUpQuest", quest).tap("SetOut", "nobody")
    for _ in range(cards):
        evening.tap("AddCards", "card")
    evening.tap("AddCards", "next")
    while "AddCards" in evening.names():
        evening.tap("AddCards", "out")
    evening.tap("LastCard", "next")
    return evening.tap("PlaceMemory", evening.choices("PlaceMemory")[0])


def parts(evening: Evening, *cards: int) -> Evening:
    """Everybody's part in turn."""
    for number in cards:
        for _ in range(number):
            evening.tap("EpilogueCards", "card")
        evening.tap("EpilogueCards", "next")
    return evening


@pytest.mark.rule("WT-71")  # and the epilogue token lies on the next
def test_spaces_up_to_the_length_hold_memories() -> None:
    evening = four(length=6)
    track = evening.play.view().tracks[0]
    assert track.spaces == 7 and [(piece.space, str(piece.label)) for piece in track.pieces] == [(6, "Epilogue")]


@pytest.mark.rule("WT-72")
def test_the_bookmark_lies_on_the_newest_memory() -> None:
    """None before the first; its note is shown when a quest is taken up, and can be written later."""
    evening = four(length=4)
    assert evening.table.marked() is None
    last_quest(evening).tap("EndTurn")
    assert evening.table.bookmark == 0
    evening.declare("FreshMemoryNote", "candles in every window")
    acting(evening, "Ben").correct("characters.wolf.at", at.CEMETERY).tap("Activate", "wolf")
    assert str(evening.asked("TakeUpQuest").hint(evening.table)) == "Recall the last memory: candles in every window"
    assert "Remembered: “candles in every window”" in evening.lines()


@pytest.mark.rule("WT-73", "WT-75", "WT-A35")  # at once: nobody is activated any more and nothing is discarded
def test_the_last_space_starts_the_epilogue() -> None:
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    assert evening.table.phase == "epilogue" and evening.names() == ["EpilogueCards"]
    assert not evening.play.standing()


@pytest.mark.rule("WT-73", "WT-A33")  # on the last free space it starts the epilogue
def test_an_objective_memory_fills_its_space() -> None:
    evening = one_to_go(four(objectives=True), "winter", "neutral", "spring", "spring")
    evening.correct("characters.alice.down", True).again()
    acting(evening, "Cleo").tap("Save", "alice")
    evening.declare("DeclareObjective", 2).tap("ShowObjective", "rescue").tap("PlaceObjective", 5)
    assert evening.table.phase == "epilogue" and evening.sentence("EpilogueCards").startswith("Cleo,")


@pytest.mark.rule("WT-74", "WT-A34")  # Armed Retaliation still turns a memory
def test_the_last_power_comes_before_the_epilogue() -> None:
    evening = four(winter=("retaliation", "alice"), powers=True)
    give_power(evening, "glimmer", "dorothy", space=1)
    one_to_go(evening, "spring", "neutral")
    put(evening, "wolf", "puppets_theater")
    acting(evening, "Ben").tap("Activate", "wolf").tap("TakeUpQuest", "retaliation").tap("SetOut", "nobody")
    evening.taps(("AddCards", "card"), ("AddCards", "next"), ("AddCards", "out"), ("LastCard", "next"),
                 ("PlaceMemory", 3))
    assert evening.names() == ["RetaliationTarget"]
    evening.tap("RetaliationTarget", "glimmer")
    assert evening.table.phase == "epilogue"
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (0, 6)


@pytest.mark.rule("WT-76")  # acting player of the last quest, though his side lost it
def test_whoever_placed_the_last_memory_opens_it() -> None:
    evening = one_to_go(four(), "winter", "neutral")
    put(evening, "wolf", at.MANSION)
    put(evening, "tin_man", at.MANSION).tap("Activate", "tin_man").tap("TakeUpQuest", "glimmer")
    evening.tap("SetOut", "nobody")
    evening.taps(("AddCards", "next"), ("AddCards", "card"), ("AddCards", "next"), ("LastCard", "next"),
                 ("PlaceMemory", 3))
    assert evening.sentence("EpilogueCards") == "Ana, open the epilogue with your last cards."


@pytest.mark.rule("WT-77")  # the bookmark, and every quest still on the map
def test_what_the_opener_has_to_tie_in() -> None:
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    said = [str(one.text) for one in evening.asked("EpilogueCards").reasons(evening.table)]
    assert said == ["Recall A Glimmer of Hope.", "Take the epilogue token.", "Still open: Freezing Horror."]
    token = next(one for one in evening.play.fields() if one.path == "epilogue_token")
    assert str(token.words(token.read())) == "in front of Ana"


@pytest.mark.rule("WT-78")
def test_the_others_follow_clockwise_and_the_writer_waits() -> None:
    evening = last_quest(one_to_go(five(), "winter", "neutral"))
    order = []
    while "EpilogueCards" in evening.names():
        order.append(evening.asked("EpilogueCards").seat.name)
        evening.tap("EpilogueCards", "next")
    assert order == ["Ana", "Ben", "Cleo", "Dev"] and evening.names() == ["ShowCount"]


@pytest.mark.rule("WT-79")  # neutral memories bring nothing; cards of earlier quests do not count
def test_three_a_memory_one_a_card() -> None:
    evening = parts(last_quest(one_to_go(four(length=4), "winter", "neutral", "winter"), cards=5), 2, 1, 0, 3)
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (3 + 2, 6 + 4)
    assert evening.lines()[-1] == "Dev played 3 cards."
    said = [str(one.text) for one in evening.asked("TheEnd").reasons(evening.table)]
    assert said == ["Spring: 2 cards + 3 × 1 memory = 5", "Winter: 4 cards + 3 × 2 memories = 10"]


@pytest.mark.rule("WT-80")  # rounded down; more is refused; both scores were shown before
@pytest.mark.parametrize(("hand", "cap"), [(5, 2), (4, 2), (3, 1), (2, 1)])
def test_the_writers_half(hand: int, cap: int) -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "neutral")), 0, 0, 0, 0)
    assert evening.sentence("ShowCount") == "Spring and winter are level."
    evening.tap("ShowCount").tap("WriterHand", hand).tap("HelpSide", "winter")
    assert evening.refused("WriterCards", cap + 1) == "WT-80"
    evening.tap("WriterCards", cap)
    assert score(evening.table, "winter") == 3 + cap


@pytest.mark.rule("WT-A36")  # by the switch it may be split, together no more than half
def test_the_half_goes_to_one_side() -> None:
    evening = parts(last_quest(one_to_go(five(writer_split=True), "winter", "neutral")), 0, 0, 0, 0)
    evening.tap("ShowCount").tap("WriterHand", 6).tap("WriterCards", 2)
    assert {player.points for player in evening.table.seats if player.side == "spring"} == {3 + 2}, "at once"
    assert evening.refused("WriterCards", 2) == "WT-80"
    evening.tap("WriterCards", 1)
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (3 + 2, 3 + 1)


def writer_opens(**options: Any) -> Evening:
    evening = acting(one_to_go(five(**options), "winter", "neutral"), "Eve")
    return last_quest(evening, "pinocchio")


@pytest.mark.rule("WT-81", "WT-A37")  # any number for one side, the last quest's by default
def test_a_writer_who_opens_skips_his_own_step() -> None:
    evening = writer_opens()
    question = evening.asked("OpeningSide")
    assert question.face(evening.table, "spring").main and not question.face(evening.table, "winter").main
    evening.tap("OpeningSide", "winter")
    parts(evening, 4, 0, 0, 0, 0)
    assert evening.names() == ["TheEnd"]
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (3, 3 + 4)


@pytest.mark.rule("WT-A37")
def test_by_the_switch_he_opens_with_half_his_hand() -> None:
    evening = writer_opens(writer_opens="half").tap("OpeningSide", "spring").tap("WriterHand", 3)
    evening.tap("EpilogueCards", "card")
    assert evening.choices("EpilogueCards") == ["back", "next"]


@pytest.mark.rule("WT-82")  # the higher score; level and without a writer, the side that opened (Ana, spring)
@pytest.mark.parametrize(("cards", "sentence", "won"), [
    ((2, 0, 0, 0), "Spring comes back to Wintertown.", ["Ana", "Cleo"]),
    ((0, 0, 0, 1), "Winter will never end.", ["Ben", "Dev"]),
    ((0, 0, 0, 0), "Spring comes back to Wintertown.", ["Ana", "Cleo"])])
def test_the_verdict(cards: tuple[int, ...], sentence: str, won: list[str]) -> None:
    evening = parts(last_quest(one_to_go(four(), "winter", "neutral")), *cards).tap("TheEnd", "and the snow melted")
    outcome = evening.play.outcome()
    assert outcome is not None and str(outcome.sentence) == sentence
    assert [evening.table.seats[seat].name for seat in outcome.winners] == won
    assert "“and the snow melted”" in evening.lines()


def test_the_last_sentence_stays_on_a_corrected_table() -> None:
    evening = parts(last_quest(one_to_go(four(), "winter", "neutral")), 0, 0, 0, 0).tap("TheEnd", "and the snow melted")
    written = {field.path: field.read() for field in evening.play.fields()}
    assert written["epilogue.note"] == "and the snow melted"
    evening.correct("epilogue.note", "and the snow stayed")
    assert str(memory_track(evening.table).pieces[-1].note) == "“and the snow stayed”"


@pytest.mark.rule("WT-82", "WT-83", "WT-84")  # alone, also as the epilogue player
def test_level_with_a_writer_is_the_writers() -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "neutral")), 0, 0, 0, 0)
    evening.tap("ShowCount").tap("WriterHand", 2).tap("HelpSide", "spring").tap("WriterCards", 0)
    evening.tap("TheEnd", "")
    outcome = evening.play.outcome()
    assert outcome is not None and [evening.table.seats[seat].name for seat in outcome.winners] == ["Eve"]
    assert str(outcome.sentence) == "Neither side wins, and the tale goes on: Eve wrote it so."
    evening = parts(writer_opens().tap("OpeningSide", "winter"), 0, 0, 0, 0, 0).tap("TheEnd", "")
    assert [evening.table.seats[seat].name for seat in evening.play.outcome().winners] == ["Eve"]


@pytest.mark.rule("WT-83")  # he helped winter, and winter won
def test_the_writer_shares_no_victory() -> None:
    evening = parts(last_quest(one_to_go(five(), "winter", "winter")), 0, 0, 0, 0)
    evening.tap("ShowCount").tap("WriterHand", 2).tap("HelpSide", "winter").tap("WriterCards", 1)
    evening.tap("TheEnd", "")
    assert [evening.table.seats[seat].name for seat in evening.play.outcome().winners] == ["Ben", "Dev"]


@pytest.mark.rule("WT-85")  # so many memories, then the epilogue
@pytest.mark.parametrize("length", [3, 4, 5, 6, 7])
def test_longer_games(length: int) -> None:
    evening = one_to_go(four(length=length), *["winter"] * (length - 1))
    assert evening.table.phase == "turns"
    last_quest(evening)
    assert evening.table.phase == "epilogue" and None not in evening.table.track


@pytest.mark.rule("WT-86", "WT-A38")  # after each part to another filled space, the writer's included
def test_the_bookmark_moves_in_the_alternative_epilogue() -> None:
    evening = last_quest(one_to_go(five(alternative_epilogue=True), "winter", "neutral")).tap("EpilogueCards", "next")
    assert evening.choices("MoveBookmark") == [1, 2]
    for space, memory in enumerate(evening.table.track[:2], 1):
        memory.note = f"Space {space}"
    hints = [str(evening.asked("MoveBookmark").face(evening.table, space).hint) for space in (1, 2)]
    assert hints == ["A memory: Space 1", "A memory: Space 2"]
    evening.tap("MoveBookmark", 1)
    assert evening.table.bookmark == 0
    for space in (2, 1, 2):
        evening.tap("EpilogueCards", "next").tap("MoveBookmark", space)
    evening.tap("ShowCount").tap("WriterHand", 0)
    assert evening.sentence("MoveBookmark").startswith("Eve,")


@pytest.mark.rule("WT-86")
def test_without_that_rule_the_bookmark_stays() -> None:
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    parts(evening, 0, 0, 0, 0)
    assert evening.names() == ["TheEnd"] and evening.table.bookmark == 2


@pytest.mark.rule("WT-87")  # each alone or together; objectives bring at least five memories
@pytest.mark.parametrize("options", [{}, {"powers": True}, {"skills": True, "alternative_epilogue": True},
                                     {"objectives": True, "length": 3, "powers": True, "skills": True}])
def test_advanced_rules_are_chosen_one_by_one(options: dict[str, object]) -> None:
    play = Play(game, Setup(people(*at.NAMES[:4]), options))
    assert play.table.length == (5 if "objectives" in options else 3)
    assert all(play.table.on(name) is bool(options.get(name)) for name in ("powers", "objectives", "skills"))


@pytest.mark.rule("WT-79")  # the table has the last word, and everybody's points follow
def test_a_corrected_memory_changes_the_score() -> None:
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    evening.correct("track.2", "winter").correct("epilogue.cards.0", 4)
    assert (score(evening.table, "spring"), score(evening.table, "winter")) == (7, 6)
    assert [player.points for player in evening.table.seats] == [7, 6, 7, 6]


@pytest.mark.rule("WT-77", "WT-78")
def test_a_card_played_for_the_end_can_be_taken_back() -> None:
    """Two cards laid down by taps, one taken back, one counts; below none there is nothing."""
    evening = last_quest(one_to_go(four(), "winter", "neutral"))
    first = evening.asked("EpilogueCards").seat.index
    evening.tap("EpilogueCards", "card").tap("EpilogueCards", "card").tap("EpilogueCards", "back")
    assert the_finale(evening.table).cards[first] == 1


@pytest.mark.rule("WT-78")
def test_cards_of_a_player_who_leaves_in_the_last_part_count() -> None:
    """The count had them, but the seats' points did not."""
    evening = parts(last_quest(one_to_go(four(length=3), "spring", "spring")), 1, 1, 1)
    teller = evening.play.open()[0].seat
    evening.tap("EpilogueCards", "card").tap("EpilogueCards", "card")
    evening.play.leave(teller.index)
    evening.play.restart()
    table = evening.table
    assert "TheEnd" in evening.names() and score(table, teller.side) >= 2
    assert [seat.points for seat in table.seats] == [score(table, seat.side) for seat in table.seats]
