"""Each game says in a sentence or two what comes next."""

from typing import Any

from companion.games.keywords import game as keywords
from companion.games.score_sheet import game as score_sheet
from companion.games.story import game as story
from companion.games.windmill import game as windmill
from companion.games.windward.rules.combat import Battle
from companion.games.winter_tales.rules.epilogue import begin_epilogue
from tests.games.evening import Evening
from tests.games.windward.voyage import Voyage
from tests.games.winter_tales import evening as winter


def ahead(evening: Evening | winter.Evening) -> str:
    return " ".join(str(one) for one in evening.play.ahead())


def test_windmill_names_the_guessers_to_come_and_the_next_teller() -> None:
    evening = Evening(windmill, 3)
    assert ahead(evening) == "Then the first story is told."
    evening.answer(0)
    assert ahead(evening) == "Then Ben and Cleo guess, one after the other. Ben tells the next story."
    evening.answer("done")
    assert ahead(evening) == "Then Cleo guesses. Ben tells the next story."
    evening.answer("wrong")
    assert ahead(evening) == "Ben tells the next story."
    evening.answer("wrong", "done", "wrong", "wrong")
    assert ahead(evening).endswith("After this story round two begins.")
    for _ in range(6):
        evening.answer("done", "wrong", "wrong")
    assert ahead(evening).endswith("This is the last story.")


def test_story_names_the_tellers_to_come_then_the_vote() -> None:
    evening = Evening(story, 3)
    evening.answer(0)
    assert ahead(evening) == ("Then Ben and Cleo tell theirs, in this order. "
                              "When all stories are told, everybody votes in secret.")
    while evening.asked().startswith(("Begin", "StoryTold")):
        evening.answer("done")
    assert ahead(evening) == "When all stories are told, everybody votes in secret."
    for question, story_of in zip(evening.play.open(), (0, 1, 2), strict=True):
        evening.play.answer(question.key(), story_of)
    assert ahead(evening) == "Tied players continue their stories, then everybody votes again."    # one vote each
    evening.play.undo()
    evening.answer(0, to="Ballot/2/first")
    assert ahead(evening) == "Then the points are added. Twenty points win."      # two for Ana, one for Ben


def test_key_words_names_the_next_narrator() -> None:
    evening = Evening(keywords, 3)
    assert ahead(evening) == "Then the first story is told."
    evening.answer(0)
    assert ahead(evening) == "Then everybody else places three tokens, as fast as they can. Ben narrates round two."
    for _ in range(5):
        evening.answer("done")
        for picture in (1, 2, 3):
            evening.answer([], to=f"StackUp/table/{picture}")
        evening.answer("done", to="BookRound/table")
    assert ahead(evening).endswith("This is the last round.")


def test_score_sheet_names_who_is_asked_next() -> None:
    evening = Evening(score_sheet, 3)
    assert ahead(evening) == "Then Ben and Cleo. After that: Round two."
    evening.answer(1, 2)
    assert ahead(evening) == "After that: Round two."


def test_windward_tells_the_steps_of_its_setup() -> None:
    voyage = Voyage(players=3, ready=False)
    assert ahead(voyage) == "Then the dice say who goes first."                             # WW-5
    voyage.answer(list("ABCDEF"))
    assert ahead(voyage) == "Whoever rolls highest goes first. Then the wind is rolled."   # WW-9
    voyage.answer(1)
    assert ahead(voyage) == "Then the Cresters come onto the planet. Ben has the first turn."
    assert ahead(Voyage("solo", ready=False)) == "Then the wind is rolled."                 # nobody to go before


def test_windward_tells_what_the_end_of_the_turn_brings_and_who_is_next() -> None:
    voyage = Voyage(players=2)
    voyage.captain().morale = 1
    rises = 1 + voyage.table.board.rest_at_port
    assert ahead(voyage) == f"If the turn ends at port, morale rises to {rises}. Then it is Ben's turn."    # WW-84
    voyage.captain().ship = voyage.at(1, 3)
    assert ahead(voyage) == "A night at sky costs a card or one morale. Then it is Ben's turn."             # WW-85
    red = voyage.put("red", voyage.at(2, 3))                         # another territory: it does not fly (WW-86)
    assert ahead(voyage).startswith("A night at sky costs a card or one morale. ")
    red.at = voyage.at(1, 1)
    assert ahead(voyage).startswith("A night at sky costs a card or one morale, then the Cresters hunt. ")
    red.fought = True                                                # WW-87: it had its fight
    assert ahead(voyage).startswith("A night at sky costs a card or one morale. ")
    voyage.do("EndTurn")
    assert ahead(voyage) == ("Ana gains one notoriety by surviving the night at sky. "
                             "Then it is Ben's turn.")               # WW-89
    voyage.do("CardOrMorale", "card")
    assert ahead(voyage).endswith("Then round two begins with a new wind, and Ana is first.")   # WW-100
    voyage.end_turn()
    assert voyage.is_open("Wind") and ahead(voyage) == "Then Ana's turn begins."


