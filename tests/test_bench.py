"""The bench itself: it finds its areas, and what it prints can be read."""

from __future__ import annotations

from companion.games.windmill import game as windmill
from tools.bench.__main__ import areas, main
from tools.bench.engine import give_again, some_plays
from tools.bench.longest import long_play
from tools.bench.report import Section, calls, ms, part


def test_every_module_that_measures_is_an_area() -> None:
    assert {"app", "engine", "phones", "store"} <= set(areas()) and "report" not in areas()


def test_an_area_that_is_not_there_is_said() -> None:
    assert main(["teleport"]) == 2


def test_a_section_is_a_table() -> None:
    section = Section("Speed", "How fast.", ("game", "time"), (("Windmill", ms(0.00123)),))
    assert section.markdown() == "## Speed\n\nHow fast.\n\n| game | time |\n|---|---|\n| Windmill | 1.23 ms |"


def test_an_answer_makes_the_same_calls_in_every_run() -> None:
    assert calls(lambda: [abs(n) for n in range(9)]) in (11, 12)  # 9 and range; before Python 3.12 the list is one, too
    played = some_plays(windmill, 40)
    assert give_again(windmill, played, calls) == give_again(windmill, played, calls)


def test_parts_are_counted_right() -> None:
    assert part([5.0, 1.0, 3.0, 2.0, 4.0], 0.5) == 3.0 and part([1.0], 1.0) == 1.0


def test_a_play_can_be_made_longer_than_any_evening() -> None:
    play = long_play(windmill, 200)
    assert play.position() >= 200 and play.outcome() is None
    assert len(play.run.scores) > 40, "it has stretches like any other play"
