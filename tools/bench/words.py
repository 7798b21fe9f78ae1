"""Sentences: what it costs to render all that a table shows after an answer, in every language the app has."""

from __future__ import annotations

from statistics import mean
from time import process_time
from typing import Any

from companion.core.game import Game
from companion.core.language import offered, speaking
from companion.core.questions import as_json
from companion.core.registry import find_games
from companion.core.text import Text
from companion.testing.driving import Findings, steps
from tools.bench.report import Section, ms

ANSWERS, RUNS = 150, 9
MOST = 0.0003


def measure(step: float) -> list[Section]:
    games, languages = find_games().games.values(), offered()
    rows = []
    for game in games:
        shown = sentences(game)
        costs = {language: cost(shown, language) for language in languages}
        rows.append((game.facts.title, f"{mean(map(len, shown)):.0f}", *(ms(one) for one in costs.values()),
                     "yes" if max(costs.values()) <= MOST else "no"))
    return [Section("Words", f"Render the main question and the view after each of "
                    f"{ANSWERS} random answers: the mean of the best of {RUNS} runs, in time of the processor.",
                    ("game", "sentences", *languages, f"at most {ms(MOST)}"), tuple(rows))]


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


def cost(shown: list[list[Text]], language: str) -> float:
    def render() -> None:
        for found in shown:
            for text in found:
                str(text)

    best = float("inf")
    with speaking(language):
        for _ in range(RUNS):
            begun = process_time()
            render()
            best = min(best, process_time() - begun)
    return best / len(shown)
