"""Every colour of a seat can sit down at every game: who got the ninth at a big table keeps it."""

from random import Random

import pytest

from companion.core.setup import COLOURS, Person, Setup
from companion.simulate import random_setup
from companion.testing.driving import choose
from tests.sampling import sampled
from tests.ui.conftest import NAMES, Start

pytestmark = pytest.mark.touch


@pytest.mark.thorough
@sampled("game", ["windward", "windmill", "story", "keywords", "winter_tales", "score_sheet"])
def test_the_last_colours_have_their_pieces(start: Start, game: str) -> None:
    """Windward once had ships for eight colours only, and the ninth left the stage dark."""
    drive = start(library=False)
    rng = Random(1)
    plugin = drive.app.found.games[game]
    for first in range(0, len(COLOURS), 4):
        made = random_setup(plugin, rng, 4)
        people = tuple(Person(name, colour) for name, colour in zip(NAMES, range(first, first + 4), strict=False))
        opened = drive.app.library.start(game, Setup(people, made.options, made.box))
        page = drive.app.go("table", opened=opened)
        drive.advance(0.5)
        for _ in range(25):
            question = choose(opened.play, rng)
            if question is None:
                break
            opened.answer(question.key(), question.random_answer(opened.play.table, rng))
            drive.advance(0.1)
        drive.picture()
        assert not page.broken and page.situation.state != "broken", f"colours {first} to {first + 3}"
        drive.app.go_home()
        drive.advance(0.3)
