"""The numbers of players as a file: a table for a spreadsheet, or all of it for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.text import say
from companion.services.jobs import Job, Steps
from companion.services.statistics import Chart, as_csv, as_json, counting, person_sums
from companion.ui.screens.file_exchange import hand_out, hand_out_text
from companion.ui.screens.long_work import work
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.services.evening import Evening
    from companion.ui.app.tableside import TablesideApp


def titles_of(app: TablesideApp) -> dict[str, str]:
    return {game: plugin.facts.title for game, plugin in app.found.games.items()}


def share_numbers(app: TablesideApp, names: Sequence[str], title: str) -> None:
    """`names`: whose numbers go out."""
    look = app.look

    def table() -> str:
        results = app.evening.results()
        return as_csv([person_sums(results, name) for name in names], titles_of(app))

    def everything() -> None:
        work(app, say("Counting all plays"), lambda: Job(_counted(app.evening, names, titles_of(app))),
             lambda text: hand_out_text(app, f"{title}.json", text))

    rows = [ListRow(look, say("As a table"), say("CSV, for a spreadsheet"), "table",
                    lambda: app.close_sheet(lambda: hand_out(app, f"{title}.csv", table))),
            ListRow(look, say("As data"), say("JSON, with all that the games count"), "code-json",
                    lambda: app.close_sheet(everything))]
    app.open_sheet(Sheet(look, say("Share the numbers"), [Column(rows, gap=0)]))


def _counted(evening: Evening, names: Sequence[str], titles: dict[str, str]) -> Steps[str]:
    results = evening.results()
    found: list[tuple[str, list[Chart]]] = []
    for number, name in enumerate(names):
        job = counting(evening, name)
        while not job.step():
            yield number, len(names)
        found.append((name, job.result))
    return as_json([(person_sums(results, name), charts) for name, charts in found], titles)