def test_windward_tells_the_order_of_a_battle() -> None:
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 3)
    voyage.put("red", voyage.at(1, 2))
    voyage.end_turn()
    voyage.fly_all()
    assert ahead(voyage) == "The Red rolls first, then Ana. Then it is Ben's turn."           # WW-61: it flew in
    attacker = voyage.table.under_way(Battle).attacker
    attacker.cresters *= 2
    assert ahead(voyage).startswith("2 Reds roll first, then Ana. ")
    del attacker.cresters[1]
    voyage.do("Throw", [1] * 5)
    assert ahead(voyage).startswith("Then cards and +2 tokens may be added, and whoever has more hits wins. ")
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 3)
    voyage.put("red", voyage.at(1, 4))                                                      # one space with the wind
    voyage.play.restart()
    voyage.do("Sail", next(iter(voyage.of("Sail").encode(one) for one in voyage.open_answers("Sail")
                                if one == voyage.at(1, 4))))
    assert ahead(voyage) == "Ana rolls first, then the Red.", "afterwards Ana's turn may go on"


def test_windward_counts_the_last_turns() -> None:
    voyage = Voyage(players=3)
    voyage.captain().points, voyage.table.trigger = 15, voyage.captain()
    assert ahead(voyage).endswith("Then Ben and Cleo have a last turn each.")               # WW-104
    voyage.end_turn()
    assert ahead(voyage).endswith("Then Cleo has the last turn.")
    voyage.end_turn()
    assert ahead(voyage).endswith("This is the last turn, unless the lead is tied.")      # WW-106


def test_windward_alone_and_together() -> None:
    assert ahead(Voyage("solo")) == ("Leave the port before the turn ends, or the game is lost. "
                                     "Before the next turn the wind is rolled.")            # WW-109, WW-101
    assert ahead(Voyage("coop")) == ("If the turn ends at port, the White flies towards the Trading Post. "
                                     "Then it is Ben's turn.")                              # WW-125


def test_winter_tales_tells_the_steps_of_its_setup() -> None:
    evening = winter.Evening(4)
    assert ahead(evening) == "Then everybody gets a side and a seat."                       # WT-2, WT-4
    evening.seat_everybody()
    assert ahead(evening) == "Once everybody is in place, the first two quests are drawn."   # WT-9
    evening.choose(winter.FOUR)
    assert ahead(evening) == "Then the story begins, and Ana has the first turn."           # WT-14
    evening.first_quests(("glimmer", winter.MANSION), ("horror", winter.CEMETERY))
    assert ahead(evening) == "Ana has the first turn."


def test_winter_tales_names_the_next_player_and_the_end_of_the_chapter() -> None:
    evening = winter.four()
    assert ahead(evening) == "Then it is Ben's turn."                                       # WT-16
    for key in winter.FOUR:
        if key not in ("dorothy", "pinocchio", "candlewick"):
            evening.who(key).ready = False
    assert ahead(evening) == "Then it is Dev's turn; 2 turns are left in this chapter."     # WT-17: nobody else can
    evening.who("candlewick").ready = False
    assert ahead(evening) == "Then it is Ana's turn, the last of this chapter."             # two of Ana's were ready
    evening.who("pinocchio").ready = False
    assert ahead(evening) == "Then chapter one ends, and everybody draws."                  # WT-21
    evening.taps(("Activate", "dorothy"), ("EndTurn", "done"))
    assert evening.names()[0] == "EndChapter" and ahead(evening) == "Ben begins chapter two."  # WT-22: left of Ana


def test_winter_tales_tells_the_steps_of_a_quest() -> None:
    evening = winter.put(winter.four(), "dorothy", winter.MANSION)
    evening.taps(("Activate", "dorothy"), ("TakeUpQuest", "glimmer"))
    assert ahead(evening) == "Then Ana plays cards, and anyone there may join."         # WT-61, WT-62
    evening.tap("SetOut", "nobody")
    assert ahead(evening) == "Then anyone there may join, and Ana may add a last card."     # WT-62, WT-64


def test_winter_tales_names_who_adds_to_the_epilogue() -> None:
    evening = winter.five()
    begin_epilogue(evening.table)
    evening.again()
    assert ahead(evening) == ("Then Ben, Cleo and Dev may add cards, in this order. "
                              "Once all have told their part, Eve decides whom to help.")              # WT-78, WT-80
    for _ in range(4):
        evening.tap("EpilogueCards", "next")
    assert ahead(evening) == "Then Eve decides whom to help, and the higher score wins."    # WT-79, WT-82


def test_a_play_that_is_over_has_nothing_ahead() -> None:
    evening: Any = Evening(windmill, 3)
    evening.answer(0)
    for _ in range(9):
        evening.answer("done", "wrong", "wrong")
    assert evening.play.outcome() is not None and ahead(evening) == ""
