"""Voyages in progress in the real app, as "Already started?" would enter them, on an open sky."""

from typing import Any

from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.box import model
from companion.ui.table.by_hand import HandRow
from tests.games.windward.voyage import BEGUN, open_sky
from tests.ui.conftest import NAMES, PHONE, Start
from tests.ui.hands import Hands


class Afloat(Hands):
    """Hands for a voyage. Places are `at(territory, out, aside)`."""

    def at(self, number: int, out: int, aside: int = 0) -> Hex:
        return self.play.table.planet.at(number, (out, aside))

    def put(self, *things: tuple[str, Any]) -> None:
        """Put what a test needs on the table, without To move lines."""
        result = self.page.controller.fix([(path, spell(value) if isinstance(value, Hex) else value)
                                           for path, value in things])
        assert result.done, f"{things}: {result.why}"
        self.page.refresh()
        self.page.fold_hand()
        self.drive.advance(0.3)

    def told(self) -> set[str]:
        """The lines of the To move card."""
        return {row.text for row in self.drive.all(cls=HandRow)}

    def chronicle(self) -> list[str]:
        """The lines of the chronicle page, newest first."""
        self.menu("Chronicle")
        texts = self.drive.texts()
        self.drive.app.back()
        self.drive.advance(0.4)
        return texts


def afloat(start: Start, mode: str = "competitive", size: Any = PHONE, box: model.Box | None = None,
           players: int = 0, text_size: int = 100, **options: Any) -> Afloat:
    """Ana's turn, wind straight out of territory 1, every ship at port, nothing on the planet."""
    count = players or (1 if mode == "solo" else 2)
    drive = start(games=[game], size=size, library=False,
                  settings={"movement": False, "text_size": text_size})
    setup = Setup(people(*NAMES[:count]), {"mode": mode, **options}, model.to_json(box or open_sky()))
    opened = drive.app.library.start("windward", setup)
    opened.play.fix(BEGUN)
    drive.app.go("table", opened=opened)
    drive.advance(0.5)
    return Afloat(drive)
