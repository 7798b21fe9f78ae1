"""The app in a language that is a third longer: nothing is cut or broken, and no word is left in English."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.games
from companion.core.language import speak
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.games.keywords import game as keywords
from companion.games.windmill import game as windmill
from companion.games.winter_tales.board.characters import FIGURES
from companion.games.winter_tales.box.model import starter
from companion.games.winter_tales.rules.setup import DrawForAll
from companion.services.about import notices
from companion.touches.driver import Size
from companion.touches.hands import Hands, at_random
from companion.ui.widgets.controls.buttons import ColourTile
from tests.sampling import sampled
from tests.ui.conftest import NAMES, PHONE, SMALL, Start
from tests.ui.looks import broken, cut
from tests.ui.pseudo import pseudo, pseudo_locale, untranslated
from tests.ui.screens.test_everywhere import faults, visits
from tests.ui.screens.test_shell import Boxed

pytestmark = pytest.mark.touch
GAMES = find_games().games
GAMES_FOLDER = Path(companion.games.__path__[0])
LOOKS: list[tuple[Size, dict[str, Any]]] = [(PHONE, {}), (SMALL, {}), (SMALL, {"text_size": 200})]
ON_THE_BOX = ["Bait", "Coffee", "Deadweight", *(str(one.name) for one in FIGURES.values()),
              *(place["name"].replace("'", "’") for place in starter()["locations"])]
"""Names printed on cards; without a known edition in another language they stay as they are."""
BOOKS = " ".join(path.read_text(encoding="utf-8") for path in GAMES_FOLDER.glob("*/rules.md"))
NOTICES = [words for title, blocks in notices().items() for words in (title, *blocks)]
"""Licences stay in the words of their authors."""
TITLES = [game.facts.title for game in GAMES.values()]
TYPED = ["Tableside", "Maximiliane", "Boxed", "Ours", "moonbase", "windmill", "the burning mill",
         "Ana's “last” word, ünd mehr", "Ana’s “last” word, ünd mehr"]
LANGUAGES = ["English", "Deutsch", "Français", "Español", "Italiano"]
SAME_EVERYWHERE = re.compile("|".join([*NAMES, *TITLES, *ON_THE_BOX, *TYPED, *LANGUAGES, r"[A-Z]{2}-A?\d+"]))
ACCENTED = set("áéíóúý")


def english(drawn: set[str]) -> list[str]:
    """Drawn texts that no catalogue changed. Single words of a longer text are drawn to measure them."""
    drawn = {text.replace("\u00a0", " ") for text in drawn}  # it keeps the last two words together
    rules = [text for text in drawn if len(text.split()) > 3 and text in BOOKS]
    marked = [text for text in drawn if "«" in text]
    known = " ".join([*marked, *rules, *NOTICES, *TITLES, *ON_THE_BOX, *TYPED])
    return sorted(f"English: {text}" for text in drawn if text not in known and any(
        re.search("[A-Za-z]{2}", word) and not set(word) & ACCENTED
        for word in SAME_EVERYWHERE.sub("", untranslated(text)).split()))


@sampled(("size", "settings"), LOOKS[1:])
@sampled("game", sorted(GAMES))
def test_a_game_fits_and_every_word_is_translated(start: Start, game: str, size: Size,
                                                 settings: dict[str, Any]) -> None:
    with pseudo_locale() as drawn:
        driver = start(size=size, settings=settings, library=False)
        speak("qps")
        drawn.clear()
        seated = people(*NAMES[:max(2, GAMES[game].facts.fewest)])
        driver.app.go("table", opened=driver.app.library.start(game, Setup(seated, {})))
        driver.advance(0.5)
        hands, choose = Hands(driver), at_random(Random(3))
        found: dict[str, None] = {}
        for _ in range(25):
            chosen = None if hands.over else choose(hands.play)
            if chosen is None:
                break
            if isinstance(chosen[0], DrawForAll):
                hands.main()  # its answer is drawn
            else:
                hands.reply(*chosen)
            found |= dict.fromkeys([*cut(driver), *(f"broken: {text}" for text in broken(driver))])
    wrong = [*found, *english(drawn)]
    assert not wrong, "\n".join(wrong)


@sampled(("size", "settings"), LOOKS)
def test_a_screen_fits_and_every_word_is_translated(start: Start, size: Size, settings: dict[str, Any]) -> None:
    with pseudo_locale() as drawn:
        driver = start(games=[windmill, keywords, Boxed()], size=size, settings=settings, library=False)
        speak("qps")
        drawn.clear()
        found = []
        for name, given in visits(driver):
            if name == "rules":
                continue  # a book, translated whole
            driver.app.go_home(name, **given)
            driver.advance(frames=4)
            found += [f"{name}: {fault}" for fault in faults(driver)]
    wrong = [*found, *english(drawn)]
    assert not wrong, "\n".join(wrong)


def test_a_colour_is_named_in_the_language(start: Start) -> None:
    with pseudo_locale():
        look = start(games=[windmill]).app.look
        speak("qps")
        assert ColourTile(look, 0, "A", False, lambda: None).text == pseudo("Ember")
