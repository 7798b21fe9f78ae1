"""A game's new kind of question is the kind, its panel and its test: nothing else of Tableside knows of it."""

import json
from random import Random
from typing import ClassVar

import pytest

from companion.core.setup import Setup, people
from companion.core.text import said
from companion.core.views import as_plain
from companion.testing import check_questions, check_refusals
from companion.testing.answers import could_be
from companion.ui.widgets.controls.answer import Tile
from tests.ui.coin_kind import Coin
from tests.ui.conftest import Start
from tests.ui.toy import ToyGame, ToyTable


class Toss(Coin[ToyTable]):
    rule: ClassVar[str] = "TY-1"
    sentence = said("What does the coin show?")


class CoinGame(ToyGame):
    steps = ("toss", "ready")

    async def ask(self, table: ToyTable, step: str) -> None:
        if step == "toss":
            self.book(table, step, await table.ask(Toss(None)))
        else:
            await super().ask(table, step)


@pytest.mark.touch
def test_it_is_answered_by_touches(at_table: Start) -> None:
    drive = at_table(CoinGame())
    assert [tile.text for tile in drive.all(cls=Tile)] == ["Heads"]
    drive.tap("Heads")
    assert drive.says("Tails")
    drive.tap("Done")
    play = drive.app.page.play
    assert play.log[-1].answer is False and play.table.notes == ["toss: False"]


def test_chance_and_wrong_answers_and_its_description_come_with_it() -> None:
    table = CoinGame().new(Setup(people("Ana", "Ben")))
    toss, rng = Toss(None), Random(1)
    assert {toss.random_answer(table, rng) for _ in range(20)} == {True, False}
    assert [raw for raw in (True, False, 1, 0, "heads", None) if could_be(toss, table, raw)] == [True, False]
    said = json.loads(json.dumps(as_plain(toss.draft(table).describe())))
    assert said["kind"] == "own" and said["choices"] == [{"token": True, "face": {"label": "Heads"}}]


def test_the_kit_takes_it() -> None:
    assert [one for one in check_questions(CoinGame(), plays=1) if "no panel" in one.sentence] == []
    assert check_refusals(CoinGame(), plays=1) == []
