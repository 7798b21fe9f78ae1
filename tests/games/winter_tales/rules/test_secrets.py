"""Winter Tales: hand sizes, trap cards and hidden objectives are nowhere before their reveal (WT-41, WT-80, WT-120)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.kinds import Number, Numbers
from companion.core.setup import Setup, people
from companion.games.winter_tales import game
from companion.games.winter_tales.board.characters import OBJECTIVES
from companion.games.winter_tales.table import Winter
from companion.services.chronicle import as_text
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.games.winter_tales.evening import FACTORY, FIVE, MANSION, PARK, Evening, acting, five, four, whole_town
from tests.games.winter_tales.rules.test_epilogue import last_quest, one_to_go, parts

PRIVATE = ("hand", "deck", "holds", "secret")


def everything(evening: Evening) -> str:
    """All anybody could read: table, view, chronicle, questions, log and setup as they go into store and export."""
    play = evening.play
    asked = [[str(part) for part in (one.sentence(play.table), one.kicker(play.table), one.hint(play.table))]
             for one in [*play.open(), *play.standing()]]
    log = [record.to_json() for record in play.log]
    return json.dumps([picture(play.table), repr(play.view()), evening.lines(), asked, log, play.setup.to_json()],
                      default=str)


def names_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [name for key, part in value.items() for name in [str(key), *names_in(part)]]
    return [name for part in value for name in names_in(part)] if isinstance(value, list) else []


@pytest.mark.rule("WT-24", "WT-120")
def test_there_is_no_place_for_a_hand_or_a_deck() -> None:
    """Not on the table, not on a seat; only the writer's at the end, when it is open (WT-80)."""
    evening = five(powers=True, objectives=True, skills=True)
    names = names_in(picture(evening.table))
    assert not [name for name in names if any(word in name for word in PRIVATE)]
    assert not hasattr(evening.table, "objectives")


@pytest.mark.rule("WT-41")  # whatever Ana hid, two spring sides or five, nothing differs until the number is shown
def test_the_same_evening_with_other_secrets_reads_the_same() -> None:
    def until_the_reveal() -> Evening:
        evening = acting(four(objectives=True), "Dev").tap("Activate", "candlewick").tap("StepTo", PARK)
        return evening.tap("SpringTrap", "dorothy").tap("EvadeTrap", "card").tap("EvadeTrap", "next")

    two, five_cards = until_the_reveal(), until_the_reveal()
    assert everything(two) == everything(five_cards)
    two.tap("OpenTrap", 2)
    five_cards.tap("OpenTrap", 1)
    assert everything(two) != everything(five_cards)


@pytest.mark.rule("WT-120", "WT-121")  # in play, with all advanced rules, nobody's card is in any text; shown, it is
def test_no_objective_is_named_before_it_is_shown() -> None:
    evening = five(objectives=True, powers=True, skills=True)
    rng = Random(5)
    for _ in range(120):
        question = rng.choice([one for one in evening.play.open() if one.possible(evening.table)])
        evening.play.answer(question.key(), question.random_answer(evening.table, rng))
        if evening.table.phase != "turns":
            break
        readable = everything(evening)
        assert not any(f'"{card.name}"' in readable or f"{card.name}." in readable for card in OBJECTIVES.values())
        assert not evening.table.laid_open and not any(player.completed for player in evening.table.seats)


@pytest.mark.rule("WT-121")  # Ana opens the question and thinks better of it
def test_trying_to_declare_and_not_doing_it_leaves_no_trace() -> None:
    evening = four(objectives=True)
    before = picture(evening.table)
    evening.declare("DeclareObjective", 0).tap("ShowObjective", "not now")
    assert picture(evening.table) == before


@pytest.mark.rule("WT-120")  # the same kinds are offered to every player of a side
def test_what_could_be_declared_does_not_depend_on_who_holds_what() -> None:
    evening = four(objectives=True)
    offered = []
    for seat in (0, 2):
        evening.declare("DeclareObjective", seat)
        question = evening.asked("ShowObjective")
        offered.append({*question.choices(evening.table), *[key for key, _ in question.barred(evening.table)]})
        evening.tap("ShowObjective", "not now")
    assert offered[0] == offered[1] == {"rescue", "rebels", "connection", "not now"}


@pytest.mark.rule("WT-80")  # after everybody else has told the end
def test_the_writers_hand_is_asked_only_when_it_lies_open() -> None:
    evening = last_quest(one_to_go(five(), "winter", "neutral"))
    table: Winter = evening.table
    assert table.finale is not None and table.finale.writer_hand == -1
    parts(evening, 0, 0, 0, 0).tap("ShowCount")
    assert evening.names() == ["HelpSide", "WriterHand"]


def stored_evening(stored: Library) -> tuple[Evening, int]:
    """Five players with everything switched on, saved in a real store; Dorothy's trap for Candlewick is set."""
    options = {"length": 5, "powers": True, "objectives": True, "skills": True}
    table = stored.start("winter_tales", Setup(people("Ana", "Ben", "Cleo", "Dev", "Eve"), options, whole_town()))
    evening = Evening(5)
    evening.play = table.play
    evening.seat_everybody().choose(FIVE).first_quests(("glimmer", MANSION), ("horror", FACTORY)).begin()
    acting(evening, "Dev").tap("Activate", "candlewick").tap("StepTo", PARK).tap("SpringTrap", "dorothy")
    return evening.tap("EvadeTrap", "card").tap("EvadeTrap", "next"), table.id


@pytest.mark.rule("WT-41", "WT-120")
def test_nothing_secret_is_in_the_database_or_in_any_export(tmp_path: Path) -> None:
    """Read like a thief: every file of the store, both exports, the chronicle as text."""
    stored = Library(open_store(tmp_path / "tableside.db"), {"winter_tales": game}, SetClock())
    evening, number = stored_evening(stored)

    def readable() -> str:
        stored.pause()
        files = [path.read_bytes().decode("utf-8", "replace") for path in sorted(tmp_path.rglob("*")) if path.is_file()]
        return "\n".join([*files, stored.files.export_play(number), stored.files.export_everything(),
                          as_text(evening.play, 0.0), everything(evening)])

    before = readable()
    assert "candlewick" in before and "SpringTrap" in before, "the play itself can be read there"
    assert "OpenTrap/0" not in "".join(record.key for record in evening.play.log)
    assert not [card.name for card in OBJECTIVES.values() if str(card.name) in before]
    assert not [record for record in evening.play.log if record.answer in list(OBJECTIVES)]
    evening.tap("OpenTrap", 7).declare("DeclareObjective", 0).tap("ShowObjective", "rebels")
    after = readable()
    assert "walked into Grandma Dorothy's trap" in after and "1 against 7" in after
    assert '"rebels"' in after


@pytest.mark.rule("WT-41", "WT-80")
def test_only_what_lies_open_is_asked_as_a_number() -> None:
    """An open trap, and the writer's hand at the very end; no other question could hold a hand."""
    def all_under(kind: type[Any]) -> set[type[Any]]:
        return {kind, *[one for sub in kind.__subclasses__() for one in all_under(sub)]}

    asked = {one.__name__ for kind in (Number, Numbers) for one in all_under(kind)
             if one.__module__.startswith("companion.games.winter_tales.")}
    assert asked == {"OpenTrap", "WriterHand", "WriterCards"}
