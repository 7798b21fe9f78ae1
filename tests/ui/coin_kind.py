"""A new kind of question and its panel: everything a new kind needs except its test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from companion.core.questions import Draft, Face, Question, ShownChoice, Tc
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.ui.table.panels.answer_panel import Choosers, Host
from companion.ui.widgets import Grid


class Coin(Question[Tc, bool]):
    """Heads or tails: tap to turn the coin over, then confirm."""

    panel: ClassVar[str] = "tests.ui.coin_kind:CoinPanel"

    def choices(self, table: Tc) -> Iterable[bool]:
        return (True, False)

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(say("Heads") if choice else say("Tails"))

    def decode(self, table: Tc, raw: Json) -> bool:
        if not isinstance(raw, bool):
            raise Refused(say("Heads or tails?"), self.rule)
        return raw

    def encode(self, answer: bool) -> Json:
        return answer

    def draft(self, table: Tc) -> CoinDraft:
        return CoinDraft(self, table)


class CoinDraft(Draft[Coin[Any]]):
    def clear(self) -> None:
        self.heads = True

    def tap(self, token: Json) -> None:
        self.heads = not self.heads

    def so_far(self) -> bool:
        return self.heads

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"choices": (ShownChoice(self.heads, self.question.face(self.table, self.heads)),)}


class CoinPanel(Choosers):
    """One tile, showing the side that is up."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = Grid(columns=1)

    def draw(self) -> None:
        tile = self.tiles(1)[0]
        tile.show(self.described.choices[0].face)
        self.grid.fill([tile])

    def _tap(self, chooser: Any) -> None:
        self.passed_on(self.draft.tap(self.described.choices[0].token))

    def parts(self) -> list[Any]:
        return [self.grid]
