"""Sentences: what it costs to render all that a table shows after an answer, in every language the app has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import mean
from typing import Any

from companion.core.game import Game
from companion.core.language import offered, speaking
from companion.core.questions import as_json
from companion.core.registry import find_games
from companion.core.text import Text
from companion.testing.driving import Findings, steps
from tools.bench.report import Section, best_of, calls, ms

ANSWERS, RUNS = 150, 9
MOST = 2_000


def measure() -> list[Section]:
    games, languages = find_games().games.values(), offered()
    rows = []
    for game in games:
        shown = sentences(game)
        times = [cost(shown, language, partial(best_of, runs=RUNS)) for language in languages]
        made = max(cost(shown, language, calls) for language in languages)
        rows.append((game.facts.title, f"{mean(map(len, shown)):.0f}", *map(ms, times), f"{made:,.0f}",
                     "yes" if made <= MOST else "no"))
    return [Section("Words", f"Render the main question and the view after each of "
                    f"{ANSWERS} random answers: the mean of the best of {RUNS} runs.",
                    ("game", "sentences", *languages, "calls", f"at most {MOST:,}"), tuple(rows))]


def sentences(game: Game[Any]) -> list[list[Text]]:
    """Per answer, everything a surface renders."""
    shown: list[list[Text]] = []
    for play in steps(game, 5, Findings("words"), limit=ANSWERS):
        found: list[Text] = []
        for question in play.open()[:1]:
            as_json(question.draft(play.table).describe(), found.append)
        as_json(play.view(), found.append)
        shown.append(found)
    return shown


def cost(shown: list[list[Text]], language: str, gauge: Callable[[Callable[[], object]], float]) -> float:
    with speaking(language):
        return gauge(lambda: [str(text) for found in shown for text in found]) / len(shown)
