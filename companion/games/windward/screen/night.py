"""The Reds' night on one page: a row a flight, equal ways a row each."""

from __future__ import annotations

from companion.ui.table.kinds.several import SeveralKind


class NightPage(SeveralKind):
    """The rows of later Reds follow at once when another way is taken."""

    def touched(self) -> None:
        self.drop_description()
        self.draw()
        self.host.changed()
